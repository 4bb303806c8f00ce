"""The games that this arena referees, written out. `game("bid-euchre", options)` is how everyone gets one."""

from collections.abc import Mapping
from typing import Any

from arena.errors import SettingsError
from arena.games.bid_euchre import BidEuchre
from arena.games.bid_euchre_double import BidEuchreDouble
from arena.games.euchre import Euchre, EuchreCutthroat, EuchreRailroad, EuchreTwoHanded
from arena.games.game import Deal, Game, IllegalAction

_ALL: tuple[type[Game], ...] = (BidEuchre, Euchre, EuchreCutthroat, EuchreTwoHanded, EuchreRailroad, BidEuchreDouble)
GAMES: dict[str, type[Game]] = {each.name: each for each in _ALL}


def game(name: str, options: Mapping[str, Any]) -> Game:
    """The game called `name` under `options` (defaults filled in); SettingsError if there is none of that name."""
    if name not in GAMES:
        raise SettingsError(f'unknown game "{name}" (known: {", ".join(sorted(GAMES))})')
    return GAMES[name].with_options(options)


__all__ = ["GAMES", "Deal", "Game", "IllegalAction", "game"]
