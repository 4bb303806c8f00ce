"""Bradley-Terry ratings on the Elo scale, fitted to all pairs at once, with errors that know what a pair is.

A match is the trial, the pair (or a board of three) the cluster: standard errors come from the sandwich A B A.
Entrants are numbers here, names stay outside. Pure floats and lists; called by `rows` only.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul

ELO = 400 / math.log(10)  # Elo points per unit of log odds
PRIOR_MATCHES = 0.5  # virtual drawn matches of every entrant, spread evenly over all others: sweeps stay finite
_LAST_STEP = 1e-8  # log odds; the step after one this small would be some 1e-16
_STEPS = 500

Matrix = list[list[float]]


@dataclass(frozen=True, slots=True)
class Meeting:
    """What ratings need of two that met: `score` the mean of `first`, `variance` a pair's (the thirds added).

    `matches` is how many make a pair.
    """

    first: int
    second: int
    pairs: int
    score: float
    variance: float
    matches: int = 2


@dataclass(frozen=True, slots=True)
class Overlap:
    """Boards that two meetings (by their place) share; the covariance of the sums of their scores there."""

    one: int
    other: int
    covariance: float


@dataclass(frozen=True, slots=True)
class Ratings:
    """Elo by entrant and its covariance matrix, both relative to the mean or to the anchor.

    `groups` are the sets of entrants that pairs connect, in order of their first member: only the prior relates
    ratings across two of them, so such differences mean nothing.
    """

    elo: list[float]
    covariance: Matrix
    groups: list[list[int]]

    def standard_error(self, entrant: int) -> float:
        return math.sqrt(max(0.0, self.covariance[entrant][entrant]))

    def difference_variance(self, one: int, other: int) -> float:
        covariance = self.covariance
        return covariance[one][one] + covariance[other][other] - 2 * covariance[one][other]


def ratings(
    count: int, meetings: Sequence[Meeting], anchor: int | None = None, overlaps: Sequence[Overlap] = ()
) -> Ratings:
    """Maximum likelihood ratings of `count` entrants (2 at least), mean 0 or with `anchor` at 0.

    Every two meet once at most in `meetings`, each of which has a pair; meetings are independent but for `overlaps`.
    """
    trials, wins = _matches_with_prior(count, meetings)
    log_odds = [0.0] * count
    for _ in range(_STEPS):
        gradient, hessian = _slopes(log_odds, trials, wins)
        # the gradient's mean is 0, so lifting the constant direction changes nothing but makes the matrix definite
        step = _solution(_factor(_lifted(hessian)[0]), gradient)
        widest = max(step) - min(step)
        # damped as the logistic likelihood allows: ascends from anywhere, a full step in the limit
        damping = math.log1p(widest) / widest if widest > 0 else 1.0
        log_odds = [value + damping * part for value, part in zip(log_odds, step, strict=True)]
        if widest < _LAST_STEP:
            break
    inverse = _inverse(_slopes(log_odds, trials, wins)[1])
    covariance = _sandwich(inverse, count, meetings, overlaps)
    origin = sum(log_odds) / count if anchor is None else log_odds[anchor]
    if anchor is not None:
        covariance = _relative(covariance, anchor)
    return Ratings([ELO * (value - origin) for value in log_odds], covariance, connected(count, meetings))


def connected(count: int, meetings: Sequence[Meeting]) -> list[list[int]]:
    """Entrants grouped by whom pairs connect, directly or through others."""
    group = list(range(count))
    for meeting in meetings:
        kept, dropped = sorted((group[meeting.first], group[meeting.second]))
        group = [kept if label == dropped else label for label in group]
    return [[entrant for entrant in range(count) if group[entrant] == label] for label in sorted(set(group))]


def _matches_with_prior(count: int, meetings: Sequence[Meeting]) -> tuple[Matrix, Matrix]:
    """Matches and points of every entrant against every other."""
    virtual = PRIOR_MATCHES / (count - 1)
    trials = [[0.0 if row == column else virtual for column in range(count)] for row in range(count)]
    wins = [[cell / 2 for cell in row] for row in trials]
    for meeting in meetings:
        one, other, matches = meeting.first, meeting.second, meeting.matches * meeting.pairs
        trials[one][other] += matches
        trials[other][one] += matches
        wins[one][other] += matches * meeting.score
        wins[other][one] += matches * (1 - meeting.score)
    return trials, wins


def _slopes(log_odds: list[float], trials: Matrix, wins: Matrix) -> tuple[list[float], Matrix]:
    """Gradient and negated Hessian of the log-likelihood."""
    count = len(log_odds)
    gradient = [0.0] * count
    hessian = [[0.0] * count for _ in range(count)]
    for one in range(count):
        for other in range(one):
            expected = 1 / (1 + math.exp(log_odds[other] - log_odds[one]))
            surplus = wins[one][other] - trials[one][other] * expected
            weight = trials[one][other] * expected * (1 - expected)
            gradient[one] += surplus
            gradient[other] -= surplus
            hessian[one][other] = hessian[other][one] = -weight
            hessian[one][one] += weight
            hessian[other][other] += weight
    return gradient, hessian


def _lifted(laplacian: Matrix) -> tuple[Matrix, float]:
    """A Laplacian made definite: on constant vectors it acts as the lift, elsewhere as before."""
    count = len(laplacian)
    lift = sum(laplacian[place][place] for place in range(count)) / count
    return [[cell + lift / count for cell in row] for row in laplacian], lift


def _inverse(laplacian: Matrix) -> Matrix:
    """Pseudo-inverse of a connected graph's Laplacian: inverse on vectors of mean 0, and 0 on constant ones."""
    count = len(laplacian)
    lifted, lift = _lifted(laplacian)
    factor = _factor(lifted)
    units = [[float(row == column) for column in range(count)] for row in range(count)]
    return [[cell - 1 / (lift * count) for cell in _solution(factor, unit)] for unit in units]


def _factor(matrix: Matrix) -> Matrix:
    """Cholesky's factor of a symmetric positive definite matrix: its rows, each up to the diagonal."""
    lower: Matrix = []
    for row, cells in enumerate(matrix):
        line: list[float] = []
        for column in range(row):
            line.append((cells[column] - sum(map(mul, line, lower[column]))) / lower[column][column])
        line.append(math.sqrt(cells[row] - sum(map(mul, line, line))))
        lower.append(line)
    return lower


def _solution(lower: Matrix, right: Sequence[float]) -> list[float]:
    """x of L L' x = right."""
    half: list[float] = []
    for line, value in zip(lower, right, strict=True):
        half.append((value - sum(map(mul, line, half))) / line[-1])
    for place in range(len(half) - 1, -1, -1):
        line = lower[place]
        solved = half[place] = half[place] / line[-1]
        for column in range(place):
            half[column] -= line[column] * solved
    return half


def _sandwich(inverse: Matrix, count: int, meetings: Sequence[Meeting], overlaps: Sequence[Overlap]) -> Matrix:
    """A B A in Elo squared, A the inverse Hessian, B the variance of the pairs' points (two matches: 4 v a pair)."""
    points = [[0.0] * count for _ in range(count)]
    for meeting in meetings:
        one, other, variance = meeting.first, meeting.second, meeting.matches**2 * meeting.variance * meeting.pairs
        points[one][one] += variance
        points[other][other] += variance
        points[one][other] -= variance
        points[other][one] -= variance
    for overlap in overlaps:
        first, second = meetings[overlap.one], meetings[overlap.other]
        shared = first.matches * second.matches * overlap.covariance
        for one, sign in ((first.first, shared), (first.second, -shared)):
            for other, part in ((second.first, sign), (second.second, -sign)):
                points[one][other] += part
                points[other][one] += part
    half = [[sum(map(mul, row, column)) for column in points] for row in inverse]
    return [[ELO * ELO * sum(map(mul, row, column)) for column in inverse] for row in half]


def _relative(covariance: Matrix, anchor: int) -> Matrix:
    """Covariance of the differences from `anchor`."""
    own, fixed = covariance[anchor], covariance[anchor][anchor]
    return [
        [cell - own[row] - own[column] + fixed for column, cell in enumerate(line)]
        for row, line in enumerate(covariance)
    ]
