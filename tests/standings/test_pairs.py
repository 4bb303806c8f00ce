"""The fold: which boards count, what is summed of them, and that the order of matches is nothing."""

from fractions import Fraction

import pytest

from arena.records import MatchSummary, Reason
from tests.standings.made import CRASHED, TIMEOUT, match, pair, tally_of

AB = ("a", "b")


@pytest.mark.parametrize(
    ("opened", "closed", "cell", "score"),
    [
        (0.0, 0.0, 0, 0),
        (0.0, 0.5, 1, Fraction(1, 4)),
        (1.0, 0.0, 2, Fraction(1, 2)),
        (0.0, 1.0, 2, Fraction(1, 2)),
        (0.5, 0.5, 2, Fraction(1, 2)),
        (0.5, 1.0, 3, Fraction(3, 4)),
        (1.0, 1.0, 4, 1),
    ],
)
@pytest.mark.parametrize("order", [1, -1])
def test_two_rooms_make_one_pair(opened: float, closed: float, cell: int, score: Fraction, order: int) -> None:
    sums = tally_of(*pair("a b", 0, opened, closed)[::order]).encounters[AB]
    (contest,) = sums.contests
    assert contest.cells == [int(place == cell) for place in range(5)]
    assert (sums.pairs, contest.pairs, contest.score) == (1, 1, score)
    assert sums.matches(0) == tuple((opened, closed).count(share) for share in (0.0, 0.5, 1.0))
    assert sums.matches(1) == sums.matches(0)[::-1]
    assert [sums.win_sixths(0), sums.win_sixths(1)] == [6 * (opened + closed), 6 * (2 - opened - closed)]


def test_a_board_counts_when_both_rooms_are_in() -> None:
    tally = tally_of(match("a b", 0, "open", 1.0), match("a b", 1, "closed", 1.0))
    assert (tally.encounters[AB].pairs, tally.waiting_matches) == (0, 2)
    tally.add(match("a b", 1, "open", 1.0))
    assert (tally.encounters[AB].pairs, tally.waiting_matches) == (1, 1)


@pytest.mark.parametrize(("opened", "closed", "void"), [(None, 1.0, 1), (1.0, None, 1), (None, None, 2)])
@pytest.mark.parametrize("order", [1, -1])
def test_a_void_match_takes_its_board_along(opened: float | None, closed: float | None, void: int, order: int) -> None:
    matches = [
        match("a b", 0, room, share, faults=((0, TIMEOUT, False),) if share else (), ms=(5.0, 5.0))
        for room, share in (("open", opened), ("closed", closed))
    ]
    tally = tally_of(*matches[::order])
    sums = tally.encounters[AB]
    assert (tally.void_matches, tally.waiting_matches, sums.pairs) == (void, 0, 0)
    assert sums.contests[0].boards == 0
    assert (sums.forfeits, sums.decisions, sums.max_ms) == (({}, {}), [0, 0], [0.0, 0.0])


@pytest.mark.parametrize("room", ["open", "closed"])
def test_a_room_twice_is_our_own_bug(room: str) -> None:
    tally = tally_of(match("a b", 3, room, 1.0))
    with pytest.raises(ValueError, match=f"board 3 .*room {room} after {room}"):
        tally.add(match("a b", 3, room, 1.0))


@pytest.mark.parametrize("sizes", [(1,), (4,), (2, 3), (3, 2)])
def test_encounters_of_another_size_are_our_own_bug(sizes: tuple[int, ...]) -> None:
    *before, last = [
        MatchSummary(tuple("abcd"[:size]), 0, "abc", Reason.TARGET, (1,) * size, (), 1, (), (), (), (), (), 0)
        for size in sizes
    ]
    tally = tally_of(*before)
    with pytest.raises(ValueError, match=f"an encounter of {sizes[-1]} entrants among encounters of {sizes[0]}"):
        tally.add(last)


def test_points_and_bids_come_from_matches_without_a_fault() -> None:
    tally = tally_of(
        match("a b", 0, "open", 1.0, points=(32, 20), deals=10, bids=((3, 4), (5, 6))),
        match("a b", 0, "closed", 0.0, points=(10, 33), deals=8, bids=((1, 2), (0, 3))),
        match("a b", 1, "open", 0.0, points=(9, 0), deals=3, bids=((7, 7), (7, 7)), faults=((0, TIMEOUT, False),)),
        match("a b", 1, "closed", 1.0, points=(40, 0), deals=5, bids=((1, 1), (1, 1))),
        match("a b", 2, "open", 0.0, points=(9, 0), deals=3, faults=((0, TIMEOUT, False),)),
        match("a b", 2, "closed", 0.0, points=(9, 0), deals=3, faults=((0, CRASHED, True),)),
    )
    sums = tally.encounters[AB]
    (contest,) = sums.contests
    # board 0: d = 12 - 23 = -11, n = 18; board 1: d = 40, n = 5
    assert (contest.boards, contest.difference, contest.deals) == (2, 29, 23)
    assert contest.difference_squared == 121 + 1600
    assert contest.difference_deals == -11 * 18 + 40 * 5
    assert contest.deals_squared == 18**2 + 25
    assert sums.tallies == ({"bids_made": [5, 7]}, {"bids_made": [6, 10]})
    assert sums.forfeits == ({"timeout": 2, "unplayed": 1}, {})
    assert sum(sums.first_dealers) == 1


def test_forfeits_of_both_sides() -> None:
    both = ((0, TIMEOUT, False), (1, CRASHED, False))
    sums = tally_of(match("a b", 0, "open", 0.5, faults=both), match("a b", 0, "closed", 0.5, faults=both)).encounters[
        AB
    ]
    assert sums.forfeits == ({"timeout": 2}, {"crashed": 2})
    assert sums.matches(0) == sums.matches(1) == (0, 2, 0)


@pytest.mark.parametrize(
    ("board", "opened", "closed", "dealer_quarters"),
    # on board 0 the first entrant deals first in the open room, on board 1 in the closed one
    [(0, 1.0, 0.0, 4), (1, 1.0, 0.0, 0), (0, 0.0, 1.0, 0), (1, 0.0, 1.0, 4), (0, 1.0, 1.0, 2), (0, 0.5, 0.0, 3)],
)
def test_first_dealers_score(board: int, opened: float, closed: float, dealer_quarters: int) -> None:
    sums = tally_of(*pair("a b", board, opened, closed)).encounters[AB]
    assert sums.first_dealers.index(1) == dealer_quarters


def test_times_add_up_and_the_longest_stays() -> None:
    sums = tally_of(
        match("a b", 0, "open", 1.0, ms=(1.5, 3.0)), match("a b", 0, "closed", 1.0, ms=(2.5, 0.25))
    ).encounters[AB]
    assert sums.total_ns == [400_000_000, 325_000_000]
    assert (sums.decisions, sums.max_ms) == ([200, 200], [2.5, 3.0])


def test_mirroring_compares_pairs_with_independent_rooms() -> None:
    # rooms that always go opposite ways: each varies, their sum does not
    opposite = tally_of(*pair("a b", 0, 1.0, 0.0), *pair("a b", 1, 0.0, 1.0)).encounters[AB]
    assert opposite.contests[0].mirroring == (0, 4)
    alike = tally_of(*pair("a b", 0, 1.0, 1.0), *pair("a b", 1, 0.0, 0.0)).encounters[AB]
    assert alike.contests[0].mirroring == (8, 4)
