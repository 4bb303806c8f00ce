"""`arena replay`: what a reader sees, and what no stranger's text can do to the terminal."""

import json
import os
import threading
from pathlib import Path

import pytest

from arena.cli.hints import feed_command
from arena.records import MatchRecord
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


def test_a_trick_says_who_won_it_and_how_the_tricks_stand(tmp_path: Path) -> None:
    record = played(0, "open")
    lines = arena("replay", run_of(tmp_path / "run", whole_run()), "a~b/0/open", "--deal", "0").out.splitlines()
    won = [int(line.split("  -> seat ")[1][0]) for line in lines if line.startswith("  trick ")]
    counts = [line.split(" · tricks ")[1] for line in lines if line.startswith("  trick ")]
    sides = [[0, 1, 0, 1][seat] for seat in won]
    assert counts == [f"a {sides[:n].count(0)}, b {sides[:n].count(1)}" for n in range(1, 7)]
    assert record.deals[0].actions[-4:] == [
        word[2:] for word in next(line for line in lines if "trick 6" in line).split("  -> ")[0].split()[2:]
    ]


def test_the_position_after_so_many_decisions(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", whole_run())
    actions = played(0, "open").deals[1].actions
    bids = len(actions) - 24
    card = bids + 6
    lines = arena("replay", run, "a~b/0/open", "--deal", "1", "--card", str(card)).out.splitlines()
    at = lines.index(f"  after {card} of {len(actions)} decisions:")
    held = [line.split(" still holds ")[1].split() for line in lines[at + 1 : at + 5]]
    assert sorted(map(len, held)) == [4, 4, 5, 5]
    assert not set(actions[bids:card]) & {one for hand in held for one in hand}
    assert " is to act: play, legal: " in lines[at + 5]
    assert len(lines) == at + 6
    assert sum(line.startswith("  trick ") for line in lines) == 1
    at_start = arena("replay", run, "a~b/0/open", "--deal", "1", "--card", "0", "--seat", "2").out
    assert "  bid " not in at_start
    assert at_start.count(" still holds ") == 1
    to_end = arena("replay", run, "a~b/0/open", "--deal", "1", "--card", str(len(actions))).out
    assert "\n  points " in to_end
    assert to_end.count("still holds nothing") == 4


def test_times_of_all_decisions_or_of_the_slow_ones(tmp_path: Path) -> None:
    record = played(0, "open")
    record.deals[0].ms[3] = 1234.5
    record.deals[0].ms[4] = 49.0
    run = run_of(tmp_path / "run", [record, played(0, "closed")])
    lines = arena("replay", run, "a~b/0/open").out.splitlines()
    (slow,) = [line for line in lines if " took " in line]
    usual = record.timing.total_ms[0] / record.timing.decisions[0]
    assert f" took 1234 ms at {record.deals[0].actions[3]} (usually {usual:.1f})" in slow
    assert "(1234.5)" not in "".join(lines)
    timed = arena("replay", run, "a~b/0/open", "--times").out
    assert f":{record.deals[0].actions[3]}(1234.5)" in timed
    assert sum(timed.count(f"({ms:.1f})") > 0 for deal in record.deals for ms in deal.ms) == sum(
        len(deal.ms) for deal in record.deals
    )


def test_the_lines_that_asked(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", [revoked(0, "open"), played(0, "closed")])
    fault = revoked(0, "open").result.fault
    assert fault is not None
    lines = arena("replay", run, "a~b/0/open", "--raw").out.splitlines()
    requests = [json.loads(line.split(" was sent: ")[1]) for line in lines if " was sent: " in line]
    decisions = [deal.actions for deal in revoked(0, "open").deals]
    answers = [line.split(" answered: ")[1].split(",")[0] for line in lines if " answered: " in line]
    assert answers == [action for deal in decisions for action in deal]
    assert len(requests) == len(answers) + 1
    assert all(request["type"] == "request" for request in requests)
    at = next(number for number, line in enumerate(lines) if "FAULT" in line)
    asked = [line for line in lines[at:] if f"    seat {fault.seat} (" in line and " was sent: " in line]
    assert len(asked) == 1
    own = arena("replay", run, "a~b/0/open", "--raw", "--seat", "2", "--deal", "0").out
    assert {
        json.loads(line.split(" was sent: ")[1])["view"]["seat"] for line in own.splitlines() if "was sent" in line
    } == {2}


def test_the_next_command_after_a_fault_asks_the_bot_again(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", [revoked(0, "open"), played(0, "closed")])
    fault = revoked(0, "open").result.fault
    assert fault is not None
    guilty = "ab"[revoked(0, "open").spec.seats[fault.seat]]
    assert arena("replay", run, "a~b/0/open").last.endswith(
        f" a~b/0/open --feed {guilty}".replace("a~b/0/open", "'a~b/0/open'")
    )
    assert "arena verify" in arena("replay", run, "a~b/0/closed").last


@pytest.mark.parametrize(
    ("words", "command"),
    [
        (("r", "a~b/0/open", "a"), "arena replay r 'a~b/0/open' --feed a"),
        (("r", "-x~b/0/open", "-x"), "arena replay --feed=-x -- r '-x~b/0/open'"),
        (("r", "a -- b~c/0/open", "a -- b"), "arena replay r 'a -- b~c/0/open' --feed 'a -- b'"),
        (("-r", "a~b/0/open", "$(id)"), "arena replay --feed '$(id)' -- -r 'a~b/0/open'"),
    ],
)
def test_a_name_is_a_word_of_the_command(words: tuple[str, str, str], command: str) -> None:
    assert feed_command(*words) == command


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["RUN", "c~d/70/open"], 'arena: no match "c~d/70/open"'),
        (["RUN", "a~b/7/open"], 'arena: no match "a~b/7/open" in run; did you mean "a~b/'),
        (["RUN", "a~b/1/opne"], 'did you mean "a~b/1/open"?'),
        (["RUN", "b~a/2/closed"], 'did you mean "a~b/2/closed"?'),
        (["RUN", "1"], '"1" is no match id: expected A~B/BOARD/ROOM'),
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


def test_records_that_come_out_of_a_pipe_are_shown(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", whole_run())
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writing = threading.Thread(target=pipe.write_text, args=(arena("export", run).out,), daemon=True)
    writing.start()
    assert arena("replay", pipe).out == arena("replay", run, "a~b/0/closed").out
    writing.join(60)
    assert not writing.is_alive()


def test_a_file_of_records_is_shown_as_its_run_is(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", [revoked(0, "open"), played(0, "closed")])
    for form in ("jsonl", "ptn"):
        file = tmp_path / f"matches.{form}"
        file.write_text(arena("export", run, "--format", form).out)
        for match in ("a~b/0/open", "a~b/0/closed"):
            assert arena("replay", file, match).out == arena("replay", run, match).out
        said = arena("replay", file, "--deal", "0", "--card", "3")
        assert said.out == arena("replay", run, "a~b/0/open", "--deal", "0", "--card", "3").out
        assert "arena: match a~b/0/open\n" in said.err  # the one with a fault
        assert said.last == f"arena: check that every deal and trick follows from the seed: arena verify {file}"


def test_of_a_file_the_record_that_is_shown_alone_is_verified(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", [played(0, "closed"), revoked(1, "open"), played(0, "open"), played(1, "closed")])
    records = [json.loads(line) for line in arena("export", run).out.splitlines()]
    for record in records:
        if record["result"]["fault"] is None:
            record["deals"][0]["actions"][0] = "7"
    file = tmp_path / "matches.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in records))
    assert "arena: match a~b/1/open\n" in arena("replay", file).err
    assert f"{file}: a~b/0/open: deals[0]" in arena("replay", file, "a~b/0/open", status=2).err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["a~b/7/open"], "expected a record of a~b/7/open, found none (arena export writes them)"),
        (["--feed", "a"], "--feed needs a run: "),
        (["a~b/0/open", "--raw"], "--raw needs a run: "),
        (["a~b/0/open", "--deal", "99"], "--deal: a~b/0/open has deals 0 to "),
    ],
)
def test_what_a_file_of_records_lacks_is_said(words: list[str], message: str, tmp_path: Path) -> None:
    file = tmp_path / "matches.jsonl"
    file.write_text(arena("export", run_of(tmp_path / "run", whole_run())).out)
    assert message in arena("replay", file, *words, status=2).err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected records, one a line, found none"),
        ("nothing\n", "line 1: expected a JSON object"),
        ('{"match": "a~b/0/open"}\n', "a~b/0/open: "),
    ],
)
def test_a_file_that_holds_no_good_record_is_named(text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "matches.jsonl"
    file.write_text(text)
    assert f"{file}: {message}" in arena("replay", file, status=2).err
    record = json.loads(arena("export", run_of(tmp_path / "run", whole_run())).out.splitlines()[0])
    record["deals"][0]["actions"][0] = "7"
    file.write_text(json.dumps(record))
    assert f"{file}: {record['match']}: deals[0]" in arena("replay", file, status=2).err


def test_the_worst_loss_of_a_bot_is_chosen(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", [*whole_run()[:4], revoked(2, "open"), played(2, "closed")])
    fault = revoked(2, "open").result.fault
    assert fault is not None
    guilty, other = ("a", "b") if revoked(2, "open").spec.seats[fault.seat] == 0 else ("b", "a")
    said = arena("replay", run, "--lost", guilty)
    assert "arena: match a~b/2/open, the worst of " in said.err
    assert said.out.startswith("match a~b/2/open")
    shown = arena("replay", run, "--lost", other, "--deal", "0").out.splitlines()[0]
    losses = [each for each in [*whole_run()[:4], played(2, "closed")] if _behind(each, other) > 0]
    worst = max(losses, key=lambda each: _behind(each, other))
    assert shown.startswith(f"match {worst.spec.match_id} ")


def _behind(record: MatchRecord, name: str) -> int:
    """Points that a bot is behind in the end."""
    own = [record.spec.seats[side] == record.spec.names.index(name) for side in (0, 1)].index(True)
    return record.result.scores[1 - own] - record.result.scores[own]


def test_the_worst_loss_needs_one_who_lost(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", [revoked(0, "open"), played(0, "closed")])
    assert arena("replay", run, "--lost", "\x1bc", status=2).last == (
        f'arena: --lost: expected a bot of {run} (a, b), got "\\x1bc"'
    )
    assert "leave a~b/0/open out" in arena("replay", run, "a~b/0/open", "--lost", "a", status=2).last
    fault = revoked(0, "open").result.fault
    assert fault is not None
    never = run_of(tmp_path / "never", [])
    assert "has lost no match of" in arena("replay", never, "--lost", "a", status=2).last
    records = tmp_path / "records.jsonl"
    records.write_text(arena("export", run).out)
    assert "--lost needs a run" in arena("replay", records, "--lost", "a", status=2).last


def test_a_note_is_told_once(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", whole_run())
    noted = sum(len(deal.notes) for deal in played(0, "open").deals)
    assert noted
    lines = arena("replay", run, "a~b/0/open", "--raw").out.splitlines()
    assert sum(" answered: " in line and ', note "' in line for line in lines) == noted
    assert not any(" notes at " in line for line in lines)
    own = arena("replay", run, "a~b/0/open", "--raw", "--seat", "0").out
    assert own.count(" notes at ") == 0


def test_the_legal_actions_are_set_apart_by_commas(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", whole_run())
    (line,) = [
        line
        for line in arena("replay", run, "a~b/0/open", "--deal", "0", "--card", "0").out.splitlines()
        if " legal: " in line
    ]
    assert line.endswith("legal: pass, 3, 4, 5, 6")
