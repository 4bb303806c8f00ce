"""The game that a command line names, in the words of a tournament file. Called by the verbs that play one match.

Holds no rule and no option: the games do.
"""

from collections.abc import Mapping
from typing import Any

from arena.errors import SettingsError
from arena.games import GAMES, Game, game
from arena.reports.neutral import terminal
from arena.toml_places import did_you_mean
from arena.tournament_file import Settings


def game_named(name: str | None, options: Mapping[str, Any]) -> Game:
    """The game called `name`, None: as in a tournament. SettingsError for one that there is not, or an option."""
    if name is None:
        name = Settings().game
    if name not in GAMES:
        raise SettingsError(f'--game: unknown game "{terminal(name)}"{did_you_mean(name, GAMES)}')
    return game(name, options)
