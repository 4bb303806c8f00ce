"""Tries what a bot must not do, a line each: what, and the error's name or "done". Arguments name what to try it on."""

import ctypes
import errno
import fcntl
import json
import mmap
import multiprocessing
import os
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable
from multiprocessing import shared_memory

given = json.loads(sys.argv[1])
own: str = given["own"]  # a file in the bot's folder
outside: str = given["outside"]  # a file that anybody may read
writable: str = given["writable"]  # a folder that anybody may write
other: int = given["other"]  # a process of the same user
abstract: str = given["abstract"]  # the name of an abstract datagram socket
path_socket: str = given["path_socket"]
libc = ctypes.CDLL(None, use_errno=True)


def call(function: str, *arguments: object) -> None:
    if getattr(libc, function)(*arguments) == -1:
        raise OSError(ctypes.get_errno(), function)


def syscall(number: int, *arguments: int) -> None:
    if libc.syscall(ctypes.c_long(number), *map(ctypes.c_long, arguments)) == -1:
        raise OSError(ctypes.get_errno(), str(number))


def datagram_by_pair(address: str) -> None:
    one, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    one.sendto(b"x", address)


def stream_pair_as_server() -> None:
    one, _ = socket.socketpair()
    one.bind("\0arena-test-bound")


def read_lock() -> None:
    with open(own) as file:
        fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB)


def ask_for_lock() -> None:
    with open(own) as file:
        fcntl.fcntl(file, fcntl.F_GETLK, bytes(32))


def through_descriptor(change: Callable[[int], object]) -> None:
    with open(own) as file:
        change(file.fileno())


def executed_outside() -> None:
    subprocess.run([outside], check=False)


TRIES: dict[str, Callable[[], object]] = {
    "read a file outside": lambda: open(outside).close(),
    "read /etc/passwd": lambda: open("/etc/passwd").close(),
    "read a process's command line": lambda: open(f"/proc/{other}/cmdline").close(),
    "read its parent's environment": lambda: open(f"/proc/{other}/environ").close(),
    "through /proc/self/root": lambda: open("/proc/self/root" + outside).close(),
    "list a folder outside": lambda: os.listdir(os.path.dirname(outside)),
    "execute a file outside": executed_outside,
    "write outside": lambda: open(os.path.join(writable, "new"), "w").close(),
    "make a folder outside": lambda: os.mkdir(os.path.join(writable, "folder")),
    "append to its own code": lambda: open(own, "a").close(),
    "remove its own code": lambda: os.unlink(own),
    "truncate its own code": lambda: os.truncate(own, 0),
    "truncate by opening for reading": lambda: os.open(own, os.O_RDONLY | os.O_TRUNC),
    "link its own code into scratch": lambda: os.link(own, "linked"),
    "make a device": lambda: os.mknod("device", 0o600 | 0x2000, os.makedev(1, 3)),
    "chmod": lambda: os.chmod(own, 0o777),
    "chmod by descriptor": lambda: through_descriptor(lambda number: os.fchmod(number, 0o777)),
    "chmod in scratch": lambda: os.chmod("kept", 0o700),
    "chown": lambda: os.chown(own, os.getuid(), os.getgid()),
    "chown by descriptor": lambda: through_descriptor(lambda number: os.fchown(number, os.getuid(), os.getgid())),
    "utime": lambda: os.utime(own),
    "utime by descriptor": lambda: through_descriptor(os.utime),
    "setxattr": lambda: os.setxattr(own, "user.a", b"b"),
    "setxattr by descriptor": lambda: through_descriptor(lambda number: os.setxattr(number, "user.a", b"b")),
    "removexattr": lambda: os.removexattr(own, "user.a"),
    "shutil.copy": lambda: shutil.copy(own, "copied"),
    "file attributes by ioctl": lambda: through_descriptor(lambda n: fcntl.ioctl(n, 0x40086602, bytes(8))),
    "socket tcp": lambda: socket.socket(),
    "socket udp": lambda: socket.socket(type=socket.SOCK_DGRAM),
    "socket unix": lambda: socket.socket(socket.AF_UNIX),
    "socket netlink": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0),
    "socket raw": lambda: socket.socket(type=socket.SOCK_RAW, proto=1),
    "datagram pair to a path": lambda: datagram_by_pair(path_socket),
    "datagram pair to an abstract name": lambda: datagram_by_pair("\0" + abstract),
    "bind a stream pair": stream_pair_as_server,
    "multiprocessing.Lock": multiprocessing.Lock,
    "shared memory": lambda: shared_memory.SharedMemory(create=True, size=10),
    "sqlite file": lambda: sqlite3.connect("a.db").execute("create table t (x)"),
    "flock": lambda: through_descriptor(lambda number: fcntl.flock(number, fcntl.LOCK_SH)),
    "record lock": read_lock,
    "ask for a lock": ask_for_lock,
    "lease": lambda: through_descriptor(lambda number: fcntl.fcntl(number, 1024, 0)),
    "directory note": lambda: fcntl.fcntl(os.open(".", os.O_RDONLY), 1026, 2),
    "owner of a descriptor": lambda: fcntl.fcntl(0, 8, other),
    "inotify": lambda: call("inotify_init"),
    "message queue": lambda: call("mq_open", b"/arena-test", os.O_CREAT | os.O_RDWR, 0o600, None),
    "System V memory": lambda: call("shmget", 0x5EED, 4096, 0o1600),
    "System V semaphore": lambda: call("semget", 0x5EED, 1, 0o1600),
    "System V queue": lambda: call("msgget", 0x5EED, 0o1600),
    "memfd": lambda: os.memfd_create("a"),
    "setsid": lambda: subprocess.run(["true"], start_new_session=True, check=True),
    "setpgid": lambda: subprocess.run(["true"], process_group=0, check=True),
    "signal another": lambda: os.kill(other, 0),
    "affinity": lambda: os.sched_setaffinity(0, os.sched_getaffinity(0)),
    "priority": lambda: os.nice(1),
    "scheduler": lambda: os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0)),
    "limits of another": lambda: resource.prlimit(other, resource.RLIMIT_NOFILE),
    "raise its own limit": lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096)),
    "another's processor time": lambda: time.clock_gettime(~other << 3 | 2),
    "a thread's processor time": lambda: time.clock_gettime(time.pthread_getcpuclockid(threading.get_ident())),
    "ptrace": lambda: call("ptrace", 16, other, None, None),
    "read another's memory": lambda: call("process_vm_readv", other, None, 0, None, 0, 0),
    "pidfd": lambda: os.pidfd_open(os.getpid()),
    "unshare": lambda: call("unshare", 0x10000000),
    "mount": lambda: call("mount", b"none", b".", b"tmpfs", 0, None),
    "parent's death signal": lambda: call("prctl", 1, 0, 0, 0, 0),
    "subreaper": lambda: call("prctl", 36, 1, 0, 0, 0),
    "terminal injection": lambda: fcntl.ioctl(0, termios.TIOCSTI, b"x"),
    "io_uring": lambda: syscall(425, 1, 0),
    "bpf": lambda: syscall(321 if os.uname().machine == "x86_64" else 280, 0, 0, 0),
    "a system call of the future": lambda: syscall(999),
    "a large file": lambda: os.truncate(os.open("large", os.O_RDWR | os.O_CREAT), 65 << 20),
    "a map of 5 GiB": lambda: mmap.mmap(-1, 5 << 30),
    "300 descriptors": lambda: [os.dup(0) for _ in range(300)],
}

open("kept", "w").close()
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
for what in given["only"]:
    try:
        TRIES[what]()
    except OSError as problem:
        print(f"{what}: {errno.errorcode.get(problem.errno or 0, problem)}", flush=True)
    except Exception as problem:
        print(f"{what}: {problem}", flush=True)
    else:
        print(f"{what}: done", flush=True)
