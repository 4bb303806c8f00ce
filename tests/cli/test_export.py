"""`arena export`: whole boards, one record a line, the seed only when it is no secret any more."""

import csv
import io
import json
from pathlib import Path

from tests.cli.in_process import arena, played, revoked, run_of, whole_run
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
    assert arena("export", run, "--format", "pgn", status=2).last == (
        'arena: --format: expected one of jsonl, csv, ptn, got "pgn"'
    )


def test_csv_says_how_each_match_ended(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", [revoked(0, "open"), played(0, "closed")])
    said = arena("export", run, "--format", "csv")
    whole, lost = csv.DictReader(io.StringIO(said.out))
    records = [json.loads(line) for line in arena("export", run).out.splitlines()]
    fault = records[1]["result"]["fault"]
    assert (lost["match"], lost["board"], lost["room"]) == ("a~b/0/open", "0", "open")
    assert (lost["reason"], lost["winner"]) == ("forfeit", "ab"[1 - records[1]["seats"][fault["seat"]]])
    assert (lost["fault_bot"], lost["fault_kind"]) == ("ab"[records[1]["seats"][fault["seat"]]], "illegal")
    assert (lost["fault_seat"], lost["fault_detail"]) == (str(fault["seat"]), fault["detail"])
    assert lost["other_fault_kind"] == ""
    # in room closed the second entrant sits on side 0
    scores = records[0]["result"]["scores"]
    assert (whole["score_a"], whole["score_b"]) == (str(scores[1]), str(scores[0]))
    assert whole["winner"] == "ba"[records[0]["result"]["winner"]]
    assert whole["share_a"] + whole["share_b"] == ("01" if whole["winner"] == "b" else "10")
    assert (whole["reason"], whole["fault_kind"]) == ("target", "")
    assert said.last.startswith("arena: whole records")
