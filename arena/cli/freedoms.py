"""What a bot may that the others may not, or has otherwise than they: in words, for records and for the report.

Pure, from the settings alone. Called by `enforced` and `run_choice`.
"""

import shlex
from collections.abc import Iterator
from typing import Final

from arena.reports.neutral import terminal
from arena.tournament_file import BotEntry, Settings

_MARK: Final = "; by the settings: "


def with_freedoms(measured: str, settings: Settings) -> str:
    """The text for records: what was measured, and the freedoms that the settings give, if any."""
    own = ((bot.name, ", ".join(own_ways(settings, bot))) for bot in settings.bots)
    given = [*common_freedoms(settings), *(f'"{terminal(name or "")}": {ways}' for name, ways in own if ways)]
    return measured + (_MARK + "; ".join(given) if given else "")


def measured_part(text: str) -> str:
    """The first part of such a text."""
    return text.partition(_MARK)[0]


def common_freedoms(settings: Settings) -> Iterator[str]:
    """A line for each freedom that the tournament gives to all bots."""
    if settings.pondering:
        yield "pondering: bots may use the processor while it is not their turn"
    if settings.trust_builds:
        yield "trust_builds: the bots' build commands run unconfined"


def own_ways(settings: Settings, bot: BotEntry) -> list[str]:
    """A bot's own isolation, network, pondering, times and limits, where they are not the tournament's."""
    own = [f"isolation {bot.isolation}"] if bot.isolation not in (None, settings.isolation) else []
    own += ["network"] if bot.network else []
    if settings.lets_ponder(bot) != settings.pondering:
        own += ["pondering" if bot.pondering else "no pondering"]
    changed = bot.clock.model_dump(exclude_none=True) | bot.limits.model_dump(exclude_none=True)
    return own + [f"{key} {value}" for key, value in changed.items()]


def own_words(bot: BotEntry) -> list[str]:
    """A bot's own arguments and variables, the latter by their names: their values may be secret."""
    own = [f"arguments {shlex.join(bot.args)}"] if bot.args else []
    return own + ([f"variables {' '.join(sorted(bot.env))}"] if bot.env else [])
