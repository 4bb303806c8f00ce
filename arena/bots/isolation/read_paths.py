"""What a bot must be able to read beside the system: its own files, and the prefixes of the interpreters it runs with.

Interpreters live in home directories (pyenv, uv, conda, nvm): their own prefix is granted and never the home itself,
`~/.local` or a folder that holds more than an interpreter. Looks at the file system, starts nothing.
"""

import glob
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final

from arena.bots.isolation.programs import first_line, is_binary, which
from arena.bots.isolation.system_paths import folders, is_beneath

_INTERPRETERS: Final = ("python3", "node")
"""What scripts find on the PATH that arena gives them."""
_MARKS: Final = (
    "lib/python[23]*",
    "lib/pypy*",
    "lib/node_modules",
    "include/node",
    "conda-meta",
    "lib/modules",  # Java's own
    "lib/jvm.cfg",
    "jre/lib",
    "lib/perl5",
    "lib/ruby",
    "lib/julia",
    "lib/lua",
    "share/julia",
    "lib/rustlib",
    "src/runtime",  # Go's own
)
"""A prefix is taken for an interpreter's when it holds one of these beside its bin."""
_PARTS: Final = (
    *("bin", "sbin", "lib", "lib32", "lib64", "libexec", "include", "share", "etc"),
    *("conda-meta", "ssl"),
    *("conf", "jmods", "jre", "release"),  # of Java
    *("src", "pkg", "VERSION", "go.env"),  # of Go
)
"""What of an interpreter's prefix is readable."""
_VENV_PARTS: Final = ("bin", "lib", "lib32", "lib64", "include", "pyvenv.cfg")  # it may well be a project's folder
_PYENV_PARTS: Final = ("bin", "libexec", "plugins", "shims", "version", "versions")
_DOTNET_PARTS: Final = ("host", "packs", "sdk", "shared")
_DEPTH: Final = 6
_NEVER_WITHIN_HOME: Final = ("", ".local", ".config", ".cache", ".ssh")


def read_paths(command: Sequence[str], folder: str | None, env: Mapping[str, str]) -> tuple[str, ...]:
    """Paths for `Spec.read`, links and what they lead to, sorted.

    `command`: the bot's. `folder`: the bot's own; with it the command is the word of the bot's author, who may name
    interpreters and binary programs outside and nothing else. Without it, it is the organiser's: every file that it
    names is readable, as a file alone. `env`: the bot's whole environment, by arena and the organiser; interpreters on
    its PATH and the folders of its PYTHONPATH are readable.

    Found once for the same words: a bot is started many times in a run.
    """
    return _found(tuple(command), folder, env.get("PATH", ""), env.get("PYTHONPATH", ""))


@lru_cache(maxsize=1024)
def _found(command: tuple[str, ...], folder: str | None, search: str, modules: str) -> tuple[str, ...]:
    is_strangers = folder is not None
    paths = set() if is_strangers else set(_named_files(command[1:]))
    for word in (command[0], *_INTERPRETERS):
        paths |= set(_program(word, search, is_strangers, 0))
    paths |= {path for path in modules.split(os.pathsep) if os.path.isabs(path) and not _is_wide(path)}
    if folder is not None:
        paths.add(folder)
    # by its own name: a link from elsewhere into the system's folders has to be seen too
    return tuple(sorted(path for path in paths if not any(is_beneath(path, each) for each in folders())))


def _named_files(words: Sequence[str]) -> Iterator[str]:
    for word in words:
        path = word.partition("=")[2] if word.startswith("-") and "=" in word else word
        if os.path.isabs(path) and os.path.isfile(path):
            yield path


def _program(word: str, search: str, is_strangers: bool, depth: int) -> Iterator[str]:
    """A program's file, every link to it, its prefix; for a script the same of what its first line names."""
    path = which(word, search)
    if path is None or depth > _DEPTH:
        return
    links = list(_links(os.path.abspath(path)))
    if is_binary(path) if is_strangers else os.path.isfile(path):
        yield from links
    for link in links:
        yield from _prefixes(link, is_strangers, depth)
    words = first_line(path)
    if words:
        yield from _program(words[0], search, is_strangers, depth + 1)
    if words and os.path.basename(words[0]) == "env":
        named = [each for each in words[1:] if not each.startswith("-") and "=" not in each]
        if named:
            yield from _program(named[0], search, is_strangers, depth + 1)


def _links(path: str) -> Iterator[str]:
    """The path, each link on the way of its last part, and what it really is."""
    for _ in range(40):
        yield path
        if not os.path.islink(path):
            break
        path = os.path.normpath(os.path.join(os.path.dirname(path), os.readlink(path)))
    yield os.path.realpath(path)


def _prefixes(program: str, is_strangers: bool, depth: int) -> Iterator[str]:
    """What a program at this path needs of the folders that it belongs to."""
    folder = os.path.dirname(program)
    prefix = os.path.dirname(folder)
    settings = os.path.join(prefix, "pyvenv.cfg")
    if os.path.isfile(settings):
        yield from _parts(prefix, _VENV_PARTS)
        for base in _base_interpreters(settings):
            yield from _program(base, "", is_strangers, depth + 1)
    elif os.path.basename(folder) == "shims" and os.path.isdir(os.path.join(prefix, "versions")):
        yield from _parts(prefix, _PYENV_PARTS)  # the scripts there look for versions in it
    elif os.path.basename(folder) in ("bin", "sbin") and _is_interpreters(prefix):
        yield from _parts(prefix, _PARTS)
    elif os.path.isdir(os.path.join(folder, "shared", "Microsoft.NETCore.App")):
        yield from _parts(folder, _DOTNET_PARTS)


def _parts(prefix: str, names: Sequence[str]) -> Iterator[str]:
    if not _is_wide(prefix):
        yield from (path for name in names if os.path.exists(path := os.path.join(prefix, name)))


def _base_interpreters(settings: str) -> Iterator[str]:
    """The interpreters that a virtual environment stands on, by its pyvenv.cfg."""
    try:
        with open(settings, encoding="utf-8", errors="replace") as file:
            text = file.read(16_384)
    except OSError:
        return
    values = dict(re.findall(r"^\s*([\w-]+)\s*=\s*(.*?)\s*$", text, re.MULTILINE))
    home, executable = values.get("home", ""), values.get("executable", "")
    if os.path.isabs(home):
        yield from (path for name in ("python3", "python", "pypy3") if os.path.exists(path := os.path.join(home, name)))
    if os.path.isabs(executable):
        yield executable


def _is_interpreters(prefix: str) -> bool:
    return any(glob.glob(os.path.join(glob.escape(prefix), mark)) for mark in _MARKS)


def _is_wide(folder: str) -> bool:
    """Whether a folder holds more than an interpreter: the root, a top folder, a home or what stands above one."""
    real = os.path.realpath(folder)
    if real.count("/") < 2:
        return True
    for home in _homes():
        if is_beneath(home, real) or any(real == os.path.join(home, part) for part in _NEVER_WITHIN_HOME):
            return True
    return False


@cache
def _homes() -> tuple[str, ...]:
    """The home directories of this machine's users that are folders of their own."""
    homes = {os.path.expanduser("~"), *glob.glob("/home/*"), *glob.glob("/Users/*"), "/root"}
    try:
        with open("/etc/passwd", encoding="utf-8", errors="replace") as file:
            homes |= {fields[5] for line in file if len(fields := line.split(":")) > 5}
    except OSError:
        pass
    return tuple(sorted(os.path.realpath(home) for home in homes if home.startswith("/") and home != "/"))
