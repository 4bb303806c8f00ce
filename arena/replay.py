"""From an exported record to plain steps: what happened at the table, one value after the other.

Deals again and lets the rules say who acted, as `derive` does; holds no wording and no layout, those are the reports'.
Knows of a game what its summary says: a `contract`, whose first entry is the seat that made it, `tricks` as the seats
that won them, and the rest by its name. Must never read a file or a clock. Called by `cli`; `reports` render the steps.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from arena.derive import dealt
from arena.errors import RecordError
from arena.games import Deal, Game, IllegalAction, game
from arena.records import faults_in


@dataclass(frozen=True, slots=True)
class MatchBegins:
    """`bots` the name at each seat, `sides` the side of each seat; `usual_ms` a decision's mean time at each seat."""

    match: str
    game: str
    options: Mapping[str, Any]
    bots: tuple[str, ...]
    sides: tuple[int, ...]
    usual_ms: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class DealBegins:
    """`hands` by seat, as dealt; None where the viewer may not see it. `scores` by side, before the deal."""

    number: int
    dealer: int
    hands: tuple[tuple[str, ...] | None, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """What is new of what the game's summary says beside contract and tricks, such as an up-card or who sits out."""

    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Acted:
    """A decision made; `action` None where the viewer may not see it.

    `ms` as measured, `note` what the bot said of it, None where there is none to see.
    """

    seat: int
    decision: str
    action: str | None
    note: str | None
    ms: float | None


@dataclass(frozen=True, slots=True)
class ContractStands:
    """A contract is made or changed: `role` is what its `seat` is in it, such as declarer; `terms` are the rest."""

    role: str
    seat: int
    terms: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """The cards played since the last of these are a trick (`number` from 1), taken by `winner`."""

    number: int
    winner: int


@dataclass(frozen=True, slots=True)
class DealScored:
    """By side; `scores` with the deal's `points`."""

    points: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Faulted:
    """An offence, where it happened. `decision` is what was due, "" when no deal had begun.

    `legal` are the actions that would have been; none where no deal had begun, or the viewer may not see them.
    """

    seat: int
    kind: str
    detail: str
    decision: str
    elapsed_ms: float | None
    reply: str | None
    stderr: str | None
    unplayed: bool
    legal: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchEnds:
    """`winner` a side or None; `shares` by side, None when void."""

    winner: int | None
    shares: tuple[float, ...] | None
    scores: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Moment:
    """What stands right after a step of a deal: who is to act (-1: nobody), and what is still held.

    `hands` by seat, None where the viewer may not see it; `legal` the actions of the seat to act, none where it is
    another than the viewer.
    """

    to_act: int
    decision: str
    legal: tuple[str, ...]
    hands: tuple[tuple[str, ...] | None, ...]


Step = MatchBegins | DealBegins | Known | Acted | ContractStands | TrickTaken | DealScored | Faulted | MatchEnds


def steps(exported: Mapping[str, Any], *, deal: int | None = None, seat: int | None = None) -> Iterator[Step]:
    """The steps of an exported record that follows from its rules (`verify` says whether it does).

    `deal`: that deal alone; `seat`: only what this seat could see, its own notes and standard error among it.
    Raises RecordError for a deal or seat that the match does not have, and for an action that the rules forbid.
    """
    _check_wishes(exported, deal, seat)
    return (step for step, _ in _walk(exported, deal, seat))


def moments(exported: Mapping[str, Any], *, seat: int | None = None) -> Iterator[tuple[Step, Moment | None]]:
    """The steps of the whole match, each with what stands then; None before, between and after deals.

    Raises as `steps` does.
    """
    _check_wishes(exported, None, seat)
    return ((step, None if deal is None else _moment(deal, seat)) for step, deal in _walk(exported, None, seat))


def _check_wishes(exported: Mapping[str, Any], deal: int | None, seat: int | None) -> None:
    seats = exported["seats"]
    if deal is not None and not 0 <= deal < len(exported["deals"]):
        have = f"deals 0 to {len(exported['deals']) - 1}" if exported["deals"] else "no deals"
        raise RecordError(f"--deal: {exported['match']} has {have}, got {deal}")
    if seat is not None and not 0 <= seat < len(seats):
        raise RecordError(f"--seat: expected a seat from 0 to {len(seats) - 1}, got {seat}")


def _walk(exported: Mapping[str, Any], only_deal: int | None, viewer: int | None) -> Iterator[tuple[Step, Deal | None]]:
    """Every step with its deal as it stands then: the deal moves on, whoever wants to keep something of it copies."""
    names = [entrant["name"] for entrant in exported["entrants"]]
    timing = exported["timing"]
    begins = MatchBegins(
        exported["match"],
        exported["game"],
        exported["options"],
        tuple(names[entrant] for entrant in exported["seats"]),
        tuple(exported["sides"]),
        tuple(total / max(1, n) for total, n in zip(timing["total_ms"], timing["decisions"], strict=True)),
    )
    yield begins, None
    ruled = game(exported["game"], exported["options"])
    before: Deal | None = None
    for number in range(len(exported["deals"])):
        deal = dealt(ruled, exported["board_key"], exported["board"] % ruled.seats, number, before)
        told = _deal_steps(exported, ruled, deal, viewer)
        if only_deal in (None, number):
            for step in told:
                yield step, deal
        else:
            deque(told, maxlen=0)  # played all the same: later deals follow from it
        before = deal
    result = exported["result"]
    for fault in faults_in(result):
        if fault["deal"] is None and only_deal is None:
            yield _faulted(fault, None, viewer), None
    if only_deal is None or only_deal == len(exported["deals"]) - 1:
        shares = result["shares"]
        ends = MatchEnds(
            result["winner"],
            None if shares is None else tuple(shares),
            tuple(result["scores"]),
            result["reason"],
        )
        yield ends, None


def _moment(deal: Deal, viewer: int | None) -> Moment:
    is_over = deal.to_act < 0
    return Moment(
        deal.to_act,
        "" if is_over else deal.decision,
        tuple(deal.legal()) if not is_over and viewer in (None, deal.to_act) else (),
        tuple(_held(deal, seat) if viewer in (None, seat) else None for seat in range(len(deal.hands))),
    )


def _held(deal: Deal, seat: int) -> tuple[str, ...]:
    """What a seat holds now. A game in which nothing is taken up or laid away may say nothing of it in its view."""
    return tuple(deal.view(seat).get("hand", deal.hands[seat]))


def _deal_steps(exported: Mapping[str, Any], ruled: Game, deal: Deal, viewer: int | None) -> Iterator[Step]:
    """Play a deal that has not begun and tell of it."""
    number = deal.number
    record = exported["deals"][number]
    times = exported["timing"]["ms"]
    ms_of = times[number] if number < len(times) else []
    # a seat may be asked before it is shown its own cards
    is_blind = viewer is not None and not _held(deal, viewer)
    hands = tuple(None if is_blind or viewer not in (None, seat) else hand for seat, hand in enumerate(deal.hands))
    yield DealBegins(number, deal.dealer, hands, deal.scores)
    table = _Table(viewer)
    yield from table.news(deal)
    for index, action in enumerate(record["actions"]):
        seat, decision = deal.to_act, deal.decision
        other = _otherwise(deal, action) if decision in ruled.hidden and viewer not in (None, seat) else None
        try:
            deal.apply(action)
        except IllegalAction as why:
            raise RecordError(f"{exported['match']}: deals[{number}].actions[{index}]: {why}") from None
        seen = other is None or viewer is None or other.view(viewer) != deal.view(viewer)
        note = record["notes"].get(str(index)) if viewer in (None, seat) else None
        yield Acted(seat, decision, action if seen else None, note, ms_of[index] if index < len(ms_of) else None)
        if is_blind and viewer is not None and (held := _held(deal, viewer)):
            is_blind = False
            yield Known({"hand": list(held)})
        yield from table.news(deal)
    if deal.points is not None:
        yield DealScored(deal.points, deal.scores)
    fault = exported["result"]["fault"]
    if fault is not None and fault["deal"] == number:
        yield _faulted(fault, deal, viewer)


def _otherwise(deal: Deal, action: str) -> Deal | None:
    """The deal with another decision than the one made, to see whether others can tell; None without a choice."""
    others = [other for other in deal.legal() if other != action]
    if not others:
        return None
    copy = deal.copy()
    copy.apply(others[0])
    return copy


class _Table:
    """What has been told of a deal so far, to tell only what is new."""

    def __init__(self, viewer: int | None) -> None:
        self._viewer = viewer
        self._contract: Any = None
        self._tricks = 0
        self._facts: dict[str, Any] = {}

    def news(self, deal: Deal) -> Iterator[Step]:
        summary = deal.summary()
        contract, tricks = summary.pop("contract", None), summary.pop("tricks", ())
        if contract and contract != self._contract and None not in contract.values():
            (role, seat), *terms = contract.items()
            yield ContractStands(role, seat, dict(terms))
            self._contract = contract
        for winner in tricks[self._tricks :]:
            self._tricks += 1
            yield TrickTaken(self._tricks, winner)
        if self._viewer is not None:
            view = deal.view(self._viewer)
            summary = {key: value for key, value in summary.items() if key in view and view[key] == value}
        news = {key: value for key, value in summary.items() if value and self._facts.get(key) != value}
        if news:
            self._facts |= news
            yield Known(news)


def _faulted(fault: Mapping[str, Any], deal: Deal | None, viewer: int | None) -> Faulted:
    """Of another seat's fault a viewer learns what `match_end` tells: whose it was and of which kind."""
    seen = viewer in (None, fault["seat"])
    return Faulted(
        fault["seat"],
        fault["kind"],
        fault["detail"] if seen else "",
        "" if deal is None else deal.decision,
        fault["elapsed_ms"] if seen else None,
        fault["reply"] if seen else None,
        fault["stderr"] if seen else None,
        fault["unplayed"],
        tuple(deal.legal()) if seen and deal is not None else (),
    )


def deal_at(exported: Mapping[str, Any], number: int, index: int) -> Deal:
    """Deal `number` of the match when `index` decisions of it are made. Raises RecordError as `steps` does."""
    made = -1
    for step, deal in _walk(exported, number, None):
        made += isinstance(step, Acted | DealBegins)
        if deal is not None and made == index:
            return deal
    raise RecordError(f"{exported['match']}: deal {number} has no decision {index}")
