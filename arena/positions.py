"""From steps to positions: the table after each decision of a match, as plain values, to be looked at in any order.

A fold over `arena.replay`, which alone knows the rules; holds no wording and no layout. Called by `cli`, which steps
through them; `reports` draw them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from arena.replay import (
    Acted,
    ContractStands,
    DealBegins,
    DealScored,
    Faulted,
    Known,
    MatchBegins,
    MatchEnds,
    Moment,
    Step,
    TrickTaken,
    moments,
)


@dataclass(frozen=True, slots=True)
class Line:
    """Decisions of one kind in a row, or the cards of a trick, which `winner` took; None where it is (yet) none."""

    decision: str
    acted: tuple[Acted, ...]
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class Position:
    """The table after `shown` decisions of a deal; after all of them with what the deal came to, and the match.

    `deal` None: a match without deals. `decisions` are all of the deal, `deals` all of the match. `lines` end with
    what lies on the table or was called last. `contract` None until there is one, `tricks` the seats that took them,
    `points` None until the deal is scored; `scores` by side, as they stand.
    """

    begins: MatchBegins
    deals: int
    deal: int | None = None
    shown: int = 0
    decisions: int = 0
    dealer: int | None = None
    moment: Moment | None = None
    lines: tuple[Line, ...] = ()
    contract: ContractStands | None = None
    known: Mapping[str, Any] = field(default_factory=dict)
    tricks: tuple[int, ...] = ()
    points: tuple[int, ...] | None = None
    scores: tuple[int, ...] = ()
    last: Acted | None = None
    faults: tuple[Faulted, ...] = ()
    end: MatchEnds | None = None

    @property
    def tricks_by_side(self) -> tuple[int, ...]:
        sides = self.begins.sides
        won = [sides[seat] for seat in self.tricks]
        return tuple(won.count(side) for side in range(max(sides) + 1))


def positions(exported: Mapping[str, Any], *, seat: int | None = None) -> list[Position]:
    """Every position of the match in order, for one seat's eyes if `seat` is given: never empty.

    A deal with n decisions has n + 1 of them. A match without deals has one. Raises as `replay.steps` does.
    """
    found = list(_folded(moments(exported, seat=seat), len(exported["deals"])))
    totals = {position.deal: position.shown for position in found}
    return [replace(position, decisions=totals[position.deal]) for position in found]


def place(found: Sequence[Position], deal: int | None, shown: int | None) -> int:
    """The number of the position after `shown` decisions (None: none) of `deal`; of its last one if it has fewer."""
    of_deal = [number for number, position in enumerate(found) if position.deal == deal]
    near = [number for number in of_deal if found[number].shown <= (shown or 0)]
    return near[-1] if near else 0


def _folded(told: Iterable[tuple[Step, Moment | None]], deals: int) -> Iterator[Position]:
    now: Position | None = None
    for step, moment in told:
        match step:
            case MatchBegins():
                now = Position(step, deals, scores=(0,) * (max(step.sides) + 1))
            case DealBegins():
                assert now is not None
                if now.deal is not None:
                    yield now
                now = Position(now.begins, deals, step.number, dealer=step.dealer, moment=moment, scores=step.scores)
            case Acted():
                assert now is not None
                yield now
                now = replace(_acted(now, step), moment=moment)
            case _:
                assert now is not None
                now = _news(now, step)
    assert now is not None
    yield now


def _acted(now: Position, step: Acted) -> Position:
    lines = now.lines
    if lines and lines[-1].decision == step.decision and lines[-1].winner is None:
        lines = (*lines[:-1], replace(lines[-1], acted=(*lines[-1].acted, step)))
    else:
        lines = (*lines, Line(step.decision, (step,)))
    return replace(now, lines=lines, shown=now.shown + 1, last=step)


def _news(now: Position, step: Step) -> Position:
    match step:
        case ContractStands():
            return replace(now, contract=step)
        case Known():
            return replace(now, known={**now.known, **step.facts})
        case TrickTaken() if now.lines:
            return replace(
                now,
                tricks=(*now.tricks, step.winner),
                lines=(*now.lines[:-1], replace(now.lines[-1], winner=step.winner)),
            )
        case DealScored():
            return replace(now, points=step.points, scores=step.scores)
        case Faulted():
            return replace(now, faults=(*now.faults, step))
        case MatchEnds():
            return replace(now, end=step)
        case _:
            return now
