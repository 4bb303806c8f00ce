"""Who sits where: every entrant on every side as often as on any other, rooms by name."""

from collections import Counter
from itertools import permutations

import pytest

from arena.seating import rooms, seated


@pytest.mark.parametrize(
    ("room", "sides", "seats"),
    [
        ("open", (0, 1, 0, 1), (0, 1, 0, 1)),
        ("closed", (0, 1, 0, 1), (1, 0, 1, 0)),
        ("closed", (0, 1), (1, 0)),
        ("open", (0, 1) * 3, (0, 1) * 3),
        ("closed", (0, 1) * 4, (1, 0) * 4),
        ("abc", (0, 1, 2), (0, 1, 2)),
        ("acb", (0, 1, 2), (0, 2, 1)),
        ("bca", (0, 1, 2), (1, 2, 0)),
        ("cab", (0, 1, 2), (2, 0, 1)),
        ("cab", (0, 1, 2, 0, 1, 2), (2, 0, 1, 2, 0, 1)),
    ],
)
def test_who_sits_where(room: str, sides: tuple[int, ...], seats: tuple[int, ...]) -> None:
    assert seated(room, sides) == seats


@pytest.mark.parametrize(("sides", "names"), [(2, "open closed"), (3, "abc acb bac bca cab cba")])
def test_every_seating_has_a_room(sides: int, names: str) -> None:
    assert list(rooms(sides)) == names.split()
    assert sorted(rooms(sides).values()) == sorted(permutations(range(sides)))


def test_in_threes_each_sits_as_often_on_every_side_and_left_of_each_other() -> None:
    places = Counter((entrant, side) for order in rooms(3).values() for side, entrant in enumerate(order))
    assert set(places.values()) == {2}
    left = Counter((order[side], order[(side + 1) % 3]) for order in rooms(3).values() for side in range(3))
    assert set(left.values()) == {3}
