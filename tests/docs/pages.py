"""The manual as its tests read it: its pages in Markdown, and the fenced blocks in them. Called by the tests here."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
CONFIG = DOCS / "site" / "mkdocs.yml"

MARKDOWN = sorted(
    [
        *(path for path in DOCS.rglob("*.md")),
        ROOT / "protocol" / "SPEC.md",
        ROOT / "example_bots" / "README.md",
        ROOT / "README.md",
    ]
)
"""Every page that somebody reads who follows its commands."""

_FENCE = re.compile(r"^(`{3,})([^\n`]*)\n(.*?)^\1 *$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: `kind` is its first word (`console`), `title` what `title="…"` says, "" without one."""

    kind: str
    title: str
    text: str
    line: int


def blocks(markdown: str) -> Iterator[Block]:
    """The fenced blocks of a page, in order."""
    for fence in _FENCE.finditer(markdown):
        kind, _, options = fence[2].strip().partition(" ")
        title = re.search(r'title="([^"]*)"', options)
        yield Block(kind, title[1] if title else "", fence[3], markdown.count("\n", 0, fence.start()) + 1)
