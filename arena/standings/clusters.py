"""What may be taken for independent: the boards of one encounter, whose contests are not independent of each other.

Where two meet an encounter has one contest and there is nothing to say but its variance. Where three meet, who does
well against one is likely to do well against the other. Works on exact sums, says it in floats. Called by `rows`.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from arena.standings.contests import Contest, pooled
from arena.standings.encounters import EncounterTally
from arena.standings.intervals import added, smoothed

# What smoothing adds to a contest in thirds at 0, 1/2 and 1 is, where three meet, a piece of a board in six equal
# parts: each of the three alone at the top and alone at the bottom, the others level. Of its scores, the mean products
# and the mean square:
_ADDED = {(0, 1): 1 / 3, (0, 2): 1 / 6, (1, 2): 1 / 3}
_ADDED_SQUARE = 5 / 12
_PLACES = {two: place for place, two in enumerate(combinations(range(3), 2))}


@dataclass(frozen=True, slots=True)
class Cluster:
    """An encounter by its `members`' numbers; `boards` as many as count for degrees of freedom.

    `covariance` is, between its contests (in the order of `itertools.combinations`), of what its boards contribute to
    the mean scores of these contests over all encounters.
    """

    members: tuple[int, ...]
    boards: float
    covariance: list[list[float]]

    def spread(self, weights: Mapping[int, float]) -> float:
        """Its part of the variance of a sum of members' scores, each the sum of the mean scores of its contests."""
        given = [weights.get(member, 0.0) for member in self.members]
        factors = [one - other for one, other in combinations(given, 2)]
        if len(factors) == 1:
            return self.covariance[0][0] * factors[0] ** 2
        rows = zip(self.covariance, factors, strict=True)
        return sum(one * other * cell for row, one in rows for cell, other in zip(row, factors, strict=True))


@dataclass(frozen=True, slots=True)
class Met:
    """Two entrants over all their encounters together, as many as `encounters`: the boards pooled.

    `mean` and `variance` of a board's score are smoothed.
    """

    contest: Contest
    encounters: int
    mean: float
    variance: float


def met(contests: Sequence[Contest]) -> Met:
    """All that two entrants have with each other, in one; there must be a board."""
    whole = pooled(contests)
    return Met(whole, len(contests), *smoothed(whole.cells))


def cluster(encounter: EncounterTally, members: tuple[int, ...], over_all: Sequence[Met]) -> Cluster:
    """The cluster of one encounter's boards, of which there must be one; `over_all` in the order of its contests."""
    if len(over_all) == 1:
        pairs = encounter.pairs
        return Cluster(members, pairs, [[over_all[0].variance / pairs]])
    places = range(len(over_all))
    matrix = [[_covariance(encounter, over_all, one, other) for other in places] for one in places]
    # residuals are from means that other encounters with the same two help to estimate: these lose one degree together
    fewest = min(one.contest.pairs for one in over_all)
    return Cluster(members, 1 + encounter.pairs * (1 - 1 / fewest), matrix)


def _covariance(encounter: EncounterTally, over_all: Sequence[Met], one: int, other: int) -> float:
    """Of an encounter's contributions to two mean scores.

    Smoothed so that the variances of all encounters (`one` = `other`) add up to the smoothed variance over the boards.
    """
    contests = encounter.contests
    first, second, first_all, second_all = contests[one], contests[other], over_all[one], over_all[other]
    steps, mean, other_mean = first.steps, first_all.mean, second_all.mean
    if one == other:
        product = sum(value * value * count for value, count in enumerate(first.cells))
        extra = _ADDED_SQUARE
    else:
        pair = min(one, other), max(one, other)
        product, extra = encounter.products[_PLACES[pair]], _ADDED[pair]
    squares = product / steps**2 - mean * second.total / steps - other_mean * first.total / steps
    squares += first.pairs * mean * other_mean
    weight = added(steps) / math.sqrt(first_all.encounters * second_all.encounters)
    squares += weight * (extra + mean * other_mean - (mean + other_mean) / 2)
    return squares / math.sqrt(_divisor(first_all.contest) * _divisor(second_all.contest))


def _divisor(contest: Contest) -> float:
    """By what the sum of squares of a contest's boards, with what is added, is divided for the variance of its mean."""
    return contest.pairs * (contest.pairs + added(contest.steps))


def points_covariance(encounter: EncounterTally, over_all: Sequence[Contest], one: int, other: int) -> float:
    """Of an encounter's contributions to two contests' points per deal (`one` < `other`), ratios over all encounters.

    `over_all` are the two contests, pooled; both need two boards with deals.
    """
    first, second = encounter.contests[one], encounter.contests[other]
    first_all, second_all = over_all
    ratio, other_ratio = first_all.difference / first_all.deals, second_all.difference / second_all.deals
    product = encounter.difference_products[_PLACES[one, other]]
    squares = product - ratio * second.difference_deals - other_ratio * first.difference_deals
    squares += ratio * other_ratio * first.deals_squared
    freedom = math.sqrt((1 - 1 / first_all.boards) * (1 - 1 / second_all.boards))
    return squares / (first_all.deals * second_all.deals) / freedom
