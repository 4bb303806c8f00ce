"""The seccomp filter: the system calls that a bot is refused, as a BPF program, and putting it on.

A list of what is refused, so that unknown programs run; what is newer than our tables does not exist for a bot. The
arguments looked at are all `int` or `unsigned int` for the kernel, which ignores the upper half of the register as the
filter does. Knows nothing of files: Landlock and bubblewrap hold them. Reasons: docs/isolation-for-bot-authors.md.
"""

import ctypes
import errno
import struct
from collections.abc import Iterable
from functools import cache
from typing import Final

from arena.bots.isolation.libc import LIBC, prctl
from arena.bots.isolation.syscalls import LAST, NUMBERS, X32_BIT, Machine, this_machine

_LOAD: Final = 0x20
_AND: Final = 0x54
_EQUAL: Final = 0x15
_AT_LEAST: Final = 0x35
_ANY_BIT: Final = 0x45
_RETURN: Final = 0x06
_ALLOW: Final = 0x7FFF0000
_KILL: Final = 0x80000000
_ERRNO: Final = 0x00050000
_NUMBER_AT: Final = 0
_ARCH_AT: Final = 4
_ARGUMENTS_AT: Final = 16

_SET_SECCOMP: Final = 22
_FILTER_MODE: Final = 2

Instruction = tuple[int, int, int, int]
"""Code, jump if true, jump if false, operand."""

REFUSED: Final[dict[str, str]] = {
    "other processes": """
        ptrace process_vm_readv process_vm_writev process_madvise process_mrelease pidfd_open pidfd_send_signal
        pidfd_getfd kcmp migrate_pages move_pages sched_setaffinity sched_setattr sched_setscheduler sched_setparam
        setpriority ioprio_set""",
    "leaving the group that is killed at the end": "setsid setpgid",
    "file systems and namespaces": """
        mount umount2 pivot_root chroot move_mount open_tree open_tree_attr fsopen fsconfig fsmount fspick
        mount_setattr statmount listmount swapon swapoff unshare setns""",
    "the kernel": """
        bpf perf_event_open userfaultfd add_key request_key keyctl init_module finit_module delete_module kexec_load
        kexec_file_load reboot iopl ioperm modify_ldt syslog acct quotactl quotactl_fd sethostname setdomainname
        settimeofday clock_settime clock_adjtime adjtimex vhangup sync syncfs cachestat""",
    "files by their handles": "name_to_handle_at open_by_handle_at",
    "channels between processes": """
        flock inotify_init inotify_init1 inotify_add_watch inotify_rm_watch fanotify_init fanotify_mark
        mq_open mq_unlink mq_timedsend mq_timedreceive mq_notify mq_getsetattr
        shmget shmat shmctl shmdt semget semop semtimedop semctl msgget msgsnd msgrcv msgctl""",
    "memory that no limit counts": "memfd_create memfd_secret",
}
"""Refused with EPERM whatever the arguments, by what they would touch."""

MODES: Final = {"chmod": 1, "fchmod": 1, "fchmodat": 2, "fchmodat2": 2}
"""With the index of the argument that is the mode."""
OWNERS: Final = "chown fchown lchown fchownat"
TIMES: Final = "utime utimes futimesat utimensat"
EXTENDED_ATTRIBUTES: Final = """
    setxattr lsetxattr fsetxattr setxattrat removexattr lremovexattr fremovexattr removexattrat file_setattr"""
"""No file system rule covers these: a path that a process can name, or a file that it may read, is enough for them."""
ABSENT: Final = "clone3 io_uring_setup io_uring_enter io_uring_register io_setup"
"""Answered with ENOSYS: C libraries and runtimes then use what stands before them."""
NETWORK_ONLY: Final = "bind connect listen accept accept4"
CLOCKS: Final = "clock_gettime clock_getres clock_nanosleep timer_create"
SIGNALS: Final = "kill tkill tgkill rt_sigqueueinfo rt_tgsigqueueinfo"

# CLONE_PARENT would make a bot's child the warden's; the rest are namespaces
_CLONE_REFUSED: Final = 0x8000 | 0x20000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000
# POSIX and open file description locks
_FCNTL_LOCKS: Final = (5, 6, 7, 36, 37, 38)
# leases, directory notes, signals to others, write hints (which stay with the file, for others to read)
_FCNTL_REFUSED: Final = (1024, 1025, 1026, 1029, 8, 10, 15, 1036, 1038)
# parent's death signal, dumpable, memory map, subreaper, core scheduling, ptracer
_PRCTL_REFUSED: Final = (1, 4, 35, 36, 62, 0x59616D61)
# terminal settings and sizes (a question that means "are you a terminal?"), bytes waiting, blocking, close on exec
_IOCTL_ALLOWED: Final = (0x5401, 0x802C542A, 0x540F, 0x5411, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
_INTERFACE_QUESTIONS: Final = (0x8905, 0x8910, 0x8912, 0x8913, 0x8915, 0x8917, 0x8919, 0x891B, 0x8921, 0x8927, 0x8933)
# a negative clock is a process's use of the processor, or a thread's, which the kernel gives to its process alone
_CLOCK_OF_ANOTHER: Final = 0x80000000
_CLOCK_OF_A_THREAD: Final = 4
_AF_UNIX, _AF_INET, _AF_INET6, _AF_NETLINK = 1, 2, 10, 16
_STREAM, _DATAGRAM, _SEQPACKET = 1, 2, 5
_KIND: Final = 0xF
_NETLINK_ROUTE: Final = 0
_SET_ID: Final = 0o6000
_O_TRUNC: Final = 0o1000
_O_ACCMODE: Final = 3


_ALLOWED: Final[list[Instruction]] = [(_RETURN, 0, 0, _ALLOW)]


def available() -> bool:
    """Whether this kernel takes filters and this machine has a table."""
    if this_machine() is None:
        return False
    # an absent program is a bad address where there are filters, a bad argument where there are none
    LIBC.prctl(ctypes.c_int(_SET_SECCOMP), ctypes.c_ulong(_FILTER_MODE), None, None, None)
    return ctypes.get_errno() == errno.EFAULT


@cache
def program(
    machine: Machine,
    *,
    network: bool = False,
    building: bool = False,
    boxed: bool = False,
    signals_within: int | None = None,
    files_held: bool = True,
) -> bytes:
    """The filter as the kernel takes it: an array of struct sock_filter.

    `building`: files may be locked, and a change of mode, owner or times answers success and does nothing, as tools
    that write files need. `boxed`: what is not to be written is mounted read-only, so a build's modes and times are
    changed, but for set-user-id bits.
    `signals_within`: the only process that may be signalled (and its group), where nothing else scopes signals.
    `files_held`: whether Landlock or a mount refuses truncation; otherwise the filter does, as far as it can.
    """
    cases = _refusals(machine, building=building, boxed=boxed)
    cases |= _argument_cases(network=network, building=building)
    if not network:
        cases |= dict.fromkeys(NETWORK_ONLY.split(), _refuse())
    if signals_within is not None:
        cases |= dict.fromkeys(SIGNALS.split(), _only(0, (signals_within, 0)))
    if not files_held:
        cases |= {"truncate": _refuse(), "openat2": _refuse(errno.ENOSYS)}
        cases |= {"open": _no_truncating_reader(1), "openat": _no_truncating_reader(2)}
    instructions = [
        (_LOAD, 0, 0, _ARCH_AT),
        (_EQUAL, 1, 0, machine.audit_arch),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER_AT),
        (_AT_LEAST, 0, 1, X32_BIT),
        (_RETURN, 0, 0, _KILL),
        (_AT_LEAST, 0, 1, LAST + 1),
        (_RETURN, 0, 0, _ERRNO | errno.ENOSYS),
    ]
    for name, body in cases.items():
        number = NUMBERS[name][machine.column]
        if number is not None:
            instructions += [(_EQUAL, 0, len(body), number), *body]
    instructions.append((_RETURN, 0, 0, _ALLOW))
    return b"".join(struct.pack("=HBBI", *each) for each in instructions)


def put_on(filter_program: bytes) -> None:
    """Hold this process and its children to the program for good; needs no_new_privs."""
    buffer = ctypes.create_string_buffer(filter_program, len(filter_program))
    # struct sock_fprog: a count, padding up to a pointer's boundary, a pointer
    head = struct.pack("@HP", len(filter_program) // 8, ctypes.addressof(buffer))
    prctl("seccomp", _SET_SECCOMP, _FILTER_MODE, head)


def _refusals(machine: Machine, *, building: bool, boxed: bool) -> dict[str, list[Instruction]]:
    cases = {name: _refuse() for names in REFUSED.values() for name in names.split()}
    cases |= dict.fromkeys(ABSENT.split(), _refuse(errno.ENOSYS))
    if building:
        del cases["flock"]
    # errno 0 is an answer of 0: success
    unchanged = _refuse(0 if building else errno.EPERM)
    cases |= dict.fromkeys((*MODES, *OWNERS.split(), *TIMES.split()), unchanged)
    if building and boxed:
        cases |= dict.fromkeys(TIMES.split(), _ALLOWED)
        # a program with such a bit, left in the copy, would run with this user's rights for whoever starts it
        cases |= {name: [_argument(at), (_ANY_BIT, 0, 1, _SET_ID), *unchanged, *_ALLOWED] for name, at in MODES.items()}
    cases |= dict.fromkeys(EXTENDED_ATTRIBUTES.split(), _refuse(errno.EOPNOTSUPP if building else errno.EPERM))
    return cases


def _argument_cases(*, network: bool, building: bool) -> dict[str, list[Instruction]]:
    return {
        "clone": [_argument(0), (_ANY_BIT, 0, 1, _CLONE_REFUSED), *_refuse(), *_ALLOWED],
        **dict.fromkeys(CLOCKS.split(), _no_clock_of_another_process()),
        "fcntl": _all_but(1, _FCNTL_REFUSED if building else _FCNTL_LOCKS + _FCNTL_REFUSED),
        "ioctl": _only(1, _IOCTL_ALLOWED + (_INTERFACE_QUESTIONS if network else ()), errno.ENOTTY),
        "prctl": _all_but(0, _PRCTL_REFUSED),
        "prlimit64": _only(0, (0,)),
        "socket": _internet_sockets() if network else _refuse(),
        # a datagram pair could be pointed at any socket by name, so streams only
        "socketpair": [_argument(0), (_EQUAL, 1, 0, _AF_UNIX), *_refuse(), *_only_kinds(_STREAM, _SEQPACKET)],
    }


def _refuse(number: int = errno.EPERM) -> list[Instruction]:
    return [(_RETURN, 0, 0, _ERRNO | number)]


def _argument(index: int) -> Instruction:
    """Load the lower half of an argument."""
    return (_LOAD, 0, 0, _ARGUMENTS_AT + 8 * index)


def _each(values: Iterable[int], then: list[Instruction]) -> list[Instruction]:
    return [step for value in values for step in ((_EQUAL, 0, 1, value), *then)]


def _only(index: int, allowed: Iterable[int], number: int = errno.EPERM) -> list[Instruction]:
    return [_argument(index), *_each(allowed, _ALLOWED), *_refuse(number)]


def _all_but(index: int, refused: Iterable[int]) -> list[Instruction]:
    return [_argument(index), *_each(refused, _refuse()), *_ALLOWED]


def _no_clock_of_another_process() -> list[Instruction]:
    return [
        _argument(0),
        (_ANY_BIT, 0, 2, _CLOCK_OF_ANOTHER),
        (_ANY_BIT, 1, 0, _CLOCK_OF_A_THREAD),
        *_refuse(),
        *_ALLOWED,
    ]


def _only_kinds(*kinds: int) -> list[Instruction]:
    return [_argument(1), (_AND, 0, 0, _KIND), *_each(kinds, _ALLOWED), *_refuse()]


def _internet_sockets() -> list[Instruction]:
    """TCP and UDP, and the netlink socket that name lookups ask for addresses; no unix socket, no raw packets."""
    kinds = _only_kinds(_STREAM, _DATAGRAM)
    routes = _only(2, (_NETLINK_ROUTE,))
    return [
        _argument(0),
        (_EQUAL, len(routes) + 2, 0, _AF_INET),
        (_EQUAL, len(routes) + 1, 0, _AF_INET6),
        (_EQUAL, 0, len(routes) + len(kinds), _AF_NETLINK),
        *routes,
        *kinds,
        *_refuse(),
    ]


def _no_truncating_reader(index: int) -> list[Instruction]:
    """Opening for reading with O_TRUNC empties a file, and Landlock before its version 3 sees a reader only."""
    return [
        _argument(index),
        (_ANY_BIT, 0, 3, _O_TRUNC),
        (_AND, 0, 0, _O_ACCMODE),
        (_EQUAL, 0, 1, 0),
        *_refuse(),
        *_ALLOWED,
    ]
