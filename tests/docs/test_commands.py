"""Every arena command that the manual shows exists, with every option that it is shown with."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer.main

from arena.cli import app
from tests.docs.pages import MARKDOWN, ROOT, Block, blocks

SHELLS = {"console", "sh", "bash", "shell"}
VERBS: dict[str, set[str]] = {
    name: {option for parameter in verb.params for option in (*parameter.opts, *parameter.secondary_opts)}
    for name, verb in typer.main.get_command(app).commands.items()  # type: ignore[attr-defined]
}
_INLINE = re.compile(r"(?<!`)`(arena [^`\n]*)`(?!`)")


def lines(block: Block) -> Iterator[str]:
    """The command lines of a block; in a `console` block those behind a `$`, the rest is output."""
    joined = block.text.replace("\\\n", " ")
    for line in joined.splitlines():
        if block.kind != "console":
            yield line
        elif line.startswith("$ "):
            yield line[2:]


def shown(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Where it stands, and the words of each command of arena in a page."""
    text = path.read_text(encoding="utf-8")
    places = [
        (f"{path.relative_to(ROOT)}:{block.line}", line)
        for block in blocks(text)
        if block.kind in SHELLS or (not block.kind and path.name == "README.md")
        for line in lines(block)
    ]
    places += [(f"{path.relative_to(ROOT)}: inline", found.replace("\\|", "|")) for found in _INLINE.findall(text)]
    for where, line in places:
        for part in re.split(r"&&|\|\||;|\| ", line.split(" # ")[0]):
            if not re.match(r"\s*(\S+ run )?(\S*/)?arena\s", part + " "):
                continue
            yield where, shlex.split(part.replace("…'", "…"))


FOUND = [(where, words) for path in MARKDOWN for where, words in shown(path)]


def test_there_are_commands() -> None:
    assert len(FOUND) > 40
    assert {words[1] for _, words in FOUND if len(words) > 1 and words[1] in VERBS} == set(VERBS)


@pytest.mark.parametrize(("where", "words"), FOUND, ids=[f"{where} {' '.join(words)}" for where, words in FOUND])
def test_commands_exist(where: str, words: list[str]) -> None:
    if "arena" in words[1:2]:  # uv run arena …
        words = words[1:]
    rest = [word for word in words[1:] if not re.fullmatch(r"\d?>.*", word)]
    if not rest or rest[0] in ("--help", "--version", "-h", "COMMAND"):
        return
    assert rest[0] in VERBS, f"{where}: {shlex.join(words)}"
    for word in rest[1:]:
        if word.lstrip("[").startswith("--"):
            option = word.strip("[]").split("=")[0]
            assert option in VERBS[rest[0]], f"{where}: {shlex.join(words)}: no {option}"
