"""A match as text, one line for the calls of a kind or a trick, for reading in a terminal.

Renders the steps of `arena.replay` and derives nothing. All that a bot or its author wrote goes through `neutral`.
Called by `arena replay` and `arena match`.
"""

from collections.abc import Iterable, Mapping
from typing import Any, assert_never

from arena.replay import (
    Acted,
    ContractStands,
    DealBegins,
    DealScored,
    Faulted,
    Known,
    MatchBegins,
    MatchEnds,
    Step,
    TrickTaken,
)
from arena.reports.facts import options_text
from arena.reports.neutral import terminal

_VERBS = {"declarer": "declares", "maker": "makes"}
_REASONS = {
    "target": "the target was reached",
    "forfeit": "forfeited",
    "deal_cap": "the most deals were played",
    "void": "void: trouble of the machine, nobody's fault",
}


def replay_text(steps: Iterable[Step]) -> str:
    """The whole match, ending in a newline."""
    page = _Page()
    for step in steps:
        page.add(step)
    page.close_line()
    return "\n".join(page.lines) + "\n"


class _Page:
    """Lines so far, and the line that is still being written: calls of one kind, or a trick."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._open: list[Acted] = []
        self._bots: tuple[str, ...] = ()
        self._sides: tuple[int, ...] = ()

    def add(self, step: Step) -> None:
        match step:
            case MatchBegins():
                self._begin(step)
            case DealBegins():
                self._begin_deal(step)
            case Acted():
                if self._open and self._open[-1].decision != step.decision:
                    self.close_line()
                self._open.append(step)
            case ContractStands():
                self.close_line()
                made = _VERBS.get(step.role, f"is {terminal(step.role)}:")
                self.lines.append(f"  {self._seat(step.seat)} {made} {_terms(step.terms)}".rstrip())
            case Known():
                self.close_line()
                self.lines.append(f"  {_named(step.facts)}")
            case TrickTaken():
                self.close_line(f"  -> {self._seat(step.winner)}", f"trick {step.number}")
            case DealScored():
                self.close_line()
                self.lines.append(f"  points {self._by_side(step.points, signed=True)}")
                self.lines.append(f"  scores {self._by_side(step.scores)}")
            case Faulted():
                self.close_line()
                self._fault(step)
            case MatchEnds():
                self.close_line()
                self._end(step)
            case other:
                assert_never(other)

    def close_line(self, ending: str = "", label: str = "") -> None:
        """Write out the calls or cards that came since the last line, and what was noted at them."""
        acted, self._open = self._open, []
        if not acted:
            return
        made = "  ".join(f"{one.seat}:{_action(one)}" for one in acted)
        self.lines.append(f"  {label or acted[0].decision:<8} {made}{ending}")
        for one in acted:
            if one.note:
                self.lines.append(f'           {self._seat(one.seat)} notes at {_action(one)}: "{terminal(one.note)}"')

    def _begin(self, step: MatchBegins) -> None:
        self._bots, self._sides = step.bots, step.sides
        options = f" ({terminal(options_text(step.options))})" if step.options else ""
        self.lines.append(f"match {terminal(step.match)} · {step.game}{options}")
        self.lines += [f"  side {side}: {self._side(side)}" for side in range(max(step.sides) + 1)]

    def _begin_deal(self, step: DealBegins) -> None:
        self.lines += [
            "",
            f"deal {step.number} · dealer {self._seat(step.dealer)} · scores {self._by_side(step.scores)}",
        ]
        for seat, hand in enumerate(step.hands):
            if hand is not None:
                self.lines.append(f"  {self._seat(seat)} holds {' '.join(hand)}")

    def _fault(self, step: Faulted) -> None:
        due = f" where {step.decision} was due" if step.decision else ""
        after = "" if step.elapsed_ms is None else f" after {step.elapsed_ms:.1f} ms"
        if step.unplayed:
            due, after = " on earlier boards: this one was not played", ""
        self.lines.append(f"  FAULT of {self._seat(step.seat)}: {step.kind}{due}{after}")
        if step.detail:
            self.lines.append(f"    what happened: {terminal(step.detail)}")
        if step.reply is not None:
            self.lines.append(f"    its reply: {terminal(step.reply)}")
        if step.stderr:
            self.lines.append("    its standard error:")
            self.lines += [f"      {terminal(line)}" for line in step.stderr.splitlines()]

    def _end(self, step: MatchEnds) -> None:
        who = "nobody wins" if step.winner is None else f"{self._side(step.winner)} wins"
        sharing = [side for side, share in enumerate(step.shares or ()) if share]
        if len(sharing) > 1 and (len(sharing) < len(step.shares or ()) or step.reason == "target"):
            who = f"{' and '.join(map(self._side, sharing))} share the match"
        why = _REASONS.get(step.reason, terminal(step.reason))
        self.lines += ["", f"result: {who} · {why} · scores {self._by_side(step.scores)}"]

    def _seat(self, seat: int) -> str:
        return f"seat {seat} ({terminal(self._bots[seat])})"

    def _side(self, side: int) -> str:
        seats = [seat for seat, of_seat in enumerate(self._sides) if of_seat == side]
        return f"{terminal(self._bots[seats[0]])} (seat{'s' if len(seats) > 1 else ''} {', '.join(map(str, seats))})"

    def _by_side(self, values: tuple[int, ...], *, signed: bool = False) -> str:
        names = [self._bots[self._sides.index(side)] for side in range(len(values))]
        sign = "+" if signed else ""
        return ", ".join(f"{terminal(name)} {value:{sign}d}" for name, value in zip(names, values, strict=True))


def _action(acted: Acted) -> str:
    return "?" if acted.action is None else terminal(acted.action)


def _terms(terms: Mapping[str, Any]) -> str:
    """Those that are single values as they are, the others by name, none that say nothing."""
    plain = {key for key, value in terms.items() if isinstance(value, str | int) and not isinstance(value, bool)}
    single = [_text(terms[key]) for key in terms if key in plain]
    others = {key: value for key, value in terms.items() if value and key not in plain}
    return " ".join([*single, *([f"({_named(others)})"] if others else [])])


def _named(facts: Mapping[str, Any]) -> str:
    return ", ".join(f"{terminal(key.replace('_', ' '))} {_text(value)}" for key, value in facts.items())


def _text(value: Any) -> str:
    if isinstance(value, Mapping):
        return _named(value)
    if isinstance(value, list | tuple):
        return ("; " if any(isinstance(item, Mapping) for item in value) else " ").join(map(_text, value))
    return terminal(str(value))
