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


async def play(desk: Desk, jobs: int) -> None:
    """Play what the desk gives out with `jobs` workers until it has nothing left."""
    cores = usable_cores()
    everywhere = ",".join(map(str, sorted(os.sched_getaffinity(0))))
    async with trio.open_nursery() as nursery:
        for job in range(jobs):
            # more workers than cores share them, unpinned
            core = str(cores[job]) if jobs <= len(cores) else "-"
            nursery.start_soon(_work, desk, core, everywhere)


async def _work(desk: Desk, core: str, everywhere: str) -> None:
    worker: _Worker | None = None
    try:
        while (sitting := await desk.take()) is not None:
            if worker is None:
                worker = _Worker(core, everywhere)
            why = await worker.play(sitting, desk.record)
            if why is None:
                await desk.finished(sitting)
            else:
                await worker.close()
                worker = None
                await desk.lost(sitting, why)
    finally:
        if worker is not None:
            with trio.CancelScope(shield=True):
                await worker.close()


class _Worker:
    def __init__(self, core: str, everywhere: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "arena.executors.worker", core, everywhere],
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
        self._held = bytearray()

    async def play(self, sitting: Sitting, record: Callable[[Sitting, MatchRecord], Awaitable[None]]) -> str | None:
        """Play one sitting; None when it is done, else how the worker was lost."""
        try:
            await self._input.send_all(SITTING.dump_json(sitting) + b"\n")
            while True:
                while (end := self._held.find(b"\n")) >= 0:
                    line = bytes(self._held[: end + 1])
                    del self._held[: end + 1]
                    if line == DONE:
                        return None
                    with trio.CancelScope(shield=True):
                        await record(sitting, RECORD.validate_json(line))
                data = await self._output.receive_some(1 << 20)
                if not data:
                    break
                self._held += data
        except trio.BrokenResourceError:
            pass
        with trio.CancelScope(shield=True):
            await self.close()
        status = self._process.returncode
        if status is not None and status < 0:
            return f"a worker process was killed by signal {-status}"
        raise WorkerBug(f"a worker process ended with status {status}; its traceback stands above")

    async def close(self) -> None:
        """Tell it to end, wait, kill it if it does not. Its bots end with it."""
        await self._input.aclose()
        with trio.move_on_after(_CLOSE_S):
            while self._process.poll() is None:  # noqa: ASYNC110 - not a trio process
                await trio.sleep(0.01)
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        await self._output.aclose()
