"""Starts and ends one bot's process: pipes, own session, minimal environment, private scratch directory, group kill.

Synchronous and small on purpose: a warden process takes this place when strangers' bots need isolation. Never reads
or writes the bot's pipes. Called by `bot`.
"""

import contextlib
import errno
import os
import shutil
import signal
import subprocess
import tempfile

from arena.bot_programs import environment
from arena.records import Entrant

# trouble of the machine, not of the bot: the match is void
_HOST_TROUBLE = {errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE, errno.ENOSPC}


class HostTroubleError(Exception):
    """The machine could not give what a match needs (memory, processes, descriptors): nobody's fault, a void match."""


class StartError(Exception):
    """The command cannot be started; the text says why, for the fault `not_ready`."""


class BotProcess:
    """A running process with its three pipes (file descriptors, ours non-blocking)."""

    def __init__(self, entrant: Entrant, start_cores: frozenset[int] | None) -> None:
        """Start it, on `start_cores` if given (a pinned worker's bots start unpinned)."""
        self.scratch = tempfile.mkdtemp(prefix=f"arena-{os.urandom(16).hex()}-")
        own_cores = os.sched_getaffinity(0) if start_cores else None
        try:
            if start_cores:
                os.sched_setaffinity(0, start_cores)
            self._popen = subprocess.Popen(
                entrant.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=self.scratch,
                env=environment(entrant, self.scratch),
                start_new_session=True,
            )
        except OSError as problem:
            shutil.rmtree(self.scratch, ignore_errors=True)
            if problem.errno in _HOST_TROUBLE:
                raise HostTroubleError(f"cannot start a process: {os.strerror(problem.errno or 0).lower()}") from None
            reason = (problem.strerror or str(problem)).lower()
            raise StartError(f'"{entrant.command[0]}" cannot be started: {reason}') from None
        finally:
            if own_cores:
                os.sched_setaffinity(0, own_cores)
        assert self._popen.stdin
        assert self._popen.stdout
        assert self._popen.stderr
        self.pid = self._popen.pid
        self.stdin = self._popen.stdin.fileno()
        self.stdout = self._popen.stdout.fileno()
        self.stderr = self._popen.stderr.fileno()
        for pipe in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(pipe, False)
        with contextlib.suppress(OSError):  # it may have ended already
            os.setpriority(os.PRIO_PROCESS, self.pid, 5)

    @property
    def status(self) -> int | None:
        """Exit status (negative: signal) once reaped."""
        return self._popen.returncode

    def pin(self, cores: frozenset[int]) -> None:
        """Keep the process, all its threads, on `cores`."""
        with contextlib.suppress(OSError):
            for thread in os.listdir(f"/proc/{self.pid}/task"):
                with contextlib.suppress(OSError):
                    os.sched_setaffinity(int(thread), cores)

    def close_stdin(self) -> None:
        """Say that nothing more will come: exit now."""
        assert self._popen.stdin
        with contextlib.suppress(OSError):
            self._popen.stdin.close()

    def end(self) -> None:
        """Kill the whole group, then reap its leader. Safe to call again."""
        if self._popen.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
            self._popen.wait()

    def release(self) -> None:
        """Close the pipes and remove the scratch directory, after `end`."""
        for pipe in (self._popen.stdin, self._popen.stdout, self._popen.stderr):
            assert pipe
            with contextlib.suppress(OSError):
                pipe.close()
        shutil.rmtree(self.scratch, ignore_errors=True)


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
