"""`arena replay`: what a reader sees, and what no stranger's text can do to the terminal."""

from pathlib import Path

import pytest

from tests.cli.in_process import arena, played, revoked, run_of, whole_run


def test_a_match_is_shown_from_hands_to_result(tmp_path: Path) -> None:
    record = played(1, "open")
    said = arena("replay", run_of(tmp_path / "run", whole_run()), "a~b/1/open")
    lines = said.out.splitlines()
    assert lines[0] == "match a~b/1/open · bid-euchre (target 9)"
    assert sum(line.startswith("deal ") for line in lines) == len(record.deals)
    assert sum(" holds " in line for line in lines) == 4 * len(record.deals)
    assert sum(line.startswith("  trick ") for line in lines) == 6 * len(record.deals)
    assert "notes at" in said.out
    assert lines[-1].startswith("result: ")
    assert said.last.startswith("arena: check that every deal")


def test_a_fault_is_shown_where_it_happened(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", [revoked(0, "open"), played(0, "closed")])
    lines = arena("replay", run, "a~b/0/open").out.splitlines()
    (at,) = [place for place, line in enumerate(lines) if line.startswith("  FAULT of seat ")]
    assert "illegal where play was due after 1503.2 ms" in lines[at]
    assert lines[at + 1].startswith('    what happened: "jh" is not legal')
    assert lines[at + 2].startswith("    legal there: ")
    assert lines[at + 3] == '    its reply: {"type":"action","id":3,"action":"jh"}'
    assert lines[at + 4 : at + 6] == ["    its standard error:", "      Traceback"]
    assert "forfeited" in lines[-1]


def test_one_deal_and_one_seat(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", whole_run())
    lines = arena("replay", run, "a~b/0/open", "--deal", "1", "--seat", "2").out.splitlines()
    assert [line.split(" · ")[0] for line in lines if line.startswith("deal ")] == ["deal 1"]
    assert [line.split(" (")[0] for line in lines if " holds " in line] == ["  seat 2"]


def test_bots_text_cannot_write_to_the_terminal(tmp_path: Path) -> None:
    hostile = "\x1b[2J\u202e\x07\n"
    record = revoked(0, "open")
    fault = record.result.fault
    assert fault is not None
    fault.detail += hostile
    fault.reply = fault.stderr = hostile
    record.deals[0].notes["2"] = hostile
    run = run_of(tmp_path / "run", [record, played(0, "closed")])
    out = arena("replay", run, "a~b/0/open").out
    assert all(line.isprintable() for line in out.splitlines())
    assert out.count(r"\x1b[2J") == 4


def test_left_out_the_newest_run_and_a_telling_match_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_of(tmp_path / "runs" / "old", whole_run())
    run_of(tmp_path / "runs" / "new", [*whole_run()[:4], revoked(2, "open"), played(2, "closed")])
    import os

    os.utime(tmp_path / "runs" / "old" / "arena.db", (1, 1))
    said = arena("replay")
    assert "arena: run runs/new (the newest)\narena: match a~b/2/open\n" in said.err
    assert "FAULT" in said.out
    assert arena("replay", "a~b/1/closed").out.startswith("match a~b/1/closed")
    assert said.err.splitlines()[-2].endswith("arena verify runs/new")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["RUN", "a~b/7/open"], 'arena: no match "a~b/7/open"'),
        (["RUN", "a~b/0/open", "--deal", "99"], "arena: --deal: a~b/0/open has deals 0 to"),
        (["RUN", "a~b/0/open", "--seat", "9"], "arena: --seat: expected a seat from 0 to 3"),
        (["nowhere", "a~b/0/open"], "no such run directory"),
        ([], "no run is named, and there is none under runs/"),
    ],
)
def test_mistakes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], message: str) -> None:
    monkeypatch.chdir(tmp_path)
    run = run_of(tmp_path / "run", whole_run())
    said = arena("replay", *[str(run) if word == "RUN" else word for word in words], status=2)
    assert message in said.last
    assert said.out == ""
