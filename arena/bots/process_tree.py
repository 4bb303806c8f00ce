"""What the system says of processes: who descends from whom, how much memory they hold, what a folder takes.

Reads /proc and file systems, changes nothing, standard library only. What has ended meanwhile counts as nothing.
Called by `warden_process`.
"""

import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

_PAGE = os.sysconf("SC_PAGE_SIZE")
_MOST_ENTRIES = 20_000
_THREADS_AT = 17  # in the fields of stat after the name
_SOCKET_BYTES = 208 * 1024  # that the kernel lets wait in one, unless more is asked for
_IN_MEMORY = (b"/dev/zero", b"/memfd:", b"/SYSV", b"/dev/shm/")


class Process(NamedTuple):
    """One line of the table of processes."""

    parent: int
    group: int
    is_zombie: bool
    threads: int


def newest_pid() -> int:
    """The process or thread id given last on this machine: while it stays, nothing has been started."""
    return int(read("/proc/loadavg").rsplit(None, 1)[-1] or 0)


def processes() -> dict[int, Process]:
    """Every process of the machine by its id."""
    table = {}
    for name in os.listdir("/proc"):
        if name.isdigit() and (line := read(f"/proc/{name}/stat")):
            # the program's name, in brackets, may hold anything
            fields = line[line.rindex(b")") + 2 :].split(None, _THREADS_AT + 1)
            table[int(name)] = Process(
                int(fields[1]), int(fields[2]), fields[0] in (b"Z", b"X"), int(fields[_THREADS_AT])
            )
    return table


_lately: tuple[int, dict[int, Process]] = (0, {})


def processes_lately() -> dict[int, Process]:
    """The same, read again only when something was started since: ended processes may still be in it."""
    global _lately
    newest = newest_pid()
    if newest != _lately[0]:
        _lately = newest, processes()
    return _lately[1]


def descendants(pid: int, table: Mapping[int, Process]) -> list[int]:
    """All that descend from `pid`, itself not among them."""
    children: dict[int, list[int]] = {}
    for child, process in table.items():
        children.setdefault(process.parent, []).append(child)
    found: list[int] = []
    left = [pid]
    while left:
        born = children.get(left.pop(), [])
        found += born
        left += born
    return found


def belonging_to(leader: int, table: Mapping[int, Process]) -> list[int]:
    """All of what `leader` started: its descendants, and its group, whose parents may have ended.

    Also what has ended and is still to be reaped: that holds a process id.
    """
    group = [pid for pid, process in table.items() if process.group == leader and pid != leader]
    return list(set(group).union(descendants(leader, table), *(descendants(pid, table) for pid in group)))


def resident_bytes(pids: Iterable[int]) -> int:
    """Memory that the processes hold in RAM, pages that they share counted once for each: never too little."""
    total = 0
    for pid in pids:
        if statm := read(f"/proc/{pid}/statm"):
            total += int(statm.split(None, 2)[1]) * _PAGE
    return total


def proportional_bytes(pids: Iterable[int]) -> int:
    """The same with each page divided among those that share it; slower. What cannot be told counts in full."""
    total = 0
    for pid in pids:
        rollup = read(f"/proc/{pid}/smaps_rollup")
        shares = [line.split()[1] for line in rollup.splitlines() if line.startswith(b"Pss:")]
        total += int(shares[0]) * 1024 if shares else resident_bytes([pid])
    return total


def unnamed_bytes(pids: Iterable[int], folder: str, unseen: int = 0) -> tuple[int, int]:
    """Memory, and disk of `folder`, that processes keep in files without a name, each file once.

    For each file that waits in a socket, sent and not received, the disk takes `unseen`: any other may wait in it.

    Of memory that is what they share with each other or with nobody: pages that a process has let go of stay there,
    and are in no process's sum; and what their sockets can hold. A file that was removed is kept by a descriptor or a
    mapping.
    """
    memory: dict[tuple[int, int], int] = {}
    disk: dict[tuple[int, int], int] = {}
    within = os.fsencode(folder) + b"/"
    for pid in pids:
        for line in _read_all(f"/proc/{pid}/maps").splitlines():
            if line.endswith(b" (deleted)"):
                span, rights, offset, device, inode, path = line.split(None, 5)
                start, end = span.split(b"-")
                major, minor = device.split(b":")
                file = os.makedev(int(major, 16), int(minor, 16)), int(inode)
                size = int(end, 16) - int(start, 16) + int(offset, 16)
                if path.startswith(within):
                    disk[file] = max(disk.get(file, 0), size)
                elif rights.endswith(b"s") and path.startswith(_IN_MEMORY):
                    memory[file] = max(memory.get(file, 0), size)
        for descriptor, path, entry in _nameless_files(pid):
            if stat.S_ISSOCK(entry.st_mode):
                memory[entry.st_dev, entry.st_ino] = _SOCKET_BYTES
                disk[entry.st_dev, entry.st_ino] = unseen * _waiting_files(pid, descriptor)
            elif path.startswith(within):
                disk[entry.st_dev, entry.st_ino] = entry.st_blocks * 512
            elif path.startswith(b"/memfd:"):
                memory[entry.st_dev, entry.st_ino] = entry.st_blocks * 512
    return sum(memory.values()), sum(disk.values())


def _nameless_files(pid: int) -> Iterator[tuple[bytes, bytes, os.stat_result]]:
    """The sockets, and the regular files without a name, that a process has open: descriptor, former path, facts."""
    folder = f"/proc/{pid}/fd".encode()
    try:
        names = os.listdir(folder)
    except OSError:
        return
    for name in names:
        try:
            entry = os.stat(path := folder + b"/" + name)
            if stat.S_ISSOCK(entry.st_mode) or (stat.S_ISREG(entry.st_mode) and entry.st_nlink == 0):
                yield name, os.readlink(path), entry
        except OSError:
            continue


def _waiting_files(pid: int, descriptor: bytes) -> int:
    """How many files wait in a socket; the kernel says so since 5.10."""
    _, found, rest = read(f"/proc/{pid}/fdinfo/{os.fsdecode(descriptor)}").partition(b"scm_fds:")
    return int(rest.split(None, 1)[0]) if found else 0


def folder_bytes(folder: str, unseen: int = 0) -> int:
    """What everything below `folder` takes on its disk; `unseen` where not all of it can be looked at.

    That is where a folder cannot be listed, is nested too deep, or there are more than 20,000 entries.
    """
    total = entries = 0
    left = [folder]
    while left:
        if entries > _MOST_ENTRIES:
            return total + unseen
        try:
            with os.scandir(left.pop()) as found:
                for entry in found:
                    entries += 1
                    total += entry.stat(follow_symlinks=False).st_blocks * 512
                    if entry.is_dir(follow_symlinks=False):
                        left.append(entry.path)
        except (FileNotFoundError, NotADirectoryError):
            continue  # gone meanwhile
        except OSError:
            total += unseen
    return total


def _read_all(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def read(path: str) -> bytes:
    """A short file of /proc (4 KiB at most); nothing where it is gone or cannot be read."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return b""
    try:
        return os.read(file, 4096)
    except OSError:
        return b""
    finally:
        os.close(file)
