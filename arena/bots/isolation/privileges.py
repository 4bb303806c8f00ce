"""Gives up what a process may do beyond its user's rights: every capability, and gaining any by an exec.

As root this leaves a process that owns root's files and can do nothing else that root can. Called between fork and
exec; never gives up a user id, because interpreters may be readable for their owner alone.
"""

import ctypes
import errno
import sys
from typing import Final

from arena.bots.isolation.libc import LIBC, checked, prctl

CAP_SETPCAP: Final = 8
CAP_SYS_ADMIN: Final = 21
CAP_SETFCAP: Final = 31
_CAPBSET_DROP: Final = 24
_SET_NO_NEW_PRIVS: Final = 38
_CAP_AMBIENT: Final = 47
_CAP_AMBIENT_CLEAR_ALL: Final = 4
_VERSION_3: Final = 0x20080522


def forbid_gaining() -> None:
    """No program executed from now on gains rights by set-user-id bits or file capabilities."""
    prctl("no_new_privs", _SET_NO_NEW_PRIVS, 1)


def drop_capabilities(keep: frozenset[int] = frozenset()) -> None:
    """Empty every capability set but for `keep`, the bounding set included, so that an exec as root regains none.

    A process that has no capability may not touch its bounding set; it is held by `forbid_gaining` alone.
    """
    permitted = _permitted()
    if permitted >> CAP_SETPCAP & 1:
        for capability in range(64):
            if capability not in keep and LIBC.prctl(_CAPBSET_DROP, ctypes.c_ulong(capability), 0, 0, 0) == -1:
                if ctypes.get_errno() == errno.EINVAL:  # one more than this kernel has
                    break
                checked(-1, "capability bounding set")
    prctl("ambient capabilities", _CAP_AMBIENT, _CAP_AMBIENT_CLEAR_ALL)
    kept = permitted & sum(1 << capability for capability in keep)
    _set(kept)


def holds(capability: int) -> bool:
    """Whether this process may use a capability."""
    return available() and bool(_permitted() >> capability & 1)


def available() -> bool:
    """Whether this system has capabilities at all."""
    return sys.platform == "linux"


def _permitted() -> int:
    header = (ctypes.c_uint32 * 2)(_VERSION_3, 0)
    data = (ctypes.c_uint32 * 6)()
    checked(LIBC.capget(header, data), "capget")
    return int(data[1]) | int(data[4]) << 32


def _set(effective: int) -> None:
    low, high = effective & 0xFFFFFFFF, effective >> 32
    header = (ctypes.c_uint32 * 2)(_VERSION_3, 0)
    # twice (effective, permitted, inheritable): the low 32 capabilities, then the high ones
    data = (ctypes.c_uint32 * 6)(low, low, 0, high, high, 0)
    checked(LIBC.capset(header, data), "capset")
