"""The statistics of one encounter: score interval, sign test, points per deal; and Holm's correction over many.

Works on counts of boards by score, in equal steps from 0 to 1 (quarters of a pair, twelfths where three meet), and on
sums over boards; holds no entrants, no ranking. What is said of pairs here goes for any boards. Called by `rows`,
`clusters` and `places`.
"""

import math
from collections.abc import Sequence

Z95 = 1.959963984540054
ALPHA = 0.05
PAIR_STEPS = 4  # a pair's score moves in quarters
FEWEST_PAIRS = 5  # below it an interval would be a guess, and none is given
# Decisive pairs up to which the sign test sums binomial coefficients; beyond, it sums their ratios in floats, which
# start from log-gamma: relative error below 1e-7 at ten million pairs, a few thousand terms at most.
EXACT_UP_TO = 256
# Beyond so many degrees of freedom a transformed normal tail stands in for Student's: within 2 % at p = 1e-6.
_NEARLY_NORMAL = 200


def added(steps: int) -> float:
    """How much of a board, whose score moves in so many steps, one pair is: what smoothing adds to all boards."""
    return PAIR_STEPS / steps


def smoothed(cells: Sequence[int]) -> tuple[float, float]:
    """Mean and variance of a pair's score with a third of a pair added at each of 0, 1/2 and 1.

    So clean sweeps keep a variance above 0. Numerators are exact integers: nothing cancels at a million pairs. To a
    board of more matches no more is added than to a pair, as much as two matches weigh: `added(steps)` of a board.
    """
    steps = len(cells) - 1
    pairs = steps // PAIR_STEPS  # in a board
    count = pairs * sum(cells) + 1
    total = pairs * sum(value * times for value, times in enumerate(cells)) + steps // 2
    squares = 3 * pairs * sum(value * value * times for value, times in enumerate(cells)) + 5 * steps * steps // 4
    return total / (steps * count), (squares * count - 3 * total * total) / (3 * steps * steps * count * count)


def wilson(cells: Sequence[int]) -> tuple[float, float]:
    """The 95 % interval of the mean pair score: Wilson's, with as many trials as the pairs' variance is worth.

    There must be a pair. A pair is worth at least one trial and at most 8: four a match, 24 a board of six.
    """
    steps = len(cells) - 1
    pairs = sum(cells)
    mean, variance = smoothed(cells)
    trials = min(mean * (1 - mean) / variance, 2.0 * steps) * pairs
    score = sum(value * times for value, times in enumerate(cells)) / (steps * pairs)
    shrink = 1 + Z95 * Z95 / trials
    middle = (score + Z95 * Z95 / (2 * trials)) / shrink
    half = Z95 / shrink * math.sqrt(score * (1 - score) / trials + (Z95 / (2 * trials)) ** 2)
    return max(0.0, min(middle - half, score)), min(1.0, max(middle + half, score))


def sign_test(won: int, lost: int) -> float:
    """Two-sided p-value that decisive pairs fall to either side alike; 1 without any. Splits do not enter."""
    count, fewer = won + lost, min(won, lost)
    if 2 * fewer == count:
        return 1.0
    if count <= EXACT_UP_TO:
        tail = sum(math.comb(count, losses) for losses in range(fewer + 1))
        return min(1.0, 2 * tail / (1 << count))
    log_top = math.lgamma(count + 1) - math.lgamma(fewer + 1) - math.lgamma(count - fewer + 1) - count * math.log(2)
    term = total = 1.0
    for losses in range(fewer, 0, -1):
        term *= losses / (count - losses + 1)
        total += term
        if term < 1e-17 * total:
            break
    return min(1.0, 2 * total * math.exp(log_top))


def holm(p_values: Sequence[float], alpha: float = ALPHA) -> list[bool]:
    """Which of the hypotheses fall when the chance of any false claim is to stay below `alpha` (step-down)."""
    rejected = [False] * len(p_values)
    for done, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        if p_values[place] > alpha / (len(p_values) - done):
            break
        rejected[place] = True
    return rejected


def ratio_variance(boards: int, d: int, n: int, dd: int, dn: int, nn: int) -> float | None:
    """Variance of the ratio sum d / sum n over boards, from their sums and sums of products; None below 2 boards."""
    if boards < 2:
        return None
    # sum (d_b - r n_b)^2 times (sum n)^2, exact
    squares = dd * n * n - 2 * d * n * dn + d * d * nn
    return boards / (boards - 1) * (squares / n**4)


def mean_and_error(cells: Sequence[int]) -> tuple[float | None, float | None]:
    """Mean of the scores counted in `cells`, and the half-width of its plain 95 % interval.

    For an average over many boards near one half; None without any, the error None below the fewest pairs.
    """
    count = sum(cells)
    if count == 0:
        return None, None
    total = sum(value * times for value, times in enumerate(cells))
    mean = total / ((len(cells) - 1) * count)
    if count < FEWEST_PAIRS:
        return mean, None
    return mean, Z95 * math.sqrt(smoothed(cells)[1] / count)


def difference_p_value(difference: float, variance: float, freedom: float) -> float:
    """Two-sided p-value of a difference from 0 whose variance is an estimate with `freedom` degrees of freedom.

    Student's t, since with 5 to 20 pairs the normal tail tells equal bots apart in up to 15 % of tournaments.
    """
    squared = difference * difference / variance
    if squared == 0:
        return 1.0
    if freedom > _NEARLY_NORMAL:
        z_squared = squared * (1 - 1 / (4 * freedom)) ** 2 / (1 + squared / (2 * freedom))
        return math.erfc(math.sqrt(z_squared / 2))
    inside, outside = squared / (freedom + squared), freedom / (freedom + squared)
    if squared < 3:
        return 1 - _incomplete_beta(inside, outside, 0.5, freedom / 2)
    return _incomplete_beta(outside, inside, freedom / 2, 0.5)


def freedom(parts: Sequence[tuple[float, float]]) -> float:
    """Degrees of freedom of a sum of estimated variances, each with its number of pairs (Welch and Satterthwaite)."""
    total = sum(variance for variance, _ in parts)
    return total * total / sum(variance * variance / max(pairs - 1, 0.5) for variance, pairs in parts)


def _incomplete_beta(x: float, rest: float, a: float, b: float) -> float:
    """Regularised I_x(a, b) with rest = 1 - x, by its power series in x: positive terms only."""
    log_front = math.lgamma(a + b) - math.lgamma(a + 1) - math.lgamma(b) + a * math.log(x) + b * math.log(rest)
    term = total = 1.0
    step = 0
    while term > 1e-16 * total:
        term *= x * (a + b + step) / (a + 1 + step)
        total += term
        step += 1
    return math.exp(log_front) * total
