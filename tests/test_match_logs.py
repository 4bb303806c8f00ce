"""The logs of faulted matches: what is written, under which name, and what never is."""

from pathlib import Path

import pytest

from arena.match_logs import TAIL_CHARS, MatchLogs, file_name
from arena.records import Fault, FaultKind, MatchRecord, MatchResult, MatchSpec, Reason, Timing

HOSTILE = "\x1b[2Jfake\u202e\r\nsecond line"


def record(
    names: tuple[str, str] = ("a", "b"), *, faulted: bool = True, log: dict[str, str] | None = None
) -> MatchRecord:
    fault = Fault(1, FaultKind.CRASHED, "the process exited with status 3\x07")
    forfeit = MatchResult(0, [1, 0], [0, 0], Reason.FORFEIT, fault)
    drawn = MatchResult(None, [0.5, 0.5], [0, 0], Reason.DEAL_CAP)
    timing = Timing([0] * 4, [0.0] * 4, [0.0] * 4, [None] * 4, 0.0, 0.0)
    spec = MatchSpec(names, 12, "closed", "0" * 64, (1, 0, 1, 0), 0)
    return MatchRecord(spec, [], forfeit if faulted else drawn, timing, {}, [{}, {}], log or {"seat 1 stderr": HOSTILE})


def test_a_log_says_whose_it_is_and_holds_no_control_character(tmp_path: Path) -> None:
    kept = record()
    MatchLogs(tmp_path).keep(kept)
    [path] = (tmp_path / "logs").iterdir()
    assert path.name == file_name(kept)
    text = path.read_text()
    assert text.splitlines() == [
        "match a~b/12/closed",
        "seat 0: b",
        "seat 1: a",
        "seat 2: b",
        "seat 3: a",
        r"fault of seat 1: crashed: the process exited with status 3\x07",
        "",
        "--- seat 1 stderr",
        r"\x1b[2Jfake\u202e\x0d",
        "second line",
    ]


@pytest.mark.parametrize("name", ["..", ".hidden", "a b;rm", "x" * 64, "\u202e", "ü"])
def test_no_name_becomes_a_path(tmp_path: Path, name: str) -> None:
    MatchLogs(tmp_path).keep(record((name, "z")))
    [path] = (tmp_path / "logs").iterdir()
    assert path.name.startswith("00012-closed-")
    assert path.name.replace("-", "").removesuffix(".txt").isalnum()


def test_encounters_have_files_of_their_own() -> None:
    assert file_name(record(("a", "b"))) != file_name(record(("a", "c")))


def test_the_record_keeps_the_end(tmp_path: Path) -> None:
    kept = record(log={"seat 1 stderr": "x" * 5000 + "end", "seat 0": "started again", "seat 2 stderr": ""})
    MatchLogs(tmp_path).keep(kept)
    assert kept.log == {"seat 1 stderr": ("x" * 5000 + "end")[-TAIL_CHARS:], "seat 0": "started again"}


@pytest.mark.parametrize("quiet", [record(faulted=False), record(log={"seat 1": "started again"})])
def test_what_needs_no_log_gets_none(tmp_path: Path, quiet: MatchRecord) -> None:
    MatchLogs(tmp_path).keep(quiet)
    assert not (tmp_path / "logs").exists()


def test_all_logs_together_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.match_logs._MOST_BYTES", 2500)
    for name in "bcdef":
        MatchLogs(tmp_path).keep(record(("a", name), log={"seat 1 stderr": "x" * 900}))
    assert len(list((tmp_path / "logs").iterdir())) == 2


def test_a_log_that_cannot_be_written_costs_nothing(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("in the way")
    kept = record()
    MatchLogs(tmp_path).keep(kept)
    assert kept.log["seat 1 stderr"] == HOSTILE
