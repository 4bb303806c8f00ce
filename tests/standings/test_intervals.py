"""The formulas of one encounter, against worked values, independent computations and exact coverage."""

import math
from fractions import Fraction
from itertools import accumulate
from math import comb, factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.standings.intervals import (
    EXACT_UP_TO,
    Z95,
    added,
    difference_p_value,
    freedom,
    holm,
    mean_and_error,
    ratio_variance,
    sign_test,
    smoothed,
    wilson,
)

CELLS = st.tuples(*[st.integers(0, 50)] * 5).filter(any)
THIRD = Fraction(1, 3)


@given(CELLS)
def test_smoothed_adds_a_third_at_lost_split_and_won(cells: tuple[int, ...]) -> None:
    thirds = (THIRD, Fraction(0), THIRD, Fraction(0), THIRD)
    weights = [count + third for count, third in zip(cells, thirds, strict=True)]
    mean = sum(weight * Fraction(place, 4) for place, weight in enumerate(weights)) / sum(weights)
    variance = sum(weight * (Fraction(place, 4) - mean) ** 2 for place, weight in enumerate(weights)) / sum(weights)
    assert smoothed(cells) == pytest.approx((float(mean), float(variance)), rel=1e-14)


@given(st.sampled_from([4, 12, 24]).flatmap(lambda steps: st.tuples(*[st.integers(0, 50)] * (steps + 1))).filter(any))
def test_smoothed_adds_one_pair_in_all_to_boards_of_more_matches(cells: tuple[int, ...]) -> None:
    steps = len(cells) - 1
    ninth = Fraction(added(steps)).limit_denominator(100) / 3
    weights = [count + (ninth if place % (steps // 2) == 0 else 0) for place, count in enumerate(cells)]
    assert sum(weights) - sum(cells) == Fraction(4, steps)
    mean = sum(weight * Fraction(place, steps) for place, weight in enumerate(weights)) / sum(weights)
    variance = sum(weight * (Fraction(place, steps) - mean) ** 2 for place, weight in enumerate(weights)) / sum(weights)
    assert smoothed(cells) == pytest.approx((float(mean), float(variance)), rel=1e-14)


def test_standard_error_of_20_60_20() -> None:
    cells = (20, 0, 60, 0, 20)
    assert math.sqrt(smoothed(cells)[1] / 100) == pytest.approx(0.0317, abs=5e-5)
    plain = sum(count * (place / 4 - 0.5) ** 2 for place, count in enumerate(cells)) / 100
    assert math.sqrt(plain / 100) == pytest.approx(0.0316, abs=5e-5)


@pytest.mark.parametrize("pairs", [1, 5, 1_000_000, 10**9])
def test_a_clean_sweep_keeps_a_variance(pairs: int) -> None:
    _, variance = smoothed((0, 0, 0, 0, pairs))
    # x is 0 with weight 1/3, 1/2 with 1/3, else 1: about 5/12 a pair for many
    assert variance * (pairs + 1) == pytest.approx(5 / 12, rel=1 / pairs)


@given(CELLS | st.tuples(*[st.integers(0, 50)] * 13).filter(any))
def test_wilson_holds_the_score_and_mirrors(cells: tuple[int, ...]) -> None:
    low, high = wilson(cells)
    score = sum(place * count for place, count in enumerate(cells)) / (len(cells) - 1) / sum(cells)
    assert 0 <= low <= score <= high <= 1
    assert low < high
    assert wilson(cells[::-1]) == pytest.approx((1 - high, 1 - low), abs=1e-12)


def test_wilson_with_as_many_trials_as_pairs_are_worth() -> None:
    # only sweeps: with the thirds m = 1/2, v = (100 + 2/3) / 4 / 101, so a pair is worth 101 / (100 + 2/3) trials
    trials = 100 * 101 / (100 + 2 / 3)
    half = Z95 * math.sqrt(0.25 / trials + Z95**2 / (4 * trials**2)) / (1 + Z95**2 / trials)
    assert wilson((50, 0, 0, 0, 50)) == pytest.approx((0.5 - half, 0.5 + half))
    # only splits: worth 8 trials a pair at most
    half = Z95 * math.sqrt(0.25 / 800 + Z95**2 / (4 * 800**2)) / (1 + Z95**2 / 800)
    assert wilson((0, 0, 100, 0, 0)) == pytest.approx((0.5 - half, 0.5 + half))
    # boards of six matches that always split: 24 trials
    half = Z95 * math.sqrt(0.25 / 2400 + Z95**2 / (4 * 2400**2)) / (1 + Z95**2 / 2400)
    assert wilson([0] * 6 + [100] + [0] * 6) == pytest.approx((0.5 - half, 0.5 + half))


@pytest.mark.parametrize("pairs", [5, 10, 40])
@pytest.mark.parametrize(
    ("lost", "split", "won"),
    [(0.25, 0.5, 0.25), (0.1, 0.8, 0.1), (0.2, 0.4, 0.4), (0.05, 0.35, 0.6), (0.01, 0.2, 0.79), (0.02, 0.9, 0.08)],
)
def test_wilson_covers_the_truth_exactly_counted(pairs: int, lost: float, split: float, won: float) -> None:
    truth = won + split / 2
    coverage = 0.0
    for losses in range(pairs + 1):
        for wins in range(pairs + 1 - losses):
            splits = pairs - losses - wins
            low, high = wilson((losses, 0, splits, 0, wins))
            if low <= truth <= high:
                ways = factorial(pairs) // (factorial(losses) * factorial(splits) * factorial(wins))
                coverage += ways * lost**losses * split**splits * won**wins
    assert 0.905 <= coverage <= 1.0 + 1e-9


@pytest.mark.parametrize(
    ("won", "lost", "p_value"),
    [(0, 0, 1.0), (1, 0, 1.0), (5, 0, 1 / 16), (0, 6, 1 / 32), (9, 1, 22 / 1024), (4, 4, 1.0), (5, 4, 1.0)],
)
def test_sign_test(won: int, lost: int, p_value: float) -> None:
    assert sign_test(won, lost) == sign_test(lost, won) == p_value


@pytest.mark.parametrize("count", [EXACT_UP_TO + 1, 400, 1001, 3000])
def test_sign_test_of_many_is_the_exact_one(count: int) -> None:
    tails = list(accumulate(comb(count, losses) for losses in range(count // 2)))
    for losses in range(0, count // 2, 17):
        exact = min(Fraction(1), Fraction(2 * tails[losses], 2**count))
        assert sign_test(losses, count - losses) == pytest.approx(float(exact), rel=1e-9, abs=1e-300)


@pytest.mark.parametrize("lost", [0, 300_000, 498_000, 499_000, 499_900, 499_999, 500_000])
def test_sign_test_of_a_million_nears_the_normal_tail(lost: int) -> None:
    # with the correction for continuity; half the standard deviation is 250
    normal = math.erfc((500_000 - lost - 0.5) / 500 / math.sqrt(2)) if lost < 500_000 else 1.0
    assert sign_test(1_000_000 - lost, lost) == pytest.approx(normal, rel=1e-3, abs=1e-300)


@pytest.mark.parametrize(
    ("p_values", "rejected"),
    [
        ([], []),
        ([0.05], [True]),
        ([0.051], [False]),
        ([0.05, 0.025], [True, True]),
        ([0.03, 0.026], [False, False]),
        ([0.04, 0.001, 0.025], [True, True, True]),
        ([0.04, 0.001, 0.026], [False, True, False]),
        ([0.01, 0.01, 0.01, 0.01], [True] * 4 if 0.01 <= 0.05 / 4 else []),
    ],
)
def test_holm(p_values: list[float], rejected: list[bool]) -> None:
    assert holm(p_values) == rejected


@given(st.lists(st.tuples(st.integers(-60, 60), st.integers(1, 50)), min_size=2, max_size=20))
def test_ratio_variance_from_sums(boards: list[tuple[int, int]]) -> None:
    d, n = sum(board[0] for board in boards), sum(board[1] for board in boards)
    ratio = d / n
    spread = sum((difference - ratio * deals) ** 2 for difference, deals in boards)
    dd, dn, nn = (sum(x * y for x, y in pairs) for pairs in _products(boards))
    expected = len(boards) / (len(boards) - 1) * spread / n**2
    assert ratio_variance(len(boards), d, n, dd, dn, nn) == pytest.approx(expected, rel=1e-9, abs=1e-15)


def _products(boards: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    return [[(d, d) for d, _ in boards], boards, [(n, n) for _, n in boards]]


@pytest.mark.parametrize("boards", [0, 1])
def test_one_board_has_no_variance(boards: int) -> None:
    assert ratio_variance(boards, 3, 10, 9, 30, 100) is None


@pytest.mark.parametrize(
    ("cells", "mean", "has_error"),
    [
        ((0, 0, 0, 0, 0), None, False),
        ((0, 0, 3, 0, 1), 0.625, False),
        ((1, 0, 3, 0, 1), 0.5, True),
    ],
)
def test_mean_and_error(cells: tuple[int, ...], mean: float | None, has_error: bool) -> None:
    found, error = mean_and_error(cells)
    assert found == mean
    assert (error is not None) == has_error


def test_error_of_the_mean_is_the_normal_one() -> None:
    mean, error = mean_and_error((20, 0, 60, 0, 20))
    assert (mean, error) == pytest.approx((0.5, 1.96 * 0.0317), abs=1e-4)


@pytest.mark.parametrize(
    # Student's quantiles as every table has them
    ("freedom_given", "t", "p_value"),
    [
        (1, 1.0, 0.5),
        (1, 12.706, 0.05),
        (4, 0.741, 0.5),
        (4, 2.776, 0.05),
        (5, 4.032, 0.01),
        (10, 4.587, 0.001),
        (30, 1.697, 0.1),
        (30, 2.042, 0.05),
        (120, 3.373, 0.001),
        (1000, 2.581, 0.01),
        (1e9, 1.95996, 0.05),
        (1e9, 4.8916, 1e-6),
    ],
)
def test_difference_p_value_is_students(freedom_given: float, t: float, p_value: float) -> None:
    for difference in (2 * t, -2 * t):
        assert difference_p_value(difference, 4.0, freedom_given) == pytest.approx(p_value, rel=2e-3)


@pytest.mark.parametrize("t", [0.1, 1.0, 1.73, 1.74, 3.0, 5.0, 20.0])
def test_difference_p_value_has_no_seams(t: float) -> None:
    below, above = (difference_p_value(t, 1.0, freedom_given) for freedom_given in (200.0, 200.001))
    assert below == pytest.approx(above, rel=2e-2 if t < 10 else 1.0)
    assert difference_p_value(t, 1.0, 7.0) > difference_p_value(t + 0.01, 1.0, 7.0)


@given(st.floats(0, 1e9), st.floats(1e-12, 10), st.floats(0.5, 1e7))
def test_difference_p_value_stays_a_chance(difference: float, variance: float, freedom_given: float) -> None:
    assert 0 <= difference_p_value(difference, variance, freedom_given) <= 1


@pytest.mark.parametrize(
    ("parts", "degrees"),
    [
        ([(0.3, 11)], 10),
        ([(0.3, 11), (0.3, 11)], 20),
        ([(1.0, 5), (2.0, 9)], 9 / (1 / 4 + 4 / 8)),
        ([(0.3, 1)], 0.5),
    ],
)
def test_freedom(parts: list[tuple[float, int]], degrees: float) -> None:
    assert freedom(parts) == pytest.approx(degrees)
