"""The page for bot authors of any language: its tables are what arena does, its advice on JSON holds for every game."""

import json
import random
import re
import shlex
import tomllib
from collections.abc import Iterator

import pytest

from arena.bot_programs import INTERPRETERS
from arena.bots.session import State, judge
from arena.cli.templates import LANGUAGES, TEMPLATES
from arena.games import GAMES, Deal, game
from arena.games.cards import deck
from arena.referee import _illegal
from protocol.codec import encode_request
from tests.docs.pages import DOCS, ROOT, blocks

PAGE = (DOCS / "languages.md").read_text(encoding="utf-8")


TOML_LINE = re.compile(r"`((?:build|command) = \[[^`…]*\])`")


def rows(heading: str) -> list[list[str]]:
    """The cells of the first table behind a heading, without its head; a `|` in a cell is written `\\|`."""
    lines = PAGE[PAGE.index(f"## {heading}\n") :].splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("|"))
    last = next(number for number, line in enumerate(lines) if number > first and not line.startswith("|"))
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines[first + 2 : last]]


# ---- starters


def test_every_starter_is_listed_as_it_is() -> None:
    listed = rows("The languages of `arena new`")
    assert [row[0].lower() for row in listed] == list(LANGUAGES)
    for _, needs, written, build, command in listed:
        name = re.findall(r"`([^`]+)`", written)
        language = next(key for key, each in LANGUAGES.items() if name[0].endswith(each.extension))
        if LANGUAGES[language].is_folder:
            toml = tomllib.loads((TEMPLATES / language / "bot.toml").read_text(encoding="utf-8"))
            assert build == f"`{shlex.join(toml['build'])}`"
            assert command == f"`{shlex.join(toml['command'])}`"
            sources = {f"my_bot/{path.name}" for path in (TEMPLATES / language).iterdir()} - {"my_bot/bot.toml"}
            assert sources == set(name)
            assert all(f"`{program}`" in needs for program in LANGUAGES[language].programs)
        else:
            assert build == ""
            assert command == f"`{INTERPRETERS[LANGUAGES[language].extension]} {name[0]}`"


def test_every_bot_toml_that_is_shown_is_one() -> None:
    tried = [TOML_LINE.findall(row[1]) for row in rows("Any other language")]
    assert len(tried) > 10
    assert all(tried)
    for line in TOML_LINE.findall(PAGE):
        ((key, words),) = tomllib.loads(line).items()
        assert key in ("build", "command")
        assert all(isinstance(word, str) for word in words)
    (toml,) = (block.text for block in blocks(PAGE) if block.kind == "toml")
    assert set(tomllib.loads(toml)) == {"name", "command", "build"}


def test_the_script_that_tries_them_knows_every_language() -> None:
    script = (ROOT / "tests" / "languages.sh").read_text(encoding="utf-8")
    assert re.findall(r"^language (\w+)", script, re.MULTILINE) == list(LANGUAGES)
    (games,) = re.findall(r"^games=\((.*)\)$", script, re.MULTILINE)
    assert set(games.split()) == set(GAMES)


# ---- JSON by searching, as the page has it


def requests(name: str) -> Iterator[str]:
    """The lines of all requests of some deals played at random."""
    chance = random.Random(name)
    ruled = game(name, {})
    for number in range(30):
        deck = list(ruled.deck)
        chance.shuffle(deck)
        deal = ruled.start(deck, number % ruled.seats, (0,) * ruled.side_count, number)
        count = 0
        while deal.to_act >= 0:
            count += 1
            legal = deal.legal()
            view = deal.view_json(deal.to_act)
            yield encode_request(count, deal.decision, legal, view, 1000, 5000, None).decode()
            deal.apply(chance.choice(legal))


def listed(text: str, key: str) -> list[str]:
    start = text.index(f'"{key}":[') + len(f'"{key}":[')
    inside = text[start : text.index("]", start)]
    return inside.replace('"', "").split(",") if inside else []


@pytest.mark.parametrize("name", GAMES)
def test_searching_finds_what_parsing_does(name: str) -> None:
    seen = 0
    for line in requests(name):
        message = json.loads(line)
        assert '"type":"request"' in line
        assert '"type":"match_start"' not in line
        assert re.search(r'"id":(\d+)', line)[1] == str(message["id"])  # type: ignore[index]
        assert re.search(r'"decision":"([^"]*)', line)[1] == message["decision"]  # type: ignore[index]
        assert listed(line, "legal") == message["legal"]
        assert listed(line, "hand") == message["view"]["hand"]
        assert all(re.fullmatch(r"[A-Za-z0-9 ]+", action) for action in message["legal"])
        assert "\\" not in line
        seen += 1
    assert seen > 100


# ---- mistakes


def _first_follow() -> Deal:
    """Seat 1 has to follow a club under clubs; the left bower is the one that it holds."""
    other = [card for card in deck() if card[1] != "c" and card not in ("Js", "9d")]
    deal = game("bid-euchre", {}).start([*deck()[:6], "Js", "9d", *other], 3, (0, 0), 0)
    for action in ("3", "pass", "pass", "pass", "clubs", "9c"):
        deal.apply(action)
    return deal


def _said(line: str, state: State = State.DUE, due: int = 2) -> tuple[str, str]:
    judgement = judge(state, line.encode(), due, 65536)
    return judgement.verdict.value, judgement.detail


def _chosen(deal: Deal, action: str) -> tuple[str, str]:
    return "illegal", _illegal(deal, action, deal.legal(), 1.0, b"").detail


MISTAKES = {
    "a greeting before `ready`": [_said("hello", State.STARTING)],
    "debug text on standard output": [_said("choosing Jh")],
    "JSON with indentation": [_said("{")],
    "single quotes, as in a printed Python dict": [_said("{'type':'action'}")],
    "a byte order mark": [_said('\ufeff{"type":"action","id":2,"action":"Jh"}')],
    '`"id":"7"`, `"id":7.0`': [_said('{"type":"action","id":"7"}'), _said('{"type":"action","id":7.0}')],
    "no `id`": [_said('{"type":"action","action":"Jh"}')],
    "counting ids yourself, or always 1": [_said('{"type":"action","id":1,"action":"Jh"}')],
    '`"action":3`': [_said('{"type":"action","id":2,"action":3}')],
    '`"action":"PASS"`': [_chosen(game("bid-euchre", {}).start(deck(), 0, (0, 0), 0), "PASS")],
    "a card of `hand` instead of `legal`": [_chosen(_first_follow(), "9d")],
    "an `action` as the answer to `deal_end`": [_said('{"type":"action","id":8,"action":"Jh"}', State.QUIET, 9)],
    'something else as the answer to it, `{"type":"ok"}`': [_said('{"type":"ok"}', State.QUIET, 9)],
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_what_arena_shows_of_a_mistake_is_what_it_says(mistake: str) -> None:
    (shown,) = [row[1].strip("`") for row in rows("Common mistakes, and what arena shows") if row[0] == mistake]
    for verdict, detail in MISTAKES[mistake]:
        told, place = f"{verdict}: {detail}", 0
        for part in shown.split("…"):
            found = told.find(part, place)
            assert found >= 0, (told, part)
            place = found + len(part)
