"""Lines from standard input under trio, whatever it is: a terminal, a pipe, a file, nothing.

Waits for a line without keeping anything else from running, and gives up at once when cancelled. Called by
`table_talk`.
"""

import os
from typing import Final

import trio

_MOST_BYTES: Final = 4096  # of a line: more is nobody's typing


class Keyboard:
    """The lines of a descriptor, in order."""

    def __init__(self, descriptor: int = 0) -> None:
        self._descriptor = descriptor
        self._held = b""
        self._is_at_end = False

    @property
    def is_terminal(self) -> bool:
        return os.isatty(self._descriptor)

    async def line(self) -> str | None:
        """The next line without its end; None when there is none any more."""
        while b"\n" not in self._held and len(self._held) < _MOST_BYTES and not self._is_at_end:
            self._held += await self._read()
        if not self._held:
            return None
        line, end, rest = self._held.partition(b"\n")
        self._held = line[_MOST_BYTES:] + end + rest if len(line) > _MOST_BYTES else rest
        return line[:_MOST_BYTES].decode("utf-8", "replace")

    async def _read(self) -> bytes:
        try:
            await trio.lowlevel.wait_readable(self._descriptor)
        except OSError:  # a file cannot be waited for: it is always readable
            await trio.lowlevel.checkpoint()
        try:
            data = os.read(self._descriptor, _MOST_BYTES)
        except BlockingIOError:
            return b""
        except OSError:  # the terminal is gone
            data = b""
        self._is_at_end = not data
        return data
