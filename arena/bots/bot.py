"""A bot as the referee sees it: begin a match, ask for a decision, tell news, close. The trio part of `arena.bots`.

Knows the protocol's order (`session`), the clock (`clock`), the processor (`load`) and one process (`pipes`), and no
game: an action is an opaque string. A fault is returned as a value, an Offence; trouble of the machine is raised as
HostTroubleError. Called by `referee` and `executors`.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Final

import trio

from arena.bot_programs import hint_for
from arena.bots.clock import Budget
from arena.bots.errlog import ErrorLog
from arena.bots.framing import Overlong
from arena.bots.load import PonderMeter, WaitMeter
from arena.bots.pipes import CHUNK, Ended, Pipes
from arena.bots.process import BotProcess, StartError, ending
from arena.bots.session import State, Verdict, judge
from arena.bots.warden import HostTroubleError, Warden
from arena.last_words import quoted
from arena.records import Entrant, FaultKind
from protocol.codec import CodecError, decode, encode, encode_request, quick_answer
from protocol.messages import Action, ArenaMessage, FaultNotice

_QUICK_MS: Final = 0.2  # an answer faster than this is worth trying without a trip through trio
_LONG_MS: Final = 10.0  # an answer that takes longer is watched: did the bot run at all?
_LONG_SHARE: Final = 0.05  # of the action's time, if that is more
_MOST_WAITED_S: Final = 30.0  # for the processor, in one decision: more than that is no tournament any more


@dataclass(slots=True)
class Offence:
    """A fault before it is placed in a match."""

    kind: FaultKind
    detail: str
    elapsed_ms: float | None = None
    reply: str | None = None
    stderr: str | None = None


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
        self.elapsed_ms = 0.0  # of the last decision, as it came; `uncharged_ms` of the match is part of such times
        self.start_ms: float | None = None
        self.uncharged_ms = 0.0
        self.lag_ms = 0.0
        self.is_held = False
        self.log: list[str] = []
        self.is_new = False
        self.last_line = b""
        self.errors = ErrorLog(entrant.limits.stderr_bytes)
        self._nursery = nursery
        self._warden = warden
        self._start_cores = start_cores
        self._pipes: Pipes | None = None
        self._budget = Budget(entrant.clock)
        self._id = 0
        self._may_be_quick = self._quick = is_alone
        self._ponders: PonderMeter | None = None
        self._turns_s = 0.0  # of quick decisions, since the meter was told

    @property
    def process(self) -> BotProcess | None:
        """The process that runs now, if one does."""
        return None if self._pipes is None else self._pipes.process

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
        pipes = self._pipes
        if pipes is None:
            return False
        if self.is_held:
            pipes.process.go_on()
        if dropped := pipes.drop():
            self.log.append(f"dropped {dropped} bytes that were written between two matches")
        pipes.flush()
        self._send_announcement(pipes)
        os.sched_yield()
        pipes.read()
        said = pipes.lines.next_line()
        return said is not None and self._hears_ready(pipes, State.RETURNING, said)

    async def begin(self) -> Offence | None:
        """Wait for the `ready` of the match that was announced; without a process, start one and announce it there."""
        pipes = self._pipes
        if pipes is not None:
            outcome = await self._await_ready(pipes, State.RETURNING)
            if not isinstance(outcome, Ended):
                return outcome
            await pipes.await_status()
            status = pipes.process.status
            if status != 0:
                how = "closed a pipe" if status is None else ending(status)
                self.log.append(f"the process {how} between two matches and was started again")
            await self.kill()
        begun = perf_counter()
        try:
            process = BotProcess(self.entrant, self._warden, self._start_cores)
        except StartError as error:
            return Offence(FaultKind.NOT_READY, str(error), 0.0)
        self.errors.clear()
        self._pipes = pipes = Pipes(process, self.entrant.limits.line_bytes, self.errors)
        self._quick = self._may_be_quick
        self.is_new = True
        self.is_held = False
        self._nursery.start_soon(pipes.attend)
        self._send_announcement(pipes)
        self._announced_at = begun
        outcome = await self._await_ready(pipes, State.STARTING)
        assert not isinstance(outcome, Ended)
        return outcome

    def _send_announcement(self, pipes: Pipes) -> None:
        self._announced_at = perf_counter()
        self._dropped = 0
        pipes.unsent += self._announcement
        self._hears = pipes.flush()

    async def _await_ready(self, pipes: Pipes, state: State) -> Offence | Ended | None:
        """Write what is left of the announcement and wait for `ready`; Ended only for a process that played before."""
        start_ms = self.entrant.clock.start_ms
        deadline = trio.current_time() + start_ms / 1000 - (perf_counter() - self._announced_at)
        self._hears = self._hears and await pipes.write(b"", deadline)
        if not self._hears and state is State.RETURNING:
            return Ended()
        while True:
            said = await pipes.next_line(deadline)
            elapsed = (perf_counter() - self._announced_at) * 1000
            if isinstance(said, Ended) and state is State.RETURNING:
                return said
            if said is None or isinstance(said, Ended) or (self._dropped and elapsed > start_ms):
                return await self._not_ready(pipes, said if isinstance(said, Ended) else None, elapsed)
            if self._hears_ready(pipes, state, said):
                self.start_ms = elapsed if state is State.STARTING else None
                return None
            if state is State.STARTING:
                judgement = judge(state, said, 0, self.entrant.limits.line_bytes)
                came = "1 complete line came" if isinstance(said, bytes) else "0 complete lines came"
                detail = f"{judgement.detail} ({came}, after {elapsed:.0f} ms){_debug_hint(judgement.message)}"
                return self._offence(FaultKind.NOT_READY, detail, elapsed, judgement.reply)

    def _hears_ready(self, pipes: Pipes, state: State, said: bytes | Overlong) -> bool:
        """Whether `said` is the `ready`; what a process that played before says instead is dropped."""
        judgement = judge(state, said, 0, self.entrant.limits.line_bytes)
        if judgement.verdict is Verdict.DROP:
            self._dropped += 1
            if self._dropped == 1:
                self.log.append(f"dropped before ready: {judgement.detail}")
            if isinstance(said, Overlong):
                pipes.lines.clear()
        is_ready = judgement.verdict is Verdict.ACCEPT
        if is_ready and self.is_held:
            pipes.process.stop()
        return is_ready

    async def _not_ready(self, pipes: Pipes, said: Ended | None, elapsed: float) -> Offence:
        unfinished = pipes.lines.unfinished
        came = f"{unfinished} bytes of an unfinished line came" if unfinished else "no output"
        if said is None:
            return self._offence(
                FaultKind.NOT_READY,
                f"no ready message within start_ms = {self.entrant.clock.start_ms}: {came} in {elapsed:.0f} ms, "
                f"{self._dropped} complete lines, and the process is still running (does it flush its output after "
                "each line, and end each line with a newline?)",
                elapsed,
            )
        _, how = await self._how_it_ended(pipes)
        return self._offence(
            FaultKind.NOT_READY,
            f"{how} before it was ready, after {elapsed:.0f} ms ({came}, {self._dropped} complete lines)",
            elapsed,
        )

    # ---- news and questions

    def tell(self, line: bytes) -> None:
        """Write news, without waiting: what does not fit in the pipe is kept and written before the next request."""
        pipes = self._pipes
        if pipes is None:
            return
        pipes.unsent += line
        if not self.is_held:  # else it reads the news with its next request
            pipes.flush()

    async def ask(self, decision: str, legal: Sequence[str], view_json: bytes) -> str | Offence:
        """Send a request and wait for its answer; `elapsed_ms` and `note` tell the rest of an answer."""
        pipes = self._pipes
        assert pipes is not None
        process = pipes.process
        self._id = due = self._id + 1
        self.note = None
        self.elapsed_ms = 0.0
        lines = pipes.lines
        # asking first costs a third of the exception that reading an empty pipe raises
        if (pipes.poll(0) or lines.held) and (offence := await self._said_early(pipes)):
            return offence
        budget = self._budget
        line = encode_request(due, decision, legal, view_json, budget.action_ms, budget.bank_ms, budget.last_ms)
        if self.is_held:
            process.go_on()
        # On a shared core the write itself wakes the bot and lets it run: its time begins before the call returns.
        start = perf_counter()
        try:
            written = 0 if pipes.unsent else os.write(process.stdin, line)
        except OSError:  # the pipe is full, or its reader gone: the full write finds out which
            written = 0
        if written != len(line):
            if not await pipes.write(line[written:], trio.current_time() + budget.allowance_ms / 1000):
                return await self._no_answer(pipes, Ended(), perf_counter() - start, "input")
            if pipes.unsent:
                pipes.unsent = b""
                elapsed = (perf_counter() - start) * 1000
                detail = f"it did not read its input for {elapsed:.0f} ms: the request could not be written"
                return self._offence(FaultKind.TIMEOUT, detail, elapsed)
            start = perf_counter()
        said: bytes | Overlong | Ended | None = None
        if self._quick:
            os.sched_yield()
            data: bytes | None
            try:
                data = os.read(process.stdout, CHUNK)
            except BlockingIOError:
                # the yield gave the core to something else: wait, a millisecond at most
                data = os.read(process.stdout, CHUNK) if pipes.poll(1) else None
            if data is not None:
                # nearly always exactly one whole line
                if data and data.find(b"\n") == len(data) - 1 and not lines.held and not data.isspace():
                    said = data
                elif data:
                    lines.feed(data)
                else:
                    pipes.is_at_end = True
            else:
                self._quick = False
        waited = 0.0
        if said is None or len(said) > lines.limit:  # type: ignore[arg-type]
            if said is not None:
                lines.feed(said)  # type: ignore[arg-type]
            said, waited = await self._next_line(pipes, start)
        seconds = perf_counter() - start
        self.elapsed_ms = elapsed = seconds * 1000
        if self.is_held:
            process.stop()
        if not isinstance(said, bytes):
            if isinstance(said, Overlong):
                judgement = judge(State.DUE, said, due, self.entrant.limits.line_bytes)
                return self._offence(FaultKind.FLOODED, judgement.detail, elapsed)
            return await self._no_answer(pipes, said, seconds, waited_s=waited)
        self.last_line = said
        if (answer := quick_answer(said, due)) is not None:
            if elapsed < _QUICK_MS:  # less than any action's time: nothing to charge
                self._quick = self._may_be_quick
                self._turns_s += seconds
                budget.last_ms = elapsed
            else:
                self._charge(elapsed, waited)
            return answer
        try:
            message = decode(said)
        except CodecError:
            message = None
        if type(message) is Action and message.id == due:
            self._charge(elapsed, waited)
            self.note = message.note
            return message.action
        judgement = judge(State.DUE, said.rstrip(b"\n"), due, self.entrant.limits.line_bytes)
        return self._offence(FaultKind(judgement.verdict.value), judgement.detail, elapsed, judgement.reply)

    async def _next_line(self, pipes: Pipes, start: float) -> tuple[bytes | Overlong | Ended | None, float]:
        """The line that comes within the allowance, and how long the bot could not run in that time, in seconds.

        The deadline moves only by what load from outside took. Raises HostTroubleError when that is beyond measure.
        """
        budget = self._budget
        allowance_s = budget.allowance_ms / 1000
        begun = trio.current_time() - (perf_counter() - start)
        long_s = min(allowance_s, max(_LONG_MS, _LONG_SHARE * (budget.action_ms or 0)) / 1000)
        said = await pipes.next_line(begun + long_s)
        if said is not None or budget.action_ms is None:
            return said if said is not None else await pipes.next_line(begun + allowance_s), 0.0
        if self._ponders is not None:
            self._ponders.turn_is_long(perf_counter() - start)
        meter = WaitMeter(pipes.process.pid)
        meter.begin()
        waited = 0.0
        while True:
            said = await pipes.next_line(begun + allowance_s + waited)
            elapsed = perf_counter() - start
            if elapsed * 1000 <= budget.action_ms:
                return said, 0.0
            waited = max(waited, meter.outside_wait_s())
            # not: until it waits no longer. Under steady load that would be never
            if said is not None or elapsed - waited >= allowance_s:
                return said, waited
            if waited > _MOST_WAITED_S:
                raise HostTroubleError(f"other programs kept a bot from running for {waited:.0f} s of one decision")

    def _charge(self, elapsed: float, waited_s: float) -> None:
        if elapsed < _QUICK_MS:
            self._quick = self._may_be_quick
        if self._ponders is not None:
            self._ponders.answered(elapsed / 1000)
        waited = waited_s * 1000
        over = self._budget.charge(max(0.0, elapsed - waited)) + waited
        if over:
            self.uncharged_ms += over
            self.lag_ms = max(self.lag_ms, over)

    def look(self, deals: int) -> None:
        """Between two deals, `deals` after the last look: a bot that thinks off turn is held from now on."""
        meter, pipes = self._ponders, self._pipes
        if meter is None or pipes is None or self.is_held:
            return
        meter.answered(self._turns_s)
        self._turns_s = 0.0
        if meter.is_pondering(deals):
            self.is_held = True
            pipes.process.stop()
            self.log.append(
                f"it used {meter.off_turn_ms:.0f} ms of processor a deal while it was not its turn: from here on it is "
                "stopped between its answer and its next request (the organiser can allow pondering)"
            )

    async def _said_early(self, pipes: Pipes) -> Offence | None:
        """Rule on what stood in the pipe before a request was written."""
        pipes.read()
        said = pipes.lines.next_line()
        if said is not None:
            judgement = judge(State.QUIET, said, self._id, self.entrant.limits.line_bytes)
            return self._offence(FaultKind(judgement.verdict.value), judgement.detail, 0.0, judgement.reply)
        if pipes.is_at_end:
            return await self._no_answer(pipes, Ended(), 0.0)
        return None

    async def _no_answer(
        self, pipes: Pipes, said: Ended | None, seconds: float, closed: str = "output", waited_s: float = 0.0
    ) -> Offence:
        elapsed = seconds * 1000
        self.elapsed_ms = elapsed
        unfinished = pipes.lines.unfinished
        part = (
            f"; {unfinished} bytes of an unfinished line had come (end each answer with a newline)"
            if unfinished
            else ""
        )
        if said is None:
            allowance = self._budget.allowance_ms
            bank = allowance - (self._budget.action_ms or 0)
            could_not = f", {waited_s * 1000:.0f} of them without a processor to run on" if waited_s else ""
            detail = (
                f"no answer to request {self._id} within {allowance:.0f} ms (action_ms {self._budget.action_ms} + "
                f"{bank:.0f} left of the bank), waited {elapsed:.0f} ms{could_not}"
                f"{part or '; nothing came (does it flush its output after each line?)'}"
            )
            return self._offence(FaultKind.TIMEOUT, detail, elapsed)
        kind, how = await self._how_it_ended(pipes, closed)
        return self._offence(
            kind, f"{how} when the answer to request {self._id} was due, after {elapsed:.1f} ms{part}", elapsed
        )

    def _offence(self, kind: FaultKind, detail: str, elapsed: float, reply: str | None = None) -> Offence:
        """The fault with what the bot said on standard error."""
        if self._pipes is not None:
            self._pipes.drain_errors()
        errors = self.errors.excerpt()
        if kind in (FaultKind.CRASHED, FaultKind.LIMIT, FaultKind.NOT_READY):
            hint = hint_for(errors, self.entrant)
            detail += f"; {hint}" if hint else ""
            detail += quoted(errors)
        return Offence(kind, detail, elapsed, reply or None, errors or None)

    # ---- the end

    async def _how_it_ended(self, pipes: Pipes, closed: str = "output") -> tuple[FaultKind, str]:
        """The fault (a crash or a limit) and its words. Raises HostTroubleError when it ended with the warden."""
        await pipes.await_status()
        process = pipes.process
        if process.is_lost:
            self._warden.lost()
        if process.limit is not None:
            return FaultKind.LIMIT, f"the process was killed because it {process.limit}"
        if process.status is None:
            return FaultKind.CRASHED, f"the process closed its {closed} but still ran"
        return FaultKind.CRASHED, f"the process {ending(process.status)}"

    def settle(self, cores: frozenset[int] | None) -> None:
        """Every bot of the match is ready: keep a newly started process on `cores`, and watch what it does off turn."""
        if self._pipes is not None and self.is_new:
            process = self._pipes.process
            if cores:
                process.pin(cores)
            if not self.entrant.pondering:
                self._ponders = PonderMeter(process.pid, len(cores or os.sched_getaffinity(0)))
                self._turns_s = 0.0
        self.is_new = False

    async def dismiss(self, offence: Offence) -> None:
        """Tell the offender why, then end it at once."""
        if self._pipes is not None:
            self.is_held = False
            self.tell(encode(FaultNotice(kind=offence.kind, detail=offence.detail)))
            await self.kill()

    async def kill(self) -> None:
        """End the process and all that it started now, and let go of what it held."""
        pipes, self._pipes = self._pipes, None
        self._ponders = None
        self.is_held = False
        if pipes is not None:
            pipes.close()

    async def close(self) -> None:
        """End of file, `exit_ms` to leave, then the kill."""
        if self._pipes is None:
            return
        with trio.CancelScope(shield=True):
            self._pipes.process.close_stdin()
            with trio.move_on_after(self.entrant.clock.exit_ms / 1000):
                await self._pipes.ended.wait()
            await self.kill()


def _debug_hint(message: object) -> str:
    return "" if message is not None else " (standard output is for the protocol alone)"
