"""Bots for the tests of `arena check`: a sound loop, and parts to put in its place; how its output is read."""

import re
from pathlib import Path

from tests.cli.in_process import Said

LOOP = """\
import json, os, sys, time
def send(message):
    print(json.dumps(message), flush=True)
def act(action, **more):
    send({"type": "action", "id": due, "action": action} | more)
def raw(data):
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
START
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "match_start":
        READY
    elif kind == "request":
        legal, view, due = message["legal"], message["view"], message["id"]
        hand = view["hand"]
        REQUEST
    elif kind == "deal_end":
        DEAL_END
    elif kind == "match_end":
        MATCH_END
END
"""
SOUND = {
    "START": "",
    "READY": 'send({"type": "ready"})',
    "REQUEST": "act(legal[-1])",
    "DEAL_END": "pass",
    "MATCH_END": "pass",
    "END": "",
}


def bot(folder: Path, **parts: str) -> Path:
    """A bot with `parts` of LOOP in place of the sound ones; REQUEST may use `legal`, `hand`, `view`, `due`, `act`."""
    text = LOOP
    for name, code in (SOUND | parts).items():
        text = text.replace(name, code)
    path = folder / "bot.py"
    path.write_text(text)
    return path


def program(folder: Path, text: str, name: str = "bot.py") -> Path:
    """A bot of any text."""
    path = folder / name
    path.write_text(text)
    return path


def steps(said: Said, verdict: str) -> list[str]:
    """The titles of the steps with this verdict, remarks included."""
    return [line[16:] for line in said.out.splitlines() if line[5:14].strip() == verdict]


def numbers(said: Said) -> dict[int, str]:
    """The titles of the steps by their numbers, remarks included."""
    return {int(line[:3]): line[16:] for line in said.out.splitlines() if re.match(r" *\d+  \w", line)}


def first_failed(said: Said) -> str:
    """The title of the step that is to be mended first."""
    found = re.search(r"^arena: mend step (\d+) first", said.err, re.MULTILINE)
    assert found, said.err
    return numbers(said)[int(found[1])]


def told(said: Said, label: str) -> str:
    """What the step that is to be mended first says behind a label."""
    title = first_failed(said)
    lines = said.out.splitlines()
    failed = next(place for place, line in enumerate(lines) if line[5:11] == "FAILED" and line[16:] == title)
    return next(line[28:] for line in lines[failed:] if line[16:].startswith(label))
