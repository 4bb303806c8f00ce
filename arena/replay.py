"""From an exported record to plain steps: what happened at the table, one value after the other.

Deals again and lets the rules say who acted, as `derive` does; holds no wording and no layout, those are the reports'.
Must never read a file or a clock. Called by `cli`; `reports` render the steps.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from arena.derive import dealt
from arena.errors import RecordError
from arena.games import IllegalAction, game


@dataclass(frozen=True, slots=True)
class MatchBegins:
    """`bots` the name at each seat, `sides` the side of each seat."""

    match: str
    game: str
    options: Mapping[str, Any]
    bots: tuple[str, ...]
    sides: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealBegins:
    """`hands` by seat, as dealt; None where the viewer may not see it. `scores` by side, before the deal."""

    number: int
    dealer: int
    hands: tuple[tuple[str, ...] | None, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Acted:
    """A decision made. `ms` as measured, `note` what the bot said of it, None where there is none to see."""

    seat: int
    decision: str
    action: str
    note: str | None
    ms: float | None


@dataclass(frozen=True, slots=True)
class ContractStands:
    """The auction is over; `terms` are what the game says of it beside the declarer, such as bid and trump."""

    declarer: int
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
    """An offence, where it happened. `decision` is what was due, "" when no deal had begun."""

    seat: int
    kind: str
    detail: str
    decision: str
    elapsed_ms: float | None
    reply: str | None
    stderr: str | None
    unplayed: bool


@dataclass(frozen=True, slots=True)
class MatchEnds:
    """`winner` a side or None; `shares` by side, None when void."""

    winner: int | None
    shares: tuple[float, ...] | None
    scores: tuple[int, ...]
    reason: str


Step = MatchBegins | DealBegins | Acted | ContractStands | TrickTaken | DealScored | Faulted | MatchEnds


def steps(exported: Mapping[str, Any], *, deal: int | None = None, seat: int | None = None) -> Iterator[Step]:
    """The steps of an exported record that follows from its rules (`verify` says whether it does).

    `deal`: that deal alone; `seat`: only what this seat could see, its own notes and standard error among it.
    Raises RecordError for a deal or seat that the match does not have, and for an action that the rules forbid.
    """
    seats = exported["seats"]
    if deal is not None and not 0 <= deal < len(exported["deals"]):
        have = f"deals 0 to {len(exported['deals']) - 1}" if exported["deals"] else "no deals"
        raise RecordError(f"--deal: {exported['match']} has {have}, got {deal}")
    if seat is not None and not 0 <= seat < len(seats):
        raise RecordError(f"--seat: expected a seat from 0 to {len(seats) - 1}, got {seat}")
    return _steps(exported, deal, seat)


def _steps(exported: Mapping[str, Any], only_deal: int | None, viewer: int | None) -> Iterator[Step]:
    names = [entrant["name"] for entrant in exported["entrants"]]
    yield MatchBegins(
        exported["match"],
        exported["game"],
        exported["options"],
        tuple(names[entrant] for entrant in exported["seats"]),
        tuple(exported["sides"]),
    )
    for number in range(len(exported["deals"])):
        if only_deal is None or number == only_deal:
            yield from _deal_steps(exported, number, viewer)
    result = exported["result"]
    faults = [fault for fault in (result["fault"], result["other_fault"]) if fault is not None]
    for fault in faults:
        if fault["deal"] is None and only_deal is None:
            yield _faulted(fault, "", viewer)
    if only_deal is None or only_deal == len(exported["deals"]) - 1:
        shares = result["shares"]
        yield MatchEnds(
            result["winner"],
            None if shares is None else tuple(shares),
            tuple(result["scores"]),
            result["reason"],
        )


def _deal_steps(exported: Mapping[str, Any], number: int, viewer: int | None) -> Iterator[Step]:
    ruled = game(exported["game"], exported["options"])
    record = exported["deals"][number]
    before = exported["deals"][number - 1]["scores"] if number else [0] * ruled.side_count
    first_dealer = exported["board"] % ruled.seats
    deal = dealt(ruled, exported["board_key"], first_dealer, number, before)
    times = exported["timing"]["ms"]
    ms_of = times[number] if number < len(times) else []
    hands = tuple(hand if viewer in (None, seat) else None for seat, hand in enumerate(deal.hands))
    yield DealBegins(number, deal.dealer, hands, tuple(before))
    contract: Any = None
    tricks = 0
    for index, action in enumerate(record["actions"]):
        seat, decision = deal.to_act, deal.decision
        try:
            deal.apply(action)
        except IllegalAction as why:
            raise RecordError(f"{exported['match']}: deals[{number}].actions[{index}]: {why}") from None
        note = record["notes"].get(str(index)) if viewer in (None, seat) else None
        yield Acted(seat, decision, action, note, ms_of[index] if index < len(ms_of) else None)
        summary = deal.summary()
        now = summary.get("contract")
        if now is not None and now != contract and None not in now.values():
            terms = {key: value for key, value in now.items() if key != "declarer"}
            yield ContractStands(now["declarer"], terms)
            contract = now
        for winner in summary.get("tricks", ())[tricks:]:
            tricks += 1
            yield TrickTaken(tricks, winner)
    if deal.points is not None:
        yield DealScored(deal.points, deal.scores)
    fault = exported["result"]["fault"]
    if fault is not None and fault["deal"] == number:
        yield _faulted(fault, deal.decision, viewer)


def _faulted(fault: Mapping[str, Any], decision: str, viewer: int | None) -> Faulted:
    """Of another seat's fault a viewer learns what `match_end` tells: whose it was and of which kind."""
    seen = viewer in (None, fault["seat"])
    return Faulted(
        fault["seat"],
        fault["kind"],
        fault["detail"] if seen else "",
        decision,
        fault["elapsed_ms"] if seen else None,
        fault["reply"] if seen else None,
        fault["stderr"] if seen else None,
        fault["unplayed"],
    )
