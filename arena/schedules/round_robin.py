"""Round robin: everybody meets everybody, round by round (circle method), so that an interrupted run is balanced.

Long encounters are cut into meetings of a sitting's length; their boards are numbered on. Lazy: a schedule of a million
matches costs no more than its first round. Pure; called by `director`.
"""

from collections.abc import Iterator, Sequence

from arena.records import Pairing

Round = tuple[Pairing, ...]
"""Pairings that can be played at once: nobody is in two of them."""


def round_robin(names: Sequence[str], boards: int, meeting: int) -> Iterator[Round]:
    """Every round of the tournament; each pairing gets boards 0 to `boards`, `meeting` of them at a time.

    >>> [[pairing.encounter for pairing in round] for round in round_robin(["c", "a", "b"], 5, 5)]
    [['a~b'], ['b~c'], ['a~c']]
    """
    for first in range(0, boards, meeting):
        for met in _circle(list(names)):
            yield tuple(Pairing(names_met, first, min(first + meeting, boards)) for names_met in met)


def _circle(names: list[str]) -> Iterator[list[tuple[str, str]]]:
    """One seat stays, the others go round; with an odd number the odd one out rests."""
    circle: list[str | None] = [*names, None] if len(names) % 2 else [*names]
    count = len(circle)
    for _ in range(count - 1):
        pairs = [(circle[i], circle[count - 1 - i]) for i in range(count // 2)]
        yield [(min(one, two), max(one, two)) for one, two in pairs if one is not None and two is not None]
        circle.insert(1, circle.pop())
