"""Bots' names in a tournament and the run's own copies of them: a `BotSource` becomes an `Entrant`.

What cannot be used is raised as `BotFileError` with its address. Starts no bot (only its build). The door to
everything about bots' files: `director` and `cli` import it and none of the modules behind it.
"""

import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from arena.bot_builds import Build, level_for_builds, run_build
from arena.bot_folders import copy_fault, copy_of, copy_rows, digest_of, file_row
from arena.bot_programs import bundled_bots_dir, environment, hint_for, program_called, sdk_dir, start_fault
from arena.bot_sources import BotSource, SourceKind, in_virtual_environment, inside_of, resolve, short, wrong
from arena.errors import BotFileError
from arena.records import Entrant, Isolation
from arena.setting_values import NAME_LENGTH
from arena.toml_places import shown
from arena.tournament_file import BotEntry, Settings

__all__ = [
    "BotSource",
    "SourceKind",
    "bundled_bots_dir",
    "changed_since",
    "check_copy",
    "copy_into",
    "environment",
    "hint_for",
    "name_entrants",
    "resolve",
    "sdk_dir",
]


def name_entrants(sources: Sequence[BotSource]) -> tuple[list[str], list[str]]:
    """Each bot's name in the tournament, and a notice for each that could not keep its own.

    A further bot of one name gets the first free of `-2`, `-3`, … in order of entry; a name that another bot
    came with is not free.
    """
    own = {source.name for source in sources}
    taken: set[str] = set()
    names, notices = [], []
    for source in sources:
        name, number = source.name, 2
        while name in taken or (name != source.name and name in own):
            ending = f"-{number}"
            name = source.name[: NAME_LENGTH - len(ending)].rstrip() + ending
            number += 1
        if name != source.name:
            notices.append(f'two bots are called "{source.name}": the later one plays as "{name}"')
        taken.add(name)
        names.append(name)
    return names, notices


# ---- the run's copy


def copy_into(source: BotSource, bots_dir: str | Path, name: str, settings: Settings) -> Entrant:
    """Copy the bot into the run, build it there if it asks for that, and say how to start it.

    Idempotent, and safe to be killed at any instant. Raises BotFileError.
    """
    bots_dir = Path(os.path.abspath(bots_dir))
    entry = source.entry

    def entrant(command: tuple[str, ...], folder: str | None) -> Entrant:
        return Entrant(
            name=name,
            digest=source.digest,
            command=command,
            folder=folder,
            clock=settings.clock_of(entry),
            limits=settings.limits_of(entry),
            env=dict(entry.env),
            isolation=settings.isolation_of(entry),
            network=entry.network,
            pondering=settings.lets_ponder(entry),
        )

    if source.folder is None:
        return entrant(source.command, None)
    copy = copy_of(source.digest, bots_dir)
    build = None
    if source.build:
        command = _placed(source.build, source.folder, copy, frozenset(row.path for row in source.files))
        build = partial(run_build, _build_of(entrant(command, str(copy)), settings.trust_builds))
    try:
        copy_rows(source.files, source.folder, source.digest, bots_dir, build)
    except BotFileError as problem:
        raise wrong(entry, "path", entry.path or "", f"cannot be used: {problem}") from None
    command = _placed(source.command, source.folder, copy, None)
    if not os.path.isabs(command[0]):
        program = None
        if "/" not in command[0]:
            program = program_called(command[0])
        elif in_virtual_environment(source.folder, os.path.normpath(command[0])):
            program = os.path.abspath(source.folder / command[0])
        if program is None:
            raise wrong(entry, "path", entry.path or "", f"has a build that does not make {shown(command[0])}")
        command = (program, *command[1:])
    elif Path(command[0]).is_relative_to(copy) and (fault := start_fault(Path(command[0]))):
        raise wrong(entry, "path", entry.path or "", f"cannot be started: {shown(source.command[0])} {fault}")
    return entrant(command, str(copy))


def _build_of(builder: Entrant, is_trusted: bool) -> Build:
    """The bot's build, `builder` being the bot with its build's command in place of its own."""
    return Build(
        command=builder.command,
        env=environment(builder, ""),
        isolation=Isolation.NONE if is_trusted else level_for_builds(builder.isolation),
        network=is_trusted or builder.network,
        limits=builder.limits,
    )


def _placed(command: Sequence[str], folder: Path, copy: Path, files: frozenset[str] | None) -> tuple[str, ...]:
    """The command with every element that names a file of the copy made absolute there.

    `files`: what will stand in the copy; None: look.
    """

    def placed(word: str) -> str:
        inside = inside_of(word, folder)
        if not inside or inside.startswith("../"):
            return word
        stands = inside in files if files is not None else os.path.isfile(copy / inside)
        return str(copy / inside) if stands else word

    return tuple(map(placed, command))


def check_copy(entrant: Entrant, bots_dir: str | Path) -> None:
    """Raise BotFileError if the run's copy of the bot (or a bare command's files) is not what the run began with."""
    if entrant.folder is None:
        files = [Path(word) for word in entrant.command if os.path.isabs(word) and os.path.isfile(word)]
        same = digest_of(file_row(path.parent, path.name) for path in dict.fromkeys(files)) == entrant.digest
        fault = None if same else "has changed since the run began, and a bare command is not copied"
    else:
        fault = copy_fault(entrant.digest, Path(bots_dir))
    if fault:
        place = "its program" if entrant.folder is None else "the run's copy of it"
        raise BotFileError(f'bot "{entrant.name}": {place} {fault}')


def changed_since(entry: BotEntry, digest: str) -> str | None:
    """What became of a bot's original since the run with its copy (of `digest`) began; None if it is the same."""
    try:
        source = resolve(entry)
    except BotFileError as problem:
        return f"the original can no longer be read: {problem}"
    if source.digest == digest:
        return None
    return f"the original, {short(entry.path or source.command[0])}, has changed; the run keeps to its own copy"
