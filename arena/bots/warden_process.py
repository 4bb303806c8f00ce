"""The warden: a small single-threaded process beside a worker that starts, watches, ends and outlives its bots.

Started by `warden`, which speaks to it over a SEQPACKET socket, one JSON message a packet. It makes each bot a session
of its own, confines it (`isolation`), watches what it uses, kills all of it at its end, and reports that end as a JSON
line on the bot's status pipe. When the socket closes, because its owner closed it or was killed, it ends everything.

Bots die with it: they are its children, and being single-threaded it can give them PR_SET_PDEATHSIG safely. It adopts
what they leave behind. Standard library only, and nothing of arena but the packages beside it.
"""

import contextlib
import fcntl
import gc
import json
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from arena.bots import process_tree, scratch
from arena.bots.isolation.confinement import Confinement, IsolationError, Spec
from arena.bots.isolation.libc import prctl

MESSAGE_BYTES = 128 * 1024
NICE = 5  # bots stand back behind the worker that serves them
_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_TICK_MS = 100
_TICKS_TO_SCAN = 5
_TICKS_TO_MEASURE_SCRATCH = 10
_MB = 1 << 20
UNSEEN = 1 << 40  # what is kept out of sight of the watch is too much
_ROUNDS = 50
_ROUNDS_IN_A_TICK = 2  # what comes after what was killed must not keep the watch from its other work
_CROWD = 50
THREADS_A_PROCESS = 8


@dataclass
class _Ward:
    """A bot that runs: its first process leads a session and a group of its own."""

    pid: int
    status: int
    spec: Spec
    scratch_mb: int
    tree: list[int] = field(default_factory=list)  # its other processes, as last seen
    threads: int = 1  # of them all
    limit: dict[str, Any] | None = None


class Warden:
    """The process's state; `serve` is its whole life."""

    def __init__(self, owner: socket.socket) -> None:
        self._owner = owner
        self._wards: dict[int, _Ward] = {}
        self._folders: set[str] = set()  # that the owner removes, of ended bots too, or this process if it is gone
        self._ticks = 0
        self._newest_pid = 0

    def serve(self) -> None:
        """Work until the owner is gone, then leave nothing behind."""
        wake, woken = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.set_wakeup_fd(woken)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        waiting = select.poll()
        waiting.register(self._owner, select.POLLIN)
        waiting.register(wake, select.POLLIN)
        tick_at = 0.0
        try:
            while True:
                left_ms = max(0.0, tick_at - time.monotonic()) * 1000
                ready = [descriptor for descriptor, _ in waiting.poll(left_ms if self._wards else None)]
                if wake in ready:
                    os.read(wake, 4096)
                    self._reap()
                if self._owner.fileno() in ready and not self._hear():
                    return
                # by the clock, not when there is nothing to do: a bot can see to it that there always is
                if time.monotonic() >= tick_at:
                    self._tick()
                    tick_at = time.monotonic() + _TICK_MS / 1000
        finally:
            for ward in list(self._wards.values()):
                self._finish(ward)
            for folder in self._folders:
                scratch.remove(folder)

    def _hear(self) -> bool:
        """One message of the owner; False when it is gone."""
        try:
            data, descriptors, _, _ = socket.recv_fds(self._owner, MESSAGE_BYTES, 4)
        except ConnectionResetError:
            return False
        if not data:
            return False
        message = json.loads(data)
        match message["do"]:
            case "start":
                self._answer(self._start(message, descriptors))
            case "look after":
                self._look_after(message["folder"])
            case "end":
                if ward := self._wards.get(message["pid"]):
                    self._finish(ward)
            case "pin":
                if ward := self._wards.get(message["pid"]):
                    self._pin(ward, message["cores"])
        return True

    def _look_after(self, folder: str) -> None:
        self._folders = {*filter(os.path.lexists, self._folders), folder}

    def _answer(self, words: Mapping[str, Any]) -> None:
        with contextlib.suppress(OSError):  # gone: the next `recv` says so
            self._owner.send(json.dumps(words).encode())

    # ---- the start

    def _start(self, message: Mapping[str, Any], descriptors: Sequence[int]) -> dict[str, Any]:
        """Start a bot; {"pid"}, or {"errno", "stage", "text"}."""
        *pipes, status = descriptors
        for descriptor in descriptors:
            os.set_inheritable(descriptor, False)
        values: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in message["spec"].items()
        }
        spec = Spec(**values)
        stage = "scratch"
        try:
            self._look_after(spec.scratch)
            with contextlib.suppress(FileExistsError):
                os.mkdir(spec.scratch, 0o700)
            stage = "confinement"
            confinement = Confinement(spec, message["argv"], message["env"])
            try:
                stage = "fork"
                failed, fails = os.pipe2(os.O_CLOEXEC)
                parent = os.getpid()
                pid = os.fork()
                if pid == 0:
                    _become(confinement, message, spec, pipes, fails, parent)
                os.close(fails)
                report = _whole(failed)
            finally:
                confinement.close()
        except (OSError, IsolationError) as problem:
            os.close(status)
            number = problem.errno if isinstance(problem, OSError) else 0
            return {"errno": number, "stage": stage, "text": str(problem)}
        finally:
            for pipe in pipes:
                os.close(pipe)
        if report:
            os.waitpid(pid, 0)
            os.close(status)
            return dict(json.loads(report))
        self._wards[pid] = _Ward(pid, status, spec, message["scratch_mb"])
        return {"pid": pid}

    # ---- the end

    def _reap(self) -> None:
        """Find out who has ended."""
        while True:
            try:
                ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            except ChildProcessError:
                return
            if ended is None:
                return
            if ward := self._wards.get(ended.si_pid):
                self._finish(ward)
            else:
                os.waitpid(ended.si_pid, os.WNOHANG)

    def _finish(self, ward: _Ward) -> None:
        """Kill all of a bot, its group while its leader still holds the number; report its end."""
        _kill_group(ward.pid)
        _, status = os.waitpid(ward.pid, 0)
        del self._wards[ward.pid]
        self._sweep()
        line = {"status": os.waitstatus_to_exitcode(status), "limit": ward.limit}
        with contextlib.suppress(OSError):  # nobody asks any more
            os.write(ward.status, json.dumps(line).encode() + b"\n")
        os.close(ward.status)

    def _sweep(self, rounds: int = _ROUNDS) -> None:
        """Kill what bots left behind and this process adopted, whatever group it went into, until nothing is left.

        What belongs to the group of a bot that still runs is its own business.
        """
        own = os.getpid()
        for _ in range(rounds):
            table = process_tree.processes()
            strays = [
                pid
                for pid, process in table.items()
                if process.parent == own and pid not in self._wards and process.group not in self._wards
            ]
            if not strays:
                return
            for pid in strays:
                # its group too: one that forks and ends all the time has another number by now
                _kill_group(table[pid].group)
                try:
                    os.kill(pid, signal.SIGKILL)
                    os.waitpid(pid, 0)
                except (ProcessLookupError, ChildProcessError):
                    pass

    # ---- the watch

    def _tick(self) -> None:
        self._ticks += 1
        started = process_tree.newest_pid() - self._newest_pid
        # many at once: at once
        if started < 0 or started > _CROWD or (started and self._ticks % _TICKS_TO_SCAN == 0):
            self._newest_pid += started
            self._sweep(_ROUNDS_IN_A_TICK)
            table = process_tree.processes()
            for ward in self._wards.values():
                ward.tree = process_tree.belonging_to(ward.pid, table)
                ward.threads = sum(table[pid].threads for pid in (ward.pid, *ward.tree) if pid in table)
        for ward in list(self._wards.values()):
            if ward.limit is None and ward.spec.level != "none" and (limit := self._exceeded(ward)):
                ward.limit = limit
                self._finish(ward)

    def _exceeded(self, ward: _Ward) -> dict[str, Any] | None:
        spec = ward.spec
        pids = [ward.pid, *ward.tree]
        if len(pids) > spec.processes:
            return {"name": "processes", "allowed": spec.processes, "reached": len(pids)}
        if ward.threads > (most := spec.processes * THREADS_A_PROCESS):
            return {"name": "threads", "allowed": most, "reached": ward.threads}
        allowed = spec.memory_mb * _MB
        if process_tree.resident_bytes(pids) > allowed and (held := process_tree.proportional_bytes(pids)) > allowed:
            return {"name": "memory_mb", "allowed": spec.memory_mb, "reached": held // _MB}
        if self._ticks % _TICKS_TO_MEASURE_SCRATCH == 0:
            shared, removed = process_tree.unnamed_bytes(pids, spec.scratch, unseen=UNSEEN)
            if shared > allowed:
                return {"name": "memory_mb", "allowed": spec.memory_mb, "reached": shared // _MB}
            taken = process_tree.folder_bytes(spec.scratch, unseen=UNSEEN) + removed
            if taken > ward.scratch_mb * _MB:
                return {"name": "scratch_mb", "allowed": ward.scratch_mb, "reached": taken // _MB}
        return None

    def _pin(self, ward: _Ward, cores: Sequence[int]) -> None:
        """Keep all of a bot's threads on `cores`."""
        for pid in (ward.pid, *process_tree.descendants(ward.pid, process_tree.processes())):
            try:
                threads = os.listdir(f"/proc/{pid}/task")
            except OSError:
                continue
            for thread in threads:
                try:
                    os.sched_setaffinity(int(thread), cores)
                except OSError:
                    continue


def _kill_group(leader: int) -> None:
    if leader == os.getpgrp():
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def _become(
    confinement: Confinement, message: Mapping[str, Any], spec: Spec, pipes: Sequence[int], fails: int, parent: int
) -> NoReturn:
    """In the child: from a copy of the warden to the bot. What goes wrong is written to `fails`."""
    stage = "fork"
    try:
        os.setsid()
        prctl("die with the warden", _PR_SET_PDEATHSIG, int(signal.SIGKILL))
        if os.getppid() != parent:
            os._exit(1)
        signal.set_wakeup_fd(-1)
        for number in range(1, signal.NSIG):
            if signal.getsignal(number) not in (signal.SIG_DFL, None) and number not in (
                signal.SIGKILL,
                signal.SIGSTOP,
            ):
                signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        # above all numbers that are to be filled, so that none is overwritten while it is needed
        safe = [fcntl.fcntl(pipe, fcntl.F_DUPFD_CLOEXEC, 10) for pipe in pipes]
        for number, pipe in enumerate(safe):
            os.dup2(pipe, number)
        _close_all_but({0, 1, 2, fails, *confinement.keep})
        os.chdir(spec.scratch)
        os.umask(0o077)
        os.nice(NICE)
        if message["cores"]:
            os.sched_setaffinity(0, message["cores"])
        stage = "confinement"
        confinement.apply()
        stage = "exec"
        os.execve(confinement.argv[0], confinement.argv, message["env"])
    except BaseException as problem:  # nothing may return from here into the warden's loop
        code = problem.errno if isinstance(problem, OSError) else 0
        os.write(fails, json.dumps({"errno": code, "stage": stage, "text": str(problem)}).encode())
    os._exit(127)


def _close_all_but(kept: set[int]) -> None:
    low = 0
    for descriptor in sorted(kept):
        if low < descriptor:  # of an empty range `closerange` may close everything from `low` on
            os.closerange(low, descriptor)
        low = descriptor + 1
    os.closerange(low, max(os.sysconf("SC_OPEN_MAX"), 1 << 16))


def _whole(descriptor: int) -> bytes:
    """Everything up to the end of file; the descriptor is closed."""
    with open(descriptor, "rb") as file:
        return file.read()


def adopt_orphans() -> None:
    """What descends from this process and loses its parent becomes this process's child, to be ended here."""
    prctl("adopt orphans", _PR_SET_CHILD_SUBREAPER, 1)


def main() -> None:
    """`warden_process.main()` in a process started by `warden`: the socket is descriptor `sys.argv[1]`."""
    adopt_orphans()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    owner = socket.socket(fileno=int(sys.argv[1]))
    os.set_inheritable(owner.fileno(), False)
    gc.freeze()  # collections in children would only copy pages
    Warden(owner).serve()
