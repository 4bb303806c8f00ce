"""What is enforced on a run's bots: measured on this machine once a run, said, held against what is required.

The text goes into every record and under the standings: what was found, and which bots play with more freedom than the
others. Never derived from a level's name. Called by `running` and `one_board`.
"""

from collections.abc import Iterable

from arena.bots.isolation.facts import measured
from arena.cli.output import say
from arena.errors import SettingsError
from arena.records import Isolation
from arena.reports.neutral import terminal
from arena.tournament_file import BotEntry, Settings


def enforced(settings: Settings) -> str:
    """Measure every level that is played at and say it; the text for records. The bots in `settings` have their names.

    Raises SettingsError if a level cannot be had here, or if something that the settings require is not enforced.
    """
    required = settings.require_isolation
    for bot in settings.bots:
        if bot.network and "net" in required:
            raise SettingsError(
                f"{bot.origin.address('network')}bot {_named([bot])} has network = true, "
                "and require_isolation asks for net"
            )
    level = Isolation(settings.isolation)
    played_at: dict[Isolation, list[BotEntry]] = {level: []}
    for bot in settings.bots:
        played_at.setdefault(settings.isolation_of(bot), []).append(bot)
    texts = []
    for each, bots in played_at.items():
        facts = measured(each)
        who = "" if each is level else f" of {_named(bots)}"
        if missing := facts.missing(required):
            raise SettingsError(
                f"require_isolation: not enforced here at isolation {each}{who}: {', '.join(missing)} "
                "(arena doctor says what this machine can)"
            )
        text = facts.text()
        say(f"arena: isolation {each}{who}: {text}")
        texts.append(f"{each}{who}: {text}")
    return "; ".join(texts)


def _named(bots: Iterable[BotEntry]) -> str:
    return ", ".join(f'"{terminal(bot.name or "")}"' for bot in bots)
