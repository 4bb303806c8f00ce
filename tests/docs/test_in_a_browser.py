"""The manual opened from disk in a browser: it asks nobody for anything, its search works, it fits a telephone."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.e2e.report_of_rogues import browser
from tests.needs import needs

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = needs("chromium")

PAGES = ["index", "tutorial", "protocol", "standings", "architecture", "commands", "rules/bid-euchre"]
NARROW, WIDE = 390, 1280


@pytest.fixture(scope="module")
def reader(site: Path) -> Iterator[tuple["Page", list[str]]]:
    """A page, and what a careful reader would complain of: words on the console, errors, requests to elsewhere."""
    with browser() as started:
        page = started.new_page()
        heard: list[str] = []
        page.on("console", lambda said: heard.append(f"console: {said.text}"))
        page.on("pageerror", lambda error: heard.append(f"error: {error}"))
        page.on("request", lambda asked: None if asked.url.startswith(("file:", "data:")) else heard.append(asked.url))
        yield page, heard


@pytest.mark.parametrize("name", PAGES)
def test_pages_ask_nobody_and_fit(site: Path, reader: tuple["Page", list[str]], name: str) -> None:
    page, heard = reader
    for width in (NARROW, WIDE):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto((site / f"{name}.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.locator("h1").is_visible()
    assert not heard


def test_search_works_without_a_server(site: Path, reader: tuple["Page", list[str]]) -> None:
    page, heard = reader
    page.goto((site / "index.html").as_uri())
    page.locator("input.md-search__input").click()
    page.keyboard.type("bower")
    found = page.locator(".md-search-result__link").first
    found.wait_for(timeout=60_000)
    assert "bid-euchre" in (found.get_attribute("href") or "")
    assert not heard


def test_the_drawing_has_the_colour_of_its_page(site: Path, reader: tuple["Page", list[str]]) -> None:
    page, _ = reader
    colours = set()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.goto((site / "architecture.html").as_uri())
        drawn, text = (
            page.evaluate(f"getComputedStyle(document.querySelector('{where}')).color")
            for where in ("svg.session", ".md-typeset p")
        )
        assert drawn == text
        colours.add(drawn)
    assert len(colours) == 2
