"""What the README of the example bots shows is what happens, and what it lists is what is there."""

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.example_bots.talking import EXAMPLES, ROOT, match_start, request, talking_to

README = (EXAMPLES / "README.md").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


def test_the_session_by_hand(tmp_path: Path) -> None:
    (session,) = blocks("console")
    command, answers = re.split(r"(?<!\\)\n", session.removeprefix("$ "), maxsplit=1)
    # `python3` is the Python that runs the tests
    (tmp_path / "python3").symlink_to(sys.executable)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, env={"PATH": path}, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == (answers, "")


def test_the_bot_in_short(tmp_path: Path) -> None:
    (source,) = blocks("python")
    (tmp_path / "mine.py").write_text(source)
    with talking_to([sys.executable, "mine.py"], tmp_path) as bot:
        assert bot.ask(match_start()) == {"type": "ready", "name": "Mine"}
        assert bot.ask(request(1, "bid", ["pass", "3"], {}))["action"] in ("pass", "3")
        assert bot.finish() == 0


def test_every_bot_is_listed_and_every_listed_bot_is_there() -> None:
    listed = set(re.findall(r"^\| `([^`]+)` \|", README, re.MULTILINE))
    there = {str(path.relative_to(EXAMPLES)) for path in EXAMPLES.glob("*/*.*") if path.parent.name != "c"} | {"c/"}
    assert listed == {name for name in there if "__pycache__" not in name}
