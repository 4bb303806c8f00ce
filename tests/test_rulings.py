"""What follows from a fault, as tables; what is recorded for matches that were not played."""

import pytest

from arena.derive import full_record
from arena.games import game
from arena.records import Fault, FaultKind, MatchResult, Reason
from arena.rulings import Streaks, forfeit, unplayed_record, void_record
from arena.verify import first_difference
from tests.played import run_facts, spec

RULED = game("bid-euchre", {})
SIDES = (0, 1, 0, 1)


@pytest.mark.parametrize(
    ("seats", "winner", "shares", "fault", "other"),
    [
        ([0], 1, [0, 1], 0, None),
        ([1], 0, [1, 0], 1, None),
        ([3], 0, [1, 0], 3, None),
        ([2, 0], 1, [0, 1], 0, None),  # one side at fault: its lower seat's counts
        ([1, 0], None, [0.5, 0.5], 0, 1),
        ([3, 2], None, [0.5, 0.5], 2, 3),
        ([3, 1, 2], None, [0.5, 0.5], 1, 2),
        ([0, 1, 2, 3], None, [0.5, 0.5], 0, 1),
    ],
)
def test_who_loses(seats: list[int], winner: int | None, shares: list[float], fault: int, other: int | None) -> None:
    faults = [Fault(seat, FaultKind.NOT_READY, f"seat {seat}") for seat in seats]
    result = forfeit(faults, SIDES, (3, -4))
    assert (result.winner, result.shares, result.scores) == (winner, shares, [3, -4])
    assert result.reason is Reason.FORFEIT
    assert result.fault is not None
    assert result.fault.seat == fault
    assert (result.other_fault.seat if result.other_fault else None) == other


ALL = [1 / 3] * 3


@pytest.mark.parametrize(
    ("sides", "seats", "winner", "shares", "kept"),
    [
        ((0, 1, 2), [0], None, [0, 0.5, 0.5], [0]),
        ((0, 1, 2), [1], None, [0.5, 0, 0.5], [1]),
        ((0, 1, 2), [2, 0], 1, [0, 1, 0], [0, 2]),
        ((0, 1, 2), [1, 2], 0, [1, 0, 0], [1, 2]),
        ((0, 1, 2), [2, 1, 0], None, ALL, [0, 1, 2]),
        ((2, 0, 1), [2, 0], 0, [1, 0, 0], [0, 2]),
        ((0, 1, 2, 0, 1, 2), [5, 3, 2], 1, [0, 1, 0], [2, 3]),
        ((0, 1, 2, 0, 1, 2), [5, 4, 3, 0], None, ALL, [0, 4, 5]),
        ((0, 1, 0, 1, 0, 1), [4, 2], 1, [0, 1], [2]),
        ((0, 1, 0, 1, 0, 1, 0, 1), [7, 6], None, [0.5, 0.5], [6, 7]),
        ((0, 1), [1], 0, [1, 0], [1]),
    ],
)
def test_who_loses_among_other_sides(
    sides: tuple[int, ...], seats: list[int], winner: int | None, shares: list[float], kept: list[int]
) -> None:
    result = forfeit([Fault(seat, FaultKind.NOT_READY, "silent") for seat in seats], sides, [7] * (max(sides) + 1))
    assert (result.winner, result.shares, result.reason) == (winner, shares, Reason.FORFEIT)
    assert [fault.seat for fault in result.faults] == kept
    assert result.fault is result.faults[0]


@pytest.mark.parametrize(
    ("boards", "rows", "given_up"),
    [
        ("", 3, False),
        ("1 1", 3, False),
        ("1 1 1", 3, True),
        ("1 1 - 1", 3, False),
        ("1 0 1 0", 3, False),  # in turn: nobody has a row
        ("1 1 v 1", 3, True),  # a void match neither breaks nor lengthens a row
        ("1 v v 1", 3, False),
        ("01 01 01", 3, True),
        ("01 01 1", 3, True),
        ("01 0 1 01", 3, False),
        ("0", 1, True),
    ],
)
def test_a_row_of_forfeits(boards: str, rows: int, given_up: bool) -> None:
    """Each word is a board: the entrants at fault, `-` for none, `v` for void."""
    streaks = Streaks(2, rows)
    for word in boards.split():
        streaks.add([int(digit) for digit in word if digit.isdigit()], word == "v")
    assert streaks.is_given_up == given_up


def test_a_void_match_counts_for_nobody() -> None:
    record = void_record(spec(RULED), 2, "a worker was killed")
    assert record.result == MatchResult(None, None, [0, 0], Reason.VOID)
    assert record.log == {"void": "a worker was killed"}
    assert first_difference(full_record(record, RULED, run_facts(RULED))) is None


def test_an_unplayed_board_repeats_three_faults_too() -> None:
    before = forfeit([Fault(seat, FaultKind.NOT_READY, f"seat {seat}") for seat in range(3)], (0, 1, 2), (1, 2, 3))
    result = unplayed_record(spec(RULED), 3, before, 5).result
    assert (result.winner, result.shares, result.scores) == (None, ALL, [0, 0, 0])
    assert [(fault.seat, fault.unplayed) for fault in result.faults] == [(0, True), (1, True), (2, True)]


@pytest.mark.parametrize("both", [False, True])
def test_an_unplayed_board_repeats_the_fault_before_it(both: bool) -> None:
    first = Fault(1, FaultKind.NOT_READY, "silent", elapsed_ms=9.0, stderr="why")
    other = Fault(2, FaultKind.NOT_READY, "silent too") if both else None
    before = forfeit([fault for fault in (first, other) if fault], SIDES, (7, 8))
    record = unplayed_record(spec(RULED), 2, before, 5)
    result = record.result
    assert (result.winner, result.shares, result.scores) == (before.winner, before.shares, [0, 0])
    assert result.fault is not None
    assert (result.fault.seat, result.fault.kind, result.fault.unplayed) == (1, FaultKind.NOT_READY, True)
    assert "5 forfeits in a row" in result.fault.detail
    assert (result.fault.deal, result.fault.stderr, result.fault.elapsed_ms) == (None, None, None)
    assert (result.other_fault.seat if result.other_fault else None) == (2 if both else None)
    assert first_difference(full_record(record, RULED, run_facts(RULED))) is None
    assert first.unplayed is False  # the earlier record is left as it was
