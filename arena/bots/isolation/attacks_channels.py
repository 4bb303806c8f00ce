"""Talk between two hostile seats: one listens, one sends.

Runs inside the confinement: the standard library and `attacks` only. An attack here is what the sender does; where
only the listener can tell whether it worked, `LISTENERS` holds how it listens and what it then heard.
"""

import ctypes
import fcntl
import os
import resource
import signal
import socket
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from arena.bots.isolation.attacks import (
    ATTACKS,
    Targets,
    attack,
    system_call,
)
from arena.bots.isolation.attacks_net import MESSAGE, connected

_IPC_CREAT: Final = 0o1000
_NICE: Final = 13
_IO_PRIORITY: Final = 2 << 13 | 3
_F_OFD_GETLK: Final = 36
_F_OFD_SETLK: Final = 37
_F_GET_RW_HINT: Final = 1035
_F_SET_RW_HINT: Final = 1036
_HINT: Final = 4


@dataclass(frozen=True, slots=True)
class Listener:
    """The other end: `opened` makes something that is kept, `heard` says from it what came (None: nothing)."""

    opened: Callable[[Targets], object]
    heard: Callable[[object], str | None]


LISTENERS: Final[dict[str, Listener]] = {}


def listens(opened: Callable[[Targets], object], heard: Callable[[object], str | None] = lambda _: None) -> None:
    """The attack registered last needs a listener."""
    LISTENERS[next(reversed(ATTACKS))] = Listener(opened, heard)


# ---- seat to seat: sockets


def _port(target: Targets) -> int:
    return 20000 + int(target.token[:8], 16) % 20000


@attack("channels", "talk over TCP")
def seat_tcp(target: Targets) -> str | None:
    connected(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", _port(target)))
    return "connected to the other seat"


listens(lambda target: socket.create_server(("127.0.0.1", _port(target))))


@attack("channels", "talk over an abstract socket")
def seat_abstract(target: Targets) -> str | None:
    connected(socket.AF_UNIX, socket.SOCK_STREAM, f"\0seat-{target.token}")
    return "connected to the other seat"


def _abstract_server(target: Targets) -> socket.socket:
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    server.bind(f"\0seat-{target.token}")
    server.listen()
    return server


listens(_abstract_server)


@attack("channels", "talk over socket pairs that were bound and addressed")
def seat_pair(target: Targets) -> str | None:
    ours, _theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    ours.sendto(MESSAGE, f"\0pair-{target.token}")
    return "sent to the other seat"


def _bound_pair(target: Targets) -> socket.socket:
    ours, _theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    ours.bind(f"\0pair-{target.token}")
    # let go of its partner (AF_UNSPEC), or it would hear nobody else
    if ctypes.CDLL(None, use_errno=True).connect(ours.fileno(), bytes(16), 16):
        raise OSError(ctypes.get_errno(), "connect")
    return ours


listens(_bound_pair)


# ---- seat to seat: locks, leases and notices on a file that both may read


def shared(target: Targets) -> int:
    """A descriptor for reading of a file that both seats may read."""
    return os.open(target.shared, os.O_RDONLY)


def _lock(kind: int, start: int) -> bytes:
    return struct.pack("hhqqi4x", kind, os.SEEK_SET, start, 1, 0)


@attack("channels", "talk by flock")
def seat_flock(target: Targets) -> str | None:
    try:
        fcntl.flock(shared(target), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return "saw the other seat's lock"
    return None


def _flocked(target: Targets) -> int:
    fcntl.flock(handle := shared(target), fcntl.LOCK_EX)
    return handle


listens(_flocked)


@attack("channels", "talk by record locks")
def seat_record_lock(target: Targets) -> str | None:
    found = fcntl.fcntl(shared(target), fcntl.F_GETLK, _lock(fcntl.F_WRLCK, 1))
    return None if struct.unpack_from("h", found)[0] == fcntl.F_UNLCK else "saw the other seat's lock and process id"


def _record_locked(target: Targets) -> int:
    fcntl.fcntl(handle := shared(target), fcntl.F_SETLK, _lock(fcntl.F_RDLCK, 1))
    return handle


listens(_record_locked)


@attack("channels", "talk by open file description locks")
def seat_description_lock(target: Targets) -> str | None:
    found = fcntl.fcntl(shared(target), _F_OFD_GETLK, _lock(fcntl.F_WRLCK, 2))
    return None if struct.unpack_from("h", found)[0] == fcntl.F_UNLCK else "saw the other seat's lock"


def _description_locked(target: Targets) -> int:
    fcntl.fcntl(handle := shared(target), _F_OFD_SETLK, _lock(fcntl.F_RDLCK, 2))
    return handle


listens(_description_locked)


@attack("channels", "talk by leases")
def seat_lease(target: Targets) -> str | None:
    fcntl.fcntl(handle := shared(target), fcntl.F_SETLEASE, fcntl.F_RDLCK)
    fcntl.fcntl(handle, fcntl.F_SETLEASE, fcntl.F_UNLCK)
    return "took a lease on a shared file"


@attack("channels", "talk by notices of opened files (inotify)")
def seat_inotify(target: Targets) -> str | None:
    os.close(shared(target))
    return None  # the listener tells


def _watching(target: Targets) -> int:
    libc = ctypes.CDLL(None, use_errno=True)
    handle = system_call("inotify_init1", os.O_NONBLOCK)
    if libc.inotify_add_watch(handle, target.shared.encode(), 0x20) < 0:  # IN_OPEN
        raise OSError(ctypes.get_errno(), "inotify_add_watch")
    return handle


def _noticed(handle: object) -> str | None:
    assert isinstance(handle, int)
    return "heard that the other seat opened a file" if os.read(handle, 4096) else None


listens(_watching, _noticed)


@attack("channels", "talk by hints on how a shared file is written")
def seat_write_hint(target: Targets) -> str | None:
    found = fcntl.fcntl(shared(target), _F_GET_RW_HINT, bytes(8))
    return "read the hint that the other seat gave" if struct.unpack("Q", found)[0] == _HINT else None


def _hinted(target: Targets) -> int:
    fcntl.fcntl(handle := shared(target), _F_SET_RW_HINT, struct.pack("Q", _HINT))
    return handle


listens(_hinted)


@attack("channels", "read what of the processor the other seat has used")
def seat_processor_time(target: Targets) -> str | None:
    used = time.clock_gettime(~target.pids["sibling"] << 3 | 2)
    return f"it has used {used * 1000:.1f} ms"


@attack("channels", "talk by notices of folders (dnotify)")
def seat_dnotify(target: Targets) -> str | None:
    with open(os.path.join(target.own, "attack.py"), "rb") as file:
        file.read(1)
    return None


def _counting(number: int) -> list[int]:
    heard: list[int] = []
    signal.signal(number, lambda *_: heard.append(1))
    return heard


def _counted(heard: object) -> str | None:
    return "was signalled by what the other seat did" if heard else None


def _folder_watched(target: Targets) -> list[int]:
    heard = _counting(signal.SIGIO)
    handle = os.open(os.path.dirname(target.shared), os.O_RDONLY)
    fcntl.fcntl(handle, fcntl.F_NOTIFY, fcntl.DN_ACCESS | fcntl.DN_MULTISHOT)
    return heard


listens(_folder_watched, _counted)


@attack("channels", "have the kernel signal the other seat (F_SETOWN)")
def seat_ownership_signal(target: Targets) -> str | None:
    ours, theirs = socket.socketpair()
    fcntl.fcntl(ours, fcntl.F_SETOWN, target.pids["sibling"])
    fcntl.fcntl(ours, 10, int(signal.SIGUSR2))  # F_SETSIG
    fcntl.fcntl(ours, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
    theirs.send(b"x")
    return None


listens(lambda target: _counting(signal.SIGUSR2), _counted)


@attack("channels", "watch all files (fanotify)")
def seat_fanotify(target: Targets) -> str | None:
    os.close(system_call("fanotify_init", 0x200, os.O_RDONLY))  # FAN_REPORT_FID: allowed to anybody
    return "watches files"


# ---- seat to seat: things with names


def _key(target: Targets) -> int:
    return int(target.token[:7], 16)


@attack("channels", "talk by System V shared memory")
def seat_shared_memory(target: Targets) -> str | None:
    found = system_call("shmget", _key(target), 64, 0o600)
    system_call("shmctl", found, 0, None)
    return "found the other seat's shared memory"


listens(lambda target: system_call("shmget", _key(target), 64, _IPC_CREAT | 0o600))


@attack("channels", "talk by System V messages")
def seat_messages(target: Targets) -> str | None:
    found = system_call("msgget", _key(target), 0o600)
    system_call("msgctl", found, 0, None)
    return "found the other seat's message queue"


listens(lambda target: system_call("msgget", _key(target), _IPC_CREAT | 0o600))


@attack("channels", "talk by System V semaphores")
def seat_semaphore(target: Targets) -> str | None:
    found = system_call("semget", _key(target), 1, 0o600)
    system_call("semctl", found, 0, 0, 0)
    return "found the other seat's semaphore"


listens(lambda target: system_call("semget", _key(target), 1, _IPC_CREAT | 0o600))


@attack("channels", "talk by POSIX message queues")
def seat_posix_queue(target: Targets) -> str | None:
    name = f"arena-{target.token}".encode()
    os.close(system_call("mq_open", name, os.O_RDWR, 0o600, None))
    system_call("mq_unlink", name)
    return "opened the other seat's message queue"


listens(
    lambda target: system_call("mq_open", f"arena-{target.token}".encode(), os.O_RDWR | os.O_CREAT, 0o600, None),
)


@attack("channels", "talk by a file in /dev/shm")
def seat_dev_shm(target: Targets) -> str | None:
    path = f"/dev/shm/arena-{target.token}"
    with open(path, "rb") as file:
        file.read()
    os.unlink(path)
    return "read the other seat's file"


def _written(folder: str) -> Callable[[Targets], object]:
    def opened(target: Targets) -> object:
        return os.open(f"{folder}/arena-{target.token}", os.O_RDWR | os.O_CREAT, 0o600)

    return opened


listens(_written("/dev/shm"))


@attack("channels", "talk by a file in /tmp")
def seat_tmp(target: Targets) -> str | None:
    path = f"/tmp/arena-{target.token}"
    with open(path, "rb") as file:
        file.read()
    os.unlink(path)
    return "read the other seat's file"


listens(_written("/tmp"))


@attack("channels", "talk by keys of the user")
def seat_keys(target: Targets) -> str | None:
    found = system_call("keyctl", 10, -4, b"user", target.token.encode(), 0)  # KEYCTL_SEARCH, the user's keyring
    system_call("keyctl", 9, found, -4)  # KEYCTL_UNLINK
    return "found the other seat's key"


listens(lambda target: system_call("add_key", b"user", target.token.encode(), MESSAGE, len(MESSAGE), -4))


@attack("channels", "talk by priority")
def seat_priority(target: Targets) -> str | None:
    found = os.getpriority(os.PRIO_PROCESS, target.pids["sibling"])
    return "read the priority that the other seat chose" if found == _NICE else None


listens(lambda target: os.nice(_NICE - os.nice(0)))


@attack("channels", "talk by disk priority")
def seat_disk_priority(target: Targets) -> str | None:
    found = system_call("ioprio_get", 1, target.pids["sibling"])
    return "read the disk priority that the other seat chose" if found == _IO_PRIORITY else None


listens(lambda target: system_call("ioprio_set", 1, 0, _IO_PRIORITY))


@attack("channels", "talk by limits")
def seat_limits(target: Targets) -> str | None:
    found = resource.prlimit(target.pids["sibling"], resource.RLIMIT_STACK)[0]
    return "read the limit that the other seat chose" if found == 4097 * 1024 else None


def _stack_limited(target: Targets) -> None:
    resource.setrlimit(resource.RLIMIT_STACK, (4097 * 1024, resource.getrlimit(resource.RLIMIT_STACK)[1]))


listens(_stack_limited)


@attack("channels", "talk by its name under /proc")
def seat_process_name(target: Targets) -> str | None:
    with open(f"/proc/{target.pids['sibling']}/comm") as file:
        return "read the name that the other seat gave itself" if file.read().strip() == "seat-token" else None


listens(lambda target: ctypes.CDLL(None).prctl(15, b"seat-token", 0, 0, 0))
