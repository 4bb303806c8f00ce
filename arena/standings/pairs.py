"""The fold: matches, in any order, into sums over pairs, one set of sums an encounter.

Holds counts and integer sums only, so the order of matches cannot matter and a million matches fit in the
memory of one; of single matches it keeps only those whose board still lacks a room. Must never hold a rating,
an interval or an opinion. Called by whoever reads matches: the command line, schedules.
"""

from collections.abc import Mapping
from fractions import Fraction

from arena.records import MatchSummary
from arena.seating import rooms

UNPLAYED = "unplayed"

_HALVES = {0.0: 0, 0.5: 1, 1.0: 2}
_FIRST_ROOM, _SECOND_ROOM = rooms(2)


class EncounterTally:
    """Sums over the whole pairs of two entrants; index 0 is the first by code point, and scores are its scores.

    `grid[3 * open + closed]` counts pairs by the halves of a point (0, 1, 2) that the first entrant took in each
    room; `first_dealers` counts boards without a fault by the quarters that the first dealers took in both rooms.
    `difference`, `deals` and their products are summed over the `boards` that have a match without a fault, such
    matches only. Lists of two are by entrant; times are whole nanoseconds, so that they too sum exactly.
    """

    __slots__ = (
        "boards",
        "deals",
        "deals_squared",
        "decisions",
        "difference",
        "difference_deals",
        "difference_squared",
        "first_dealers",
        "forfeits",
        "grid",
        "max_ms",
        "names",
        "tallies",
        "total_ns",
        "waiting",
    )

    def __init__(self, names: tuple[str, str]) -> None:
        self.names = names
        self.waiting: dict[int, MatchSummary] = {}
        self.grid = [0] * 9
        self.first_dealers = [0] * 5
        self.boards = self.difference = self.deals = 0
        self.difference_squared = self.difference_deals = self.deals_squared = 0
        self.forfeits: tuple[dict[str, int], dict[str, int]] = ({}, {})
        self.tallies: tuple[dict[str, list[int]], dict[str, list[int]]] = ({}, {})
        self.decisions = [0, 0]
        self.total_ns = [0, 0]
        self.max_ms = [0.0, 0.0]

    def add_pair(self, opened: MatchSummary, closed: MatchSummary) -> None:
        """Count a whole board; nothing of it counts when one of its matches is void."""
        if opened.shares is None or closed.shares is None:
            return
        halves = _HALVES[opened.shares[0]], _HALVES[closed.shares[0]]
        self.grid[3 * halves[0] + halves[1]] += 1
        difference = deals = 0
        for match in (opened, closed):
            if match.faults:
                self._add_faults(match)
            else:
                points = match.points
                difference += points[0] - points[1]
                deals += match.deals
                for sums, tallies in zip(self.tallies, match.tallies, strict=True):
                    _add_tallies(sums, tallies)
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

    def _add_faults(self, match: MatchSummary) -> None:
        for entrant, kind, unplayed in match.faults:
            forfeits = self.forfeits[entrant]
            key = UNPLAYED if unplayed else kind.value
            forfeits[key] = forfeits.get(key, 0) + 1

    @property
    def pairs(self) -> int:
        return sum(self.grid)

    @property
    def cells(self) -> tuple[int, ...]:
        """Pairs by the score of the first entrant: 0, 1/4, 1/2, 3/4, 1."""
        cells = [0] * 5
        for place, count in enumerate(self.grid):
            cells[place // 3 + place % 3] += count
        return tuple(cells)

    @property
    def score(self) -> Fraction:
        """The first entrant's mean score of a pair, exact; there must be a pair."""
        return Fraction(sum(quarters * count for quarters, count in enumerate(self.cells)), 4 * self.pairs)

    @property
    def matches(self) -> tuple[int, int, int]:
        """Matches that the first entrant lost, drew and won."""
        grid = self.grid
        by_half = [sum(grid[3 * half : 3 * half + 3]) + sum(grid[half::3]) for half in range(3)]
        return by_half[0], by_half[1], by_half[2]

    @property
    def mirroring(self) -> tuple[float, float]:
        """The sums of squares, about the mean, of the pairs' scores, and what they would be were rooms independent."""
        count = self.pairs
        by_room = (
            [sum(self.grid[3 * half : 3 * half + 3]) for half in range(3)],
            [sum(self.grid[half::3]) for half in range(3)],
        )
        together = _spread(self.cells) / count
        apart = (_spread(by_room[0]) + _spread(by_room[1])) / count
        return together, apart


class Tally:
    """All encounters of a tournament, folded match by match in any order.

    Memory grows with the number of encounters, and with the matches whose board is not all in yet. Every match
    may be added once only: a second copy is noticed only while its board waits.
    """

    def __init__(self) -> None:
        self.encounters: dict[tuple[str, ...], EncounterTally] = {}
        self.void_matches = 0

    def add(self, summary: MatchSummary) -> None:
        """Count a match; it shows in standings once the other room of its board is in, too."""
        encounter = self.encounters.get(summary.names)
        if encounter is None:
            encounter = self._begin(summary.names)
        if summary.shares is None:
            self.void_matches += 1
        other = encounter.waiting.pop(summary.board, None)
        if other is None:
            encounter.waiting[summary.board] = summary
        elif other.room == _FIRST_ROOM and summary.room == _SECOND_ROOM:
            encounter.add_pair(other, summary)
        elif other.room == _SECOND_ROOM and summary.room == _FIRST_ROOM:
            encounter.add_pair(summary, other)
        else:
            raise ValueError(f"board {summary.board} of {summary.names}: room {summary.room} after {other.room}")

    def _begin(self, names: tuple[str, ...]) -> EncounterTally:
        if len(names) != 2:
            raise ValueError(f"an encounter of {len(names)} entrants has no pairs: {names}")
        encounter = self.encounters[names] = EncounterTally((names[0], names[1]))
        return encounter

    @property
    def waiting_matches(self) -> int:
        """Matches that do not count yet because the other room of their board is not in."""
        return sum(len(encounter.waiting) for encounter in self.encounters.values())


def _add_tallies(sums: dict[str, list[int]], tallies: Mapping[str, tuple[int, int]]) -> None:
    for key, (numerator, denominator) in tallies.items():
        if key in sums:
            both = sums[key]
            both[0] += numerator
            both[1] += denominator
        else:
            sums[key] = [numerator, denominator]


def _spread(cells: tuple[int, ...] | list[int]) -> int:
    """n times the sum of squares about the mean, of values 0, 1, 2, … that occurred `cells` times."""
    count = sum(cells)
    total = sum(value * times for value, times in enumerate(cells))
    return count * sum(value * value * times for value, times in enumerate(cells)) - total * total
