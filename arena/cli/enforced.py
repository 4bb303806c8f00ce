"""What is enforced on a run's bots: measured on this machine once a run, said, held against what is required.

The text goes into every record, what was measured of it under the standings: what was found, never derived from a
level's name, and which bots have more freedom than others. Called by `running` and `one_board`.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from arena.bots.isolation.facts import measured
from arena.cli.freedoms import with_freedoms
from arena.cli.output import say
from arena.errors import SettingsError
from arena.records import Isolation
from arena.reports.neutral import terminal
from arena.tournament_file import BotEntry, Settings

_NOT_WITH_NETWORK: Final = ("net", "channels")


def enforced(settings: Settings, place: Path | None = None) -> str:
    """Measure every level that is played at and say it; the text for records. The bots in `settings` have their names.

    `place`: the run's directory, for what bots can reach depends on where it is; None: where temporary files are.
    Raises SettingsError if a level cannot be had here, or if something that the settings require is not enforced.
    """
    required = settings.require_isolation
    open_with_network = [word for word in required if word in _NOT_WITH_NETWORK]
    for bot in settings.bots:
        if bot.network and open_with_network:
            raise SettingsError(
                f"{bot.origin.address('network')}bot {_named([bot])} has network = true, "
                f"and require_isolation asks for {', '.join(open_with_network)}"
            )
    level = Isolation(settings.isolation)
    played_at: dict[Isolation, list[BotEntry]] = {level: []}
    for bot in settings.bots:
        played_at.setdefault(settings.isolation_of(bot), []).append(bot)
    texts = []
    for each, bots in played_at.items():
        if not bots:
            continue
        facts = measured(each, place)
        who = "" if each is level else f" of {_named(bots)}"
        if missing := facts.missing(required):
            raise SettingsError(
                f"require_isolation: not enforced here at isolation {each}{who}: {', '.join(missing)} "
                "(arena doctor says what this machine can)"
            )
        # by which mechanisms is said under the standings and in every record
        say(f"arena: isolation {each}{who}: {facts.text(by=False)}")
        texts.append(f"{each}{who}: {facts.text()}")
        for broken in facts.broken():
            say(f"arena: warning: isolation {each} does not hold what it claims here: {broken} (docs/security.md)")
    return with_freedoms("; ".join(texts), settings)


def _named(bots: Iterable[BotEntry]) -> str:
    return ", ".join(f'"{terminal(bot.name or "")}"' for bot in bots)
