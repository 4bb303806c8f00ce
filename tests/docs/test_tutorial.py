"""The tutorial, done word by word: its code is put where it says, its commands run in order, from a clean directory.

What a command prints is compared loosely: every word that the page shows must come, figures and order may differ.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, ROOT, Block, blocks

PAGE = DOCS / "tutorial.md"
STEPS = list(blocks(PAGE.read_text(encoding="utf-8")))
FAILS = "This ends with status 1"
"""What the title of a block begins with whose command is shown to fail."""


def put(file: Path, code: str) -> None:
    """Write a file that is not there yet; in one that is, replace its functions by those of `code`, add new ones."""
    if not file.exists():
        file.write_text(code, encoding="utf-8")
        return
    for node in ast.parse(code).body:
        assert isinstance(node, ast.FunctionDef)
        lines = file.read_text(encoding="utf-8").splitlines()
        there = {each.name: each for each in ast.parse("\n".join(lines)).body if isinstance(each, ast.FunctionDef)}
        new = (ast.get_source_segment(code, node) or "").splitlines()
        if node.name in there:
            lines[there[node.name].lineno - 1 : there[node.name].end_lineno] = new
        else:
            end = next(number for number, line in enumerate(lines) if line.startswith("if __name__"))
            lines[end:end] = [*new, "", ""]
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def commands(block: Block) -> list[tuple[str, list[str]]]:
    """Each command of a console block with the lines shown under it."""
    found: list[tuple[str, list[str]]] = []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def words(text: str) -> set[str]:
    """Words of two letters or more, without figures and cards, which chance decides."""
    return {word for word in re.findall(r"[^\W\d_][\w./~%]*[^\W_]", text) if not re.fullmatch("[TJQKA][cdhs]", word)}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clean directory with what the page uses of a checkout."""
    folder = tmp_path_factory.mktemp("checkout")
    shutil.copytree(ROOT / "example_bots", folder / "example_bots", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """What a reader types, with the `arena` of these tests; both outputs together, as a terminal shows them.

    Nobody is at the keyboard: whoever is asked something there (`arena play`) leaves.
    """
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
    )


def test_the_page_is_done_from_its_beginning_to_its_end(checkout: Path) -> None:
    done = []
    for block in STEPS:
        where = f"{PAGE.name}:{block.line}"
        if block.kind == "python":
            assert block.title, where
            put(checkout / block.title, block.text)
        for command, shown in commands(block) if block.kind == "console" else []:
            outcome = run(command, checkout)
            said = f"{where}: {command}\n{outcome.stdout}"
            assert outcome.returncode == (1 if block.title.startswith(FAILS) else 0), said
            assert not words("\n".join(shown)) - words(outcome.stdout), said
            done.append((command, outcome.stdout))
    check_the_claims(dict(done), [output for command, output in done if command.startswith("arena check my_bot.py")])
    assert {path.name for path in checkout.iterdir()} >= {"my_bot.py", "first.py", "broken.py", "runs"}


def check_the_claims(output: dict[str, str], checks: list[str]) -> None:
    """What the page says of its outputs beside the lines that it shows."""
    assert len(checks) == 3
    assert not [line for said in checks for line in said.splitlines() if "FAIL" in line]
    broken = output["arena check broken.py"]
    assert "IndexError" in broken
    assert '"type":"request"' in broken
    second = next(said for command, said in output.items() if "--out runs/second" in command)
    first_row = next(line for line in second.splitlines() if re.match(r" +1(-\d)? ", line))
    assert "my_bot" in first_row


def test_the_kinds_of_blocks_are_those_that_are_tested_here() -> None:
    assert {block.kind for block in STEPS} == {"sh", "console", "python"}
    shell = [line for block in STEPS if block.kind == "sh" for line in block.text.splitlines()]
    assert not [line for line in shell if line.startswith("arena ")], "a command that no test runs"
