"""How fast a bot is and how near to its limits: what was measured in a check, and the lines that tell it.

Milliseconds throughout, as charged: without the time in which a bot had no processor. Reads /proc for memory and
processor time, where the system has it. Called by `check_table`, which notes, and by `conformance`, which prints.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, median
from typing import Final, NamedTuple

from arena.bots import process_tree
from arena.records import Clock, Limits

NEAR: Final = 0.5  # of a limit: on a slower machine it may be passed
_MB: Final = 1 << 20


class Answer(NamedTuple):
    """`ms`: as charged. `where`: its decision and step. `waited_ms`: what it took besides, without a processor."""

    ms: float
    where: str
    waited_ms: float = 0.0

    @property
    def besides(self) -> str:
        """What to say of the time that does not count; empty if there was none."""
        return f", and {self.waited_ms:.0f} ms without a processor that are not charged" if self.waited_ms >= 1 else ""


class InBoards(NamedTuple):
    """One of the bot's seats: its decisions and their time in all, the longest as it came, what was not charged."""

    decisions: int
    total_ms: float
    most_ms: float
    uncharged_ms: float = 0.0


@dataclass(slots=True)
class Speed:
    """`answers`: as led alone; `bank_ms`: the most that a match took from the bank."""

    answers: list[Answer] = field(default_factory=list)
    bank_ms: float = 0.0
    ready_ms: float | None = None
    memory_bytes: int = 0
    in_boards: list[InBoards] = field(default_factory=list)

    @property
    def mean_ms(self) -> float:
        return fmean(answer.ms for answer in self.answers) if self.answers else 0.0

    def remember(self, pid: int) -> None:
        """Note the most memory that the process and those that it started have held."""
        with_all = (pid, *process_tree.descendants(pid, process_tree.processes()))
        self.memory_bytes = max(self.memory_bytes, sum(map(peak_bytes, with_all)))

    def warnings(self, clock: Clock, limits: Limits) -> Iterator[str]:
        """What came near to its limit: on a slower machine it may be passed."""
        slowest = max(self.answers, default=Answer(0.0, ""))
        if clock.action_ms is not None and slowest.ms > NEAR * clock.action_ms:
            bank = f"; a match took {self.bank_ms:.0f} of bank_ms = {clock.bank_ms}" if self.bank_ms else ""
            yield f"an answer took {slowest.ms:.0f} of action_ms = {clock.action_ms}{slowest.besides}{bank}"
        if self.ready_ms is not None and self.ready_ms > NEAR * clock.start_ms:
            yield f"ready took {self.ready_ms:.0f} of start_ms = {clock.start_ms}"
        if self.memory_bytes > NEAR * limits.memory_mb * _MB:
            yield f"it held {self.memory_bytes / _MB:.0f} of memory_mb = {limits.memory_mb}"

    def lines(self, clock: Clock, limits: Limits) -> Iterator[tuple[str, str]]:
        """A label and what was measured, each against its limit."""
        if self.answers:
            times = [answer.ms for answer in self.answers]
            slow = max(self.answers)
            yield (
                "answers",
                f"mean {_ms(self.mean_ms)}, median {_ms(median(times))} of {len(times)}; slowest {_ms(slow.ms)}"
                f"{_of(slow.ms, 'action_ms', clock.action_ms)}{slow.besides}: {slow.where}",
            )
            used = f"{self.bank_ms:.0f} of {clock.bank_ms} ms used in a match"
            yield "bank", "none: it is untimed" if clock.action_ms is None else used
        if decisions := sum(seat.decisions for seat in self.in_boards):
            mean = sum(seat.total_ms - seat.uncharged_ms for seat in self.in_boards) / decisions
            slowest = max(self.in_boards, key=lambda seat: seat.most_ms)
            limit = _of(slowest.most_ms, "action_ms", clock.action_ms)
            # which decision went without a processor is not recorded
            lost = min(slowest.uncharged_ms, slowest.most_ms)
            part = f", up to {lost:.0f} ms of it without a processor" if lost >= 1 else ""
            yield "in boards", f"mean {_ms(mean)} of {decisions:,}; slowest {_ms(slowest.most_ms)}{limit}{part}"
        if self.ready_ms is not None:
            yield "ready", f"{self.ready_ms:.0f} ms after its start{_of(self.ready_ms, 'start_ms', clock.start_ms)}"
        if self.memory_bytes:
            held = self.memory_bytes / _MB
            yield "memory", f"{held:.0f} MiB at most{_of(held, 'memory_mb', limits.memory_mb)}"


def peak_bytes(pid: int) -> int:
    """The most memory that a process has held; 0 where the system does not tell."""
    try:
        for line in Path(f"/proc/{pid}/status").read_text("utf-8", "replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    return 0


def busy_ms(pid: int) -> float | None:
    """Processor time of a process so far, without what it started; None where the system does not tell."""
    if (fields := _stat(pid)) is None:
        return None
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def computes(pid: int) -> bool:
    """Whether the process runs now, or would if it had a processor."""
    fields = _stat(pid)
    return fields is not None and fields[0] == b"R"


def _stat(pid: int) -> list[bytes] | None:
    """The fields after the name: the state, …"""
    line = process_tree.read(f"/proc/{pid}/stat")
    return line[line.rindex(b")") + 2 :].split() if line else None


def _ms(ms: float) -> str:
    return f"{ms:.2f} ms" if ms < 1 else f"{ms:.1f} ms"


def _of(part: float, name: str, whole: float | None) -> str:
    if whole is None:
        return ""
    share = 100 * part / whole
    return f" ({share:.0f} % of {name} = {whole})" if share >= 10 else f" ({share:.1f} % of {name} = {whole})"
