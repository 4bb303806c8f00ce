"""The files of the system that programs need to run: libraries, a few settings, devices, facts of the machine.

Fixed lists and their resolution on this machine. Never a folder of /etc as a whole, never /proc: the command lines of
other processes are there. What one bot needs beyond this says `read_paths`.
"""

import glob
import os
from collections.abc import Iterable
from functools import cache
from typing import Final

_SHELVES: Final = ("/usr", "/usr/local")
_NOT_THE_SYSTEMS: Final = ("local", "src")
"""What stands on a shelf besides: `/usr/src/app` is where images of containers keep people's own things, runs too."""
FOLDERS: Final = ("/bin", "/sbin", "/lib", "/lib64", "/lib32", "/libx32", "/nix/store", "/gnu/store")
_ETC: Final = (
    "ld.so.cache",
    "ld.so.preload",
    "ld.so.conf",
    "ld.so.conf.d",
    "ld-musl-*.path",
    "localtime",
    "timezone",
    "alternatives",
    "java*",
    "perl",
    "locale.alias",
    "mime.types",
    "ssl/openssl.cnf",
    "pki/tls/openssl.cnf",
    "crypto-policies",
)
_NETWORK_ETC: Final = (
    "resolv.conf",
    "hosts",
    "host.conf",
    "gai.conf",
    "nsswitch.conf",
    "services",
    "protocols",
    "ssl/certs",
    "ssl/cert.pem",
    "ca-certificates",
    "pki/tls/certs",
    "pki/ca-trust",
)
READ_DEVICES: Final = ("/dev/random", "/dev/urandom")
DEVICES: Final = ("/dev/null", "/dev/zero", "/dev/full")
FACTS: Final = (
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/sys/devices/system/cpu/online",
    "/sys/devices/system/cpu/possible",
    "/sys/kernel/mm/transparent_hugepage/hpage_pmd_size",
)
OWN_PROCESS: Final = ("auxv", "cgroup", "cmdline", "comm", "limits", "maps", "smaps", "stat", "statm", "status")
"""What a process may read of itself in /proc; its children have numbers of their own and may not."""
OWN_LISTS: Final = ("fd", "task")


@cache
def folders() -> tuple[str, ...]:
    """Those of FOLDERS and of the shelves that this machine has, links as links."""
    shelved = [
        os.path.join(shelf, name)
        for shelf in _SHELVES
        if os.path.isdir(shelf)
        for name in sorted(os.listdir(shelf))
        if name not in _NOT_THE_SYSTEMS
    ]
    return tuple(folder for folder in (*shelved, *FOLDERS) if os.path.isdir(folder))


@cache
def settings(network: bool) -> tuple[str, ...]:
    """The files of /etc that a program reads."""
    names = _ETC + (_NETWORK_ETC if network else ())
    return tuple(path for name in names for path in sorted(glob.glob(f"/etc/{name}")))


def is_beneath(path: str, folder: str) -> bool:
    """Whether an absolute, normalised path is the folder or within it."""
    return path == folder or path.startswith(folder.rstrip("/") + "/")


@cache
def real_folders() -> tuple[str, ...]:
    """The system's folders without links, none within another."""
    return outermost(os.path.realpath(folder) for folder in folders())


def outermost(paths: Iterable[str]) -> tuple[str, ...]:
    """Without those that are within another of them, sorted."""
    kept: list[str] = []
    for path in sorted(set(paths)):
        if not any(is_beneath(path, folder) for folder in kept):
            kept.append(path)
    return tuple(kept)
