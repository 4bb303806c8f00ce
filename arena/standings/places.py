"""Places as intervals: which of the entrants are surely better than which, all comparisons corrected together.

Works on numbers by entrant and knows neither names nor whether the numbers are scores or ratings. Places proper
(ties, order) are compared on exact numbers, tests of differences on floats. Called by `rows` only.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from arena.standings.intervals import difference_p_value, holm


@dataclass(frozen=True, slots=True)
class PlaceIntervals:
    """By entrant its place (equal for level ones), lowest and highest number that the tests leave open.

    `decided` holds the comparisons (i < j) that are, of all `comparisons`.
    """

    place: list[int]
    low: list[int]
    high: list[int]
    comparisons: int
    decided: frozenset[tuple[int, int]]


def place_intervals(
    values: Sequence[Fraction],
    spread: Callable[[int, int], tuple[float, float]],
    comparable: Callable[[int, int], bool],
    unranked: int = 0,
) -> PlaceIntervals:
    """Places 1.. by `values`, the highest first, and what Holm's correction at 5 % leaves of every difference.

    `spread` gives the variance of a difference and the degrees of freedom of that. A comparison that is not
    `comparable` is never decided but counts among those corrected for. `unranked` others have no value yet and may
    still take any place.
    """
    comparisons = list(combinations(range(len(values)), 2))
    p_values = [
        difference_p_value(float(values[one] - values[other]), *spread(one, other)) if comparable(one, other) else 1.0
        for one, other in comparisons
    ]
    decided = frozenset(pair for pair, sure in zip(comparisons, holm(p_values), strict=True) if sure)
    above = [0] * len(values)
    below = [0] * len(values)
    for one, other in decided:
        better, worse = (one, other) if values[one] > values[other] else (other, one)
        above[worse] += 1
        below[better] += 1
    return PlaceIntervals(
        place=[1 + sum(other > value for other in values) for value in values],
        low=[1 + count for count in above],
        high=[len(values) + unranked - count for count in below],
        comparisons=len(comparisons),
        decided=decided,
    )
