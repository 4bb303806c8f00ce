"""Keeps root's builds from changing the host's device files, which root owns even without its privileges.

Bubblewrap lends the box the host's /dev/null and its like, writable, and cannot make them read-only and usable.
Called between fork and exec, with privileges still in place, for builds at `strong`.
"""

import ctypes
import os
from typing import Final

from arena.bots.isolation import privileges
from arena.bots.isolation.libc import LIBC, checked

LENT: Final = ("null", "zero", "full", "random", "urandom", "tty")
_CLONE_NEWNS: Final = 0x20000
_RDONLY: Final = 1 << 0
_NOSUID: Final = 1 << 1
_REMOUNT: Final = 1 << 5
_BIND: Final = 1 << 12
_REC: Final = 1 << 14
_PRIVATE: Final = 1 << 18


def are_held() -> bool:
    """Whether a process of this user cannot change them once `hold` was called."""
    return os.getuid() != 0 or privileges.holds(privileges.CAP_SYS_ADMIN)


def hold() -> None:
    """As root: see the devices through mounts that are read-only, from now on and in all children.

    They can be written all the same, being devices; their mode, owner and times cannot be changed.
    """
    if os.getuid() != 0:
        return
    checked(LIBC.unshare(ctypes.c_int(_CLONE_NEWNS)), "mount namespace")
    _mount(None, "/", _REC | _PRIVATE)
    for name in LENT:
        place = f"/dev/{name}"
        if os.path.exists(place):
            _mount(place, place, _BIND)
            _mount(None, place, _BIND | _REMOUNT | _RDONLY | _NOSUID)


def _mount(source: str | None, target: str, flags: int) -> None:
    given = None if source is None else os.fsencode(source)
    checked(LIBC.mount(given, os.fsencode(target), None, ctypes.c_ulong(flags), None), f"mount on {target}")
