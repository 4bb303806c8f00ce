"""The Python SDK: its loop in a real process, its card functions against tables and against the referee's rules."""

import ast
import doctest
import random
import subprocess
import sys
import textwrap
from pathlib import Path

import arena_bot
import pytest

from arena.games.tricks import STRENGTH, SUIT, TRUMPS
from tests.example_bots.talking import (
    EXAMPLES,
    environment,
    line_of,
    match_start,
    python,
    request,
    talking_to,
)

SDK = EXAMPLES / "sdk" / "arena_bot.py"

# --- Cards -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "trump", "suit"),
    [
        ("Jc", "spades", "s"),  # the left bower
        ("Js", "clubs", "c"),
        ("Jd", "hearts", "h"),
        ("Jh", "diamonds", "d"),
        ("Jh", "hearts", "h"),  # the right bower
        ("Jd", "spades", "d"),  # a jack of the other colour
        ("Ac", "spades", "c"),
        ("Jh", "high", "h"),  # no trump, no bowers, whatever letter the word begins with
        ("Jd", "high", "d"),
        ("Jd", "low", "d"),
    ],
)
def test_suit(card: str, trump: str, suit: str) -> None:
    assert arena_bot.suit_of(card, trump) == suit


@pytest.mark.parametrize(
    ("hand", "led", "trump", "follow"),
    [
        ("9c Kc Jd Jh Ah 9s", "Qh", "hearts", "Jd Jh Ah"),
        ("9c Kc Jd Jh Ah 9s", "Qd", "hearts", ""),  # the only diamond is the left bower
        ("9c Kc Jd Jh Ah 9s", "Qd", "diamonds", "Jd Jh"),
        ("9c Kc Jd Jh Ah 9s", "Jh", "diamonds", "Jd Jh"),  # the left bower led
        ("9c Kc Jd Ah 9s", "Jc", "spades", "9s"),
        ("9c Kc Jd Jh Ah 9s", "Th", "high", "Jh Ah"),
        ("9c Kc", "Th", "low", ""),
    ],
)
def test_following(hand: str, led: str, trump: str, follow: str) -> None:
    assert arena_bot.followers(hand.split(), led, trump) == follow.split()


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        ("Ah Jd Jh 9h", "hearts", "Jh"),
        ("Ah Jd Kh 9h", "hearts", "Jd"),
        ("Ad Kd 9h Qd", "hearts", "9h"),
        ("Td Jd 9d As", "hearts", "Jd"),  # a diamond was led, a trump wins it
        ("9c As Ad", "hearts", "9c"),  # nobody follows
        ("9c As Kc", "high", "Kc"),
        ("Kc 9s Tc Ac", "low", "Tc"),
        ("Ac", "low", "Ac"),
    ],
)
def test_winning(trick: str, trump: str, winner: str) -> None:
    cards = trick.split()
    assert cards[arena_bot.winning(cards, trump)] == winner


def test_suits_and_strengths_are_the_referees() -> None:
    assert tuple(arena_bot.TRUMPS) == TRUMPS
    for trump in TRUMPS:
        assert {card: arena_bot.suit_of(card, trump) for card in arena_bot.DECK} == {
            card: SUIT[trump][card] for card in arena_bot.DECK
        }
        for led in arena_bot.SUITS:
            ours, theirs = arena_bot.strengths(trump, led), STRENGTH[trump][led]
            # every card of the family: sevens, eights and the joker too
            assert set(ours) == set(theirs)
            assert sorted(theirs, key=ours.__getitem__) == sorted(theirs, key=theirs.__getitem__)
            assert {card for card in ours if ours[card] == 0} == {card for card in theirs if theirs[card] == 0}
            best_first = [card for card in arena_bot.DECK if SUIT[trump][card] == led]
            assert arena_bot.cards_of(led, trump) == sorted(best_first, key=theirs.__getitem__, reverse=True)


def test_the_examples_in_the_docstrings_hold() -> None:
    failed, tried = doctest.testmod(arena_bot)
    assert tried > 8
    assert failed == 0


# --- The loop --------------------------------------------------------------------------------------------------------

START = match_start("c0ffee")
ASK = request(1, "bid", ["pass", "3", "4", "5", "6"], {"hand": ["9c"]})


def bot_file(folder: Path, body: str) -> Path:
    path = folder / "bot.py"
    path.write_text("import arena_bot\n" + textwrap.dedent(body))
    return path


def test_printing_from_anywhere_goes_to_standard_error(tmp_path: Path) -> None:
    path = bot_file(
        tmp_path,
        """
        import os, subprocess, sys
        print("before")
        def choose(request):
            print("printed")
            sys.__stdout__.write("by the old name\\n")
            sys.__stdout__.flush()
            os.write(1, b"by descriptor\\n")
            subprocess.run(["echo", "by a child"])
            return "3"
        arena_bot.run(choose)
        print("after")
        """,
    )
    with talking_to(python(path), tmp_path) as bot:
        assert bot.ask(START) == {"type": "ready"}
        assert bot.ask(ASK) == {"type": "action", "id": 1, "action": "3"}
        assert bot.finish() == 0
        said = bot.stderr.read_text().splitlines()
    assert sorted(said) == ["after", "before", "by a child", "by descriptor", "by the old name", "printed"]


def test_an_exception_ends_the_bot_and_says_how_to_see_it_again(tmp_path: Path) -> None:
    path = bot_file(
        tmp_path,
        """
        def choose(request):
            if request["id"] == 2:
                return request["view"]["missing"]
            return "3"
        arena_bot.run(choose)
        """,
    )
    with talking_to(python(path), tmp_path) as bot:
        bot.ask(START)
        bot.ask(ASK)
        bot.tell({**ASK, "id": 2})
        assert bot.read_line() == b""
        assert bot.finish() == 1
        said = bot.stderr.read_text()
    assert "KeyError: 'missing'" in said
    assert 'return request["view"]["missing"]' in said
    last_lines = said.encode().splitlines(keepends=True)[-2:]
    assert last_lines == [line_of(START), line_of({**ASK, "id": 2})]
    again = subprocess.run(
        python(path), input=b"".join(last_lines), capture_output=True, cwd=tmp_path, env=environment(tmp_path)
    )
    assert again.returncode == 1
    assert b"KeyError: 'missing'" in again.stderr


@pytest.mark.parametrize("choice", ["None", "3", "['3']", "('3',)", "(3, 'note')"])
def test_a_choice_of_the_wrong_type_is_named(choice: str, tmp_path: Path) -> None:
    path = bot_file(tmp_path, f"arena_bot.run(lambda request: {choice})\n")
    with talking_to(python(path), tmp_path) as bot:
        bot.ask(START)
        bot.tell(ASK)
        assert bot.finish() == 1
        assert f"choose returned {choice}: expected one of ['pass', '3'" in bot.stderr.read_text()


def test_an_illegal_choice_is_sent_for_the_referee_to_judge(tmp_path: Path) -> None:
    path = bot_file(tmp_path, "arena_bot.run(lambda request: 'Jh\\u2665')\n")
    with talking_to(python(path), tmp_path) as bot:
        bot.ask(START)
        assert bot.ask(ASK)["action"] == "Jh\u2665"


def test_names_and_notes_are_passed_on(tmp_path: Path) -> None:
    path = bot_file(
        tmp_path,
        """
        arena_bot.run(lambda request: ("4", "two bowers"), name="Nora", version="2", author="A. N.")
        """,
    )
    with talking_to(python(path), tmp_path) as bot:
        assert bot.ask(START) == {"type": "ready", "name": "Nora", "version": "2", "author": "A. N."}
        assert bot.ask(ASK) == {"type": "action", "id": 1, "action": "4", "note": "two bowers"}


def test_the_news_reach_the_functions_that_want_them(tmp_path: Path) -> None:
    path = bot_file(
        tmp_path,
        """
        arena_bot.run(
            lambda request: "3",
            match_start=lambda message: print("start", message["seat"]),
            deal_end=lambda message: print("deal", message["points"]),
            match_end=lambda message: print("end", message["reason"]),
        )
        """,
    )
    with talking_to(python(path), tmp_path) as bot:
        for _ in range(2):
            bot.ask(START)
            bot.ask(ASK)
            bot.tell({"type": "deal_end", "deal": 0, "points": [4, 2]})
            bot.tell({"type": "weather"})
            bot.tell({"type": "match_end", "winner": 0, "reason": "target"})
        bot.tell({"type": "fault", "kind": "timeout", "detail": "1200 ms of 1000"})
        bot.write(b"\n \n")
        assert bot.finish() == 0
        said = bot.stderr.read_text().splitlines()
    assert said == ["start 0", "deal [4, 2]", "end target"] * 2 + ["arena ruled timeout: 1200 ms of 1000"]


def test_random_is_seeded_for_each_match_even_when_imported_late(tmp_path: Path) -> None:
    path = bot_file(
        tmp_path,
        """
        def choose(request):
            import random
            return str(random.random())
        arena_bot.run(choose)
        """,
    )
    drawn = []
    with talking_to(python(path), tmp_path) as bot:
        for seed in ("c0ffee", "beef", "c0ffee"):
            bot.ask(match_start(seed))
            drawn.append(bot.ask(ASK)["action"])
    assert drawn == [str(random.Random(seed).random()) for seed in ("c0ffee", "beef", "c0ffee")]


def test_a_referee_that_no_longer_reads_is_no_error(tmp_path: Path) -> None:
    path = bot_file(tmp_path, "arena_bot.run(lambda request: '3')\n")
    with talking_to(python(path), tmp_path) as bot:
        bot.ask(START)
        assert bot.process.stdout is not None
        bot.process.stdout.close()
        bot.tell(ASK)
        assert bot.process.wait() == 0
        assert bot.stderr.read_text() == ""


def test_importing_the_sdk_stays_cheap() -> None:
    code = "import sys, json, os; before = set(sys.modules); import arena_bot; print(*set(sys.modules) - before)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONPATH": str(SDK.parent)}
    )
    assert set(done.stdout.split()) <= {"arena_bot", "__future__"}


def test_the_sdk_is_python_3_9() -> None:
    ast.parse(SDK.read_text(), feature_version=(3, 9))
