"""Attacks on other processes (the worker, the warden, another seat) and on the end of the bot's own.

Runs inside the confinement: the standard library and `attacks` only. Signals sent are SIGURG, which is ignored by
default: what counts is that the kernel would deliver any.
"""

import contextlib
import ctypes
import os
import resource
import signal
import struct
import time
from typing import Final

from arena.bots.isolation.attacks import BELOW_STRONG, EVERYWHERE, Targets, attack, system_call

_HARMLESS: Final = signal.SIGURG
_LIBC: Final = ctypes.CDLL(None, use_errno=True)
_PTRACE_SEIZE: Final = 0x4206
_PR_SET_PDEATHSIG: Final = 1


def _signalled(role: str, pid: int) -> str:
    os.kill(pid, _HARMLESS)
    return f"signalled the {role}"


@attack("signals", "signal the worker")
def signal_worker(target: Targets) -> str | None:
    return _signalled("worker", target.pids["worker"])


@attack("signals", "signal the warden")
def signal_warden(target: Targets) -> str | None:
    return _signalled("warden", target.pids["warden"])


@attack("signals", "signal another seat")
def signal_sibling(target: Targets) -> str | None:
    return _signalled("other seat", target.pids["sibling"])


@attack("signals", "signal another seat's group")
def signal_sibling_group(target: Targets) -> str | None:
    os.killpg(target.pids["sibling"], _HARMLESS)
    return "signalled the other seat's group"


@attack("signals", "signal a thread of the worker")
def tgkill_worker(target: Targets) -> str | None:
    pid = target.pids["worker"]
    system_call("tgkill", pid, pid, int(_HARMLESS))
    return "signalled a thread of the worker"


@attack("signals", "signal a thread of the worker, the old way")
def tkill_worker(target: Targets) -> str | None:
    system_call("tkill", target.pids["worker"], int(_HARMLESS))
    return "signalled a thread of the worker"


@attack("signals", "queue a signal to the worker")
def sigqueue_worker(target: Targets) -> str | None:
    info = (ctypes.c_char * 128)()
    ctypes.memmove(info, struct.pack("iii", int(_HARMLESS), 0, -1), 12)  # SI_QUEUE
    system_call("rt_sigqueueinfo", target.pids["worker"], int(_HARMLESS), info)
    return "queued a signal to the worker"


@attack("signals", "signal the worker through a process descriptor")
def pidfd_signal_worker(target: Targets) -> str | None:
    handle = system_call("pidfd_open", target.pids["worker"], 0)
    system_call("pidfd_send_signal", handle, int(_HARMLESS), None, 0)
    return "signalled the worker by descriptor"


@attack("signals", "take a descriptor of the worker")
def pidfd_getfd_worker(target: Targets) -> str | None:
    handle = system_call("pidfd_open", target.pids["worker"], 0)
    return f"took the worker's standard output as {system_call('pidfd_getfd', handle, 1, 0)}"


@attack("signals", "attach to the worker (ptrace)")
def ptrace_worker(target: Targets) -> str | None:
    # seizing does not stop it, and the end of this process lets it go
    system_call("ptrace", _PTRACE_SEIZE, target.pids["worker"], 0, 0)
    return "seized the worker"


@attack("signals", "attach to another seat (ptrace)")
def ptrace_sibling(target: Targets) -> str | None:
    system_call("ptrace", _PTRACE_SEIZE, target.pids["sibling"], 0, 0)
    return "seized the other seat"


def _vectors() -> tuple[bytes, ctypes.Array[ctypes.c_char]]:
    """An empty iovec for each side: the kernel checks the right before the (zero) length."""
    buffer = ctypes.create_string_buffer(8)
    return ctypes.addressof(buffer).to_bytes(8, "little") + (1).to_bytes(8, "little"), buffer


def _remote_read(pid: int) -> str:
    ours, _keep = _vectors()
    # address 1 is mapped nowhere: EFAULT says that the right was given
    theirs = (1).to_bytes(8, "little") + (1).to_bytes(8, "little")
    try:
        system_call("process_vm_readv", pid, ours, 1, theirs, 1, 0)
    except OSError as problem:
        if problem.strerror != "Bad address":
            raise
    return f"may read the memory of process {pid}"


@attack("signals", "read the worker's memory")
def read_worker_memory(target: Targets) -> str | None:
    return _remote_read(target.pids["worker"])


@attack("signals", "read another seat's memory")
def read_sibling_memory(target: Targets) -> str | None:
    return _remote_read(target.pids["sibling"])


@attack("signals", "write another seat's memory")
def write_sibling_memory(target: Targets) -> str | None:
    ours, _keep = _vectors()
    theirs = (1).to_bytes(8, "little") + (1).to_bytes(8, "little")
    try:
        system_call("process_vm_writev", target.pids["sibling"], ours, 1, theirs, 1, 0)
    except OSError as problem:
        if problem.strerror != "Bad address":
            raise
    return "may write the other seat's memory"


@attack("signals", "open the worker's memory under /proc")
def open_worker_memory(target: Targets) -> str | None:
    os.close(os.open(f"/proc/{target.pids['worker']}/mem", os.O_RDWR))
    return "opened the worker's memory for reading and writing"


@attack("signals", "open another seat's memory under /proc")
def open_sibling_memory(target: Targets) -> str | None:
    os.close(os.open(f"/proc/{target.pids['sibling']}/mem", os.O_RDWR))
    return "opened the other seat's memory for reading and writing"


@attack("signals", "lower the worker's priority")
def renice_worker(target: Targets) -> str | None:
    pid = target.pids["worker"]
    os.setpriority(os.PRIO_PROCESS, pid, os.getpriority(os.PRIO_PROCESS, pid))
    return "may lower the worker's priority"


@attack("signals", "move the worker to other cores")
def move_worker(target: Targets) -> str | None:
    pid = target.pids["worker"]
    os.sched_setaffinity(pid, os.sched_getaffinity(pid))
    return "may choose the worker's cores"


@attack("signals", "move another seat to other cores")
def move_sibling(target: Targets) -> str | None:
    pid = target.pids["sibling"]
    os.sched_setaffinity(pid, os.sched_getaffinity(pid))
    return "may choose the other seat's cores"


@attack("signals", "change another seat's scheduling")
def reschedule_sibling(target: Targets) -> str | None:
    pid = target.pids["sibling"]
    os.sched_setscheduler(pid, os.sched_getscheduler(pid), os.sched_getparam(pid))
    return "may change the other seat's scheduling"


@attack("signals", "change the worker's disk priority")
def disk_priority_worker(target: Targets) -> str | None:
    system_call("ioprio_set", 1, target.pids["worker"], 2 << 13 | 4)
    return "changed the worker's disk priority"


@attack("signals", "limit the worker's resources")
def limit_worker(target: Targets) -> str | None:
    pid = target.pids["worker"]
    resource.prlimit(pid, resource.RLIMIT_CORE, resource.prlimit(pid, resource.RLIMIT_CORE))
    return "may limit the worker's resources"


@attack("signals", "read another seat's limits")
def read_sibling_limits(target: Targets) -> str | None:
    return f"files: {resource.prlimit(target.pids['sibling'], resource.RLIMIT_NOFILE)[0]}"


@attack("signals", "compare itself with another seat (kcmp)")
def compare_sibling(target: Targets) -> str | None:
    system_call("kcmp", os.getpid(), target.pids["sibling"], 1, 0, 0)
    return "compared memory with the other seat"


@attack("signals", "find the worker's lock list")
def robust_list_worker(target: Targets) -> str | None:
    head, size = (ctypes.c_char * 8)(), (ctypes.c_char * 8)()
    system_call("get_robust_list", target.pids["worker"], head, size)
    return "was told the address of the worker's lock list"


# ---- what it can know of them


@attack("pids", "see that the worker's process id is taken", BELOW_STRONG)
def see_worker(target: Targets) -> str | None:
    return f"the worker's group is {os.getpgid(target.pids['worker'])}"


@attack("pids", "see that another seat's process id is taken", BELOW_STRONG)
def see_sibling(target: Targets) -> str | None:
    return f"the other seat's session is {os.getsid(target.pids['sibling'])}"


@attack("pids", "list the processes")
def list_processes(target: Targets) -> str | None:
    found = [int(name) for name in os.listdir("/proc") if name.isdigit()]
    return f"saw {len(found)} processes" if target.pids["worker"] in found else None


@attack("timing", "read the machine's load", EVERYWHERE)
def read_load(target: Targets) -> str | None:
    words = (ctypes.c_ulong * 32)()
    assert _LIBC.sysinfo(words) == 0
    return f"load {words[1] / 65536:.2f}, {words[5] >> 20} MiB free"


# ---- to outlive its end


@attack("privileges", "leave its session")
def new_session(target: Targets) -> str | None:
    os.setsid()
    return "began a session of its own"


@attack("privileges", "leave its process group")
def new_group(target: Targets) -> str | None:
    os.setpgid(0, 0)
    return "began a process group of its own"


@attack("privileges", "outlive the warden (its death signal)")
def clear_death_signal(target: Targets) -> str | None:
    return "will not be told of the warden's end" if _LIBC.prctl(_PR_SET_PDEATHSIG, 0, 0, 0, 0) == 0 else None


@attack("privileges", "adopt what its own processes leave")
def become_reaper(target: Targets) -> str | None:
    return "adopts processes" if _LIBC.prctl(36, 1, 0, 0, 0) == 0 else None


# The two below tell nothing themselves: the host looks for what they left once the bot has ended.


@attack("kill-tree", "outlive its end in a process that was let go", frozenset())
def outlive(target: Targets) -> str | None:
    if not os.fork():
        _slip_away(kept=1)
        if not os.fork():
            signal.alarm(20)
            while True:
                signal.pause()
        os._exit(0)
    return None


@attack("kill-tree", "outlive its end in a process that forks and ends all the time", quick=False)
def outlive_hopping(target: Targets) -> str | None:
    if not os.fork():
        _slip_away(kept=2)
        until = time.monotonic() + 8
        while time.monotonic() < until:
            if os.fork():
                os._exit(0)
        os._exit(0)
    return None


def _slip_away(kept: int) -> None:
    """Keeps one of the bot's pipes open, by which the host notices what is left."""
    with contextlib.suppress(OSError):
        os.setsid()
    _LIBC.prctl(_PR_SET_PDEATHSIG, 0, 0, 0, 0)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    for descriptor in range(1024):
        if descriptor != kept:
            with contextlib.suppress(OSError):
                os.close(descriptor)
