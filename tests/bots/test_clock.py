"""A seat's time: what each decision takes from the bank."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.bots.clock import Budget
from arena.records import Clock


def budget(action_ms: int | None = 1000, bank_ms: int = 5000) -> Budget:
    return Budget(Clock(10_000, action_ms, bank_ms, 500))


@pytest.mark.parametrize(
    ("elapsed_ms", "bank_ms", "uncharged_ms"),
    [
        ([], 5000, 0),
        ([0.01], 5000, 0),
        ([1000], 5000, 0),
        ([1000.5], 4999.5, 0),
        ([1500, 1500], 4000, 0),
        ([1500, 10, 6000], 0, 500),  # 500, then 5000 of which the bank has 4500
        ([6000], 0, 0),
        ([6000, 1001], 0, 1),
    ],
)
def test_time_over_the_action_is_taken_from_the_bank(
    elapsed_ms: list[float], bank_ms: float, uncharged_ms: float
) -> None:
    seat = budget()
    uncharged = sum(seat.charge(ms) for ms in elapsed_ms)
    assert (seat.bank_ms, uncharged) == (bank_ms, uncharged_ms)
    assert seat.allowance_ms == 1000 + bank_ms
    assert seat.last_ms == (elapsed_ms[-1] if elapsed_ms else None)


def test_the_bank_is_filled_for_each_match() -> None:
    seat = budget()
    seat.charge(3000)
    seat.refill()
    assert (seat.bank_ms, seat.last_ms, seat.allowance_ms) == (5000, None, 6000)


def test_an_untimed_seat_has_all_the_time_and_no_bank() -> None:
    seat = budget(None)
    assert (seat.charge(1e9), seat.bank_ms, seat.allowance_ms, seat.last_ms) == (0, None, inf, 1e9)


@given(st.lists(st.floats(0, 10_000), max_size=20))
def test_no_time_is_lost_between_bank_and_uncharged(elapsed_ms: list[float]) -> None:
    seat = budget()
    uncharged = sum(seat.charge(ms) for ms in elapsed_ms)
    over = sum(max(0.0, ms - 1000) for ms in elapsed_ms)
    assert seat.bank_ms is not None
    assert seat.bank_ms >= 0
    assert over == pytest.approx((5000 - seat.bank_ms) + uncharged, abs=1e-6)
