"""How `arena tournament` begins and goes on: its flags, the mistakes that end it, and what it then leaves behind."""

import json
from pathlib import Path

import pytest

from arena.cli import running
from arena.cli.machine import OthersLoad, Room
from arena.cli.running import listed
from tests.cli.in_process import arena, run_of, whole_run

EXAMPLES = Path(__file__).parents[2] / "example_bots" / "python"
BOTS = (EXAMPLES / "lowest_bot.py", EXAMPLES / "random_bot.py")


@pytest.mark.parametrize(
    ("words", "found"), [(None, None), ("", ()), ("net", ("net",)), (" net, kill-tree,", ("net", "kill-tree"))]
)
def test_lists_of_the_command_line(words: str | None, found: tuple[str, ...] | None) -> None:
    assert listed(words) == found


MISTAKES: list[tuple[tuple[str, ...], str]] = [
    (("--isolation", "gaurd"), 'isolation: expected "strong", "auto", "limits" or "none", got "gaurd"'),
    (("--tables", "0"), "tables: expected at least 1, got 0"),
    (("--tables", "65"), "tables: expected at most 64, got 65"),
    (
        ("--isolation", "none", "--require-isolation", "net,files"),
        "require_isolation: not enforced here at isolation none: net, files (arena doctor says what this machine can)",
    ),
]


@pytest.mark.parametrize(("flags", "said"), MISTAKES)
def test_mistakes_leave_no_run(flags: tuple[str, ...], said: str, tmp_path: Path) -> None:
    run = tmp_path / "run"
    assert arena("tournament", *BOTS, *flags, "--out", run, status=2).last == f"arena: {said}"
    assert not run.exists()


def test_too_few_descriptors_are_said_before_anything_is_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Room, "here", classmethod(lambda cls: cls(64, None)))
    run = tmp_path / "run"
    said = arena("tournament", *BOTS, "--out", run, status=2)
    assert said.last == (
        "arena: a job with 4 bots opens up to 88 files, and this shell allows 64: raise it (ulimit -n 88)"
    )
    assert not run.exists()
    assert "88 files" in arena("match", *BOTS, status=2).last


RESUMED: list[tuple[tuple[str, ...], str]] = [
    (("--isolation", "none"), "--resume keeps the run's settings: --isolation cannot change "),
    (("--trust-builds",), "--resume keeps the run's settings: --trust-builds cannot change "),
    (("--seed", "5"), "--resume keeps the run's settings: --seed cannot change "),
    (("--tables", "99"), "tables: expected at most 64, got 99"),
    (("--require-isolation", "files"), "require_isolation: not enforced here at isolation none: files "),
]


@pytest.mark.parametrize(("flags", "said"), RESUMED)
def test_what_a_resumed_run_cannot_do(
    flags: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "check_copy", lambda entrant, bots_dir: None)
    run = run_of(tmp_path / "run", whole_run()[:2], finished=False, settings={"isolation": "none"})
    assert arena("tournament", "--resume", run, *flags, status=2).last.startswith(f"arena: {said}")


def test_a_busy_machine_is_said_before_and_after(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(OthersLoad, "measured", lambda self, *, wait=False: 1.5)
    monkeypatch.setattr(running, "usable_cores", lambda: [0, 1])
    flags = ("--boards", "1", "--no-self-check", "--isolation", "none", "--jobs", "1")
    said = arena("tournament", *BOTS, *flags, "--out", tmp_path / "run").err
    assert "arena: warning: other programs are keeping 1.5 of 2 cores busy, beside 1 job: " in said
    during = "arena: warning: while the matches were played, other programs kept 1.5 of 2 cores busy, beside 1 job: "
    assert during in said


def test_what_was_measured_stands_in_the_records_and_under_the_standings(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(running, "enforced", lambda settings, run_dir: "auto: enforced: files")
    run = tmp_path / "run"
    said = arena("tournament", *BOTS, "--boards", "1", "--no-self-check", "--jobs", "1", "--out", run)
    assert "Isolation     auto: enforced: files\n" in said.out
    records = [json.loads(line) for line in arena("export", run).out.splitlines()]
    assert [record["host"]["isolation"] for record in records] == ["auto: enforced: files"] * 2
