"""From an exported record to the lines that a seat was sent, byte for byte: the wire of a match, after the match.

Deals again, lets the rules say what was due, and writes with the same codec and the same arithmetic of the clock as
when it was played; starts no bot and reads no clock. Called by `arena replay` (`--raw`, `--feed`) and by the page's
replays.

Exact are the match start, every request but its clock, the ends of deals, the fault notice and the match end. In a
request's clock `action_ms` is exact; `last_ms` and `bank_ms` follow from the recorded times, which are rounded to
microseconds: `last_ms` may be 0.1 off in the rare case that this rounding crosses a tenth, `bank_ms` 1 off where the
bank stood within that of a whole millisecond. Not known is which decision the time belongs to that was not charged
(`timing.uncharged_ms`: the bot could not run, or was over all it had): where a seat has some, its `last_ms` may be
greater and its bank lower here than they were.

Not known either: whether the request of a fault had been written yet when the bot spoke too early or was gone already
(it is given here), and which seats of one side were all not ready (the record keeps one fault a side: here the others
are told the end). A board left unplayed has no lines; a void match has what its record kept, and no end.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from arena.announcements import match_end, match_start
from arena.bots.clock import Budget
from arena.derive import dealt
from arena.errors import RecordError
from arena.games import Deal, Game, IllegalAction, game
from arena.records import Clock, Reason, faults_in
from protocol.codec import encode, encode_deal_end, encode_request
from protocol.messages import FaultNotice


class Sort(StrEnum):
    """What a line is: its `type` on the wire."""

    MATCH_START = "match_start"
    REQUEST = "request"
    DEAL_END = "deal_end"
    FAULT = "fault"
    MATCH_END = "match_end"


@dataclass(frozen=True, slots=True)
class Sent:
    """A line to a seat, its newline included, and what came back.

    `deal` is its deal's number, None outside deals. For a request alone: `index` its decision's place in the deal,
    `action` what was answered (None: a fault), `note` what was said of it, `ms` how long it took (None: not measured).
    """

    kind: Sort
    line: bytes
    deal: int | None = None
    index: int | None = None
    action: str | None = None
    note: str | None = None
    ms: float | None = None


def lines(exported: Mapping[str, Any], seat: int, clock: Clock, line_bytes: int) -> Iterator[Sent]:
    """All that `seat` was sent in the match, in order; `clock` and `line_bytes` are those of the seat's entrant.

    Raises RecordError where the rules forbid a recorded action.
    """
    result = exported["result"]
    faults = faults_in(result)
    if any(fault["unplayed"] for fault in faults):
        return
    ruled = game(exported["game"], exported["options"])
    first_dealer = exported["board"] % ruled.seats
    start = match_start(
        ruled, exported["board"], exported["room"], exported["board_key"], first_dealer, seat, clock, line_bytes
    )
    yield Sent(Sort.MATCH_START, encode(start))
    yield from _Wire(exported, ruled, seat, Budget(clock)).deals(first_dealer)
    for fault in faults:
        if fault["seat"] == seat:
            yield Sent(Sort.FAULT, encode(FaultNotice(kind=fault["kind"], detail=fault["detail"])), fault["deal"])
            return
    if result["reason"] != Reason.VOID:
        told = (faults[0]["seat"], faults[0]["kind"]) if faults else None
        yield Sent(Sort.MATCH_END, encode(match_end(result["winner"], result["scores"], result["reason"], told)))


class _Wire:
    """One seat's questions and news, deal after deal: the number of its request and the state of its budget."""

    def __init__(self, exported: Mapping[str, Any], ruled: Game, seat: int, budget: Budget) -> None:
        self._exported = exported
        self._ruled = ruled
        self._seat = seat
        self._budget = budget
        self._id = 0

    def deals(self, first_dealer: int) -> Iterator[Sent]:
        before: Deal | None = None
        for number in range(len(self._exported["deals"])):
            deal = dealt(self._ruled, self._exported["board_key"], first_dealer, number, before)
            yield from self._deal(deal, self._exported["deals"][number])
            if deal.points is not None:
                line = encode_deal_end(number, deal.points, deal.scores, deal.hands, deal.actions, deal.summary())
                yield Sent(Sort.DEAL_END, line, number)
            before = deal

    def _deal(self, deal: Deal, record: Mapping[str, Any]) -> Iterator[Sent]:
        times = self._exported["timing"]["ms"]
        ms_of = times[deal.number] if deal.number < len(times) else []
        for index, action in enumerate(record["actions"]):
            if deal.to_act == self._seat:
                ms = ms_of[index] if index < len(ms_of) else None
                line = self._request(deal)
                yield Sent(Sort.REQUEST, line, deal.number, index, action, record["notes"].get(str(index)), ms)
                self._budget.charge(ms or 0.0)
            try:
                deal.apply(action)
            except IllegalAction as why:
                where = f"{self._exported['match']}: deals[{deal.number}].actions[{index}]"
                raise RecordError(f"{where}: {why}") from None
        fault = self._exported["result"]["fault"]
        if fault is not None and fault["deal"] == deal.number and fault["seat"] == self._seat == deal.to_act:
            line = self._request(deal)
            yield Sent(Sort.REQUEST, line, deal.number, len(record["actions"]), ms=fault["elapsed_ms"])

    def _request(self, deal: Deal) -> bytes:
        self._id += 1
        budget = self._budget
        view = deal.view_json(self._seat)
        times = budget.action_ms, budget.bank_ms, budget.last_ms
        return encode_request(self._id, deal.decision, deal.legal(), view, *times)
