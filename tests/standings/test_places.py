"""Place intervals: ties, corrections, and what stays open."""

from fractions import Fraction

import pytest

from arena.standings.places import place_intervals


def intervals(values: list[str], variance: float, comparable: bool = True, unranked: int = 0) -> list[str]:
    """`place low-high` of each."""
    found = place_intervals(
        [Fraction(value) for value in values], lambda *_: (variance, 1e9), lambda *_: comparable, unranked
    )
    return [f"{place} {low}-{high}" for place, low, high in zip(found.place, found.low, found.high, strict=True)]


@pytest.mark.parametrize(
    ("values", "variance", "places"),
    [
        ([], 1, []),
        (["1/2"], 1, ["1 1-1"]),
        (["0.7", "0.3"], 1e-4, ["1 1-1", "2 2-2"]),
        (["0.3", "0.7"], 1e-4, ["2 2-2", "1 1-1"]),
        (["0.7", "0.3"], 1.0, ["1 1-2", "2 1-2"]),
        (["1/3", "1/3", "1/3"], 1e-9, ["1 1-3", "1 1-3", "1 1-3"]),
        # a tie that floats would not see: 1/10 + 2/10 against 3/10
        ([str(Fraction(1, 10) + Fraction(2, 10)), "3/10"], 1e-99, ["1 1-2", "1 1-2"]),
        (["0.9", "0.5", "0.5", "0.1"], 1e-4, ["1 1-1", "2 2-3", "2 2-3", "4 4-4"]),
        # the middle one is not surely apart from either
        (["0.9", "0.5", "0.1"], 0.06, ["1 1-2", "2 1-3", "3 2-3"]),
    ],
)
def test_places(values: list[str], variance: float, places: list[str]) -> None:
    assert intervals(values, variance) == places


def test_holm_asks_more_of_many_comparisons() -> None:
    # z = 2.2, p = 0.028: enough for one comparison, not for three
    assert intervals(["2.2", "0"], 1.0) == ["1 1-1", "2 2-2"]
    assert intervals(["2.2", "0", "1.1"], 1.0) == ["1 1-3", "3 1-3", "2 1-3"]


def test_what_cannot_be_compared_is_not_decided_but_corrected_for() -> None:
    assert intervals(["0.9", "0.1"], 1e-9, comparable=False) == ["1 1-2", "2 1-2"]
    found = place_intervals(
        [Fraction(22, 10), Fraction(0), Fraction(0)], lambda *_: (1.0, 1e9), lambda one, other: (one, other) == (0, 1)
    )
    assert (found.comparisons, found.decided) == (3, frozenset())


def test_unranked_entrants_may_still_take_any_place() -> None:
    assert intervals(["0.9", "0.1"], 1e-4, unranked=2) == ["1 1-3", "2 2-4"]


def test_few_pairs_ask_for_more() -> None:
    # z = 2.2 again, of a variance that 5 pairs gave
    found = place_intervals([Fraction(22, 10), Fraction(0)], lambda *_: (1.0, 4.0), lambda *_: True)
    assert found.decided == frozenset()
