"""A contest: what whole boards say of two entrants that met in them, as exact sums from the view of the first.

The unit is the board, whatever its matches: a pair where two met, six matches where three did. Holds counts and integer
sums only. Built by the folds (`pairs`, `triples`), read by `rows` and `clusters`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(slots=True)
class Contest:
    """`cells` counts boards by the first's score in equal steps from 0 to 1: a pair's quarters, six matches' twelfths.

    `by_room`: for each room, boards by the halves of a point (0, 1, 2) that the first took there. `difference`, `deals`
    and their products are summed over the `boards` that have a match without a fault, such matches only.
    """

    cells: list[int]
    by_room: list[list[int]]
    boards: int = 0
    difference: int = 0
    deals: int = 0
    difference_squared: int = 0
    difference_deals: int = 0
    deals_squared: int = 0

    @property
    def pairs(self) -> int:
        """Whole boards."""
        return sum(self.cells)

    @property
    def steps(self) -> int:
        """Into how many the way from a score of 0 to 1 is divided."""
        return len(self.cells) - 1

    @property
    def total(self) -> int:
        """The sum of the first's scores, in steps."""
        return sum(steps * count for steps, count in enumerate(self.cells))

    @property
    def score(self) -> Fraction:
        """The first's mean score of a board, exact; there must be a board."""
        return Fraction(self.total, self.steps * self.pairs)

    @property
    def lost_split_won(self) -> tuple[int, int, int]:
        """Boards with a score below, at and above one half."""
        middle = self.steps // 2
        return sum(self.cells[:middle]), self.cells[middle], sum(self.cells[middle + 1 :])

    @property
    def mirroring(self) -> tuple[float, float]:
        """The sums of squares, about the mean, of the boards' scores, and what they would be were rooms independent."""
        count = self.pairs
        return _spread(self.cells) / count, sum(map(_spread, self.by_room)) / count


def pooled(contests: Sequence[Contest]) -> Contest:
    """All boards of two entrants, whoever was the third."""
    if len(contests) == 1:
        return contests[0]
    return Contest(
        [sum(counts) for counts in zip(*(one.cells for one in contests), strict=True)],
        [],
        sum(one.boards for one in contests),
        sum(one.difference for one in contests),
        sum(one.deals for one in contests),
        sum(one.difference_squared for one in contests),
        sum(one.difference_deals for one in contests),
        sum(one.deals_squared for one in contests),
    )


def _spread(cells: Sequence[int]) -> int:
    """n times the sum of squares about the mean, of values 0, 1, 2, … that occurred `cells` times."""
    count = sum(cells)
    total = sum(value * times for value, times in enumerate(cells))
    return count * sum(value * value * times for value, times in enumerate(cells)) - total * total
