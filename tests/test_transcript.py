"""The transcript is what bots were really sent: processes write down every line that they read, and it is the same.

Byte for byte, but for a request's `last_ms` and `bank_ms`, which follow from rounded times: those within the rounding,
where no time went uncharged. The arithmetic itself stands in a table below.
"""

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from arena.derive import full_record
from arena.errors import RecordError
from arena.games import GAMES, Game, game
from arena.records import Clock, Entrant, FaultKind, Isolation, MatchRecord
from arena.rulings import unplayed_record, void_record
from arena.transcript import Sent, Sort, lines
from tests.played import forfeited, good_records, played_match, run_facts, spec
from tests.sittings import LIMITS, digest_of, exported, played, sitting

# as little time for an action as there can be: the bank is in use
SHORT_OF_TIME: Final = Clock(start_ms=20_000, action_ms=1, bank_ms=600_000, exit_ms=5_000)
UNTIMED: Final = Clock(start_ms=20_000, action_ms=None, bank_ms=5_000, exit_ms=5_000)
MEASURED: Final = re.compile(rb'"bank_ms":(\d+|null),"last_ms":([\d.]+|null)}}\n')
KEEPER: Final = """
import json, os, sys, time
folder, fault = sys.argv[1:]  # fault: SEAT:REQUEST:WHAT
kept = None
for line in sys.stdin.buffer:
    message = json.loads(line)
    answer = None
    if message["type"] == "match_start":
        seat = message["seat"]
        kept = open(os.path.join(folder, message["match"].replace("/", "-") + "-%d" % seat), "wb", buffering=0)
        due, answer = 0, {"type": "ready"}
    if message["type"] == "request":
        due, legal = message["id"], message["legal"]
        answer = {"type": "action", "id": due, "action": legal[(due * 7 + seat) % len(legal)]}
        if due % 3 == 0:
            time.sleep(0.002)
        if due % 5 == 0:
            answer["note"] = "number \\u2665 %d" % due
    kept.write(line)
    if answer and fault.startswith("%d:%d:" % (seat, due)):
        if fault.endswith("exit"):
            sys.exit(3)
        answer["action"] = "the moon"
    if answer:
        os.write(1, json.dumps(answer).encode() + b"\\n")
"""


def keepers(ruled: Game, folder: Path, clock: Clock, fault: str = "") -> tuple[Entrant, ...]:
    """An entrant a side, alike but for its name, each writing all that it reads to `folder`."""
    script = folder / "keeper.py"
    script.write_text(KEEPER)
    command = (sys.executable, "-S", str(script), str(folder), fault)
    return tuple(
        Entrant(name, digest_of(name), command, None, clock, LIMITS, isolation=Isolation.NONE)
        for name in "abc"[: ruled.side_count]
    )


def read_by(folder: Path, record: MatchRecord, seat: int) -> list[bytes]:
    """What the seat's process wrote down in this match."""
    return (folder / f"{record.spec.board}-{record.spec.room}-{seat}").read_bytes().splitlines(keepends=True)


def sent(record: MatchRecord, ruled: Game, seat: int, clock: Clock) -> list[Sent]:
    return list(lines(exported(record, ruled, {"max_deals": 2, "give_up_after": 5}), seat, clock, LIMITS.line_bytes))


def assert_same(record: MatchRecord, seat: int, told: Sequence[Sent], read: Sequence[bytes]) -> None:
    """Byte for byte, and the measured fields of requests as near as rounded times can tell."""
    assert [MEASURED.sub(b"", each.line) for each in told] == [MEASURED.sub(b"", line) for line in read]
    for number, (each, line) in enumerate(zip(told, read, strict=True)):
        if each.kind is not Sort.REQUEST:
            assert each.line == line
        elif not record.timing.uncharged_ms[seat]:
            ours, theirs = json.loads(each.line)["clock"], json.loads(line)["clock"]
            assert (ours["last_ms"] is None) == (theirs["last_ms"] is None)
            assert (ours["last_ms"] or 0) == pytest.approx(theirs["last_ms"] or 0, abs=0.101), number
            assert (ours["bank_ms"] is None) == (theirs["bank_ms"] is None)
            assert (ours["bank_ms"] or 0) == pytest.approx(theirs["bank_ms"] or 0, abs=1), number


@pytest.mark.parametrize("name", GAMES)
def test_every_seat_of_every_game_read_what_the_transcript_says(name: str, tmp_path: Path) -> None:
    ruled = game(name, {})
    clock = UNTIMED if name == "euchre-two-handed" else SHORT_OF_TIME
    room = "open" if ruled.side_count == 2 else "bca"
    records = played(sitting(keepers(ruled, tmp_path, clock), [0, 1], ruled, room=room))
    assert [record.result.fault for record in records] == [None, None]
    for record in records:
        for seat in range(ruled.seats):
            assert_same(record, seat, sent(record, ruled, seat, clock), read_by(tmp_path, record, seat))


@pytest.mark.parametrize(
    ("fault", "kind", "last"),
    [
        ("1:3:illegal", FaultKind.ILLEGAL, 3),
        ("2:9:exit", FaultKind.CRASHED, 9),
        ("1:0:exit", FaultKind.NOT_READY, 0),
    ],
)
def test_a_match_with_a_fault(fault: str, kind: FaultKind, last: int, tmp_path: Path) -> None:
    ruled = game("bid-euchre", {})
    work = sitting(keepers(ruled, tmp_path, SHORT_OF_TIME, fault), [0], ruled)
    [record] = played(work)
    assert record.result.fault is not None
    assert record.result.fault.kind is kind
    guilty = int(fault[0])
    for seat in range(ruled.seats):
        told, read = sent(record, ruled, seat, SHORT_OF_TIME), read_by(tmp_path, record, seat)
        if seat != guilty:
            assert told[-1].kind is Sort.MATCH_END
            assert_same(record, seat, told, read)
            continue
        assert told[-1].kind is Sort.FAULT
        # its process is ended with the notice on its way
        assert len(told) - len(read) in (0, 1)
        assert_same(record, seat, told[: len(read)], read)
        asked = [each for each in told if each.kind is Sort.REQUEST]
        assert len(asked) == last
        assert all(each.action is None for each in asked[-1:])
        assert all(each.action is not None for each in asked[:-1])


def test_a_request_has_what_came_back() -> None:
    ruled = game("bid-euchre", {"target": 9})
    record = full_record(good_match(ruled), ruled, run_facts(ruled))
    asked = [
        (each.deal, each.index, seat, each.action, each.note, each.ms)
        for seat in range(4)
        for each in lines(record, seat, UNTIMED, 65536)
        if each.kind is Sort.REQUEST
    ]
    times = record["timing"]["ms"]
    assert [(deal, index, action, note, ms) for deal, index, _, action, note, ms in sorted(asked)] == [
        (number, index, action, deal["notes"].get(str(index)), times[number][index])
        for number, deal in enumerate(record["deals"])
        for index, action in enumerate(deal["actions"])
    ]
    assert any(note for _, _, _, _, note, _ in asked)


def good_match(ruled: Game) -> MatchRecord:
    return played_match(ruled, spec(ruled), Random(3))[0]


@pytest.mark.parametrize(
    ("clock", "times", "told"),
    [
        # within its action's time nothing is paid; over it the bank pays, whole milliseconds told, never too many
        (Clock(1, 100, 50, 1), [100.0, 110.25, 100.04], [(50, None), (50, 100.0), (39, 110.3), (39, 100.0)]),
        # over all it had: the bank is empty, and what could not be charged is gone
        (Clock(1, 100, 50, 1), [400.0, 20.0, 0.0], [(50, None), (0, 400.0), (0, 20.0), (0, 0.0)]),
        (Clock(1, None, 50, 1), [400.0, 20.06, 7.0], [(None, None), (None, 400.0), (None, 20.1), (None, 7.0)]),
    ],
)
def test_the_clock_follows_from_the_recorded_times(
    clock: Clock, times: list[float], told: list[tuple[int | None, float | None]]
) -> None:
    ruled = game("bid-euchre", {})
    record = full_record(good_match(ruled), ruled, run_facts(ruled))
    own = [each for each in lines(record, 2, clock, 65536) if each.kind is Sort.REQUEST][: len(times)]
    for each, ms in zip(own, times, strict=True):
        assert each.deal is not None
        assert each.index is not None
        record["timing"]["ms"][each.deal][each.index] = ms
    own = [each for each in lines(record, 2, clock, 65536) if each.kind is Sort.REQUEST][: len(told)]
    clocks = [json.loads(each.line)["clock"] for each in own]
    assert [(one["bank_ms"], one["last_ms"]) for one in clocks] == told
    assert {one["action_ms"] for one in clocks} == {clock.action_ms}


def shapes(record: dict[str, Any], seat: int) -> list[str]:
    return [str(each.kind) for each in lines(record, seat, SHORT_OF_TIME, 65536)]


def test_what_was_not_played_was_not_said() -> None:
    ruled = game("bid-euchre", {})
    before = forfeited(ruled, spec(ruled), Random(5), FaultKind.TIMEOUT).result
    unplayed = full_record(unplayed_record(spec(ruled), 2, before, 5), ruled, run_facts(ruled))
    assert [shapes(unplayed, seat) for seat in range(4)] == [[]] * 4
    void = full_record(void_record(spec(ruled), 2, "no memory"), ruled, run_facts(ruled))
    assert [shapes(void, seat) for seat in range(4)] == [["match_start"]] * 4


@pytest.mark.parametrize("ending", good_records())
def test_an_end_is_told_once_to_everybody_who_was_there(ending: str) -> None:
    record = good_records()[ending]
    guilty = [fault["seat"] for key in ("fault", "other_fault") if (fault := record["result"][key])]
    for seat in range(4):
        ends = [shape for shape in shapes(record, seat) if shape in ("fault", "match_end")]
        if "void" in ending or ending == "unplayed":
            assert ends == []
        else:
            assert ends == ["fault" if seat in guilty else "match_end"]


def test_an_action_that_the_rules_forbid_has_its_place() -> None:
    record = good_records()["target"]
    record["deals"][1]["actions"][4] = "the moon"
    with pytest.raises(RecordError, match=r"a~b/17/open: deals\[1\]\.actions\[4\]: "):
        shapes(record, 0)
