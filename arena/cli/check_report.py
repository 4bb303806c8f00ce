"""What `arena check` prints: sections of numbered steps, and for a failed one all that helps to mend it.

Knows no bot and no game: titles, lines and texts come from outside, and what a stranger wrote goes through `neutral`.
Called by `conformance` and by the parts that try something.
"""

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from typing import Final

from arena.cli.output import emit
from arena.records import FaultKind
from arena.reports.neutral import terminal

_INDENT: Final = " " * 16
_MOST_TOLD: Final = 3  # failures in full; the others are named by their rule
_QUOTED: Final = re.compile(r'"[^"]*"|\d+')  # what differs between two cases of one cause


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong at a step: the line that arena had sent, the reply as shown, the rule, what may mend it.

    `again`: a command that shows it again.
    """

    kind: FaultKind | None
    sent: bytes | None
    reply: str | None
    rule: str
    advice: str | None = None
    stderr: str | None = None
    again: str | None = None


@dataclass(slots=True)
class _Step:
    """One line of the list."""

    title: str
    failures: list[Failure] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    warnings: list[tuple[str, str | None]] = field(default_factory=list)
    skipped: str | None = None


class Report:
    """Collects a section's steps and prints them when it ends, in the order expected."""

    def __init__(self) -> None:
        self.number = 0
        self.failed = 0
        self.warned = 0
        self.not_tried = 0
        self.first_failed = 0
        self._section = ""
        self._steps: dict[str, _Step] = {}
        self._current: _Step | None = None
        self._told: dict[tuple[FaultKind | None, str], int] = {}  # what mends it -> the step where it was told

    # ---- what is tried

    def begin(self, section: str) -> None:
        """A section begins."""
        self._section = section
        self._steps = {}
        self._current = None

    def at(self, title: str) -> None:
        """What follows belongs to this step, which is tried now."""
        self._current = self._steps.setdefault(title, _Step(title))

    @property
    def title(self) -> str:
        """Of the step that is tried now."""
        return "" if self._current is None else self._current.title

    @property
    def met(self) -> Set[str]:
        """The steps of this section tried so far; grows with them."""
        return self._steps.keys()

    def fail(self, failure: Failure) -> None:
        assert self._current is not None, "a step was named"
        self._current.failures.append(failure)

    def warn(self, text: str, advice: str | None = None) -> None:
        """What is no fault, but may become one."""
        assert self._current is not None, "a step was named"
        self._current.warnings.append((text, advice))

    def remark(self, text: str) -> None:
        assert self._current is not None, "a step was named"
        if text not in self._current.remarks:
            self._current.remarks.append(text)

    def skip(self, title: str, why: str) -> None:
        """The step cannot be tried."""
        self.at(title)
        assert self._current is not None
        self._current.skipped = why

    def give_up(self, why: str) -> None:
        """Say that no further steps are tried."""
        self.not_tried += 1
        emit(f"  -  {'not tried':<9}  all further steps ({terminal(why)})")

    # ---- what is printed

    def end(self, expected: Sequence[str] = (), why_missing: str = "") -> None:
        """The section is over: print it, the `expected` steps first. `why_missing`: why some were not tried."""
        order = [*expected, *(title for title in self._steps if title not in expected)]
        missing = [title for title in order if title not in self._steps]
        if not self._steps and not missing:
            return
        self._print_section(order)
        if missing:
            self.not_tried += len(missing)
            told = missing[0] if len(missing) == 1 else f"{len(missing)} further steps"
            emit(f"  -  {'not tried':<9}  {terminal(told)} ({terminal(why_missing)})")
        self._current = None

    def tell(self) -> None:
        """Print the steps so far, in a section that takes long."""
        self._print_section(list(self._steps))

    def _print_section(self, titles: Sequence[str]) -> None:
        if self._section:
            emit(self._section)
            self._section = ""
        for title in titles:
            if (step := self._steps.pop(title, None)) is not None:
                self._print(step)

    def _print(self, step: _Step) -> None:
        remarks = "; ".join([*step.remarks, *(text for text, _ in step.warnings)])
        text = terminal(f"{step.title} ({remarks})" if remarks else step.title)
        if step.skipped is not None:
            self.not_tried += 1
            emit(f"  -  {'not tried':<9}  {text} ({terminal(step.skipped)})")
            return
        self.number += 1
        verdict = "FAILED" if step.failures else "warning" if step.warnings else "ok"
        emit(f"{self.number:>3}  {verdict:<9}  {text}")
        if step.failures:
            self.failed += 1
            self.first_failed = self.first_failed or self.number
            self._tell(step.failures[0])
        else:
            self.warned += bool(step.warnings)
            for _, advice in step.warnings:
                if advice is not None:
                    _emit_labelled("what to do:", advice)

    def _tell(self, failure: Failure) -> None:
        cause = (failure.kind, _QUOTED.sub("", failure.advice or ""))
        told_at = self._told.setdefault(cause, self.number)
        if told_at != self.number or len(self._told) > _MOST_TOLD:
            where = f" (as at step {told_at})" if told_at != self.number else ""
            _emit_labelled("rule:", failure.rule + where)
            return
        if failure.sent is not None:
            _emit_labelled("sent:", failure.sent.decode().rstrip())
            _emit_labelled("reply:", "none" if failure.reply is None else failure.reply)
        _emit_labelled("rule:", failure.rule)
        if failure.advice is not None:
            _emit_labelled("what to do:", failure.advice)
        if failure.again is not None:
            _emit_labelled("again:", failure.again)
        lines = (failure.stderr or "").splitlines()
        emit(f"{_INDENT}standard error:" + ("" if lines else " nothing"))
        for line in lines:
            emit(f"{_INDENT}  {terminal(line)}")


def _emit_labelled(label: str, text: str) -> None:
    emit(f"{_INDENT}{label:<12}{terminal(text)}")
