"""A match as text, one line for the calls of a kind or a trick, for reading in a terminal.

Renders the steps of `arena.replay` and derives nothing. All that a bot or its author wrote goes through `neutral`.
Called by `arena replay` and `arena match`; the words for one thing each are also those of `table_view`.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, assert_never

from arena.last_words import without_quoted
from arena.positions import Position
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


_SLOW_MS: Final = 50.0  # what took so long, and so many times as long as is usual for the seat, is told unasked
_SLOW_TIMES: Final = 5.0
Requests = Mapping[tuple[int, int], str]
_NONE: Final[Requests] = MappingProxyType({})


def replay_text(
    steps: Iterable[Step], *, times: bool = False, requests: Requests = _NONE, position: Position | None = None
) -> str:
    """The steps as lines, ending in a newline.

    `times`: of every decision, in ms, and not only where one is unusual. `requests`: the line that asked for a
    decision, by deal and place in it, shown with what was answered. `position`: where the steps stop short, what stands
    there.
    """
    page = _Page(times, requests)
    for step in steps:
        page.add(step)
    page.close_line()
    if position is not None:
        page.stop(position)
    return "\n".join(page.lines) + "\n"


def is_slow(acted: Acted, usual_ms: tuple[float, ...]) -> bool:
    """Whether a reader wants to know how long it took; `usual_ms` by seat, empty where it is not known."""
    usual = usual_ms[acted.seat] if usual_ms else 0.0
    return acted.ms is not None and acted.ms >= _SLOW_MS and acted.ms >= _SLOW_TIMES * usual


class Names:
    """Seats and sides in words."""

    def __init__(self, bots: tuple[str, ...], sides: tuple[int, ...]) -> None:
        self.bots = bots
        self.sides = sides

    def seat(self, seat: int) -> str:
        return f"seat {seat} ({terminal(self.bots[seat])})"

    def side(self, side: int) -> str:
        seats = [seat for seat, of_seat in enumerate(self.sides) if of_seat == side]
        return f"{terminal(self.bots[seats[0]])} (seat{'s' if len(seats) > 1 else ''} {', '.join(map(str, seats))})"

    def by_side(self, values: tuple[int, ...], *, signed: bool = False) -> str:
        names = [self.bots[self.sides.index(side)] for side in range(len(values))]
        sign = "+" if signed else ""
        return ", ".join(f"{terminal(name)} {value:{sign}d}" for name, value in zip(names, values, strict=True))

    def contract(self, step: ContractStands) -> str:
        """Who is what in the contract, and its terms."""
        made = _VERBS.get(step.role, f"is {terminal(step.role)}:")
        return f"{self.seat(step.seat)} {made} {_terms(step.terms)}".rstrip()

    def fault(self, step: Faulted) -> list[str]:
        """The offence, and all that is known of it."""
        due = f" where {step.decision} was due" if step.decision else ""
        after = "" if step.elapsed_ms is None else f" after {step.elapsed_ms:.1f} ms"
        if step.unplayed:
            due, after = " on earlier boards: this one was not played", ""
        lines = [f"FAULT of {self.seat(step.seat)}: {step.kind}{due}{after}"]
        if step.detail:
            lines.append(f"  what happened: {what_happened(step.detail, step.stderr)}")
        if step.legal:
            lines.append(f"  legal there: {terminal(', '.join(step.legal))}")
        if step.reply is not None:
            lines.append(f"  its reply: {terminal(step.reply)}")
        if step.stderr:
            lines += ["  its standard error:", *(f"    {terminal(line)}" for line in step.stderr.splitlines())]
        return lines

    def result(self, step: MatchEnds) -> str:
        who = "nobody wins" if step.winner is None else f"{self.side(step.winner)} wins"
        sharing = [side for side, share in enumerate(step.shares or ()) if share]
        if len(sharing) > 1 and (len(sharing) < len(step.shares or ()) or step.reason == "target"):
            who = f"{' and '.join(map(self.side, sharing))} share the match"
        why = _REASONS.get(step.reason, terminal(step.reason))
        return f"result: {who} · {why} · scores {self.by_side(step.scores)}"


class _Page:
    """Lines so far, and the line that is still being written: calls of one kind, or a trick."""

    def __init__(self, times: bool, requests: Requests) -> None:
        self.lines: list[str] = []
        self._times = times
        self._requests = requests
        self._open: list[Acted] = []
        self._names = Names((), ())
        self._usual_ms: tuple[float, ...] = ()
        self._deal = -1
        self._written = 0  # decisions of the deal that stand in closed lines
        self._won: list[int] = []  # by side, of the deal

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
                self.lines.append(f"  {self._names.contract(step)}")
            case Known():
                self.close_line()
                self.lines.append(f"  {named(step.facts)}")
            case TrickTaken():
                self._won[self._names.sides[step.winner]] += 1
                count = self._names.by_side(tuple(self._won))
                self.close_line(f"  -> {self._names.seat(step.winner)} · tricks {count}", f"trick {step.number}")
            case DealScored():
                self.close_line()
                self.lines.append(f"  points {self._names.by_side(step.points, signed=True)}")
                self.lines.append(f"  scores {self._names.by_side(step.scores)}")
            case Faulted():
                self.close_line()
                self.lines += [f"  {line}" for line in self._names.fault(step)]
                self._show_request(step.seat, self._written, None)
            case MatchEnds():
                self.close_line()
                self.lines += ["", self._names.result(step)]
            case other:
                assert_never(other)

    def close_line(self, ending: str = "", label: str = "") -> None:
        """Write out the calls or cards that came since the last line, and what was noted at them."""
        acted, self._open = self._open, []
        if not acted:
            return
        self.lines.append(f"  {line_of(label or acted[0].decision, acted, times=self._times)}{ending}")
        for one in acted:
            if one.note and (self._deal, self._written) not in self._requests:  # else it stands with the answer
                noted = f'notes at {action_of(one)}: "{terminal(one.note)}"'
                self.lines.append(f"           {self._names.seat(one.seat)} {noted}")
            if one.ms is not None and is_slow(one, self._usual_ms):
                usual = f" (usually {self._usual_ms[one.seat]:.1f})" if self._usual_ms else ""
                took = f"took {one.ms:.0f} ms at {action_of(one)}{usual}"
                self.lines.append(f"           {self._names.seat(one.seat)} {took}")
            self._show_request(one.seat, self._written, one)
            self._written += 1

    def stop(self, position: Position) -> None:
        """Say what stands where the steps stop short: what is held, and who is to act."""
        moment = position.moment
        assert moment is not None
        self.lines.append(f"  after {position.shown} of {position.decisions} decisions:")
        for seat, hand in enumerate(moment.hands):
            if hand is not None:
                self.lines.append(f"  {self._names.seat(seat)} still holds {' '.join(hand) or 'nothing'}")
        if moment.to_act >= 0:
            legal = f", legal: {', '.join(moment.legal)}" if moment.legal else ""
            self.lines.append(f"  {self._names.seat(moment.to_act)} is to act: {moment.decision}{legal}")

    def _show_request(self, seat: int, index: int, acted: Acted | None) -> None:
        if (line := self._requests.get((self._deal, index))) is None:
            return
        self.lines.append(f"    {self._names.seat(seat)} was sent: {terminal(line.rstrip())}")
        if acted is not None:
            noted = f', note "{terminal(acted.note)}"' if acted.note else ""
            self.lines.append(f"    {self._names.seat(seat)} answered: {action_of(acted)}{noted}")

    def _begin(self, step: MatchBegins) -> None:
        self._names, self._usual_ms = Names(step.bots, step.sides), step.usual_ms
        options = f" ({terminal(options_text(step.options))})" if step.options else ""
        self.lines.append(f"match {terminal(step.match)} · {step.game}{options}")
        self.lines += [f"  side {side}: {self._names.side(side)}" for side in range(max(step.sides) + 1)]
        if self._times:
            self.lines.append("  in brackets: how long a decision took, in ms")

    def _begin_deal(self, step: DealBegins) -> None:
        self._deal, self._written, self._won = step.number, 0, [0] * len(step.scores)
        self.lines += [
            "",
            f"deal {step.number} · dealer {self._names.seat(step.dealer)} · scores {self._names.by_side(step.scores)}",
        ]
        for seat, hand in enumerate(step.hands):
            if hand is not None:
                self.lines.append(f"  {self._names.seat(seat)} holds {' '.join(hand)}")


def what_happened(detail: str, stderr: str | None) -> str:
    """A fault's detail for where standard error is shown below it."""
    return terminal(without_quoted(detail, stderr))


def line_of(label: str, acted: Iterable[Acted], *, times: bool = False) -> str:
    """Calls of a kind, or the cards of a trick, as one line."""
    return f"{label:<8} " + "  ".join(f"{one.seat}:{action_of(one)}{_time(one) if times else ''}" for one in acted)


def _time(acted: Acted) -> str:
    return "" if acted.ms is None else f"({acted.ms:.1f})"


def action_of(acted: Acted) -> str:
    return "?" if acted.action is None else terminal(acted.action)


def _terms(terms: Mapping[str, Any]) -> str:
    """Those that are single values as they are, the others by name, none that say nothing."""
    plain = {key for key, value in terms.items() if isinstance(value, str | int) and not isinstance(value, bool)}
    single = [_text(terms[key]) for key in terms if key in plain]
    others = {key: value for key, value in terms.items() if value and key not in plain}
    return " ".join([*single, *([f"({named(others)})"] if others else [])])


def named(facts: Mapping[str, Any]) -> str:
    return ", ".join(f"{terminal(key.replace('_', ' '))} {_text(value)}" for key, value in facts.items())


def _text(value: Any) -> str:
    if isinstance(value, Mapping):
        return named(value)
    if isinstance(value, list | tuple):
        return ("; " if any(isinstance(item, Mapping) for item in value) else " ").join(map(_text, value))
    return terminal(str(value))
