"""Every example bot as a real process: legal play, the same play from the same seed, further matches, clean exit."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.example_bots.talking import (
    EXAMPLES,
    Message,
    Process,
    built,
    environment,
    line_of,
    match_start,
    play_match,
    python,
    request,
    talking_to,
)
from tests.needs import needs

PYTHON_BOTS = ("random_bot", "lowest_bot", "counting_bot", "thinking_bot")
RANDOM_BOTS = ("random_bot", "javascript", "c", "bash")
EVERY_BOT = [
    *PYTHON_BOTS,
    pytest.param("javascript", marks=needs("node")),
    pytest.param("c", marks=needs("cc")),
    pytest.param("bash", marks=needs("bash")),
]
EVERY_RANDOM_BOT = [param for param in EVERY_BOT if param not in PYTHON_BOTS[1:]]

Command = Callable[[str], list[str]]


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory) -> Command:
    """The command line of an example bot by name, built once where that is needed."""
    binaries: dict[str, list[str]] = {}

    def find(bot: str) -> list[str]:
        if bot == "javascript":
            return ["node", str(EXAMPLES / "javascript" / "random_bot.js")]
        if bot == "bash":
            return [str(EXAMPLES / "bash" / "random_bot.sh")]
        if bot == "c":
            if bot not in binaries:
                binaries[bot] = built(EXAMPLES / "c", tmp_path_factory.mktemp("c"))
            return binaries[bot]
        return python(EXAMPLES / "python" / f"{bot}.py")

    return find


@pytest.mark.parametrize("bot", EVERY_BOT)
@pytest.mark.parametrize("seat", [0, 3])
def test_plays_legally_in_match_after_match_and_exits_at_end_of_file(
    bot: str, seat: int, command: Command, tmp_path: Path
) -> None:
    with talking_to(command(bot), tmp_path) as process:
        # deal after deal, because a rare decision (a forced bid, a 6, a left bower led) needs many to be met
        assert len(play_match(process, "ab", deals=30, seat=seat)) > 100
        play_match(process, "cd", deals=2, seat=seat, deals_seed=2)
        assert process.finish() == 0
        assert process.stderr.read_text() == ""


@pytest.mark.parametrize("bot", EVERY_BOT)
def test_plays_the_same_from_the_same_seed(bot: str, command: Command, tmp_path: Path) -> None:
    def choices() -> list[list[str]]:
        with talking_to(command(bot), tmp_path) as process:
            return [play_match(process, seed, deals=8) for seed in ("5eed", "07", "5eed")]

    first, between, again = choices()
    assert first == again  # whatever was played before on the same process
    assert [first, between, again] == choices()  # and by another process
    if bot in RANDOM_BOTS:
        assert first != between


@pytest.mark.parametrize("bot", EVERY_BOT)
def test_the_ready_of_each_match_names_the_bot(bot: str, command: Command, tmp_path: Path) -> None:
    with talking_to(command(bot), tmp_path) as process:
        first = process.ask(match_start())
        assert first["type"] == "ready"
        assert 0 < len(first["name"]) <= 64
        assert process.ask(match_start("aa")) == first


HAND = ["9c", "Kc", "Jd", "Jh", "Ah", "9s"]
VIEW = {
    "deal": 0,
    "dealer": 3,
    "seat": 0,
    "scores": [0, 0],
    "hand": HAND,
    "calls": ["4", "pass", "pass", "pass"],
    "contract": {"declarer": 0, "bid": 4, "trump": "hearts"},
    "tricks": [],
    "tricks_won": [0, 0],
}


@pytest.mark.parametrize("bot", EVERY_BOT)
def test_lines_may_come_a_byte_at_a_time_or_several_at_once(bot: str, command: Command, tmp_path: Path) -> None:
    lines = [line_of(match_start()), *(line_of(request(number, "play", HAND, VIEW)) for number in (1, 2, 3))]
    answers: list[list[bytes]] = []
    for write in (Process.drip, Process.write):
        with talking_to(command(bot), tmp_path) as process:
            write(process, b"".join(lines))
            answers.append([process.read_line() for _ in lines])
            assert process.finish() == 0
    assert answers[0] == answers[1]
    assert [json.loads(line).get("id") for line in answers[0]] == [None, 1, 2, 3]


@pytest.mark.parametrize("bot", EVERY_BOT)
def test_news_and_unknown_messages_are_not_answered(bot: str, command: Command, tmp_path: Path) -> None:
    unknown: list[Message] = [
        {"type": "weather", "id": 9, "legal": ["rain"]},
        # texts inside other messages that look like requests
        {"type": "fault", "kind": "illegal", "detail": '{"type":"request","id":7,"legal":["Jh"]} \\'},
        {"type": "match_end", "winner": None, "scores": [0, 0], "reason": "void", "match_end": [{"x": "]}"}]},
    ]
    with talking_to(command(bot), tmp_path) as process:
        process.ask(match_start())
        for message in unknown:
            process.tell(message)
        assert process.ask(request(1, "play", HAND, VIEW))["id"] == 1
        assert process.finish() == 0  # which checks that nothing more was written


@pytest.mark.parametrize("bot", EVERY_RANDOM_BOT)
def test_random_bots_play_any_game_and_read_keys_in_any_order(bot: str, command: Command, tmp_path: Path) -> None:
    legal = ["a1-b2", "castle \u2654", 'say "x]"' if bot != "bash" else "say x", "{}"]
    view = {"id": 77, "legal": ["never"], "type": "request", "board": [[1, 2], {"id": 5}]}
    if bot == "bash":
        view = {"board": [[1, 2], {}]}  # its patterns see no nesting
    chosen = set()
    with talking_to(command(bot), tmp_path) as process:
        process.ask(match_start())
        for number in range(1, 80):
            asked = request(number, "anything", legal, view)
            # as any writer of JSON may put it: reversed, with spaces, unknown keys before and after
            shuffled = {"new": {"legal": []} if bot != "bash" else {}, **dict(reversed(asked.items())), "more": None}
            process.write(json.dumps(shuffled, ensure_ascii=number % 2 == 0).encode() + b"\n")
            answer = process.hear()
            assert answer["id"] == number
            chosen.add(answer["action"])
    assert chosen == set(legal)


@pytest.mark.parametrize("bot", EVERY_BOT)
def test_an_input_that_is_empty_or_ends_within_a_line_is_an_end_too(bot: str, command: Command, tmp_path: Path) -> None:
    for data in (b"", line_of(match_start()) + b'{"type":"requ'):
        done = subprocess.run(command(bot), input=data, capture_output=True, cwd=tmp_path, env=environment(tmp_path))
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.count(b"\n") == bool(data)


@pytest.mark.parametrize(
    "path", ["python/random_bot.py", "javascript/random_bot.js", "c/random_bot.c", "bash/random_bot.sh"]
)
def test_the_smallest_bot_of_each_language_stays_under_100_lines(path: str) -> None:
    assert len((EXAMPLES / path).read_text().splitlines()) < 100
