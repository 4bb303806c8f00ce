"""The report of a tournament with rogues in it, opened from disk in a browser: read, sorted, opened, by mouse and keys.

Every test ends by asserting that the page logged nothing, raised nothing, showed no dialog and asked for nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from arena.records import FaultKind, MatchRecord
from arena.reports.html import report_page
from arena.reports.neutral import terminal
from arena.standings import Tally
from arena.standings import standings as ranked
from tests.cli.in_process import RULED, arena, run_of, whole_run
from tests.e2e.report_of_rogues import INJECTED, TEXT, ReportedRun, browser, page_in
from tests.needs import needs
from tests.played import forfeited, spec
from tests.reports.made import facts

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = needs("chromium")
PHONE, DESKTOP = 390, 1280


@pytest.fixture(scope="module", name="browser")
def fixture_browser() -> Iterator[Browser]:
    with browser() as started:
        yield started


def column(page: Page, title: str) -> list[str]:
    """The cells under a heading of the standings, from above."""
    headings = page.locator("#standings thead th")
    names = [headings.nth(place).inner_text() for place in range(headings.count())]
    place = next(place for place, name in enumerate(names) if name.startswith(title))
    rows = page.locator("#standings tbody tr")
    return [rows.nth(row).locator("th, td").nth(place).inner_text() for row in range(rows.count())]


def sort_states(page: Page) -> list[str]:
    """What is sorted, and how, as a screen reader is told."""
    sorted_by = page.locator("#standings th[aria-sort]")
    return [
        f"{sorted_by.nth(each).inner_text()} {sorted_by.nth(each).get_attribute('aria-sort')}"
        for each in range(sorted_by.count())
    ]


def numbers(cells: list[str]) -> list[float]:
    return [float(cell.split()[0].replace("−", "-")) for cell in cells]


def test_it_opens_from_disk_and_asks_for_nothing(browser: Browser, reported: ReportedRun) -> None:
    with page_in(browser, reported.report) as (page, heard):
        assert page.title().endswith("bid-euchre standings")
        assert page.locator("h1").inner_text() == "run"
        assert "finished" in page.locator("header").inner_text()
        heard.assert_nothing(reported.report)


def test_standings_sort_by_mouse_and_by_keys(browser: Browser, reported: ReportedRun) -> None:
    with page_in(browser, reported.report) as (page, heard):
        before = column(page, "Bot")
        rows = json.loads(arena("standings", reported.run, "--format", "json").out)["rows"]
        assert before == [row["bot"] for row in rows]
        assert sort_states(page) == ["Place ascending"]

        page.locator("#standings th button", has_text="Pts").click()
        points = [cell for cell in column(page, "Pts") if not cell.startswith("–")]
        assert numbers(points) == sorted(numbers(points), reverse=True)
        # who has no figure stands last, in either order
        assert column(page, "Pts")[: len(points)] == points
        assert len(sort_states(page)) == 1
        assert sort_states(page)[0].endswith("descending")

        button = page.locator("#standings th button", has_text="Bot")
        button.focus()
        page.keyboard.press("Enter")
        assert column(page, "Bot") == sorted(before, key=str.casefold)
        page.keyboard.press("Space")
        assert column(page, "Bot") == sorted(before, key=str.casefold, reverse=True)
        assert sort_states(page) == ["Bot descending"]
        heard.assert_nothing(reported.report)


def test_names_sort_as_text_whatever_they_look_like(browser: Browser, tmp_path: Path) -> None:
    names = sorted(["2", "10", "1a", "1e99", "-1", "0x10", "Infinity", "nan"])
    standings = ranked(Tally(), names, RULED.statistics)
    report = tmp_path / "report.html"
    report.write_text(report_page(standings, facts()), encoding="utf-8")
    with page_in(browser, report) as (page, heard):
        page.locator("#standings th button", has_text="Bot").click()
        assert column(page, "Bot") == sorted(names, key=str.casefold)
        page.locator("#standings th button", has_text="Bot").click()
        assert column(page, "Bot") == sorted(names, key=str.casefold, reverse=True)
        heard.assert_nothing(report)


def test_an_encounter_opens_with_its_boards_and_both_rooms(browser: Browser, reported: ReportedRun) -> None:
    records = reported.records
    with page_in(browser, reported.report) as (page, heard):
        encounter = page.locator("details.encounter", has_text="counting ~ lowest")
        assert encounter.locator("details.board").count() == 0
        encounter.locator("> summary").click()
        boards = encounter.locator("details.board")
        boards.first.wait_for()
        assert boards.count() == 2
        # the first is open: deals of both rooms side by side, on the same cards, and a graph of each
        assert boards.first.locator("tbody tr").first.is_visible()
        number = boards.first.locator("summary .name").inner_text().removeprefix("Board ")
        heads = [boards.first.locator("th.group").nth(room).inner_text() for room in (0, 1)]
        assert heads == ["Room open", "Room closed"]
        matches = [records[f"counting~lowest/{number}/{room}"] for room in ("open", "closed")]
        assert boards.first.locator("tbody tr").count() == max(len(match["deals"]) for match in matches)
        assert boards.first.locator("figure svg polyline").count() == 4
        assert points_shown(boards.first, 2) == [points_recorded(match, 0) for match in matches]

        # largest swings first, and by number
        swings = [swing_of(records, "counting~lowest", board) for board in shown_boards(encounter)]
        assert swings == sorted(swings, reverse=True)
        encounter.get_by_label("Order").select_option("board")
        assert shown_boards(encounter) == [0, 1]
        encounter.get_by_label("Show").select_option("forfeits")
        assert shown_boards(encounter) == []
        heard.assert_nothing(reported.report)


def shown_boards(encounter: Any) -> list[int]:
    names = encounter.locator("details.board > summary .name").all_inner_texts()
    return [int(name.removeprefix("Board ")) for name in names]


def points_shown(board: Any, rooms: int) -> list[list[int]]:
    """Of the first deal, by room: the points of the two."""
    cells = board.locator("tbody tr").first.locator("td.figure:not(.muted)").all_inner_texts()
    values = [int(cell.replace("−", "-")) for cell in cells]
    return [values[2 * room : 2 * room + 2] for room in range(rooms)]


def points_recorded(record: dict[str, Any], deal: int) -> list[int]:
    """By entrant."""
    points = record["deals"][deal]["points"]
    return [points[record["sides"][record["seats"].index(entrant)]] for entrant in (0, 1)]


def swing_of(records: dict[str, dict[str, Any]], encounter: str, board: int) -> int:
    both = [records[f"{encounter}/{board}/{room}"] for room in ("open", "closed")]
    scores = [record["result"]["scores"] for record in both]
    # in room closed the second named sits on side 0
    difference: int = scores[0][0] - scores[0][1] + scores[1][1] - scores[1][0]
    return abs(difference)


def test_negative_scores_stand_below_the_line_of_nothing(browser: Browser, reported: ReportedRun) -> None:
    match = next(
        record
        for record in reported.records.values()
        if min(record["result"]["scores"]) < 0 and record["result"]["reason"] == "deal_cap"
    )
    encounter, board = match["encounter"], match["board"]
    with page_in(browser, reported.report) as (page, heard):
        details = page.locator("details.encounter", has_text=" ~ ".join(encounter.split("~")))
        details.locator("> summary").click()
        details.locator("details.board").first.wait_for()
        line = details.locator("details.board", has_text=f"Board {board}")
        if not line.locator("figure").count():
            line.locator("> summary").click()
        graph = line.locator("figure", has_text=f"room {match['room']}")
        zero = graph.locator("path.zero").bounding_box()
        lines = [graph.locator("polyline").nth(each).bounding_box() for each in (0, 1)]
        assert zero is not None
        assert any(each is not None and each["y"] + each["height"] > zero["y"] + 3 for each in lines)
        heard.assert_nothing(reported.report)


def test_the_crosstable_leads_to_the_encounter(browser: Browser, reported: ReportedRun) -> None:
    with page_in(browser, reported.report) as (page, heard):
        link = page.locator("#crosstable tbody td a").first
        title = page.locator("#crosstable tbody td[title]").first.get_attribute("title") or ""
        row, _, rest = title.partition(" against ")
        other = rest.rpartition(": ")[0]
        link.click()
        opened = page.locator("details.encounter[open]")
        opened.locator("details.board").first.wait_for()
        assert opened.locator("> summary .name").inner_text() == " ~ ".join(sorted((row, other)))
        heard.assert_nothing(reported.report)


def test_forfeits_tell_the_whole_offence_and_lead_to_it(browser: Browser, reported: ReportedRun) -> None:
    record = reported.fault_of("revokes")
    fault = record["result"]["fault"]
    with page_in(browser, reported.report) as (page, heard):
        group = page.locator("details.forfeit", has_text="revokes")
        group.locator("> summary").click()
        told = group.inner_text()
        assert record["match"] in told
        assert fault["detail"] in told
        assert fault["reply"] in told
        assert group.locator(".legal li").count() >= 1
        link = group.get_by_role("link", name="where it happened").first
        assert (link.get_attribute("href") or "").startswith("#replay=")
        crash = page.locator("details.forfeit", has_text="crashes")
        crash.locator("> summary").click()
        assert "ValueError: no plan for bid" in crash.locator("pre").first.inner_text()
        heard.assert_nothing(reported.report)


def test_what_a_bot_says_becomes_no_element(browser: Browser, reported: ReportedRun) -> None:
    said = {record["result"]["fault"]["reply"] for record in fallen(reported, INJECTED)}
    assert said
    assert all("<img" in (reply or "") for reply in said)
    notes = {
        note for record in reported.records.values() for deal in record["deals"] for note in deal["notes"].values()
    }
    assert TEXT in notes
    with page_in(browser, reported.report) as (page, heard):
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        page.locator("details.board").first.wait_for()
        page.wait_for_function(
            "document.querySelectorAll('details.encounter:has(details.board)').length"
            " === document.querySelectorAll('details.encounter').length"
        )
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        assert page.locator("img, iframe, object, embed, link, base").count() == 0
        assert page.locator("[onerror], [onload], [onclick], [style*=expression]").count() == 0
        assert page.locator("script:not([type])").count() == page.evaluate("document.scripts.length") - (
            page.locator("script[type='application/octet-stream']").count()
        )
        assert page.locator("#standings").get_by_text(INJECTED, exact=True).count() == 1
        forfeit = page.locator("details.forfeit", has=page.locator(".name").get_by_text(INJECTED, exact=True))
        assert terminal(next(iter(said)) or "") in forfeit.inner_text()
        heard.assert_nothing(reported.report)


def fallen(reported: ReportedRun, bot: str) -> list[dict[str, Any]]:
    """The matches that a bot lost by a fault."""
    found = []
    for record in reported.records.values():
        fault = record["result"]["fault"]
        if fault is not None and record["entrants"][record["seats"][fault["seat"]]]["name"] == bot:
            found.append(record)
    return found


@pytest.mark.parametrize("width", [PHONE, DESKTOP])
def test_no_width_makes_the_page_scroll_sideways(browser: Browser, reported: ReportedRun, width: int) -> None:
    with page_in(browser, reported.report, width=width) as (page, heard):
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        page.locator("details.board tbody").first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") == width
        outside = page.evaluate(
            "() => [...document.querySelectorAll('main *')].filter((each) => {"
            "  const box = each.getBoundingClientRect();"
            "  return box.width && box.right > innerWidth + 1 && !each.closest('.box, nav, .rp, .away, pre');"
            "}).map((each) => each.outerHTML.slice(0, 80))"
        )
        assert outside == []
        heard.assert_nothing(reported.report)


def test_the_longest_and_widest_names_are_broken_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    wide = "W" * 64
    run = run_of(tmp_path / "run", [forfeited_by(wide, 0), *whole_run((wide, "b"))[1:]], names=(wide, "b"))
    arena("report", run)
    with page_in(browser, run / "report.html", width=PHONE) as (page, heard):
        page.locator("details.encounter > summary").first.click()
        page.locator("details.board tbody").first.wait_for()
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        page.select_option("#rp-match", f"{wide}~b/0/open")
        page.locator("#rp-open:not([hidden])").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE
        heard.assert_nothing(run / "report.html")


def forfeited_by(name: str, board: int) -> MatchRecord:
    return forfeited(RULED, spec(RULED, board, "open", (name, "b")), Random(5), FaultKind.ILLEGAL)


def test_light_and_dark(browser: Browser, reported: ReportedRun) -> None:
    with page_in(browser, reported.report, color_scheme="dark") as (page, heard):
        background = "getComputedStyle(document.body).backgroundColor"
        dark = page.evaluate(background)
        switch = page.get_by_role("button", name="Use light colours")
        switch.click()
        light = page.evaluate(background)
        assert sum(channels(light)) > 600 > 150 > sum(channels(dark))
        page.reload()
        assert page.evaluate(background) == light
        assert page.get_by_role("button", name="Use dark colours").count() == 1
        heard.assert_nothing(reported.report)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_can_be_read_against_its_ground(browser: Browser, reported: ReportedRun, scheme: str) -> None:
    """Contrast of 4.5 or more, measured on what is drawn."""
    with page_in(browser, reported.report, color_scheme=scheme) as (page, heard):
        page.evaluate(
            "for (const each of document.querySelectorAll('main > section:not(.rp) details')) each.open = true"
        )
        page.locator("details.board tbody").first.wait_for()
        poor = {}
        for text, ink, grounds in page.evaluate(_INKS):
            ground: tuple[float, ...] = (255.0, 255.0, 255.0)
            for layer in reversed(grounds):
                ground = over(layer, ground)
            ratio = contrast(over(ink, ground), ground)
            if ratio < 4.5:
                poor[text] = round(ratio, 2)
        assert poor == {}
        heard.assert_nothing(reported.report)


# every text of the page's own sections, its colour, and the grounds behind it from the nearest; as sRGB of a canvas
_INKS = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const plain = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const found = [];
  const seen = new Set();
  for (const each of document.querySelectorAll("body > :not(script) *:not(script):not(option)")) {
    if (each.closest(".rp, .away, .skip") || !each.checkVisibility()) continue;
    const own = [...each.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
    if (!own.length) continue;
    const style = getComputedStyle(each);
    const grounds = [];
    for (let at = each; at; at = at.parentElement) grounds.push(getComputedStyle(at).backgroundColor);
    const ink = each.ownerSVGElement ? style.fill : style.color;
    const key = `${ink} ${grounds.join(" ")}`;
    if (seen.has(key)) continue;
    seen.add(key);
    found.push([own[0].data.trim().slice(0, 40), plain(ink), grounds.map(plain)]);
  }
  return found;
}"""


def channels(colour: str) -> list[float]:
    return [float(part) for part in colour[colour.index("(") + 1 : -1].replace(",", " ").split()[:3]]


def over(ink: list[float], ground: tuple[float, ...]) -> tuple[float, ...]:
    """A colour (red, green, blue, opacity, each to 255) upon another."""
    part = ink[3] / 255
    return tuple(part * mine + (1 - part) * under for mine, under in zip(ink, ground, strict=False))


def contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """The ratio of relative luminances (WCAG 2)."""

    def luminance(colour: tuple[float, ...]) -> float:
        linear = [
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
            for part in (value / 255 for value in colour)
        ]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_it_can_be_read_without_scripts(browser: Browser, reported: ReportedRun) -> None:
    with page_in(browser, reported.report, java_script_enabled=False) as (page, heard):
        assert page.locator("#standings tbody tr").count() == 6
        page.locator("details.forfeit > summary").first.click()
        assert page.locator("details.forfeit[open] .legal").first.is_visible()
        assert "--format csv" in page.locator("#encounters noscript").inner_text()
        heard.assert_nothing(reported.report)


def test_keys_reach_everything_and_show_where_they_are(browser: Browser, reported: ReportedRun) -> None:
    with page_in(browser, reported.report) as (page, heard):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        page.keyboard.press("Enter")
        assert page.url.endswith("#standings")
        reached = set()
        for _ in range(60):
            page.keyboard.press("Tab")
            tag, outline = page.evaluate(
                "[document.activeElement.tagName, getComputedStyle(document.activeElement).outlineWidth]"
            )
            reached.add(tag)
            assert float(outline.removesuffix("px")) >= 2, page.evaluate("document.activeElement.outerHTML")[:200]
        assert {"BUTTON", "A", "SUMMARY"} <= reached
        page.locator("details.encounter > summary").first.focus()
        page.keyboard.press("Enter")
        page.locator("details.encounter[open] details.board").first.wait_for()
        heard.assert_nothing(reported.report)
