"""What `arena check` prints: steps in order under headings, a cause told once, strangers' text made harmless."""

import os

import pytest

from arena.cli.check_report import Failure, Report
from arena.cli.check_speed import Speed, busy_ms, computes, peak_bytes
from arena.records import Clock, FaultKind, Limits

CLOCK = Clock(start_ms=10_000, action_ms=1_000, bank_ms=5_000, exit_ms=500)
UNTIMED = Clock(start_ms=10_000, action_ms=None, bank_ms=5_000, exit_ms=500)
LIMITS = Limits(line_bytes=65_536, stderr_bytes=65_536)


def failure(rule: str, advice: str | None = "mend it", sent: bytes | None = b"{}\n") -> Failure:
    return Failure(FaultKind.MALFORMED, sent, "x\x1b[2J", rule, advice, "a\nb\u202e")


def test_steps_are_printed_in_the_order_expected(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report()
    report.begin("Heading")
    for title in ("second", "other", "first"):
        report.at(title)
    report.remark("once")
    report.remark("once")
    assert report.title == "first"
    assert set(report.met) == {"first", "second", "other"}
    report.end(("first", "second", "third"), "no reason")
    assert capsys.readouterr().out.splitlines() == [
        "Heading",
        "  1  ok         first (once)",
        "  2  ok         second",
        "  3  ok         other",
        "  -  not tried  third (no reason)",
    ]
    assert (report.number, report.failed, report.not_tried) == (3, 0, 1)


def test_what_is_met_grows_with_the_steps() -> None:
    report = Report()
    report.begin("Heading")
    met = report.met
    report.at("a step")
    assert met == {"a step"}


def test_many_missing_steps_are_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report()
    report.begin("Heading")
    report.end(("a", "b"), "no reason")
    assert capsys.readouterr().out.splitlines() == ["Heading", "  -  not tried  2 further steps (no reason)"]
    assert report.not_tried == 2


def test_a_section_without_steps_is_not_printed(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report()
    report.begin("Heading")
    report.end()
    assert capsys.readouterr().out == ""


def test_a_section_may_be_told_in_parts(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report()
    report.begin("Heading")
    report.at("a")
    report.tell()
    assert capsys.readouterr().out.splitlines() == ["Heading", "  1  ok         a"]
    report.skip("b", "no time")
    report.end()
    assert capsys.readouterr().out.splitlines() == ["  -  not tried  b (no time)"]


def test_a_failure_is_told_in_full_and_harmlessly(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report()
    report.begin("Heading")
    report.at("a")
    report.fail(failure("the rule"))
    report.fail(failure("another, of the same step"))
    report.end()
    assert capsys.readouterr().out.splitlines()[1:] == [
        "  1  FAILED     a",
        "                sent:       {}",
        r"                reply:      x\x1b[2J",
        "                rule:       the rule",
        "                what to do: mend it",
        "                standard error:",
        "                  a",
        r"                  b\u202e",
    ]
    assert (report.failed, report.first_failed) == (1, 1)


def test_a_cause_is_told_once_and_only_the_first_three_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report()
    report.begin("Heading")
    for title, advice in (("a", 'id 1 "x"'), ("b", 'id 2 "y"'), ("c", "two"), ("d", "three"), ("e", "four")):
        report.at(title)
        report.fail(failure(f"rule {title}", advice))
    report.end()
    lines = capsys.readouterr().out.splitlines()
    assert "                rule:       rule b (as at step 1)" in lines
    assert lines[-1] == "                rule:       rule e"
    assert [line.split(": ", 1)[1].strip() for line in lines if "what to do:" in line] == ['id 1 "x"', "two", "three"]


def test_a_warning_is_no_failure(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report()
    report.begin("Heading")
    report.at("a")
    report.warn("late", "hurry")
    report.warn("loud")
    report.end()
    assert capsys.readouterr().out.splitlines()[1:] == [
        "  1  warning    a (late; loud)",
        "                what to do: hurry",
    ]
    assert (report.failed, report.warned) == (0, 1)


# ---- speed


def test_what_was_measured_stands_against_its_limits() -> None:
    speed = Speed([(0.5, "bid"), (1.5, "play"), (100.0, "trump")], 20.0, 200.0, 64 << 20, [(10, 20.0, 5.0)] * 2)
    lines = dict(speed.lines(CLOCK, LIMITS))
    assert lines == {
        "answers": "mean 34.0 ms, median 1.5 ms of 3; slowest 100.0 ms (10 % of action_ms = 1000): trump",
        "bank": "20 of 5000 ms used in a match",
        "in boards": "mean 2.0 ms of 20; slowest 5.0 ms (0.5 % of action_ms = 1000)",
        "ready": "200 ms after its start (2.0 % of start_ms = 10000)",
        "memory": "64 MiB at most (12 % of memory_mb = 512)",
    }
    assert list(speed.warnings(CLOCK, LIMITS)) == []


def test_an_untimed_bot_has_no_limit() -> None:
    speed = Speed([(0.5, "bid"), (9_000.0, "play")])
    lines = dict(speed.lines(UNTIMED, LIMITS))
    assert lines["answers"].endswith("slowest 9000.0 ms: play")
    assert lines["bank"] == "none: it is untimed"
    assert list(speed.warnings(UNTIMED, LIMITS)) == []


def test_nothing_measured_is_nothing_told() -> None:
    assert list(Speed().lines(CLOCK, LIMITS)) == []
    assert Speed().mean_ms == 0.0


@pytest.mark.parametrize(
    ("speed", "told"),
    [
        (Speed([(501.0, "bid")]), "an answer took 501 of action_ms = 1000"),
        (Speed([(1200.0, "bid")], 200.0), "an answer took 1200 of action_ms = 1000 and 200 of the bank of 5000 ms"),
        (Speed([(1.0, "bid")], ready_ms=5_001.0), "ready took 5001 of start_ms = 10000"),
        (Speed([(1.0, "bid")], memory_bytes=300 << 20), "it held 300 of memory_mb = 512"),
    ],
)
def test_what_is_near_to_a_limit_is_said(speed: Speed, told: str) -> None:
    assert list(speed.warnings(CLOCK, LIMITS)) == [told]


def test_what_the_system_says_of_a_process() -> None:
    own = os.getpid()
    assert peak_bytes(own) > 1 << 20
    spent = busy_ms(own)
    assert spent is not None
    assert spent > 0
    assert computes(own)
    speed = Speed()
    speed.remember(own)
    assert speed.memory_bytes >= peak_bytes(own) > 0


def test_of_a_process_that_is_gone_nothing_is_said() -> None:
    gone = os.fork()
    if not gone:
        os._exit(0)
    os.waitpid(gone, 0)
    assert (peak_bytes(gone), busy_ms(gone), computes(gone)) == (0, None, False)
