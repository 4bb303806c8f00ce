"""Boards as the page unpacks them: what is told of each, and that they never take more than their bytes."""

from random import Random

import pytest

from arena.reports.html.boards import packed
from arena.reports.neutral import terminal
from arena.reports.outcomes import Offence
from arena.swings import BoardLine, BoardResult, DealLine, RoomLine
from tests.reports.pages import unpacked

NAMES = ("ann", "ann b <x>")
ROOMS = ("open", "closed")


def board(number: int, swing: float = 3.0, deals: int = 2) -> BoardLine:
    rooms = []
    random = Random(number)
    for room in ROOMS:
        makers = [random.choice(NAMES) for _ in range(deals)]
        told = tuple(
            DealLine(each, NAMES[each % 2], f"{maker} 4 hearts", (2, -4), (2 * each, -4 * each), maker)
            for each, maker in enumerate(makers)
        )
        match = f"{'~'.join(NAMES)}/{number}/{room}"
        rooms.append(RoomLine(room, match, NAMES[1], (0, 1), (9 - number, 33), "target", told))
    return BoardLine(number, tuple(rooms), swing)


def result(number: int) -> BoardResult:
    return BoardResult(number, 1.0, (None, NAMES[0]), ((3, 2), (33, 1)))


def test_a_board_is_told_with_its_deals() -> None:
    fault = Offence(NAMES[1], 2, "timeout", "too late")
    text, listed = packed(NAMES, ROOMS, [board(7)], [result(7)], {"ann~ann b <x>/7/closed": [fault]}, 10_000)
    whole = unpacked(text)
    assert listed == 1
    assert (whole["encounter"], whole["names"], whole["rooms"]) == ("ann~ann b <x>", [*NAMES], [*ROOMS])
    ((number, swing, (opened, closed)),) = whole["boards"]
    assert (number, swing) == (7, 3.0)
    assert (opened[0], opened[1], opened[2], opened[3], opened[5]) == (1, [2, 33], "target", [], [0, 1])
    assert closed[3] == [[1, "timeout"]]
    assert [deal[:1] + deal[2:] for deal in opened[4]] == [
        [0, "4 hearts", [2, -4], [0, 0]],
        [1, "4 hearts", [2, -4], [2, -4]],
    ]


@pytest.mark.parametrize(
    ("contract", "whose", "terms"),
    [
        ("", -1, ""),
        ("ann 4 hearts", 0, "4 hearts"),
        ("ann b <x> 4 hearts", 1, "4 hearts"),
        ("ann b <x> 4 hearts", 0, "b <x> 4 hearts"),
        ("ann", 0, ""),
        ("ann spades alone ann b <x>", 0, "spades alone ann b <x>"),
        ("ann \u202e", 0, "\\u202e"),
    ],
)
def test_a_contract_is_told_apart_from_whose_it_was(contract: str, whose: int, terms: str) -> None:
    deal = DealLine(0, "ann", contract, None, (0, 0), None if whose < 0 else NAMES[whose])
    line = BoardLine(0, (RoomLine("open", "m", None, None, (0, 0), "void", (deal,)),), 0.0)
    ((_, _, ((winner, _, reason, _, (told,), shares),)),) = unpacked(packed(NAMES, ROOMS, [line], [], {}, 9_999)[0])[
        "boards"
    ]
    assert (winner, reason, shares) == (-1, "void", 0)
    assert told == [0, whose, terms, 0, [0, 0]]


def test_names_are_made_harmless() -> None:
    hostile = ("a\x1b", "b\u202e")
    whole = unpacked(packed(hostile, ROOMS, [], [BoardResult(0, 0.0, ("a\x1b", None), ((1, 0), (0, 0)))], {}, 9_999)[0])
    assert whole["names"] == [terminal(name) for name in hostile]


def test_boards_without_deals_follow_by_their_swings() -> None:
    rest = [
        BoardResult(number, swing, (None, None), ((0, 0), (0, 0))) for number, swing in [(1, 1.0), (2, -9.0), (3, 4)]
    ]
    text, listed = packed(NAMES, ROOMS, [board(0)], [result(0), *rest], {}, 10_000)
    assert listed == 4
    boards = unpacked(text)["boards"]
    assert [number for number, _, _ in boards] == [0, 2, 3, 1]
    assert [rooms[0][4] == 0 for _, _, rooms in boards] == [False, True, True, True]


@pytest.mark.parametrize("most", [12_000, 4_000, 1_500, 600, 300])
def test_never_more_than_the_bytes_there_are(most: int) -> None:
    lines = [board(number, deals=12) for number in range(100)]
    results = [result(number) for number in range(300)]
    text, listed = packed(NAMES, ROOMS, lines, results, {}, most)
    assert len(text) <= most
    boards = unpacked(text)["boards"]
    assert len(boards) == listed
    # the most telling are the last to go, and their deals with them
    assert [number for number, _, _ in boards[:100]] == list(range(min(100, listed)))
    with_deals = [rooms[0][4] != 0 for _, _, rooms in boards]
    assert with_deals == sorted(with_deals, reverse=True)


def test_everything_stays_where_there_is_room() -> None:
    lines = [board(number, deals=12) for number in range(20)]
    text, listed = packed(NAMES, ROOMS, lines, [result(number) for number in range(50)], {}, 100_000)
    assert listed == 50
    assert all(rooms[0][4] for _, _, rooms in unpacked(text)["boards"][:20])
