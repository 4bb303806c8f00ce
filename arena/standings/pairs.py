"""The fold of two: the two matches of a board make a pair, and pairs are summed.

Of single matches it keeps only those whose board still lacks a room. Must never hold a rating, an interval or an
opinion. Called by `tally`.
"""

from arena.records import MatchSummary
from arena.seating import rooms
from arena.standings.contests import Contest
from arena.standings.encounters import EncounterTally, add_tallies

_HALVES = {0.0: 0, 0.5: 1, 1.0: 2}
_FIRST_ROOM, _SECOND_ROOM = rooms(2)


class PairTally(EncounterTally):
    """Sums over the whole pairs of two entrants, scores from the view of the first.

    `grid[3 * open + closed]` counts pairs by the halves of a point (0, 1, 2) that the first entrant took in each room.
    `difference`, `deals` and their products are as in a `Contest`.
    """

    __slots__ = (
        "boards",
        "deals",
        "deals_squared",
        "difference",
        "difference_deals",
        "difference_squared",
        "grid",
        "waiting",
    )

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__(names, steps=4, contests=1)
        self.waiting: dict[int, MatchSummary] = {}
        self.grid = [0] * 9
        self.boards = self.difference = self.deals = 0
        self.difference_squared = self.difference_deals = self.deals_squared = 0

    def add(self, match: MatchSummary) -> None:
        other = self.waiting.pop(match.board, None)
        if other is None:
            self.waiting[match.board] = match
        elif other.room == _FIRST_ROOM and match.room == _SECOND_ROOM:
            self._add_pair(other, match)
        elif other.room == _SECOND_ROOM and match.room == _FIRST_ROOM:
            self._add_pair(match, other)
        else:
            raise ValueError(f"board {match.board} of {match.names}: room {match.room} after {other.room}")

    def _add_pair(self, opened: MatchSummary, closed: MatchSummary) -> None:
        """Count a whole board; nothing of it counts when one of its matches is void."""
        if opened.shares is None or closed.shares is None:
            return
        halves = _HALVES[opened.shares[0]], _HALVES[closed.shares[0]]
        self.grid[3 * halves[0] + halves[1]] += 1
        difference = deals = 0
        for match in (opened, closed):
            if match.faults:
                self.add_faults(match)
            else:
                points = match.points
                difference += points[0] - points[1]
                deals += match.deals
                for sums, tallies in zip(self.tallies, match.tallies, strict=True):
                    add_tallies(sums, tallies)
            decisions, total_ms, max_ms = match.decisions, match.total_ms, match.max_ms
            self.decisions[0] += decisions[0]
            self.decisions[1] += decisions[1]
            self.total_ns[0] += int(total_ms[0] * 1e6)
            self.total_ns[1] += int(total_ms[1] * 1e6)
            if max_ms[0] > self.max_ms[0]:
                self.max_ms[0] = max_ms[0]
            if max_ms[1] > self.max_ms[1]:
                self.max_ms[1] = max_ms[1]
        if not (opened.faults or closed.faults):
            by_dealer = (2 - halves[0] if opened.first_dealer else halves[0]) + (
                2 - halves[1] if closed.first_dealer else halves[1]
            )
            self.first_dealers[by_dealer] += 1
        if deals:
            self.boards += 1
            self.difference += difference
            self.deals += deals
            self.difference_squared += difference * difference
            self.difference_deals += difference * deals
            self.deals_squared += deals * deals

    @property
    def waiting_matches(self) -> int:
        return len(self.waiting)

    @property
    def pairs(self) -> int:
        return sum(self.grid)

    @property
    def contests(self) -> list[Contest]:
        grid = self.grid
        cells = [0] * 5
        for place, count in enumerate(grid):
            cells[place // 3 + place % 3] += count
        by_room = [
            [sum(grid[3 * half : 3 * half + 3]) for half in range(3)],
            [sum(grid[half::3]) for half in range(3)],
        ]
        return [
            Contest(
                cells,
                by_room,
                self.boards,
                self.difference,
                self.deals,
                self.difference_squared,
                self.difference_deals,
                self.deals_squared,
            )
        ]

    def matches(self, entrant: int) -> tuple[int, int, int]:
        grid = self.grid
        lost, shared, won = (sum(grid[3 * half : 3 * half + 3]) + sum(grid[half::3]) for half in range(3))
        return (won, shared, lost) if entrant else (lost, shared, won)

    def win_sixths(self, entrant: int) -> int:
        _, shared, won = self.matches(entrant)
        return 3 * shared + 6 * won
