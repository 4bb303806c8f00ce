"""Which match is shown first, and which loss is the worst: chosen from summaries alone."""

from dataclasses import replace

import pytest

from arena.cli.telling import telling_match, worst_loss
from arena.records import FaultKind, MatchSummary, Reason

MATCH = MatchSummary(
    ("a", "b"), 0, "open", Reason.TARGET, (1.0, 0.0), (32, 10), 9, (), ({}, {}), (1, 1), (1.0, 1.0), (1.0, 1.0), 0
)


def lost(board: int, a: int, b: int, *faults: tuple[int, bool]) -> MatchSummary:
    """A match that b lost; `faults`: whose and whether it was given up."""
    told = tuple((whose, FaultKind.CRASHED, unplayed) for whose, unplayed in faults)
    reason = Reason.FORFEIT if faults else Reason.TARGET
    return replace(MATCH, board=board, reason=reason, points=(a, b), faults=told)


def won(match: MatchSummary) -> MatchSummary:
    return replace(match, shares=(0.0, 1.0))


@pytest.mark.parametrize(
    ("matches", "board"),
    [
        ([lost(0, 32, 10), lost(1, 32, 31), lost(2, 32, 5, (1, False)), lost(3, 0, 0, (1, False))], 2),
        ([lost(0, 32, 10), lost(1, 32, 30), lost(2, 33, 31)], 1),
        ([lost(0, 0, 0, (1, True)), lost(1, 32, -9)], 1),
        ([lost(0, 0, 0, (1, True))], 0),
        ([replace(lost(0, 0, 0), shares=None, reason=Reason.VOID), lost(1, 32, 1)], 1),
        ([replace(lost(0, 9, 9), reason=Reason.DEAL_CAP, shares=(0.5, 0.5)), lost(1, 32, 1)], 1),
    ],
)
def test_a_fault_is_telling_and_else_a_close_finish(matches: list[MatchSummary], board: int) -> None:
    assert telling_match(matches) == f"a~b/{board}/open"


def test_there_may_be_none() -> None:
    assert telling_match([]) == ""
    assert worst_loss([], "a") == ("", 0)
    assert worst_loss([lost(0, 32, 10)], "a") == ("", 0)
    assert worst_loss([replace(lost(0, 32, 10), shares=None), lost(1, 32, 10)], "c") == ("", 0)


@pytest.mark.parametrize(
    ("matches", "board", "count"),
    [
        ([lost(0, 32, 10), lost(1, 32, 9), lost(2, 33, 10), won(lost(3, -50, 32))], 1, 3),
        ([lost(0, 32, -30), lost(1, 5, 6, (1, False)), lost(2, 9, 6, (1, False))], 2, 3),
        ([lost(0, 32, 31), lost(1, 0, 0, (1, True))], 0, 2),
        ([lost(0, 0, 0, (1, True))], 0, 1),
        ([won(lost(0, 3, 5, (0, False))), replace(lost(1, 5, 5), shares=(0.5, 0.5)), lost(2, 32, 31)], 2, 1),
    ],
)
def test_the_worst_loss(matches: list[MatchSummary], board: int, count: int) -> None:
    assert worst_loss(matches, "b") == (f"a~b/{board}/open", count)


def test_of_three_the_distance_is_to_the_best() -> None:
    three = replace(MATCH, names=("a", "b", "c"), room="abc", shares=(1.0, 0.0, 0.0), points=(10, 9, 2))
    matches = [three, replace(three, board=1, points=(10, 1, 2))]
    assert worst_loss(matches, "c") == ("a~b~c/0/abc", 2)
    assert worst_loss(matches, "b") == ("a~b~c/1/abc", 2)
    assert telling_match(reversed(matches)) == "a~b~c/0/abc"
