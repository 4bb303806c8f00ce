"""A bot's pipes under trio: lines out, lines in, standard error always drained, the process's end noticed at once.

Knows bytes, lines and deadlines, and neither a message nor a fault. Called by `bot`, which takes the fast path of a
request by itself: it may read and write the descriptors, `lines` and `unsent` directly.
"""

import contextlib
import os
import select
from typing import Final

import trio

from arena.bots.errlog import ErrorLog
from arena.bots.framing import Lines, Overlong
from arena.bots.process import BotProcess

CHUNK: Final = 65536
_STATUS_WAIT_S: Final = 0.3  # between a closed pipe and the report of the end behind it
_REPORT_WAIT_S: Final = 10.0  # the same where the process is known to be gone: a busy warden sweeps before it reports


class Ended:
    """Instead of a line: the bot's output is at its end."""


class Pipes:
    """The streams of one process, from its start to `close`; `attend` must run all the while."""

    def __init__(self, process: BotProcess, line_bytes: int, errors: ErrorLog) -> None:
        self.process = process
        self.errors = errors
        self.lines = Lines(line_bytes)
        self.unsent = b""
        self.is_at_end = False
        self.ended = trio.Event()
        asked = select.poll()
        asked.register(process.stdout, select.POLLIN)
        self.poll = asked.poll  # `poll(0)` is true when something is to be read, an end of file too
        self._waiting: trio.CancelScope | None = None
        self._attending = trio.CancelScope()

    async def attend(self) -> None:
        """Drain standard error, and notice the end."""
        with self._attending:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._drain_errors)
                nursery.start_soon(self._watch)

    async def _drain_errors(self) -> None:
        stderr = self.process.stderr
        await trio.lowlevel.checkpoint_if_cancelled()  # closed before this task ran: no descriptor is ours any more
        with contextlib.suppress(OSError):
            while True:
                await trio.lowlevel.wait_readable(stderr)
                if self._attending.cancel_called:  # after this task was woken: the number may be another's by now
                    return
                with contextlib.suppress(BlockingIOError):
                    data = os.read(stderr, CHUNK)
                    if not data:
                        return
                    self.errors.feed(data)

    async def _watch(self) -> None:
        """What the bot started may have held its pipes open, so their end does not tell."""
        await trio.lowlevel.checkpoint_if_cancelled()
        await trio.lowlevel.wait_readable(self.process.ended)
        if self._attending.cancel_called:
            return
        self.process.end()
        self.ended.set()
        if self._waiting is not None:
            self._waiting.cancel()

    async def await_status(self) -> None:
        """Wait a little for the end of a process that has closed a pipe."""
        with trio.move_on_after(_STATUS_WAIT_S):
            await self.ended.wait()
        if not self.ended.is_set() and not self.process.seems_to_run():
            with trio.move_on_after(_REPORT_WAIT_S):
                await self.ended.wait()

    # ---- out

    def flush(self) -> bool:
        """Write what is kept as far as it goes, without waiting; False when the bot has closed its input."""
        while self.unsent:
            try:
                written = os.write(self.process.stdin, self.unsent)
            except BlockingIOError:
                return True
            except OSError:
                self.unsent = b""
                return False
            self.unsent = self.unsent[written:]
        return True

    async def write(self, line: bytes, deadline: float) -> bool:
        """Write all, what is kept before first; False when the bot closed its input. What is late stays `unsent`."""
        self.unsent += line
        if not self.flush():
            return False
        if not self.unsent:
            return True
        with trio.CancelScope(deadline=deadline):
            while self.flush():
                if not self.unsent:
                    return True
                await trio.lowlevel.wait_writable(self.process.stdin)
            return False
        return True

    # ---- in

    def read(self) -> None:
        """Take what is there, without waiting."""
        try:
            data = os.read(self.process.stdout, CHUNK)
        except BlockingIOError:
            return
        if data:
            self.lines.feed(data)
        else:
            self.is_at_end = True

    def drop(self) -> int:
        """Drop what has come and is not taken yet, as far as it is there; how many bytes."""
        dropped = self.lines.clear()
        for _ in range(16):
            try:
                data = os.read(self.process.stdout, CHUNK)
            except BlockingIOError:
                break
            if not data:
                break
            dropped += len(data)
        return dropped

    async def next_line(self, deadline: float) -> bytes | Overlong | Ended | None:
        """The next line, an over-long one, the end of the output, or None when the deadline has passed.

        What was in the pipe at the deadline, or at the process's end, is read before either is ruled.
        """
        lines = self.lines
        if (said := lines.next_line()) is not None:
            return said
        scope = self._waiting = trio.CancelScope(deadline=deadline)
        try:
            with scope:
                while True:
                    if (said := lines.next_line()) is not None:
                        return said
                    if self.is_at_end:
                        return Ended()
                    if self.ended.is_set():
                        break
                    await trio.lowlevel.wait_readable(self.process.stdout)
                    self.read()
        finally:
            self._waiting = None
        for _ in range(max(2, 2 + lines.limit // CHUNK)):
            self.read()
            if (said := lines.next_line()) is not None:
                return said
            if self.is_at_end:
                break
        return Ended() if self.is_at_end or self.ended.is_set() else None

    def drain_errors(self) -> None:
        """Take what stands on standard error now, as far as is kept of it."""
        with contextlib.suppress(OSError):
            for _ in range(64):
                data = os.read(self.process.stderr, CHUNK)
                if not data:
                    break
                self.errors.feed(data)

    def close(self) -> None:
        """End the process and all that it started, and let go of everything."""
        self.process.end()
        self.drain_errors()
        self._attending.cancel()  # at once takes the waits off the descriptors, which are closed next
        self.process.release()
