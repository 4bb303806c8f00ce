"""The fold of three: who finished above whom, which boards count, and what is summed of them."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.records import FaultKind, MatchSummary
from arena.seating import rooms
from arena.standings.triples import halves
from tests.standings.made import (
    CRASHED,
    TIMEOUT,
    board_of_three,
    match_of_three,
    random_board,
    tally_of,
)

ABC = "a b c"
NAMES = ("a", "b", "c")
NOT_READY = FaultKind.NOT_READY
Faults = tuple[tuple[int, FaultKind, bool], ...]


@pytest.mark.parametrize(
    ("order", "faults", "expected"),
    [
        ("a>b>c", (), (2, 2, 2)),
        ("c>b>a", (), (0, 0, 0)),
        ("b>a=c", (), (0, 1, 2)),
        ("b>c>a", (), (0, 0, 2)),
        ("a=c>b", (), (2, 1, 0)),  # a shared win
        ("a=b=c", (), (1, 1, 1)),
        ("=", (), (1, 1, 1)),
        # a forfeit: the others are level whatever they had, and so are two at fault
        ("a>b>c", ((0, TIMEOUT, False),), (0, 0, 1)),
        ("a>b>c", ((1, TIMEOUT, False),), (2, 1, 0)),
        ("a>b>c", ((0, NOT_READY, False), (2, NOT_READY, False)), (0, 1, 2)),
        ("a>b>c", ((0, NOT_READY, False), (1, NOT_READY, False), (2, NOT_READY, False)), (1, 1, 1)),
    ],
)
def test_who_finished_above_whom(order: str, faults: Faults, expected: tuple[int, int, int]) -> None:
    match = match_of_three(ABC, 0, "abc", order, faults=faults)
    assert tuple(halves(match, one, other) for one, other in combinations(range(3), 2)) == expected
    assert tuple(2 - halves(match, other, one) for one, other in combinations(range(3), 2)) == expected


def test_the_deal_cap_is_level_whatever_the_scores() -> None:
    match = match_of_three(ABC, 0, "abc", "=", points=(9, 3, 1))
    assert [halves(match, one, other) for one, other in combinations(range(3), 2)] == [1, 1, 1]


def test_equal_shares_are_told_apart_by_final_scores_only() -> None:
    # the loser of three has fewer points than the second, and the winner may have fewer than either
    match = match_of_three(ABC, 0, "abc", "a>b>c", points=(1, 7, 8))
    assert [halves(match, 0, 1), halves(match, 0, 2), halves(match, 1, 2)] == [2, 2, 0]


def test_six_matches_make_a_board() -> None:
    matches = board_of_three(ABC, 0, "a>b>c a>c>b a=b>c b>a>c = c>b=a")
    for shuffled in range(5):
        sums = tally_of(*Random(shuffled).sample(matches, 6)).encounters[NAMES]
        # a over b: 2 2 1 0 1 1 halves; a over c: 2 2 2 2 1 0; b over c: 2 0 2 2 1 0
        assert [contest.cells.index(1) for contest in sums.contests] == [7, 9, 7]
        assert [contest.score for contest in sums.contests] == [Fraction(7, 12), Fraction(9, 12), Fraction(7, 12)]
        assert sums.products == [7 * 9, 7 * 7, 9 * 7]
        assert sums.contests[0].by_room == [[0, 0, 1], [0, 0, 1], [0, 1, 0], [1, 0, 0], [0, 1, 0], [0, 1, 0]]
        assert [sums.matches(entrant) for entrant in range(3)] == [(2, 2, 2), (3, 2, 1), (4, 1, 1)]
        assert [sums.win_sixths(entrant) for entrant in range(3)] == [12 + 3 + 2, 6 + 3 + 2, 6 + 2]
        assert sums.pairs == 1
        assert [contest.lost_split_won for contest in sums.contests] == [(0, 0, 1), (0, 0, 1), (0, 0, 1)]


def test_a_board_counts_when_all_rooms_are_in() -> None:
    matches = board_of_three(ABC, 0, "a>b>c") + board_of_three(ABC, 1, "a>b>c")
    tally = tally_of(*matches[:5], *matches[7:])
    sums = tally.encounters[NAMES]
    assert (sums.pairs, tally.waiting_matches, tally.size) == (0, 10, 3)
    tally.add(matches[6])
    assert (sums.pairs, tally.waiting_matches) == (1, 5)
    tally.add(matches[5])
    assert (sums.pairs, tally.waiting_matches) == (2, 0)


def test_a_void_match_takes_its_board_along() -> None:
    tally = tally_of(*board_of_three(ABC, 0, "a>b>c - b>a>c - c>a>b ="))
    sums = tally.encounters[NAMES]
    assert (tally.void_matches, tally.waiting_matches, sums.pairs) == (2, 0, 0)
    assert (sums.products, sums.decisions, sums.matches(0)) == ([0, 0, 0], [0, 0, 0], (0, 0, 0))


@pytest.mark.parametrize("room", ["abc", "open"])
def test_a_room_twice_or_of_another_game_is_our_own_bug(room: str) -> None:
    tally = tally_of(match_of_three(ABC, 3, "abc", "a>b>c"), match_of_three(ABC, 3, "acb", "a>b>c"))
    wrong = match_of_three(ABC, 3, "abc", "a>b>c")
    if room == "open":
        wrong = MatchSummary(**{name: getattr(wrong, name) for name in wrong.__slots__} | {"room": "open"})
    with pytest.raises(ValueError, match=rf"board 3 of .* room {room} after abc, acb"):
        tally.add(wrong)


def test_points_and_tallies_come_from_matches_without_a_fault() -> None:
    late: Faults = ((1, TIMEOUT, False),)
    matches = [
        match_of_three(ABC, 0, "abc", "a>b>c", points=(10, 4, 2), deals=8),
        match_of_three(ABC, 0, "acb", "b>c>a", points=(3, 10, 5), deals=7),
        *[match_of_three(ABC, 0, room, "a>b>c", points=(9, 9, 0), faults=late) for room in ("bac", "bca", "cab")],
        match_of_three(ABC, 0, "cba", "a>b>c", faults=((1, CRASHED, True),), deals=0),
    ]
    matches += [match_of_three(ABC, 1, room, "=", points=(1, 2, 4), deals=3) for room in rooms(3)]
    sums = tally_of(*matches).encounters[NAMES]
    # board 0: 13 - 14, 13 - 7, 14 - 7 in 15 deals; board 1: -6, -18, -12 in 18
    differences = [(-1, -6), (6, -18), (7, -12)]
    assert [(contest.boards, contest.deals) for contest in sums.contests] == [(2, 33)] * 3
    assert [contest.difference for contest in sums.contests] == [one + other for one, other in differences]
    assert [contest.difference_squared for contest in sums.contests] == [one**2 + two**2 for one, two in differences]
    assert [contest.difference_deals for contest in sums.contests] == [15 * one + 18 * two for one, two in differences]
    assert [contest.deals_squared for contest in sums.contests] == [15**2 + 18**2] * 3
    assert sums.difference_products == [-1 * 6 + 6 * 18, -1 * 7 + 6 * 12, 6 * 7 + 18 * 12]
    assert sums.tallies == ({"taken": [8, 16]}, {"taken": [8, 24]}, {"taken": [0, 32]})
    assert sums.forfeits == ({}, {"timeout": 3, "unplayed": 1}, {})
    assert sum(sums.first_dealers) == 1


def test_a_board_of_faults_alone_has_no_deals() -> None:
    late: Faults = ((0, TIMEOUT, False),)
    sums = tally_of(*[match_of_three(ABC, 0, room, "=", faults=late) for room in rooms(3)]).encounters[NAMES]
    assert [(contest.boards, contest.cells.index(1)) for contest in sums.contests] == [(0, 0), (0, 0), (0, 6)]
    assert [sums.matches(entrant) for entrant in range(3)] == [(6, 0, 0), (0, 6, 0), (0, 6, 0)]


@pytest.mark.parametrize(
    ("board", "orders", "halves_won"),
    # who sits on the first dealer's side deals first: on board 0 side 0, so a twice, b twice, c twice
    [
        (0, "a>b>c a>c>b b>a>c b>c>a c>a>b c>b>a", 24),
        (1, "a>b>c a>c>b b>a>c b>c>a c>a>b c>b>a", 12),
        (2, "a>b>c a>c>b b>a>c b>c>a c>a>b c>b>a", 0),
        (0, "=", 12),
        (0, "a>b>c", 12),
    ],
)
def test_first_dealers_score(board: int, orders: str, halves_won: int) -> None:
    sums = tally_of(*board_of_three(ABC, board, orders)).encounters[NAMES]
    assert sums.first_dealers.index(1) == halves_won
    assert len(sums.first_dealers) == 25


def test_times_add_up_and_the_longest_stays() -> None:
    sums = tally_of(
        *[match_of_three(ABC, 0, room, "=", ms=(1.5, 0.25, place)) for place, room in enumerate(rooms(3))]
    ).encounters[NAMES]
    assert sums.total_ns == [900_000_000, 300_000_000, 300 * 15_000_000]
    assert (sums.decisions, sums.max_ms) == ([600, 1200, 1800], [1.5, 0.25, 5])


def test_mirroring_compares_boards_with_six_independent_matches() -> None:
    split = "a>b>c a>b>c a>b>c c>b>a c>b>a c>b>a"
    other = " ".join(split.split()[::-1])
    sums = tally_of(*board_of_three(ABC, 0, split), *board_of_three(ABC, 1, other)).encounters[NAMES]
    assert [contest.mirroring for contest in sums.contests] == [(0, 12)] * 3
    alike = tally_of(*board_of_three(ABC, 0, "a>b>c"), *board_of_three(ABC, 1, "c>b>a")).encounters[NAMES]
    assert [contest.mirroring for contest in alike.contests] == [(72, 12)] * 3


@given(st.integers(0, 10**6), st.integers(1, 5))
def test_the_sums_are_those_of_the_boards(seed: int, boards: int) -> None:
    random = Random(seed)
    matches = [random_board(random, ABC, board, {"a": 0.3}) for board in range(boards)]
    every = [match for board in matches for match in board]
    sums = tally_of(*random.sample(every, len(every))).encounters[NAMES]

    def score(board: Sequence[MatchSummary], one: int, other: int) -> int:
        def key(match: MatchSummary, entrant: int) -> tuple[float, int]:
            return (match.shares or ())[entrant], match.points[entrant]

        above = sum(key(match, one) > key(match, other) for match in board)
        return 2 * above + sum(key(match, one) == key(match, other) for match in board)

    twos = list(combinations(range(3), 2))
    scores = [[score(board, one, other) for one, other in twos] for board in matches]
    for place, contest in enumerate(sums.contests):
        assert contest.total == sum(board[place] for board in scores)
        assert contest.score == Fraction(contest.total, 12 * boards)
        assert [contest.cells[value] for value in range(13)] == [
            [board[place] for board in scores].count(value) for value in range(13)
        ]
    assert sums.products == [sum(board[one] * board[other] for board in scores) for one, other in twos]
    assert sum(sums.win_sixths(entrant) for entrant in range(3)) == 6 * len(every)
    assert [sum(sums.matches(entrant)) for entrant in range(3)] == [len(every)] * 3
