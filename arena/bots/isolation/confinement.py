"""The levels of isolation, each joined from its mechanisms: prepared before the fork, put on between fork and exec.

`auto` puts on what this kernel has and says in `missing` what it has not; `strong` is an error where anything is
missing. Called by the warden, which makes the session, the descriptors and the environment itself.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from arena.bots.isolation import (
    IsolationError,
    bubblewrap,
    devices,
    landlock,
    privileges,
    rlimits,
    seccomp,
    system_paths,
)
from arena.bots.isolation.syscalls import this_machine

__all__ = ["LEVELS", "Confinement", "IsolationError", "Spec"]

LEVELS: Final = ("strong", "auto", "limits", "none")


@dataclass(frozen=True)
class Spec:
    """What one bot process is held to; JSON by `dataclasses.asdict`.

    `read`: files and folders that it may read and execute, beside the system's. `scratch` and the folders in `write`
    are all that it may write. With `write` it is a build: it may lock files, and its changes of owners, outside of
    `strong` those of modes and times too, answer success and do nothing; `built` makes its programs executable
    afterwards. MB are 2**20 bytes; `files` is open descriptors, `file_mb` the size of one file.
    """

    level: str
    read: tuple[str, ...]
    scratch: str
    write: tuple[str, ...] = ()
    network: bool = False
    memory_mb: int = 512
    files: int = 256
    processes: int = 64
    file_mb: int = 64


class Confinement:
    """One start of one bot: make it, fork, `apply` in the child, execute `argv`; `close` in the parent."""

    def __init__(self, spec: Spec, argv: Sequence[str], env: Mapping[str, str]) -> None:
        """IsolationError where the level cannot be had, OSError for a command that `strong` cannot start."""
        if spec.level not in LEVELS:
            raise IsolationError(f'isolation level "{spec.level}": expected one of {", ".join(LEVELS)}')
        self.argv = list(argv)
        self.keep: tuple[int, ...] = ()
        self.missing: tuple[str, ...] = ()
        self._spec = spec
        self._rules: list[landlock.Rule] = []
        self._filter: bytes | None = None
        if spec.level == "auto":
            self.missing = missing()
            if landlock.version():
                self._rules = file_rules(spec)
            if landlock.holds_signals():  # otherwise it names the process that is not there yet
                self._filter = guard_filter(spec, None)
        elif spec.level == "strong":
            machine = this_machine()
            if machine is None or not seccomp.available():
                raise IsolationError(f"isolation strong: {_NO_SECCOMP}")
            box = bubblewrap.program()
            bubblewrap.check_command(argv, env)
            filter_program = seccomp.program(
                machine, network=spec.network, building=bool(spec.write), boxed=devices.are_held()
            )
            descriptor = bubblewrap.filter_descriptor(filter_program)
            self.keep = (descriptor,)
            self.argv = bubblewrap.command(box, spec, argv, descriptor)

    def apply(self) -> None:
        """In the child, with descriptors and folder in place: put everything on. OSError naming the step."""
        spec = self._spec
        if spec.level == "none":
            return
        rlimits.apply(rlimits.wanted(memory_mb=spec.memory_mb, files=spec.files, file_mb=spec.file_mb))
        if spec.level == "limits":
            return
        if spec.level == "strong" and spec.write and devices.are_held():
            devices.hold()
        if privileges.available():
            # bubblewrap may map root into its namespace by this one, and gives it up with the rest
            privileges.drop_capabilities(_BOX_KEEPS if spec.level == "strong" else frozenset())
            privileges.forbid_gaining()
        if spec.level == "strong":
            return
        if landlock.version():
            rules = [*self._rules, *own_process_rules(os.getpid())]
            landlock.restrict(rules, network=spec.network)
        if (found := self._filter or guard_filter(spec, os.getpid())) is not None:
            seccomp.put_on(found)

    def close(self) -> None:
        """Close what the parent kept for the child."""
        for descriptor in self.keep:
            os.close(descriptor)
        self.keep = ()


_BOX_KEEPS: Final = frozenset({privileges.CAP_SETFCAP})
_NO_SECCOMP: Final = "this kernel takes no seccomp filter, or arena knows no system calls of this machine"


def missing() -> tuple[str, ...]:
    """What `auto` would put on and this machine does not have, each with what is open for it."""
    found = []
    version = landlock.version()
    if not version:
        found.append("Landlock (Linux 5.13 with landlock among its security modules): files are not held")
    elif version < 4:
        found.append(f"Landlock 4 (this kernel has {version}): TCP is held by seccomp alone")
    if version < 6:
        found.append("Landlock 6 (Linux 6.12): signals are held by seccomp, a bot cannot signal its own children")
    if this_machine() is None or not seccomp.available():
        found.append(f"seccomp ({_NO_SECCOMP}): sockets, locks, file modes and other processes are not held")
    if not privileges.available():
        found.append("capabilities and no_new_privs (Linux alone has them): privileges are not dropped")
    return tuple(found)


def guard_filter(spec: Spec, pid: int | None) -> bytes | None:
    """The guard's filter, None where there can be none; `pid` is needed where Landlock does not hold signals."""
    machine = this_machine()
    if machine is None or not seccomp.available():
        return None
    return seccomp.program(
        machine,
        network=spec.network,
        building=bool(spec.write),
        signals_within=None if landlock.holds_signals() else pid,
        files_held=landlock.holds_truncation(),
    )


def file_rules(spec: Spec) -> list[landlock.Rule]:
    """What Landlock grants a bot, but for its own part of /proc."""
    written = (landlock.rule(path, landlock.WRITE) for path in (spec.scratch, *spec.write))
    found = _reading_rules(tuple(spec.read), spec.network, landlock.version())
    return [*found, *(rule for rule in written if rule)]


@lru_cache(maxsize=1024)
def _reading_rules(read: tuple[str, ...], network: bool, version: int) -> tuple[landlock.Rule, ...]:
    """The same for each start of a bot; `version` is what the rules are cut to."""
    known = system_paths.real_folders()
    real = {os.path.realpath(path) for path in (*read, *system_paths.settings(network))}
    more = system_paths.outermost(path for path in real if not any(system_paths.is_beneath(path, top) for top in known))
    readable = (*known, *more, *system_paths.FACTS, *system_paths.READ_DEVICES)
    granted = [(path, landlock.READ) for path in readable]
    granted += [(path, landlock.DEVICE) for path in system_paths.DEVICES]
    return tuple(rule for path, rights in granted if (rule := landlock.rule(path, rights)))


def own_process_rules(pid: int) -> list[landlock.Rule]:
    """What a process may read of itself in /proc."""
    granted = [
        *((f"/proc/{pid}/{name}", landlock.READ) for name in system_paths.OWN_PROCESS),
        *((f"/proc/{pid}/{name}", landlock.LIST) for name in system_paths.OWN_LISTS),
    ]
    return [rule for path, rights in granted if (rule := landlock.rule(path, rights))]
