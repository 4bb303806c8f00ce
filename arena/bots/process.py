"""One bot's process as its owner holds it: pipes, scratch directory, how it ended. The `warden` starts and ends it.

Synchronous and small on purpose. Never reads or writes the bot's pipes. Called by `bot`.
"""

import contextlib
import errno
import json
import os
import select
import signal
import tempfile
from collections.abc import Sequence
from typing import Any, Final

from arena.bot_programs import environment
from arena.bots import scratch
from arena.bots.isolation.bubblewrap import exit_code_inside
from arena.bots.isolation.confinement import Spec
from arena.bots.isolation.read_paths import read_paths
from arena.bots.warden import HostTroubleError, Refused, Warden
from arena.bots.warden_process import THREADS_A_PROCESS, UNSEEN
from arena.records import Entrant, Isolation

# trouble of the machine, not of the bot: the match is void
_HOST_TROUBLE: Final = {errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE, errno.ENOSPC}
# of the command at every stage: a box that cannot execute it says so before the fork
_BAD_COMMAND: Final = {errno.ENOENT, errno.EACCES, errno.ENOEXEC}
_END_MS: Final = 10_000
_EXITING: Final = 0x4  # PF_EXITING, set before the descriptors are closed


class StartError(Exception):
    """The command cannot be started; the text says why, for the fault `not_ready`."""


class BotProcess:
    """A running process with its three pipes and `ended`, readable once it and all that it started are gone."""

    def __init__(self, entrant: Entrant, warden: Warden, start_cores: frozenset[int] | None) -> None:
        """Start it, on `start_cores` if given (a pinned worker's bots start unpinned)."""
        self._warden = warden
        self._is_boxed = entrant.isolation is Isolation.STRONG
        self.status: int | None = None  # once it has ended; negative: the signal
        self.limit: str | None = None  # in words, the limit that it was killed for
        self.is_lost = False  # with the warden
        self._pipes: list[int] = []
        try:
            # made by the warden, which removes it when this process is killed
            self.scratch = os.path.join(tempfile.gettempdir(), f"arena-{os.urandom(16).hex()}")
            try:
                theirs = self._make_pipes()
                try:
                    self.pid = self._started(entrant, start_cores, theirs)
                finally:
                    _close(theirs)
            except BaseException:
                _close(self._pipes)
                scratch.remove(self.scratch)
                raise
        except OSError as problem:
            reason = (problem.strerror or str(problem)).lower()
            raise HostTroubleError(f"cannot start a process: {reason}") from None
        self.stdin, self.stdout, self.stderr, self.ended = self._pipes

    def _make_pipes(self) -> list[int]:
        """Fill `_pipes` with our ends, not blocking; the bot's three ends and the warden's."""
        theirs: list[int] = []
        for index in range(4):
            reads, writes = os.pipe2(os.O_CLOEXEC)
            ours, other = (writes, reads) if index == 0 else (reads, writes)
            os.set_blocking(ours, False)
            self._pipes.append(ours)
            theirs.append(other)
        return theirs

    def _started(self, entrant: Entrant, start_cores: frozenset[int] | None, descriptors: Sequence[int]) -> int:
        limits = entrant.limits
        env = environment(entrant, self.scratch)
        spec = Spec(
            level=entrant.isolation.value,
            read=read_paths(entrant.command, entrant.folder, env),
            scratch=self.scratch,
            network=entrant.network,
            memory_mb=limits.memory_mb,
            files=limits.files,
            processes=limits.processes,
        )
        try:
            return self._warden.start(entrant.command, env, spec, limits.scratch_mb, start_cores, descriptors)
        except Refused as refused:
            if refused.stage == "scratch":
                reason = os.strerror(refused.errno).lower()
                folder = os.path.dirname(self.scratch)
                raise HostTroubleError(f"cannot make a scratch directory in {folder}: {reason}") from None
            is_of_command = refused.stage == "exec" and refused.errno not in _HOST_TROUBLE
            if not is_of_command and refused.errno not in _BAD_COMMAND:
                reason = os.strerror(refused.errno).lower() if refused.stage == "fork" else str(refused)
                raise HostTroubleError(f"cannot start a process: {reason}") from None
            reason = os.strerror(refused.errno).lower() if refused.errno else str(refused)
            raise StartError(f'"{entrant.command[0]}" cannot be started: {reason}') from None

    def seems_to_run(self) -> bool:
        """Whether the first process is there and not on its way out. Of one that is, the end will be reported."""
        try:
            with open(f"/proc/{self.pid}/stat", "rb") as file:
                line = file.read()
        except OSError:
            return not os.path.exists("/proc/self/stat")
        fields = line[line.rindex(b")") + 2 :].split()
        return fields[0] not in (b"Z", b"X") and not int(fields[6]) & _EXITING

    def pin(self, cores: frozenset[int]) -> None:
        """Keep the process, all its threads and what it started, on `cores`."""
        self._warden.pin(self.pid, cores)

    def stop(self) -> None:
        """Let none of its group run until `go_on`."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """The end of `stop`."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        if self.status is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, number)

    def close_stdin(self) -> None:
        """Say that nothing more will come: exit now."""
        self.go_on()
        if self.stdin in self._pipes:
            self._pipes.remove(self.stdin)
            _close([self.stdin])

    def end(self) -> None:
        """Kill all of it, if it has not ended, and learn how it ended. Safe to call again."""
        if self.status is not None or self.is_lost:
            return
        if not self.learn_end():
            self._warden.end(self.pid)
            waiting = select.poll()
            waiting.register(self.ended, select.POLLIN)
            waiting.poll(_END_MS)
            self.learn_end()

    def learn_end(self) -> bool:
        """Read the warden's report, without waiting; False when it has not come."""
        try:
            report = os.read(self.ended, 4096)
        except BlockingIOError:
            return False
        if not report:
            self.is_lost = True  # the warden's owner still has it on its list, to be killed
            return True
        self._warden.forget(self.pid)
        end: dict[str, Any] = json.loads(report)
        status: int = end["status"]
        self.status = exit_code_inside(status) if self._is_boxed else status
        self.limit = _limit_in_words(end["limit"]) if end["limit"] else None
        return True

    def release(self) -> None:
        """Close the pipes and remove the scratch directory, after `end`."""
        _close(self._pipes)
        self._pipes.clear()
        scratch.remove(self.scratch)


def _close(descriptors: Sequence[int]) -> None:
    for descriptor in descriptors:
        with contextlib.suppress(OSError):
            os.close(descriptor)


def _limit_in_words(limit: dict[str, Any]) -> str:
    name, allowed, reached = limit["name"], limit["allowed"], limit["reached"]
    if name == "threads":
        processes = allowed // THREADS_A_PROCESS
        return f"had {reached} threads, {allowed} allowed ({THREADS_A_PROCESS} for each of processes = {processes})"
    if name == "scratch_mb" and reached >= UNSEEN // 2**20:
        return (
            "kept files where the room that they take cannot be seen: in folders that cannot be listed or are nested "
            "too deep, among more than 20,000, or sent through a socket and not received"
        )
    what = {
        "memory_mb": f"{reached} MiB of memory, {allowed} allowed",
        "scratch_mb": f"{reached} MiB in its scratch directory, {allowed} allowed",
        "processes": f"{reached} processes, {allowed} allowed",
    }[name]
    return f"had {what} ({name} = {allowed})"


def ending(status: int) -> str:
    """An exit status in words.

    >>> ending(1), ending(-11)
    ('exited with status 1', 'was killed by SIGSEGV')
    """
    if status >= 0:
        return f"exited with status {status}"
    try:
        return f"was killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"was killed by signal {-status}"
