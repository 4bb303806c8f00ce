"""Sittings of real processes for tests: entrants, boards with fixed keys, and what is left behind afterwards.

Called by the tests of rogue bots and by the benchmark of the referee.
"""

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import trio

from arena.derive import RunFacts, full_record
from arena.executors.sitting import Board, Sitting, play_sitting
from arena.games import Game, game
from arena.games.dealing import board_key
from arena.records import Clock, Entrant, Isolation, Limits, MatchRecord
from arena.seating import seated

ROGUES = Path(__file__).parent / "rogue_bots"
SEED = "c0ffee"
# far more than an honest bot needs on a busy machine
PATIENT = Clock(start_ms=20_000, action_ms=10_000, bank_ms=5000, exit_ms=500)
SHORT = Clock(start_ms=20_000, action_ms=300, bank_ms=200, exit_ms=200)
HASTY = Clock(start_ms=600, action_ms=10_000, bank_ms=5000, exit_ms=200)
LIMITS = Limits(line_bytes=65536, stderr_bytes=65536)


def entrant(
    name: str,
    command: Sequence[str],
    clock: Clock = PATIENT,
    *,
    limits: Limits = LIMITS,
    isolation: Isolation = Isolation.AUTO,
) -> Entrant:
    """An entrant for a sitting; one of `tests/rogue_bots` may read that folder, as a bot may read its own."""
    own = [word for word in command if word.startswith(f"{ROGUES}/")]
    folder = str(ROGUES) if own else None
    return Entrant(name, digest_of(name), tuple(command), folder, clock, limits, isolation=isolation)


def digest_of(name: str) -> str:
    return "sha256:" + name.encode().hex().zfill(64)[-64:]


def program(name: str, *words: str) -> list[str]:
    """The command of one of `tests/rogue_bots`; `-S` only makes it start faster."""
    return [sys.executable, "-S", str(ROGUES / name), *words]


def sitting(entrants: tuple[Entrant, ...], boards: Iterable[int], ruled: Game, **changes: Any) -> Sitting:
    encounter = "~".join(each.name for each in entrants)
    settings: dict[str, Any] = {"max_deals": 2, "give_up_after": 5, "room": "open"} | changes
    return Sitting(
        entrants=entrants,
        seats=seated(settings["room"], ruled.sides),
        boards=tuple(Board(number, board_key(SEED, encounter, number), number % ruled.seats) for number in boards),
        game=ruled.name,
        options=ruled.options,
        **settings,
    )


def played(work: Sitting, **options: Any) -> list[MatchRecord]:
    """The records of a sitting, played now."""
    records: list[MatchRecord] = []

    async def emit(record: MatchRecord) -> None:
        records.append(record)

    async def play() -> None:
        await play_sitting(work, game(work.game, work.options), emit, **options)

    trio.run(play)
    return records


def exported(record: MatchRecord, ruled: Game, settings: Mapping[str, Any]) -> dict[str, Any]:
    facts = RunFacts(
        ruled.name,
        ruled.options,
        SEED.zfill(64),
        {"common_deals": False, "sitting": 50, **settings},
        {name: digest_of(name) for name in record.spec.names},
    )
    return full_record(record, ruled, facts)


def processes_at_home_in(folder: Path) -> list[int]:
    """Live processes that were given a home below `folder`, or work there."""
    home = f"HOME={folder}/".encode()
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                environ = Path(f"/proc/{entry}/environ").read_bytes()
                works_in = os.readlink(f"/proc/{entry}/cwd")
            except OSError:
                continue
            if any(value.startswith(home) for value in environ.split(b"\0")) or works_in.startswith(f"{folder}/"):
                found.append(int(entry))
    return found
