"""The manual as a site: it builds without a warning, its links lead somewhere, it asks no stranger."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from arena.games import GAMES

LOADED = {"src", "srcset", "poster", "data"}
"""Attributes that a browser fetches at once; of a `link` its `href` too."""


@dataclass
class Seen(HTMLParser):
    """What a page points to: `links` that a reader may follow, `loads` that the browser fetches, its own `anchors`."""

    links: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)
    handlers: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value is None:
                continue
            if name in ("id", "name"):
                self.anchors.add(value)
            if name == "href" and tag in ("a", "area"):
                self.links.append(value)
            elif name in LOADED or (name == "href" and tag != "a"):
                self.loads.append(value)
            if name.startswith("on"):
                self.handlers.append(f"{tag} {name}")


@pytest.fixture(scope="module")
def seen(site: Path) -> dict[Path, Seen]:
    """Every page of the site, read."""
    pages = {}
    for path in sorted(site.rglob("*.html")):
        page = pages[path] = Seen()
        page.feed(path.read_text(encoding="utf-8"))
    assert len(pages) > 25
    return pages


def within(site: Path, page: Path, target: str) -> tuple[Path, str]:
    """The file that a relative address means, and the anchor in it."""
    parts = urlsplit(target)
    if not parts.path:
        return page, unquote(parts.fragment)
    start = site if parts.path.startswith("/") else page.parent
    return (start / unquote(parts.path).lstrip("/")).resolve(), unquote(parts.fragment)


def is_relative(target: str) -> bool:
    parts = urlsplit(target)
    return not parts.scheme and not parts.netloc


def own(seen: dict[Path, Seen]) -> Iterator[tuple[Path, Seen]]:
    """All pages but the one for addresses that a server does not find, which is not reached from disk."""
    return ((path, page) for path, page in seen.items() if path.name != "404.html")


def test_every_link_and_anchor_leads_somewhere(site: Path, seen: dict[Path, Seen]) -> None:
    wrong, checked = [], 0
    for path, page in own(seen):
        for target in [*page.links, *page.loads]:
            if not is_relative(target):
                continue
            checked += 1
            file, anchor = within(site.resolve(), path, target)
            other = seen.get(site / file.relative_to(site.resolve())) if file.is_relative_to(site.resolve()) else None
            if not file.exists() or (anchor and other is not None and anchor not in other.anchors):
                wrong.append(f"{path.relative_to(site)}: {target}")
    assert not wrong
    assert checked > 1000


def test_every_page_can_be_reached_from_the_first(site: Path, seen: dict[Path, Seen]) -> None:
    found, waiting = set(), [site / "index.html"]
    while waiting:
        path = waiting.pop()
        if path in found or path not in seen:
            continue
        found.add(path)
        targets = (target for target in seen[path].links if is_relative(target))
        waiting += [site / within(site.resolve(), path, target)[0].relative_to(site.resolve()) for target in targets]
    assert {path.relative_to(site) for path, _ in own(seen)} == {path.relative_to(site) for path in found}


def test_nothing_is_fetched_from_elsewhere(site: Path, seen: dict[Path, Seen]) -> None:
    for path, page in seen.items():
        assert not [target for target in page.loads if not is_relative(target) and not target.startswith("data:")], path
    for path in site.rglob("*.css"):
        text = path.read_text(encoding="utf-8")
        assert not re.findall(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//[^)\s]*", text), path


def test_links_to_other_places_are_few_and_plain(seen: dict[Path, Seen]) -> None:
    elsewhere = {target for _, page in own(seen) for target in page.links if not is_relative(target)}
    assert all(urlsplit(target).scheme == "https" for target in elsewhere), elsewhere
    assert not {page for page in seen if seen[page].handlers}


def test_what_stands_elsewhere_is_shown(site: Path) -> None:
    spec = (site / "protocol.html").read_text(encoding="utf-8")
    assert "The smallest bot" in spec
    assert "```" not in spec
    assert (site / "changelog.html").is_file()
    assert (site / "schema" / "bid_euchre_view.json").is_file()
    for name in GAMES:
        assert (site / "rules" / f"{name}.html").is_file()


def test_no_markdown_is_left_over(site: Path) -> None:
    """Fences and tables that a builder did not take for such stand in the page as they were written."""
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        article = text[text.find("<article") : text.find("</article>")]
        prose = re.sub(r"<(pre|code)\b.*?</\1>", "", article, flags=re.DOTALL)
        assert not re.search(r"```|\]\(|^\|.*\|$|\*\*\w", prose, re.MULTILINE), path


def test_the_first_page_leads_to_the_page_of_commands(site: Path, seen: dict[Path, Seen]) -> None:
    """Which a checkout has not: the page names the command there instead."""
    assert "commands.html" in seen[site / "index.html"].links
    assert '<a href="commands.html"><code>arena --help</code></a>' in (site / "index.html").read_text(encoding="utf-8")
