"""`arena replay --feed`: real processes are asked once more what a run's bots were asked, and what differs is told."""

import json
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from arena.cli.entrants import copied, named
from arena.derive import summary_of
from arena.games import game
from arena.records import Entrant, MatchRecord
from arena.store import Store
from arena.tournament_file import Settings, to_json
from arena.transcript import Sent, Sort, lines
from tests.cli import in_process as stored
from tests.cli.in_process import Said, arena
from tests.played import not_begun, spec
from tests.sittings import SEED, exported, played, sitting

RULED = game("bid-euchre", {"target": 9})
# a whole bot but for what it does before it answers, with `message`, `id`, `legal`, `matches` and `action` at hand
BOT = """
import json, os, sys, time
matches = 0
for line in sys.stdin.buffer:
    message = json.loads(line)
    if message["type"] == "match_start":
        matches += 1
        seat, match = message["seat"], message["match"]
        answer = {"type": "ready"}
        READY
    elif message["type"] == "request":
        id, legal = message["id"], message["legal"]
        action = legal[0]
        note = None
        CHOOSE
        answer = {"type": "action", "id": id, "action": action}
        if note:
            answer["note"] = note
    else:
        continue
    os.write(1, json.dumps(answer).encode() + b"\\n")
"""
HOSTILE = 'if id == 3: print("\\x1b[2Jme\\u202e", file=sys.stderr, flush=True); os.write(1, b"\\x1b]0;gone\\x07\\n")'
CRASHES_LATER = 'if matches == 2 and id == 4 and seat == 1: raise KeyError("left over from before")'
CRASHES = 'if match == "0/open" and seat == 1 and message["view"]["deal"] == 1: raise KeyError("no plan")'


def program(folder: Path, name: str, choose: str = "pass", ready: str = "pass") -> Path:
    path = folder / f"{name}.py"
    path.write_text(BOT.replace("CHOOSE", choose).replace("READY", ready))
    return path


def run_of(run: Path, bots: Sequence[Path], boards: int, **settings: Any) -> "Run":
    """A run on disk, one room of it played by two bots of these programs."""
    entries = [{"name": path.stem, "path": str(path)} for path in bots]
    values = {"boards": boards, "options": RULED.options, "isolation": "none", "bots": entries, "max_deals": 2}
    made = Settings.model_validate(values | settings)
    made, entrants = copied(named(made, print), run / "bots", print)
    records = played(sitting(tuple(entrants), range(boards), RULED))
    with Store.create(run, to_json(made), SEED.zfill(64), entrants, 2) as store:
        store.add(records, lambda record: summary_of(record, RULED))
        store.mark_finished(True)
    return Run(run, records, tuple(entrants))


@dataclass(frozen=True)
class Run:
    path: Path
    records: list[MatchRecord]
    entrants: tuple[Entrant, ...]

    def feed(self, match: str, bot: str | Path, *options: str, status: int) -> Said:
        return arena("replay", self.path, match, "--feed", str(bot), *options, status=status)

    def told(self, match: int, seat: int) -> list[Sent]:
        record = exported(self.records[match], RULED, {"max_deals": 2, "give_up_after": 5})
        seated = self.entrants[self.records[match].spec.seats[seat]]
        return list(lines(record, seat, seated.clock, seated.limits.line_bytes))

    def asked(self, match: int, seat: int) -> list[Sent]:
        return [sent for sent in self.told(match, seat) if sent.kind is Sort.REQUEST]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("feed")


@pytest.fixture(scope="module")
def run(folder: Path) -> Run:
    """Boards 0 and 1 of `a~b`, `a` plain and `b` crashing at seat 1 in the second deal of board 0."""
    return run_of(folder / "run", [program(folder, "a"), program(folder, "b", CRASHES)], 2)


def test_a_crash_comes_again_by_the_command_that_is_given(run: Run) -> None:
    hint = arena("replay", run.path, "a~b/0/open").last
    words = shlex.split(hint.split(" again: ")[1])
    assert words[:2] == ["arena", "replay"]
    assert words[3:] == ["a~b/0/open", "--feed", "b"]
    said = arena(*words[1:], status=1)
    fault = run.records[0].result.fault
    assert fault is not None
    asked = run.asked(0, 1)
    lines_out = said.out.splitlines()
    assert f"deal 1, decision {fault.action_index}: seat 1 (b) to bid" in lines_out
    assert "  recorded: the same fault, crashed" in lines_out
    assert f"    sent:   {asked[-1].line.decode().rstrip()}" in lines_out
    assert "    reply:  none" in lines_out
    assert [line for line in lines_out if line.startswith("    rule:   the process exited with status 1")]
    assert "      KeyError: 'no plan'" in lines_out
    assert lines_out[-1] == f"seat 1: answers: {len(asked) - 1} as recorded, 0 otherwise; a fault: crashed"
    assert said.last.endswith(f"--deal 1 --card {fault.action_index} --seat 1")


def test_where_the_fault_was_a_mended_copy_answers(run: Run, tmp_path: Path) -> None:
    mended = program(tmp_path, "mended")
    said = run.feed("a~b/0/open", mended, status=0)
    assert "  recorded: FAULT crashed: the process exited" in said.out
    assert " ms), which is legal\n" in said.out
    assert "0 otherwise, 1 where the record has a fault; no fault" in said.out


def test_the_bot_hears_what_was_said_byte_for_byte(run: Run, tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    path, ear = program(tmp_path, "listens"), f"open({str(heard)!r}, 'ab').write(line)"
    path.write_text(path.read_text().replace("    message =", f"    {ear}\n    message =", 1))
    told = run.told(1, 2)
    run.feed("a~b/1/open", path, "--seat", "2", status=0)
    assert heard.read_bytes() == b"".join(sent.line for sent in told)
    heard.unlink()
    run.feed("a~b/1/open", path, "--seat", "2", "--deal", "1", status=0)  # what went before is said too
    assert heard.read_bytes() == b"".join(sent.line for sent in told[:-1])
    heard.unlink()
    run.feed("a~b/1/open", path, "--seat", "2", "--deal", "0", status=0)
    assert heard.read_bytes() == b"".join(sent.line for sent in told[:-1] if sent.deal != 1)


def test_other_answers_are_shown_with_where_they_were_given(run: Run, tmp_path: Path) -> None:
    otherwise = program(tmp_path, "otherwise", 'action, note = legal[-1], "\\x1b[2Jthe last"')
    said = run.feed("a~b/1/open", otherwise, status=1)
    told = run.asked(1, 0)
    differ = [sent for sent in told if json.loads(sent.line)["legal"][-1] != sent.action]
    first = differ[0]
    request = json.loads(first.line)
    place = said.out.index(f"deal {first.deal}, decision {first.index}: seat 0 (a) to {request['decision']}\n")
    shown = said.out[place:].splitlines()
    assert shown[1] == f"  holds     {' '.join(request['view']['hand'])}"
    legal = shown.index(f"  legal     {', '.join(request['legal'])}")
    assert shown[legal + 1].startswith(f"  recorded: {first.action} (")
    assert shown[legal + 2].startswith(f"  answered: {request['legal'][-1]} (")
    assert shown[legal + 2].endswith('ms), note "\\x1b[2Jthe last"')
    count = f"seat 0: answers: {len(told) - len(differ)} as recorded, {len(differ)} otherwise; no fault"
    assert said.out.splitlines()[-1] == count
    in_one = [sent for sent in differ if sent.deal == 0]
    alone = run.feed("a~b/1/open", otherwise, "--deal", "0", status=1)
    assert alone.out.splitlines()[-1].endswith(f" as recorded, {len(in_one)} otherwise; no fault")
    assert alone.out.count("\n  recorded: ") == len(in_one)


@pytest.mark.parametrize(
    ("choose", "ready", "kind", "shown"),
    [
        ('if id == 3: action = "the moon"', "pass", "illegal", '"the moon" is illegal: '),
        ('if id == 3: os.write(1, b"hello\\n")', "pass", "malformed", "    reply:  hello"),
        ("if id == 3: time.sleep(60)", "pass", "timeout", "no answer to request 3 within 700 ms"),
        ("if id == 3: os.kill(os.getpid(), 11)", "pass", "crashed", "SIGSEGV"),
        (HOSTILE, "pass", "malformed", "      \\x1b[2Jme\\u202e"),
        ("pass", 'print("what?", file=sys.stderr); sys.exit(2)', "not_ready", "      what?"),
    ],
)
def test_a_fault_of_its_own(choose: str, ready: str, kind: str, shown: str, hasty: Run, tmp_path: Path) -> None:
    said = hasty.feed("a~b/0/open", program(tmp_path, "faulty", choose, ready), "--seat", "0", status=1)
    assert shown in said.out
    assert f"  answered: FAULT {kind} after " in said.out
    assert said.out.splitlines()[-1].endswith(f"; a fault: {kind}")
    assert said.out.count("    sent:   {") == 1
    assert all(line.isprintable() for line in said.out.splitlines())


@pytest.fixture(scope="module")
def hasty(folder: Path) -> Run:
    """A run with little time for an answer, whose bots need none."""
    clock = {"action_ms": 400, "bank_ms": 300}
    return run_of(folder / "hasty", [program(folder, "a"), program(folder, "b")], 1, clock=clock)


def test_what_the_process_had_played_before_can_be_said_too(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", [program(tmp_path, "a"), program(tmp_path, "b", CRASHES_LATER)], 2)
    assert [record.result.fault is None for record in run.records] == [True, False]
    alone = run.feed("a~b/1/open", "b", status=0)
    words = shlex.split(alone.last.split(" heard there: ")[1])
    assert "--sitting" in words
    said = arena(*words[1:], status=1)
    assert "recorded: the same fault, crashed" in said.out
    assert "left over from before" in said.out
    assert ", after the 1 matches before it," in said.err
    # a bot that does not bear the match before
    worse = program(tmp_path, "worse", 'if id == 2: raise ValueError("at once")')
    said = run.feed("a~b/1/open", worse, "--sitting", status=1)
    assert said.out.splitlines()[1] == "in a~b/0/open, before the match that was asked for"
    assert "at once" in said.out


def test_a_bot_that_does_not_answer_alike_is_told_to_be_so(tmp_path: Path) -> None:
    later = tmp_path / "later"
    moody = program(tmp_path, "b", f"action = legal[-1 if os.path.exists({str(later)!r}) else 0]")
    run = run_of(tmp_path / "run", [program(tmp_path, "a"), moody], 1)
    later.touch()
    assert "arena: the very program answers otherwise" in run.feed("a~b/0/open", "b", status=1).err
    assert "the very program" not in run.feed("a~b/0/open", "a", status=0).err


def test_a_bot_that_was_not_ready(tmp_path: Path) -> None:
    late = program(tmp_path, "b", ready='print("no licence", file=sys.stderr); sys.exit(3)')
    run = run_of(tmp_path / "run", [program(tmp_path, "a"), late], 1)
    again = run.feed("a~b/0/open", "b", status=1)
    assert "before the first deal\n  recorded: the same fault, not_ready\n" in again.out
    assert '    sent:   {"type":"match_start",' in again.out
    assert "      no licence" in again.out
    mended = run.feed("a~b/0/open", program(tmp_path, "mended"), status=0)
    assert "\nthe fault of the record does not come again: not_ready\n" in mended.out


def test_what_was_not_played_asked_nothing(tmp_path: Path) -> None:
    ruled = stored.RULED
    unplayed = not_begun(ruled, spec(ruled, 0, "open"), 1, unplayed=True)
    run = stored.run_of(tmp_path / "run", [unplayed, stored.played(0, "closed")])
    bot = program(tmp_path, "any")
    said = arena("replay", run, "a~b/0/open", "--feed", bot, status=2)
    assert said.last == "arena: a~b/0/open was not played: seat 1 was asked nothing"
    assert "--feed" not in arena("replay", run, "a~b/0/open").err


@pytest.mark.parametrize(
    ("options", "seat"),
    [
        (["a~b/0/open", "--feed", "a"], 0),
        (["a~b/0/open", "--feed", "BOT"], 1),
        (["a~b/1/open", "--feed", "BOT"], 0),
        (["a~b/1/open", "--feed", "b"], 1),
    ],
)
def test_whose_questions(options: list[str], seat: int, run: Run, tmp_path: Path) -> None:
    bot = program(tmp_path, "any")
    words = [str(bot) if word == "BOT" else word for word in options]
    assert f" requests of seat {seat} (" in arena("replay", run.path, *words).err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--feed", "nobody"], 'arena: --feed: expected a path or a bot of the run (a, b), got "nobody"'),
        (["--feed", "./nothing.py"], "does not exist"),
        (["--feed", ""], "arena: "),
        (["--feed", "b", "--raw"], "arena: --feed compares answers: it goes with --deal and --seat, not with --raw"),
        (["--feed", "b", "--deal", "9"], "arena: --deal: a~b/0/open has deals 0 to 1, got 9"),
        (["--feed", "b", "--seat", "9"], "arena: --seat: expected a seat from 0 to 3"),
        (["--sitting"], "arena: --sitting: expected with --feed BOT"),
        (["--card", "3"], "arena: --card: expected the deal too"),
        (["--deal", "0", "--card", "99"], "arena: --card: deal 0 of a~b/0/open has "),
        (["--step"], "arena: --step: expected a terminal"),
        (["--step", "--times"], "leave --times out"),
    ],
)
def test_mistakes(words: list[str], message: str, run: Run) -> None:
    said = arena("replay", run.path, "a~b/0/open", *words, status=2)
    assert message in said.last
    assert said.out == ""
