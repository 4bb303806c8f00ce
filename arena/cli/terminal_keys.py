"""A terminal for one who steps: keys as they are pressed, a screen that is drawn over, and everything put back after.

Knows no match. Standard library only. Called by `stepping`.
"""

import contextlib
import os
import re
import select
import signal
import sys
import termios
import tty
from collections.abc import Iterator, Sequence
from typing import Final

from arena.errors import SettingsError
from arena.reports.table_view import Row, Style

_ENTER: Final = "\x1b[?1049h\x1b[?25l"  # another screen than the one with the user's history, no cursor
_LEAVE: Final = "\x1b[0m\x1b[?25h\x1b[?1049l"
_STYLES: Final = {Style.PLAIN: "", Style.BOLD: "\x1b[1m", Style.DIM: "\x1b[2m", Style.REVERSE: "\x1b[7m"}
_NAMED: Final = {
    b"\x1b[C": "right",
    b"\x1bOC": "right",
    b"\x1b[D": "left",
    b"\x1bOD": "left",
    b"\x1b[A": "up",
    b"\x1bOA": "up",
    b"\x1b[B": "down",
    b"\x1bOB": "down",
    b"\x1b[H": "home",
    b"\x1bOH": "home",
    b"\x1b[1~": "home",
    b"\x1b[F": "end",
    b"\x1bOF": "end",
    b"\x1b[4~": "end",
    b"\r": "enter",
    b"\n": "enter",
    b"\x7f": "left",
    b"\x08": "left",
    b"\x04": "q",  # end of file
}
_UNFINISHED: Final = re.compile(rb"\x1b(?:O|\[[0-9;]*)?\Z")


class Terminal:
    """Within `opened()`: draw, wait for keys, and know how large it is."""

    def __init__(self) -> None:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise SettingsError("--step: expected a terminal for input and output (without it: --deal N --card K)")
        if os.environ.get("TERM", "dumb") == "dumb":
            raise SettingsError("--step: this terminal cannot be drawn over (TERM is dumb): --deal N --card K instead")
        self._in = sys.stdin.fileno()
        self._keys = Keys()
        self._woken = -1  # readable after a signal, such as that of a new size

    @contextlib.contextmanager
    def opened(self) -> Iterator[None]:
        """Take the terminal over; whatever happens within, it is given back as it was."""
        before = termios.tcgetattr(self._in)
        self._woken, wakes = os.pipe()
        for end in (self._woken, wakes):
            os.set_blocking(end, False)
        resized = signal.signal(signal.SIGWINCH, lambda number, frame: None)
        waker = signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
        try:
            tty.setcbreak(self._in)
            ours = termios.tcgetattr(self._in)
            ours[6][termios.VSUSP] = b"\0"  # stopped, it would leave the shell with this screen
            termios.tcsetattr(self._in, termios.TCSADRAIN, ours)
            self._write(_ENTER)
            yield
        finally:
            with contextlib.suppress(OSError, termios.error):  # the terminal itself may be gone
                self._write(_LEAVE)
                termios.tcsetattr(self._in, termios.TCSADRAIN, before)
            signal.set_wakeup_fd(waker)
            signal.signal(signal.SIGWINCH, resized)
            os.close(self._woken)
            os.close(wakes)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows; a terminal that does not know is taken for the usual one."""
        columns, rows = os.get_terminal_size(sys.stdout.fileno())
        return columns or 80, rows or 24

    def draw(self, rows: Sequence[Row]) -> None:
        """The whole screen; no row may be wider than it, no more of them than it has."""
        lines = []
        for row in rows:
            spans = (f"{_STYLES[style]}{text}\x1b[0m" if style is not Style.PLAIN else text for text, style in row)
            lines.append("".join(spans) + "\x1b[K")
        self._write("\x1b[H" + "\n".join(lines) + "\x1b[J")

    def pressed(self) -> list[str]:
        """Wait; the keys that were pressed, none if the size changed, "q" when nobody can press any more."""
        ready, _, _ = select.select([self._in, self._woken], [], [])
        if self._woken in ready:
            with contextlib.suppress(BlockingIOError):
                os.read(self._woken, 512)
        if self._in not in ready:
            return []
        try:
            data = os.read(self._in, 512)
        except OSError:
            data = b""
        return self._keys.add(data) if data else ["q"]

    def _write(self, text: str) -> None:
        encoding = sys.stdout.encoding or "utf-8"
        data = text.encode(encoding, "backslashreplace")
        while data:
            data = data[os.write(sys.stdout.fileno(), data) :]


class Keys:
    """The keys in what a terminal sends, part by part: over a slow line one key may come in two."""

    def __init__(self) -> None:
        self._unfinished = b""

    def add(self, data: bytes) -> list[str]:
        """Those that are complete now."""
        data = self._unfinished + data
        cut = _UNFINISHED.search(data)
        end = len(data) if cut is None else cut.start()
        self._unfinished = data[end:]
        return list(named(data[:end]))


def named(data: bytes) -> Iterator[str]:
    """The keys in what a terminal sent at once: a name or the character itself; what is not known says nothing."""
    while data:
        known = next((code for code in _NAMED if data.startswith(code)), None)
        if known is not None:
            yield _NAMED[known]
            data = data[len(known) :]
        elif data[:1] == b"\x1b":
            # of another key: up to its last byte
            end = next((at for at, byte in enumerate(data[2:], 2) if 0x40 <= byte <= 0x7E), len(data) - 1)
            data = data[end + 1 :] if data[1:2] in (b"[", b"O") else data[1:]
        else:
            if 0x20 <= data[0] < 0x7F:
                yield chr(data[0])
            data = data[1:]
