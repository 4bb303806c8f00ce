"""A whole board against each example bot that knows the game: every room, with real processes and the same referee.

Says how it went and what fault the checked bot committed; the rules and the clock are those of a tournament. Called by
`conformance`.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import trio

from arena.bot_files import bundled_bots_dir
from arena.bot_sources import short
from arena.bots.bot import Offence
from arena.cli.check_advice import Known, advice
from arena.cli.check_report import Failure, Report
from arena.cli.check_speed import InBoards, Speed
from arena.cli.check_table import rule_of, short_paths
from arena.cli.copies import folder_for_copies
from arena.cli.entrants import copied, named
from arena.cli.machine import Room
from arena.cli.run_choice import facts_in_records
from arena.derive import full_record
from arena.errors import BotFileError, RunError
from arena.executors.local import usable_cores
from arena.executors.sitting import Board, Sitting, play_sitting
from arena.games import GAMES, Game
from arena.games.dealing import board_key, normal_seed
from arena.records import Entrant, Fault, Isolation, MatchRecord, Reason, encounter_name
from arena.reports.neutral import command, terminal
from arena.seating import rooms, seated
from arena.tournament_file import Settings, from_bots
from arena.transcript import Sort, lines

SEED: Final = "0"
_BOARD: Final = 0
_SECONDS: Final = 20.0  # for all boards: those that would begin later are not played
_ROOM_MS: Final = 4_000.0  # of the checked bot's own time in a room: a slow one plays fewer deals
_KNOWS: Final = {
    "lowest_bot": ("bid-euchre",),
    "counting_bot": ("bid-euchre", "bid-euchre-double"),
    "thinking_bot": ("bid-euchre",),
    "euchre_bot": tuple(name for name in GAMES if name.startswith("euchre")),
}
"""The games of an example bot; one that is not named here plays any."""


def example_bots(game_name: str) -> list[Path]:
    """The example bots that know the game, the Python ones first."""
    folder = bundled_bots_dir()
    scripts = [*sorted(folder.glob("python/*.py")), *sorted(folder.glob("*/*.js")), *sorted(folder.glob("*/*.sh"))]
    folders = [path.parent for path in sorted(folder.glob("*/bot.toml"))]
    return [path for path in (*scripts, *folders) if game_name in _KNOWS.get(path.stem, GAMES)]


def steps(game_name: str) -> tuple[str, ...]:
    """The titles of the boards, in the order in which they are played."""
    return tuple(map(_title, example_bots(game_name)))


def _title(path: Path) -> str:
    return f"a board against {path.relative_to(bundled_bots_dir())}"


@dataclass(slots=True)
class Boards:
    """What the boards of a check have in common.

    `word` and `options` as for `tournament_file.from_bots`; `speed` knows the bot's time for an answer, as led before.
    """

    word: str
    game: Game
    options: dict[str, str | None]
    report: Report
    speed: Speed
    _begun_s: float = field(default_factory=time.monotonic)

    async def play_all(self) -> None:
        """One board after the other, the rooms of each side by side."""
        for path in example_bots(self.game.name):
            title = _title(path)
            self.report.tell()
            if time.monotonic() - self._begun_s > _SECONDS:
                self.report.skip(title, f"{_SECONDS:.0f} s are over; {self._again(path)} plays it")
                continue
            try:
                await self._play(title, path)
            except (BotFileError, RunError) as why:
                self.report.skip(title, str(why))

    async def _play(self, title: str, path: Path) -> None:
        words = [self.word, *[str(path)] * (self.game.side_count - 1)]
        settings = from_bots(words, self.options)
        at_once = Room.here().bots_at_once(len(usable_cores()) * self.game.seats) // self.game.seats
        if not at_once:
            Room.here().jobs(1, self.game.seats, 1)  # says what there is too little of
        with folder_for_copies("check") as folder:
            settings, entrants = copied(named(settings, _silent), folder, _silent)
            own = entrants[0].name
            by_name = tuple(sorted(entrants, key=lambda entrant: entrant.name))
            most_deals = self._most_deals(settings)
            records = await _all_rooms(by_name, self.game, settings, most_deals, max(1, at_once))
        self.report.at(title)
        self.report.remark(_results(records, own))
        if most_deals < settings.max_deals and any(record.result.reason is Reason.DEAL_CAP for record in records):
            deals = f"{most_deals} deal{'s' * (most_deals > 1)}"
            self.report.remark(f"no more than {deals}, as an answer takes {self.speed.mean_ms:.0f} ms")
        for record in records:
            self._note(record, own)
            for fault in record.result.faults:
                self._tell(record, fault, own, settings, by_name, path)

    def _most_deals(self, settings: Settings) -> int:
        decisions = 2 * len(self.game.decisions) + len(self.game.deck) / self.game.seats
        deal_ms = self.speed.mean_ms * decisions * self.game.seats / self.game.side_count
        return settings.max_deals if not deal_ms else max(1, min(settings.max_deals, int(_ROOM_MS / deal_ms)))

    def _note(self, record: MatchRecord, own: str) -> None:
        timing = record.timing
        for seat in _seats_of(record, own):
            uncharged_ms = timing.uncharged_ms[seat] if timing.uncharged_ms else 0.0
            measured = InBoards(timing.decisions[seat], timing.total_ms[seat], timing.max_ms[seat], uncharged_ms)
            self.speed.in_boards.append(measured)

    def _tell(
        self,
        record: MatchRecord,
        fault: Fault,
        own: str,
        settings: Settings,
        entrants: Sequence[Entrant],
        path: Path,
    ) -> None:
        spec = record.spec
        entrant = entrants[spec.seats[fault.seat]]
        if entrant.name != own:
            self.report.remark(f"{spec.room}: the example bot broke a rule: {fault.kind}: {fault.detail}")
            return
        exported = full_record(record, self.game, facts_in_records(settings, self.game, SEED, entrants))
        wire = lines(exported, fault.seat, entrant.clock, entrant.limits.line_bytes)
        sent = [line.line for line in wire if line.kind in (Sort.MATCH_START, Sort.REQUEST)]
        stderr = short_paths(fault.stderr or "", entrant)
        offence = Offence(fault.kind, fault.detail, fault.elapsed_ms, fault.reply, stderr)
        decisions, total_ms = record.timing.decisions[fault.seat], record.timing.total_ms[fault.seat]
        known = Known(
            answers=decisions,
            mean_ms=total_ms / decisions if decisions else 0.0,
            is_confined=entrant.isolation in (Isolation.STRONG, Isolation.AUTO),
        )
        where = "" if fault.deal is None else f" (room {spec.room}, seat {fault.seat}, deal {fault.deal})"
        self.report.fail(
            Failure(
                fault.kind,
                sent[-1],
                fault.reply,
                rule_of(offence, where),
                advice(offence, sent[-1], known),
                offence.stderr,
                self._again(path),
            )
        )

    def _again(self, path: Path) -> str:
        """The command that plays the board again."""
        others = [short(path)] * (self.game.side_count - 1)
        of_game = "" if self.options["game"] is None else f" --game {self.game.name}"
        return f"{command('match', self.word, *others)} --seed {SEED} --board {_BOARD}{of_game}"


def _silent(_: str) -> None:
    """What a verb would say of names and copies is of no use here."""


async def _all_rooms(
    entrants: tuple[Entrant, ...], game: Game, settings: Settings, max_deals: int, at_once: int
) -> list[MatchRecord]:
    """The board in every room, as many at once as there are cores for, in the order of the rooms."""
    names = tuple(entrant.name for entrant in entrants)
    board = Board(_BOARD, board_key(normal_seed(SEED), encounter_name(names), _BOARD), _BOARD % game.seats)
    played: dict[str, MatchRecord] = {}
    places = trio.CapacityLimiter(at_once)

    async def one(room: str) -> None:
        async def keep(record: MatchRecord) -> None:
            played[room] = record
            await trio.lowlevel.checkpoint()

        sitting = Sitting(
            entrants=entrants,
            room=room,
            seats=seated(room, game.sides),
            boards=(board,),
            game=game.name,
            options=game.options,
            max_deals=max_deals,
            give_up_after=settings.give_up_after,
        )
        async with places:
            await play_sitting(sitting, game, keep, is_alone=at_once == 1)

    async with trio.open_nursery() as nursery:
        for room in rooms(game.side_count):
            nursery.start_soon(one, room)
    return [played[room] for room in rooms(game.side_count)]


def _seats_of(record: MatchRecord, own: str) -> Iterator[int]:
    spec = record.spec
    return (seat for seat, entrant in enumerate(spec.seats) if spec.names[entrant] == own)


def _results(records: Sequence[MatchRecord], own: str) -> str:
    """How the checked bot fared: both rooms with their scores, or how many of more rooms were won."""
    told = [_result(record, own) for record in records]
    if len(told) == 2:
        return "; ".join(told)
    words = [text.split()[1].rstrip(":,") for text in told]
    counted = [f"{how} {words.count(how)}" for how in ("won", "shared", "lost", "void") if how in words]
    return f"{', '.join(counted)} of {len(told)} rooms"


def _result(record: MatchRecord, own: str) -> str:
    """A room in a few words, the checked bot first."""
    spec, result = record.spec, record.result
    by_side = [spec.names[entrant] for entrant in rooms(len(result.scores))[spec.room]]
    side = by_side.index(own)
    others = [str(score) for place, score in enumerate(result.scores) if place != side]
    if result.shares is None:
        return f"{spec.room}: void: {terminal(record.log.get('void', ''))}"
    share = result.shares[side]
    how = "won" if share == 1 else "lost" if share == 0 else "shared"
    why = "" if result.reason == "target" else f", {result.reason.replace('_', ' ')}"
    return f"{spec.room} {how} {result.scores[side]} to {', '.join(others)}{why}"
