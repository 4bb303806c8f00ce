"""The values that travel: Entrant, Pairing, MatchSpec, Fault, MatchRecord, MatchSummary. Read this first.

Plain data, standard library only, no behaviour beyond naming. Worker processes send these values, the store
keeps them, standings fold them. The exported form of a match (docs: records) is derived from a MatchRecord
by `arena.derive`. Imports nothing of ours.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final


class FaultKind(StrEnum):
    """A bot's offences, every one (protocol/SPEC.md, Faults)."""

    NOT_READY = "not_ready"
    TIMEOUT = "timeout"
    CRASHED = "crashed"
    MALFORMED = "malformed"
    UNEXPECTED = "unexpected"
    LIMIT = "limit"
    ILLEGAL = "illegal"
    FLOODED = "flooded"


class Reason(StrEnum):
    """How a match ended, every way."""

    TARGET = "target"
    FORFEIT = "forfeit"
    DEAL_CAP = "deal_cap"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Clock:
    """A seat's time in milliseconds; `action_ms` None means untimed."""

    start_ms: int
    action_ms: int | None
    bank_ms: int
    exit_ms: int


class Isolation(StrEnum):
    """How a bot's processes are confined (docs: security): each level with all that stands below it."""

    STRONG = "strong"  # bubblewrap: namespaces of its own
    AUTO = "auto"  # the guard: Landlock, seccomp, no privileges, as far as this kernel has them
    LIMITS = "limits"  # resource limits
    NONE = "none"  # a session, an environment and a scratch directory of its own, nothing more


@dataclass(frozen=True, slots=True)
class Limits:
    """What a bot may use: its line and its standard error in bytes, the rest for all its processes together.

    MB are 2**20 bytes. `files` is open descriptors a process.
    """

    line_bytes: int
    stderr_bytes: int
    memory_mb: int = 512
    scratch_mb: int = 256
    files: int = 256
    processes: int = 64


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot under a name: what standings rank, and how its process is started.

    `command` is absolute where it names files; `folder` becomes ARENA_BOT_DIR (the run's copy, or None for a
    bare command); `env` is added to the minimal environment. `network` lets it open sockets, `pondering` lets it use
    the processor while it is not its turn.
    """

    name: str
    digest: str
    command: tuple[str, ...]
    folder: str | None
    clock: Clock
    limits: Limits
    env: Mapping[str, str] = field(default_factory=dict)
    isolation: Isolation = Isolation.AUTO
    network: bool = False
    pondering: bool = False


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who meets, by entrant name in code point order, and on which boards: `first_board` up to before `end_board`."""

    names: tuple[str, ...]
    first_board: int
    end_board: int

    @property
    def encounter(self) -> str:
        return encounter_name(self.names)


def encounter_name(names: tuple[str, ...]) -> str:
    """`a~b` for the entrants' names, which must stand in code point order."""
    return "~".join(names)


def match_id(names: tuple[str, ...], board: int, room: str) -> str:
    """`<A>~<B>/<board>/<room>`, names in code point order."""
    return f"{encounter_name(names)}/{board}/{room}"


@dataclass(frozen=True, slots=True)
class MatchSpec:
    """One match to be played, without the tournament seed: workers get board keys only.

    `names` in code point order; `seats` the entrant index (into `names`) of each seat; `board_key` 64 hex digits.
    """

    names: tuple[str, ...]
    board: int
    room: str
    board_key: str
    seats: tuple[int, ...]
    first_dealer: int

    @property
    def match_id(self) -> str:
        return match_id(self.names, self.board, self.room)


@dataclass(slots=True)
class Fault:
    """A bot's offence as ruled. `deal` and `action_index` are None when no deal had begun.

    `reply` is the first 200 bytes of the offending line (escaped text), `stderr` the first and the
    last lines that the bot wrote there, as `last_words` shortens them.
    """

    seat: int
    kind: FaultKind
    detail: str
    deal: int | None = None
    action_index: int | None = None
    elapsed_ms: float | None = None
    reply: str | None = None
    stderr: str | None = None
    unplayed: bool = False


@dataclass(slots=True)
class PlayedDeal:
    """The decisions of one deal in the order made; `notes` by action index (as text); `ms` per action."""

    actions: list[str] = field(default_factory=list)
    notes: dict[str, str] = field(default_factory=dict)
    ms: list[float] = field(default_factory=list)


@dataclass(slots=True)
class MatchResult:
    """`winner` a side or None; `shares` by side ([1,0], [0,1], halves, thirds; None when void); `scores` by side."""

    winner: int | None
    shares: list[float] | None
    scores: list[int]
    reason: Reason
    fault: Fault | None = None
    other_fault: Fault | None = None
    third_fault: Fault | None = None

    @property
    def faults(self) -> list[Fault]:
        """Those there are: none, one, or one a side, in order of seat."""
        return [fault for fault in (self.fault, self.other_fault, self.third_fault) if fault is not None]


FAULTS: Final = ("fault", "other_fault", "third_fault")
"""Where a result keeps its faults, one a side; `third_fault` is there only in games with three sides."""


def faults_in(result: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The faults that the result of an exported record has, in order of seat."""
    return [fault for key in FAULTS if (fault := result.get(key)) is not None]


@dataclass(slots=True)
class Timing:
    """Measured, never compared: decisions, totals and maxima by seat (ms).

    `start_ms` is null where the process was reused; `uncharged_ms` is what was subtracted from a seat's time because
    it or the worker had no processor to run on, `lag_ms` the most of it in one decision. `held`: the seat's process had
    thought off turn and was stopped between its answers and its next requests.
    """

    decisions: list[int]
    total_ms: list[float]
    max_ms: list[float]
    start_ms: list[float | None]
    elapsed_ms: float
    lag_ms: float
    uncharged_ms: list[float] = field(default_factory=list)
    held: list[bool] = field(default_factory=list)


@dataclass(slots=True)
class MatchRecord:
    """A finished match as a worker hands it up and the store keeps it; everything else is derived from it.

    `tallies`: by side, the game's named statistics as [numerator, denominator]; a cache of what the actions say,
    re-derived by `arena verify`. `stderr`: by seat, what a bot wrote there (kept for faulted matches only).
    """

    spec: MatchSpec
    deals: list[PlayedDeal]
    result: MatchResult
    timing: Timing
    host: dict[str, Any]
    tallies: list[dict[str, tuple[int, int]]]
    log: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """What standings count of one match. Tuples `by entrant` are indexed like `names` (code point order).

    `shares` None when void; `points` the final scores; `deals` complete deals; `faults` (entrant, kind, unplayed);
    `tallies` by entrant: column key -> (numerator, denominator); `first_dealer` the entrant that dealt first.
    """

    names: tuple[str, ...]
    board: int
    room: str
    reason: Reason
    shares: tuple[float, ...] | None
    points: tuple[int, ...]
    deals: int
    faults: tuple[tuple[int, FaultKind, bool], ...]
    tallies: tuple[Mapping[str, tuple[int, int]], ...]
    decisions: tuple[int, ...]
    total_ms: tuple[float, ...]
    max_ms: tuple[float, ...]
    first_dealer: int

    @property
    def match_id(self) -> str:
        return match_id(self.names, self.board, self.room)


@dataclass(frozen=True, slots=True)
class StatColumn:
    """A game's own column in standings: sum of numerators over sum of denominators, as a percentage in tables."""

    key: str
    title: str
