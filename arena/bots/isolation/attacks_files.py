"""Attacks on files, on names, and on what a bot was handed: secrets, its own copy, descriptors, environment.

Runs inside the confinement: the standard library and `attacks` only. What succeeds is undone where it can be.
"""

import ctypes
import fcntl
import os
import resource
from collections.abc import Callable
from typing import Final

from arena.bots.isolation.attacks import BELOW_STRONG, UNLIMITED, Targets, attack, raw_call, system_call

_AT_EMPTY_PATH: Final = 0x1000
_FS_IOC_GETFLAGS: Final = 0x80086601
_FS_IOC_SETFLAGS: Final = 0x40086602
_NODUMP: Final = 0x40


def _is_open(number: int) -> bool:
    try:
        fcntl.fcntl(number, fcntl.F_GETFD)
    except OSError:
        return False
    return True


INHERITED: Final = [number for number in range(3, 1024) if _is_open(number)]
"""What was open before this program opened anything."""


def _read(path: str) -> str:
    with open(path, "rb") as file:
        return f"read {len(file.read(64))} bytes of {path}"


def _created(folder: str, token: str) -> str:
    path = os.path.join(folder, f".arena-attack-{token}")
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    os.unlink(path)
    return f"created a file in {folder}"


def _undone(path: str, change: Callable[[], object], how: str) -> str | None:
    """`how` if `change` altered what `stat` or `getxattr` says of `path`."""
    before = os.stat(path)
    change()
    after = os.stat(path)
    if before == after:
        return None
    os.chmod(path, before.st_mode & 0o7777)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    return f"{how} {path}"


def _own(target: Targets) -> str:
    return os.path.join(target.own, "attack.py")


# ---- reading


@attack("files", "read a secret file")
def read_secret(target: Targets) -> str | None:
    return _read(target.secret)


@attack("files", "read the run's database")
def read_database(target: Targets) -> str | None:
    return _read(target.database)


@attack("files", "read another bot's copy")
def read_other_bot(target: Targets) -> str | None:
    return _read(target.other_bot)


@attack("files", "read another seat's scratch directory")
def read_sibling_scratch(target: Targets) -> str | None:
    return _read(target.sibling_file)


@attack("files", "list a private folder")
def list_private_folder(target: Targets) -> str | None:
    # a fresh file system may hold the folder as a way to the bot's own
    found = os.listdir(target.private)
    return f"saw {', '.join(sorted(found))} in {target.private}" if os.path.basename(target.secret) in found else None


@attack("files", "list the folder of scratch directories")
def list_scratch_folder(target: Targets) -> str | None:
    folder, name = os.path.split(target.sibling_scratch)
    return f"saw {name} in {folder}" if name in os.listdir(folder) else None


@attack("files", "read a secret through a symbolic link in scratch")
def read_through_symbolic_link(target: Targets) -> str | None:
    os.symlink(target.secret, "link")
    try:
        return _read("link")
    finally:
        os.unlink("link")


@attack("files", "read a secret through /proc/self/root")
def read_through_proc_root(target: Targets) -> str | None:
    return _read("/proc/self/root" + target.secret)


@attack("files", "link a secret into scratch")
def link_secret(target: Targets) -> str | None:
    os.link(target.secret, "linked")
    os.unlink("linked")
    return f"made a hard link to {target.secret}"


@attack("files", "open a file by its handle")
def open_by_handle(target: Targets) -> str | None:
    handle = (ctypes.c_char * 136)()
    ctypes.memmove(handle, (128).to_bytes(4, "little"), 4)
    mount = (ctypes.c_char * 4)()
    system_call("name_to_handle_at", -100, target.secret.encode(), handle, mount, 0)
    anchor = os.open(target.own, os.O_RDONLY)
    opened = system_call("open_by_handle_at", anchor, handle, os.O_RDONLY)
    return f"read {len(os.read(opened, 64))} bytes by handle"


@attack("files", "execute a file outside")
def execute_outside(target: Targets) -> str | None:
    child = os.fork()
    if not child:
        try:
            os.execv(target.other_bot, [target.other_bot])
        finally:
            os._exit(126)
    _, status = os.waitpid(child, 0)
    return "another bot's program ran" if os.waitstatus_to_exitcode(status) == 0 else None


# ---- writing


@attack("files", "write a secret file")
def write_secret(target: Targets) -> str | None:
    os.close(os.open(target.secret, os.O_WRONLY | os.O_APPEND))
    return f"opened {target.secret} for writing"


@attack("files", "write the run's database")
def write_database(target: Targets) -> str | None:
    os.close(os.open(target.database, os.O_RDWR))
    return f"opened {target.database} for writing"


@attack("files", "create a file in the home directory")
def write_home(target: Targets) -> str | None:
    return _created(target.home, target.token)


@attack("files", "create a file in /tmp")
def write_tmp(target: Targets) -> str | None:
    # with a private /tmp this is the bot's own
    if not os.path.exists(target.private) and not os.path.exists(target.sibling_scratch):
        return None
    return _created("/tmp", target.token)


@attack("files", "create a file in /dev/shm")
def write_dev_shm(target: Targets) -> str | None:
    return _created("/dev/shm", target.token)


@attack("files", "create a file in the interpreter's library")
def write_library(target: Targets) -> str | None:
    return _created(target.library, target.token)


@attack("files", "create a file in another seat's scratch directory")
def write_sibling_scratch(target: Targets) -> str | None:
    return _created(target.sibling_scratch, target.token)


@attack("files", "create a file in its own copy")
def write_own_copy(target: Targets) -> str | None:
    return _created(target.own, target.token)


@attack("files", "open its own copy for writing")
def open_own_for_writing(target: Targets) -> str | None:
    os.close(os.open(_own(target), os.O_RDWR))
    return "opened its own program for writing"


@attack("files", "truncate its own copy")
def truncate_own(target: Targets) -> str | None:
    path = _own(target)
    os.truncate(path, os.path.getsize(path))
    return "truncated its own program (to its own size)"


@attack("files", "rename its own copy")
def rename_own(target: Targets) -> str | None:
    path = _own(target)
    os.rename(path, path + ".moved")
    os.rename(path + ".moved", path)
    return "renamed its own program"


@attack("files", "link its own copy into scratch")
def link_own(target: Targets) -> str | None:
    os.link(_own(target), "own-link")
    os.unlink("own-link")
    return "made a hard link to its own program"


@attack("files", "chmod its own copy")
def chmod_own(target: Targets) -> str | None:
    return _undone(_own(target), lambda: os.chmod(_own(target), 0o604), "changed the mode of")


@attack("files", "chmod a secret")
def chmod_secret(target: Targets) -> str | None:
    return _undone(target.secret, lambda: os.chmod(target.secret, 0o604), "changed the mode of")


@attack("files", "chmod through fchmodat2")
def fchmodat2_own(target: Targets) -> str | None:
    path = _own(target)
    return _undone(path, lambda: system_call("fchmodat2", -100, path.encode(), 0o604, 0), "changed the mode of")


@attack("files", "fchmod through a descriptor for reading")
def fchmod_own(target: Targets) -> str | None:
    handle = os.open(_own(target), os.O_RDONLY)
    return _undone(_own(target), lambda: os.fchmod(handle, 0o604), "changed, by descriptor, the mode of")


@attack("files", "change the times of its own copy")
def utime_own(target: Targets) -> str | None:
    return _undone(_own(target), lambda: os.utime(_own(target), (1, 1)), "changed the times of")


@attack("files", "change times through a descriptor for reading")
def futime_own(target: Targets) -> str | None:
    handle = os.open(_own(target), os.O_RDONLY)
    return _undone(_own(target), lambda: os.utime(handle, (1, 1)), "changed, by descriptor, the times of")


@attack("files", "set an extended attribute on its own copy")
def setxattr_own(target: Targets) -> str | None:
    os.setxattr(_own(target), "user.arena", b"1")
    os.removexattr(_own(target), "user.arena")
    return "set an extended attribute"


@attack("files", "set an extended attribute through a descriptor")
def fsetxattr_own(target: Targets) -> str | None:
    handle = os.open(_own(target), os.O_RDONLY)
    os.setxattr(handle, "user.arena", b"1")
    os.removexattr(handle, "user.arena")
    return "set an extended attribute by descriptor"


@attack("files", "set an extended attribute through setxattrat")
def setxattrat_own(target: Targets) -> str | None:
    value = ctypes.create_string_buffer(b"1")
    words = ctypes.addressof(value).to_bytes(8, "little") + (1).to_bytes(8, "little")
    system_call("setxattrat", -100, _own(target).encode(), 0, b"user.arena", words, len(words))
    raw_call_remove(_own(target))
    return "set an extended attribute"


def raw_call_remove(path: str) -> None:
    """Take the attribute off again, where that is still allowed."""
    try:
        os.removexattr(path, "user.arena")
    except OSError:
        raw_call(466, -100, path.encode(), 0, b"user.arena")


@attack("files", "set inode flags through a descriptor for reading")
def setflags_own(target: Targets) -> str | None:
    handle = os.open(_own(target), os.O_RDONLY)
    flags = int.from_bytes(fcntl.ioctl(handle, _FS_IOC_GETFLAGS, bytes(8))[:4], "little")
    fcntl.ioctl(handle, _FS_IOC_SETFLAGS, (flags ^ _NODUMP).to_bytes(8, "little"))
    fcntl.ioctl(handle, _FS_IOC_SETFLAGS, flags.to_bytes(8, "little"))
    return "changed inode flags of its own program"


@attack("files", "set inode flags through file_setattr")
def file_setattr_own(target: Targets) -> str | None:
    system_call("file_setattr", -100, _own(target).encode(), bytes(24), 24, 0)
    return "called file_setattr on its own program"


@attack("files", "change the owner of its own copy")
def chown_own(target: Targets) -> str | None:
    os.chown(_own(target), os.getuid(), os.getgid())
    return "chown was carried out (to the same owner)"


@attack("files", "change the owner through a descriptor for reading")
def fchown_own(target: Targets) -> str | None:
    handle = os.open(_own(target), os.O_RDONLY)
    os.fchown(handle, os.getuid(), os.getgid())
    return "fchown was carried out (to the same owner)"


# ---- what it was handed


@attack("files", "use a descriptor that was inherited", frozenset())
def inherited_descriptors(target: Targets) -> str | None:
    return f"inherited descriptors {INHERITED}" if INHERITED else None


@attack("files", "see the organiser's environment", frozenset())
def environment(target: Targets) -> str | None:
    others = sorted(set(os.environ) - set(target.environment))
    return f"saw the variables {', '.join(others)}" if others else None


@attack("files", "read the worker's environment")
def read_worker_environ(target: Targets) -> str | None:
    return _read(f"/proc/{target.pids['worker']}/environ")


@attack("files", "read the worker's command line")
def read_worker_cmdline(target: Targets) -> str | None:
    return _read(f"/proc/{target.pids['worker']}/cmdline")


@attack("files", "read another seat's environment")
def read_sibling_environ(target: Targets) -> str | None:
    return _read(f"/proc/{target.pids['sibling']}/environ")


@attack("files", "read another seat's command line")
def read_sibling_cmdline(target: Targets) -> str | None:
    return _read(f"/proc/{target.pids['sibling']}/cmdline")


@attack("files", "read its parent's command line")
def read_warden_cmdline(target: Targets) -> str | None:
    return _read(f"/proc/{target.pids['warden']}/cmdline")


@attack("files", "list the worker's descriptors")
def list_worker_descriptors(target: Targets) -> str | None:
    names = os.listdir(f"/proc/{target.pids['worker']}/fd")
    return f"saw {len(names)} descriptors"


@attack("files", "open the worker's memory map")
def read_worker_maps(target: Targets) -> str | None:
    return _read(f"/proc/{target.pids['worker']}/maps")


@attack("files", "leave a core file", UNLIMITED)
def core_file(target: Targets) -> str | None:
    _, hard = resource.getrlimit(resource.RLIMIT_CORE)
    return "a core file is allowed" if hard else None


# ---- names


def _seen(path: str) -> str | None:
    return f"{path} exists, {os.stat(path).st_size} bytes"


@attack("names", "stat a secret", BELOW_STRONG)
def stat_secret(target: Targets) -> str | None:
    return _seen(target.secret)


@attack("names", "stat another seat's scratch directory", BELOW_STRONG)
def stat_sibling_scratch(target: Targets) -> str | None:
    return _seen(target.sibling_scratch)


@attack("names", "enter a private folder", BELOW_STRONG)
def chdir_private(target: Targets) -> str | None:
    os.chdir(target.private)
    return f"stands in {target.private}" if os.path.exists(os.path.basename(target.secret)) else None
