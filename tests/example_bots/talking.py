"""Talks to a bot's real process over pipes, one line out and one line in, and plays it through whole matches.

No clock and no rulings: a bot that does not answer within PATIENCE fails the test. The other three seats play at
random. Used by the tests of example bots, of the SDK and of the starter bots.
"""

import fcntl
import json
import os
import random
import select
import shutil
import subprocess
import sys
import termios
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from arena.games.bid_euchre import BidEuchre

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "example_bots"
PATIENCE = 30.0

Message = dict[str, Any]

CLOCK = {"start_ms": 10000, "action_ms": 1000, "bank_ms": 5000}


def match_start(seed: str = "0f", seat: int = 0, first_dealer: int = 3) -> Message:
    return {
        "type": "match_start",
        "protocol": 1,
        "game": "bid-euchre",
        "options": {"target": 32},
        "match": "0/open",
        "seat": seat,
        "sides": [0, 1, 0, 1],
        "first_dealer": first_dealer,
        "seed": seed,
        "clock": CLOCK,
        "max_line_bytes": 65536,
    }


def request(number: int, decision: str, legal: list[str], view: Message) -> Message:
    clock = {"action_ms": 1000, "bank_ms": 5000, "last_ms": None}
    return {"type": "request", "id": number, "decision": decision, "legal": legal, "view": view, "clock": clock}


def line_of(message: Message) -> bytes:
    """As arena writes it: no spaces, one line."""
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def environment(folder: Path) -> dict[str, str]:
    """Minimal, as a bot meets it, and without PYTHONUNBUFFERED: a missing flush must show."""
    return {"PATH": os.environ["PATH"], "HOME": str(folder), "PYTHONPATH": str(EXAMPLES / "sdk")}


class Process:
    """A bot's process. What it has written but not been asked for stays unread, so that `finish` can find it."""

    def __init__(self, command: list[str], folder: Path, stderr: Path):
        self.stderr = stderr
        with stderr.open("wb") as errors:
            self.process = subprocess.Popen(
                command,
                cwd=folder,
                env=environment(folder),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                bufsize=0,
            )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.into = self.process.stdin
        self.out = self.process.stdout.fileno()
        self.unread = b""

    def write(self, data: bytes) -> None:
        self.into.write(data)

    def tell(self, message: Message) -> None:
        self.write(line_of(message))

    def drip(self, data: bytes) -> None:
        """Write byte by byte, each only when the bot has taken the one before: it never sees two at once."""
        patience = time.monotonic() + PATIENCE
        for byte in data:
            self.into.write(bytes([byte]))
            waiting = bytearray(4)
            while fcntl.ioctl(self.into, termios.FIONREAD, waiting) == 0 and any(waiting):
                assert time.monotonic() < patience, "the bot does not read"
                time.sleep(0)

    def read_line(self) -> bytes:
        """The next line with its newline; b"" at the end of the output."""
        while b"\n" not in self.unread:
            readable, _, _ = select.select([self.out], [], [], PATIENCE)
            assert readable, f"no answer within {PATIENCE} s; standard error: {self.stderr.read_text()}"
            chunk = os.read(self.out, 65536)
            if not chunk:
                assert not self.unread, f"output ends within a line: {self.unread!r}"
                return b""
            self.unread += chunk
        line, _, self.unread = self.unread.partition(b"\n")
        return line + b"\n"

    def hear(self) -> Message:
        line = self.read_line()
        assert line, f"output ended instead of an answer; standard error: {self.stderr.read_text()}"
        message = json.loads(line)
        assert isinstance(message, dict)
        return message

    def ask(self, message: Message) -> Message:
        self.tell(message)
        return self.hear()

    def finish(self) -> int:
        """Close the bot's input; its exit status, after checking that it has nothing more to say."""
        self.into.close()
        assert self.read_line() == b"", "wrote more than it was asked for"
        return self.process.wait(PATIENCE)


@contextmanager
def talking_to(command: list[str], folder: Path) -> Iterator[Process]:
    """A process in `folder`, which also receives its standard error; it does not outlive the block."""
    bot = Process(command, folder, folder / "stderr.txt")
    try:
        yield bot
    finally:
        bot.process.kill()
        bot.process.wait()
        bot.into.close()
        assert bot.process.stdout is not None
        bot.process.stdout.close()


def python(path: Path) -> list[str]:
    return [sys.executable, str(path)]


def built(source: Path, folder: Path) -> list[str]:
    """The command of a bot folder with a bot.toml, copied to `folder` and built there as the file says.

    Words that name files of the folder are made absolute, as arena does.
    """
    shutil.copytree(source, folder, dirs_exist_ok=True)
    settings = tomllib.loads((folder / "bot.toml").read_text())
    subprocess.run(settings["build"], cwd=folder, check=True)
    return [str(folder / word) if (folder / word).is_file() else word for word in settings["command"]]


def play_match(bot: Process, seed: str, deals: int = 3, seat: int = 0, deals_seed: int = 1) -> list[str]:
    """Play a match's first deals with the bot at `seat`; what it chose, each checked to be legal.

    The cards and the other seats' choices depend on `deals_seed` alone.
    """
    chance = random.Random(deals_seed)
    game = BidEuchre.with_options({})
    ready = bot.ask(match_start(seed, seat))
    assert ready["type"] == "ready"
    chosen: list[str] = []
    scores: tuple[int, ...] = (0, 0)
    for number in range(deals):
        deck = list(game.deck)
        chance.shuffle(deck)
        deal = game.start(deck, (3 + number) % 4, scores, number)
        while deal.to_act >= 0:
            legal = deal.legal()
            if deal.to_act != seat:
                deal.apply(chance.choice(legal))
                continue
            answer = bot.ask(request(len(chosen) + 1, deal.decision, legal, deal.view(seat)))
            assert answer["type"] == "action"
            assert answer["id"] == len(chosen) + 1
            assert answer["action"] in legal
            chosen.append(answer["action"])
            deal.apply(answer["action"])
        scores = deal.scores
        news = {"deal": number, "points": deal.points, "scores": scores, "hands": deal.hands, "actions": deal.actions}
        bot.tell({"type": "deal_end", **news, "summary": deal.summary()})
    bot.tell({"type": "match_end", "winner": 0, "scores": scores, "reason": "target"})
    return chosen
