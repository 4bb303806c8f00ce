"""Bubblewrap: a file system that holds what a bot may read and nothing more, and namespaces of its own.

Makes the command line that wraps a bot's, finds out whether bubblewrap works here, and reads its exit codes. The
filter goes in as a descriptor. Its processes stay in the bot's group, so that the group's end is theirs.
"""

import os
import signal
import stat
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from arena.bots.isolation import IsolationError, system_paths
from arena.bots.isolation.programs import first_line, which

if TYPE_CHECKING:
    from arena.bots.isolation.confinement import Spec

_PATH: Final = "/usr/local/bin:/usr/bin:/bin"
_PRLIMIT: Final = "/usr/bin/prlimit"
_THREADS_A_PROCESS: Final = 8
_OWN_PLACES: Final = ("/proc", "/dev")
_HOST_NAME: Final = "bot"
_ALONE: Final = (
    "--unshare-all",
    "--unshare-user",
    "--die-with-parent",
    "--cap-drop",
    "ALL",
    "--hostname",
    _HOST_NAME,
    "--proc",
    "/proc",
    "--dev",
    "/dev",
    "--dir",
    "/tmp",
)
_TELLING: Final = ("cmdline", "diskstats", "kallsyms", "key-users", "keys", "locks", "modules", "partitions", "swaps")
_FOR_ALL: Final = 0o444
_WHAT_TO_DO: Final = (
    "install it (apt install bubblewrap) and allow user namespaces (kernel.unprivileged_userns_clone=1, "
    "kernel.apparmor_restrict_unprivileged_userns=0, not within a container that forbids them), or play with "
    'isolation "auto"'
)


def exit_code_inside(status: int) -> int:
    """How the bot ended, from how bubblewrap ended: it exits with 128 + N for signal N, which is -N here.

    A bot that itself exits with such a code is told apart by nothing.

    >>> exit_code_inside(137), exit_code_inside(3), exit_code_inside(-9), exit_code_inside(255)
    (-9, 3, -9, 255)
    """
    return 128 - status if 128 < status < 128 + signal.NSIG else status


@cache
def program() -> str:
    """The path of a bubblewrap that works here, tried once; IsolationError with what to do where there is none."""
    found = which("bwrap", _PATH) or which("bwrap", os.environ.get("PATH", ""))
    if sys.platform != "linux" or found is None:
        raise IsolationError(f"isolation strong needs bubblewrap (bwrap), which is not here: {_WHAT_TO_DO}")
    if problem := _probed(found):
        raise IsolationError(f"isolation strong: bubblewrap does not work here ({problem}): {_WHAT_TO_DO}")
    return found


def _probed(box: str) -> str | None:
    """What bubblewrap says when it cannot make its namespaces."""
    import subprocess

    true = which("true", _PATH) or "/bin/true"
    exposed = [word for operation in exposures(system_paths.folders()) for word in operation]
    tried = subprocess.run(
        [box, *_ALONE, *exposed, "--remount-ro", "/", "--", true],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=False,
        timeout=30,
    )
    if tried.returncode == 0:
        return None
    return tried.stderr.decode("utf-8", "replace").strip()[:300] or f"exit status {tried.returncode}"


def command(box: str, spec: "Spec", argv: Sequence[str], filter_descriptor: int) -> list[str]:
    """The wrapped command line."""
    words = [box, *_ALONE, "--seccomp", str(filter_descriptor)]
    if spec.network:
        words.append("--share-net")
    readable = (*system_paths.folders(), *system_paths.settings(spec.network), *spec.read)
    for operation in exposures(readable):
        words += operation
    for folder in (spec.scratch, *spec.write):
        words += ("--bind", folder, folder)
    words += _hidden_facts()
    # its root and /dev are memory that no limit counts
    words += ("--remount-ro", "/", "--remount-ro", "/dev", "--remount-ro", "/proc", "--chdir", spec.scratch, "--")
    if os.getuid() != 0 and os.access(_PRLIMIT, os.X_OK):
        # counted within the namespace alone, threads each; the kernel exempts root whatever the namespace
        words += (_PRLIMIT, f"--nproc={spec.processes * _THREADS_A_PROCESS}", "--")
    return [*words, *argv]


@cache
def _hidden_facts() -> tuple[str, ...]:
    """Cover what /proc tells beside processes and should not; root may even write there what the kernel obeys."""
    words: list[str] = []
    for entry in os.scandir("/proc"):
        if entry.name.isdigit() or entry.is_symlink():
            continue
        if entry.is_dir():
            words += ("--tmpfs", entry.path, "--remount-ro", entry.path)
        elif entry.name in _TELLING or stat.S_IMODE(entry.stat().st_mode) != _FOR_ALL:
            words += ("--ro-bind", "/dev/null", entry.path)
    return tuple(words)


def exposures(paths: Sequence[str]) -> list[tuple[str, str, str]]:
    """Bubblewrap's operations that make the paths readable at their own names, links as links, folders first."""
    found: dict[str, tuple[str, str, str]] = {}
    for path in paths:
        _expose(os.path.normpath(path), found)
    shown: list[str] = []
    operations = []
    for place in sorted(found, key=lambda path: path.split("/")):
        if not any(system_paths.is_beneath(place, over) for over in (*shown, *_OWN_PLACES)):
            shown.append(place)
            operations.append(found[place])
    return operations


def _expose(path: str, found: dict[str, tuple[str, str, str]]) -> None:
    """The path itself, every link that it is reached by, and what it really is."""
    real = os.path.realpath(path)
    while path not in found and os.path.islink(path):
        target = os.readlink(path)
        found[path] = ("--symlink", target, path)
        path = os.path.normpath(os.path.join(os.path.dirname(path), target))
    for place in (path, real):
        if os.path.lexists(place) and not os.path.islink(place):
            found.setdefault(place, ("--ro-bind", place, place))


def filter_descriptor(filter_program: bytes) -> int:
    """A descriptor to read the filter from, inherited by what is executed."""
    descriptor = os.memfd_create("filter", 0)
    os.write(descriptor, filter_program)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def check_command(argv: Sequence[str], env: Mapping[str, str]) -> None:
    """OSError where the kernel would refuse to execute the command; inside the box the error would be bubblewrap's."""
    program_path = argv[0]
    for _ in range(5):
        found = which(program_path, env.get("PATH", _PATH))
        if found is None:
            raise FileNotFoundError(2, os.strerror(2), program_path)
        if os.path.isdir(found) or not os.access(found, os.X_OK):
            raise PermissionError(13, os.strerror(13), found)
        interpreter = first_line(found)
        if not interpreter:
            return
        program_path = interpreter[0]
