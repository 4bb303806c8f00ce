"""The messages arena sends: names and order of their fields, what the models refuse, what they cut."""

import json
from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError

from arena.records import FaultKind, Reason
from protocol import messages
from protocol.codec import encode
from protocol.messages import (
    Action,
    ArenaMessage,
    DealEnd,
    EndFault,
    FaultNotice,
    MatchClock,
    MatchEnd,
    MatchStart,
    Ready,
    Request,
    RequestClock,
)

FROM_ARENA: TypeAdapter[ArenaMessage] = TypeAdapter(ArenaMessage)

START: dict[str, Any] = {
    "type": "match_start",
    "protocol": 1,
    "game": "bid-euchre",
    "options": {"target": 32},
    "match": "17/open",
    "seat": 0,
    "sides": [0, 1, 0, 1],
    "first_dealer": 1,
    "seed": "9c1f",
    "clock": {"start_ms": 10000, "action_ms": 1000, "bank_ms": 5000},
    "max_line_bytes": 65536,
}
REQUEST: dict[str, Any] = {
    "type": "request",
    "id": 1,
    "decision": "bid",
    "legal": ["pass", "3"],
    "view": {"seat": 0},
    "clock": {"action_ms": 1000, "bank_ms": 5000, "last_ms": None},
}
DEAL_END: dict[str, Any] = {
    "type": "deal_end",
    "deal": 0,
    "points": [4, 2],
    "scores": [4, 2],
    "hands": [["9c"], ["Tc"], ["Jc"], ["Qc"]],
    "actions": ["pass", "4"],
    "summary": {"contract": None, "tricks": []},
}
FAULT: dict[str, Any] = {"type": "fault", "kind": "timeout", "detail": "no answer"}
TARGET: dict[str, Any] = {"type": "match_end", "winner": 0, "scores": [33, 21], "reason": "target"}
FORFEIT: dict[str, Any] = {
    "type": "match_end",
    "winner": None,
    "scores": [0, 0],
    "reason": "forfeit",
    "fault": {"seat": 2, "kind": "not_ready"},
}


@pytest.mark.parametrize("fields", [START, REQUEST, DEAL_END, FAULT, TARGET, FORFEIT], ids=lambda each: each["type"])
def test_a_message_is_written_as_it_is_read(fields: dict[str, Any]) -> None:
    line = json.dumps(fields, separators=(",", ":")).encode() + b"\n"
    assert encode(FROM_ARENA.validate_json(line)) == line


def test_messages_are_built_without_naming_what_is_fixed() -> None:
    clock = MatchClock(start_ms=10000, action_ms=None, bank_ms=None)
    start = MatchStart(
        game="g", options={}, match="0/open", seat=0, sides=[0, 1], first_dealer=0, seed="00", clock=clock
    )
    assert (start.type, start.protocol, start.max_line_bytes) == ("match_start", 1, 65536)
    untimed = RequestClock(action_ms=None, bank_ms=None, last_ms=0.3)
    assert Request(id=1, decision="bid", legal=["3"], view={}, clock=untimed).type == "request"
    assert DealEnd(deal=0, points=[1], scores=[1], hands=[], actions=[], summary={}).type == "deal_end"
    assert FaultNotice(kind=FaultKind.ILLEGAL, detail="").kind == "illegal"
    end = MatchEnd(winner=1, scores=[1], reason=Reason.FORFEIT, fault=EndFault(seat=0, kind=FaultKind.CRASHED))
    assert json.loads(encode(end))["fault"] == {"seat": 0, "kind": "crashed"}


@pytest.mark.parametrize(
    ("fields", "change"),
    [
        (START, {"protocol": 2}),
        (START, {"seed": "0xff"}),
        (START, {"seed": ""}),
        (START, {"seat": -1}),
        (START, {"seat": True}),
        (START, {"sides": ["0", "1"]}),
        (START, {"max_line_bytes": 0}),
        (START, {"clock": {"start_ms": 1, "action_ms": 1}}),
        (START, {"opponents": ["b"]}),
        (REQUEST, {"id": 0}),
        (REQUEST, {"legal": []}),
        (REQUEST, {"view": []}),
        (REQUEST, {"clock": {"action_ms": 1, "bank_ms": 0.5, "last_ms": None}}),
        (REQUEST, {"clock": {"action_ms": 1, "bank_ms": 0, "last_ms": -0.1}}),
        (REQUEST, {"clock": {"action_ms": 1, "bank_ms": 0, "last_ms": float("nan")}}),
        (DEAL_END, {"points": None}),
        (FAULT, {"kind": "late"}),
        (FAULT, {"detail": None}),
        (TARGET, {"reason": "resigned"}),
        (TARGET, {"type": "match_over"}),
        (FORFEIT, {"fault": {"seat": 2, "kind": "late"}}),
    ],
)
def test_a_message_that_is_wrong_cannot_be_built(fields: dict[str, Any], change: dict[str, Any]) -> None:
    FROM_ARENA.validate_python(fields)
    with pytest.raises(ValidationError):
        FROM_ARENA.validate_python(fields | change)


def test_faults_and_endings_are_those_of_the_records() -> None:
    assert list(messages.FAULT_KINDS) == list(FaultKind)
    assert list(messages.REASONS) == list(Reason)


@pytest.mark.parametrize("length", [0, 3999, 4000, 4001, 100_000])
def test_a_fault_always_fits_a_line(length: int) -> None:
    notice = FaultNotice(kind="malformed", detail="\x01" * length)
    assert len(notice.detail) == min(length, 4000)
    assert notice.detail.endswith("…") == (length > 4000)
    assert len(encode(notice)) <= messages.MAX_LINE_BYTES


@pytest.mark.parametrize("length", [0, 63, 64, 65, 5000])
def test_display_strings_and_notes_are_cut_not_refused(length: int) -> None:
    text = "♥" * length
    ready = Ready(type="ready", name=text, version=text, author=text)
    assert {len(each or "") for each in (ready.name, ready.version, ready.author)} == {min(length, 64)}
    note = Action(type="action", id=1, action="Jh", note=text).note
    assert note == text[:1000]


@pytest.mark.parametrize(
    "model", [MatchStart, Request, DealEnd, FaultNotice, MatchEnd, EndFault, MatchClock, RequestClock]
)
def test_what_arena_says_cannot_be_altered_afterwards(model: type[BaseModel]) -> None:
    assert model.model_config["frozen"]
