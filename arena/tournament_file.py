"""What a tournament is told: a TOML file or command-line words -> checked `Settings`.

Every default of arena stands here and nowhere else (a game's rule options have theirs in the game). Holds no
knowledge of how a bot is found or started (`bot_files`), and touches no file but the one that it reads.
Called by `cli` and `director`; docs/tournament-file.md is its manual, and tested against it.
"""

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, ValidationError, model_validator

from arena import records
from arena.errors import OptionError, SettingsError
from arena.setting_values import (
    UNTIMED,
    ActionMs,
    BankMilliseconds,
    BotPath,
    BotTables,
    Command,
    Environment,
    FileCount,
    IsolationLevel,
    LimitBytes,
    MemoryMb,
    Milliseconds,
    Name,
    Options,
    ProcessCount,
    RequiredIsolation,
    ScratchMb,
    Seed,
    Words,
    name_fault,
)
from arena.toml_places import (
    Place,
    TomlFile,
    as_toml,
    did_you_mean,
    dotted,
    first_fault,
    printable,
    read_toml,
    toml_key,
)

SHORT_SEED_DIGITS: Final = 32

FUTURE_KEYS: Final = {"on_fault": "not enforced by this version of arena; leave it out"}
"""Keys that are meant to come; an error until they are enforced, so that nobody relies on them in vain."""

_FROZEN: Final = ConfigDict(frozen=True, extra="forbid", strict=True)


# ---- the settings


class ClockSettings(BaseModel):
    """Milliseconds; `action_ms` may be "untimed"."""

    model_config = _FROZEN

    start_ms: Milliseconds = 10_000
    action_ms: ActionMs = 1_000
    bank_ms: BankMilliseconds = 5_000
    exit_ms: Milliseconds = 500


class ClockOverrides(BaseModel):
    """One bot's own times; None is "as the tournament's"."""

    model_config = _FROZEN

    start_ms: Milliseconds | None = None
    action_ms: ActionMs | None = None
    bank_ms: BankMilliseconds | None = None
    exit_ms: Milliseconds | None = None


class LimitSettings(BaseModel):
    """What a bot may use, all its processes together (`files`: each); MB are 2**20 bytes."""

    model_config = _FROZEN

    line_bytes: LimitBytes = 65_536
    stderr_bytes: LimitBytes = 65_536
    memory_mb: MemoryMb = 512
    scratch_mb: ScratchMb = 256
    files: FileCount = 256
    processes: ProcessCount = 64


class LimitOverrides(BaseModel):
    """One bot's own limits; None is "as the tournament's"."""

    model_config = _FROZEN

    line_bytes: LimitBytes | None = None
    stderr_bytes: LimitBytes | None = None
    memory_mb: MemoryMb | None = None
    scratch_mb: ScratchMb | None = None
    files: FileCount | None = None
    processes: ProcessCount | None = None


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a bot's entry came from, for messages only: any two are equal."""

    file: TomlFile | None = field(default=None, compare=False)
    place: Place = field(default=(), compare=False)

    def address(self, *keys: str | int) -> str:
        """`tournaments/a.toml:12: bots[2].command: `, or "" for a bot of the command line."""
        return f"{self.file.address((*self.place, *keys))}: " if self.file else ""


class BotEntry(BaseModel):
    """One `[[bots]]` table: a script or folder (`path`), or a bare `command`, or a path with a command of its own."""

    model_config = _FROZEN

    name: Name | None = None
    path: BotPath | None = None
    command: Command | None = None
    args: Words = ()
    env: Environment = Field(default_factory=dict)
    clock: ClockOverrides = ClockOverrides()
    limits: LimitOverrides = LimitOverrides()
    isolation: IsolationLevel | None = None
    network: bool = False
    pondering: bool | None = None
    _origin: Origin = PrivateAttr(default_factory=Origin)

    @model_validator(mode="after")
    def _names_a_program(self) -> Self:
        if self.path is None and self.command is None:
            raise ValueError("expected a path (script or folder) or a command (list)")
        return self

    @property
    def origin(self) -> Origin:
        return self._origin

    def of(self, origin: Origin) -> Self:
        entry = self.model_copy()
        entry._origin = origin
        return entry

    def anchored(self, base_dir: str | Path) -> Self:
        """The entry with paths made absolute: relative ones count from `base_dir`, `~` is the home directory.

        In a bare command every element that names an existing file there does, and a program with a slash.
        """
        changed: dict[str, Any] = {}
        if self.path is not None:
            changed["path"] = _absolute(self.path, base_dir)
        elif self.command is not None:
            changed["command"] = tuple(
                _absolute(word, base_dir)
                if (index == 0 and "/" in word) or (word and os.path.isfile(_absolute(word, base_dir)))
                else word
                for index, word in enumerate(self.command)
            )
        return self.model_copy(update=changed)


def _absolute(path: str, base_dir: str | Path) -> str:
    """Raises SettingsError for a path that is no text: neither settings nor records could name it."""
    absolute = os.path.abspath(os.path.join(base_dir, os.path.expanduser(path)))
    try:
        absolute.encode()
    except UnicodeEncodeError:
        raise SettingsError(f'"{printable(absolute)}": the path is not UTF-8 (rename the file or its folder)') from None
    return absolute


class Settings(BaseModel):
    """A whole tournament, checked; unchangeable. `seed` None: to be drawn from the system's entropy."""

    model_config = _FROZEN

    name: Name = "tournament"
    game: str = "bid-euchre"
    format: Literal["round-robin"] = "round-robin"
    boards: int = Field(default=50, ge=1, le=1_000_000_000)
    seed: Seed | None = None
    jobs: int = Field(default=0, ge=0, le=4_096)
    sitting: int = Field(default=50, ge=1, le=1_000_000_000)
    give_up_after: int = Field(default=5, ge=1, le=1_000_000_000)
    common_deals: bool = False
    max_deals: int = Field(default=200, ge=1, le=1_000_000)
    tables: int = Field(default=1, ge=1, le=64)
    isolation: IsolationLevel = "auto"
    require_isolation: RequiredIsolation = ()
    pondering: bool = False
    trust_builds: bool = False
    options: Options = Field(default_factory=dict)
    clock: ClockSettings = ClockSettings()
    limits: LimitSettings = LimitSettings()
    bots: Annotated[tuple[BotEntry, ...], BotTables] = ()

    def clock_of(self, entry: BotEntry) -> records.Clock:
        """A bot's times: the tournament's, with its own overrides."""
        times = self.clock.model_dump() | entry.clock.model_dump(exclude_none=True)
        untimed = times["action_ms"] == UNTIMED
        return records.Clock(**(times | {"action_ms": None if untimed else times["action_ms"]}))

    def limits_of(self, entry: BotEntry) -> records.Limits:
        """What a bot may use: the tournament's limits, with its own overrides."""
        return records.Limits(**(self.limits.model_dump() | entry.limits.model_dump(exclude_none=True)))

    def isolation_of(self, entry: BotEntry) -> records.Isolation:
        """How a bot is confined: as the tournament says, or as its own entry does."""
        return records.Isolation(self.isolation if entry.isolation is None else entry.isolation)

    def lets_ponder(self, entry: BotEntry) -> bool:
        """Whether a bot may use the processor while it is not its turn."""
        return self.pondering if entry.pondering is None else entry.pondering


def seed_warning(settings: Settings) -> str | None:
    """What to tell the user about a seed that could be guessed."""
    digits = len((settings.seed or "f" * 64).lstrip("0"))
    if digits >= SHORT_SEED_DIGITS:
        return None
    return (
        f"the seed has only {digits} hex digits: whoever guesses it knows all deals; "
        f"leave it out, or give {SHORT_SEED_DIGITS} or more, when strangers' bots take part"
    )


# ---- in


def load(path: str | Path, overrides: Mapping[str, Any] | None = None) -> Settings:
    """The settings in the TOML file at `path`, checked, defaults and game options filled in, bots' paths absolute.

    `overrides` (top-level keys, as from the command line; None values are ignored) replace what the file says.
    Raises SettingsError: one line with the file, the line number and the key.
    """
    path = Path(path)
    file = read_toml(path, SettingsError)
    values = dict(file.values)
    values.setdefault("name", path.stem if name_fault(path.stem) is None else Settings().name)
    settings = _checked(values, file)
    entries = tuple(
        entry.of(Origin(file, ("bots", index))).anchored(os.path.abspath(path.parent))
        for index, entry in enumerate(settings.bots)
    )
    settings = settings.model_copy(update={"bots": entries})
    given = _given(overrides or {})
    if "options" in given:
        given["options"] = {**settings.options, **given["options"]}
    return _playable(_replaced(settings, given), file, given)


def from_bots(bots: Sequence[str], overrides: Mapping[str, Any] | None = None) -> Settings:
    """The settings for bots named on the command line, each `PATH` or `NAME=PATH`."""
    settings = Settings(bots=tuple(bot_entry(word) for word in bots))
    return _playable(_replaced(settings, _given(overrides or {})))


def bot_entry(word: str) -> BotEntry:
    """The entry for one `PATH` or `NAME=PATH` of the command line (a path that exists is never split)."""
    name, equals, path = word.partition("=")
    if not equals or "/" in name or os.path.exists(word):
        name, path = "", word
        equals = ""
    try:
        entry = BotEntry(name=name if equals else None, path=path)
    except ValidationError as problem:
        raise SettingsError(f'bot "{printable(word)}": {first_fault(None, BotEntry, problem)}') from None
    return entry.anchored(os.getcwd())


def with_overrides(settings: Settings, **overrides: Any) -> Settings:
    """`settings` with top-level keys replaced (None values are ignored), checked again.

    When the game changes, options that stood at the old game's default are dropped; the others must be known to
    the new game. Raises SettingsError naming the key.
    """
    given = _given(overrides)
    if given.get("game", settings.game) != settings.game and "options" not in given:
        from arena.games import game

        defaults = game(settings.game, {}).options
        given["options"] = {
            key: value for key, value in settings.options.items() if key not in defaults or defaults[key] != value
        }
    return _playable(_replaced(settings, given))


def _given(overrides: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in overrides.items() if value is not None}


def _replaced(settings: Settings, given: Mapping[str, Any]) -> Settings:
    return _checked({**{key: getattr(settings, key) for key in Settings.model_fields}, **given}, None)


def _checked(values: dict[str, Any], file: TomlFile | None) -> Settings:
    try:
        return Settings.model_validate(values)
    except ValidationError as problem:
        raise SettingsError(first_fault(file, Settings, problem, FUTURE_KEYS)) from None


def _playable(settings: Settings, file: TomlFile | None = None, overridden: Collection[str] = ()) -> Settings:
    """The settings with the game's options filled in, if the game takes them and there are bots enough for it.

    Mistakes are put down to their line of `file`, but for the `overridden` keys.
    """
    from arena.games import GAMES, game  # here: whoever only wants a name need not load the games

    def where(*place: str) -> str:
        return f"{dotted(place) if file is None or place[0] in overridden else file.address(place)}: "

    if settings.game not in GAMES:
        wrong = printable(settings.game)
        raise SettingsError(f'{where("game")}unknown game "{wrong}"{did_you_mean(wrong, GAMES)}')
    try:
        rules = game(settings.game, settings.options)
    except OptionError as problem:
        key, _, words = str(problem).partition(": ")
        raise OptionError(where("options", key.removeprefix("options.")) + words) from None
    if (count := len(settings.bots)) < rules.side_count:
        wanted = {2: "two", 3: "three"}.get(rules.side_count, str(rules.side_count))
        raise SettingsError(f"{where('bots')}a tournament needs {wanted} bots or more, got {count or 'none'}")
    return settings.model_copy(update={"options": dict(rules.options)})


# ---- out


def to_json(settings: Settings) -> str:
    """For the store; `from_json` reads it back equal."""
    return settings.model_dump_json()


def from_json(text: str | bytes) -> Settings:
    """Settings as `to_json` wrote them (checked when they were made, not again against the game)."""
    try:
        return Settings.model_validate_json(text)
    except ValidationError as problem:
        raise SettingsError(
            f"the settings that the run keeps are damaged: {first_fault(None, Settings, problem)}"
        ) from None


def to_toml(settings: Settings) -> str:
    """The settings as a tournament file with every default written out; `load` reads it back equal."""
    values = settings.model_dump(exclude_none=True)
    lines = [f"{toml_key(key)} = {as_toml(value)}" for key, value in values.items() if _stands_on_top(key)]
    for table in ("options", "clock", "limits"):
        lines += ["", f"[{table}]"] + [f"{toml_key(key)} = {as_toml(value)}" for key, value in values[table].items()]
    for bot in values["bots"]:
        lines += ["", "[[bots]]"] + [f"{key} = {as_toml(value)}" for key, value in bot.items() if value not in ({}, ())]
    return "\n".join(lines) + "\n"


def _stands_on_top(key: str) -> bool:
    return key not in ("options", "clock", "limits", "bots")
