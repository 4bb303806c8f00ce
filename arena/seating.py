"""Seats, sides and rooms: who sits where when a board is played in every room.

Seats are numbered 0..n-1 clockwise. A side is the seats that score together. An encounter's entrants are
indexed in code point order of their names. Imports nothing of ours.
"""

from collections.abc import Sequence
from itertools import permutations


def rooms(side_count: int) -> dict[str, tuple[int, ...]]:
    """The rooms in which every board is played: name -> entrant index on each side.

    Two sides play `open` (first entrant on side 0) and `closed`; three sides play all six orders,
    named `abc`, `acb`, …

    >>> rooms(2)
    {'open': (0, 1), 'closed': (1, 0)}
    """
    if side_count == 2:
        return {"open": (0, 1), "closed": (1, 0)}
    orders = permutations(range(side_count))
    return {"".join("abcdefgh"[entrant] for entrant in order): order for order in orders}


def seated(room: str, sides: Sequence[int]) -> tuple[int, ...]:
    """Entrant index of each seat in `room`, given the side of each seat.

    >>> seated("closed", [0, 1, 0, 1])
    (1, 0, 1, 0)
    """
    entrant_on_side = rooms(max(sides) + 1)[room]
    return tuple(entrant_on_side[side] for side in sides)
