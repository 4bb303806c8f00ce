"""`arena check`: sound bots pass every step, each kind of broken one fails where it breaks, with all that helps."""

from pathlib import Path

import pytest

from arena.bot_files import bundled_bots_dir
from arena.cli.check_deals import BOT_SEAT, FIRST_MATCH, OPTIONS, SECOND_MATCH, PlannedDeal
from arena.games import GAMES, Deal, game
from tests.cli.in_process import Said, arena

EXAMPLES = bundled_bots_dir() / "python"
RANDOM = EXAMPLES / "random_bot.py"
RULED = game("bid-euchre", OPTIONS)

LOOP = """\
import json, sys
def send(message):
    print(json.dumps(message), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "match_start":
        READY
    elif kind == "request":
        legal, hand, due = message["legal"], message["view"]["hand"], message["id"]
        REQUEST
    elif kind == "deal_end":
        DEAL_END
END
"""
SOUND = {
    "READY": 'send({"type": "ready"})',
    "REQUEST": 'send({"type": "action", "id": due, "action": legal[-1]})',
    "DEAL_END": "pass",
    "END": "",
}


def bot(tmp_path: Path, **parts: str) -> Path:
    text = LOOP
    for name, code in (SOUND | parts).items():
        text = text.replace(name, code)
    path = tmp_path / "bot.py"
    path.write_text(text)
    return path


def failed(said: Said) -> list[str]:
    """The titles of the failed steps."""
    return [line.split("FAILED", 1)[1].strip() for line in said.out.splitlines() if line[5:11] == "FAILED"]


def detail(said: Said, label: str) -> str:
    """What the first failed step says behind a label."""
    return next(line.split(label, 1)[1] for line in said.out.splitlines() if line.strip().startswith(label))


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_led_through(name: str, tmp_path: Path) -> None:
    """A bot that passes where it may passes, and every decision of the game's usual options comes up."""
    first = bot(tmp_path, REQUEST='send({"type": "action", "id": due, "action": legal[0]})')
    said = arena("check", first, "--game", name)
    assert failed(said) == []
    missed = {
        word for line in said.out.splitlines() if "no deal led to" in line for word in line.split(": ")[1].split(", ")
    }
    assert missed <= {"alone", "give"}
    assert f"--game {name}" in said.err


@pytest.mark.parametrize("name", [name for name in GAMES if not name.startswith("bid")])
def test_the_euchre_bot_plays_its_games(name: str) -> None:
    assert failed(arena("check", EXAMPLES / "euchre_bot.py", "--game", name)) == []


def test_what_cannot_be_checked_is_said() -> None:
    assert 'game: unknown game "whist"' in arena("check", RANDOM, "--game", "whist", status=2).last
    assert 'isolation: expected "strong"' in arena("check", RANDOM, "--isolation", "tight", status=2).last


@pytest.mark.parametrize("path", [EXAMPLES / "random_bot.py", EXAMPLES / "lowest_bot.py"], ids=lambda path: path.stem)
def test_sound_bots_pass(path: Path) -> None:
    said = arena("check", path)
    assert failed(said) == []
    numbers = [line.split()[0] for line in said.out.splitlines() if " ok " in line and line.lstrip()[0].isdigit()]
    steps = [number for number in numbers if number != "of"]
    assert len(steps) >= 30
    assert f"{len(steps)} of {len(steps)} steps ok" in said.out
    for step in ("answer match_start with ready", "left bower", "negative score", "second match_start", "end of its"):
        assert step in said.out
    assert "limit 1000 ms, then a bank of 5000" in said.out
    assert said.last == f"arena: let it play: arena match {path} {path}"


def test_a_bot_may_leave_after_each_match(tmp_path: Path) -> None:
    leaving = 'pass\n    elif kind == "match_end":\n        sys.exit(0)'
    assert failed(arena("check", bot(tmp_path, DEAL_END=leaving))) == []


REVOKE = 'send({"type": "action", "id": due, "action": hand[0] if message["decision"] == "play" else legal[0]})'
PASS = 'send({"type": "action", "id": due, "action": "pass" if message["decision"] == "bid" else legal[0]})'
ZZ = """sys.stderr.write("\\x1b[2Jthinking\\n"); print('{"type":"action","id":1,"action":"Zz"}', flush=True)"""

# what is broken -> where the first failure shows, what its rule says
BROKEN: dict[str, tuple[dict[str, str], str, str]] = {
    "a revoke": (
        {"REQUEST": REVOKE},
        "follow clubs with the left bower: Js is a club when clubs are trump",
        'illegal: play "9d" is illegal: must follow clubs: holds Js, the left bower (legal: Js)',
    ),
    "a pass where none may": (
        {"REQUEST": PASS},
        "bid as the dealer when nobody has: pass is not legal",
        "the dealer must bid: nobody else has",
    ),
    "garbage": (
        {"REQUEST": 'print("Jh", flush=True)'},
        "call first: pass or bid",
        "malformed: the line is not JSON",
    ),
    "a wrong id": (
        {"REQUEST": 'send({"type": "action", "id": due + 1, "action": legal[0]})'},
        "call first: pass or bid",
        "unexpected: an action with another id where the answer to request 1 is due",
    ),
    "an exit": (
        {"REQUEST": 'sys.exit("no idea")'},
        "call first: pass or bid",
        "crashed: the process exited with status 1",
    ),
    "an exit at once": ({"READY": "sys.exit(3)"}, "start, and answer match_start with ready", "exited with status 3"),
    "no ready": (
        {"READY": 'print("hello", flush=True)'},
        "start, and answer match_start with ready",
        "expected a ready message as the first line",
    ),
    "an exit after a deal": ({"DEAL_END": "sys.exit(4)"}, "", "crashed: the process exited with status 4"),
    "staying": (
        {"END": "import time; time.sleep(60)"},
        "exit at the end of its standard input",
        "a bot must exit within exit_ms = 500",
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_broken_bots_fail_where_they_break(tmp_path: Path, what: str) -> None:
    parts, title, rule = BROKEN[what]
    said = arena("check", bot(tmp_path, **parts), status=1)
    assert failed(said)
    assert title in failed(said)[0]
    assert rule in detail(said, "rule:")
    assert "FAILED" in next(line for line in said.out.splitlines() if " steps ok" in line)
    assert said.last.startswith("arena: mend the first failed step, then again: arena check ")


def test_a_failure_shows_the_line_sent_the_reply_and_standard_error(tmp_path: Path) -> None:
    said = arena("check", bot(tmp_path, REQUEST=ZZ), status=1)
    assert detail(said, "sent:").strip().startswith('{"type":"request","id":1,"decision":"bid","legal":["pass","3"')
    assert detail(said, "reply:").strip() == '{"type":"action","id":1,"action":"Zz"}'
    assert "'Zz' is not a call" in detail(said, "rule:")
    assert r"\x1b[2Jthinking" in said.out
    assert all(line.isprintable() for line in said.out.splitlines())


def test_after_a_fault_the_rest_is_tried_on_a_new_process(tmp_path: Path) -> None:
    said = arena("check", bot(tmp_path, REQUEST=PASS), status=1)
    lines = said.out.splitlines()
    assert any("ok" in line and "start again after a fault" in line for line in lines)
    assert any("ok" in line and "play out a deal under low" in line for line in lines)
    assert any("ok" in line and "exit at the end of its standard input" in line for line in lines)


def test_a_bot_that_talks_at_deal_end_fails(tmp_path: Path) -> None:
    said = arena("check", bot(tmp_path, DEAL_END='print("thanks", flush=True)'), status=1)
    assert "thanks" in detail(said, "reply:")


def test_a_bot_that_never_answers_is_given_up(tmp_path: Path) -> None:
    file = bot(tmp_path, READY="import time; time.sleep(60)")
    folder = tmp_path / "slow"
    folder.mkdir()
    file.rename(folder / "bot.py")
    (folder / "bot.toml").write_text('command = ["bash", "-c", "exec 1>&-; exec sleep 60"]\n')
    said = arena("check", folder, status=1)
    assert "not tried" in said.out
    assert "0 of 1 steps ok, 1 FAILED" in said.out


def test_a_bot_that_is_not_there_is_a_mistake(tmp_path: Path) -> None:
    said = arena("check", tmp_path / "nowhere.py", status=2)
    assert "nowhere.py" in said.last
    assert said.out == ""


# ---- the deals themselves


def at_the_bots_turn(plan: PlannedDeal, scores: tuple[int, ...] = (0, 0)) -> list[tuple[str, str, list[str]]]:
    """Title, decision and legal actions whenever the bot is to act, if it plays the first legal action."""
    deal: Deal = plan.start(RULED, 0, scores)
    met = []
    while deal.to_act >= 0:
        if deal.to_act == BOT_SEAT:
            met.append((plan.title(deal), deal.decision, deal.legal()))
            deal.apply(deal.legal()[0])
        else:
            deal.apply(plan.others(deal))
    return met


ALL = [*FIRST_MATCH, *SECOND_MATCH]


@pytest.mark.parametrize(
    ("words", "legal"),
    [
        ("call first: pass or bid", ["pass", "3", "4", "5", "6"]),
        ("pass is not legal", ["3", "4", "5", "6"]),
        ("name the trump", ["clubs", "diamonds", "hearts", "spades", "high", "low"]),
        ("left bower: Js", ["Js"]),
        ("call over a bid of 3", ["pass", "4", "5", "6"]),
        ("follow hearts with Kh alone", ["Kh"]),
        ("4 may be equalled", ["pass", "4", "5", "6"]),
        ("no card is a bower", ["Td", "Jd"]),
    ],
)
def test_a_title_says_what_is_tried(words: str, legal: list[str]) -> None:
    met = [one for plan in ALL for one in at_the_bots_turn(plan) if words in one[0]]
    assert met
    assert met[0][2] == legal


def test_the_bot_leads_and_all_contracts_are_met() -> None:
    leads = [legal for title, _, legal in at_the_bots_turn(FIRST_MATCH[0]) if title.startswith("lead a card")]
    assert len(leads[0]) == 5
    trumps = set()
    for plan in FIRST_MATCH:
        deal = plan.start(RULED, 0, (0, 0))
        while deal.to_act >= 0:
            deal.apply(deal.legal()[0] if deal.to_act == BOT_SEAT else plan.others(deal))
        trumps.add(deal.summary()["contract"]["trump"])
    assert trumps == {"clubs", "diamonds", "hearts", "spades", "high", "low"}


@pytest.mark.parametrize("call", [0, -1])
def test_the_bots_side_has_a_negative_score_where_a_title_says_so(call: int) -> None:
    deal = SECOND_MATCH[0].start(RULED, 0, (0, 0))
    while deal.to_act >= 0:
        deal.apply(deal.legal()[call] if deal.to_act == BOT_SEAT else SECOND_MATCH[0].others(deal))
    assert deal.scores[0] == -6


def test_dealers_follow_one_another() -> None:
    for match in (FIRST_MATCH, SECOND_MATCH):
        assert [plan.dealer for plan in match] == [(match[0].dealer + number) % 4 for number in range(len(match))]
