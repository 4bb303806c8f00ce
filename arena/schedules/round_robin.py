"""Round robin: everybody meets everybody, round by round, so that an interrupted run is balanced.

Two by two on a circle, or in all threes. Long encounters are cut into meetings of a sitting's length; their boards are
numbered on. Lazy: a schedule of a million matches costs no more than its first round. Pure; called by `director`.
"""

from collections.abc import Iterator, Sequence
from math import comb

from arena.records import Pairing

Round = tuple[Pairing, ...]
"""Pairings that can be played at once: nobody is in two of them."""


def round_robin(names: Sequence[str], boards: int, meeting: int, size: int = 2) -> Iterator[Round]:
    """Every round of the tournament; each pairing gets boards 0 to `boards`, `meeting` of them at a time.

    `size` is how many meet in a pairing, two or three. Each board is played in every room of `seating.rooms(size)`.

    >>> [[pairing.encounter for pairing in round] for round in round_robin(["c", "a", "b"], 5, 5)]
    [['a~b'], ['b~c'], ['a~c']]
    >>> [[pairing.encounter for pairing in round] for round in round_robin(["c", "a", "b"], 5, 5, size=3)]
    [['a~b~c']]
    """
    for first in range(0, boards, meeting):
        for met in _circle(list(names)) if size == 2 else _triples(list(names)):
            yield tuple(Pairing(names_met, first, min(first + meeting, boards)) for names_met in met)


def encounters(entrants: int, size: int) -> int:
    """How many encounters of `size` a round robin has."""
    return comb(entrants, size)


def _circle(names: list[str]) -> Iterator[list[tuple[str, ...]]]:
    """One seat stays, the others go round; with an odd number the odd one out rests."""
    circle: list[str | None] = [*names, None] if len(names) % 2 else [*names]
    count = len(circle)
    for _ in range(count - 1):
        pairs = [(circle[i], circle[count - 1 - i]) for i in range(count // 2)]
        yield [(min(one, two), max(one, two)) for one, two in pairs if one is not None and two is not None]
        circle.insert(1, circle.pop())


def _triples(names: list[str]) -> Iterator[list[tuple[str, ...]]]:
    """All threes, in turns: a turn moves one triangle around the circle of names, so everybody is in it equally often.

    That is three times a turn, once where the triangle has equal sides. A turn is parted into rounds, greedily.
    """
    count = len(names)
    for one in range(1, count // 3 + 1):
        # gaps between corners, clockwise: one <= both others, and of a triangle's three rotations only one is taken
        for two in range(one, count - 2 * one + (one * 3 == count)):
            steps = count // 3 if one * 3 == count else count
            left = [tuple(sorted((at, (at + one) % count, (at + one + two) % count))) for at in range(steps)]
            while left:
                busy: set[int] = set()
                later: list[tuple[int, ...]] = []
                met: list[tuple[int, ...]] = []
                for corners in left:
                    free = busy.isdisjoint(corners)
                    (met if free else later).append(corners)
                    busy.update(corners if free else ())
                yield [tuple(sorted(names[corner] for corner in corners)) for corners in met]
                left = later
