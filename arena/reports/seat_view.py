"""A table as the person sees it who sits there, as text: what has happened in a deal, and where the cards lie now.

Renders the steps of `arena.replay` as seen from a seat, and that seat's hand, and has nothing else: what the seat may
not know cannot stand in the text. Cards are what is decided where `play` is due. Called by `arena play`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from arena.replay import (
    Acted,
    ContractStands,
    DealBegins,
    DealScored,
    Faulted,
    Known,
    MatchEnds,
    Step,
    TrickTaken,
)
from arena.reports.cells import padded, shortened
from arena.reports.neutral import terminal
from arena.reports.replays import Names, named

WIDTH: Final = 79
_NARROWEST: Final = 40
_PLAY: Final = "play"


class Places(Names):
    """Who sits where, in the words of the person at seat `viewer`; `bots` and `sides` by seat."""

    def __init__(self, viewer: int, bots: tuple[str, ...], sides: tuple[int, ...]) -> None:
        super().__init__(bots, sides)
        self.viewer = viewer

    def seat(self, seat: int) -> str:
        """`you`, `left`, `partner`, …: one word or two for each seat, no two the same."""
        seats, mine = len(self.sides), self.sides[self.viewer]
        away = (seat - self.viewer) % seats
        if away == 0:
            return "you"
        if 2 * away == seats and seats <= 4:
            return "partner" if self.sides[seat] == mine else "opposite"
        if away == 1:
            return "left"
        if away == seats - 1:
            return "right"
        return f"partner {seat}" if self.sides[seat] == mine else f"seat {seat}"

    def side(self, side: int) -> str:
        """For sentences on how a match ended."""
        if side == self.sides[self.viewer]:
            return "your side"
        return "the other side" if max(self.sides) == 1 else self.seat(self.sides.index(side))

    def by_side(self, values: tuple[int, ...], *, signed: bool = False) -> str:
        """The viewer's side first."""
        mine = self.sides[self.viewer]
        order = [mine, *(side for side in range(len(values)) if side != mine)]
        sign = "+" if signed else ""
        return ", ".join(f"{self._count(side)} {values[side]:{sign}d}" for side in order)

    def _count(self, side: int) -> str:
        if self.sides.count(side) == 1:
            return self.seat(self.sides.index(side))
        return "we" if side == self.sides[self.viewer] else "they"


# ---- what happened


def told(steps: Iterable[Step], places: Places) -> list[str]:
    """What happened, a line each; the cards of a trick when it is taken. Notes and hands where the steps have them."""
    lines: list[str] = []
    trick: list[Acted] = []
    for step in steps:
        match step:
            case DealBegins():
                lines.append(f"deal {step.number}: {_deals(places.seat(step.dealer))}; {places.by_side(step.scores)}")
                # the viewer's own hand is not told but shown, for there are games in which it is not seen at once
                if None not in step.hands:
                    hands = [
                        f"  {places.seat(seat)} held {' '.join(hand or ())}" for seat, hand in enumerate(step.hands)
                    ]
                    lines += hands
            case Acted(decision=decision) if decision == _PLAY:
                trick.append(step)
            case Acted():
                lines.append(f"  {places.seat(step.seat)}: {_chosen(step)}")
                lines += _note(step, places)
            case ContractStands():
                lines.append(f"  contract: {_contract(step, places)}")
            case Known():
                lines.append(f"  {named(step.facts)}")
            case TrickTaken():
                lines += _trick(step, trick, places)
                trick = []
            case DealScored():
                points, scores = places.by_side(step.points, signed=True), places.by_side(step.scores)
                lines.append(f"  the deal: {points}; the scores: {scores}")
            case Faulted():
                lines += Names(places.bots, places.sides).fault(step)
            case MatchEnds():
                lines.append(places.result(step))
            case _:  # the match begins: known at the table
                pass
    return lines


def _deals(who: str) -> str:
    return "you deal" if who == "you" else f"{who} deals"


def _chosen(step: Acted) -> str:
    return f"{terminal(step.decision)} {'unseen' if step.action is None else terminal(step.action)}"


def _note(step: Acted, places: Places) -> Iterator[str]:
    if step.note:
        yield f'    {places.seat(step.seat)} noted: "{terminal(step.note)}"'


def _trick(taken: TrickTaken, cards: Sequence[Acted], places: Places) -> Iterator[str]:
    played = ", ".join(f"{places.seat(card.seat)} {card.action}" for card in cards)
    yield f"  trick {taken.number}: {played} -> {places.seat(taken.winner)}"
    for card in cards:
        yield from _note(card, places)


def _contract(step: ContractStands, places: Places) -> str:
    """Single values as they are, the others by their name, none that say nothing."""
    plain = [str(value) for value in step.terms.values() if isinstance(value, str | int)]
    others = {key: value for key, value in step.terms.items() if value and not isinstance(value, str | int)}
    return f"{places.seat(step.seat)}, {terminal(' '.join(plain))}{f' ({named(others)})' if others else ''}"


# ---- where the cards lie


@dataclass(slots=True)
class _Now:
    """What stands after the steps of a deal so far. `tricks` are the seats that took them."""

    number: int = 0
    dealer: int = 0
    scores: tuple[int, ...] = ()
    dealt: int = 0
    called: dict[int, list[str]] = field(default_factory=dict)
    played: dict[int, int] = field(default_factory=dict)
    trick: list[Acted] = field(default_factory=list)
    tricks: list[int] = field(default_factory=list)
    contract: ContractStands | None = None
    facts: dict[str, Any] = field(default_factory=dict)


def _now(steps: Iterable[Step], dealt: int) -> _Now:
    now = _Now()
    for step in steps:
        match step:
            case DealBegins():
                now = _Now(step.number, step.dealer, step.scores, dealt)
            case Acted(decision=decision) if decision == _PLAY:
                now.trick.append(step)
                now.played[step.seat] = now.played.get(step.seat, 0) + 1
            case Acted():
                now.called.setdefault(step.seat, []).append(_chosen(step))
            case ContractStands():
                now.contract = step
            case Known():
                # the hand of a seat that had not seen it before is shown as the others are
                now.facts |= {key: value for key, value in step.facts.items() if key != "hand"}
            case TrickTaken():
                now.tricks.append(step.winner)
                now.trick = []
            case _:
                pass
    return now


def table(
    steps: Iterable[Step],
    hand: Sequence[str],
    legal: Sequence[str],
    places: Places,
    *,
    dealt: int,
    numbered: bool,
    width: int = WIDTH,
) -> list[str]:
    """The table before a decision of the viewer's: scores, contract, tricks, who has called and played what, the hand.

    `steps` of this deal, as the viewer's seat sees them; `hand` as in its view; `dealt` cards to each seat. A card that
    may be chosen stands in brackets, behind its number if they are `numbered`. The seats take `width` columns, though
    never more than WIDTH and never so few that nothing can be read: what a seat did is cut where it does not fit.
    """
    width = min(WIDTH, max(_NARROWEST, width))
    block = (width - 3) // 2
    now = _now(steps, dealt)
    heading = [f"deal {now.number}", _deals(places.seat(now.dealer)), places.by_side(now.scores)]
    lines = ["", f"--- {' · '.join(heading)} ".ljust(width, "-")]
    if now.contract is not None:
        won = [0] * len(now.scores)
        for winner in now.tricks:
            won[places.sides[winner]] += 1
        lines.append(f"contract: {_contract(now.contract, places)} · tricks: {places.by_side(tuple(won))}")
    if now.facts:
        lines.append(named(now.facts))
    seats = len(places.sides)
    others = [(places.viewer + away) % seats for away in range(1, seats)]
    while others:  # the seat opposite alone, then pairs, down to the neighbours
        middle = (len(others) - 1) // 2
        if len(others) % 2:
            lines += _centred(others.pop(middle), now, places, width)
        else:
            left, right = others.pop(middle), others.pop(middle)
            pairs = zip(_block(left, now, places), _block(right, now, places), strict=True)
            lines += [f"{padded(one, block)}  {shortened(other, block)}".rstrip() for one, other in pairs]
    return [*lines, *_centred(places.viewer, now, places, width), *_choice(hand, legal, numbered)]


def _centred(seat: int, now: _Now, places: Places, width: int) -> list[str]:
    margin = " " * ((width - 3) // 4)
    return [margin + shortened(line, width - len(margin)) for line in _block(seat, now, places) if line]


def _block(seat: int, now: _Now, places: Places) -> tuple[str, str]:
    """Two lines for a seat: who it is; its card in the trick, how many it holds, what it has called."""
    who = places.seat(seat)
    if not who.endswith(str(seat)):
        who += f" · seat {seat}"
    if seat == now.dealer:
        who += " · dealer"
    if seat != places.viewer:
        who += f" · {terminal(places.bots[seat])}"
    parts = []
    for place, card in enumerate(now.trick):
        if card.seat == seat:
            parts.append(f"[{card.action}]{' led' if place == 0 else ''}")
    left = now.dealt - now.played.get(seat, 0)
    if seat != places.viewer:
        parts.append("1 card" if left == 1 else f"{left} cards")
    if called := now.called.get(seat):
        parts.append(", ".join(called))
    return who, " · ".join(parts)


def _choice(hand: Sequence[str], legal: Sequence[str], numbered: bool) -> list[str]:
    number = {action: f"{place} " if numbered else "" for place, action in enumerate(legal, 1)}
    cards = [f"{number[card]}[{card}]" if card in number else card for card in hand]
    lines = [f"your hand:  {'  '.join(cards)}"] if cards else ["your hand:  not seen yet"]
    if words := [f"{number[action]}{action}" for action in legal if action not in hand]:
        lines.append(f"you may:    {'  '.join(words)}")
    return lines
