"""A folder for bots' copies while a command tries them: gone afterwards, also when arena is killed.

Called by the verbs that play without a run.
"""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from arena.bots import scratch
from arena.bots.warden import HostTroubleError, Warden
from arena.errors import RunError


@contextlib.contextmanager
def folder_for_copies(verb: str) -> Iterator[Path]:
    """Raises RunError where there is no room for it."""
    with Warden() as warden:
        try:
            folder = Path(tempfile.gettempdir(), f"arena-{verb}-{os.urandom(16).hex()}")
            warden.look_after(str(folder))
            folder.mkdir(mode=0o700)
        except OSError as problem:
            where = f"{problem.filename}: " if problem.filename else ""
            reason = (problem.strerror or str(problem)).lower()
            raise RunError(f"no folder can be made for copies of the bots: {where}{reason}") from None
        except HostTroubleError as trouble:
            raise RunError(str(trouble)) from None
        try:
            yield folder
        finally:
            scratch.remove(str(folder))
