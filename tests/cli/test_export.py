"""`arena export`: whole boards, one record a line, the seed only when it is no secret any more."""

import json
from pathlib import Path

from tests.cli.in_process import arena, played, run_of, whole_run
from tests.played import SEED


def test_every_match_is_a_line_in_order(tmp_path: Path) -> None:
    said = arena("export", run_of(tmp_path / "run", reversed(whole_run())), "--format", "jsonl")
    records = [json.loads(line) for line in said.out.splitlines()]
    assert [record["match"] for record in records] == [
        f"a~b/{board}/{room}" for board in range(3) for room in ("closed", "open")
    ]
    assert {record["seed"] for record in records} == {SEED}
    assert said.last.startswith("arena: whoever has the file")


def test_an_unfinished_run_shows_whole_boards_and_no_seed(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", [*whole_run()[:2], played(1, "open")], finished=False)
    said = arena("export", run)
    records = [json.loads(line) for line in said.out.splitlines()]
    assert [record["match"] for record in records] == ["a~b/0/closed", "a~b/0/open"]
    assert {record["seed"] for record in records} == {None}
    assert SEED not in said.out + said.err


def test_what_is_exported_verifies(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    file.write_text(arena("export", run_of(tmp_path / "run", whole_run())).out)
    assert arena("verify", file).out.startswith("6 matches verified")


def test_an_unknown_format_is_a_mistake(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", whole_run())
    assert arena("export", run, "--format", "pgn", status=2).last == 'arena: --format: expected jsonl, got "pgn"'
