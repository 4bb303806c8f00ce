"""What a bot writes to standard error, kept with a cap: the first and the last part, with a note of what was cut.

Pure; never grows past its cap. Called by `bot`, which drains the pipe.
"""


class ErrorLog:
    """`cap` bytes are kept: the first half as head, the last half as tail."""

    def __init__(self, cap: int) -> None:
        self.cap = cap
        self.clear()

    def clear(self) -> None:
        self._head = bytearray()
        self._tail = bytearray()
        self._cut = 0

    def feed(self, data: bytes) -> None:
        room = self.cap // 2 - len(self._head)
        if room > 0:
            self._head += data[:room]
            data = data[room:]
        self._tail += data
        over = len(self._tail) - (self.cap - self.cap // 2)
        if over > 0:
            del self._tail[:over]
            self._cut += over

    @property
    def received(self) -> int:
        """Bytes that came since it was cleared, those cut among them."""
        return len(self._head) + len(self._tail) + self._cut

    def text(self) -> str:
        """Everything kept, bad UTF-8 replaced."""
        middle = f"\n[… {self._cut} bytes cut …]\n" if self._cut else ""
        return self._head.decode("utf-8", "replace") + middle + self._tail.decode("utf-8", "replace")

    def tail(self, lines: int = 12, chars: int = 2000) -> str:
        """The last lines, for a fault's detail."""
        return "\n".join(self.text()[-chars:].rstrip().splitlines()[-lines:])
