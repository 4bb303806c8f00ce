"""Ratings against worked values, against the equations that define them, and at their extremes."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.standings import bradley_terry
from arena.standings.bradley_terry import ELO, PRIOR_MATCHES, Meeting, connected, ratings
from arena.standings.intervals import smoothed

Results = dict[tuple[int, int], tuple[int, int, int]]


def meetings_of(results: Results) -> list[Meeting]:
    """`{(first, second): (lost, split, won)}` as meetings."""
    return [
        Meeting(one, other, lost + split + won, (won + split / 2) / (lost + split + won), variance)
        for (one, other), (lost, split, won) in results.items()
        for variance in [smoothed((lost, 0, split, 0, won))[1]]
    ]


def expected_score(elo_difference: float) -> float:
    return 1 / (1 + math.pow(10, -elo_difference / 400))


def test_75_75_90_percent_gives_191_0_minus_191() -> None:
    many = 1_000_000
    meetings = [
        Meeting(0, 1, many, 0.75, 0.1),
        Meeting(1, 2, many, 0.75, 0.1),
        Meeting(0, 2, many, 0.90, 0.1),
    ]
    assert ratings(3, meetings).elo == pytest.approx([190.85, 0, -190.85], abs=0.01)


@pytest.mark.parametrize("pairs", [1, 9, 1_000_000])
def test_a_clean_sweep_of_two_is_finite(pairs: int) -> None:
    found = ratings(2, meetings_of({(0, 1): (0, 0, pairs)}))
    assert found.elo[0] - found.elo[1] == pytest.approx(400 * math.log10((2 * pairs + 0.25) / 0.25), abs=1e-6)
    assert math.isfinite(found.standard_error(0))
    assert found.standard_error(0) > 100


def test_error_of_two_is_the_pairs_error_on_the_elo_scale() -> None:
    lost, split, won = 20, 60, 20
    found = ratings(2, meetings_of({(0, 1): (lost, split, won)}))
    # the difference's slope in the score is 4 ELO at one half; the prior's half match of 200 hardly shows
    assert math.sqrt(found.difference_variance(0, 1)) == pytest.approx(4 * ELO * 0.0317, rel=0.005)
    # mean 0: each carries half of the difference
    assert found.standard_error(0) == pytest.approx(2 * ELO * 0.0317, rel=0.005)


RESULTS = st.integers(2, 5).flatmap(
    lambda count: st.tuples(
        st.just(count),
        st.dictionaries(
            st.sampled_from([(one, other) for other in range(count) for one in range(other)]),
            st.tuples(*[st.sampled_from([0, 1, 3, 20, 1000, 1_000_000])] * 3).filter(any),
            min_size=1,
        ),
    )
)


@settings(max_examples=150, deadline=None)
@given(RESULTS)
def test_every_score_is_the_expected_one_with_the_prior(drawn: tuple[int, Results]) -> None:
    count, results = drawn
    meetings = meetings_of(results)
    elo = ratings(count, meetings).elo
    assert sum(elo) == pytest.approx(0, abs=1e-6)
    virtual = PRIOR_MATCHES / (count - 1)
    for entrant in range(count):
        others = [other for other in range(count) if other != entrant]
        got = sum(virtual / 2 for _ in others)
        due = sum(virtual * expected_score(elo[entrant] - elo[other]) for other in others)
        for meeting in meetings:
            if entrant in (meeting.first, meeting.second):
                other = meeting.second if entrant == meeting.first else meeting.first
                score = meeting.score if entrant == meeting.first else 1 - meeting.score
                got += 2 * meeting.pairs * score
                due += 2 * meeting.pairs * expected_score(elo[entrant] - elo[other])
        assert got == pytest.approx(due, rel=1e-8, abs=1e-6)


@settings(max_examples=150, deadline=None)
@given(RESULTS, st.booleans())
def test_always_finite_and_errors_never_negative(drawn: tuple[int, Results], anchored: bool) -> None:
    count, results = drawn
    found = ratings(count, meetings_of(results), anchor=count - 1 if anchored else None)
    assert all(map(math.isfinite, found.elo))
    assert all(math.isfinite(cell) for row in found.covariance for cell in row)
    if anchored:
        assert found.elo[-1] == found.standard_error(count - 1) == 0


def test_the_anchor_moves_the_origin_and_keeps_the_differences() -> None:
    meetings = meetings_of({(0, 1): (5, 10, 20), (1, 2): (8, 9, 10), (0, 2): (1, 10, 20)})
    free, fixed = ratings(3, meetings), ratings(3, meetings, anchor=1)
    assert fixed.elo == pytest.approx([elo - free.elo[1] for elo in free.elo])
    for one, other in ((0, 1), (0, 2), (1, 2)):
        assert fixed.difference_variance(one, other) == pytest.approx(free.difference_variance(one, other))
    assert fixed.standard_error(0) == pytest.approx(math.sqrt(free.difference_variance(0, 1)))


def test_the_error_of_a_middle_bot_comes_from_its_own_games() -> None:
    # 0 and 2 never met: their difference is known through 1 only, so its variances add up
    chain = ratings(3, meetings_of({(0, 1): (200, 600, 200), (1, 2): (200, 600, 200)}))
    one, two = chain.difference_variance(0, 1), chain.difference_variance(1, 2)
    assert chain.difference_variance(0, 2) == pytest.approx(one + two, rel=0.01)


@pytest.mark.parametrize(
    ("met", "groups"),
    [
        ([], [[0], [1], [2], [3]]),
        ([(2, 3), (0, 1)], [[0, 1], [2, 3]]),
        ([(2, 3), (0, 2)], [[0, 2, 3], [1]]),
        ([(2, 3), (0, 1), (1, 2)], [[0, 1, 2, 3]]),
    ],
)
def test_connected(met: list[tuple[int, int]], groups: list[list[int]]) -> None:
    assert connected(4, [Meeting(one, other, 1, 0.5, 0.1) for one, other in met]) == groups


def test_steps_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bradley_terry, "_STEPS", 1)
    short = ratings(2, meetings_of({(0, 1): (0, 0, 1000)})).elo
    assert 0 < short[0] - short[1] < 400


def test_contradictory_sweeps_converge_where_full_steps_would_not() -> None:
    results = {
        (0, 1): (0, 0, 1),
        (1, 2): (0, 0, 1),
        (1, 3): (0, 0, 1),
        (2, 3): (1, 0, 1000),
        (0, 4): (100_000, 0, 0),
        (3, 4): (1, 0, 0),
        (2, 5): (1, 0, 100_000),
        (4, 5): (0, 0, 1_000_000),
    }
    elo = ratings(6, meetings_of(results)).elo
    assert elo[4] > elo[0]
    assert elo[4] > elo[5]
    assert all(abs(value) < 10_000 for value in elo)
