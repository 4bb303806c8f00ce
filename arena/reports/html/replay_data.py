"""One match as the page's replayer reads it: steps of every view, hands, and the lines that asked, packed small.

Pure: an exported record in, text out; renders nothing. Text of bots and their authors is made harmless here, once; the
page sets it as text only. Called by the report; `replay_model.js` unpacks and reads what stands here, field by field.

What is packed is a line of JSON, and then, a line each, the requests of the match in the order of its decisions, as
they were sent. Neighbours are nearly alike, so that gzip folds them: all told about 35 bytes a decision in the page.
"""

import gzip
import json
from base64 import b64encode
from collections.abc import Iterator, Mapping
from typing import Any, assert_never
from urllib.parse import quote

from arena.records import Clock
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
    steps,
)
from arena.reports.neutral import terminal, terminal_lines
from arena.transcript import Sort, lines

SCRIPTS = ("replay_model.js", "replay_parts.js", "replayer.js")
"""The replayer's scripts, in this folder, in the order in which they must stand in the page."""

_LINE_BYTES = 65_536  # the longest line that a bot may write: `match_start` says it, no request does

Frame = list[Any]
"""A decision ([seat, decision, action, note, ms], None before the first and where one failed), then what follows from
it: ["contract", role, seat, terms], ["trick", number, winner], ["known", facts], ["scored", points, scores] or
["fault", fault]."""


def replay_href(match: str, deal: int | None = None, card: int | None = None, seat: int | None = None) -> str:
    """The link to a place in the page's replayer.

    `card`: how many decisions of the deal are shown, one that failed counts; `seat`: the one whose view it is.

    >>> replay_href("a~b/17/open", 3, 7)
    '#replay=a~b%2F17%2Fopen&deal=3&card=7'
    """
    places = {"deal": deal, "card": card, "seat": seat}
    return f"#replay={quote(match, safe='')}" + "".join(
        f"&{key}={place}" for key, place in places.items() if place is not None
    )


def replay_script(exported: Mapping[str, Any], clocks: Mapping[str, Clock]) -> str:
    """The match for a `<script type="application/octet-stream">`: base64 of gzip, the same for the same record.

    `clocks` by entrant's name. Raises RecordError for an action that the rules forbid.
    """
    told = json.dumps(match_data(exported), separators=(",", ":"))
    text = "\n".join([told, *requests(exported, clocks)])
    return b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()


def requests(exported: Mapping[str, Any], clocks: Mapping[str, Clock]) -> list[str]:
    """The line of every request, without its newline, in the order of the decisions, with that of a fault."""
    sent = []
    for seat, entrant in enumerate(exported["seats"]):
        clock = clocks[exported["entrants"][entrant]["name"]]
        sent += [line for line in lines(exported, seat, clock, _LINE_BYTES) if line.kind is Sort.REQUEST]
    sent.sort(key=lambda line: (line.deal or 0, line.index or 0))
    return [line.line.decode().rstrip("\n") for line in sent]


def match_data(exported: Mapping[str, Any]) -> dict[str, Any]:
    """The match without its requests, JSON-ready. Every value by seat or by side stands in their order."""
    seats = range(len(exported["seats"]))
    whole = _Told(moments(exported))
    views = [_Told((step, None) for step in steps(exported, seat=seat)) for seat in seats]
    begins, ends = whole.begins, whole.ends
    return {
        "match": begins.match,
        "game": begins.game,
        "options": dict(begins.options),
        "bots": [terminal(name) for name in begins.bots],
        "sides": list(begins.sides),
        "deals": [
            {
                "dealer": deal.begins.dealer,
                "scores": list(deal.begins.scores),
                "hands": _lists(deal.begins.hands),
                "frames": deal.frames,
                "views": [_otherwise(deal.frames, views[seat].deals[number].frames) for seat in seats],
                **_held(deal),
            }
            for number, deal in enumerate(whole.deals)
        ],
        # outside of deals: somebody was not ready
        "faults": whole.faults,
        "fault_views": [told.faults for told in views],
        "end": {
            "winner": ends.winner,
            "shares": None if ends.shares is None else list(ends.shares),
            "scores": list(ends.scores),
            "reason": ends.reason,
        },
    }


class _Deal:
    """A deal's steps as frames: what there is before the first decision, then one a decision; `moments` as many."""

    def __init__(self, begins: DealBegins) -> None:
        self.begins = begins
        self.frames: list[Frame] = [[None]]
        self.moments: list[Moment] = []


class _Told:
    """A match as one viewer is told it."""

    begins: MatchBegins
    ends: MatchEnds

    def __init__(self, told: Iterator[tuple[Step, Moment | None]]) -> None:
        self.deals: list[_Deal] = []
        self.faults: list[dict[str, Any]] = []
        for step, moment in told:
            self._add(step)
            if moment is not None and isinstance(step, DealBegins | Acted):
                self.deals[-1].moments.append(moment)

    def _add(self, step: Step) -> None:
        match step:
            case MatchBegins():
                self.begins = step
            case DealBegins():
                self.deals.append(_Deal(step))
            case Acted():
                note = None if step.note is None else terminal(step.note)
                self.deals[-1].frames.append([[step.seat, step.decision, step.action, note, step.ms]])
            case Known():
                self._news("known", dict(step.facts))
            case ContractStands():
                self._news("contract", step.role, step.seat, dict(step.terms))
            case TrickTaken():
                self._news("trick", step.number, step.winner)
            case DealScored():
                self._news("scored", list(step.points), list(step.scores))
            case Faulted(decision=""):
                self.faults.append(_fault(step))
            case Faulted():
                self.deals[-1].frames.append([None])
                self._news("fault", _fault(step))
            case MatchEnds():
                self.ends = step
            case other:
                assert_never(other)

    def _news(self, *told: Any) -> None:
        self.deals[-1].frames[-1].append(list(told))


def _fault(step: Faulted) -> dict[str, Any]:
    return {
        "seat": step.seat,
        "kind": step.kind,
        "detail": terminal(step.detail),
        "decision": step.decision,
        "elapsed_ms": step.elapsed_ms,
        "reply": None if step.reply is None else terminal(step.reply),
        "stderr": None if step.stderr is None else terminal_lines(step.stderr),
        "unplayed": step.unplayed,
    }


def _otherwise(whole: list[Frame], seen: list[Frame]) -> dict[str, Frame]:
    """The frames that a seat sees otherwise than who sees all, by their place."""
    pairs = zip(whole, seen, strict=True)
    return {str(place): theirs for place, (ours, theirs) in enumerate(pairs) if ours != theirs}


def _held(deal: _Deal) -> dict[str, Any]:
    """What the hands are that do not follow from the deal by taking away the cards that their seats laid down.

    `held`: place of the frame -> seat -> hand; `blind`: seats that have not seen their cards before the first decision;
    `due`: whose decision is next, and which, where the record breaks off without a fault, else None.
    """
    others: dict[str, dict[str, list[str]]] = {}
    hands = _lists(deal.begins.hands)
    blind = [seat for seat, seen in enumerate(_lists(deal.moments[0].hands)) if seen != hands[seat]]
    for place, moment in enumerate(deal.moments[1:], 1):
        seat, _, action, _, _ = deal.frames[place][0]
        if action in hands[seat]:
            hands[seat].remove(action)
        for each, hand in enumerate(_lists(moment.hands)):
            if hands[each] != hand:
                hands[each] = hand
                others.setdefault(str(place), {})[str(each)] = list(hand)
    last = deal.moments[-1]
    cut_off = last.to_act >= 0 and len(deal.frames) == len(deal.moments)
    return {"held": others, "blind": blind, "due": [last.to_act, last.decision] if cut_off else None}


def _lists(hands: tuple[tuple[str, ...] | None, ...]) -> list[list[str]]:
    return [list(hand or ()) for hand in hands]
