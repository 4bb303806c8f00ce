"""The owner's side of the warden: asks it to start, pin and end bots' processes. One a worker.

Synchronous: the warden answers at once. When the warden itself is lost, its bots die with it, what they left is killed
from here, the matches are void, and the next start brings a new warden. Called by `process`.
"""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NoReturn, Self

from arena.bots import process_tree
from arena.bots.isolation.confinement import Spec
from arena.bots.warden_process import MESSAGE_BYTES, adopt_orphans

_ANSWER_S: Final = 30.0  # for a machine that has nearly no processor left
_LEAVE_S: Final = 10.0
_ROUNDS: Final = 50
_LAUNCH: Final = "import sys; sys.path.insert(0, sys.argv[2]); from arena.bots.warden_process import main; main()"
_SOURCE: Final = Path(__file__).resolve().parents[2]


class HostTroubleError(Exception):
    """The machine could not give what a match needs (memory, processes, descriptors): nobody's fault, a void match."""


class Refused(Exception):
    """A process that could not be started: at which `stage` (confinement, fork, exec), `errno` or 0."""

    def __init__(self, stage: str, errno: int, text: str) -> None:
        super().__init__(text)
        self.stage = stage
        self.errno = errno


class Warden:
    """Use as a context manager, or `close` it: all its bots end then. Started when it is first needed."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None
        self._scratch: dict[int, str] = {}  # by each bot's first process

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """The warden's own process, None when there is none."""
        return None if self._process is None else self._process.pid

    def start(
        self,
        argv: Sequence[str],
        env: Mapping[str, str],
        spec: Spec,
        scratch_mb: int,
        cores: frozenset[int] | None,
        descriptors: Sequence[int],
    ) -> int:
        """Start a program as a bot; the id of its first process.

        `descriptors`: its standard input, output and error, and where the warden writes its end. Raises Refused, and
        HostTroubleError when the warden is lost.
        """
        words = {
            "do": "start",
            "argv": list(argv),
            "env": dict(env),
            "spec": asdict(spec),
            "scratch_mb": scratch_mb,
            "cores": sorted(cores) if cores else None,
        }
        data = json.dumps(words).encode()
        if len(data) > MESSAGE_BYTES:
            raise Refused("exec", 0, "the command and its environment are too long")
        if self._socket is None:
            self._launch()
        assert self._socket is not None
        try:
            socket.send_fds(self._socket, [data], descriptors)
            answer = self._socket.recv(MESSAGE_BYTES)
        except OSError:
            answer = b""
        if not answer:
            self.lost()
        started: dict[str, Any] = json.loads(answer)
        if "pid" not in started:
            raise Refused(started["stage"], started["errno"], started["text"])
        pid: int = started["pid"]
        self._scratch[pid] = spec.scratch
        return pid

    def look_after(self, folder: str) -> None:
        """Have a folder removed if this process is killed before it has removed it. Raises HostTroubleError."""
        if self._socket is None:
            self._launch()
        self._say({"do": "look after", "folder": folder})

    def end(self, pid: int) -> None:
        """Kill all of a bot; its end is reported where it is always reported."""
        self._say({"do": "end", "pid": pid})

    def pin(self, pid: int, cores: frozenset[int]) -> None:
        """Keep all threads of all of a bot's processes on `cores`."""
        self._say({"do": "pin", "pid": pid, "cores": sorted(cores)})

    def forget(self, pid: int) -> None:
        """A bot's end has been reported."""
        self._scratch.pop(pid, None)

    def lost(self) -> NoReturn:
        """The warden is gone: end what it left; raises HostTroubleError."""
        self.close()
        raise HostTroubleError("the process that starts and ends the bots was lost")

    def close(self) -> None:
        """End the warden and with it all bots, and wait until that is done."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        if self._process is not None:
            try:
                self._process.wait(_LEAVE_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            if self._process.returncode:
                self._kill_what_is_left()
            self._process = None
        self._scratch.clear()

    def _launch(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.settimeout(_ANSWER_S)
        # what bots leave when the warden is killed comes to this process, to be killed
        adopt_orphans()
        number = theirs.fileno()
        try:
            self._process = subprocess.Popen(
                # alone, without site packages: started in a third of the time, and deaf to the environment
                [sys.executable, "-I", "-S", "-c", _LAUNCH, str(number), str(_SOURCE)],
                pass_fds=[number],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as problem:
            ours.close()
            raise HostTroubleError(f"cannot start a process: {os.strerror(problem.errno or 0).lower()}") from None
        finally:
            theirs.close()
        self._socket = ours

    def _say(self, words: Mapping[str, Any]) -> None:
        if self._socket is not None:
            with contextlib.suppress(OSError):  # lost: every status pipe says so
                self._socket.send(json.dumps(words).encode())

    def _kill_what_is_left(self) -> None:
        """The bots' first processes died with the warden; what they had started came to this process."""
        homes = {f"HOME={scratch}".encode() for scratch in self._scratch.values()}
        own = os.getpid()
        for _ in range(_ROUNDS):
            table = process_tree.processes()
            left = [
                pid
                for pid, process in table.items()
                if process.parent == own and (process.group in self._scratch or homes & _environment(pid))
            ]
            for pid in left:
                with contextlib.suppress(ProcessLookupError, ChildProcessError):
                    os.kill(pid, signal.SIGKILL)
                    os.waitpid(pid, 0)
            if not left:
                return


def _environment(pid: int) -> set[bytes]:
    try:
        return set(Path(f"/proc/{pid}/environ").read_bytes().split(b"\0"))
    except OSError:
        return set()
