"""Worker processes on this machine, one a core, each pinned together with its bots to that core.

Takes sittings from the director one at a time a worker and hands records up as they come. A worker that was killed is
trouble of the host: its sitting goes back to the director; a worker that raised is a bug of ours and stops the run.
"""

import contextlib
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from typing import Protocol

import trio

from arena.executors.sitting import Sitting
from arena.executors.worker import DONE, RECORD, SITTING
from arena.records import MatchRecord

_CLOSE_S = 10.0


class Desk(Protocol):
    """Where an executor gets its work and brings it back: the director."""

    async def take(self) -> Sitting | None: ...
    async def record(self, sitting: Sitting, record: MatchRecord) -> None: ...
    async def finished(self, sitting: Sitting) -> None: ...
    async def lost(self, sitting: Sitting, why: str) -> None: ...


class WorkerBug(RuntimeError):
    """A worker ended by an exception of our own: its traceback is on standard error."""


def usable_cores() -> list[int]:
    """The cores this process may use: the affinity set, cut to the cgroup's CPU quota."""
    cores = sorted(os.sched_getaffinity(0))
    quota = len(cores)
    with contextlib.suppress(OSError, ValueError):
        with open("/sys/fs/cgroup/cpu.max") as file:
            limit, period = file.read().split()
        if limit != "max":
            quota = max(1, int(limit) // int(period))
    return cores[:quota]


async def play(desk: Desk, jobs: int, tables: int = 1) -> None:
    """Play what the desk gives out with `jobs` workers, `tables` sittings at once each, until it has nothing left."""
    cores = usable_cores()
    everywhere = ",".join(map(str, sorted(os.sched_getaffinity(0))))
    async with trio.open_nursery() as nursery:
        for job in range(jobs):
            # more workers than cores share them, unpinned
            core = str(cores[job]) if jobs <= len(cores) else "-"
            post = _Post(nursery, [core, everywhere, str(tables)])
            for table in range(tables):
                nursery.start_soon(post.serve, desk, str(table).encode(), tables)


class _Post:
    """The place of a worker; when one is lost another takes it."""

    def __init__(self, nursery: trio.Nursery, words: list[str]) -> None:
        self._nursery = nursery
        self._words = words
        self._worker: _Worker | None = None
        self._served = 0

    async def serve(self, desk: Desk, table: bytes, tables: int) -> None:
        """Play sittings at one table until the desk has no more."""
        try:
            while (sitting := await desk.take()) is not None:
                if self._worker is None:
                    self._worker = _Worker(self._words)
                    self._nursery.start_soon(self._worker.read)
                worker = self._worker
                why = await worker.play(table, sitting, desk.record)
                if why is None:
                    await desk.finished(sitting)
                else:
                    if self._worker is worker:
                        self._worker = None
                    await desk.lost(sitting, why)
        finally:
            self._served += 1
            if self._worker is not None and self._served == tables:
                with trio.CancelScope(shield=True):
                    await self._worker.close()


class _Worker:
    def __init__(self, words: list[str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "arena.executors.worker", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
            bufsize=0,
        )
        assert self._process.stdin
        assert self._process.stdout
        self._input = trio.lowlevel.FdStream(os.dup(self._process.stdin.fileno()))
        self._output = trio.lowlevel.FdStream(os.dup(self._process.stdout.fileno()))
        self._process.stdin.close()
        self._process.stdout.close()
        self._writing = trio.Lock()
        self._closing = trio.Lock()
        self._tables: dict[bytes, trio.MemorySendChannel[bytes]] = {}

    async def read(self) -> None:
        """Hand each line of the worker to the table that it is for; at the end of its output, tell all tables."""
        held = bytearray()
        try:
            while data := await self._output.receive_some(1 << 20):
                held += data
                while (end := held.find(b"\n")) >= 0:
                    table, _, words = bytes(held[:end]).partition(b" ")
                    del held[: end + 1]
                    await self._tables[table].send(words)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass
        finally:
            for channel in self._tables.values():
                channel.close()

    async def play(
        self, table: bytes, sitting: Sitting, record: Callable[[Sitting, MatchRecord], Awaitable[None]]
    ) -> str | None:
        """Play one sitting; None when it is done, else how the worker was lost."""
        self._tables[table], said = trio.open_memory_channel[bytes](0)
        try:
            async with self._writing:
                await self._input.send_all(table + b" " + SITTING.dump_json(sitting) + b"\n")
            async for words in said:
                if words == DONE:
                    return None
                with trio.CancelScope(shield=True):
                    await record(sitting, RECORD.validate_json(words))
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass
        with trio.CancelScope(shield=True):
            await self.close()
        status = self._process.returncode
        if status is not None and status < 0:
            return f"a worker process was killed by signal {-status}"
        raise WorkerBug(f"a worker process ended with status {status}; its traceback stands above")

    async def close(self) -> None:
        """Tell it to end, wait, kill it if it does not. Its bots end with it."""
        async with self._closing:
            await self._input.aclose()
            with trio.move_on_after(_CLOSE_S):
                while self._process.poll() is None:  # noqa: ASYNC110 - not a trio process
                    await trio.sleep(0.01)
            if self._process.poll() is None:
                self._process.kill()
                self._process.wait()
            await self._output.aclose()
