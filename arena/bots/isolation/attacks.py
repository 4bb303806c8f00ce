"""The register of attacks: what a hostile bot tries, which protection stands against it, where it is known to be open.

The attack modules (`attacks_*`) fill it. All of them run inside a bot's confinement, copied there like a bot: the
standard library only, and nothing of arena but each other. Read by `attack` (the hostile program) and by
`attack_run` and `doctor` (the host's side).
"""

import ctypes
import os
import platform
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

PROTECTIONS: Final[Mapping[str, str]] = {
    "files": "secrets read, anything written outside scratch",
    "net": "sockets of any kind",
    "signals": "other processes signalled, traced, read, slowed",
    "kill-tree": "processes that outlive their bot",
    "memory": "memory over the limit, of all a bot's processes",
    "processes": "more processes or threads than the limit",
    "scratch": "a disk filled",
    "privileges": "more rights, a larger share, more of the kernel",
    "channels": "talk between two seats or two rooms",
    "names": "path names of others, not contents",
    "pids": "process ids of others",
    "timing": "what clocks, load, caches, quotas, wake-ups tell",
}
"""Every protection and what it is against."""

BELOW_GUARD: Final = frozenset({"limits", "none"})
BELOW_STRONG: Final = BELOW_GUARD | {"auto"}
EVERYWHERE: Final = BELOW_STRONG | {"strong"}
UNLIMITED: Final = frozenset({"none"})

# what a bot that tries a limit alone is allowed
MEMORY_MB: Final = 96
PROCESSES: Final = 16
SCRATCH_MB: Final = 4


@dataclass(frozen=True, slots=True)
class Targets:
    """What the hostile seat is told, more than any bot could know. Paths absolute, `pids` by role, `ports` loopback."""

    token: str = ""
    own: str = ""  # its own copy, a folder
    secret: str = ""
    private: str = ""  # the folder of the secret
    database: str = ""
    other_bot: str = ""  # a file in another bot's copy
    sibling_scratch: str = ""
    sibling_file: str = ""
    home: str = ""
    library: str = ""  # the interpreter's folder of modules
    shared: str = ""  # a file that both seats may read
    socket_path: str = ""
    datagram_path: str = ""
    pids: Mapping[str, int] = field(default_factory=dict)  # worker, warden, sibling
    ports: Mapping[str, int] = field(default_factory=dict)  # tcp, udp
    environment: tuple[str, ...] = ()  # the names that a bot may see
    hold_s: float = 1.0  # how long to hold what is over a limit


Try = Callable[[Targets], str | None]
"""Says how it got through; None or an OSError: it was blocked."""


@dataclass(frozen=True, slots=True)
class Attack:
    """`open_at` holds the levels that declare it open. `quick` ones are probed at the beginning of every run,
    `alone` ones each in a bot of its own, which is likely to be ended for it.
    """

    key: str
    protection: str
    title: str
    attempt: Try
    open_at: frozenset[str]
    quick: bool = True
    alone: bool = False


ATTACKS: Final[dict[str, Attack]] = {}
"""By key, in the order of the report."""


def attack(
    protection: str, title: str, open_at: frozenset[str] = BELOW_GUARD, quick: bool = True, alone: bool = False
) -> Callable[[Try], Try]:
    """Registers a function under its own name, with hyphens."""

    def register(attempt: Try) -> Try:
        assert protection in PROTECTIONS, protection
        key = attempt.__name__.strip("_").replace("_", "-")
        assert key not in ATTACKS, key
        ATTACKS[key] = Attack(key, protection, title, attempt, open_at, quick, alone)
        return attempt

    return register


_X86_64: Final = platform.machine() == "x86_64"
_LIBC: Final = ctypes.CDLL(None, use_errno=True)
_LIBC.syscall.restype = ctypes.c_long

# name: number on x86-64, number on the generic table (aarch64)
_NUMBERS: Final[Mapping[str, tuple[int, int]]] = {
    "getpid": (39, 172),
    "clone": (56, 220),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "semget": (64, 190),
    "semctl": (66, 191),
    "msgget": (68, 186),
    "msgctl": (71, 187),
    "msgsnd": (69, 189),
    "msgrcv": (70, 188),
    "ptrace": (101, 117),
    "syslog": (103, 116),
    "chroot": (161, 51),
    "pivot_root": (155, 41),
    "mount": (165, 40),
    "init_module": (175, 105),
    "tkill": (200, 130),
    "tgkill": (234, 131),
    "rt_sigqueueinfo": (129, 138),
    "futex": (202, 98),
    "io_setup": (206, 0),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "ioprio_set": (251, 30),
    "ioprio_get": (252, 31),
    "inotify_init1": (294, 26),
    "unshare": (272, 97),
    "get_robust_list": (274, 100),
    "perf_event_open": (298, 241),
    "fanotify_init": (300, 262),
    "prlimit64": (302, 261),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "setns": (308, 268),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "sched_setattr": (314, 274),
    "bpf": (321, 280),
    "userfaultfd": (323, 282),
    "pidfd_send_signal": (424, 424),
    "io_uring_setup": (425, 425),
    "open_tree": (428, 428),
    "fsopen": (430, 430),
    "pidfd_open": (434, 434),
    "clone3": (435, 435),
    "pidfd_getfd": (438, 438),
    "process_madvise": (440, 440),
    "fchmodat2": (452, 452),
    "statmount": (457, 457),
    "listmount": (458, 458),
    "setxattrat": (463, 463),
    "file_setattr": (469, 469),
}

Argument = int | bytes | ctypes.Array[ctypes.c_char] | ctypes.c_void_p | None


def system_call(name: str, *arguments: Argument) -> int:
    """The kernel's answer; raises OSError with its errno. Arrays are passed by address."""
    numbers = _NUMBERS[name]
    return raw_call(numbers[0] if _X86_64 else numbers[1], *arguments)


def raw_call(number: int, *arguments: Argument) -> int:
    """A system call by number."""
    words = [
        ctypes.c_long(given)
        if isinstance(given, int)
        else ctypes.c_void_p(None)
        if given is None
        else ctypes.c_char_p(given)
        if isinstance(given, bytes)
        else given
        if isinstance(given, ctypes.c_void_p)
        else ctypes.byref(given)
        for given in arguments
    ]
    ctypes.set_errno(0)
    answer: int = _LIBC.syscall(ctypes.c_long(number), *words)
    if answer < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return answer
