"""Runs a tournament: schedule -> sittings -> executor -> store, until no round is left.

The desk where an executor takes its work: it cuts rounds into sittings lazily, keeps the two rooms of a board apart in
time, commits every record before it counts it. Called by `cli`; knows no bot and no rule.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import trio

from arena.derive import summary_of
from arena.executors import local
from arena.executors.sitting import Board, BoardEnd, Sitting
from arena.games import Game
from arena.games.dealing import board_key
from arena.match_logs import MatchLogs
from arena.records import Entrant, MatchRecord, MatchSpec, MatchSummary, Pairing, Reason
from arena.rulings import VOID_ATTEMPTS, void_record
from arena.schedules import encounters, round_robin
from arena.seating import rooms, seated
from arena.store import Store
from arena.tournament_file import Settings

COMMON_DEALS = "*"
_LOOK_AHEAD = 64


@dataclass(frozen=True, slots=True)
class _Planned:
    """A sitting by its place in the schedule, before it is known which of its boards are played."""

    pairing: Pairing
    room: str

    @property
    def boards_of(self) -> tuple[str, int]:
        return (self.pairing.encounter, self.pairing.first_board)


class Director:
    """One run in progress; `on_record(summary)` is called after each commit."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        game: Game,
        on_record: Callable[[MatchSummary], None] = lambda summary: None,
        isolation_facts: str = "not measured",
    ) -> None:
        self.store = store
        self.settings = settings
        self.game = game
        self.on_record = on_record
        self.isolation_facts = isolation_facts
        self.entrants: Mapping[str, Entrant] = {entrant.name: entrant for entrant in store.entrants}
        self._logs = MatchLogs(store.run_dir)
        self._planned = self._plan()
        self._waiting: deque[_Planned] = deque()
        self._playing: dict[int, _Planned] = {}
        self._voided: set[tuple[_Planned, int]] = set()
        self._losses: dict[tuple[_Planned, int], int] = {}
        self._changed = trio.Event()

    async def run(self, jobs: int, tables: int = 1) -> None:
        """Play every match that the store does not have; void ones are tried again."""
        await local.play(self, jobs, tables)
        self.store.mark_finished()

    # ---- the schedule

    def _plan(self) -> Iterator[_Planned]:
        names = sorted(self.entrants)
        at_once = self.game.side_count
        for pairings in round_robin(names, self.settings.boards, self.settings.sitting, at_once):
            for pairing in pairings:
                for room in rooms(self.game.side_count):
                    yield _Planned(pairing, room)

    def _sitting(self, planned: _Planned) -> Sitting | None:
        """The sitting with the boards that are still to be played; None if there are none."""
        pairing, settings = planned.pairing, self.settings
        stored = self.store.sitting_state(pairing.encounter, planned.room, pairing.first_board, pairing.end_board)
        seats = seated(planned.room, self.game.sides)
        done = {
            summary.board: summary
            for summary in stored
            if summary.reason is not Reason.VOID or (planned, summary.board) in self._voided
        }
        missing = [board for board in range(pairing.first_board, pairing.end_board) if board not in done]
        if not missing:
            return None
        # one unbroken row of boards at a time: what was played after a void board counts before the next missing one
        first = missing[0]
        missing = [board for place, board in enumerate(missing) if board == first + place]
        before = tuple(self._board_end(done[board]) for board in range(pairing.first_board, first))
        key_of = COMMON_DEALS if settings.common_deals else pairing.encounter
        return Sitting(
            entrants=tuple(self.entrants[name] for name in pairing.names),
            room=planned.room,
            seats=seats,
            boards=tuple(
                Board(board, board_key(self.store.seed, key_of, board), board % self.game.seats) for board in missing
            ),
            game=settings.game,
            options=dict(self.game.options),
            max_deals=settings.max_deals,
            give_up_after=settings.give_up_after,
            before=before,
            isolation_facts=self.isolation_facts,
        )

    def _board_end(self, summary: MatchSummary) -> BoardEnd:
        """What a stored board says of a row of forfeits."""
        guilty = tuple(entrant for entrant, _, _ in summary.faults)
        result = self.store.find(summary.match_id).result if guilty else None
        return BoardEnd(guilty, summary.reason is Reason.VOID, result)

    # ---- the executor's desk

    async def take(self) -> Sitting | None:
        """The next sitting whose boards are not on another table; None when nothing is left to give out."""
        while True:
            busy = {planned.boards_of for planned in self._playing.values()}
            while len(self._waiting) < _LOOK_AHEAD and (planned := next(self._planned, None)) is not None:
                self._waiting.append(planned)
            for planned in list(self._waiting):
                if planned.boards_of in busy:
                    continue
                self._waiting.remove(planned)
                sitting = self._sitting(planned)
                if sitting is not None:
                    self._playing[id(sitting)] = planned
                    return sitting
                await trio.lowlevel.checkpoint()
                break
            else:
                if not self._playing:
                    return None
                await self._changed.wait()  # what is being played may yet be lost and come back

    async def record(self, sitting: Sitting, record: MatchRecord) -> None:
        """Commit a finished match, then count it."""
        summary = summary_of(record, self.game)
        if summary.reason is Reason.VOID:
            self._voided.add((self._playing[id(sitting)], summary.board))
        self._logs.keep(record)
        if self.store.add([record], lambda _: summary):
            self.on_record(summary)
        await trio.lowlevel.checkpoint()

    async def finished(self, sitting: Sitting) -> None:
        planned = self._playing.pop(id(sitting))
        if sitting.boards[-1].number + 1 < planned.pairing.end_board:
            self._waiting.appendleft(planned)
        self._tell_waiting()
        await trio.lowlevel.checkpoint()

    async def lost(self, sitting: Sitting, why: str) -> None:
        """A worker was lost: the sitting is played on by another; a board that loses three workers is void."""
        planned = self._playing[id(sitting)]
        again = self._sitting(planned)
        if again is not None:
            board = again.boards[0]
            lost_before = self._losses.get((planned, board.number), 0)
            self._losses[planned, board.number] = lost_before + 1
            if lost_before + 1 >= VOID_ATTEMPTS:
                names, seats = sitting.names, sitting.seats
                spec = MatchSpec(names, board.number, sitting.room, board.key, seats, board.first_dealer)
                await self.record(sitting, void_record(spec, self.game.side_count, why))
            self._waiting.appendleft(planned)
        del self._playing[id(sitting)]
        self._tell_waiting()

    def _tell_waiting(self) -> None:
        self._changed.set()
        self._changed = trio.Event()


def plan_size(settings: Settings, entrants: int, game: Game) -> int:
    """How many matches the whole tournament has."""
    return encounters(entrants, game.side_count) * settings.boards * len(rooms(game.side_count))
