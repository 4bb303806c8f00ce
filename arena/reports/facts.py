"""What a report says of a run beside its standings: plain values, gathered by the command line.

Everything here is data or ready text; must hold no statistics, they come from standings. Texts that strangers
wrote (names, details) stay as they came, the writers neutralise them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


def options_text(options: Mapping[str, object]) -> str:
    """A game's options in one line, as a tournament file writes their values.

    >>> options_text({"target": 10, "joker": False})
    'target 10, joker false'
    """
    return ", ".join(
        f"{key} {str(value).lower() if isinstance(value, bool) else value}" for key, value in options.items()
    )


@dataclass(frozen=True, slots=True)
class ForfeitDetail:
    """One forfeit: the match's id, whose fault, its kind (`unplayed` for a board not played) and the detail."""

    match: str
    bot: str
    kind: str
    detail: str


@dataclass(frozen=True, slots=True)
class RunFacts:
    """The run: `boards` an encounter, `matches` finished, `deals` complete in them; `unfinished` still to be played.

    `seed` is 64 hex digits, None while the run is unfinished; `commitment` its SHA-256. `run` is how commands name
    the run. `settings` are lines on bots that run under settings of their own.
    """

    run: str
    game: str
    options: Mapping[str, object]
    seed: str | None
    commitment: str
    boards: int
    matches: int
    deals: int
    finished: bool
    unfinished: int = 0
    faults: str = ""
    isolation: str = ""
    machine: str = ""
    host: str = ""
    settings: tuple[str, ...] = ()
    forfeits: tuple[ForfeitDetail, ...] = field(default=())

    @property
    def shown_seed(self) -> str | None:
        """Never the seed of an unfinished run: whoever has it knows the deals to come."""
        return self.seed if self.finished else None
