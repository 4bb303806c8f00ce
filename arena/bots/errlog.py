"""What a bot writes to standard error, kept with a cap: the first and the last part, with a note of what was cut.

Pure; never grows past its cap, however much is written. Called by `bot`, which drains the pipe.
"""

from arena.last_words import excerpt


class ErrorLog:
    """`cap` bytes are kept: the first half as head, the last half as tail."""

    def __init__(self, cap: int) -> None:
        self.cap = cap
        self.clear()

    def clear(self) -> None:
        self._head = bytearray()
        self._tail = bytearray()
        self._cut = self._cut_lines = 0

    def feed(self, data: bytes) -> None:
        room = self.cap // 2 - len(self._head)
        if room > 0:
            self._head += data[:room]
            data = data[room:]
        self._tail += data
        over = len(self._tail) - (self.cap - self.cap // 2)
        if over > 0:
            self._cut_lines += self._tail.count(b"\n", 0, over)
            del self._tail[:over]
            self._cut += over

    @property
    def received(self) -> int:
        """Bytes that came since it was cleared, those cut among them."""
        return len(self._head) + len(self._tail) + self._cut

    def text(self) -> str:
        """Everything kept, for people: bad UTF-8 replaced, a tab as two spaces, every line's end a newline."""
        if not self._cut:
            return _readable(self._head + self._tail)
        return f"{_readable(self._head)}\n[… {self._cut} bytes cut …]\n{_readable(self._tail)}"

    def excerpt(self) -> str:
        """The first and the last lines, for a fault; a mark says how many were between them."""
        if not self._cut:
            return excerpt(self.text().splitlines())
        first, last = _readable(self._head).splitlines(), _readable(self._tail).splitlines()
        return excerpt(first, last, f"{self._cut} bytes", self._cut_lines)


def _readable(data: bytearray) -> str:
    return data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\t", "  ")
