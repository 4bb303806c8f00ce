"""Attacks on a bot's limits: memory, processes, disk. Each runs alone in a bot of its own, which ends for it.

Runs inside the confinement: the standard library and `attacks` only. What a watch may miss is tried too: processes that
their parent has left, and a watch that is kept busy. Everything made here ends by itself soon after `hold_s`.
"""

import contextlib
import mmap
import os
import socket
import threading
import time
from collections.abc import Callable
from typing import Final

from arena.bots.isolation.attacks import MEMORY_MB, PROCESSES, SCRATCH_MB, UNLIMITED, Targets, attack

_MIB: Final = 1 << 20
_SHARES: Final = 4
_THREADS: Final = 16 * PROCESSES


def _hold(mib: int, hold_s: float) -> None:
    held = bytearray(os.urandom(4096)) * (mib * _MIB // 4096)
    time.sleep(hold_s)
    del held


def _begun(work: Callable[[], object], adopted: bool) -> None:
    """Do `work` in another process: a child, or one whose parent has ended."""
    child = os.fork()
    if child:
        if adopted:
            os.waitpid(child, 0)
        return
    if not adopted or not os.fork():
        work()
    os._exit(0)


def _memory_in(target: Targets, adopted: bool) -> str:
    share = 2 * MEMORY_MB // _SHARES
    for _ in range(_SHARES - 1):
        _begun(lambda: _hold(share, target.hold_s + 0.5), adopted)
    _hold(share, target.hold_s)
    return f"held {2 * MEMORY_MB} MiB of {MEMORY_MB} for {target.hold_s:g} s"


@attack("memory", "hold too much memory in one process", UNLIMITED, quick=False, alone=True)
def memory(target: Targets) -> str | None:
    _hold(2 * MEMORY_MB, target.hold_s)
    return f"held {2 * MEMORY_MB} MiB of {MEMORY_MB} for {target.hold_s:g} s"


@attack("memory", "hold too much memory in several processes", UNLIMITED, alone=True)
def memory_of_children(target: Targets) -> str | None:
    return _memory_in(target, adopted=False)


@attack("memory", "hold too much memory in processes that were let go", UNLIMITED, quick=False, alone=True)
def memory_of_orphans(target: Targets) -> str | None:
    return _memory_in(target, adopted=True)


@attack("memory", "hold too much memory while the watch is kept busy", UNLIMITED, quick=False, alone=True)
def memory_unwatched(target: Targets) -> str | None:
    def busy() -> None:
        until = time.monotonic() + target.hold_s + 0.5
        while time.monotonic() < until:
            _begun(lambda: time.sleep(0.02), adopted=True)
            time.sleep(0.02)

    _begun(busy, adopted=False)
    return memory(target)


@attack("memory", "hold too much memory in files that are in memory", UNLIMITED, quick=False, alone=True)
def memory_in_files(target: Targets) -> str | None:
    kept = []
    for number in range(4):
        kept.append(os.memfd_create(f"part-{number}"))
        for _ in range(2 * MEMORY_MB // 4):
            os.write(kept[-1], os.urandom(_MIB))
    time.sleep(target.hold_s)
    return f"held {2 * MEMORY_MB} MiB of {MEMORY_MB} for {target.hold_s:g} s"


@attack("memory", "hold too much memory in sockets", UNLIMITED, quick=False, alone=True)
def memory_in_sockets(target: Targets) -> str | None:
    def fill() -> None:
        kept = []
        for _ in range(100):
            kept.append(socket.socketpair())
            for end in kept[-1]:
                end.setblocking(False)
                with contextlib.suppress(BlockingIOError):
                    while True:
                        end.send(bytes(32768))
        time.sleep(target.hold_s + 0.5)

    for _ in range(6):  # some 40 MiB each
        _begun(fill, adopted=False)
    time.sleep(target.hold_s)
    return f"held 1,200 full sockets for {target.hold_s:g} s"


@attack("memory", "hold too much memory in pages shared with itself", UNLIMITED, quick=False, alone=True)
def memory_in_shared_pages(target: Targets) -> str | None:
    """Pages that a process has let go of stay as long as the mapping does, and count as no process's."""
    shared = mmap.mmap(-1, 2 * MEMORY_MB * _MIB)
    step = 4 * _MIB
    for start in range(0, len(shared), step):
        shared[start : start + step] = os.urandom(4096) * (step // 4096)
        shared.madvise(mmap.MADV_DONTNEED, start, step)
    time.sleep(target.hold_s)
    return f"held {2 * MEMORY_MB} MiB of {MEMORY_MB} for {target.hold_s:g} s" if shared[0] else None


def _crowd(target: Targets, adopted: bool) -> str:
    for _ in range(100):
        _begun(lambda: time.sleep(target.hold_s + 0.5), adopted)
    time.sleep(target.hold_s)
    return f"was 101 processes, {PROCESSES} allowed, for {target.hold_s:g} s"


@attack("processes", "be too many processes", UNLIMITED, alone=True)
def fork_bomb(target: Targets) -> str | None:
    return _crowd(target, adopted=False)


@attack("processes", "be too many processes that were let go", UNLIMITED, quick=False, alone=True)
def fork_bomb_of_orphans(target: Targets) -> str | None:
    return _crowd(target, adopted=True)


@attack("processes", "be too many threads", UNLIMITED, quick=False, alone=True)
def thread_bomb(target: Targets) -> str | None:
    threading.stack_size(65536)
    for _ in range(_THREADS):
        try:
            threading.Thread(target=time.sleep, args=(target.hold_s + 0.5,), daemon=True).start()
        except RuntimeError:  # instead of an OSError
            return None
    time.sleep(target.hold_s)
    return f"was {_THREADS + 1} threads for {target.hold_s:g} s"


@attack("processes", "use process ids up with processes that nobody asks after", UNLIMITED, quick=False, alone=True)
def zombies(target: Targets) -> str | None:
    for _ in range(100):
        if not os.fork():
            os._exit(0)
    time.sleep(target.hold_s)
    return f"held 101 process ids, {PROCESSES} allowed, for {target.hold_s:g} s"


def _filled(target: Targets, folder: str, named: bool) -> str:
    kept = []
    for number in range(4 * SCRATCH_MB):
        path = os.path.join(folder, f"part-{number}")
        handle = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
        os.write(handle, os.urandom(_MIB))
        if not named:
            os.unlink(path)
        kept.append(handle)
    time.sleep(target.hold_s)
    return f"held {len(kept)} MiB of files, {SCRATCH_MB} allowed, for {target.hold_s:g} s"


@attack("scratch", "fill the scratch directory", UNLIMITED, alone=True)
def scratch(target: Targets) -> str | None:
    os.makedirs("deep/er")
    return _filled(target, "deep/er", named=True)


@attack("scratch", "fill the disk with files that have no name", UNLIMITED, quick=False, alone=True)
def scratch_without_names(target: Targets) -> str | None:
    return _filled(target, ".", named=False)


@attack("scratch", "fill the disk with files that wait in a socket", UNLIMITED, quick=False, alone=True)
def scratch_in_sockets(target: Targets) -> str | None:
    ours, theirs = socket.socketpair()
    for number in range(4 * SCRATCH_MB):
        handle = os.open(f"part-{number}", os.O_WRONLY | os.O_CREAT, 0o600)
        os.write(handle, os.urandom(_MIB))
        os.unlink(f"part-{number}")
        socket.send_fds(ours, [b"x"], [handle])
        os.close(handle)
    time.sleep(target.hold_s)
    return f"held {4 * SCRATCH_MB} files of 1 MiB for {target.hold_s:g} s" if theirs.fileno() > 0 else None


@attack("scratch", "fill a folder that cannot be listed", UNLIMITED, quick=False, alone=True)
def scratch_out_of_sight(target: Targets) -> str | None:
    os.mkdir("hidden", 0o300)
    return _filled(target, "hidden", named=True)
