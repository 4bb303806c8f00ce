"""What the page says beside standings and facts: plain values, gathered by the command line from a run's records.

Holds no layout and no derivation. Texts that strangers wrote stay as they came: the template's own rule neutralises
them. Built by `cli.run_report`, drawn by `page`.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from arena.habits import HabitSheet


@dataclass(frozen=True, slots=True)
class ForfeitCase:
    """One fault in full. `deal` and `decision` are None when no deal had begun; `card` counts that deal's decisions.

    `legal` is what could have been answered; `detail` says what was wrong, with the rule where one was broken.
    `commands` look at the match and, where there is something to ask it again, at the bot; ready for a shell.
    """

    match: str
    seat: int
    detail: str
    deal: int | None = None
    card: int | None = None
    decision: str | None = None
    legal: tuple[str, ...] = ()
    reply: str | None = None
    elapsed_ms: float | None = None
    stderr: str | None = None
    commands: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ForfeitKind:
    """All forfeits of a bot and kind (`unplayed` for boards that were not played): how many, and the first few."""

    bot: str
    kind: str
    count: int
    cases: tuple[ForfeitCase, ...]


@dataclass(frozen=True, slots=True)
class BotPart:
    """An entrant: what it was (`digest`), its settings where they are not everybody's, and its habits."""

    name: str
    digest: str
    own: tuple[str, ...] = ()
    sheets: tuple[HabitSheet, ...] = ()


@dataclass(frozen=True, slots=True)
class EncounterPart:
    """Who met: `boards` whole boards, `faults` matches that ended by one.

    `packed` are the boards as `boards.packed` writes them, `listed` how many of them it holds.
    """

    names: tuple[str, ...]
    boards: int
    matches: int
    faults: int
    listed: int
    packed: str


class Replay(NamedTuple):
    """A match of the page: its `packed` steps and requests, and its `end` in words."""

    match: str
    packed: str
    end: str


@dataclass(frozen=True, slots=True)
class Findings:
    """Everything of a run that its records alone can say.

    `matches` counts those of whole boards. `commands` and `settings` are labels with texts, the commands ready for a
    shell.
    """

    matches: int
    bots: tuple[BotPart, ...] = ()
    encounters: tuple[EncounterPart, ...] = ()
    forfeits: tuple[ForfeitKind, ...] = ()
    replays: tuple[Replay, ...] = ()
    commands: tuple[tuple[str, str], ...] = ()
    settings: tuple[tuple[str, str], ...] = field(default=())
