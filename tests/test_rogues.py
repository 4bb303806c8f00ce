"""Real programs that break every rule of the protocol, one at a time, each with its exact ruling.

Every sitting is played against an honest bot; afterwards no process and no scratch directory is left, and every
record is verified.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arena.games import game
from arena.games.dealing import board_key, shuffled
from arena.records import Clock, FaultKind, MatchRecord, Reason
from arena.verify import first_difference
from tests.sittings import (
    HASTY,
    PATIENT,
    ROGUES,
    SEED,
    SHORT,
    entrant,
    exported,
    played,
    processes_at_home_in,
    program,
    sitting,
)

RULED = game("bid-euchre", {})
HONEST = entrant("honest", program("honest.py"))
SCRATCH_CHECK_S = 5.0

Play = Callable[..., list[MatchRecord]]


@pytest.fixture(name="play")
def fixture_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Play]:
    """Play a rogue (entrant 1: seats 1 and 3) against an honest bot; leftovers are looked for at the end."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    leaves_a_process = False

    def play(
        command: list[str],
        *,
        clock: Clock = PATIENT,
        boards: int = 1,
        first: int = 0,
        leaves: bool = False,
        deals: int = 2,
    ) -> list[MatchRecord]:
        nonlocal leaves_a_process
        leaves_a_process = leaves
        work = sitting((HONEST, entrant("rogue", command, clock)), range(first, first + boards), RULED, max_deals=deals)
        records = played(work)
        assert len(records) == boards
        for record in records:
            facts = {"max_deals": deals, "give_up_after": 5}
            assert first_difference(exported(record, RULED, facts)) is None
        return records

    yield play
    assert [path.name for path in tmp_path.glob("arena-*")] == []
    until = time.monotonic() + SCRATCH_CHECK_S
    while not leaves_a_process and processes_at_home_in(tmp_path) and time.monotonic() < until:
        time.sleep(0.01)  # a killed grandchild is another process's to reap
    assert leaves_a_process or processes_at_home_in(tmp_path) == []
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def assert_ruled(record: MatchRecord, kind: FaultKind, *phrases: str) -> None:
    """The rogue's side lost by a fault of this kind whose detail says all this."""
    fault = record.result.fault
    assert fault is not None
    assert (fault.kind, fault.seat % 2, record.result.reason) == (kind, 1, Reason.FORFEIT), fault.detail
    assert (record.result.winner, record.result.shares, record.result.other_fault) == (0, [1, 0], None)
    assert [phrase for phrase in phrases if phrase not in fault.detail] == [], fault.detail
    assert fault.detail.isprintable() or "standard error" in fault.detail


NOT_READY, TIMEOUT, CRASHED = FaultKind.NOT_READY, FaultKind.TIMEOUT, FaultKind.CRASHED
MALFORMED, UNEXPECTED, FLOODED = FaultKind.MALFORMED, FaultKind.UNEXPECTED, FaultKind.FLOODED
ILLEGAL = FaultKind.ILLEGAL

# program and its arguments, clock, kind, what the detail must say
PROCESSES: list[tuple[str, Clock, FaultKind, tuple[str, ...]]] = [
    ("exits_before_ready 4", PATIENT, NOT_READY, ("exited with status 4", "0 complete lines", "no such weights")),
    ("exits_before_ready 0", PATIENT, NOT_READY, ("exited with status 0", "before it was ready", " ms")),
    ("exits_after_ready", PATIENT, CRASHED, ("exited with status 3", "request 1")),
    ("exits_after_answer", PATIENT, CRASHED, ("exited with status 0", "request 2", "nothing on standard error")),
    ("never_ready", HASTY, NOT_READY, ("no ready message", "start_ms = 600", "0 complete lines", "no output", "flush")),
    ("never_flushes", HASTY, NOT_READY, ("still running", "flush")),
    ("stops_itself start", HASTY, NOT_READY, ("no ready message",)),
    ("stops_itself request", SHORT, TIMEOUT, ("no answer to request 1 within 500 ms",)),
    ("hangs_mid_deal", SHORT, TIMEOUT, ("no answer to request 3 within 500 ms", "action_ms 300 + 200", "flush")),
    ("drips", SHORT, TIMEOUT, ("bytes of an unfinished line", "newline")),
    ("never_reads", SHORT, TIMEOUT, ("no answer to request 1", "nothing came")),
    ("late 0.9", SHORT, TIMEOUT, ("no answer to request 1 within 500 ms",)),
    ("late 0.4", SHORT, TIMEOUT, ("no answer to request",)),
    ("prints_for_ever", PATIENT, UNEXPECTED, ("id",)),
    ("long_line request 200000", PATIENT, FLOODED, ("a line of more than 65536 bytes", "bytes came")),
    ("long_line request 5000000", PATIENT, FLOODED, ("a line of more than 65536 bytes",)),
    ("long_line request 65536", PATIENT, FLOODED, ("65536 bytes",)),
    ("long_line request 65535", PATIENT, MALFORMED, ("of 65535 bytes",)),
    ("long_line start 5000000", PATIENT, NOT_READY, ("first line", "a line of more than 65536 bytes")),
    ("closes_output start", PATIENT, NOT_READY, ("closed its output but still ran",)),
    ("closes_output request", PATIENT, CRASHED, ("closed its output but still ran", "request 1")),
    ("closes_input", PATIENT, CRASHED, ("closed its input", "request 2")),
    ("leaves_a_child exits", PATIENT, CRASHED, ("exited with status 0", "request 1")),
    ("answers_twice", PATIENT, UNEXPECTED, ("a second answer", "before request 2")),
    ("answers_early", PATIENT, UNEXPECTED, ("an answer too early", "request 1")),
    ("wrong_id 2", PATIENT, UNEXPECTED, ("request 3", '"id": 2')),
    ("wrong_id 4", PATIENT, UNEXPECTED, ("request 3", '"id": 4')),
    ("wrong_id 0", PATIENT, UNEXPECTED, ("request 3",)),
    ("wrong_id -3", PATIENT, UNEXPECTED, ("request 3",)),
    ("prints_debug", PATIENT, MALFORMED, ("standard error", "thinking …")),
    ("needs_a_module", PATIENT, NOT_READY, ("ModuleNotFoundError", "tensorflow_of_the_future", sys.executable)),
    ("crashes raise", PATIENT, CRASHED, ("exited with status 1", "request 1", "no plan for")),
    ("crashes 11", PATIENT, CRASHED, ("killed by SIGSEGV", "request 1")),
    ("crashes 9", PATIENT, CRASHED, ("killed by SIGKILL",)),
    ("card_not_held", PATIENT, ILLEGAL, ("you do not hold", "legal:")),
    ("card_played_twice", PATIENT, ILLEGAL, ("was already played",)),
    ("bids_too_low", PATIENT, ILLEGAL, ('bid "3"', "bid not high enough: 3 does not exceed the high bid 4")),
    ("says_action bid PASS", PATIENT, ILLEGAL, ('"PASS"', "legal: pass 3 4 5 6")),
    ("says_action bid 7", PATIENT, ILLEGAL, ('"7"', "not a call")),
    ("says_action play 10h", PATIENT, ILLEGAL, ('"10h"', "Th")),
    ("says_action play J♥", PATIENT, ILLEGAL, ('"J♥"', "Jh")),
    ("says_action play jh", PATIENT, ILLEGAL, ('"jh"', "Jh")),
]


@pytest.mark.parametrize(("words", "clock", "kind", "phrases"), PROCESSES, ids=[row[0] for row in PROCESSES])
def test_each_offence_is_ruled(play: Play, words: str, clock: Clock, kind: FaultKind, phrases: tuple[str, ...]) -> None:
    name, *arguments = words.split()
    [record] = play(program(f"{name}.py", *arguments), clock=clock)
    assert_ruled(record, kind, *phrases)


# what the bot says instead of its first answer; kind; what the detail must say
ANSWERS: list[tuple[str, FaultKind, tuple[str, ...]]] = [
    ("[]", MALFORMED, ("not an object", "[]")),
    ('"Jh"', MALFORMED, ("not an object",)),
    ("5", MALFORMED, ("not an object",)),
    ("null", MALFORMED, ("not an object",)),
    ("{}", MALFORMED, ('without a "type"',)),
    ("Jh", MALFORMED, ("is not JSON", "standard error")),
    ('{"type":"move","id":1,"action":"pass"}', MALFORMED, ('unknown type "move"',)),
    ('{"type":"action","id":1}', MALFORMED, ('"action" is missing',)),
    ('{"type":"action","action":"pass"}', MALFORMED, ('"id" is missing',)),
    ('{"type":"action","id":"1","action":"pass"}', MALFORMED, ('"id" is no whole number',)),
    ('{"type":"action","id":1.0,"action":"pass"}', MALFORMED, ('"id" is no whole number',)),
    ('{"type":"action","id":true,"action":"pass"}', MALFORMED, ('"id" is no whole number',)),
    ('{"type":"action","id":1,"action":3}', MALFORMED, ('"action" is no string',)),
    ('{"type":"action","id":1,"action":"pass"', MALFORMED, ("not valid JSON",)),
    ('\\xef\\xbb\\xbf{"type":"action","id":1,"action":"pass"}', MALFORMED, ("byte order mark",)),
    ('{"type":"action","id":1,"action":"pa\\xffss"}', MALFORMED, ("\\xff",)),
    ('{"type":"action","id":1,"action":"pass","x":' + "[" * 10_000 + "]" * 10_000 + "}", MALFORMED, ("200 of",)),
    ('{"type":"action","id":1,"action":"pass","x":' + "9" * 20_000 + "}", MALFORMED, ("not valid JSON",)),
    ('{"type":"action","id":' + "9" * 4000 + ',"action":"pass"}', UNEXPECTED, ("request 1",)),
    ('{"type":"ready"}', UNEXPECTED, ("ready where the answer to request 1 is due",)),
    ('{"type":"action","id":1,"action":"\\\\u0000\\\\u001b[2J"}', ILLEGAL, ("\\x00\\x1b[2J",)),
    ('{"type":"action","id":1,"action":""}', ILLEGAL, ('bid ""',)),
    ("\\x1b[2J\\x07", MALFORMED, ("\\x1b[2J\\x07",)),
]


@pytest.mark.parametrize(("text", "kind", "phrases"), ANSWERS, ids=[row[0][:50] for row in ANSWERS])
def test_each_wrong_answer_is_ruled(play: Play, text: str, kind: FaultKind, phrases: tuple[str, ...]) -> None:
    [record] = play(program("says.py", "request", text))
    assert_ruled(record, kind, *phrases)


FIRST_LINES = [
    ("hello", ("first line", "is not JSON")),
    ('{"type":"action","id":1,"action":"pass"}', ("first line", "action")),
    ('\\xef\\xbb\\xbf{"type":"ready"}', ("byte order mark",)),
    ('{"type":"ready","name":5}', ('"name" is no string',)),
]


@pytest.mark.parametrize(("text", "phrases"), FIRST_LINES)
def test_a_wrong_first_line_is_not_ready(play: Play, text: str, phrases: tuple[str, ...]) -> None:
    [record] = play(program("says.py", "start", text))
    assert_ruled(record, NOT_READY, *phrases, " ms", "1 complete line")
    assert record.deals == []


FINE = [
    "honest",
    "writes_to_stderr",
    "ignores_the_end",
    "leaves_a_child plays",
    "line_ends | \\r\\n",
    "line_ends \\n\\r\\n \\n\\n",
    "line_ends \\x20\\x20 \\t\\n",
    "blank_line_first",
    "extra_fields",
    "chats_after_the_match",
    "slow_import",
]


@pytest.mark.parametrize("words", FINE)
def test_what_is_no_offence(play: Play, words: str) -> None:
    name, *arguments = words.split()
    arguments = ["" if argument == "|" else argument for argument in arguments]
    records = play(program(f"{name}.py", *arguments), boards=2)
    assert [(record.result.fault, record.result.reason) for record in records] == [(None, Reason.DEAL_CAP)] * 2
    assert records[1].timing.start_ms == [None] * 4  # the processes were kept


def test_a_grandchild_in_a_session_of_its_own_is_no_offence(play: Play) -> None:
    [record] = play(program("forks_twice.py"), leaves=True)
    assert record.result.reason is Reason.DEAL_CAP


def test_a_valid_answer_before_the_exit_counts(play: Play) -> None:
    [record] = play(program("exits_after_answer.py"))
    fault = record.result.fault
    assert fault is not None
    assert (fault.seat, fault.deal, fault.action_index) == (1, 0, 6)
    assert record.deals[0].actions[:5] == ["pass", "pass", "pass", "3", "clubs"]  # then seat 0 led


def test_no_match_is_played_for_one_that_is_not_ready(play: Play) -> None:
    [record] = play(program("exits_before_ready.py", "4"))
    fault = record.result.fault
    assert fault is not None
    assert (fault.seat, fault.deal, fault.action_index, record.deals) == (1, None, None, [])
    assert fault.stderr == "no such weights"
    assert record.log["seat 1 stderr"] == "no such weights"


def test_the_bank_pays_for_slow_answers_until_it_is_empty(play: Play) -> None:
    [record] = play(program("late.py", "0.35"), clock=SHORT)
    assert_ruled(record, TIMEOUT, "action_ms 300")
    assert max(record.deals[0].ms) > 300  # at least one slow answer was paid


def test_the_dealer_must_bid_when_nobody_has(play: Play) -> None:
    [record] = play(program("says_action.py", "bid", "pass"), first=1)
    assert_ruled(record, ILLEGAL, 'bid "pass"', "the dealer must bid", "legal: 3 4 5 6")
    assert record.deals[0].actions == ["pass", "pass", "pass"]


def first_board(revoke: Callable[[list[str], list[str], str, str], bool]) -> int:
    """The first board where, all playing their first legal action, a rogue's position in deal 0 is such a one."""
    for board in range(5000):
        key = board_key(SEED, "honest~rogue", board)
        deal = RULED.start(shuffled(key, 0, RULED.deck), board % 4, (0, 0), 0)
        while deal.to_act >= 0:
            legal = deal.legal()
            if deal.decision == "play" and deal.to_act % 2:
                view = deal.view(deal.to_act)
                tricks = view["tricks"]
                led = tricks[-1]["cards"][0] if tricks and tricks[-1]["winner"] is None else ""
                if led and revoke(view["hand"], legal, view["contract"]["trump"], led):
                    return board
            deal.apply(legal[0])
    raise AssertionError("no such board")


def test_a_revoke_is_illegal(play: Play) -> None:
    board = first_board(lambda hand, legal, _trump, _led: len(legal) < len(hand))
    [record] = play(program("revokes.py", "any"), first=board)
    assert_ruled(record, ILLEGAL, "must follow")


def test_the_left_bower_must_follow_trumps(play: Play) -> None:
    board = first_board(lambda hand, legal, trump, _led: legal == ["Js"] and trump == "clubs" and len(hand) > 1)
    [record] = play(program("revokes.py", "left"), first=board)
    assert_ruled(record, ILLEGAL, "must follow clubs: holds Js, the left bower")


def test_the_left_bower_does_not_follow_its_printed_suit(play: Play) -> None:
    board = first_board(
        lambda hand, legal, trump, led: (
            trump == "clubs" and led[1] == "s" and led != "Js" and "Js" in hand and "Js" not in legal
        )
    )
    [record] = play(program("left_bower_as_its_print.py"), first=board)
    assert_ruled(record, ILLEGAL, "must follow spades", "left bower")


@pytest.mark.parametrize(("status", "log"), [(0, ""), (3, "exited with status 3"), (1, "exited with status 1")])
def test_a_bot_may_exit_between_matches(play: Play, status: int, log: str) -> None:
    records = play(program("exits_after_match.py", str(status)), boards=3)
    assert [record.result.fault for record in records] == [None] * 3
    for record in records:
        started = [ms is not None for ms in record.timing.start_ms]
        assert started == [False, True, False, True] or record is records[0]
    said = [record.log.get("seat 1", "") for record in records]
    assert said[0] == ""
    assert all(log in line and bool(line) == bool(log) for line in said[1:])


def test_a_bot_that_prints_for_ever_between_matches_is_not_ready(play: Play) -> None:
    clock = Clock(start_ms=2000, action_ms=10_000, bank_ms=0, exit_ms=200)
    first, second = play(program("prints_between_matches.py"), boards=2, clock=clock)
    assert first.result.fault is None
    assert_ruled(second, NOT_READY, "no ready message", "start_ms = 2000")
    assert len(second.log["seat 1"]) < 10_000


def test_what_is_said_after_a_match_is_dropped_with_a_note(play: Play) -> None:
    first, second = play(program("chats_after_the_match.py"), boards=2)
    assert first.log == {}
    assert "dropped" in second.log["seat 1"]


def test_a_program_that_is_not_there_is_not_ready(play: Play, tmp_path: Path) -> None:
    plain = tmp_path / "plain.txt"
    plain.write_text("no program")
    [missing] = play([str(tmp_path / "missing")])
    assert_ruled(missing, NOT_READY, "cannot be started: no such file or directory")
    [unmarked] = play([str(plain)])
    assert_ruled(unmarked, NOT_READY, "cannot be started: permission denied")
    plain.chmod(0o755)
    [headless] = play([str(plain)])
    assert_ruled(headless, NOT_READY, "cannot be started: exec format error")
    [script] = play([sys.executable, str(tmp_path / "missing.py")])
    assert_ruled(script, NOT_READY, "exited with status 2", "No such file")
    [shell] = play(["/bin/sh", "-c", "exit 127"])
    assert_ruled(shell, NOT_READY, "exited with status 127")


def test_a_syntax_error_is_shown(play: Play) -> None:
    [record] = play([sys.executable, str(ROGUES / "syntax_error.txt")])
    assert_ruled(record, NOT_READY, "exited with status 1", "SyntaxError")


def test_both_sides_not_ready_halve_the_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    entrants = tuple(entrant(name, program("exits_before_ready.py", "4")) for name in ("a", "b"))
    [record] = played(sitting(entrants, [0], RULED))
    result = record.result
    assert (result.winner, result.shares, result.reason) == (None, [0.5, 0.5], Reason.FORFEIT)
    assert [fault and (fault.seat, fault.kind) for fault in (result.fault, result.other_fault)] == [
        (0, NOT_READY),
        (1, NOT_READY),
    ]
    assert first_difference(exported(record, RULED, {"max_deals": 2, "give_up_after": 5})) is None
    assert list(tmp_path.iterdir()) == []


def test_after_five_forfeits_in_a_row_the_rest_is_unplayed(play: Play) -> None:
    records = play(program("exits_after_ready.py"), boards=7)
    faults = [record.result.fault for record in records]
    assert [fault is not None and (fault.kind, fault.unplayed) for fault in faults] == [(CRASHED, False)] * 5 + [
        (CRASHED, True)
    ] * 2
    assert [record.result.shares for record in records] == [[1, 0]] * 7
    assert faults[5] is not None
    assert "5 forfeits in a row" in faults[5].detail


@pytest.mark.parametrize("name", ["\\x1b[2J", "x" * 10_000, "=1+1", "\\xc3\\xbc\\xe2\\x80\\xae"])
def test_odd_names_are_display_only(play: Play, name: str) -> None:
    text = '{"type":"ready","name":"' + name.replace("\\x1b", "\\\\u001b") + '"}\\n{"type":"ready"}'
    [record] = play(program("says.py", "start", text), clock=SHORT)
    assert_ruled(record, UNEXPECTED, "request 1")  # the second line is one too many, the first was ready
