"""What a confined build could not do itself: give its programs their execute bits.

A filter cannot tell on which file a mode is changed, so a confined build changes none (`seccomp`), and linkers leave
programs that cannot be started. Called after the build, when none of its processes is left.
"""

import os
import stat
from typing import Final

_PROGRAMS: Final = (b"\x7fELF", b"#!")


def make_programs_executable(folder: str) -> None:
    """Let whoever may read a program (by its first bytes) in a folder execute it; links are not followed."""
    for within, _, names in os.walk(folder):
        for name in names:
            _make_executable(os.path.join(within, name))


def _make_executable(path: str) -> None:
    try:
        # not waiting for the writer of a named pipe
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISREG(mode) and os.read(descriptor, 4).startswith(_PROGRAMS):
            os.fchmod(descriptor, stat.S_IMODE(mode) | (mode & 0o444) >> 2)
    finally:
        os.close(descriptor)
