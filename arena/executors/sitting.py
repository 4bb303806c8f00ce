"""Plays one sitting: consecutive boards of one room with one set of processes that serves nothing else.

Workers get board keys, never the tournament seed. Called by `worker` in a process of its own, and directly for the
self-check and `arena match`.
"""

import contextlib
import os
import platform
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import trio

from arena import __version__
from arena.bots.bot import Bot
from arena.bots.warden import HostTroubleError, Warden
from arena.games import Game
from arena.records import Entrant, MatchRecord, MatchResult, MatchSpec
from arena.referee import play_match
from arena.rulings import VOID_ATTEMPTS, Streaks, unplayed_record, void_record


@dataclass(frozen=True, slots=True)
class Board:
    """A board to be played in a sitting: its number, its key (64 hex digits), who deals first."""

    number: int
    key: str
    first_dealer: int


@dataclass(frozen=True, slots=True)
class BoardEnd:
    """How an earlier board of the sitting ended: the entrants at fault, the result when there was a fault."""

    guilty: tuple[int, ...]
    is_void: bool
    result: MatchResult | None


@dataclass(frozen=True, slots=True)
class Sitting:
    """The unit of work. `entrants` in code point order of names, `seats` the entrant index of each seat.

    `before`: the boards of this sitting that were played already (a resumed run), in order. `isolation_facts`: what is
    enforced on the bots, measured once a run, for the records.
    """

    entrants: tuple[Entrant, ...]
    room: str
    seats: tuple[int, ...]
    boards: tuple[Board, ...]
    game: str
    options: Mapping[str, Any]
    max_deals: int
    give_up_after: int
    before: tuple[BoardEnd, ...] = field(default=())
    isolation_facts: str = "not measured"

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(entrant.name for entrant in self.entrants)


def host_facts(isolation: str) -> dict[str, str]:
    """What a record says of the machine's part."""
    return {
        "arena": __version__,
        "python": platform.python_version(),
        "machine": _machine(),
        "isolation": isolation,
    }


@cache
def _machine() -> str:
    """The system, and how many processors of which kind, as far as it says: for whoever reads the times."""
    system = platform.uname()
    kind = ""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                kind = f" ({' '.join(value.split())})"
                break
    count = os.cpu_count() or 1
    return f"{system.system} {system.release}, {system.machine}, {count} core{'s' if count > 1 else ''}{kind}"


async def play_sitting(
    sitting: Sitting,
    game: Game,
    emit: Callable[[MatchRecord], Awaitable[None]],
    *,
    warden: Warden | None = None,
    is_alone: bool = True,
    cores: frozenset[int] | None = None,
    start_cores: frozenset[int] | None = None,
) -> None:
    """Play the boards in order and `emit` each record as it is made; no process is left when it returns or raises.

    `warden`: starts and ends the bots; without it one is made for this sitting. `is_alone`: no other sitting of this
    process waits while this one does. `cores`: where ready processes are
    pinned; `start_cores`: where they start.
    """
    if warden is None:
        with Warden() as warden:
            places = {"cores": cores, "start_cores": start_cores}
            await play_sitting(sitting, game, emit, warden=warden, is_alone=is_alone, **places)
        return
    host = host_facts(sitting.isolation_facts)
    streaks = Streaks(len(sitting.entrants), sitting.give_up_after)
    last_fault: MatchResult | None = None
    for end in sitting.before:
        streaks.add(end.guilty, end.is_void)
        last_fault = end.result or last_fault
    async with trio.open_nursery() as nursery:
        bots = [Bot(sitting.entrants[entrant], nursery, warden, start_cores, is_alone) for entrant in sitting.seats]
        try:
            for board in sitting.boards:
                spec = MatchSpec(
                    sitting.names, board.number, sitting.room, board.key, sitting.seats, board.first_dealer
                )
                if streaks.is_given_up and last_fault is not None:
                    await emit(unplayed_record(spec, game.side_count, last_fault, sitting.give_up_after))
                    continue
                record = await _played(game, spec, bots, sitting.max_deals, host, cores)
                result = record.result
                streaks.add(at_fault(result, sitting.seats), result.shares is None)
                if result.fault is not None:
                    last_fault = result
                await emit(record)
        finally:
            await close_all(bots)


def at_fault(result: MatchResult, seats: tuple[int, ...]) -> tuple[int, ...]:
    """The entrants whose fault ended a match."""
    return tuple(seats[fault.seat] for fault in result.faults)


async def _played(
    game: Game,
    spec: MatchSpec,
    bots: list[Bot],
    max_deals: int,
    host: Mapping[str, Any],
    cores: frozenset[int] | None,
) -> MatchRecord:
    why = ""
    for _ in range(VOID_ATTEMPTS):
        try:
            return await play_match(game, spec, bots, max_deals, host, cores)
        except HostTroubleError as trouble:
            why = str(trouble)
            await close_all(bots)
    return void_record(spec, game.side_count, why)


async def close_all(bots: list[Bot]) -> None:
    """Close every bot at once, also when cancelled: bounded by the longest `exit_ms`."""
    with trio.CancelScope(shield=True):
        async with trio.open_nursery() as closing:
            for bot in bots:
                closing.start_soon(bot.close)
