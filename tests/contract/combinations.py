"""The options of every game with values to try, and every combination of them that the game accepts.

A new game writes its values here; the contract suite draws from them, and plays a deal under each combination.
"""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from arena.errors import OptionError
from arena.games import GAMES, Game

_MOST = 4000
_FLAG = (False, True)
_EUCHRE: dict[str, tuple[Any, ...]] = {
    "preset": ("stick", "redeal"),
    "all_pass": ("stick", "redeal"),
    "must_take_up_card": _FLAG,
    "joker": _FLAG,
    "deck": (24, 32),
    "target": (10,),
}
_FOUR_SEATS: dict[str, tuple[Any, ...]] = {
    **_EUCHRE,
    "alone": ("maker", "maker-and-defender", "anyone"),
    "alone_when": ("with-call", "after-exchange"),
    "loner_lead": ("left-of-dealer", "left-of-loner"),
    "lone_defender": ("four", "by-tricks"),
    "canadian_loner": _FLAG,
}
VALUES: dict[str, dict[str, tuple[Any, ...]]] = {
    "bid-euchre": {"target": (32, 1)},
    "bid-euchre-double": {"players": (6, 8), "min_bid": (1, 3, 4, 6, 7, 8), "target": (32, 50)},
    "euchre": _FOUR_SEATS,
    "euchre-cutthroat": {**_EUCHRE, "march": (3, 2)},
    "euchre-two-handed": _EUCHRE,
    "euchre-railroad": {**_FOUR_SEATS, "best_card": _FLAG, "laps": _FLAG, "slam": _FLAG, "games": (1, 2, 3)},
}


def combinations(name: str) -> Iterator[Game]:
    """The game under every combination of the values above that it accepts, or under some where they are many."""
    keys = VALUES[name]
    chosen_all = list(product(*keys.values()))
    if len(chosen_all) > _MOST:
        chosen_all = Random(name).sample(chosen_all, _MOST)
    for chosen in chosen_all:
        try:
            yield GAMES[name].with_options(dict(zip(keys, chosen, strict=True)))
        except OptionError:
            continue


def some_game(name: str, random: Random) -> Game:
    """The game under its defaults one time in three, else under options drawn from the values above."""
    while random.randrange(3):
        try:
            return GAMES[name].with_options({key: random.choice(values) for key, values in VALUES[name].items()})
        except OptionError:
            continue
    return GAMES[name].with_options({})
