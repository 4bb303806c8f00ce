"""What bots are in the habit of doing: the sheets of a game, filled by a fold over exported match records.

Deals are played again by the rules, which alone know what a decision was; here facts are only summed. Counted is what
standings count: matches without a fault, of whole boards none of whose matches is void. Must never read a file or a
clock. Called by `cli`; `reports` render the sheets.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from arena.derive import dealt
from arena.errors import RecordError
from arena.games import Deal, Game, IllegalAction
from arena.games.habit_layout import ALL_ROWS, Habit, HabitColumn, HabitForm, HabitLayout
from arena.records import Reason, faults_in
from arena.seating import rooms


@dataclass(frozen=True, slots=True)
class HabitRow:
    """`values` by column: a COUNT whole, a PERCENT from 0 to 100, a MEAN as it is; None when there was no chance."""

    key: str
    title: str
    values: tuple[float | int | None, ...]


@dataclass(frozen=True, slots=True)
class HabitSheet:
    """A named table of one bot's habits, unrounded; `note` is a sentence or two on what is counted."""

    key: str
    title: str
    note: str
    columns: tuple[HabitColumn, ...]
    rows: tuple[HabitRow, ...]


_Place = tuple[str, str, str]  # keys of sheet, row and column
_Sums = dict[_Place, list[int]]  # amount, of how many


class HabitTally:
    """Sums over matches, added one at a time; of a board only part of which was added it keeps the sums alone."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._rooms = len(rooms(game.side_count))
        self._sums: dict[str, _Sums] = {}
        self._boards: dict[tuple[str, int], list[list[tuple[str, _Sums]] | None]] = {}

    def add(self, exported: Mapping[str, Any]) -> None:
        """Count a match of this game, any room of a board at any time, each once.

        Raises RecordError if the record does not follow from the rules.
        """
        key = exported["encounter"], exported["board"]
        board = self._boards.setdefault(key, [])
        board.append(self._of_match(exported))
        if len(board) == self._rooms:
            del self._boards[key]
            if None not in board:  # no match is void
                for match in board:
                    for bot, sums in match or ():
                        _merge(self._sums.setdefault(bot, {}), sums)

    def sheets(self, bot: str) -> tuple[HabitSheet, ...]:
        """The game's sheets as this bot (an entrant's name) filled them; empty if nothing of it was counted."""
        sums = self._sums.get(bot, {})
        return tuple(_sheet(layout, sums) for layout in self._game.habits)

    def _of_match(self, exported: Mapping[str, Any]) -> list[tuple[str, _Sums]] | None:
        """By bot; None of a void match, nothing of one with a fault."""
        result = exported["result"]
        if result["reason"] == Reason.VOID:
            return None
        names = [entrant["name"] for entrant in exported["entrants"]]
        by_bot: list[tuple[str, _Sums]] = [(name, {}) for name in names]
        if faults_in(result):
            return []
        sums_of_seat = [by_bot[entrant][1] for entrant in exported["seats"]]
        before: Deal | None = None
        for number, record in enumerate(exported["deals"]):
            deal = dealt(self._game, exported["board_key"], exported["board"] % self._game.seats, number, before)
            acted = []
            try:
                for action in record["actions"]:
                    acted.append((deal.to_act, deal.decision))
                    deal.apply(action)
            except IllegalAction as why:
                where = f"{exported['match']}: deals[{number}].actions[{len(acted) - 1}]"
                raise RecordError(f"{where}: {why}") from None
            if deal.points is None:
                raise RecordError(f"{exported['match']}: deals[{number}]: is not complete, in a match without a fault")
            _add(sums_of_seat, deal.habits(acted))
            before = deal
        return by_bot


def _add(sums_of_seat: list[_Sums], facts: Iterable[Habit]) -> None:
    for seat, sheet, row, column, amount, of in facts:
        sums = sums_of_seat[seat]
        place = sheet, row, column
        old = sums.get(place)
        if old is None:
            sums[place] = [amount, of]
        else:
            old[0] += amount
            old[1] += of


def _merge(sums: _Sums, more: _Sums) -> None:
    for place, (amount, of) in more.items():
        old = sums.setdefault(place, [0, 0])
        old[0] += amount
        old[1] += of


def _sheet(layout: HabitLayout, sums: _Sums) -> HabitSheet:
    rows = []
    for row, title in layout.rows:
        values: list[float | int | None] = []
        for column in layout.columns:
            amount, of = sums.get((layout.key, row, column.key), (0, 0))
            of += sums.get((layout.key, ALL_ROWS, column.key), (0, 0))[1]
            if column.form is HabitForm.COUNT:
                values.append(amount)
            elif not of:
                values.append(None)
            else:
                values.append((100 if column.form is HabitForm.PERCENT else 1) * amount / of)
        rows.append(HabitRow(row, title, tuple(values)))
    return HabitSheet(layout.key, layout.title, layout.note, layout.columns, tuple(rows))


__all__ = ["HabitColumn", "HabitForm", "HabitRow", "HabitSheet", "HabitTally"]
