"""What a bot is refused, and the error that it sees: the table that the page for bot authors explains.

`none` stands beside the others: what is refused there is refused by the system, and tells nothing.
"""

import json
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.bots.isolation.confined import HERE, USERS, Ground
from tests.needs import needs

E, A = "EPERM", "EACCES"
GONE, READ_ONLY = "ENOENT", "EROFS"
# what is tried -> under auto, under strong
TABLE: dict[str, tuple[str, str]] = {
    "read a file outside": (A, GONE),
    "read /etc/passwd": (A, GONE),
    "read a process's command line": (A, GONE),
    "read its parent's environment": (A, GONE),
    "through /proc/self/root": (A, GONE),
    "list a folder outside": (A, GONE),
    "execute a file outside": (A, GONE),
    "write outside": (A, GONE),
    "make a folder outside": (A, GONE),
    "append to its own code": (A, READ_ONLY),
    "remove its own code": (A, READ_ONLY),
    "truncate its own code": (A, READ_ONLY),
    "truncate by opening for reading": (A, READ_ONLY),
    "link its own code into scratch": ("EXDEV", "EXDEV"),
    "make a device": (A, E),
    "chmod": (E, E),
    "chmod by descriptor": (E, E),
    "chmod in scratch": (E, E),
    "chown": (E, E),
    "chown by descriptor": (E, E),
    "utime": (E, E),
    "utime by descriptor": (E, E),
    "setxattr": (E, E),
    "setxattr by descriptor": (E, E),
    "removexattr": (E, E),
    "shutil.copy": (E, E),
    "file attributes by ioctl": ("ENOTTY", "ENOTTY"),
    "socket tcp": (E, E),
    "socket udp": (E, E),
    "socket unix": (E, E),
    "socket netlink": (E, E),
    "socket raw": (E, E),
    "datagram pair to a path": (E, E),
    "datagram pair to an abstract name": (E, E),
    "bind a stream pair": (E, E),
    "multiprocessing.Lock": (A, READ_ONLY),
    "shared memory": (A, READ_ONLY),
    "sqlite file": ("access permission denied", "access permission denied"),
    "flock": (E, E),
    "record lock": (E, E),
    "ask for a lock": (E, E),
    "lease": (E, E),
    "directory note": (E, E),
    "owner of a descriptor": (E, E),
    "inotify": (E, E),
    "message queue": (E, E),
    "System V memory": (E, E),
    "System V semaphore": (E, E),
    "System V queue": (E, E),
    "memfd": (E, E),
    "setsid": (E, E),
    "setpgid": (E, E),
    "signal another": (E, "ESRCH"),
    "affinity": (E, E),
    "priority": (E, E),
    "scheduler": (E, E),
    "limits of another": (E, E),
    "raise its own limit": ("not allowed to raise maximum limit",) * 2,
    "another's processor time": (E, E),
    "a thread's processor time": ("done", "done"),
    "ptrace": (E, E),
    "read another's memory": (E, E),
    "pidfd": (E, E),
    "unshare": (E, E),
    "mount": (E, E),
    "parent's death signal": (E, E),
    "subreaper": (E, E),
    "terminal injection": ("ENOTTY", "ENOTTY"),
    "io_uring": ("ENOSYS", "ENOSYS"),
    "bpf": (E, E),
    "a system call of the future": ("ENOSYS", "ENOSYS"),
    "a large file": ("EFBIG", "EFBIG"),
    "a map of 5 GiB": ("ENOMEM", "ENOMEM"),
    "300 descriptors": ("EMFILE", "EMFILE"),
}
# without a confinement these are done: the attempts are real (of the rest some leave traces, some need root)
DONE_WITHOUT = [
    "read a file outside",
    "read /etc/passwd",
    "through /proc/self/root",
    "list a folder outside",
    "execute a file outside",
    "write outside",
    "make a folder outside",
    "append to its own code",
    "truncate its own code",
    "truncate by opening for reading",
    "chmod",
    "chmod by descriptor",
    "chmod in scratch",
    "chown",
    "chown by descriptor",
    "utime",
    "utime by descriptor",
    "shutil.copy",
    "socket tcp",
    "socket udp",
    "socket unix",
    "socket netlink",
    "datagram pair to a path",
    "datagram pair to an abstract name",
    "multiprocessing.Lock",
    "shared memory",
    "sqlite file",
    "flock",
    "record lock",
    "ask for a lock",
    "inotify",
    "memfd",
    "setsid",
    "setpgid",
    "signal another",
    "affinity",
    "priority",
    "limits of another",
    "another's processor time",
    "read another's memory",
    "pidfd",
    "parent's death signal",
    "subreaper",
    "a large file",
    "a map of 5 GiB",
    "300 descriptors",
]


@pytest.fixture
def victim() -> Iterator[int]:
    """A process of this user that does nothing."""
    process = subprocess.Popen(["sleep", "300"])
    yield process.pid
    process.kill()
    process.wait()


@pytest.fixture
def receivers(ground: Ground) -> Iterator[tuple[str, str]]:
    """Two datagram sockets of the host: an abstract name and a path."""
    abstract, path = f"arena-test-{os.urandom(8).hex()}", str(ground.folder("own") / "socket")
    with (
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as one,
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as two,
    ):
        one.bind("\0" + abstract)
        two.bind(path)
        os.chmod(path, 0o777)
        yield abstract, path


def tried(
    ground: Ground,
    level: str,
    user: str,
    victim: int,
    receivers: tuple[str, str],
    *,
    landlock: int | None = None,
    only: Sequence[str] = tuple(TABLE),
) -> dict[str, str]:
    folder, outside = ground.folder(user), ground.folder("own")
    own = folder / "tries.py"
    shutil.copy(HERE / "forbidden" / "tries.py", own)
    ground.give(own, user)
    secret = outside / "secret"
    secret.write_text("#!/bin/sh\n")
    secret.chmod(0o755)
    outside.chmod(0o777)
    words = {
        "own": str(own),
        "outside": str(secret),
        "writable": str(outside),
        "other": victim,
        "abstract": receivers[0],
        "path_socket": receivers[1],
        "only": only,
    }
    argv = [ground.python(user), str(own), json.dumps(words)]
    ended = ground.run(argv, level, user=user, folder=folder, landlock=landlock)
    assert ended.status == 0, ended.err
    return dict(line.split(": ", 1) for line in ended.out.splitlines())


@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize("level", ["auto", pytest.param("strong", marks=needs("bwrap"))])
def test_is_refused(ground: Ground, victim: int, receivers: tuple[str, str], level: str, user: str) -> None:
    seen = tried(ground, level, user, victim, receivers)
    expected = {what: errors[level == "strong"] for what, errors in TABLE.items()}
    assert seen == expected


def test_most_of_it_is_not_refused_without_a_confinement(
    ground: Ground, victim: int, receivers: tuple[str, str]
) -> None:
    seen = tried(ground, "none", "own", victim, receivers, only=DONE_WITHOUT)
    assert seen == dict.fromkeys(DONE_WITHOUT, "done")


# ---- a kernel that has less of Landlock


def test_before_landlock_3_the_filter_refuses_truncation(
    ground: Ground, victim: int, receivers: tuple[str, str]
) -> None:
    changed = ["truncate its own code", "truncate by opening for reading"]
    seen = tried(ground, "auto", "own", victim, receivers, landlock=2)
    expected = {what: E if what in changed else errors[0] for what, errors in TABLE.items()}
    assert seen == expected


def test_without_landlock_the_filter_holds_what_is_not_a_file(
    ground: Ground, victim: int, receivers: tuple[str, str]
) -> None:
    of_files = ["read a file outside", "read /etc/passwd", "list a folder outside", "execute a file outside"]
    of_files += ["write outside", "make a folder outside"]
    others = [what for what, (error, _) in TABLE.items() if error in (E, "ENOSYS")]
    seen = tried(ground, "auto", "own", victim, receivers, landlock=0, only=[*of_files, *others])
    expected = dict.fromkeys(of_files, "done") | {what: TABLE[what][0] for what in others}
    assert seen == expected


# ---- the page for bot authors

PAGE = Path(__file__).parents[3] / "docs" / "isolation-for-bot-authors.md"
# the beginning of a row of the page -> what is tried
SAID = {
    "read any other file": ["read a file outside", "list a folder outside", "read /etc/passwd"],
    "write to `/tmp`": ["shared memory"],
    "write to your folder": ["append to its own code", "remove its own code"],
    "hard link": ["link its own code into scratch"],
    "`chmod`": ["chmod", "chmod in scratch", "chmod by descriptor", "chown", "utime", "setxattr"],
    "sockets of any kind": ["socket tcp", "socket unix", "bind a stream pair", "datagram pair to a path"],
    "`flock`": ["flock", "record lock", "lease", "inotify"],
    "POSIX and System V": ["message queue", "System V memory", "System V semaphore", "System V queue"],
    "named semaphores": ["multiprocessing.Lock", "shared memory"],
    "`memfd_create`": ["memfd"],
    "`setsid`": ["setsid", "setpgid"],
    "signals to processes": ["signal another"],
    "priority": ["priority", "affinity", "scheduler", "limits of another"],
    "`ptrace`": ["another's processor time", "ptrace", "pidfd", "unshare", "mount", "bpf"],
    "`clone3`": ["io_uring", "a system call of the future"],
    "terminal and file": ["terminal injection", "file attributes by ioctl"],
}


def test_page_says_the_errors_of_the_table() -> None:
    text = PAGE.read_text(encoding="utf-8").split("## What is refused")[1].split("## Python")[0]
    rows = [
        [cell.strip(" `") for cell in line.strip("|").split(" | ")] for line in text.splitlines() if line[:1] == "|"
    ]
    said = {what: (auto, strong) for what, auto, strong, *_ in rows[2:] if auto != "killed"}
    found = {start: errors for start in SAID for what, errors in said.items() if what.startswith(start.strip("`"))}
    expected = {start: {TABLE[attempt] for attempt in attempts} for start, attempts in SAID.items()}
    assert {start: {errors} for start, errors in found.items()} == expected
    assert len(found) == len(said)


NODE = """\
copyFileSync: EPERM
cpSync: EPERM
read and write: done
chmodSync: EPERM
mode when created: done
utimesSync: EPERM
watch: EPERM
watchFile: done
userInfo: {names}
WebAssembly: WebAssembly.Memory(): could not allocate memory
temporary file: {outside}
cpus: {cpus}
listen: EPERM
connect: EPERM
"""
JAVA = """\
lock: IOException Operation not permitted
socket: SocketException Operation not permitted
server: SocketException Operation not permitted
executable: false
time: FileSystemException kept: Operation not permitted
watch: IOException Operation not permitted
temporary: IOException {outside}
temporary here: true
heap of 2 GiB or less: true
"""


@needs("node")
@pytest.mark.parametrize(
    ("level", "words"),
    [
        ("auto", {"names": A, "outside": A, "cpus": "none"}),
        pytest.param("strong", {"names": GONE, "outside": READ_ONLY, "cpus": "some"}, marks=needs("bwrap")),
    ],
)
def test_errors_in_node(ground: Ground, level: str, words: dict[str, str]) -> None:
    folder = ground.folder("own")
    shutil.copy(HERE / "forbidden" / "tries.js", folder)
    ended = ground.run([shutil.which("node") or "node", str(folder / "tries.js")], level, folder=folder)
    assert (ended.out, ended.status) == (NODE.format(**words), 0), ended.err


@needs("java")
@needs("javac")
@pytest.mark.parametrize(
    ("level", "outside"),
    [("auto", "Permission denied"), pytest.param("strong", "Read-only file system", marks=needs("bwrap"))],
)
def test_errors_in_java(ground: Ground, level: str, outside: str) -> None:
    folder = ground.folder("own")
    subprocess.run(["javac", "-d", folder, HERE / "forbidden" / "Tries.java"], check=True)
    ended = ground.run([shutil.which("java") or "java", "-cp", str(folder), "Tries"], level, folder=folder)
    assert (ended.out, ended.status) == (JAVA.format(outside=outside), 0), ended.err
