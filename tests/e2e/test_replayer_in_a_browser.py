"""The page's replayer in a browser, held against the steps and the transcript of the same records.

A report of a tournament with rogues is opened from disk; all other games stand in a page of their own, played by the
rules alone.
"""

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from jinja2 import Environment, PackageLoader

from arena.derive import full_record
from arena.games import GAMES, game
from arena.records import Clock
from arena.replay import Acted, DealBegins, DealScored, Faulted, Moment, TrickTaken, moments
from arena.reports.html.replay_data import SCRIPTS, replay_href, replay_script
from arena.reports.neutral import terminal, terminal_lines
from arena.transcript import Sort, lines
from tests.e2e.report_of_rogues import INJECTED, TEXT, Heard, ReportedRun, page_of
from tests.needs import needs
from tests.played import played_match, run_facts, spec

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = needs("chromium")

CLOCK = Clock(30_000, 10_000, 0, 100)  # of the rogues' tournament
RANKS = {"7": "Seven", "8": "Eight", "9": "Nine", "T": "Ten", "J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
SHOWN = """() => {
  const text = (node) => node.textContent;
  const all = (where) => [...document.querySelectorAll(where)];
  const seats = all("#rp-table .rp-seat").sort((one, other) => one.dataset.seat - other.dataset.seat);
  const acting = all("#rp-table .rp-seat[data-acts]").map((seat) => Number(seat.dataset.seat));
  return {
    hands: seats.map((seat) => seat.querySelector(".rp-backs") ? null
      : [...seat.querySelectorAll(".rp-card")].map((card) => card.ariaLabel.replace(", legal", ""))),
    acting,
    scores: all("#rp-sides b").map((score) => Number(text(score).replace("−", "-"))),
    winners: all(".rp-tricks tbody tr").map((row) => Number(text(row.cells[2]).match(/seat (\\d)/)[1])),
    running: all(".rp-tricks tbody tr:last-child .rp-count").map((count) => Number(text(count))),
    table: all(".rp-trick li").map((one) =>
      [Number(one.dataset.seat), one.querySelector(".rp-card").ariaLabel.split(" by ")[0]]),
    fault: !document.getElementById("rp-fault").hidden,
  };
}"""


def card_name(card: str) -> str:
    return "Joker" if card == "Jo" else f"{RANKS[card[0]]} of {SUITS[card[1]]}"


def expected(record: dict[str, Any], viewer: int | None = None) -> Iterator[tuple[int, int, dict[str, Any]]]:
    """What must be shown at each place (deal, card) of a match: folded from the moments, by none of the page's code."""
    shown: dict[str, Any] = {"scores": [0] * (max(record["sides"]) + 1)}
    deal = card = -1
    done = False
    for step, moment in moments(record, seat=viewer):
        if moment is None:
            continue
        if isinstance(step, DealBegins | Acted | Faulted):
            if deal >= 0:
                yield deal, card, {**shown}
            card += 1
        match step:
            case DealBegins():
                deal, card = step.number, 0
                scores = list(step.scores)
                shown = {"scores": scores, "winners": [], "running": [], "table": [], "fault": False}
                done = False
            case Acted(decision="play"):
                before = [] if done else shown["table"]
                shown["table"] = [*before, [step.seat, card_name(str(step.action))]]
                done = False
            case TrickTaken():
                shown["winners"] = winners = [*shown["winners"], step.winner]
                sides = [record["sides"][winner] for winner in winners]
                shown["running"] = [sides.count(side) for side in range(len(shown["scores"]))]
                done = True
            case DealScored():
                shown["scores"] = list(step.scores)
            case Faulted():
                shown["fault"] = True
        shown |= standing(moment, faulted=shown["fault"])
    yield deal, card, shown


def standing(moment: Moment, *, faulted: bool) -> dict[str, Any]:
    hands = [None if hand is None or not hand else [card_name(card) for card in hand] for hand in moment.hands]
    return {"hands": hands, "acting": [moment.to_act] if moment.to_act >= 0 and not faulted else []}


def seen(page: "Page") -> dict[str, Any]:
    return _as_expected(page.evaluate(SHOWN))


def _as_expected(shown: dict[str, Any]) -> dict[str, Any]:
    """Nothing held and backs are alike."""
    return {**shown, "hands": [hand or None for hand in shown["hands"]]}


def walked(page: "Page") -> list[tuple[str, dict[str, Any]]]:
    """Every place from the one that is open to the end of the match by the key for a card, and what it shows."""
    walk = f"""() => {{
      const shown = {SHOWN};
      const places = [], replayer = document.getElementById("replayer");
      do {{
        places.push([replayer.dataset.place, shown()]);
        replayer.dispatchEvent(new KeyboardEvent("keydown", {{ key: "ArrowRight", bubbles: true }}));
      }} while (replayer.dataset.place !== places[places.length - 1][0]);
      return places;
    }}"""
    return [
        (place, {**shown, "hands": [hand or None for hand in shown["hands"]]}) for place, shown in page.evaluate(walk)
    ]


def place_of(page: "Page") -> str:
    return str(page.evaluate("document.getElementById('replayer').dataset.place"))


def opened(page: "Page", match: str, more: str = "") -> None:
    """Follow a link to a match within the page."""
    page.evaluate("fragment => { location.hash = fragment }", replay_href(match) + more)
    page.locator("#rp-title strong").filter(has_text=re.compile(f"^{re.escape(match)}$")).wait_for()


@pytest.fixture(scope="module")
def browsed(reported: ReportedRun) -> Iterator[tuple["Page", Heard]]:
    """One browser for all tests here: its start costs more than most of them."""
    with page_of(reported.report) as (page, heard):
        yield page, heard


@pytest.fixture
def page(browsed: tuple["Page", Heard], reported: ReportedRun) -> Iterator["Page"]:
    """The report as it is just opened; whatever a test does, the page stays silent and asks for nothing."""
    page, heard = browsed
    load(page, reported.report)
    yield page
    assert (heard.console, heard.errors, heard.dialogs) == ([], [], [])
    asked = {request.partition("#")[0] for request in heard.requests} - {"about:blank"}
    assert asked <= {reported.report.as_uri(), page.url.partition("#")[0]}
    assert all(request.startswith("file:") for request in asked)
    assert page.locator("img, iframe, object, embed, [onerror], [onload], [onclick]").count() == 0
    assert page.locator("#replayer :is(script, style), #replayer svg:not(#rp-graph svg)").count() == 0


def load(page: "Page", file: Path, fragment: str = "") -> None:
    page.goto("about:blank")
    page.goto(file.as_uri() + fragment)


@pytest.fixture(scope="module")
def record(reported: ReportedRun) -> dict[str, Any]:
    """A match that a bot lost which tries to become part of the page."""
    return reported.fault_of(INJECTED)


def test_keys_lead_card_by_card_to_the_fault(page: "Page", reported: ReportedRun, record: dict[str, Any]) -> None:
    match, fault = record["match"], record["result"]["fault"]
    load(page, reported.report, replay_href(match))
    page.wait_for_selector("#rp-open:not([hidden])")
    for deal, card, shown in expected(record):
        assert place_of(page) == replay_href(match, deal, card)
        assert seen(page) == shown, (deal, card)
        page.keyboard.press("ArrowRight")
    assert (deal, card) == (fault["deal"], fault["action_index"] + 1)
    assert place_of(page) == replay_href(match, deal, card)  # there is nothing further
    box = page.locator("#rp-fault").inner_text()
    assert f"⚠ Fault of seat {fault['seat']} ({INJECTED}): {fault['kind']}" in box
    assert terminal(fault["detail"]) in box
    assert terminal(fault["reply"]) in box
    assert re.search(r"\nafter\n[\d.]+ ms", box)
    assert "⚠ illegal" in page.locator("#rp-all [aria-current]").inner_text()
    assert f"seat {fault['seat']} ({INJECTED}): illegal" in page.locator("#rp-words[aria-live]").inner_text()
    page.keyboard.press("ArrowLeft")
    assert not page.locator("#rp-fault").is_visible()
    page.wait_for_url(reported.report.as_uri() + replay_href(match, deal, card - 1))  # the address follows


def test_a_crash_shows_what_the_bot_wrote_to_standard_error(page: "Page", reported: ReportedRun) -> None:
    record = reported.fault_of("crashes")
    fault = record["result"]["fault"]
    opened(page, record["match"], f"&deal={fault['deal']}&card={fault['action_index'] + 1}")
    box = page.locator("#rp-fault")
    assert "Traceback" in fault["stderr"]
    assert box.locator("pre").text_content() == terminal_lines(fault["stderr"])
    assert page.locator("#rp-reply").text_content() == "the record has none"
    assert "⚠ crashed" in page.locator("#rp-all .rp-bad").inner_text()
    asked = [line.line for line in lines(record, fault["seat"], CLOCK, 65_536) if line.kind is Sort.REQUEST][-1]
    assert box.locator(".rp-legals > span").count() == len(json.loads(asked)["legal"])
    assert (box.locator(".rp-legals").text_content() or "").count(", ") == len(json.loads(asked)["legal"]) - 1


def test_the_lines_are_those_that_were_sent(page: "Page", record: dict[str, Any]) -> None:
    place = record["result"]["fault"]["deal"]
    sent = {
        line.index: line
        for seat in range(4)
        for line in lines(record, seat, CLOCK, 65_536)
        if line.kind is Sort.REQUEST and line.deal == place
    }
    assert len(sent) > 5
    opened(page, record["match"], f"&deal={place}")
    page.locator("#rp-raw summary").click()
    for index in range(len(sent)):
        page.keyboard.press("ArrowRight")
        line = page.locator("#rp-request").text_content() or ""
        assert line + "\n" == sent[index].line.decode()
        if sent[index].action is not None:
            answered = json.loads(page.locator("#rp-reply").text_content() or "")
            assert (answered["id"], answered["action"]) == (json.loads(line)["id"], sent[index].action)
            assert answered.get("note") == (None if sent[index].note is None else terminal(str(sent[index].note)))
    assert page.locator("#rp-reply").text_content() == terminal(record["result"]["fault"]["reply"])
    page.locator("#rp-pretty").check()
    pretty = page.locator("#rp-request").text_content() or ""
    assert pretty.count("\n") > 10
    assert json.loads(pretty) == json.loads(line)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy request").click()
    page.locator("#rp-said:not(:empty)").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == line  # as it was sent, however it is shown


def test_a_seat_sees_its_own_alone(page: "Page", record: dict[str, Any]) -> None:
    match, fault = record["match"], record["result"]["fault"]
    for viewer in range(4):
        opened(page, match, f"&deal=0&card=0&seat={viewer}")
        assert page.locator(f".rp-seat[data-seat='{viewer}'].rp-at-s").count() == 1  # at the bottom
        own = viewer == fault["seat"]
        noted = 0
        for (deal, card, shown), (place, now) in zip(expected(record, viewer), walked(page), strict=True):
            assert (place, now) == (replay_href(match, deal, card, viewer), shown)
        told = page.locator("#rp-open").text_content() or ""
        for secret in (terminal(fault["detail"]), terminal(fault["reply"])):
            assert (secret in told) is own
        for index in range(fault["action_index"]):
            page.locator(f"#rp-all [data-place='{index + 1}']").click()
            mine = page.locator("#rp-decision dd").first.inner_text().startswith(f"{viewer} ")
            noted += terminal(TEXT) in page.locator("#rp-decision").inner_text()
            assert ("hidden in this view" in (page.locator("#rp-request").text_content() or "")) is not mine
            assert ("hidden in this view" in (page.locator("#rp-reply").text_content() or "")) is not mine
        # the bot that made the fault says TEXT with every action of its seats, the other one things of its own
        assert bool(noted) is (viewer % 2 == fault["seat"] % 2)
        notes = [step.note for step, _ in moments(record, seat=viewer) if isinstance(step, Acted) and step.note]
        assert page.locator("#rp-all .rp-noted").count() == len(notes)
        assert noted == notes.count(TEXT)


def test_a_link_leads_back_to_the_place_and_an_unknown_one_says_what_to_do(
    page: "Page", reported: ReportedRun, record: dict[str, Any]
) -> None:
    match = record["match"]
    other = next(each for each in reported.records.values() if len(each["deals"]) > 2)
    assert not page.locator("#rp-open").is_visible()
    opened(page, other["match"], "&deal=1&card=3")
    for key in ("]", "ArrowRight"):
        page.keyboard.press(key)
    link, before = reported.report.as_uri() + place_of(page), seen(page)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    page.locator("#rp-said:not(:empty)").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == link
    opened(page, match, "&deal=0&card=2")
    assert place_of(page) == replay_href(match, 0, 2)
    assert seen(page) != before
    place = "#" + link.partition("#")[2]
    opened(page, other["match"], place.removeprefix(replay_href(other["match"])))
    assert seen(page) == before
    # too far is the end; what is no number is left out
    opened(page, match, "&deal=99&card=999&seat=x")
    assert page.locator("#rp-fault").is_visible()
    page.evaluate("location.hash = '#replay=x~it%27s/0/open&deal=1'")
    page.wait_for_selector("#rp-trouble:not([hidden])")
    assert re.fullmatch(r"""arena replay \S+ 'x~it'"'"'s/0/open'""", page.locator("#rp-trouble code").inner_text())
    assert not page.locator("#rp-open").is_visible()
    load(page, reported.report, place)
    page.wait_for_selector("#rp-open:not([hidden])")
    assert seen(page) == before


@pytest.mark.parametrize(
    ("fragment", "shown"),
    [
        ("%E0%A4%A", "%E0%A4%A"),
        ("x&match=5&__proto__=1&constructor=2&replaying", "x"),
        ("constructor&deal=1e99&card=-1&seat=NaN", "constructor"),
        ("<img%20src=x>%1B[201~%E2%80%AE%0Agnp", r"<img src=x>\u{1b}[201~\u{202e}\u{a}gnp"),
    ],
)
def test_an_address_of_anybodys_making_is_told_as_text(
    page: "Page", reported: ReportedRun, fragment: str, shown: str
) -> None:
    load(page, reported.report, f"#replay={fragment}")
    page.wait_for_selector("#rp-trouble:not([hidden])")
    told = page.locator("#rp-trouble").text_content() or ""
    assert f"the match “{shown}”:" in told
    assert "arena replay " in told
    assert shown in told.partition("arena replay ")[2]


def test_tricks_deals_and_ends_have_keys_and_buttons_which_leave_fields_alone(
    page: "Page", reported: ReportedRun
) -> None:
    record = next(each for each in reported.records.values() if len(each["deals"]) > 2)
    match, deals = record["match"], [len(deal["actions"]) for deal in record["deals"]]
    end = replay_href(match, len(deals) - 1, deals[-1])
    steps = [
        ("]", "On a trick", 0, 5),  # the calls and the trump
        ("Shift+ArrowRight", "On a trick", 0, 9),
        ("]", "On a trick", 0, 13),
        ("ArrowRight", "On a card", 0, 14),
        ("[", "Back a trick", 0, 13),
        ("Shift+ArrowLeft", "Back a trick", 0, 9),
        (".", "On a deal", 1, 0),
        ("ArrowLeft", "Back a card", 0, deals[0]),
        ("PageDown", "On a deal", 1, 0),
        ("PageDown", "On a deal", 2, 0),
        ("ArrowRight", "On a card", 2, 1),
        (",", "Back a deal", 2, 0),
        ("PageUp", "Back a deal", 1, 0),
    ]
    opened(page, match)
    for by_key in (True, False):
        page.keyboard.press("Home")
        for key, button, deal, card in steps:
            if by_key:
                page.keyboard.press(key)
            else:
                page.get_by_role("button", name=button, exact=True).click()
            assert place_of(page) == replay_href(match, deal, card), (key, button)
    page.keyboard.press("End")
    assert place_of(page) == end
    for field in ("#rp-view", "#rp-deal", "#rp-match", "#rp-pretty", "#rp-request"):
        page.locator("#rp-raw").evaluate("raw => { raw.open = true }")
        page.locator(field).focus()
        for key in ("[", ",", *(["ArrowLeft"] if field == "#rp-request" else [])):
            page.keyboard.press(key)
        assert place_of(page) == end
    page.locator("#rp-deal").select_option("1")
    assert place_of(page) == replay_href(match, 1, 0)
    page.locator("#rp-all [data-place='7']").click()
    assert place_of(page) == replay_href(match, 1, 7)
    page.keyboard.press("ArrowRight")  # the focus stays with what is current
    assert page.evaluate("document.activeElement.dataset.place") == "8"
    assert page.locator("#rp-all [aria-current='step']").get_attribute("data-place") == "8"
    page.locator("#rp-graph .rp-hit").nth(2).click()
    assert place_of(page) == replay_href(match, 2, 0)


def focused(page: "Page") -> str:
    return str(page.evaluate("document.activeElement.id"))


def test_the_list_of_matches_is_in_order_and_says_how_they_ended(page: "Page", reported: ReportedRun) -> None:
    groups = page.locator("#rp-match optgroup")
    labels = groups.evaluate_all("groups => groups.map(group => group.label)")
    assert labels == sorted({match.rsplit("/", 2)[0] for match in reported.records})
    listed = page.locator("#rp-match optgroup option").evaluate_all("all => all.map(one => [one.value, one.text])")
    places = [(one.rsplit("/", 2)[0], int(one.split("/")[-2]), one.split("/")[-1]) for one, _ in listed]
    assert places == sorted(places)
    assert {match for match, _ in listed} == set(reported.records)
    for match, text in listed:
        assert text.startswith("/".join(match.split("/")[-2:]) + " · ")
    crashed = reported.fault_of("crashes")["match"]
    assert dict(listed)[crashed].endswith(", crashes: crashed")


def test_who_chooses_by_pointer_goes_on_in_the_replay_and_who_uses_keys_stays(
    page: "Page", reported: ReportedRun
) -> None:
    first, second, third = page.locator("#rp-match option").evaluate_all("all => all.slice(1, 4).map(one => one.value)")
    chosen = page.locator("#rp-title strong")
    page.locator("#rp-match").select_option(first)
    chosen.filter(has_text=re.compile(f"^{re.escape(first)}$")).wait_for()
    page.wait_for_function("document.activeElement.id === 'replayer'")
    page.keyboard.press("ArrowRight")
    assert place_of(page) == replay_href(first, 0, 1)
    page.locator("#rp-match").focus()
    for match in (second, third):
        page.keyboard.press("ArrowDown")
        chosen.filter(has_text=re.compile(f"^{re.escape(match)}$")).wait_for()
        assert focused(page) == "rp-match"
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.id === 'replayer'")
    page.keyboard.press("ArrowRight")
    assert place_of(page) == replay_href(third, 0, 1)
    for field, value in (("rp-view", "1"), ("rp-deal", "0")):
        page.locator(f"#{field}").focus()
        page.locator(f"#{field}").dispatch_event("pointerdown")
        page.locator(f"#{field}").select_option(value)
        assert focused(page) == "replayer"
    page.locator("#rp-view").focus()
    page.keyboard.press("ArrowDown")
    assert focused(page) == "rp-view"
    assert place_of(page) == replay_href(third, 0, 0, 2)


def test_a_browser_that_cannot_unpack_is_told_so(page: "Page", record: dict[str, Any]) -> None:
    page.evaluate("delete window.DecompressionStream")
    page.evaluate("fragment => { location.hash = fragment }", replay_href(record["match"]))
    page.wait_for_selector("#rp-trouble:not([hidden])")
    assert "Firefox from 113" in page.locator("#rp-trouble").inner_text()
    assert "arena replay" in page.locator("#rp-trouble code").inner_text()


# ---- all games, with the replayer's own parts alone


def games_page(folder: Path) -> tuple[Path, list[dict[str, Any]]]:
    """A page with the first deal of a match of every game, and their records."""
    variants: list[tuple[str, dict[str, Any]]] = [(name, {}) for name in GAMES]
    variants += [("euchre", {"joker": True, "preset": "redeal"}), ("bid-euchre-double", {"players": 8})]
    records = []
    for number, (name, options) in enumerate(variants):
        ruled = game(name, options)
        names = ("a", "b", "c")[: ruled.side_count]
        match = spec(ruled, number, "open" if len(names) == 2 else "abc", names)
        played, _ = played_match(ruled, match, Random(number), max_deals=1)
        records.append(full_record(played, ruled, run_facts(ruled)))
    parts = files("arena.reports.html")
    environment = Environment(loader=PackageLoader("arena.reports.html"), autoescape=True)
    section = environment.get_template("replayer.html").render(facts={"run": "a run"})
    clocks = dict.fromkeys("abc", CLOCK)
    packed = "".join(
        f'<script type="application/octet-stream" class="replay" data-match="{record["match"]}">'
        f"{replay_script(record, clocks)}</script>"
        for record in records
    )
    scripts = "".join(f"<script>{(parts / name).read_text()}</script>" for name in SCRIPTS)
    page = folder / "games.html"
    page.write_text(f'<!doctype html><meta charset="utf-8"><title>games</title>{section}{packed}{scripts}')
    return page, records


def test_every_game_is_shown_as_its_rules_have_it(page: "Page", tmp_path: Path) -> None:
    file, records = games_page(tmp_path)
    load(page, file)
    for record in records:
        opened(page, record["match"])
        for (deal, card, shown), (place, now) in zip(expected(record), walked(page), strict=True):
            if card == 0:  # the whole deal is shown, also where its dealer has not seen its cards yet
                shown["hands"] = [[card_name(each) for each in hand] for hand in record["deals"][deal]["hands"]]
            assert (place, now) == (replay_href(record["match"], deal, card), shown), record["game"]
