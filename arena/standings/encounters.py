"""What every encounter's tally has, of two or of three: sums by entrant, and matches whose board still lacks a room.

Base of `pairs.PairTally` and `triples.TripleTally`; must hold no formula. Times are whole nanoseconds and everything
else counts, so that sums are exact and the order of matches cannot matter.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from math import comb

from arena.records import MatchSummary
from arena.standings.contests import Contest

UNPLAYED = "unplayed"


class EncounterTally(ABC):
    """Sums over the whole boards of an encounter; lists are by entrant, in code point order of their `names`.

    `first_dealers` counts boards without a fault by the score of who dealt first in its matches, in equal steps from
    0 to 1. For every two of its contests, `products` sums the products of their scores of a board (both in steps), and
    `difference_products` those of their differences of points.
    """

    __slots__ = (
        "decisions",
        "difference_products",
        "first_dealers",
        "forfeits",
        "max_ms",
        "names",
        "products",
        "tallies",
        "total_ns",
    )

    def __init__(self, names: tuple[str, ...], steps: int, contests: int) -> None:
        self.names = names
        self.products = [0] * comb(contests, 2)
        self.difference_products = [0] * comb(contests, 2)
        self.first_dealers = [0] * (steps + 1)
        self.forfeits: tuple[dict[str, int], ...] = tuple({} for _ in names)
        self.tallies: tuple[dict[str, list[int]], ...] = tuple({} for _ in names)
        self.decisions = [0 for _ in names]
        self.total_ns = [0 for _ in names]
        self.max_ms = [0.0 for _ in names]

    @abstractmethod
    def add(self, match: MatchSummary) -> None:
        """Take a match in; the board counts once all its rooms are. ValueError for a room that is in already."""

    @property
    @abstractmethod
    def waiting_matches(self) -> int:
        """Matches that do not count yet."""

    @property
    @abstractmethod
    def pairs(self) -> int:
        """Whole boards that count."""

    @property
    @abstractmethod
    def contests(self) -> list[Contest]:
        """Of every two entrants, in the order of `itertools.combinations`."""

    @abstractmethod
    def matches(self, entrant: int) -> tuple[int, int, int]:
        """How many of the matches the entrant lost, shared and won."""

    @abstractmethod
    def win_sixths(self, entrant: int) -> int:
        """The entrant's shares of all these matches, in sixths of a match."""

    def add_faults(self, match: MatchSummary) -> None:
        for entrant, kind, unplayed in match.faults:
            forfeits = self.forfeits[entrant]
            key = UNPLAYED if unplayed else kind.value
            forfeits[key] = forfeits.get(key, 0) + 1


def add_tallies(sums: dict[str, list[int]], tallies: Mapping[str, tuple[int, int]]) -> None:
    for key, (numerator, denominator) in tallies.items():
        if key in sums:
            both = sums[key]
            both[0] += numerator
            both[1] += denominator
        else:
            sums[key] = [numerator, denominator]
