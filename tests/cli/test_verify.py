"""`arena verify`: sound runs and files pass, and every alteration is named."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.in_process import arena, played, revoked, run_of, whole_run
from tests.played import SEED

SOUND = "verified: every deal, action, trick, score and result follows from the seed"


def test_a_sound_run_passes(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", [*whole_run()[:4], revoked(2, "open"), played(2, "closed")])
    said = arena("verify", run)
    assert said.out == f"6 matches {SOUND}\n"
    assert "arena standings" in said.last


def test_an_unfinished_run_is_verified_with_its_seed_which_stays_secret(tmp_path: Path) -> None:
    said = arena("verify", run_of(tmp_path / "run", [played(0, "open")], finished=False))
    assert said.out == f"1 match {SOUND}\n"
    assert SEED not in said.err


def altered(run: Path, column: str, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the JSON of the first match of board 1."""
    database = sqlite3.connect(run / "arena.db")
    with database:
        number, summary = database.execute("select record, summary from match where board = 1").fetchone()
        if column == "summary":
            value = json.loads(summary)
            change(value)
            database.execute("update match set summary = ? where record = ?", (json.dumps(value).encode(), number))
        else:
            value = json.loads(database.execute("select body from record where id = ?", (number,)).fetchone()[0])
            change(value)
            database.execute("update record set body = ? where id = ?", (json.dumps(value).encode(), number))
    database.close()


def first_deal(change: Callable[[list[str]], object]) -> Callable[[dict[str, Any]], object]:
    return lambda record: change(record["deals"][0]["actions"])


ALTERATIONS: dict[str, tuple[str, Callable[[dict[str, Any]], object], str]] = {
    "an action": (
        "record",
        first_deal(lambda actions: actions.__setitem__(4, "pass")),
        "deals: expected legal actions",
    ),
    "a deal cut": ("record", lambda r: r["deals"].pop(), "tallies: expected"),
    "a score": ("record", lambda r: r["result"].update(scores=[90, 0]), "its row in the standings: expected"),
    "a tally": ("record", lambda r: r["tallies"].reverse(), "tallies: expected"),
    "a key": ("record", lambda r: r["spec"].update(board_key="0" * 64), "a~b/1/closed: "),
    "a row": ("summary", lambda s: s.update(shares=[0.5, 0.5]), "its row in the standings: expected"),
    "a shape": ("record", lambda r: r.pop("result"), "expected a record"),
    "a stranger": ("record", lambda r: r["spec"].update(names=["a", "z"]), "expected bots of this run found z"),
}


@pytest.mark.parametrize("alteration", ALTERATIONS)
def test_an_altered_run_is_named(tmp_path: Path, alteration: str) -> None:
    column, change, named = ALTERATIONS[alteration]
    run = run_of(tmp_path / "run", whole_run())
    altered(run, column, change)
    said = arena("verify", run, status=1)
    assert said.out.startswith("DIFFERENCE ")
    assert named in said.out
    assert len(said.out.splitlines()) == 1


def test_a_finished_run_holds_every_match(tmp_path: Path) -> None:
    said = arena("verify", run_of(tmp_path / "run", whole_run()[:5]), status=1)
    assert said.out == "DIFFERENCE the finished run: matches: expected 6 found 5\n"


def exported(tmp_path: Path, finished: bool = True) -> list[str]:
    return arena("export", run_of(tmp_path / "run", whole_run(), finished=finished)).out.splitlines()


def test_a_file_is_verified_by_its_board_keys_while_the_seed_is_secret(tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    file.write_text("\n".join(exported(tmp_path, finished=False)))
    assert "follows from the board keys" in arena("verify", file).out


def test_an_altered_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    lines = exported(tmp_path)
    record = json.loads(lines[2])
    record["deals"][0]["scores"][0] += 1
    lines[2] = json.dumps(record)
    file.write_text("\n".join(lines))
    said = arena("verify", file, status=1)
    assert said.out.startswith("DIFFERENCE a~b/1/closed: deals[0].scores")


def test_a_match_twice_and_a_line_of_nonsense_are_named(tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    lines = exported(tmp_path)
    file.write_text("\n".join([*lines, lines[0]]))
    assert "found another on line 7" in arena("verify", file, status=1).out
    file.write_text("\x1b[2J\n")
    said = arena("verify", file, status=1)
    assert "line 1: expected a JSON object" in said.out
    assert said.out.strip().isprintable()


def test_mistakes(tmp_path: Path) -> None:
    assert "no such file" in arena("verify", tmp_path / "nowhere.jsonl", status=2).last
    outcomes = tmp_path / "x.csv"
    outcomes.write_text("match,board,room\n")
    assert "says how matches ended, not how they were played" in arena("verify", outcomes, status=2).last
    empty = tmp_path / "empty.jsonl"
    empty.write_text("\n\n")
    assert "expected records, one a line, found none" in arena("verify", empty, status=2).last
