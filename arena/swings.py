"""The rooms of every board side by side, deal by deal on the same cards, the boards with the largest swings first.

Plain values from exported records, which say it all; nothing is played again. Knows of a game what its summary says:
a `contract` whose first entry is the seat that made it. Must never read a file or a clock. Called by `cli`; `reports`
render the values. For thousands of matches the number of boards kept deal by deal can be bounded.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import heappush, heappushpop
from sys import intern
from typing import Any

from arena.records import Reason
from arena.seating import rooms


@dataclass(frozen=True, slots=True)
class DealLine:
    """A deal as one room played it. `dealer_entrant` is the dealer's name; `points` and `scores` are by entrant.

    `points` None for a deal cut off, `scores` then as before it. `contract` in words, "" when there is none.
    `made_by`: whose it was, with whose name it then begins.
    """

    number: int
    dealer_entrant: str
    contract: str
    points: tuple[int, ...] | None
    scores: tuple[int, ...]
    made_by: str | None = None


@dataclass(frozen=True, slots=True)
class RoomLine:
    """A match of a board. By entrant, in the encounter's order: `shares` (None when void) and the final `scores`.

    `winner` is a name, or None where nobody won or the win was shared.
    """

    room: str
    match: str
    winner: str | None
    shares: tuple[float, ...] | None
    scores: tuple[int, ...]
    reason: str
    deals: tuple[DealLine, ...]


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A board in all its rooms, in their fixed order.

    `swing` is what the rooms differ by on the same cards, in points. Of two entrants: the first's points less the
    second's, both rooms together, so it is 0 where either made the same of either side's cards, above 0 where the
    first made more. Of three: the most points of one entrant over all rooms less the fewest. It is 0 where a match was
    forfeited or void, since its points stand for nothing.
    """

    board: int
    rooms: tuple[RoomLine, ...]
    swing: float


@dataclass(frozen=True, slots=True)
class BoardResult:
    """A board in a line. By room, in their fixed order: `winners`, and the final `scores` by entrant."""

    board: int
    swing: float
    winners: tuple[str | None, ...]
    scores: tuple[tuple[int, ...], ...]


_Rank = tuple[float, int]  # the larger swing first, of equal ones the lower board


class BoardLines:
    """Matches, added one at a time, put together to boards."""

    def __init__(self, keep: int | None = None) -> None:
        """`keep`: so many boards an encounter, those with the largest swings; None for all of them."""
        self._keep = keep
        self._waiting: dict[tuple[str, int], dict[str, RoomLine]] = {}
        self._kept: dict[str, list[tuple[_Rank, BoardLine]]] = {}  # heaps, the least telling board first
        self._results: dict[str, list[BoardResult]] = {}

    def add(self, exported: Mapping[str, Any]) -> None:
        """Any room of a board at any time, each once. A board counts when all its rooms are there."""
        encounter, board = exported["encounter"], exported["board"]
        order = rooms(len(exported["entrants"]))
        waiting = self._waiting.setdefault((encounter, board), {})
        waiting[exported["room"]] = room_line(exported)
        if len(waiting) == len(order):
            del self._waiting[encounter, board]
            self._add_board(encounter, board_line(board, [waiting[room] for room in order]))

    def _add_board(self, encounter: str, line: BoardLine) -> None:
        results = self._results.setdefault(encounter, [])
        results.append(
            BoardResult(
                line.board,
                line.swing,
                tuple([room.winner for room in line.rooms]),
                tuple([room.scores for room in line.rooms]),
            )
        )
        heap = self._kept.setdefault(encounter, [])
        entry = (abs(line.swing), -line.board), line
        if self._keep is None or len(heap) < self._keep:
            heappush(heap, entry)
        elif heap:
            heappushpop(heap, entry)

    def encounters(self) -> Mapping[str, tuple[BoardLine, ...]]:
        """By encounter (`a~b`, in code point order) the boards that were kept, largest swings first."""
        return {
            encounter: tuple([line for _, line in sorted(self._kept[encounter], key=_rank, reverse=True)])
            for encounter in sorted(self._kept)
        }

    def results(self) -> Mapping[str, tuple[BoardResult, ...]]:
        """By encounter every board in a line, by number."""
        return {
            encounter: tuple(sorted(self._results[encounter], key=lambda result: result.board))
            for encounter in sorted(self._results)
        }


def _rank(entry: tuple[_Rank, BoardLine]) -> _Rank:
    return entry[0]


def board_line(board: int, lines: Sequence[RoomLine]) -> BoardLine:
    """The rooms of a board, which must be all there and in order."""
    swing = 0
    if all(line.reason not in (Reason.FORFEIT, Reason.VOID) for line in lines):
        totals = [sum(scores) for scores in zip(*[line.scores for line in lines], strict=True)]
        swing = totals[0] - totals[1] if len(totals) == 2 else max(totals) - min(totals)
    return BoardLine(board, tuple(lines), float(swing))


def room_line(exported: Mapping[str, Any]) -> RoomLine:
    """One match, by entrant."""
    names = [entrant["name"] for entrant in exported["entrants"]]
    seats, sides, result = exported["seats"], exported["sides"], exported["result"]
    side_of = [sides[seats.index(entrant)] for entrant in range(len(names))]
    bots = [names[entrant] for entrant in seats]
    winner, shares = result["winner"], result["shares"]
    return RoomLine(
        exported["room"],
        exported["match"],
        None if winner is None else names[side_of.index(winner)],
        None if shares is None else tuple([shares[side] for side in side_of]),
        tuple([result["scores"][side] for side in side_of]),
        result["reason"],
        tuple([_deal_line(number, deal, bots, side_of) for number, deal in enumerate(exported["deals"])]),
    )


def _deal_line(number: int, deal: Mapping[str, Any], bots: Sequence[str], side_of: Sequence[int]) -> DealLine:
    points = deal["points"]
    contract = deal["summary"].get("contract")
    return DealLine(
        number,
        bots[deal["dealer"]],
        contract_words(contract, bots),
        None if points is None else tuple([points[side] for side in side_of]),
        tuple([deal["scores"][side] for side in side_of]),
        bots[next(iter(contract.values()))] if contract else None,
    )


def contract_words(contract: Mapping[str, Any] | None, bots: Sequence[str]) -> str:
    """Who made it and its terms: `a 4 hearts`, `b spades alone`, `b spades alone a`; `bots` are the names by seat.

    Numbers and words stand as they are, a list of seats as its key with their bots unless it is the maker alone, and
    what is not yet said not at all.
    The names are as their entrants have them: not yet fit for a terminal or a page.
    """
    if not contract:
        return ""
    (_, seat), *terms = contract.items()
    words = [bots[seat]]
    for key, value in terms:
        if isinstance(value, list):
            if value:
                words += [key, *([] if value == [seat] else [bots[each] for each in value])]
        elif value is not None:
            words.append(str(value))
    return intern(" ".join(words))
