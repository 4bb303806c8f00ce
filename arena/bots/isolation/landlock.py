"""Landlock: files, TCP, signals and abstract sockets, held by the kernel for a process and its children.

Knows the kernel's interface (versions 1 to 7, used as far as this kernel has them), not which files a bot needs: that
is `system_paths` and `read_paths`. Called between fork and exec.
"""

import ctypes
import errno
import os
import stat
import struct
import sys
from collections.abc import Iterable
from functools import cache
from typing import Final

from arena.bots.isolation.libc import LIBC, syscall

_CREATE_RULESET: Final = 444
_ADD_RULE: Final = 445
_RESTRICT_SELF: Final = 446
_RULE_PATH_BENEATH: Final = 1

_EXECUTE: Final = 1 << 0
_WRITE_FILE: Final = 1 << 1
_READ_FILE: Final = 1 << 2
_READ_DIR: Final = 1 << 3
_MAKE_CHAR: Final = 1 << 6
_MAKE_BLOCK: Final = 1 << 11
_REFER: Final = 1 << 13
_TRUNCATE: Final = 1 << 14
_IOCTL_DEV: Final = 1 << 15
_FIRST_VERSION: Final = (1 << 13) - 1
_OF_A_FILE: Final = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV
_TCP: Final = 0b11  # bind, connect
_SCOPES: Final = 0b11  # abstract unix sockets, signals

READ: Final = _EXECUTE | _READ_FILE | _READ_DIR
"""Read and execute, list."""
LIST: Final = _READ_DIR
DEVICE: Final = _READ_FILE | _WRITE_FILE
WRITE: Final = (_FIRST_VERSION | _REFER | _TRUNCATE | _IOCTL_DEV) & ~(_MAKE_CHAR | _MAKE_BLOCK)
"""Everything but making device nodes."""

Rule = tuple[str, int]
"""An existing path, everything beneath it included, and the rights on it that this kernel knows."""


@cache
def version() -> int:
    """The kernel's Landlock interface version; 0 where it has none (or it is switched off)."""
    if sys.platform != "linux":
        return 0
    answer = int(LIBC.syscall(ctypes.c_long(_CREATE_RULESET), None, ctypes.c_long(0), ctypes.c_long(1)))
    return max(0, answer)


def handled(interface: int) -> int:
    """The file rights that an interface version knows: what no rule grants is refused."""
    rights = _FIRST_VERSION
    rights |= _REFER if interface >= 2 else 0
    rights |= _TRUNCATE if interface >= 3 else 0
    rights |= _IOCTL_DEV if interface >= 5 else 0
    return rights


def holds_signals() -> bool:
    """Whether signals and abstract sockets end at the bot's own processes."""
    return version() >= 6


def holds_truncation() -> bool:
    return version() >= 3


def rule(path: str, rights: int) -> Rule | None:
    """The rule for a path, cut to what its kind and this kernel know; None where the path cannot be found."""
    try:
        folder = stat.S_ISDIR(os.stat(path).st_mode)
    except OSError:
        return None
    return path, rights & handled(version()) & (-1 if folder else _OF_A_FILE)


def restrict(rules: Iterable[Rule], *, network: bool) -> None:
    """Hold this process and all its children to `rules` for good; needs no_new_privs. OSError naming the step."""
    interface = version()
    fields = [handled(interface)]
    if interface >= 4:
        fields.append(0 if network else _TCP)
    if interface >= 6:
        fields.append(_SCOPES)
    attributes = struct.pack(f"={len(fields)}Q", *fields)
    ruleset = syscall("landlock_create_ruleset", _CREATE_RULESET, attributes, len(attributes), 0)
    try:
        for path, rights in rules:
            _add(ruleset, path, rights)
        syscall("landlock_restrict_self", _RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def _add(ruleset: int, path: str, rights: int) -> None:
    try:
        beneath = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError as problem:
        # what this user cannot reach needs no rule, what is gone neither
        if problem.errno in (errno.ENOENT, errno.EACCES, errno.ENOTDIR):
            return
        raise
    try:
        syscall(
            f"landlock_add_rule {path}", _ADD_RULE, ruleset, _RULE_PATH_BENEATH, struct.pack("=Qi", rights, beneath), 0
        )
    finally:
        os.close(beneath)
