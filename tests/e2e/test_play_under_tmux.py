"""A person at a real terminal of 80 by 24: a deal is played with keys, a slip explained, and every way out tried."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.e2e.arena_command import EXAMPLES, arena, assert_no_traceback, environment
from tests.needs import needs

pytestmark = needs("tmux")

LIMIT_S = 60  # a hang, nothing else
_ENDED = re.compile(r"^\[ended: (\d+)\]$", re.MULTILINE)
_PROMPT = re.compile(r"^[a-z]+> ", re.MULTILINE)


class Terminal:
    """One command in a terminal of its own, served under a name of its own."""

    def __init__(self, folder: Path, *words: str | Path) -> None:
        self._folder = folder
        self._name = f"arena-test-{os.getpid()}-{os.urandom(4).hex()}"
        config = folder / "tmux.conf"
        config.write_text("set -g history-limit 9999\nset -g status off\n")
        command = [sys.executable, "-m", "arena.cli", *map(str, words)]
        # the shell outlives an interrupt, tells the status, and keeps the screen
        shell = ["sh", "-c", 'trap : INT; "$@"; echo "[ended: $?]"; exec cat', "sh"]
        self._tmux("-f", str(config), "new-session", "-d", "-x", "80", "-y", "24", "--", *shell, *command)

    def _tmux(self, *words: str) -> str:
        env = environment(TMUX_TMPDIR=str(self._folder), LC_ALL="C.UTF-8", TERM="xterm")
        env.pop("TMUX", None)
        done = subprocess.run(
            ["tmux", "-L", self._name, *words], capture_output=True, text=True, env=env, timeout=LIMIT_S, check=True
        )
        return done.stdout

    def screen(self) -> str:
        """What a person sees now."""
        return self._tmux("capture-pane", "-p")

    def everything(self) -> str:
        """All lines since the start, those put together that the terminal broke."""
        return self._tmux("capture-pane", "-p", "-J", "-S", "-")

    def type(self, text: str, *keys: str) -> None:
        if text:
            self._tmux("send-keys", "-l", text)
        self._tmux("send-keys", *(keys or ("Enter",)))

    def wait(self, is_there: Callable[[str], object]) -> str:
        deadline = time.monotonic() + LIMIT_S
        while not is_there(seen := self.everything()):
            assert time.monotonic() < deadline, seen
            time.sleep(0.02)
        return seen

    def wait_for(self, text: str) -> str:
        return self.wait(lambda seen: text in seen)

    def prompts(self) -> int:
        return len(_PROMPT.findall(self.everything()))

    def answer(self, text: str) -> str:
        """Type an answer when a question is there, and wait for the next question."""
        before = self.prompts()
        self.type(text)
        return self.wait(lambda seen: len(_PROMPT.findall(seen)) > before)

    def status(self) -> int:
        """The exit status, once the command has ended."""
        seen = self.wait(_ENDED.search)
        assert_no_traceback(seen)
        ended = _ENDED.search(seen)
        assert ended is not None
        return int(ended[1])

    def end(self) -> None:
        self._tmux("kill-server")


@pytest.fixture(name="terminal")
def fixture_terminal(tmp_path: Path) -> Iterator[Terminal]:
    bot = EXAMPLES / "counting_bot.py"
    play = ("play", bot, "--seed", "1", "--isolation", "none", "--deals", "1", "--record", tmp_path / "played.jsonl")
    terminal = Terminal(tmp_path, *play)
    yield terminal
    terminal.end()


def test_a_deal_is_played_to_its_end(terminal: Terminal, tmp_path: Path) -> None:
    # with this seed the left bids 3 and the right 4, and the person deals
    seen = terminal.wait_for("bid> ")
    assert "  left: bid 3\n  partner: bid pass\n  right: bid 4\n" in seen
    assert "not legal: bid not high enough: 3 is below the high bid 4" in terminal.answer("3")
    assert "an action   by its name" in terminal.answer("?")
    assert "contract: right, 4 " in terminal.answer("pass")
    while terminal.screen().rstrip().endswith("play>"):
        lines = terminal.screen().rstrip().split("\n")
        # the whole table stands on the screen, above the question
        assert sum(line.startswith("--- deal 0 · you deal") for line in lines) >= 1
        assert lines[-2].startswith("your hand:  ")
        assert "[" in lines[-2]
        terminal.answer("1")
    seen = terminal.everything()
    assert seen.count("  trick 6: ") == 1
    assert "result: nobody wins · the most deals were played" in seen
    assert " held " not in seen
    opened = terminal.answer("n")
    assert opened.count(" held ") == 4
    assert 'noted: "' in opened
    # the match is over and written down, however the table is left
    terminal.type("", "C-c")
    assert terminal.status() == 130
    assert arena("verify", tmp_path / "played.jsonl").stdout.startswith("1 match verified")


def left(terminal: Terminal, folder: Path, words: str) -> int:
    status = terminal.status()
    assert words in terminal.everything()
    assert not (folder / "played.jsonl").exists()
    return status


def test_a_slip_is_mended_and_the_end_of_input_leaves(terminal: Terminal, tmp_path: Path) -> None:
    terminal.wait_for("bid> ")
    terminal.type("passx", "BSpace", "Enter")
    terminal.wait_for("play> ")
    terminal.answer("q")
    terminal.type("", "C-d")
    assert left(terminal, tmp_path, "arena: you left") == 0


def test_an_interrupt_ends_the_bots(terminal: Terminal, tmp_path: Path) -> None:
    terminal.wait_for("bid> ")
    terminal.type("", "C-c")
    assert left(terminal, tmp_path, "ending the bots") == 130
