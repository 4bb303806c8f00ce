"""The filter's verdict on system calls of both architectures, and that the kernel takes the program."""

from typing import Any

import pytest

from arena.bots.isolation import seccomp
from arena.bots.isolation.syscalls import LAST, MACHINES, NUMBERS, X32_BIT, Machine
from tests.bots.isolation.bpf import verdict

AMD64_ARCH, I386_ARCH, ARM64_ARCH, ARM_ARCH = 0xC000003E, 0x40000003, 0xC00000B7, 0x40000028
# of calls that no filter names
COMMON = {"x86_64": {"read": 0, "write": 1, "execve": 59}, "aarch64": {"read": 63, "write": 64, "execve": 221}}
OWN_PID = 4321
machines = pytest.mark.parametrize("machine", MACHINES.values(), ids=MACHINES)


def said(machine: Machine, name: str, arguments: tuple[int, ...] = (), **options: Any) -> str | None:
    """The verdict, None for a call that the architecture does not have."""
    number = NUMBERS[name][machine.column]
    if number is None:
        return None
    return verdict(seccomp.program(machine, **options), machine.audit_arch, number, arguments)


@machines
def test_ordinary_calls_are_allowed(machine: Machine) -> None:
    program = seccomp.program(machine)
    for number in COMMON[machine.name].values():
        assert verdict(program, machine.audit_arch, number) == "allow"


@machines
@pytest.mark.parametrize("name", [name for names in seccomp.REFUSED.values() for name in names.split()])
def test_refused_whatever_the_arguments(machine: Machine, name: str) -> None:
    for options in ({}, {"network": True}, *([{"building": True}] if name != "flock" else [])):
        assert said(machine, name, (), **options) in ("EPERM", None)


@machines
@pytest.mark.parametrize("arch", [AMD64_ARCH, I386_ARCH, ARM64_ARCH, ARM_ARCH])
def test_foreign_architectures_are_killed(machine: Machine, arch: int) -> None:
    expected = "allow" if arch == machine.audit_arch else "kill"
    assert verdict(seccomp.program(machine), arch, COMMON[machine.name]["read"]) == expected


@machines
def test_x32_is_killed_and_the_future_does_not_exist(machine: Machine) -> None:
    program = seccomp.program(machine)
    assert verdict(program, machine.audit_arch, X32_BIT) == "kill"
    assert verdict(program, machine.audit_arch, X32_BIT | 520) == "kill"
    assert verdict(program, machine.audit_arch, LAST + 1) == "ENOSYS"
    assert verdict(program, machine.audit_arch, 335) == "allow"


UNIX, INET, INET6, NETLINK, PACKET, VSOCK = 1, 2, 10, 16, 17, 40
STREAM, DATAGRAM, RAW, SEQPACKET, CLOEXEC = 1, 2, 3, 5, 0x80000
OTHER = 99
ATTRIBUTES = [*seccomp.MODES, *seccomp.OWNERS.split(), *seccomp.TIMES.split()]
ROWS: list[tuple[str, tuple[int, ...], dict[str, Any], str]] = [
    ("clone", (0x11,), {}, "allow"),
    ("clone", (0x3D0F00,), {}, "allow"),  # a thread
    *(("clone", (0x11 | flag,), {}, "EPERM") for flag in (0x8000, 0x20000, 0x02000000, 0x04000000)),
    *(("clone", (0x11 | flag,), {}, "EPERM") for flag in (0x08000000, 0x10000000, 0x20000000, 0x40000000)),
    *((name, (clock,), {}, "allow") for name in seccomp.CLOCKS.split() for clock in (0, 1, 2, 3, 7)),
    *((name, (~OTHER << 3 | 2,), {}, "EPERM") for name in seccomp.CLOCKS.split()),  # another process's time
    *((name, (~OTHER << 3 | 6,), {}, "allow") for name in seccomp.CLOCKS.split()),  # a thread's
    ("clone3", (0, 0), {}, "ENOSYS"),
    ("io_uring_setup", (1, 0), {}, "ENOSYS"),
    ("io_setup", (1, 0), {}, "ENOSYS"),
    *(("fcntl", (3, command), {}, "EPERM") for command in (1036, 1038)),  # write hints
    ("fcntl", (3, 1035), {}, "allow"),
    ("fcntl", (3, 1), {}, "allow"),  # F_GETFD
    ("fcntl", (3, 1030), {}, "allow"),  # F_DUPFD_CLOEXEC
    *(("fcntl", (3, command), {}, "EPERM") for command in (5, 6, 7, 8, 10, 15, 36, 37, 38, 1024, 1025, 1026, 1029)),
    *(("fcntl", (3, command), {"building": True}, "allow") for command in (5, 6, 7, 36, 37, 38)),  # locks
    *(("fcntl", (3, command), {"building": True}, "EPERM") for command in (8, 10, 15, 1024, 1025, 1026, 1029, 1036)),
    ("flock", (3,), {"building": True}, "allow"),
    ("fcntl", (3, 6 | 1 << 40), {}, "EPERM"),  # the kernel looks at the lower half alone
    ("prctl", (15, 0), {}, "allow"),  # PR_SET_NAME
    *(("prctl", (option, 0), {}, "EPERM") for option in (1, 4, 35, 36, 62, 0x59616D61)),
    ("ioctl", (0, 0x5401), {}, "allow"),  # TCGETS, which isatty asks
    ("ioctl", (0, 0x541B), {}, "allow"),  # FIONREAD
    ("ioctl", (0, 0x5412), {}, "ENOTTY"),  # TIOCSTI
    ("ioctl", (0, 0x5412 | 1 << 32), {}, "ENOTTY"),
    ("ioctl", (0, 0x541C), {}, "ENOTTY"),  # TIOCLINUX
    ("ioctl", (0, 0x40086602), {}, "ENOTTY"),  # FS_IOC_SETFLAGS
    ("ioctl", (0, 0x8913), {}, "ENOTTY"),
    ("ioctl", (0, 0x8913), {"network": True}, "allow"),  # SIOCGIFFLAGS
    ("prlimit64", (0, 7), {}, "allow"),
    ("prlimit64", (OTHER, 7), {}, "EPERM"),
    ("socketpair", (UNIX, STREAM), {}, "allow"),
    ("socketpair", (UNIX, SEQPACKET | CLOEXEC), {}, "allow"),
    ("socketpair", (UNIX, DATAGRAM), {}, "EPERM"),
    ("socketpair", (UNIX, RAW | CLOEXEC), {}, "EPERM"),  # a datagram by another name
    ("socketpair", (UNIX, DATAGRAM), {"network": True}, "EPERM"),
    ("socketpair", (INET, STREAM), {}, "EPERM"),
    *(("socket", (family, STREAM), {}, "EPERM") for family in (UNIX, INET, INET6, NETLINK, PACKET, VSOCK)),
    ("socket", (INET, STREAM | CLOEXEC), {"network": True}, "allow"),
    ("socket", (INET6, DATAGRAM), {"network": True}, "allow"),
    ("socket", (INET, RAW, 1), {"network": True}, "EPERM"),
    ("socket", (INET6, RAW, 58), {"network": True}, "EPERM"),
    ("socket", (NETLINK, RAW, 0), {"network": True}, "allow"),  # what getaddrinfo asks
    ("socket", (NETLINK, RAW, 15), {"network": True}, "EPERM"),
    *(("socket", (family, DATAGRAM), {"network": True}, "EPERM") for family in (UNIX, PACKET, VSOCK)),
    *((name, (3,), {}, "EPERM") for name in seccomp.NETWORK_ONLY.split()),
    *((name, (3,), {"network": True}, "allow") for name in seccomp.NETWORK_ONLY.split()),
    *((name, (), {}, "EPERM") for name in ATTRIBUTES),
    *((name, (), {"boxed": True}, "EPERM") for name in ATTRIBUTES),
    *((name, (), {"building": True}, "ok") for name in ATTRIBUTES),
    *((name, (), {"building": True, "boxed": True}, "ok") for name in seccomp.OWNERS.split()),
    *((name, (), {"building": True, "boxed": True}, "allow") for name in seccomp.TIMES.split()),
    ("chmod", (0, 0o1777), {"building": True, "boxed": True}, "allow"),
    ("fchmod", (0, 0o755), {"building": True, "boxed": True}, "allow"),
    ("fchmodat", (0, 0, 0o755), {"building": True, "boxed": True}, "allow"),
    ("fchmodat2", (0, 0, 0o755), {"building": True, "boxed": True}, "allow"),
    ("chmod", (0, 0o4755), {"building": True, "boxed": True}, "ok"),
    ("fchmod", (0, 0o2755), {"building": True, "boxed": True}, "ok"),
    ("fchmodat", (0, 0, 0o6755), {"building": True, "boxed": True}, "ok"),
    ("fchmodat2", (0, 0, 0o4000), {"building": True, "boxed": True}, "ok"),
    *((name, (), {}, "EPERM") for name in seccomp.EXTENDED_ATTRIBUTES.split()),
    *((name, (), {"building": True}, "ENOTSUP") for name in seccomp.EXTENDED_ATTRIBUTES.split()),
    *((name, (OTHER,), {}, "allow") for name in seccomp.SIGNALS.split()),
    *((name, (OTHER,), {"signals_within": OWN_PID}, "EPERM") for name in seccomp.SIGNALS.split()),
    *((name, (OWN_PID,), {"signals_within": OWN_PID}, "allow") for name in seccomp.SIGNALS.split()),
    ("kill", (0,), {"signals_within": OWN_PID}, "allow"),
    ("kill", (-1,), {"signals_within": OWN_PID}, "EPERM"),
    ("truncate", (), {}, "allow"),
    ("truncate", (), {"files_held": False}, "EPERM"),
    ("openat2", (), {"files_held": False}, "ENOSYS"),
    ("openat2", (), {}, "allow"),
    ("openat", (0, 0, 0o1000), {}, "allow"),
    ("openat", (0, 0, 0o1000), {"files_held": False}, "EPERM"),  # read only, emptied
    ("openat", (0, 0, 0o1001), {"files_held": False}, "allow"),  # write only, emptied: Landlock rules it
    ("openat", (0, 0, 0), {"files_held": False}, "allow"),
    ("open", (0, 0o1000), {"files_held": False}, "EPERM"),
    ("open", (0, 0o1102), {"files_held": False}, "allow"),
]


@machines
@pytest.mark.parametrize(("name", "arguments", "options", "expected"), ROWS)
def test_verdict(
    machine: Machine, name: str, arguments: tuple[int, ...], options: dict[str, Any], expected: str
) -> None:
    assert said(machine, name, arguments, **options) in (expected, None)


def test_no_call_is_named_twice() -> None:
    texts = [*seccomp.REFUSED.values(), seccomp.EXTENDED_ATTRIBUTES, seccomp.ABSENT]
    names = [*ATTRIBUTES, *(name for text in texts for name in text.split())]
    assert len(names) == len(set(names))
    assert set(names) <= set(NUMBERS)
