"""Programs that die, hang, close pipes, refuse to end or leave others behind."""

import sys
import tempfile
import time
from pathlib import Path

import pytest

from arena.bots.load import WaitMeter
from arena.records import Clock, FaultKind, Isolation, Reason
from arena.verify import first_difference
from tests.rogues.conftest import Play
from tests.rogues.ruled import (
    CRASHED,
    LEVELS,
    NOT_READY,
    RULED,
    TIMEOUT,
    UNEXPECTED,
    assert_fine,
    assert_ruled,
    split,
)
from tests.sittings import HASTY, PATIENT, ROGUES, SHORT, entrant, exported, played, program, sitting

# program and its arguments, clock, kind, what the detail must say
OFFENCES: list[tuple[str, Clock, FaultKind, tuple[str, ...]]] = [
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
    ("late 0.8", SHORT, TIMEOUT, ("no answer to request 1 within 500 ms",)),  # 300 ms after all its time
    ("late 0.4", SHORT, TIMEOUT, ("no answer to request",)),
    ("blank_for_ever", SHORT, TIMEOUT, ("no answer to request 1 within 500 ms",)),
    ("prints_for_ever", PATIENT, UNEXPECTED, ("id",)),
    ("closes_output start", PATIENT, NOT_READY, ("closed its output but still ran",)),
    ("closes_output request", PATIENT, CRASHED, ("closed its output but still ran", "request 1")),
    ("closes_input", PATIENT, CRASHED, ("closed its input", "request 2")),
    ("leaves_a_child exits", PATIENT, CRASHED, ("exited with status 0", "request 1")),
    ("forks_twice exits", PATIENT, CRASHED, ("exited with status 0", "request 1")),
    ("needs_a_module", PATIENT, NOT_READY, ("ModuleNotFoundError", "tensorflow_of_the_future", sys.executable)),
    ("crashes raise", PATIENT, CRASHED, ("exited with status 1", "request 1", "no plan for")),
    ("crashes 11", PATIENT, CRASHED, ("killed by SIGSEGV", "request 1")),
    ("crashes 9", PATIENT, CRASHED, ("killed by SIGKILL",)),
]


@pytest.mark.parametrize("isolation", LEVELS)
@pytest.mark.parametrize(("words", "clock", "kind", "phrases"), OFFENCES, ids=[row[0] for row in OFFENCES])
def test_each_offence_is_ruled(
    play: Play, words: str, clock: Clock, kind: FaultKind, phrases: tuple[str, ...], isolation: Isolation
) -> None:
    [record] = play(split(words), clock=clock, isolation=isolation)
    assert_ruled(record, kind, *phrases)


FINE = [
    "honest",
    "late 0.02",
    "ignores_the_end",
    "leaves_a_child plays",
    "forks_twice",
    "burns_off_turn 3",
    "burns_off_turn 1 child",
    "fork_bomb start 20 plays",
    "odd_pipes",
    "nests 300",
    "nests 500 wide",
    "writes_to_stderr 20",
]


@pytest.mark.parametrize("isolation", LEVELS)
@pytest.mark.parametrize("words", FINE)
def test_what_is_no_offence(play: Play, words: str, isolation: Isolation) -> None:
    """Nothing of it is left afterwards either, sessions of its own included: `play` looks for them."""
    records = play(split(words), boards=2, isolation=isolation)
    assert_fine(records)
    assert records[1].timing.start_ms == [None] * 4  # the processes were kept


def test_the_start_is_not_charged_to_the_first_action(play: Play) -> None:
    clock = Clock(start_ms=20_000, action_ms=1000, bank_ms=0, exit_ms=200)
    assert_fine(play(split("slow_import 1.3"), clock=clock))


def test_a_valid_answer_before_the_exit_counts(play: Play) -> None:
    [record] = play(split("exits_after_answer"))
    fault = record.result.fault
    assert fault is not None
    assert (fault.seat, fault.deal, fault.action_index) == (1, 0, 6)
    assert record.deals[0].actions[:5] == ["pass", "pass", "pass", "3", "clubs"]  # then seat 0 led


def test_no_match_is_played_for_one_that_is_not_ready(play: Play) -> None:
    [record] = play(split("exits_before_ready 4"))
    fault = record.result.fault
    assert fault is not None
    assert (fault.seat, fault.deal, fault.action_index, record.deals) == (1, None, None, [])
    assert fault.stderr == "no such weights"
    assert record.log["seat 1 stderr"] == "no such weights\n"


def test_the_bank_pays_for_slow_answers_until_it_is_empty(play: Play) -> None:
    [record] = play(split("late 0.35"), clock=SHORT)
    assert_ruled(record, TIMEOUT, "action_ms 300")
    assert max(record.deals[0].ms) > 300  # at least one slow answer was paid


@pytest.mark.parametrize("words", ["never_reads", "blank_for_ever"])
def test_steady_load_does_not_put_off_the_end_for_ever(play: Play, monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    """Half of all time is put down to other programs, so the bot has its allowance twice, and then it is over."""

    def half(meter: WaitMeter) -> float:
        return (time.perf_counter() - meter._begun) / 2

    monkeypatch.setattr(WaitMeter, "outside_wait_s", half)
    [record] = play(split(words), clock=SHORT)
    assert_ruled(record, TIMEOUT, "no answer to request 1 within 500 ms", "without a processor to run on")
    assert record.result.fault is not None
    assert record.result.fault.elapsed_ms is not None
    assert 800 < record.result.fault.elapsed_ms < 10_000  # 1000, and what a busy machine adds


@pytest.mark.parametrize(("status", "log"), [(0, ""), (3, "exited with status 3"), (1, "exited with status 1")])
def test_a_bot_may_exit_between_matches(play: Play, status: int, log: str) -> None:
    records = play(split(f"exits_after_match {status}"), boards=3)
    assert_fine(records)
    for record in records:
        started = [ms is not None for ms in record.timing.start_ms]
        assert started == [False, True, False, True] or record is records[0]
    said = [record.log.get("seat 1", "") for record in records]
    assert said[0] == ""
    assert all(log in line and bool(line) == bool(log) for line in said[1:])


def test_a_bot_that_crashes_in_some_matches_loses_those(play: Play) -> None:
    records = play(split("crashes_by_seed 3"), boards=8)
    faults = [record.result.fault for record in records]
    assert 0 < sum(fault is not None for fault in faults) < 8
    for record, fault in zip(records, faults, strict=True):
        if fault is None:
            assert_fine([record])
        else:
            assert_ruled(record, CRASHED, "request 2", "one in so many")


# ---- programs that cannot be started


@pytest.mark.parametrize("isolation", LEVELS)
def test_a_program_that_is_not_there_is_not_ready(play: Play, tmp_path: Path, isolation: Isolation) -> None:
    plain = tmp_path / "plain.txt"
    plain.write_text("no program")
    [missing] = play([str(tmp_path / "missing")], isolation=isolation)
    assert_ruled(missing, NOT_READY, "cannot be started: no such file or directory")
    [unmarked] = play([str(plain)], isolation=isolation)
    assert_ruled(unmarked, NOT_READY, "cannot be started: permission denied")
    plain.chmod(0o755)
    [headless] = play([str(plain)], isolation=isolation)
    assert_ruled(headless, NOT_READY, "cannot be started: exec format error")
    plain.write_text("#!/nowhere/at/all\n")
    [bad_first_line] = play([str(plain)], isolation=isolation)
    assert_ruled(bad_first_line, NOT_READY, "cannot be started: no such file or directory")
    [folder] = play([str(tmp_path)], isolation=isolation)
    assert_ruled(folder, NOT_READY, "cannot be started: permission denied")
    [script] = play([sys.executable, "-S", str(tmp_path / "missing.py")], isolation=isolation)
    assert_ruled(script, NOT_READY, "exited with status 2", "No such file")
    [shell] = play(["/bin/sh", "-c", "exit 127"], isolation=isolation)
    assert_ruled(shell, NOT_READY, "exited with status 127")


def test_a_syntax_error_is_shown(play: Play) -> None:
    [record] = play([sys.executable, "-S", str(ROGUES / "syntax_error.txt")])
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
    records = play(split("exits_after_ready"), boards=7)
    faults = [record.result.fault for record in records]
    assert [fault is not None and (fault.kind, fault.unplayed) for fault in faults] == [(CRASHED, False)] * 5 + [
        (CRASHED, True)
    ] * 2
    assert [record.result.shares for record in records] == [[1, 0]] * 7
    assert faults[5] is not None
    assert "5 forfeits in a row" in faults[5].detail
