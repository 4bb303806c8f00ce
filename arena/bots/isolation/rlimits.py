"""Resource limits of one bot process, inherited by all that it starts. No limit on processor time: the clocks rule it.

Called between fork and exec.
"""

import contextlib
import resource
import sys
from typing import Final

MB: Final = 2**20
ADDRESS_SPACE_MB: Final = 4096
"""What Java and Node need of address space to start at all; the watchdog holds the real limit on memory."""
_HEADROOM_MB: Final = ADDRESS_SPACE_MB - 512


def wanted(*, memory_mb: int, files: int, file_mb: int) -> dict[str, int]:
    """The limits by name, in bytes and counts."""
    return {
        "RLIMIT_AS": max(ADDRESS_SPACE_MB, memory_mb + _HEADROOM_MB) * MB,
        "RLIMIT_FSIZE": file_mb * MB,
        "RLIMIT_NOFILE": files,
        "RLIMIT_CORE": 0,
    }


def apply(limits: dict[str, int]) -> None:
    """Lower this process's limits for good; where the hard limit is lower already, it stays."""
    for name, value in limits.items():
        kind = getattr(resource, name, None)
        if kind is None:
            continue
        hard = resource.getrlimit(kind)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        # macOS has the name of an address space limit and refuses to set it
        tolerated = contextlib.suppress(ValueError, OSError) if sys.platform == "darwin" else contextlib.nullcontext()
        with tolerated:
            resource.setrlimit(kind, (value, value))
