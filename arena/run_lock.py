"""The lock that keeps writers of a run apart: a file in its directory, held by the process that writes.

A lock is the number of the open file and ends with its process, however that ends. Knows no database. Called by
`store`.
"""

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from arena.errors import RunError

_held: set[int] = set()


def _close_all() -> None:
    """In a forked child: a lock that it kept open would outlive the run."""
    for lock in _held:
        os.close(lock)
    _held.clear()


os.register_at_fork(after_in_child=_close_all)


def take(run_dir: Path) -> int:
    """Hold the run for this process. RunError if another does, OSError where the disk refuses."""
    lock = os.open(run_dir / "lock", os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.ftruncate(lock, 0)
        os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
    except BlockingIOError:
        owner = os.read(lock, 20).decode("ascii", "replace").strip() or "unknown"
        os.close(lock)
        raise RunError(f"{run_dir} is in use by process {owner}; two cannot write one run") from None
    except OSError:
        os.close(lock)
        raise
    _held.add(lock)
    return lock


def release(lock: int) -> None:
    _held.discard(lock)
    os.close(lock)


@contextlib.contextmanager
def released_on_error(lock: int | None) -> Iterator[None]:
    try:
        yield
    except BaseException:
        if lock is not None:
            release(lock)
        raise
