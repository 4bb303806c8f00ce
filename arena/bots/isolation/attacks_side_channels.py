"""Talk between two hostile seats over what cannot be refused, or not without breaking ordinary programs: declared open.

Runs inside the confinement: the standard library and the `attacks` modules only.
"""

import contextlib
import ctypes
import fcntl
import mmap
import os
import signal
import struct
import threading
from typing import Final

from arena.bots.isolation.attacks import EVERYWHERE, Targets, attack, system_call
from arena.bots.isolation.attacks_channels import listens, shared

_HOARDERS: Final = 12
_FUTEX_WAIT: Final = 0
_FUTEX_WAKE: Final = 1
_LIBC: Final = ctypes.CDLL(None, use_errno=True)
_LIBC.mmap.restype = ctypes.c_void_p


# C libraries (musl) wake their own threads with the same call, so it cannot be refused
@attack("timing", "talk by waking who waits on a shared page (futex)", EVERYWHERE, quick=False)
def seat_futex(target: Targets) -> str | None:
    woken = system_call("futex", _page(target), _FUTEX_WAKE, 1, None, None, 0)
    return "woke the other seat" if woken else None


def _page(target: Targets) -> ctypes.c_void_p:
    """Where a page of a file that both seats may read stands in this process's memory."""
    handle = os.open(os.path.join(os.path.dirname(target.shared), "attack.py"), os.O_RDONLY)
    found = _LIBC.mmap(None, 4096, mmap.PROT_READ, mmap.MAP_SHARED, handle, 0)
    if found in (None, ctypes.c_void_p(-1).value):
        raise OSError(ctypes.get_errno(), "mmap")
    return ctypes.c_void_p(found)


def _waiting(target: Targets) -> threading.Thread:
    page = _page(target)
    stands_there = ctypes.c_int32.from_address(page.value or 0).value
    patience = struct.pack("qq", 30, 0)
    # the call lets other threads run
    waiting = threading.Thread(
        target=lambda: system_call("futex", page, _FUTEX_WAIT, stands_there, patience, None, 0), daemon=True
    )
    waiting.start()
    return waiting


listens(_waiting)


@attack("timing", "talk by what of a file is in memory", EVERYWHERE, quick=False)
def seat_page_cache(target: Targets) -> str | None:
    handle = shared(target)
    try:
        os.preadv(handle, [bytearray(1)], 0, os.RWF_NOWAIT)
    except BlockingIOError:
        return "saw that the other seat had put a page out of memory"
    return None


def _page_put_out(target: Targets) -> int:
    os.posix_fadvise(handle := shared(target), 0, 0, os.POSIX_FADV_DONTNEED)
    return handle  # to close it would end this process's record locks on the file


listens(_page_put_out)


@attack("timing", "talk by when a file was read", EVERYWHERE, quick=False)
def seat_access_time(target: Targets) -> str | None:
    found = os.stat(f"{target.shared}.read")
    return "saw that the other seat had read a file" if found.st_atime_ns > found.st_ctime_ns else None


def _file_read(target: Targets) -> None:
    with open(f"{target.shared}.read", "rb") as file:
        file.read()


listens(_file_read)


@attack("timing", "talk by the pipes that a user may have", EVERYWHERE, quick=False)
def seat_pipe_quota(target: Targets) -> str | None:
    size = fcntl.fcntl(os.pipe()[0], fcntl.F_GETPIPE_SZ)
    return f"a new pipe takes {size} bytes, because of the other seat's" if size < 65536 else None


def _pipes_used_up(target: Targets) -> None:
    """In several processes, for each may open only so many files. Root with its capabilities has no quota."""
    said, say = os.pipe()
    for _ in range(_HOARDERS):
        if not os.fork():
            with contextlib.suppress(OSError):
                for _ in range(120):
                    os.pipe()
            os.write(say, b".")
            signal.alarm(30)
            signal.pause()
    for _ in range(_HOARDERS):
        os.read(said, 1)


listens(_pipes_used_up)
