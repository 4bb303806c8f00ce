"""Attacks for more rights or a larger share: capabilities, namespaces, mounts, rarely used parts of the kernel.

Runs inside the confinement: the standard library and `attacks` only. Each does as little as shows that it could.
"""

import ctypes
import errno
import fcntl
import mmap
import os
import platform
import resource
import signal
import time
from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from arena.bots.isolation.attacks import EVERYWHERE, UNLIMITED, Argument, Targets, attack, raw_call, system_call

_CLONE_NEW: Final[Mapping[str, int]] = {
    "user": 0x10000000,
    "mount": 0x00020000,
    "network": 0x40000000,
    "process": 0x20000000,
}
_PR_GET_SECCOMP: Final = 21
_PR_GET_NO_NEW_PRIVS: Final = 39
_TIOCSTI: Final = 0x5412


def _reached(name: str, *arguments: Argument) -> str:
    """Whether the kernel looks at the arguments: wrong ones are refused with other errors than a missing right."""
    try:
        system_call(name, *arguments)
    except OSError as problem:
        if problem.errno in (errno.EPERM, errno.EACCES, errno.ENOSYS):
            raise
        return f"{name} got as far as its arguments ({problem.strerror})"
    return f"{name} was carried out"


# ---- capabilities and programs that give them


@attack("privileges", "use capabilities")
def capabilities(target: Targets) -> str | None:
    header = (0x20080522).to_bytes(4, "little") + bytes(4)
    data = (ctypes.c_uint32 * 6)()
    ctypes.CDLL(None).capget(header, data)
    effective = data[0] | data[3] << 32
    return f"effective capabilities {effective:x}" if effective else None


@attack("privileges", "regain rights from a set-uid program")
def set_uid_programs(target: Targets) -> str | None:
    return None if ctypes.CDLL(None).prctl(_PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 else "no_new_privs is not set"


@attack("privileges", "become another user")
def other_user(target: Targets) -> str | None:
    os.setresuid(65533, 65533, 65533)
    return "became user 65533"


@attack("privileges", "drop supplementary groups")
def other_groups(target: Targets) -> str | None:
    os.setgroups([])
    return "changed its groups"


# ---- namespaces and mounts


def _new_namespace(kind: str) -> str:
    system_call("unshare", _CLONE_NEW[kind])
    return f"has a {kind} namespace of its own"


@attack("privileges", "make a user namespace")
def new_user_namespace(target: Targets) -> str | None:
    return _new_namespace("user")


@attack("privileges", "make a mount namespace")
def new_mount_namespace(target: Targets) -> str | None:
    return _new_namespace("mount")


@attack("privileges", "make a network namespace")
def new_network_namespace(target: Targets) -> str | None:
    return _new_namespace("network")


@attack("privileges", "clone into a user namespace")
def clone_user_namespace(target: Targets) -> str | None:
    child = system_call("clone", _CLONE_NEW["user"] | signal.SIGCHLD, None, None, None, None)
    if not child:
        os._exit(0)
    os.waitpid(child, 0)
    return "cloned into a user namespace"


@attack("privileges", "clone3 into a user namespace")
def clone3_user_namespace(target: Targets) -> str | None:
    words = [_CLONE_NEW["user"], 0, 0, 0, int(signal.SIGCHLD), 0, 0, 0]
    child = system_call("clone3", b"".join(word.to_bytes(8, "little") for word in words), 64)
    if not child:
        os._exit(0)
    os.waitpid(child, 0)
    return "cloned into a user namespace"


@attack("privileges", "enter another process's namespace")
def enter_namespace(target: Targets) -> str | None:
    return _reached("setns", os.open("/proc/self/ns/net", os.O_RDONLY), _CLONE_NEW["network"])


@attack("privileges", "mount a file system")
def mount(target: Targets) -> str | None:
    return _reached("mount", b"none", os.getcwd().encode(), b"no-such-type", 0, None)


@attack("privileges", "open a file system (fsopen)")
def open_file_system(target: Targets) -> str | None:
    return _reached("fsopen", b"tmpfs", 0)


@attack("privileges", "clone a mount (open_tree)")
def clone_mount(target: Targets) -> str | None:
    return _reached("open_tree", -100, b"/", 1)


@attack("privileges", "change the root directory")
def change_root(target: Targets) -> str | None:
    return _reached("chroot", b".")


@attack("privileges", "swap the root directory")
def swap_root(target: Targets) -> str | None:
    return _reached("pivot_root", b"/no-such-folder", b"/no-such-folder")


@attack("privileges", "make a device file")
def device_file(target: Targets) -> str | None:
    os.mknod("device", 0o600 | 0o020000, os.makedev(1, 8))
    os.unlink("device")
    return "made a device file in scratch"


# ---- parts of the kernel that a bot does not need


@attack("privileges", "use keys")
def keys(target: Targets) -> str | None:
    return _reached("keyctl", 0, -3, 1)  # KEYCTL_GET_KEYRING_ID of the session, made if it is missing


@attack("privileges", "request a key")
def request_key(target: Targets) -> str | None:
    return _reached("request_key", b"user", b"arena-attack", None, 0)


@attack("privileges", "load a kernel program (bpf)")
def bpf(target: Targets) -> str | None:
    return _reached("bpf", 0, bytes(72), 72)


@attack("privileges", "count the processor's events (perf)")
def perf(target: Targets) -> str | None:
    attributes = (1).to_bytes(4, "little") + (112).to_bytes(4, "little") + bytes(104)
    return _reached("perf_event_open", attributes, 0, -1, -1, 0)


@attack("privileges", "handle page faults (userfaultfd)")
def userfaultfd(target: Targets) -> str | None:
    return _reached("userfaultfd", 1)


@attack("privileges", "use io_uring")
def io_uring(target: Targets) -> str | None:
    return _reached("io_uring_setup", 2, (ctypes.c_char * 120)())


@attack("privileges", "use up the machine's asynchronous I/O")
def asynchronous_io(target: Targets) -> str | None:
    system_call("io_setup", 1, (ctypes.c_char * 8)())
    return "took of what the kernel has for all"


@attack("privileges", "load a kernel module")
def kernel_module(target: Targets) -> str | None:
    return _reached("init_module", None, 0, b"")


@attack("privileges", "read the kernel's log")
def kernel_log(target: Targets) -> str | None:
    system_call("syslog", 3, (ctypes.c_char * 64)(), 64)
    return "read the kernel's log"


@attack("privileges", "trace its own processes")
def trace_own(target: Targets) -> str | None:
    return _reached("ptrace", 0, 0, 0, 0)


@attack("privileges", "type into a terminal")
def type_into_terminal(target: Targets) -> str | None:
    handle = os.open("/dev/tty", os.O_RDWR)
    fcntl.ioctl(handle, _TIOCSTI, b"\n")
    return "typed into the organiser's terminal"


@attack("privileges", "make system calls of another architecture")
def foreign_architecture(target: Targets) -> str | None:
    if platform.machine() != "x86_64":
        return None  # 32-bit calls need a 32-bit program there
    # getpid() as a 32-bit system call: mov eax, 20; int 0x80; ret
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")
    found: int = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))()
    return "a 32-bit system call was carried out" if found == os.getpid() else None


@attack("privileges", "make system calls of the x32 table")
def x32_calls(target: Targets) -> str | None:
    if platform.machine() != "x86_64":
        return None
    return "an x32 system call was carried out" if raw_call(0x40000000 | 39) == os.getpid() else None


# ---- a larger share


@attack("privileges", "raise its own priority")
def raise_priority(target: Targets) -> str | None:
    os.nice(-1)
    return "has a better priority"


@attack("privileges", "become a real-time process")
def real_time(target: Targets) -> str | None:
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    return "is a real-time process"


@attack("privileges", "choose its own cores")
def own_cores(target: Targets) -> str | None:
    os.sched_setaffinity(0, os.sched_getaffinity(0))
    return "may choose its cores"


@attack("privileges", "raise its own limits")
def raise_limits(target: Targets) -> str | None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard + 1))
    except ValueError:  # instead of an OSError
        return None
    return f"may open more than {hard} files"


@attack("privileges", "lock memory")
def lock_memory(target: Targets) -> str | None:
    _, hard = resource.getrlimit(resource.RLIMIT_MEMLOCK)
    return "may lock all memory" if hard == resource.RLIM_INFINITY else None


@attack("scratch", "write a file larger than a bot may", UNLIMITED)
def large_file(target: Targets) -> str | None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with open("large", "wb") as file:
        try:
            file.truncate(2**30)  # takes no room
        finally:
            os.unlink("large")
    return "made a file of 1 GiB"


@attack("timing", "read a clock finer than a microsecond", EVERYWHERE)
def fine_clock(target: Targets) -> str | None:
    steps = [time.perf_counter_ns() for _ in range(64)]
    least = min(later - earlier for earlier, later in pairwise(steps) if later > earlier)
    return f"the clock's least step was {least} ns" if least < 1000 else None


@attack("timing", "read the disk's free room", EVERYWHERE)
def free_room(target: Targets) -> str | None:
    found = os.statvfs(".")
    return f"{found.f_bavail * found.f_frsize >> 20} MiB free" if found.f_blocks else None
