"""What bots write: wrong lines, too many, too long, at the wrong time; and the odd ones that are in order."""

from pathlib import Path

import pytest

from arena.records import Clock, FaultKind
from tests.rogues.conftest import Play
from tests.rogues.ruled import (
    CRASHED,
    FLOODED,
    ILLEGAL,
    MALFORMED,
    NOT_READY,
    UNEXPECTED,
    assert_fine,
    assert_ruled,
    split,
)
from tests.sittings import program

OFFENCES: list[tuple[str, FaultKind, tuple[str, ...]]] = [
    ("long_line request 200000", FLOODED, ("a line of more than 65536 bytes", "bytes came")),
    ("long_line request 5000000", FLOODED, ("a line of more than 65536 bytes",)),
    ("long_line request 65536", FLOODED, ("65536 bytes",)),
    ("long_line request 65535", MALFORMED, ("of 65535 bytes",)),
    ("long_line start 5000000", NOT_READY, ("first line", "a line of more than 65536 bytes")),
    ("answers_twice", UNEXPECTED, ("a second answer", "before request 2")),
    ("answers_early", UNEXPECTED, ("an answer too early", "request 1")),
    ("wrong_id 2", UNEXPECTED, ("request 3", '"id": 2')),
    ("wrong_id 4", UNEXPECTED, ("request 3", '"id": 4')),
    ("wrong_id 0", UNEXPECTED, ("request 3",)),
    ("wrong_id -3", UNEXPECTED, ("request 3",)),
    ("prints_debug", MALFORMED, ("standard error", "thinking …")),
]


@pytest.mark.parametrize(("words", "kind", "phrases"), OFFENCES, ids=[row[0] for row in OFFENCES])
def test_each_offence_is_ruled(play: Play, words: str, kind: FaultKind, phrases: tuple[str, ...]) -> None:
    [record] = play(split(words))
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
    ('{"type":"ready","name":"caf\\xe9"}', ("first line", "is not valid JSON", "caf\\xe9")),  # Latin-1, not UTF-8
]


@pytest.mark.parametrize(("text", "phrases"), FIRST_LINES)
def test_a_wrong_first_line_is_not_ready(play: Play, text: str, phrases: tuple[str, ...]) -> None:
    [record] = play(program("says.py", "start", text))
    assert_ruled(record, NOT_READY, *phrases, " ms", "1 complete line")
    assert record.deals == []


FINE = [
    "line_ends | \\r\\n",
    "line_ends \\n\\r\\n \\n\\n",
    "line_ends \\x20\\x20 \\t\\n",
    "blank_line_first",
    "extra_fields",
    "chats_after_the_match",
]


@pytest.mark.parametrize("words", FINE)
def test_what_is_no_offence(play: Play, words: str) -> None:
    records = play(split(words), boards=2)
    assert_fine(records)
    assert records[1].timing.start_ms == [None] * 4  # the processes were kept


NAMES = {
    "escape codes": "\\\\u001b[2J\\\\u001b]0;gone\\\\u0007",
    "10 kB": "x" * 10_000,
    "a formula": "=1+1",
    "right to left": "\\xc3\\xbc\\xe2\\x80\\xae",
    "the opponent's": "honest",
    "nothing": "",
}


@pytest.mark.parametrize("name", NAMES.values(), ids=list(NAMES))
def test_odd_names_are_display_only(play: Play, name: str) -> None:
    """Over-long ones included: they are cut, never a fault."""
    assert_fine(play(program("named.py", name, name, name)))


def test_notes_are_kept_and_cut(play: Play) -> None:
    records = play(split("notes 3000"), boards=2)
    assert_fine(records)
    notes = [note for deal in records[0].deals for note in deal.notes.values()]
    assert len(notes) > 20
    assert {len(note) for note in notes} == {1000}


# ---- floods: nobody's memory grows by them


def peak_kb() -> int:
    """The most memory that this process has had since `forget_peak`."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))


def forget_peak() -> None:
    Path("/proc/self/clear_refs").write_text("5")


@pytest.mark.parametrize("when", ["request", "start"])
def test_a_line_of_64_mb_is_not_kept(play: Play, when: str) -> None:
    play(split("honest"))  # what is loaded once
    forget_peak()
    before = peak_kb()
    [record] = play(split(f"long_line {when} 67108864"))
    kind = FLOODED if when == "request" else NOT_READY
    assert_ruled(record, kind, "a line of more than 65536 bytes")
    assert peak_kb() - before < 24 * 1024


def test_200_mb_of_standard_error_are_read_and_not_kept(play: Play) -> None:
    play(split("honest"))
    forget_peak()
    before = peak_kb()
    first, second = play(split("writes_to_stderr 200"), boards=2)
    assert_fine([first, second])
    assert peak_kb() - before < 24 * 1024
    [record] = play(split("writes_to_stderr 20 crashes"))
    assert_ruled(record, CRASHED, "exited with status 1", "the last words")
    log = record.log["seat 1 stderr"]
    assert log.startswith("the first words\nnoise 7\n")
    assert log.endswith("noise 7\nthe last words\n")
    assert f"{20 * (1 << 20) + 31 - 65536} bytes cut" in log
    assert len(log) < 65536 + 100
    assert record.result.fault is not None
    assert len(record.result.fault.stderr or "") <= 2000


def test_a_bot_that_prints_for_ever_between_matches_is_not_ready(play: Play) -> None:
    clock = Clock(start_ms=2000, action_ms=10_000, bank_ms=0, exit_ms=200)
    forget_peak()
    before = peak_kb()
    first, second = play(split("prints_between_matches"), boards=2, clock=clock)
    assert first.result.fault is None
    assert_ruled(second, NOT_READY, "no ready message", "start_ms = 2000")
    assert len(second.log["seat 1"]) < 10_000
    assert peak_kb() - before < 24 * 1024


def test_what_is_said_after_a_match_is_dropped_with_a_note(play: Play) -> None:
    first, second = play(split("chats_after_the_match"), boards=2)
    assert first.log == {}
    assert "dropped" in second.log["seat 1"]
