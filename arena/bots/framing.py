"""Bytes from a bot -> lines. Pure: no I/O, no clock, no idea of what a line means.

Memory is bounded by the limit and one read: a line longer than `limit` bytes (its newline included) is reported
once as OVERLONG and nothing after it is looked at. Called by `bot`.
"""

from typing import Final


class Overlong:
    """A line over the limit; `received` bytes of it had come when it was noticed."""

    def __init__(self, received: int) -> None:
        self.received = received


BLANK: Final = b" \t\r\n\v\f"


class Lines:
    """Feed bytes in any chunks, take whole lines out. `held`: what has come and is not taken yet; only to be read."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.held = bytearray()

    def feed(self, data: bytes) -> None:
        self.held += data

    def next_line(self) -> bytes | Overlong | None:
        """The next line that is not blank, without its newline; None when no whole line is held."""
        held = self.held
        while True:
            end = held.find(b"\n", 0, self.limit)
            if end < 0:
                return Overlong(len(held)) if len(held) >= self.limit else None
            line = bytes(held[:end])
            if line.strip(BLANK):
                del held[: end + 1]
                return line
            # all that follow one another at once: a bot may write any number of them
            head = held[: self.limit]
            del held[: head.rfind(b"\n", 0, len(head) - len(head.lstrip(BLANK))) + 1]

    @property
    def unfinished(self) -> int:
        """Bytes held that are no whole line yet."""
        return len(self.held)

    def clear(self) -> int:
        """Drop everything; the number of bytes that were dropped."""
        dropped = len(self.held)
        self.held.clear()
        return dropped
