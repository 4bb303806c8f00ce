"""How a bot's author starts the bot without arena and feeds it what it was sent: a line for a shell.

Pure text about a `BotSource`, for people alone: arena starts a bot as its entrant says. Called by `conformance`.
"""

import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import Final

from arena.bot_files import BotSource, SourceKind, sdk_dir
from arena.bot_sources import short
from arena.reports.neutral import terminal

LINES: Final = "sent.jsonl"


def by_hand(source: BotSource, lines: str | Path = LINES) -> str:
    """The bot with the file `lines` on its standard input."""
    program, *words = (_typed(word, source) for word in source.command)
    program = _known(program)
    is_python = program == "python3"
    in_folder = source.kind is SourceKind.FOLDER and source.folder is not None
    sdk = str(sdk_dir()) if in_folder else short(sdk_dir())
    command = shlex.join([program, *words])
    if is_python:
        command = f"PYTHONPATH={shlex.quote(sdk)} {command}"
    if in_folder:
        assert source.folder is not None
        command = f"(cd {shlex.quote(short(source.folder))} && {command})"
    return terminal(f"{command} < {shlex.quote(str(lines))}")


def _typed(word: str, source: BotSource) -> str:
    """A script's own name as one would type it here; other words as they are."""
    if source.kind is SourceKind.SCRIPT and source.folder is not None and word == source.files[0].path:
        path = short(source.folder / word)
        return path if "/" in path or word != source.command[0] else f"./{path}"
    return word


def _known(program: str) -> str:
    """A program by its name where the shell finds it by that."""
    if program == sys.executable:
        return "python3"
    name = os.path.basename(program)
    return name if os.path.isabs(program) and shutil.which(name) else program
