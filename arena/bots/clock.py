"""A seat's budget: time for each action and a bank for a match. Pure arithmetic in milliseconds, no clock is read here.

Called by `bot`, which measures.
"""

from math import inf

from arena.records import Clock


class Budget:
    """What a seat has left. Untimed seats have an endless allowance and no bank."""

    __slots__ = ("action_ms", "bank_ms", "full_bank_ms", "last_ms")

    def __init__(self, clock: Clock) -> None:
        self.action_ms = clock.action_ms
        self.full_bank_ms = float(clock.bank_ms)
        self.refill()

    def refill(self) -> None:
        """A match begins: the bank is full, no decision has been made."""
        self.bank_ms: float | None = None if self.action_ms is None else self.full_bank_ms
        self.last_ms: float | None = None

    @property
    def allowance_ms(self) -> float:
        """How long the next answer may take at most."""
        return inf if self.action_ms is None or self.bank_ms is None else self.action_ms + self.bank_ms

    def charge(self, elapsed_ms: float) -> float:
        """Take a decision's time from the bank; the part that was over the allowance and is not charged."""
        self.last_ms = elapsed_ms
        if self.action_ms is None or self.bank_ms is None or elapsed_ms <= self.action_ms:
            return 0.0
        over = elapsed_ms - self.action_ms
        uncharged = max(0.0, over - self.bank_ms)
        self.bank_ms = max(0.0, self.bank_ms - over)
        return uncharged
