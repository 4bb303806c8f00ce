"""The single values of a tournament file: what each may be, and what is said when it is not.

Pure checks as pydantic types; no defaults, no file, no game. Used by `tournament_file` and `bot_files`.
"""

import re
from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator, Field

from arena.bots.isolation.attacks import PROTECTIONS
from arena.toml_places import as_toml, did_you_mean, printable, shown

UNTIMED: Final = "untimed"
NAME_LENGTH: Final = 64

_DAY_MS: Final = 86_400_000


def name_fault(name: str) -> str | None:
    """Why `name` cannot be an entrant's name, or None if it can.

    1 to 64 printable characters, none of `~ / *` (match ids are built of names), no space at either end.
    """
    if not name:
        return "a name cannot be empty"
    if len(name) > NAME_LENGTH:
        return f'the name "{printable(name[:20])}…" has {len(name)} characters; at most {NAME_LENGTH} are allowed'
    if name != name.strip():
        return f'the name "{printable(name)}" has a space at one end'
    for character in name:
        if character in "~/*":
            return f'the name "{printable(name)}" contains "{character}"; none of ~ / * may stand in a name'
        if not character.isprintable():
            return f'the name "{printable(name)}" contains a character that cannot be printed'
    return None


def _mistake(expected: str, value: object) -> ValueError:
    return ValueError(f"{expected}, got {shown(value)}")


def _name(value: object) -> object:
    if isinstance(value, str) and (fault := name_fault(value)):
        raise ValueError(fault)
    return value


def _seed(value: object) -> object:
    if isinstance(value, str) and not re.fullmatch(r"[0-9a-fA-F]{1,64}", value):
        raise _mistake("expected 1 to 64 hex digits (0-9, a-f)", value)
    if isinstance(value, int):
        raise _mistake('expected 1 to 64 hex digits in quotes, such as seed = "c0ffee"', value)
    return value.lower().zfill(64) if isinstance(value, str) else value


def _action_ms(value: object) -> object:
    if value == UNTIMED or (type(value) is int and 1 <= value <= _DAY_MS):
        return value
    raise _mistake(f'expected milliseconds (a whole number from 1) or "{UNTIMED}"', value)


def _words(value: object) -> object:
    """A command: a list, so that nobody has to guess how a line is split."""
    if isinstance(value, str):
        raise _mistake(f"expected a list, such as {as_toml(value.split() or ['./bot'])}", value)
    if isinstance(value, list | tuple):
        if not value or value[0] == "":
            raise ValueError("expected a list that begins with a program, got an empty one")
        if any(isinstance(word, str) and "\0" in word for word in value):
            raise ValueError("a NUL character cannot stand in a command")
        return tuple(value)
    return value


def _as_tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _required_isolation(value: object) -> object:
    if isinstance(value, str):
        words = [word for word in re.split(r"[\s,]+", value) if word]
        raise _mistake(f"expected a list, such as {as_toml(words or ['net', 'files'])}", value)
    if isinstance(value, list | tuple):
        for word in value:
            if isinstance(word, str) and word not in PROTECTIONS:
                raise ValueError(f'unknown protection "{printable(word)}"{did_you_mean(word, PROTECTIONS)}')
    return _as_tuple(value)


def _bot_tables(value: object) -> object:
    if isinstance(value, dict):
        raise _mistake("expected [[bots]] in double brackets, once for each bot", value)
    return _as_tuple(value)


def _environment(value: object) -> object:
    if isinstance(value, dict):
        for key, text in value.items():
            if not key or "=" in key or "\0" in key or (isinstance(text, str) and "\0" in text):
                raise ValueError(f'"{printable(key)}" cannot be set in an environment')
    return value


def _path(value: object) -> object:
    if isinstance(value, str) and (not value or "\0" in value):
        raise ValueError("expected the path of a script or a folder, got an empty one")
    return value


def _plain_options(value: object) -> object:
    if isinstance(value, dict):
        for key, option in value.items():
            if not _is_plain(option):
                raise ValueError(f'option "{printable(key)}": expected true, false, a number or a text')
    return value


def _is_plain(value: object) -> bool:
    if isinstance(value, list):
        return all(map(_is_plain, value))
    if isinstance(value, float):
        return value - value == 0  # neither nan nor an infinity: JSON has none
    return isinstance(value, bool | int | str)


Name = Annotated[str, BeforeValidator(_name)]
Command = Annotated[tuple[str, ...], BeforeValidator(_words)]
ActionMs = Annotated[int | Literal["untimed"], BeforeValidator(_action_ms)]
Milliseconds = Annotated[int, Field(ge=1, le=_DAY_MS)]
BankMilliseconds = Annotated[int, Field(ge=0, le=_DAY_MS)]
Environment = Annotated[dict[str, str], BeforeValidator(_environment)]
LimitBytes = Annotated[int, Field(ge=1_024, le=1 << 30)]
MemoryMb = Annotated[int, Field(ge=16, le=1 << 20)]
ScratchMb = Annotated[int, Field(ge=1, le=1 << 20)]
FileCount = Annotated[int, Field(ge=16, le=1 << 20)]
ProcessCount = Annotated[int, Field(ge=1, le=1 << 15)]
IsolationLevel = Literal["strong", "auto", "limits", "none"]
RequiredIsolation = Annotated[tuple[str, ...], BeforeValidator(_required_isolation)]
BotPath = Annotated[str, BeforeValidator(_path)]
Options = Annotated[dict[str, Any], BeforeValidator(_plain_options)]
Seed = Annotated[str, BeforeValidator(_seed)]
Words = Annotated[tuple[str, ...], BeforeValidator(_as_tuple)]
BotTables = BeforeValidator(_bot_tables)
