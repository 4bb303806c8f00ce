"""A bot as the referee sees it: begin a match, ask for a decision, tell news, close. The trio part of `arena.bots`.

Knows the protocol's order (`session`), the clock (`clock`) and one process (`process`), and no game: an action is an
opaque string. A fault is returned as a value, an Offence; trouble of the machine is raised as HostTroubleError.
Called by `referee` and `executors`.
"""

import contextlib
import os
import select
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Final

import trio

from arena.bot_programs import hint_for
from arena.bots.clock import Budget
from arena.bots.errlog import ErrorLog
from arena.bots.framing import Lines, Overlong
from arena.bots.process import BotProcess, StartError, ending
from arena.bots.session import State, Verdict, judge
from arena.bots.warden import Warden
from arena.records import Entrant, FaultKind
from protocol.codec import CodecError, decode, encode, encode_request, quick_answer
from protocol.messages import Action, ArenaMessage, FaultNotice

_CHUNK: Final = 65536
_QUICK_MS: Final = 0.2  # an answer faster than this is worth trying without a trip through trio
_STATUS_WAIT_S: Final = 0.3  # between a closed pipe and the exit status behind it


@dataclass(slots=True)
class Offence:
    """A fault before it is placed in a match."""

    kind: FaultKind
    detail: str
    elapsed_ms: float | None = None
    reply: str | None = None
    stderr: str | None = None


class Ended:
    """Instead of a line: the bot's output is at its end."""


class Bot:
    """One seat's process, restarted where the protocol says so. Use within a nursery that outlives it."""

    def __init__(
        self,
        entrant: Entrant,
        nursery: trio.Nursery,
        warden: Warden,
        start_cores: frozenset[int] | None = None,
        is_alone: bool = True,
    ) -> None:
        """`is_alone`: nothing else in this process is kept waiting when an answer is awaited in the kernel."""
        self.entrant = entrant
        self.note: str | None = None
        self.elapsed_ms = 0.0
        self.start_ms: float | None = None
        self.uncharged_ms = 0.0
        self.lag_ms = 0.0
        self.log: list[str] = []
        self.is_new = False
        self.last_line = b""
        self.errors = ErrorLog(entrant.limits.stderr_bytes)
        self._nursery = nursery
        self._warden = warden
        self._start_cores = start_cores
        self._process: BotProcess | None = None
        self._budget = Budget(entrant.clock)
        self._lines = Lines(entrant.limits.line_bytes)
        self._id = 0
        self._may_be_quick = self._quick = is_alone

    # ---- a match begins

    def announce(self, match_start: ArenaMessage) -> bool:
        """Announce a match to the process, if one runs; True when it was ready at once, else await `begin`.

        For a further match that is nearly always all, without a trip through trio.
        """
        self._budget.refill()
        self._id = 0
        self.uncharged_ms = self.lag_ms = 0.0
        self.start_ms = None
        self.log.clear()
        self.errors.clear()
        self._announcement = encode(match_start)
        if self._process is None:
            return False
        self._drop_leftovers()
        self._send_announcement()
        os.sched_yield()
        self._read()
        said = self._lines.next_line()
        return said is not None and self._hears_ready(State.RETURNING, said)

    async def begin(self) -> Offence | None:
        """Wait for the `ready` of the match that was announced; without a process, start one and announce it there."""
        if self._process is not None:
            outcome = await self._await_ready(State.RETURNING)
            if not isinstance(outcome, Ended):
                return outcome
            await self._await_status()
            status = self._process.status
            if status != 0:
                how = "closed a pipe" if status is None else ending(status)
                self.log.append(f"the process {how} between two matches and was started again")
            await self.kill()
        begun = perf_counter()
        offence = self._start()
        if offence is None:
            self._send_announcement()
            self._announced_at = begun
            outcome = await self._await_ready(State.STARTING)
            assert not isinstance(outcome, Ended)
            offence = outcome
        return offence

    def _start(self) -> Offence | None:
        try:
            self._process = process = BotProcess(self.entrant, self._warden, self._start_cores)
        except StartError as error:
            return Offence(FaultKind.NOT_READY, str(error), 0.0)
        self._ended = trio.Event()
        self._at_end = False
        self._poll = _poll_on(process.stdout)
        self._waiting: trio.CancelScope | None = None
        self._tasks = trio.CancelScope()
        self._lines.clear()
        self.errors.clear()
        self._quick = self._may_be_quick
        self.is_new = True
        self._nursery.start_soon(self._attend, process, self._tasks, self._ended)
        return None

    def _send_announcement(self) -> None:
        self._announced_at = perf_counter()
        self._dropped = 0
        self._unsent += self._announcement
        self._hears = self._flush()

    async def _await_ready(self, state: State) -> Offence | Ended | None:
        """Write what is left of the announcement and wait for `ready`; Ended only for a process that played before."""
        start_ms = self.entrant.clock.start_ms
        deadline = trio.current_time() + start_ms / 1000 - (perf_counter() - self._announced_at)
        self._hears = self._hears and await self._write(b"", deadline)
        if not self._hears and state is State.RETURNING:
            return Ended()
        while True:
            said = await self._next_line(deadline)
            elapsed = (perf_counter() - self._announced_at) * 1000
            if isinstance(said, Ended) and state is State.RETURNING:
                return said
            if said is None or isinstance(said, Ended) or (self._dropped and elapsed > start_ms):
                return await self._not_ready(said if isinstance(said, Ended) else None, elapsed)
            if self._hears_ready(state, said):
                self.start_ms = elapsed if state is State.STARTING else None
                return None
            if state is State.STARTING:
                judgement = judge(state, said, 0, self.entrant.limits.line_bytes)
                came = "1 complete line came" if isinstance(said, bytes) else "0 complete lines came"
                detail = f"{judgement.detail} ({came}, after {elapsed:.0f} ms){_debug_hint(judgement.message)}"
                return await self._offence(FaultKind.NOT_READY, detail, elapsed, judgement.reply)

    def _hears_ready(self, state: State, said: bytes | Overlong) -> bool:
        """Whether `said` is the `ready`; what a process that played before says instead is dropped."""
        judgement = judge(state, said, 0, self.entrant.limits.line_bytes)
        if judgement.verdict is Verdict.DROP:
            self._dropped += 1
            if self._dropped == 1:
                self.log.append(f"dropped before ready: {judgement.detail}")
            if isinstance(said, Overlong):
                self._lines.clear()
        return judgement.verdict is Verdict.ACCEPT

    async def _not_ready(self, said: Ended | None, elapsed: float) -> Offence:
        came = f"{self._lines.unfinished} bytes of an unfinished line came" if self._lines.unfinished else "no output"
        if said is None:
            return await self._offence(
                FaultKind.NOT_READY,
                f"no ready message within start_ms = {self.entrant.clock.start_ms}: {came} in {elapsed:.0f} ms, "
                f"{self._dropped} complete lines, and the process is still running (does it flush its output after "
                "each line, and end each line with a newline?)",
                elapsed,
            )
        _, how = await self._how_it_ended()
        return await self._offence(
            FaultKind.NOT_READY,
            f"{how} before it was ready, after {elapsed:.0f} ms ({came}, {self._dropped} complete lines)",
            elapsed,
        )

    # ---- news and questions

    def tell(self, line: bytes) -> None:
        """Write news, without waiting: what does not fit in the pipe is kept and written before the next request."""
        if self._process is None:
            return
        self._unsent += line
        self._flush()

    _unsent = b""

    def _flush(self) -> bool:
        """Write what is kept as far as it goes; False when the bot has closed its input."""
        assert self._process is not None
        while self._unsent:
            try:
                written = os.write(self._process.stdin, self._unsent)
            except BlockingIOError:
                return True
            except OSError:
                self._unsent = b""
                return False
            self._unsent = self._unsent[written:]
        return True

    async def ask(self, decision: str, legal: Sequence[str], view_json: bytes) -> str | Offence:
        """Send a request and wait for its answer; `elapsed_ms` and `note` tell the rest of an answer."""
        process = self._process
        assert process is not None
        self._id = due = self._id + 1
        self.note = None
        self.elapsed_ms = 0.0
        lines = self._lines
        # asking first costs a third of the exception that reading an empty pipe raises
        if (self._poll(0) or lines.held) and (offence := await self._said_early()):
            return offence
        budget = self._budget
        line = encode_request(due, decision, legal, view_json, budget.action_ms, budget.bank_ms, budget.last_ms)
        # On a shared core the write itself wakes the bot and lets it run: its time begins before the call returns.
        start = perf_counter()
        try:
            written = 0 if self._unsent else os.write(process.stdin, line)
        except OSError:  # the pipe is full, or its reader gone: the full write finds out which
            written = 0
        if written != len(line):
            rest = line[written:]
            if not await self._write(rest, trio.current_time() + budget.allowance_ms / 1000):
                return await self._no_answer(Ended(), perf_counter() - start, "input")
            if self._unsent:
                self._unsent = b""
                elapsed = (perf_counter() - start) * 1000
                detail = f"it did not read its input for {elapsed:.0f} ms: the request could not be written"
                return await self._offence(FaultKind.TIMEOUT, detail, elapsed)
            start = perf_counter()
        said: bytes | Overlong | Ended | None = None
        if self._quick:
            os.sched_yield()
            data: bytes | None
            try:
                data = os.read(process.stdout, _CHUNK)
            except BlockingIOError:
                # the yield gave the core to something else: wait, a millisecond at most
                data = os.read(process.stdout, _CHUNK) if self._poll(1) else None
            if data is not None:
                # nearly always exactly one whole line
                if data and data.find(b"\n") == len(data) - 1 and not lines.held and not data.isspace():
                    said = data
                elif data:
                    lines.feed(data)
                else:
                    self._at_end = True
            else:
                self._quick = False
        if said is None or len(said) > lines.limit:  # type: ignore[arg-type]
            if said is not None:
                lines.feed(said)  # type: ignore[arg-type]
            allowance_s = budget.allowance_ms / 1000
            said = await self._next_line(trio.current_time() + allowance_s - (perf_counter() - start))
        seconds = perf_counter() - start
        self.elapsed_ms = elapsed = seconds * 1000
        if not isinstance(said, bytes):
            if isinstance(said, Overlong):
                judgement = judge(State.DUE, said, due, self.entrant.limits.line_bytes)
                return await self._offence(FaultKind.FLOODED, judgement.detail, elapsed)
            return await self._no_answer(said, seconds)
        self.last_line = said
        if (answer := quick_answer(said, due)) is not None:
            if elapsed < _QUICK_MS:  # less than any action's time: nothing to charge
                self._quick = self._may_be_quick
                budget.last_ms = elapsed
            else:
                self._charge(elapsed)
            return answer
        try:
            message = decode(said)
        except CodecError:
            message = None
        if type(message) is Action and message.id == due:
            self._charge(elapsed)
            self.note = message.note
            return message.action
        judgement = judge(State.DUE, said.rstrip(b"\n"), due, self.entrant.limits.line_bytes)
        return await self._offence(FaultKind(judgement.verdict.value), judgement.detail, elapsed, judgement.reply)

    def _charge(self, elapsed: float) -> None:
        if elapsed < _QUICK_MS:
            self._quick = self._may_be_quick
        over = self._budget.charge(elapsed)
        if over:
            self.uncharged_ms += over
            self.lag_ms = max(self.lag_ms, over)

    async def _said_early(self) -> Offence | None:
        """Rule on what stood in the pipe before a request was written."""
        self._read()
        said = self._lines.next_line()
        if said is not None:
            judgement = judge(State.QUIET, said, self._id, self.entrant.limits.line_bytes)
            return await self._offence(FaultKind(judgement.verdict.value), judgement.detail, 0.0, judgement.reply)
        if self._at_end:
            return await self._no_answer(Ended(), 0.0)
        return None

    async def _no_answer(self, said: Ended | None, seconds: float, closed: str = "output") -> Offence:
        elapsed = seconds * 1000
        self.elapsed_ms = elapsed
        unfinished = self._lines.unfinished
        part = (
            f"; {unfinished} bytes of an unfinished line had come (end each answer with a newline)"
            if unfinished
            else ""
        )
        if said is None:
            allowance = self._budget.allowance_ms
            bank = allowance - (self._budget.action_ms or 0)
            detail = (
                f"no answer to request {self._id} within {allowance:.0f} ms "
                f"(action_ms {self._budget.action_ms} + {bank:.0f} left of the bank), waited {elapsed:.0f} ms"
                f"{part or '; nothing came (does it flush its output after each line?)'}"
            )
            return await self._offence(FaultKind.TIMEOUT, detail, elapsed)
        kind, how = await self._how_it_ended(closed)
        return await self._offence(
            kind,
            f"{how} when the answer to request {self._id} was due, after {elapsed:.1f} ms{part}",
            elapsed,
        )

    async def _offence(self, kind: FaultKind, detail: str, elapsed: float, reply: str | None = None) -> Offence:
        """The fault with what the bot said last on standard error."""
        if self._process is not None:
            self._drain_errors_now(self._process)
        tail = self.errors.tail()
        if kind in (FaultKind.CRASHED, FaultKind.LIMIT, FaultKind.NOT_READY):
            hint = hint_for(tail, self.entrant)
            detail += f"; {hint}" if hint else ""
            detail += f"; last on standard error: {tail[-800:]}" if tail else "; nothing on standard error"
        return Offence(kind, detail, elapsed, reply or None, tail or None)

    # ---- the pipes

    def _drop_leftovers(self) -> None:
        """Before a further match: what the bot wrote after its last answer does not count."""
        assert self._process is not None
        dropped = self._lines.clear()
        for _ in range(16):
            try:
                data = os.read(self._process.stdout, _CHUNK)
            except BlockingIOError:
                break
            if not data:
                break
            dropped += len(data)
        if dropped:
            self.log.append(f"dropped {dropped} bytes that were written between two matches")
        self._flush()

    async def _write(self, line: bytes, deadline: float) -> bool:
        """Write all, news kept from before first; False when the bot closed its input. What is late stays unsent."""
        assert self._process is not None
        self._unsent += line
        if not self._flush():
            return False
        if not self._unsent:
            return True
        with trio.CancelScope(deadline=deadline):
            while self._flush():
                if not self._unsent:
                    return True
                await trio.lowlevel.wait_writable(self._process.stdin)
            return False
        return True

    def _read(self) -> None:
        assert self._process is not None
        try:
            data = os.read(self._process.stdout, _CHUNK)
        except BlockingIOError:
            return
        if data:
            self._lines.feed(data)
        else:
            self._at_end = True

    async def _next_line(self, deadline: float) -> bytes | Overlong | Ended | None:
        """The next line, an over-long one, the end of the output, or None when the deadline has passed.

        What was in the pipe at the deadline, or at the process's end, is read before either is ruled.
        """
        if (said := self._lines.next_line()) is not None:
            return said
        process = self._process
        assert process is not None
        scope = self._waiting = trio.CancelScope(deadline=deadline)
        try:
            with scope:
                while True:
                    if (said := self._lines.next_line()) is not None:
                        return said
                    if self._at_end:
                        return Ended()
                    if self._ended.is_set():
                        break
                    await trio.lowlevel.wait_readable(process.stdout)
                    self._read()
        finally:
            self._waiting = None
        for _ in range(max(2, 2 + self._lines.limit // _CHUNK)):
            self._read()
            if (said := self._lines.next_line()) is not None:
                return said
            if self._at_end:
                break
        return Ended() if self._at_end or self._ended.is_set() else None

    async def _drain_errors(self, process: BotProcess) -> None:
        with contextlib.suppress(OSError):
            while data := await self._error_bytes(process):
                self.errors.feed(data)

    async def _error_bytes(self, process: BotProcess) -> bytes:
        # a process that was let go has given its descriptors back: their numbers may be another's by now
        while self._process is process:
            await trio.lowlevel.wait_readable(process.stderr)
            if self._process is process:
                with contextlib.suppress(BlockingIOError):
                    return os.read(process.stderr, _CHUNK)
        return b""

    def _drain_errors_now(self, process: BotProcess) -> None:
        with contextlib.suppress(OSError):
            for _ in range(64):
                data = os.read(process.stderr, _CHUNK)
                if not data:
                    break
                self.errors.feed(data)

    # ---- the end

    async def _attend(self, process: BotProcess, tasks: trio.CancelScope, ended: trio.Event) -> None:
        with tasks:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._drain_errors, process)
                nursery.start_soon(self._watch, process, ended)

    async def _watch(self, process: BotProcess, ended: trio.Event) -> None:
        """Notice the process's end at once: a grandchild may have held its pipes open."""
        await trio.lowlevel.wait_readable(process.ended)
        process.end()
        ended.set()
        if self._waiting is not None and process is self._process:
            self._waiting.cancel()

    async def _await_status(self) -> None:
        with trio.move_on_after(_STATUS_WAIT_S):
            await self._ended.wait()

    async def _how_it_ended(self, closed: str = "output") -> tuple[FaultKind, str]:
        """The fault (a crash or a limit) and its words. Raises HostTroubleError when it ended with the warden."""
        await self._await_status()
        process = self._process
        assert process is not None
        if process.is_lost:
            self._warden.lost()
        if process.limit is not None:
            return FaultKind.LIMIT, f"the process was killed because it {process.limit}"
        if process.status is None:
            return FaultKind.CRASHED, f"the process closed its {closed} but still ran"
        return FaultKind.CRASHED, f"the process {ending(process.status)}"

    def pin(self, cores: frozenset[int]) -> None:
        """Keep a newly started process on `cores`, once it is ready."""
        if self._process is not None and self.is_new:
            self._process.pin(cores)
        self.is_new = False

    async def dismiss(self, offence: Offence) -> None:
        """Tell the offender why, then end it at once."""
        if self._process is not None:
            self.tell(encode(FaultNotice(kind=offence.kind, detail=offence.detail)))
            await self.kill()

    async def kill(self) -> None:
        """End the process and all its group now, and let go of what it held."""
        process = self._process
        if process is None:
            return
        self._process = None
        self._unsent = b""
        process.end()
        self._drain_errors_now(process)
        self._tasks.cancel()  # at once takes their waits off the descriptors, which are closed next
        process.release()

    async def close(self) -> None:
        """End of file, `exit_ms` to leave, then the kill."""
        if self._process is None:
            return
        with trio.CancelScope(shield=True):
            self._process.close_stdin()
            with trio.move_on_after(self.entrant.clock.exit_ms / 1000):
                await self._ended.wait()
            await self.kill()


def _poll_on(descriptor: int) -> Callable[[int], object]:
    """`_poll_on(fd)(0)` is true when something is to be read, an end of file too."""
    asked = select.poll()
    asked.register(descriptor, select.POLLIN)
    return asked.poll


def _debug_hint(message: object) -> str:
    return "" if message is not None else " (standard output is for the protocol alone)"
