"""From an entry of the tournament file to a `BotSource`: find the bot and check all that can be checked unstarted.

What is wrong with a bot's files is found here, before the first match, and raised as `BotFileError` with its
address. Writes nothing, starts nothing. Called through `bot_files`.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, ValidationError

from arena.bot_folders import (
    LEFT_OUT,
    FileRow,
    digest_of,
    file_row,
    is_virtual_environment,
    rows_in,
)
from arena.bot_programs import (
    INTERPRETERS,
    SCRIPTS,
    missing,
    program_called,
    start_fault,
)
from arena.errors import BotFileError
from arena.setting_values import Command, Name, name_fault
from arena.toml_places import first_fault, printable, read_toml, shown
from arena.tournament_file import BotEntry

BOT_TOML: Final = "bot.toml"
_TAKES_CODE: Final = ("-c", "-e", "-m", "-E", "-r")  # options whose value may look like a script's name
_MOST_NAMED: Final = 3


class SourceKind(StrEnum):
    """What an entry turned out to be."""

    SCRIPT = "script"
    FOLDER = "folder"
    COMMAND = "command"


class BotToml(BaseModel):
    """The `bot.toml` of a folder."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: Name | None = None
    command: Command | None = None
    build: Command | None = None


_ORGANISERS_KEYS: Final = {
    key: "is the organiser's to set, in the tournament file"
    for key in BotEntry.model_fields
    if key not in BotToml.model_fields
}


@dataclass(frozen=True, slots=True)
class BotSource:
    """A bot as found: `folder` holds `files` (None for a bare command), `command` still names files as its author did.

    `name` is valid but need not be unique; `digest` as in a match record.
    """

    kind: SourceKind
    name: str
    command: tuple[str, ...]
    folder: Path | None
    files: tuple[FileRow, ...]
    digest: str
    build: tuple[str, ...]
    entry: BotEntry


def resolve(entry: BotEntry, base_dir: str | Path = ".") -> BotSource:
    """Find the bot of `entry` and check all of it that can be checked without starting it.

    Raises BotFileError, one line that begins with the entry's address.
    """
    entry = entry.anchored(base_dir)
    if entry.path is None:
        return _bare_command(entry)
    path = Path(entry.path)
    try:
        if path.is_dir():
            return _folder(entry, path)
        if path.is_file():
            return _script(entry, path)
    except PermissionError:
        raise wrong(entry, "path", path, "cannot be read (permission denied)") from None
    except OSError as problem:  # a path too long, or through a file
        raise wrong(entry, "path", path, f"cannot be read ({(problem.strerror or str(problem)).lower()})") from None
    fault = "is neither a file nor a folder" if os.path.lexists(path) else "does not exist"
    raise wrong(entry, "path", path, fault)


def wrong(entry: BotEntry, key: str, path: str | Path, fault: str) -> BotFileError:
    return BotFileError(f'{entry.origin.address(key)}"{printable(short(path))}" {fault}')


def short(path: str | Path) -> str:
    """A path as one would type it here."""
    relative = os.path.relpath(path) if os.path.isabs(path) else str(path)
    return str(path) if relative.startswith("..") else relative


def _bare_command(entry: BotEntry) -> BotSource:
    assert entry.command is not None, "an entry has a path or a command"
    command = (*entry.command, *entry.args)
    program = program_called(command[0])
    if "/" in command[0]:
        if fault := _start_fault(Path(command[0])):
            raise wrong(entry, "command", command[0], fault)
    elif program is None:
        raise BotFileError(entry.origin.address("command") + missing(printable(command[0])))
    command = (program or command[0], *command[1:])
    return BotSource(
        kind=SourceKind.COMMAND,
        name=_valid_name(entry, entry.name, Path(_name_giver(entry.command))),
        command=command,
        folder=None,
        files=(),
        digest=_digest_of_command(entry, command),
        build=(),
        entry=entry,
    )


def _name_giver(command: Sequence[str]) -> str:
    """The program, or the file that it is given when the program is an interpreter found by its name."""
    named = [word for word in command[1:] if os.path.isabs(word) and os.path.isfile(word)]
    return named[0] if named and "/" not in command[0] else command[0]


def _start_fault(path: Path) -> str | None:
    """The same for a path of which nothing is known yet."""
    if not os.path.exists(path):
        return "does not exist"
    return "is a folder, not a program" if os.path.isdir(path) else start_fault(path)


def _digest_of_command(entry: BotEntry, command: Sequence[str]) -> str:
    """Of the program file and of the files that the command names, by their own names."""
    files = dict.fromkeys(word for word in command if os.path.isabs(word) and os.path.isfile(word))
    try:
        return digest_of(file_row(Path(word).parent, Path(word).name) for word in files)
    except BotFileError as problem:
        raise BotFileError(f"{entry.origin.address('command')}{problem}") from None


def _script(entry: BotEntry, path: Path) -> BotSource:
    """A script is that one file; with a command of the entry's own it is what that command is given."""
    rows = _rows(entry, lambda: [file_row(path.parent, path.name)])
    if entry.command is not None:
        program, *words = entry.command
        names_script = [_is(word, path) for word in entry.command]
        command = (program, *words) if any(names_script) else (program, *words, path.name)
        if not names_script[0]:
            command = (_program(program, entry.origin.address("command")), *command[1:])
    elif interpreter := INTERPRETERS.get(path.suffix):
        needs = f'{entry.origin.address("path")}"{printable(short(path))}" needs {interpreter}: '
        command = (_program(interpreter, needs), path.name)
    else:
        command = (path.name,)
    if _is(command[0], path) and (fault := start_fault(path)):
        raise wrong(entry, "command" if entry.command else "path", path, fault)
    return BotSource(
        kind=SourceKind.SCRIPT,
        name=_valid_name(entry, entry.name, path),
        command=(*command, *entry.args),
        folder=path.parent,
        files=tuple(rows),
        digest=digest_of(rows),
        build=(),
        entry=entry,
    )


def _is(word: str, path: Path) -> bool:
    return word == str(path) or os.path.normpath(word) == path.name


def _folder(entry: BotEntry, folder: Path) -> BotSource:
    described = folder / BOT_TOML
    toml = BotToml()
    if described.is_file():
        file = read_toml(Path(short(described)), BotFileError)
        try:
            toml = BotToml.model_validate(file.values)
        except ValidationError as problem:
            raise BotFileError(first_fault(file, BotToml, problem, _ORGANISERS_KEYS)) from None
        where = file.address(("command",)) + ": "
        if entry.command is None and toml.command is None:
            raise BotFileError(f'{file.shown}: command: is missing (a list, such as command = ["python", "bot.py"])')
    elif entry.command is None:
        words = 'a folder without bot.toml (add one with a line such as command = ["python", "bot.py"])'
        raise wrong(entry, "path", folder, f"is {words}")
    if entry.command is not None:
        where = entry.origin.address("command")
    command = entry.command or toml.command or ()
    rows = _rows(entry, lambda: rows_in(folder))
    files = frozenset(row.path for row in rows)
    build = tuple(toml.build or ())
    if build:
        at_build = f"{short(described)}: build: "
        build = (_program(build[0], at_build, folder, files), *build[1:])
    program = _program(command[0], where, folder, files, may_be_built=bool(build))
    for word in command[1:]:
        if word.startswith("../") and os.path.isfile(folder / word):
            raise BotFileError(f"{where}{shown(word)} is outside the bot's folder, which is all that is copied")
    if not build and (lacked := _lacked(command, folder, files)):
        raise BotFileError(where + lacked)
    return BotSource(
        kind=SourceKind.FOLDER,
        name=_valid_name(entry, entry.name or toml.name, folder),
        command=(program, *command[1:], *entry.args),
        folder=folder,
        files=tuple(rows),
        digest=digest_of(rows),
        build=build,
        entry=entry,
    )


def _lacked(command: Sequence[str], folder: Path, files: frozenset[str]) -> str | None:
    """What to say where an interpreter is given a script that the folder lacks; None where one cannot be sure."""
    if inside_of(command[0], folder) in files:
        return None
    for word in command[1:]:
        if word.startswith("-"):
            if word in _TAKES_CODE:
                return None
            continue
        suffix = Path(word).suffix
        if suffix not in SCRIPTS or "=" in word or os.path.lexists(folder / word):
            return None
        alike = sorted(file for file in files if Path(file).suffix == suffix)[:_MOST_NAMED]
        there = f" (it has {', '.join(map(shown, alike))})" if alike else ""
        return f"{shown(word)} is no file of the bot's folder{there}"
    return None


def _rows(entry: BotEntry, rows: Any) -> list[FileRow]:
    try:
        return list(rows())
    except BotFileError as problem:
        raise wrong(entry, "path", entry.path or "", f"cannot be copied: {problem}") from None


def _program(
    word: str,
    where: str,
    folder: Path | None = None,
    files: frozenset[str] = frozenset(),
    *,
    may_be_built: bool = False,
) -> str:
    """What stands for a command's first word: a file of the folder as the author wrote it, else an absolute path.

    `where` begins the BotFileError if it cannot be started.
    """
    if folder is not None:
        inside = inside_of(word, folder)
        if inside in files:
            if (fault := start_fault(folder / inside)) and not may_be_built:
                raise BotFileError(f"{where}{shown(word)} {fault}")
            return word
        if not os.path.isabs(word) and "/" in word:
            if may_be_built:
                return word
            if in_virtual_environment(folder, inside):
                return os.path.abspath(folder / word)
            left_out = LEFT_OUT.intersection(Path(inside).parts)
            if left_out and os.path.exists(folder / word):
                raise BotFileError(f"{where}{shown(word)}: {min(left_out)}/ is not copied; make it with build = [...]")
            raise BotFileError(f"{where}{shown(word)} is not in the bot's folder")
    if "/" in word:
        if fault := _start_fault(Path(word)):
            raise BotFileError(f"{where}{shown(word)} {fault}")
        return word
    if (found := program_called(word)) or may_be_built:
        return found or word
    raise BotFileError(where + missing(printable(word)))


def inside_of(word: str, folder: Path) -> str:
    """`word` relative to the folder, if it names a place in it; "" if it is absolute and elsewhere."""
    if os.path.isabs(word):
        path = Path(os.path.normpath(word))
        return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else ""
    return os.path.normpath(word)


def in_virtual_environment(folder: Path, inside: str) -> bool:
    parents = [folder / parent for parent in Path(inside).parents if parent != Path(".")]
    return os.path.isfile(folder / inside) and any(map(is_virtual_environment, parents))


def _valid_name(entry: BotEntry, given: str | None, path: Path) -> str:
    name = given if given is not None else (path.name if path.is_dir() else path.stem) or path.name
    if fault := name_fault(name):
        hint = 'give it another: name = "…", or NAME=PATH'
        raise BotFileError(f'{entry.origin.address("path")}"{printable(short(path))}": {fault} ({hint})')
    return name
