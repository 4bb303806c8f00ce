"""The C library through ctypes: calls that answer -1 become OSError with their errno.

Usable in a forked child of a single-threaded process. Imports on any system; Linux alone has what is called.
"""

import ctypes
import os
from typing import Final

LIBC: Final = ctypes.CDLL(None, use_errno=True)


def checked(answer: int, what: str) -> int:
    """The answer of a call of LIBC, OSError naming `what` where it is -1."""
    if answer == -1:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number).lower()}")
    return answer


def syscall(what: str, number: int, *arguments: object) -> int:
    """A system call by its number; integers are passed as long."""
    wide = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    return checked(int(LIBC.syscall(ctypes.c_long(number), *wide)), what)


def prctl(what: str, option: int, *arguments: object) -> int:
    """A prctl with its unused arguments zero, as the kernel wants them."""
    wide = [ctypes.c_ulong(each) if isinstance(each, int) else each for each in arguments]
    wide += [ctypes.c_ulong(0)] * (4 - len(wide))
    return checked(int(LIBC.prctl(ctypes.c_int(option), *wide)), what)
