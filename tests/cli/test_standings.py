"""`arena standings`: every format, runs that are finished and runs that are not."""

import json
from pathlib import Path

import pytest

from tests.cli.in_process import RULED, arena, played, revoked, run_of, whole_run
from tests.played import SEED, not_begun, spec


def test_json_counts_the_matches(tmp_path: Path) -> None:
    report = json.loads(arena("standings", run_of(tmp_path / "run", whole_run()), "--format", "json").out)
    assert (report["seed"], report["boards"], report["unfinished_matches"]) == (SEED, 3, 0)
    (encounter,) = report["encounters"]
    assert (encounter["a"], encounter["b"], encounter["pairs"]) == ("a", "b", 3)


def test_an_unfinished_run_counts_whole_boards_and_keeps_its_seed(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", [*whole_run()[:2], played(1, "open")], finished=False)
    report = json.loads(arena("standings", run, "--format", "json").out)
    assert (report["seed"], report["unfinished_matches"]) == (None, 3)
    assert report["encounters"][0]["pairs"] == 1
    table = arena("standings", run).out
    assert "unfinished: 3 matches still to be played" in table
    assert SEED not in table


def test_the_table_names_the_forfeits_with_their_first_detail(tmp_path: Path) -> None:
    unplayed = not_begun(RULED, spec(RULED, 1, "open"), 1, unplayed=True)
    run = run_of(tmp_path / "run", [revoked(0, "open"), played(0, "closed"), unplayed, played(1, "closed")])
    said = arena("standings", run)
    assert '"jh" is not legal' in said.out
    assert "exit code 1 after 3 ms" in said.out
    assert "a~b/0/open" in said.last


@pytest.mark.parametrize(("format", "start"), [("table", "Place"), ("markdown", "|"), ("csv", "place,"), ("json", "{")])
def test_every_format(tmp_path: Path, format: str, start: str) -> None:
    assert start in arena("standings", run_of(tmp_path / "run", whole_run()), "--format", format).out[:200]


def test_mistakes(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", whole_run())
    assert "expected one of table, markdown, csv, json" in arena("standings", run, "--format", "pdf", status=2).last
    assert "no such run directory" in arena("standings", tmp_path / "nowhere", status=2).last
    (tmp_path / "empty").mkdir()
    assert "holds no run" in arena("standings", tmp_path / "empty", status=2).last
    holds = arena("standings", tmp_path, status=2).last
    assert holds == f"arena: {tmp_path} is no run: it holds runs, such as {run}"
    said = arena("standings", run / "arena.db", status=2).last
    assert said.endswith("arena.db is a file: expected a run's directory, as arena tournament makes it")


def test_a_run_without_a_match_says_how_to_go_on(tmp_path: Path) -> None:
    said = arena("standings", run_of(tmp_path / "run", [], finished=False))
    assert "--resume" in said.last
