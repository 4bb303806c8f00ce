"""`arena check`: sound bots pass every step, each kind of broken one fails where it breaks, with all that helps."""

import contextlib
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from arena.bot_files import bundled_bots_dir
from arena.bot_sources import short
from arena.cli.check_boards import example_bots
from arena.cli.check_matches import outline
from arena.cli.check_plans import planned
from arena.cli.conformance import other_bots
from arena.games import GAMES
from arena.tournament_file import Settings, from_bots
from tests.cli.check_bots import bot, first_failed, numbers, program, steps, told
from tests.cli.in_process import Said, arena
from tests.needs import needs

EXAMPLES = bundled_bots_dir()
RANDOM = EXAMPLES / "python/random_bot.py"
FAST = ("--quick", "--isolation", "none")
RIGHT = "{'type':'action','id':due,'action':legal[0]}"

READY = "start, and answer match_start with ready"
BID = "answer a bid request, once"
DEAL_END = "read deal_end, and say nothing"
ONE_PIECE = "read deal_end and the next request where both come in one piece"
AGAIN = "read match_end, and answer a second match_start, at another seat"
PARTNER = "call before the dealer, who is the partner"
APART = "follow the suit printed on the left bower with another card: the left bower is a trump"
NEGATIVE = "call with a negative score"
EXIT = "exit at the end of its standard input"
STDERR = "write to standard error without harm"
CHOOSE = 'choose from "legal"'


def untried(said: Said) -> set[str]:
    """The steps that were not tried, but for boards."""
    return {step for step in steps(said, "not tried") if not step.startswith("steps 3")}


@contextlib.contextmanager
def in_haste() -> Iterator[None]:
    """Checks that leave a bot no time to say more than it was asked for: enough for one that does not."""
    with mock.patch("arena.cli.check_matches.QUIET_S", 0.0), mock.patch("arena.cli.check_matches._NEWS_S", 0.0):
        yield


@pytest.fixture(name="_hurried")
def fixture_hurried() -> Iterator[None]:
    with in_haste():
        yield


hurried = pytest.mark.usefixtures("_hurried")


@contextlib.contextmanager
def clocked(**clock: int) -> Iterator[None]:
    """Checks under these times."""

    def settings(bots: list[str], options: dict[str, Any]) -> Settings:
        return from_bots(bots, options | {"clock": clock})

    with mock.patch("arena.cli.conformance.from_bots", settings):
        yield


# ---- sound bots


@hurried
@pytest.mark.parametrize(
    "path",
    [
        "python/random_bot.py",
        "python/lowest_bot.py",
        "python/counting_bot.py",
        "python/thinking_bot.py",
        pytest.param("javascript/random_bot.js", marks=needs("node")),
        pytest.param("c", marks=needs("cc")),
        "bash/random_bot.sh",
    ],
)
def test_the_example_bots_pass(path: str) -> None:
    said = arena("check", EXAMPLES / path, "--quick")
    assert steps(said, "FAILED") == []
    assert untried(said) == {"answer after a second of silence (--quick)", f"{STDERR} (nothing came)"}
    assert said.out.splitlines()[-1].startswith("35 of 35 steps ok, ")


@hurried
def test_steps_are_numbered_under_headings_and_speed_is_told() -> None:
    said = arena("check", RANDOM, *FAST)
    lines = said.out.splitlines()
    boards = len(example_bots("bid-euchre"))
    assert list(numbers(said)) == [*range(1, 38), 37 + boards]
    assert numbers(said)[37] == f"steps 37 to {36 + boards} (--quick)"
    headings = [line for line in lines[:-1] if line and line[0] != " " and not line[0].isdigit()]
    assert headings == ["Protocol", "Rules of bid-euchre", "End", "Boards", "Speed"]
    for limit in ("% of action_ms = 1000)", "of 5000 ms used", "% of start_ms = 10000)", "% of memory_mb = 512)"):
        assert limit in said.out
    assert said.last == f"arena: let it play: arena match {RANDOM} {short(EXAMPLES / 'python/counting_bot.py')}"


def test_the_others_are_as_many_as_the_game_needs_and_not_the_bot_itself() -> None:
    counting, lowest = (short(EXAMPLES / "python" / name) for name in ("counting_bot.py", "lowest_bot.py"))
    two_sides, _, _ = planned("bid-euchre")
    assert other_bots("mine.py", two_sides) == other_bots(None, two_sides) == [counting]
    assert other_bots(counting, two_sides) == [lowest]
    three_sides, _, _ = planned("euchre-cutthroat")
    assert other_bots("mine.py", three_sides) == [
        short(EXAMPLES / "python" / name) for name in ("euchre_bot.py", "random_bot.py")
    ]


@hurried
@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_led_through(name: str, tmp_path: Path) -> None:
    """A bot that passes where it may passes, and all the steps of the game come up."""
    first = bot(tmp_path, REQUEST="act(legal[0])")
    said = arena("check", first, "--game", name, *FAST)
    assert steps(said, "FAILED") == []
    # of the kinds of decisions the few deals of the first match may not bring all
    assert {step for step in untried(said) if "--quick" not in step} <= {
        f"{STDERR} (nothing came)",
        *(
            f"answer {decision} (no deal led to it)"
            for decision in ("a discard request, once", "an alone request, once")
        ),
    }
    assert f"Rules of {name}" in said.out
    assert f"--game {name}" in said.err


@hurried
@pytest.mark.parametrize("name", [name for name in GAMES if not name.startswith("bid")])
def test_the_euchre_bot_plays_its_games(name: str) -> None:
    assert steps(arena("check", EXAMPLES / "python/euchre_bot.py", "--game", name, *FAST), "FAILED") == []


ALLOWED = {
    "it leaves after each match": ({"MATCH_END": "sys.exit(0)"}, AGAIN, "it left after the match and was started"),
    "carriage returns": ({"REQUEST": f"raw(json.dumps({RIGHT}).encode() + b'\\r\\n')"}, BID, ""),
    "a megabyte of noise": (
        {"START": "sys.stderr.write('thinking\\n' * 120_000)"},
        "write to standard error without harm",
        "(1,080,000 bytes came, 65,536 a match are kept)",
    ),
    "notes": ({"REQUEST": 'act(legal[0], note="\\u2660", nodes=1e9)'}, BID, ""),
}


@hurried
@pytest.mark.parametrize("what", ALLOWED)
def test_what_is_allowed_passes(what: str, tmp_path: Path) -> None:
    parts, title, remark = ALLOWED[what]
    said = arena("check", bot(tmp_path, **parts), *FAST)
    assert steps(said, "FAILED") == []
    assert any(step.startswith(title) and remark in step for step in steps(said, "ok"))


@hurried
def test_warnings_are_no_failures(tmp_path: Path) -> None:
    leaving = arena("check", bot(tmp_path, MATCH_END="sys.exit(1)"), *FAST)
    assert steps(leaving, "warning")[0].startswith(f"{AGAIN} (the process exited with status 1 between two matches")
    assert steps(leaving, "warning")[1] == f"{EXIT} (it exited with status 1)"
    assert "what to do: exit with status 0" in leaving.out
    assert "with a warning" in leaving.out.splitlines()[-1]


@hurried
def test_what_is_said_between_matches_is_a_warning(tmp_path: Path) -> None:
    said = arena("check", bot(tmp_path, MATCH_END='print("gg", flush=True)'), *FAST)
    assert steps(said, "warning")[0].startswith(f"{AGAIN} (dropped")
    assert "what to do: write nothing between two matches" in said.out


@hurried
def test_what_comes_near_to_a_limit_is_a_warning(tmp_path: Path) -> None:
    """Half of the action's time and more; what the bank has paid is told."""
    thinks = "time.sleep(0.4 if message['decision'] == 'trump' and due == 2 else 0); act(legal[0])"
    with clocked(action_ms=300, bank_ms=20_000):
        said = arena("check", bot(tmp_path, REQUEST=thinks), *FAST)
    assert steps(said, "FAILED") == []
    warning = next(step for step in steps(said, "warning") if step.startswith("keep well within the limits"))
    assert "of action_ms = 300" in warning
    assert "of bank_ms = 20000" in warning
    assert "leave a margin" in said.out
    used = next(line for line in said.out.splitlines() if "of 20000 ms used in a match" in line)
    assert int(used.split()[1]) >= 90


# ---- broken bots

# what is broken -> its parts, the step that fails first, what its rule says, what to do about it
BROKEN: dict[str, tuple[dict[str, str], str, str, str]] = {
    "a wrong id": (
        {"REQUEST": 'send({"type": "action", "id": due + 1, "action": legal[0]})'},
        *(BID, "unexpected: an action with another id where the answer to request 1", "repeat the id of the request"),
    ),
    "an id as text": (
        {"REQUEST": 'send({"type": "action", "id": str(due), "action": legal[0]})'},
        *(BID, 'is "action" whose "id" is no whole number', '{"type":"action","id":1,"action":"…"}'),
    ),
    "ids that go on in the next match": (
        {"START": "count = 0", "REQUEST": "count += 1; due = count; act(legal[0])"},
        *(PARTNER, "unexpected: an action with another id", "ids begin at 1 in every match"),
    ),
    "debug text": (
        {"REQUEST": 'print("choosing"); act(legal[0])'},
        *(BID, "malformed: the line is not JSON", "print debug text to standard error"),
    ),
    "a banner": (
        {"START": 'print("my bot 1.0", flush=True)'},
        *(READY, "expected a ready message as the first line", "print debug text to standard error"),
    ),
    "a bare card": (
        {"REQUEST": "print(legal[0], flush=True)"},
        *(BID, "malformed", '{"type":"action","id":1,"action":"3"}'),
    ),
    "Python's own notation": (
        {"REQUEST": f"print({RIGHT}, flush=True)"},
        *(BID, "malformed: the line is not valid JSON", "write JSON with a JSON library (in Python json.dumps)"),
    ),
    "many lines": (
        {"REQUEST": f"print(json.dumps({RIGHT}, indent=1), flush=True)"},
        *(BID, "malformed", "write the whole object on one line, without indentation"),
    ),
    "a byte order mark": (
        {"REQUEST": f"raw(b'\\xef\\xbb\\xbf' + json.dumps({RIGHT}).encode() + b'\\n')"},
        *(BID, "begins with a byte order mark", "write UTF-8 without a byte order mark"),
    ),
    "no UTF-8": (
        {"REQUEST": f"raw(json.dumps({RIGHT} | {{'note': '?'}}).encode().replace(b'?', b'\\xe4') + b'\\n')"},
        *(BID, "malformed", "write UTF-8, or escape"),
    ),
    "UTF-16": (
        {"REQUEST": f"raw((json.dumps({RIGHT}) + '\\n').encode('utf-16-le'))"},
        *(BID, "malformed", "write UTF-8, not UTF-16"),
    ),
    "another action": ({"REQUEST": 'act("Zz")'}, BID, "illegal: bid \"Zz\" is illegal: 'Zz' is not a call", CHOOSE),
    "lower case": (
        {"REQUEST": "act(legal[0].lower())"},
        *("play out a deal under clubs", "is illegal: ", 'exactly as "legal" has it: "Jc", same case, no spaces'),
    ),
    "a second answer": (
        {"REQUEST": "act(legal[0]); act(legal[0])"},
        *(BID, "unexpected: a message that nobody asked for, written before request 2", "answer each request once"),
    ),
    "an answer to news": (
        {"DEAL_END": 'print("thanks", flush=True)'},
        *(DEAL_END, "malformed: written while nothing was due", "write nothing after deal_end and match_end"),
    ),
    "ready where an action is due": (
        {"REQUEST": 'send({"type": "ready"})'},
        *(BID, "unexpected: ready where", "say ready in answer to match_start alone"),
    ),
    "one line alone is read": (
        {"REQUEST": "act(legal[0]); os._exit(0)"},
        *(BID, "exited with status 0", "keep reading lines until the end of file"),
    ),
    "an exit at once": ({"START": "sys.exit(3)"}, READY, "exited with status 3", "run it by hand"),
    "an exit after a deal": ({"DEAL_END": "sys.exit(4)"}, DEAL_END, "exited with status 4", "run it by hand"),
    "negative scores": (
        {"REQUEST": "assert min(view['scores']) >= 0, 'no score'; act(legal[-1])"},
        *(NEGATIVE, "crashed: the process exited with status 1", "standard error tells of, in line 18 of bot.py"),
    ),
    "its seat is taken for granted": (
        {"REQUEST": "assert view['seat'] == 0; act(legal[0])"},
        *(PARTNER, "crashed", "mend what standard error tells of"),
    ),
    "a module that is not there": (
        {"START": "import numpyy"},
        *(READY, "not_ready: the process exited with status 1", "name an interpreter that has numpyy"),
    ),
    "a syntax error": ({"START": "def choose(:"}, READY, "not_ready", "mend the syntax in line 9 of bot.py: Syntax"),
    "a closed output": ({"REQUEST": "os.close(1); time.sleep(60)"}, BID, "closed its output", "leave standard input"),
    "a long line": (
        {"REQUEST": 'act(legal[0], note="x" * 70_000)'},
        *(BID, "flooded: a line of more than 65536 bytes", "keep notes short"),
    ),
    "a revoke": (
        {"REQUEST": 'act(hand[0] if message["decision"] == "play" else legal[0])'},
        *(APART, "must follow spades: holds Qs, As; Js is the left bower and belongs to clubs", CHOOSE),
    ),
    "the left bower taken for its print": (
        {
            "START": "LEFT = {'clubs': 'Js', 'diamonds': 'Jh', 'hearts': 'Jd', 'spades': 'Jc'}",
            "REQUEST": "left = LEFT.get((view['contract'] or {}).get('trump'), '')\n"
            "        last = view['tricks'][-1] if view['tricks'] else {'winner': 0}\n"
            "        follows = last['winner'] is None and last['cards'][0][1] == left[1:]\n"
            "        act(left if follows and left in hand else legal[0])",
        },
        *(APART, "is the left bower and belongs to", CHOOSE),
    ),
    "high taken for hearts": (
        {
            "REQUEST": "high = (view['contract'] or {}).get('trump') == 'high'\n"
            "        act('Qs' if high and legal == ['Jd'] else legal[0])"
        },
        *("follow with a jack under high", "must follow diamonds: holds Jd", CHOOSE),
    ),
    "staying at the end": ({"END": "time.sleep(60)"}, EXIT, "a bot must exit within exit_ms = 500", "end the loop"),
}


GAME, _, SECOND = planned("bid-euchre")
TITLES = ["", *(title for section in outline(GAME, SECOND).values() for title in section)]


BREAK_LATE = {
    *("ids that go on in the next match", "lower case", "negative scores", "its seat is taken for granted", "a revoke"),
    *("the left bower taken for its print", "high taken for hearts", "staying at the end"),
}
"""Those that are sound until then."""


@pytest.mark.parametrize("what", BROKEN)
def test_broken_bots_fail_where_they_break(what: str, tmp_path: Path) -> None:
    parts, title, rule, advice = BROKEN[what]
    with in_haste() if what in BREAK_LATE else contextlib.nullcontext():
        said = arena("check", bot(tmp_path, **parts), *FAST, status=1)
    assert first_failed(said).startswith(title)
    assert rule in told(said, "rule:")
    assert advice in told(said, "what to do:")
    assert "FAILED" in said.out.splitlines()[-1]
    assert said.last.startswith("arena: mend step ")
    assert all(line.isprintable() for line in said.out.splitlines())
    found = numbers(said)  # the same whatever failed
    assert sorted(found) == list(found)
    for number, step in found.items():
        if number < len(TITLES) and not step.startswith("steps "):
            assert step.startswith(TITLES[number])


@hurried
def test_the_exact_line_the_reply_and_standard_error_are_shown(tmp_path: Path) -> None:
    words = r"""sys.stderr.write("\x1b[2Jthinking\n"); print('{"type":"action","id":1,"action":"Zz"}', flush=True)"""
    said = arena("check", bot(tmp_path, REQUEST=words), *FAST, status=1)
    sent = told(said, "sent:")
    assert sent.startswith('{"type":"request","id":1,"decision":"bid","legal":["3","4","5","6"],"view":{')
    assert sent.endswith('"last_ms":null}}')
    assert told(said, "reply:") == '{"type":"action","id":1,"action":"Zz"}'
    assert r"\x1b[2Jthinking" in said.out


@hurried
def test_files_are_named_as_their_author_knows_them(tmp_path: Path) -> None:
    said = arena("check", bot(tmp_path, READY="1 / 0"), *FAST, status=1)
    assert f"arena: to have what it was sent: arena check {tmp_path}/bot.py --lines sent.jsonl" in said.err
    assert '                    File "bot.py", line ' in said.out
    assert "ZeroDivisionError" in said.out


def test_a_cause_is_told_once_and_a_bot_that_always_fails_is_given_up(tmp_path: Path) -> None:
    said = arena("check", bot(tmp_path, REQUEST="act(legal[0]); os._exit(0)"), *FAST, status=1)
    assert said.out.count("what to do:") == 1
    assert first_failed(said) == BID
    assert said.out.count("(as at step 2; due: ") == len(steps(said, "FAILED")) - 1 > 0
    assert "steps 7 to 36 (it does not get ready, or fails again and again)" in steps(said, "not tried")
    assert "Rules" not in said.out


@hurried
def test_after_a_fault_the_rest_is_tried_on_a_new_process(tmp_path: Path) -> None:
    once = "act(hand[0] if (view['contract'] or {}).get('trump') == 'spades' and view['tricks'] else legal[0])"
    said = arena("check", bot(tmp_path, REQUEST=once), *FAST, status=1)
    assert {"play out a deal under low", EXIT} <= set(steps(said, "ok"))
    assert "follow the left bower when it is led: with a trump" in steps(said, "FAILED")


def test_a_chunk_of_input_is_not_a_line(tmp_path: Path) -> None:
    reads = """\
import json, os
while data := os.read(0, 65536):
    message = json.loads(data)
    if message["type"] == "match_start":
        os.write(1, b'{"type":"ready"}\\n')
    elif message["type"] == "request":
        answer = {"type": "action", "id": message["id"], "action": message["legal"][0]}
        os.write(1, json.dumps(answer).encode() + b"\\n")
"""
    said = arena("check", program(tmp_path, reads), *FAST, status=1)
    assert first_failed(said) == ONE_PIECE
    assert told(said, "what to do:").startswith("split the input at newlines")


SILENT = {
    "it does not flush": ("sys.stdout.write(json.dumps({'type': 'ready'}) + '\\n')", "flush standard output"),
    "it ends no line": ('sys.stdout.write(\'{"type":"ready"}\'); sys.stdout.flush()', "end each line with a newline"),
    "it computes": ("exec('while True: pass')", "or look for a loop that does not end"),
}


@pytest.mark.parametrize("what", SILENT)
def test_what_keeps_a_bot_from_being_ready(what: str, tmp_path: Path) -> None:
    ready, advice = SILENT[what]
    with mock.patch("arena.cli.check_table._PATIENCE_S", 0.05), clocked(start_ms=1_000):
        said = arena("check", bot(tmp_path, READY=ready), *FAST, status=1)
    assert steps(said, "FAILED") == [READY]
    assert "not_ready: no ready message within start_ms = 1000" in told(said, "rule:")
    assert advice in told(said, "what to do:")
    assert said.err.splitlines()[0] == "arena: waiting for ready, start_ms = 1000"


@hurried
def test_who_gives_no_answer_is_given_up(tmp_path: Path) -> None:
    with clocked(action_ms=100, bank_ms=200):
        said = arena("check", bot(tmp_path, REQUEST="time.sleep(60)"), *FAST, status=1)
    assert first_failed(said) == BID
    assert "timeout: no answer to request 1 within 300 ms" in told(said, "rule:")
    assert "it was not computing" in told(said, "what to do:")
    assert steps(said, "not tried")[0] == "steps 3 to 36 (it does not get ready, or fails again and again)"


@hurried
def test_the_lines_up_to_the_first_fault_can_be_had(tmp_path: Path) -> None:
    faulty = bot(tmp_path, REQUEST="act('Zz' if due == 3 else legal[0])")
    file = tmp_path / "sent.jsonl"
    said = arena("check", faulty, *FAST, "--lines", file, status=1)
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert [line["type"] for line in lines] == ["match_start", "request", "request", "request"]
    assert f"{file} holds the 4 lines" in said.err
    assert lines[-1] == json.loads(told(said, "sent:"))


@hurried
def test_without_a_fault_all_lines_can_be_had_and_fed_by_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = arena("check", bot(tmp_path), *FAST, "--lines", "sent.jsonl")
    sent = Path("sent.jsonl").read_bytes()
    kinds = [json.loads(line)["type"] for line in sent.splitlines()]
    assert kinds.count("match_start") == kinds.count("match_end") == 2
    holds, _, feeds = said.err.splitlines()[0].partition("; feed them: ")
    assert holds == f"arena: sent.jsonl holds the {len(kinds)} lines that it was sent while it was led, without a fault"
    fed = subprocess.run(["bash", "-c", feeds], capture_output=True, check=True)
    assert len(fed.stdout.splitlines()) == kinds.count("request") + kinds.count("match_start")


@hurried
def test_who_crashes_is_told_how_to_run_it_by_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands bring the same traceback: it was not begun with a request."""
    monkeypatch.chdir(tmp_path)
    crashes = bot(tmp_path, REQUEST="1 / (due - 2); act(legal[0])")
    said = arena("check", crashes, *FAST, "--lines", "sent.jsonl", status=1)
    advice = told(said, "what to do:").partition("; run it by hand: ")[2]
    assert advice.startswith(f"arena check {tmp_path}/bot.py --lines sent.jsonl; PYTHONPATH=")
    fed = subprocess.run(["bash", "-c", advice.partition("; ")[2]], capture_output=True, text=True)
    assert "ZeroDivisionError" in fed.stderr
    assert fed.returncode == 1


@hurried
def test_who_repeats_an_id_fails_where_the_decision_was_due(tmp_path: Path) -> None:
    """Not where the check meant to try something else."""
    said = arena("check", bot(tmp_path, REQUEST="due = 1; act(legal[0])"), *FAST, status=1)
    assert set(steps(said, "FAILED")) <= {f"answer a {decision} request, once" for decision in ("bid", "trump", "play")}
    assert first_failed(said) == "answer a trump request, once"


@hurried
def test_who_answers_one_match_alone_is_told_so(tmp_path: Path) -> None:
    with clocked(start_ms=1_000):
        said = arena("check", bot(tmp_path, MATCH_END="time.sleep(60)"), *FAST, status=1)
    assert first_failed(said) == AGAIN
    assert told(said, "what to do:").startswith("answer every match_start with ready")
    assert "does it flush" not in told(said, "rule:")


@hurried
def test_who_has_answered_before_is_not_told_to_flush(tmp_path: Path) -> None:
    with clocked(action_ms=300, bank_ms=0):
        said = arena("check", bot(tmp_path, REQUEST="time.sleep(60 * (due == 3)); act(legal[0])"), *FAST, status=1)
    assert told(said, "what to do:").startswith("it has answered 2 requests before")


def test_a_file_for_the_lines_that_cannot_be_written_is_a_mistake(tmp_path: Path) -> None:
    said = arena("check", bot(tmp_path, READY="sys.exit(1)"), *FAST, "--lines", tmp_path, status=2)
    assert said.last == f"arena: --lines: {tmp_path} cannot be written: is a directory"
    assert not said.out  # before the bot is led


# ---- bots that cannot be started


def test_a_mistake_of_the_person_is_one_line(tmp_path: Path) -> None:
    assert 'game: unknown game "whist"' in arena("check", RANDOM, "--game", "whist", status=2).last
    assert 'isolation: expected "strong"' in arena("check", RANDOM, "--isolation", "tight", status=2).last
    assert "nowhere.py" in arena("check", tmp_path / "nowhere.py", status=2).last


UNSTARTABLE = {
    "no execute bit": ("#!/bin/sh\n", 0o644, "is not executable (chmod +x it)"),
    "no interpreter": ("#!/usr/bin/env no-such-tongue\n", 0o755, '"no-such-tongue" is not on this machine'),
    "Windows line ends": ("#!/bin/sh\r\n", 0o755, "save it with Unix line ends"),
}


@pytest.mark.parametrize("what", UNSTARTABLE)
def test_what_cannot_be_started_is_told_by_name(what: str, tmp_path: Path) -> None:
    text, mode, why = UNSTARTABLE[what]
    path = program(tmp_path, text, "bot")
    path.chmod(mode)
    said = arena("check", path, status=2)
    assert why in said.last
    assert said.out == ""


@pytest.mark.parametrize(
    ("command", "advice"),
    [
        ('["python", "-m", "missing.one"]', "name an interpreter that has missing in the command"),
        ('["bash", "-c", "no-such-command"]', "a command in it was not found"),
        ('["bash", "-c", "exec 1>&-; exec sleep 60"]', "leave standard input and output open"),
    ],
)
def test_a_command_that_does_not_work(command: str, advice: str, tmp_path: Path) -> None:
    program(tmp_path, f"command = {command}\n", "bot.toml")
    said = arena("check", tmp_path, *FAST, status=1)
    assert steps(said, "FAILED") == [READY]
    assert advice in told(said, "what to do:")
