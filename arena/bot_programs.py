"""Programs of this machine that bots run with: interpreters, whether a file can be started, a bot's environment.

Reads the file system, starts nothing, and knows no settings. Called by `bot_files` before the first match and by
whoever starts a bot's process.
"""

import json
import os
import re
import shlex
import shutil
import sys
from functools import cache
from pathlib import Path
from typing import Final

from arena.errors import RunError
from arena.records import Entrant
from arena.rustup import real_program

PYTHONS: Final = ("python", "python3")
INTERPRETERS: Final = {".py": "python", ".js": "node", ".sh": "bash"}
"""What a script runs with, by extension; any other is started by its execute bit and first line."""

_USUALLY_WITH: Final = INTERPRETERS | {
    ".py": "python3",
    ".lua": "lua",
    ".rb": "ruby",
    ".pl": "perl",
    ".php": "php",
    ".tcl": "tclsh",
    ".R": "Rscript",
}
"""What a script usually runs with, for what is said to its author."""
SCRIPTS: Final = frozenset((*_USUALLY_WITH, ".mjs", ".cjs", ".jar"))
"""Extensions of files that are given to an interpreter."""

_HOW_TO_HAVE: Final = {
    "node": "install Node.js, e.g. apt install nodejs",
    "bash": "e.g. apt install bash",
    "cc": "e.g. apt install gcc",
    "rustc": "e.g. apt install rustc, or rustup",
    "cargo": "e.g. apt install cargo, or rustup",
    "go": "e.g. apt install golang-go",
    "java": "e.g. apt install default-jdk-headless",
    "javac": "e.g. apt install default-jdk-headless",
}
_SYSTEM_PATH: Final = ("/usr/local/bin", "/usr/bin", "/bin")
_NO_MODULE: Final = re.compile(r"ModuleNotFoundError: No module named '([^'\n]{1,100})'")
_NO_FILE: Final = re.compile(r"No such file or directory|Cannot find module|ENOENT")


def program_called(word: str) -> str | None:
    """The absolute path of the program called `word`, None if there is none.

    `python` and `python3` are the interpreter that runs arena, so that a bot needs nothing that arena does not have.
    """
    if word in PYTHONS:
        return sys.executable
    found = shutil.which(word)
    return real_program(os.path.abspath(found)) if found else None


def missing(word: str) -> str:
    """What to say of a program that is not there."""
    how = _HOW_TO_HAVE.get(word)
    return f'"{word}" is not on this machine\'s PATH' + (f" ({how})" if how else "")


def start_fault(path: Path) -> str | None:
    """Why the file at `path` cannot be started as a program, as the end of a sentence about it; None if it can."""
    try:
        with path.open("rb") as file:
            first = file.readline(1024)
    except OSError:  # a program need not be readable
        return None if os.access(path, os.X_OK) else "is not executable (chmod +x it)"
    is_binary = b"\0" in first or first.startswith(b"\x7fELF")
    has_interpreter = first.startswith(b"#!")
    with_it = _USUALLY_WITH.get(path.suffix)
    how = f", or name its interpreter in bot.toml: command = {json.dumps([with_it, path.name])}" if with_it else ""
    if not os.access(path, os.X_OK):
        begun = "" if is_binary or has_interpreter else f" and begin it with #!/usr/bin/env {with_it or 'python3'}"
        return f"is not executable (chmod +x it{begun}{'' if is_binary else how})"
    if has_interpreter:
        return _shebang_fault(first[2:].decode("utf-8", "replace").rstrip("\n"))
    if not is_binary:
        return f"has no first line such as #!/usr/bin/env {with_it or 'python3'} and is no program (add one{how})"
    return None


def _shebang_fault(line: str) -> str | None:
    if line.endswith("\r"):
        return "ends its first line with a carriage return (save it with Unix line ends)"
    words = shlex.split(line, posix=False)
    if not words:
        return "has an empty first line #! (name an interpreter there)"
    program = words[0]
    if os.path.basename(program) == "env" and os.access(program, os.X_OK):
        named = [word for word in words[1:] if not word.startswith("-") and "=" not in word]
        if named and not shutil.which(named[0]):
            return f'needs "{named[0]}" by its first line: {missing(named[0])}'
        return None
    if not os.path.isfile(program) or not os.access(program, os.X_OK):
        return f'names "{program}" in its first line, which is not on this machine'
    return None


def environment(entrant: Entrant, scratch: str) -> dict[str, str]:
    """The whole environment of a bot's process, built from nothing: what the organiser has set never reaches a bot.

    Python's hash seed is fixed so that a deterministic bot stays one. What the tournament file adds comes last,
    but the two directories are arena's to say.
    """
    program = entrant.command[0]
    inside = entrant.folder is not None and program.startswith(entrant.folder + os.sep)
    own = [os.path.dirname(program)] if os.path.isabs(program) and not inside else []
    node = [os.path.dirname(path)] if (path := _node()) else []
    # system folders last: `python3` in a bot's shell script is the interpreter that has what arena has
    special = [folder for folder in (*own, os.path.dirname(sys.executable), *node) if folder not in _SYSTEM_PATH]
    folders = dict.fromkeys([*special, *_SYSTEM_PATH])
    values = {
        "PATH": os.pathsep.join(folders),
        "LANG": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
    }
    values |= entrant.env
    values |= {"HOME": scratch, "TMPDIR": scratch}
    # for every bot: a shell script or a program with a first line of its own may well start Python
    paths = [values["PYTHONPATH"]] if values.get("PYTHONPATH") else []
    sdk = sdk_dir()
    if entrant.folder is not None:
        values["ARENA_BOT_DIR"] = entrant.folder
        # a run has its own copy beside its copies of the bots: what they play must not change while it is interrupted
        copied = Path(entrant.folder).parent / SDK_COPY
        sdk = copied if copied.is_dir() else sdk
    values["PYTHONPATH"] = os.pathsep.join([*paths, str(sdk)])
    return values


@cache
def _node() -> str | None:
    return program_called("node")


SDK_COPY: Final = "sdk"


def copy_sdk(bots_dir: Path) -> None:
    """Keep the SDK with a run's copies of the bots (one that is there stays); RunError if that cannot be written."""
    if (bots_dir / SDK_COPY).exists():
        return
    try:
        shutil.copytree(sdk_dir(), bots_dir / SDK_COPY, ignore=shutil.ignore_patterns("__pycache__"))
    except OSError as problem:
        raise RunError(f"{bots_dir}: cannot be written: {(problem.strerror or str(problem)).lower()}") from None


def bundled_bots_dir() -> Path:
    """The example bots: inside an installed package, or beside it in a checkout."""
    package = Path(__file__).resolve().parent
    bundled = package / "_bundled"
    return bundled if bundled.is_dir() else package.parent / "example_bots"


def sdk_dir() -> Path:
    """The folder with `arena_bot.py`, which every Python bot can import."""
    return bundled_bots_dir() / "sdk"


def hint_for(stderr_tail: str, entrant: Entrant) -> str | None:
    """What a bot's last words on standard error say about how it was set up, for the detail of its fault."""
    if found := _NO_MODULE.findall(stderr_tail):
        module = found[-1].partition(".")[0]
        hint = (
            f"ModuleNotFoundError: {module}: the bot ran with {entrant.command[0]}, which has no {module}; "
            "name another interpreter in bot.toml, or install it there"
        )
        return f"{hint} ({_ALONE})" if _is_lone_script(entrant) else hint
    if _NO_FILE.search(stderr_tail) and _is_lone_script(entrant):
        return _ALONE
    return None


_ALONE: Final = "a script is that one file; put it, with what else it needs, into a folder with bot.toml"


def _is_lone_script(entrant: Entrant) -> bool:
    if entrant.folder is None:
        return False
    names = {path.name for path in Path(entrant.folder).iterdir()} - {"__pycache__"}
    return len(names) == 1 and "bot.toml" not in names
