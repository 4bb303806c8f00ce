"""What `arena check` prints: sections of numbered steps, and for a failed one all that helps to mend it.

Knows no bot and no game: titles, lines and texts come from outside, and what a stranger wrote goes through `neutral`. A
step's number is its place in the outline, whatever was tried before it.
Called by `conformance` and by the parts that try something.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from arena.cli.output import emit
from arena.records import FaultKind
from arena.reports.neutral import terminal

_INDENT: Final = " " * 16
_MOST_TOLD: Final = 3  # failures in full; the others are named by their rule
_MOST_SINGLY: Final = 3  # steps that follow one another and were not tried: more are one line
_QUOTED: Final = re.compile(r'"[^"]*"|\d+')  # what differs between two cases of one cause


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong at a step: the line that arena had sent, the reply as shown, the rule, what may mend it.

    `again`: a command that shows it again. `due`: the decision that the bot was asked for, if it was.
    """

    kind: FaultKind | None
    sent: bytes | None
    reply: str | None
    rule: str
    advice: str | None = None
    stderr: str | None = None
    again: str | None = None
    due: str | None = None


@dataclass(slots=True)
class _Step:
    """One line of the list."""

    title: str
    failure: Failure | None = None  # the first
    as_at: str | None = None  # where the cause is told
    is_in_full: bool = False
    remarks: list[str] = field(default_factory=list)
    warnings: list[tuple[str, str | None]] = field(default_factory=list)
    skipped: str | None = None


class Report:
    """Collects a section's steps and prints them when it ends, in the order of the outline.

    `outline`: sections with the titles of their steps, numbered from 1 throughout. A step that is not in it has no
    number and comes last in its section. `tried` counts steps, `failed`, `warned` and `not_tried` as well;
    `first_failed` names the one that failed before all others.
    """

    def __init__(self, outline: Mapping[str, Sequence[str]] = MappingProxyType({})) -> None:
        self.tried = 0
        self.failed = 0
        self.warned = 0
        self.not_tried = 0
        self.first_failed = ""  # "step 7"
        self._outline = outline
        titles = [title for section in outline.values() for title in section]
        self._numbers = {title: number for number, title in enumerate(titles, 1)}
        self._untold: list[str] = []  # of the section's outline
        self._heading = ""  # of the section, while it has not been printed
        self._steps: dict[str, _Step] = {}
        self._current: _Step | None = None
        self._told: dict[tuple[FaultKind | None, str], str] = {}  # what mends it -> the step where it was told

    # ---- what is tried

    def begin(self, section: str) -> None:
        """A section begins; a step of a later one that was tried already waits for that."""
        self._heading = section
        self._untold = list(self._outline.get(section, ()))
        self._current = None

    def at(self, title: str) -> None:
        """What follows belongs to this step, which is tried now."""
        self._current = self._steps.setdefault(title, _Step(title))

    def withdraw(self) -> None:
        """The step that is tried now turned out to be none; what was said of it before stays."""
        step = self._current
        if step is not None and not (step.failure or step.remarks or step.warnings):
            self._steps.pop(step.title, None)
            self._current = None

    @property
    def title(self) -> str:
        """Of the step that is tried now."""
        return "" if self._current is None else self._current.title

    @property
    def met(self) -> Set[str]:
        """The steps tried that have not been printed; grows with them."""
        return self._steps.keys()

    def fail(self, failure: Failure) -> None:
        """The step failed. A cause is told in full at the step where it came first, wherever that is printed."""
        step = self._current
        assert step is not None, "a step was named"
        if step.failure is not None:
            return
        step.failure = failure
        number = self._numbers.get(step.title)
        called = f'"{step.title}"' if number is None else f"step {number}"
        self.first_failed = self.first_failed or called
        cause = (failure.kind, _QUOTED.sub("", failure.advice or ""))
        told_at = self._told.setdefault(cause, called)
        step.as_at = None if told_at == called else told_at
        step.is_in_full = told_at == called and len(self._told) <= _MOST_TOLD

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

    # ---- what is printed

    def end(self, why_missing: str = "") -> None:
        """The section is over: print it. `why_missing`: why some of its steps were not tried."""
        self._tell_untried(self._tell_all([], why_missing), why_missing)

    def give_up(self, why: str, sections: Iterable[str] = ()) -> None:
        """The section is over, and neither its other steps nor those of the later `sections` are tried."""
        untried = self._tell_all([], why)
        for later in sections:
            self.begin(later)
            untried = self._tell_all(untried, why)
        self._heading = ""  # of a section of which nothing was tried
        self._tell_untried(untried, why)

    def tell(self) -> None:
        """Print the steps so far, in a section that takes long."""
        for title in [title for title in self._untold if title in self._steps]:
            self._untold.remove(title)
            self._print(self._steps.pop(title))

    def _tell_all(self, before: Sequence[str], why: str) -> list[str]:
        """Print the section but for the steps at its end that were not tried: these are returned.

        `before`: such steps of the section before, which are told before anything of this one.
        """
        untried = [*before]
        if not self._steps.keys().isdisjoint(self._untold):
            heading, self._heading = self._heading, ""
            self._tell_untried(untried, why)
            untried, self._heading = [], heading
        for title in self._untold:
            if title not in self._steps:
                untried.append(title)
                continue
            self._tell_untried(untried, why)
            untried = []
            self._print(self._steps.pop(title))
        for title in [title for title in self._steps if title not in self._numbers]:
            self._print(self._steps.pop(title))
        self._untold = []
        self._current = None
        return untried

    def _tell_untried(self, titles: Sequence[str], why: str) -> None:
        for run in _runs([self._numbers[title] for title in titles]):
            if len(run) > _MOST_SINGLY:
                self._emit_untried(run[0], f"steps {run[0]} to {run[-1]}", why)
                self.not_tried += len(run) - 1
                continue
            for number in run:
                self._emit_untried(number, next(title for title in titles if self._numbers[title] == number), why)

    def _emit_untried(self, number: int | None, text: str, why: str) -> None:
        self.not_tried += 1
        self._emit(number, "not tried", f"{text} ({why})" if why else text)

    def _emit(self, number: int | None, verdict: str, text: str) -> None:
        if self._heading:
            emit(self._heading)
            self._heading = ""
        emit(f"{'-' if number is None else number:>3}  {verdict:<9}  {terminal(text)}")

    def _print(self, step: _Step) -> None:
        number = self._numbers.get(step.title)
        remarks = "; ".join([*step.remarks, *(text for text, _ in step.warnings)])
        text = f"{step.title} ({remarks})" if remarks else step.title
        if step.skipped is not None:
            self._emit_untried(number, text, step.skipped)
            return
        self.tried += 1
        self._emit(number, "FAILED" if step.failure else "warning" if step.warnings else "ok", text)
        if step.failure is not None:
            self.failed += 1
            _tell_failure(step.failure, step.is_in_full, step.as_at)
        else:
            self.warned += bool(step.warnings)
            for _, advice in step.warnings:
                if advice is not None:
                    _emit_labelled("what to do:", advice)


def _tell_failure(failure: Failure, is_in_full: bool, as_at: str | None) -> None:
    if not is_in_full:
        where = [] if as_at is None else [f"as at {as_at}"]
        where += [] if failure.due is None else [f"due: {failure.due}"]
        _emit_labelled("rule:", failure.rule + (f" ({'; '.join(where)})" if where else ""))
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


def _runs(numbers: Sequence[int]) -> Iterator[list[int]]:
    """Numbers that follow one another, together."""
    run: list[int] = []
    for number in numbers:
        if run and number != run[-1] + 1:
            yield run
            run = []
        run.append(number)
    if run:
        yield run


def _emit_labelled(label: str, text: str) -> None:
    emit(f"{_INDENT}{label:<12}{terminal(text)}")
