"""The fold of three: the six matches of a board give every two of the three a score, and boards are summed.

A score is the mean, over the six, of 1 for who finished above the other and 1/2 each where they were level. The scores
of one board are not independent, so their products are kept, too. Must never hold a rating, an interval or an
opinion. Called by `tally`.
"""

from itertools import combinations

from arena.records import MatchSummary, Reason
from arena.seating import rooms
from arena.standings.contests import Contest
from arena.standings.encounters import EncounterTally, add_tallies

ROOMS = tuple(rooms(3))
TWO_OF_THREE = tuple(combinations(range(3), 2))  # of the entrants, and of their three contests

_STEPS = 2 * len(ROOMS)
_SIXTHS = {0.0: 0, 1 / 3: 2, 0.5: 3, 1.0: 6}
_LOST, _WON = 0, 6


def halves(match: MatchSummary, one: int, other: int) -> int:
    """2 when `one` finished above `other` in a match that is not void, 0 below, 1 when they were level.

    By shares, then by final scores. Those stand for nothing when a fault or the deal cap ended the match: who is at
    fault is below the others by share, and these are level.
    """
    assert match.shares is not None
    first, second = match.shares[one], match.shares[other]
    if first == second and match.reason is Reason.TARGET:
        first, second = match.points[one], match.points[other]
    return 1 + (first > second) - (first < second)


class TripleTally(EncounterTally):
    """Sums over the whole boards of three entrants; `shares` counts, by entrant, matches by its share in sixths."""

    __slots__ = ("_contests", "shares", "waiting")

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__(names, steps=2 * _STEPS, contests=3)
        self.waiting: dict[int, dict[str, MatchSummary]] = {}
        self._contests = [Contest([0] * (_STEPS + 1), [[0] * 3 for _ in ROOMS]) for _ in TWO_OF_THREE]
        self.shares = [[0] * 7 for _ in names]

    def add(self, match: MatchSummary) -> None:
        board = self.waiting.setdefault(match.board, {})
        if match.room in board or match.room not in ROOMS:
            raise ValueError(f"board {match.board} of {match.names}: room {match.room} after {', '.join(board)}")
        board[match.room] = match
        if len(board) == len(ROOMS):
            del self.waiting[match.board]
            self._add_board([board[room] for room in ROOMS])

    def _add_board(self, matches: list[MatchSummary]) -> None:
        """Count a whole board; nothing of it counts when one of its matches is void."""
        if any(match.shares is None for match in matches):
            return
        scores = [0] * 3
        for place, (one, other) in enumerate(TWO_OF_THREE):
            contest = self._contests[place]
            for room, match in zip(contest.by_room, matches, strict=True):
                half = halves(match, one, other)
                room[half] += 1
                scores[place] += half
            contest.cells[scores[place]] += 1
        for pair, (one, other) in enumerate(TWO_OF_THREE):
            self.products[pair] += scores[one] * scores[other]
        for match in matches:
            self._add_match(match)
        if not any(match.faults for match in matches):
            self.first_dealers[sum(map(_dealers_halves, matches))] += 1
        self._add_points([match for match in matches if not match.faults])

    def _add_match(self, match: MatchSummary) -> None:
        assert match.shares is not None
        if match.faults:
            self.add_faults(match)
        else:
            for sums, tallies in zip(self.tallies, match.tallies, strict=True):
                add_tallies(sums, tallies)
        for entrant in range(3):
            self.shares[entrant][_SIXTHS[match.shares[entrant]]] += 1
            self.decisions[entrant] += match.decisions[entrant]
            self.total_ns[entrant] += int(match.total_ms[entrant] * 1e6)
            self.max_ms[entrant] = max(self.max_ms[entrant], match.max_ms[entrant])

    def _add_points(self, matches: list[MatchSummary]) -> None:
        deals = sum(match.deals for match in matches)
        if not deals:
            return
        differences = [sum(match.points[one] - match.points[other] for match in matches) for one, other in TWO_OF_THREE]
        for contest, difference in zip(self._contests, differences, strict=True):
            contest.boards += 1
            contest.difference += difference
            contest.deals += deals
            contest.difference_squared += difference * difference
            contest.difference_deals += difference * deals
            contest.deals_squared += deals * deals
        for pair, (one, other) in enumerate(TWO_OF_THREE):
            self.difference_products[pair] += differences[one] * differences[other]

    @property
    def waiting_matches(self) -> int:
        return sum(map(len, self.waiting.values()))

    @property
    def pairs(self) -> int:
        return self._contests[0].pairs

    @property
    def contests(self) -> list[Contest]:
        return self._contests

    def matches(self, entrant: int) -> tuple[int, int, int]:
        shares = self.shares[entrant]
        return shares[_LOST], sum(shares[_LOST + 1 : _WON]), shares[_WON]

    def win_sixths(self, entrant: int) -> int:
        return sum(sixths * count for sixths, count in enumerate(self.shares[entrant]))


def _dealers_halves(match: MatchSummary) -> int:
    """How the entrant that dealt first finished against both others."""
    dealer = match.first_dealer
    return sum(halves(match, dealer, other) for other in range(3) if other != dealer)
