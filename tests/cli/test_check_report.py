"""What `arena check` prints: steps in order under headings, a cause told once, strangers' text made harmless."""

import os

import pytest

from arena.cli.check_report import Failure, Report
from arena.cli.check_speed import Answer, InBoards, Speed, busy_ms, computes, peak_bytes
from arena.records import Clock, FaultKind, Limits

CLOCK = Clock(start_ms=10_000, action_ms=1_000, bank_ms=5_000, exit_ms=500)
UNTIMED = Clock(start_ms=10_000, action_ms=None, bank_ms=5_000, exit_ms=500)
LIMITS = Limits(line_bytes=65_536, stderr_bytes=65_536)


def failure(rule: str, advice: str | None = "mend it", due: str | None = None) -> Failure:
    return Failure(FaultKind.MALFORMED, b"{}\n", "x\x1b[2J", rule, advice, "a\nb\u202e", due=due)


OUTLINE = {"One": ("a", "b", "c", "d", "e"), "Two": ("f", "g", "h", "i"), "Three": ("j",)}


def printed(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_steps_are_numbered_by_their_place_whatever_was_tried(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report(OUTLINE)
    report.begin("One")
    for title in ("d", "other", "b"):
        report.at(title)
    report.remark("once")
    report.remark("once")
    assert report.title == "b"
    assert set(report.met) == {"b", "d", "other"}
    report.end("no reason")
    report.begin("Two")
    report.at("g")
    report.end()
    assert printed(capsys) == [
        "One",
        "  1  not tried  a (no reason)",
        "  2  ok         b (once)",
        "  3  not tried  c (no reason)",
        "  4  ok         d",
        "  -  ok         other",
        "  5  not tried  e (no reason)",
        "Two",
        "  6  not tried  f",
        "  7  ok         g",
        "  8  not tried  h",
        "  9  not tried  i",
    ]
    assert (report.tried, report.failed, report.not_tried) == (4, 0, 6)


def test_what_is_met_grows_with_the_steps() -> None:
    report = Report()
    report.begin("Heading")
    met = report.met
    report.at("a step")
    assert met == {"a step"}


def test_many_missing_steps_are_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report(OUTLINE)
    report.begin("One")
    report.at("a")
    report.end("no reason")
    assert printed(capsys) == ["One", "  1  ok         a", "  2  not tried  steps 2 to 5 (no reason)"]
    assert report.not_tried == 4


def test_a_step_of_a_later_section_waits_for_it(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report(OUTLINE)
    report.begin("One")
    for title in OUTLINE["One"]:
        report.at(title)
    report.at("g")
    report.fail(failure("the rule"))
    report.end()
    assert printed(capsys)[-1] == "  5  ok         e"
    report.begin("Two")
    report.at("f")
    report.end("no reason")
    assert printed(capsys)[:3] == ["Two", "  6  ok         f", "  7  FAILED     g"]


def test_who_is_given_up_is_told_what_was_not_tried(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report(OUTLINE)
    report.begin("One")
    report.at("a")
    report.give_up("it fails", ("Two", "Three"))
    assert printed(capsys) == ["One", "  1  ok         a", "  2  not tried  steps 2 to 10 (it fails)"]
    report = Report(OUTLINE)
    report.begin("One")
    report.at("a")
    report.at("g")
    report.give_up("it fails", ("Two", "Three"))
    assert printed(capsys) == [
        "One",
        "  1  ok         a",
        "  2  not tried  steps 2 to 5 (it fails)",
        "Two",
        "  6  not tried  f (it fails)",
        "  7  ok         g",
        "  8  not tried  h (it fails)",
        "  9  not tried  i (it fails)",
        " 10  not tried  j (it fails)",
    ]


def test_a_step_that_did_not_come_about_can_be_withdrawn(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report(OUTLINE)
    report.begin("Three")
    report.at("j")
    report.withdraw()
    report.end("no reason")
    report.begin("Three")
    report.at("j")
    report.fail(failure("the rule"))
    report.withdraw()
    report.end()
    lines = [line for line in printed(capsys) if line.startswith(" 10")]
    assert lines == [" 10  not tried  j (no reason)", " 10  FAILED     j"]


def test_a_cause_is_told_in_full_where_it_came_first(capsys: pytest.CaptureFixture[str]) -> None:
    """Which need not be the first that is printed."""
    report = Report(OUTLINE)
    report.begin("One")
    report.at("c")
    report.fail(failure("rule c", due="bid"))
    report.at("a")
    report.fail(failure("rule a", due="play"))
    report.end()
    lines = printed(capsys)
    assert "                rule:       rule a (as at step 3; due: play)" in lines
    assert "                rule:       rule c" in lines
    assert report.first_failed == "step 3"


def test_a_section_without_steps_is_not_printed(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report()
    report.begin("Heading")
    report.end()
    assert capsys.readouterr().out == ""


def test_a_section_may_be_told_in_parts(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report({"Heading": "abcde"})
    report.begin("Heading")
    report.at("a")
    report.tell()
    assert capsys.readouterr().out.splitlines() == ["Heading", "  1  ok         a"]
    report.skip("b", "no time")
    report.tell()
    assert capsys.readouterr().out.splitlines() == ["  2  not tried  b (no time)"]


def test_a_failure_is_told_in_full_and_harmlessly(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report({"Heading": "a"})
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
    assert (report.failed, report.first_failed) == (1, "step 1")


def test_a_cause_is_told_once_and_only_the_first_three_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report({"Heading": "abcde"})
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
    report = Report({"Heading": "a"})
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
    answers = [Answer(0.5, "bid"), Answer(1.5, "play"), Answer(100.0, "trump")]
    speed = Speed(answers, 20.0, 200.0, 64 << 20, [InBoards(10, 20.0, 5.0)] * 2)
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
    speed = Speed([Answer(0.5, "bid"), Answer(9_000.0, "play")])
    lines = dict(speed.lines(UNTIMED, LIMITS))
    assert lines["answers"].endswith("slowest 9000.0 ms: play")
    assert lines["bank"] == "none: it is untimed"
    assert list(speed.warnings(UNTIMED, LIMITS)) == []


def test_what_was_not_charged_is_told_apart() -> None:
    speed = Speed([Answer(50.0, "bid", 7.0)], in_boards=[InBoards(10, 320.0, 305.0, 300.0), InBoards(10, 20.0, 5.0)])
    lines = dict(speed.lines(CLOCK, LIMITS))
    assert lines["answers"].endswith(
        "(5.0 % of action_ms = 1000), and 7 ms without a processor that are not charged: bid"
    )
    assert lines["in boards"] == (
        "mean 2.0 ms of 20; slowest 305.0 ms (30 % of action_ms = 1000), up to 300 ms of it without a processor"
    )


def test_nothing_measured_is_nothing_told() -> None:
    assert list(Speed().lines(CLOCK, LIMITS)) == []
    assert Speed().mean_ms == 0.0


@pytest.mark.parametrize(
    ("speed", "told"),
    [
        (Speed([Answer(501.0, "bid")]), "an answer took 501 of action_ms = 1000"),
        (
            Speed([Answer(1200.0, "bid"), Answer(900.0, "bid", 9_000.0)], 200.0),
            "an answer took 1200 of action_ms = 1000; a match took 200 of bank_ms = 5000",
        ),
        (
            Speed([Answer(900.0, "bid", 1398.0)]),
            "an answer took 900 of action_ms = 1000, and 1398 ms without a processor that are not charged",
        ),
        (Speed([Answer(1.0, "bid", 9_000.0)], ready_ms=5_001.0), "ready took 5001 of start_ms = 10000"),
        (Speed([Answer(1.0, "bid")], memory_bytes=300 << 20), "it held 300 of memory_mb = 512"),
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
