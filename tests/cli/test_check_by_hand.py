"""The command that feeds a bot by hand: for each kind of bot what its author would type here."""

from pathlib import Path

import pytest

from arena.bot_files import resolve, sdk_dir
from arena.cli.check_by_hand import by_hand
from arena.tournament_file import BotEntry


@pytest.fixture(autouse=True)
def fixture_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def put(name: str, text: str = "#!/bin/sh\n") -> str:
    path = Path(name)
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return name


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("bot.py", f"PYTHONPATH={sdk_dir()} python3 bot.py < sent.jsonl"),
        ("mine/bot.py", f"PYTHONPATH={sdk_dir()} python3 mine/bot.py < sent.jsonl"),
        ("bot.sh", "bash bot.sh < sent.jsonl"),
        # one that is started by its execute bit, which a shell does not find by its bare name
        ("bot", "./bot < sent.jsonl"),
        ("mine/bot", "mine/bot < sent.jsonl"),
        ("my bot", "'./my bot' < sent.jsonl"),
    ],
)
def test_a_script(name: str, command: str) -> None:
    assert by_hand(resolve(BotEntry(path=put(name)))) == command


def test_a_folder() -> None:
    put("mine/bot.py")
    put("mine/bot.toml", 'command = ["python", "-S", "bot.py"]')
    source = resolve(BotEntry(path="mine"))
    assert by_hand(source, "a b.jsonl") == f"(cd mine && PYTHONPATH={sdk_dir()} python3 -S bot.py) < 'a b.jsonl'"
    put("mine/bot.toml", 'command = ["./bot.py", "--fast"]')
    assert by_hand(resolve(BotEntry(path="mine"))) == "(cd mine && ./bot.py --fast) < sent.jsonl"


def test_a_bare_command() -> None:
    assert by_hand(resolve(BotEntry(command=("sh", "-c", "cat; true")))) == "sh -c 'cat; true' < sent.jsonl"


def test_what_a_terminal_would_obey_is_shown() -> None:
    source = resolve(BotEntry(command=("sh", "-c", "\x1b[2J")))
    assert by_hand(source) == r"sh -c '\x1b[2J' < sent.jsonl"
