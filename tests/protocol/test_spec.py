"""SPEC.md holds what it says: every example is what it claims to be, its session is a real match, its bot plays."""

import json
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter

import protocol.codec
from arena.games import GAMES, game
from arena.games.cards import sorted_hand
from arena.games.tricks import TRUMPS, following
from protocol.codec import CodecError, decode
from protocol.games.bid_euchre import BidEuchreView
from protocol.messages import (
    FAULT_KINDS,
    Action,
    ArenaMessage,
    DealEnd,
    FaultNotice,
    MatchEnd,
    MatchStart,
    Ready,
    Request,
)

TEXT = (Path(protocol.codec.__file__).parent / "SPEC.md").read_text(encoding="utf-8")
FENCES = re.findall(r"^```(.*)\n((?:.*\n)*?)^```$", TEXT, re.MULTILINE)
FROM_ARENA: TypeAdapter[ArenaMessage] = TypeAdapter(ArenaMessage)
SESSION = [line for line in FENCES[0][1].splitlines() if line and not line.startswith("# ")]
EXAMPLES = [line for kind, text in FENCES if kind == "json" for line in text.splitlines()]
VIEWS = [line for kind, text in FENCES if kind == "json view" for line in text.splitlines()]
OTHER_VIEWS = [
    (kind.removeprefix("json view "), line)
    for kind, text in FENCES
    if kind.startswith("json view ")
    for line in text.splitlines()
]


def read(line: str) -> ArenaMessage | Ready | Action:
    """A line as the message it is, either direction."""
    kind = re.match(r'\{"type":"(\w+)"', line)
    assert kind is not None, line
    return decode(line.encode()) if kind[1] in ("ready", "action") else FROM_ARENA.validate_json(line)


def section(heading: str) -> str:
    """The text under `heading`, as far as the next heading of any level."""
    found = re.search(rf"^#+ {re.escape(heading)}\n((?:(?!#).*\n)*)", TEXT, re.MULTILINE)
    assert found is not None, heading
    return found[1]


def table(text: str) -> list[list[str]]:
    """The body of the one table in `text`, cells without their back-quotes."""
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip().replace("`", "") for cell in row] for row in rows[1:]]


def test_every_fence_is_of_a_kind_that_is_tested_here() -> None:
    others = {f"json view {name}" for name in GAMES if name != "bid-euchre"}
    assert {kind for kind, _ in FENCES} == {"text", "json", "json view", "python", "sh"} | others
    assert len(SESSION) == 20
    assert len(EXAMPLES) > 15
    assert len(VIEWS) == 4


@pytest.mark.parametrize("line", EXAMPLES)
def test_examples_are_messages(line: str) -> None:
    message = read(line)
    if isinstance(message, Request):
        BidEuchreView.model_validate(message.view)
        assert list(message.view) == list(BidEuchreView.model_fields)
    if not isinstance(message, Ready | Action):
        fields = json.loads(line)
        assert list(fields) == [name for name in type(message).model_fields if name in fields]


@pytest.mark.parametrize("line", VIEWS)
def test_views_are_views(line: str) -> None:
    view = BidEuchreView.model_validate_json(line)
    assert view.hand == sorted_hand(view.hand)
    assert list(json.loads(line)) == list(BidEuchreView.model_fields)


@pytest.mark.parametrize(("name", "line"), OTHER_VIEWS)
def test_views_of_other_games_are_views(name: str, line: str) -> None:
    module = import_module(f"protocol.games.{name.replace('-', '_')}")
    (model,) = [
        each for key, each in vars(module).items() if key.endswith("View") and each.__module__ == module.__name__
    ]
    view = model.model_validate_json(line)
    assert view.hand == sorted_hand(view.hand)
    assert list(json.loads(line)) == list(model.model_fields)


def test_every_message_has_a_section_with_an_example_and_all_its_fields() -> None:
    members: list[type[BaseModel]] = [MatchStart, Request, DealEnd, FaultNotice, MatchEnd, Ready, Action]
    for model in members:
        kind = TypeAdapter(model).json_schema()["properties"]["type"]["const"]
        text = section(kind)
        assert f'{{"type":"{kind}"' in text
        for field in model.model_fields:
            assert field == "type" or f"`{field}`" in text, f"{kind}.{field}"


@pytest.mark.parametrize("kind", FAULT_KINDS)
def test_every_fault_has_a_section_with_an_example(kind: str) -> None:
    assert f'{{"type":"fault","kind":"{kind}","detail":' in section(kind)
    assert f"(#{kind})" in TEXT


def test_lines_shown_as_malformed_are_refused_for_the_reason_shown() -> None:
    pairs = re.findall(r"```text\n(.*)\n```\n```json\n(.*)\n```", section("malformed"))
    assert len(pairs) == 4
    for line, notice in pairs:
        with pytest.raises(CodecError) as raised:
            decode(line.encode())
        assert json.loads(notice)["detail"] == f"the line {raised.value.reason}; got {line}"


def test_the_session_is_a_real_match() -> None:
    assert all(re.match(r"(arena>|bot  >) \{", line) for line in SESSION)
    said = [(line[:7], read(line[7:])) for line in SESSION]
    start, ready = said[0][1], said[1][1]
    news = [message for _, message in said[-2:]]
    assert isinstance(start, MatchStart)
    assert isinstance(ready, Ready)
    assert isinstance(news[0], DealEnd)
    assert isinstance(news[1], MatchEnd)
    ruled = game(start.game, start.options)
    assert start.sides == list(ruled.sides)
    cards = [card for hand in news[0].hands for card in hand]
    deal = ruled.start(cards, start.first_dealer, (0, 0), 0)
    asked = 0
    bank, last = float(start.clock.bank_ms or 0), None
    for number, done in enumerate(news[0].actions):
        if deal.to_act == start.seat:
            (who, request), (whose, action) = said[2 + 2 * asked : 4 + 2 * asked]
            asked += 1
            assert (who, whose) == ("arena> ", "bot  > ")
            assert isinstance(request, Request)
            assert isinstance(action, Action)
            assert (request.id, request.decision, request.legal) == (asked, deal.decision, deal.legal())
            assert request.view == deal.view(start.seat), number
            assert (action.id, action.action) == (asked, done)
            last = request.clock.last_ms
            bank -= max(0.0, (last or 0.0) - float(start.clock.action_ms or 0))
            assert request.clock.bank_ms == int(bank)
        deal.apply(done)
    assert last is not None
    assert len(said) == 4 + 2 * asked
    assert deal.points is not None
    assert [news[0].points, news[0].scores] == [list(deal.points), list(deal.scores)]
    assert news[0].hands == [list(hand) for hand in deal.hands]
    assert news[0].summary == deal.summary()
    shares = deal.shares()
    assert shares is not None
    assert (news[1].winner, news[1].scores, news[1].reason) == (shares.index(1), list(deal.scores), "target")


def test_the_example_of_deal_end_and_the_views_are_one_real_deal() -> None:
    (line,) = [line for line in EXAMPLES if '"deal_end"' in line]
    end = json.loads(line)
    views = [json.loads(view) for view in VIEWS]
    cards = [card for hand in end["hands"] for card in hand]
    deal = game("bid-euchre", {}).start(cards, views[0]["dealer"], views[0]["scores"], end["deal"])
    seen: list[dict[str, Any]] = []
    for action in end["actions"]:
        seen.append(deal.view(deal.to_act))
        deal.apply(action)
    assert all(view in seen for view in views)
    assert deal.points is not None
    assert [end["points"], end["scores"], end["summary"]] == [list(deal.points), list(deal.scores), deal.summary()]


def test_the_table_of_the_left_bower() -> None:
    rows = table(section("The left bower"))
    assert len(rows) == 8
    for hand, trump, led, legal, why in rows:
        assert following(hand.split(), led, trump) == legal.split(), why
        assert sorted_hand(hand.split()) == hand.split()


def test_the_scoring_table() -> None:
    rows = table(section("Scoring table"))
    assert [row[0] for row in rows] == ["3", "4", "5", "6"]
    for bid, *cells in rows:
        assert len(cells) == 7
        for tricks, cell in enumerate(cells):
            made = tricks >= int(bid)
            assert cell == f"{tricks if made else -int(bid)} / {6 - tricks}"


def test_rules_decisions_and_options_are_all_there() -> None:
    assert re.findall(r"^- (B\d+)\. ", section("Rules"), re.MULTILINE) == [f"B{number}" for number in range(1, 24)]
    rows = table(section("Decisions"))
    assert [row[0] for row in rows] == list(GAMES["bid-euchre"].decisions)
    assert " ".join(TRUMPS) in rows[1][2]
    assert all(f"Game `{name}`" in TEXT for name in GAMES)


def answers_to_the_session(command: list[str], cwd: Path) -> list[Ready | Action]:
    lines = "".join(f"{line[7:]}\n" for line in SESSION if line.startswith("arena> "))
    done = subprocess.run(command, input=lines.encode(), capture_output=True, timeout=60, check=True, cwd=cwd)
    return [decode(line) for line in done.stdout.splitlines()]


def test_the_smallest_bot_plays(tmp_path: Path) -> None:
    source = next(text for kind, text in FENCES if kind == "python")
    (tmp_path / "my_bot.py").write_text(source, encoding="utf-8")
    ready, *actions = answers_to_the_session([sys.executable, "my_bot.py"], tmp_path)
    assert ready == Ready(type="ready", name="First")
    requests = [message for line in SESSION if isinstance(message := read(line[7:]), Request)]
    assert actions == [Action(type="action", id=each.id, action=each.legal[0]) for each in requests]


def test_the_session_can_be_cut_out_as_shown(tmp_path: Path) -> None:
    (command,) = [text for kind, text in FENCES if kind == "sh"]
    cut = re.fullmatch(r"(sed .*) protocol/SPEC\.md \| python3 my_bot\.py\n", command)
    assert cut is not None
    (tmp_path / "SPEC.md").write_text(TEXT, encoding="utf-8")
    shown = subprocess.run(["sh", "-c", f"{cut[1]} SPEC.md"], capture_output=True, check=True, cwd=tmp_path, timeout=60)
    assert shown.stdout.decode().splitlines() == [line[7:] for line in SESSION if line.startswith("arena> ")]


def test_links_within_the_page_lead_somewhere() -> None:
    headings = re.findall(r"^#+ (.*)$", re.sub(r"^```(?:.*\n)*?```$", "", TEXT, flags=re.MULTILINE), re.MULTILINE)
    anchors = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    assert set(re.findall(r"\]\(#([^)]*)\)", TEXT)) <= anchors
