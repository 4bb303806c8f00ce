"""The report page without its run: standings, error bars, crosstable, warnings; hostile names; what keeps it closed."""

import re
from dataclasses import replace

import pytest

from arena.habits import HabitColumn, HabitForm, HabitRow, HabitSheet
from arena.reports import render
from arena.reports.html import BotPart, EncounterPart, Findings, ForfeitCase, ForfeitKind, Replay, report_page
from arena.reports.html.boards import packed
from arena.reports.neutral import terminal
from arena.standings import standings
from tests.reports.made import SEED, facts, made_standings
from tests.reports.pages import Page, assert_closed
from tests.standings.made import tally_of

HOSTILE = "bob<img src=x onerror=alert(1)>\"'&amp;\u202e\x1b</script><style>*{}"
SHEET = HabitSheet(
    "bids",
    "Bidding <b>",
    "Of all bids.",
    (
        HabitColumn("times", "Times", HabitForm.COUNT),
        HabitColumn("made", "Made %", HabitForm.PERCENT),
        HabitColumn("points", "Points", HabitForm.MEAN),
    ),
    (HabitRow("3", "three", (1234, 66.666, -0.5)), HabitRow("4", "four", (0, None, None))),
)
CASE = ForfeitCase(
    "ann~cyd/0/open",
    3,
    'late\nmust follow "hearts"',
    deal=2,
    card=9,
    decision="play",
    legal=("Jh", "9h"),
    reply='{"action":"<b>"}',
    elapsed_ms=1503.25,
    stderr="one\n  two<br>\x1b[2J",
    commands=("arena replay runs/league 'ann~cyd/0/open'", "arena replay runs/league 'ann~cyd/0/open' --feed=cyd"),
)


def findings(first: str = "ann", second: str = "bob", third: str = "cyd") -> Findings:
    names = ((first, second), (first, third), (second, third))
    return Findings(
        matches=60,
        bots=(BotPart(third, "sha256:" + "6" * 64), BotPart(second, "sha256:" + "5" * 64, ("untimed",), (SHEET,))),
        encounters=tuple(
            EncounterPart(two, 10, 20, 2, 10, packed(two, ("open", "closed"), (), (), {}, 10_000)[0]) for two in names
        ),
        forfeits=(ForfeitKind(third, "timeout", 8, (CASE,)), ForfeitKind(second, "unplayed", 1, ())),
        commands=(("Prove it", "arena verify runs/league"),),
        settings=(("Clock", "start_ms 10000"),),
    )


def test_standings_stand_in_order_with_what_they_sort_by() -> None:
    page = Page(report_page(made_standings(), facts()))
    table = next(each for each in page.all("table", "sortable"))
    heads = [each.text for each in page.inside(table, "th") if each.attributes.get("scope") == "col"]
    assert heads[:6] == ["Place", "Bot", "Score %", "0 – 50 – 100 %", "Elo", "Pairs"]
    assert heads[6:] == ["Won/Split/Lost", "Pts/deal", "Bids made %", "Forfeits", "ms/decision"]
    names = [each.text for each in page.inside(table, "th") if each.attributes.get("scope") == "row"]
    assert names == ["ann", "bob", "cyd"]
    cells = page.inside(table, "td")
    rows = [cells[start : start + 10] for start in range(0, 30, 10)]
    assert re.fullmatch(r"86\.2 ±\d+\.\d", rows[0][1].text)
    scores = [float(row[1].attributes["data-sort"] or "") for row in rows]
    assert scores == sorted(scores, reverse=True)
    assert [row[0].attributes["data-sort"] for row in rows] == ["0", "1", "2"]
    assert rows[2][8].text == "8 timeout"
    sorted_by = [each.attributes["aria-sort"] for each in page.all("th") if "aria-sort" in each.attributes]
    assert sorted_by == ["ascending"]


def test_error_bars_are_drawn_where_the_score_is() -> None:
    made = made_standings()
    page = Page(report_page(made, facts()))
    bars = page.all("svg", "bar")
    assert len(bars) == 3
    width = int(str(bars[0].attributes["viewbox"]).split()[2])
    for bar, row in zip(bars, made.rows, strict=True):
        assert row.score is not None
        assert row.score_error is not None
        place = next(each for each in page.elements if each.tag == "circle" and bar in each.parents)
        assert float(place.attributes["cx"] or "") == pytest.approx(4 + row.score * (width - 8), abs=0.1)
        drawn = next(each for each in page.elements if each.has("error") and bar in each.parents)
        low, high = re.findall(r"^M([\d.]+) 9H([\d.]+)", drawn.attributes["d"] or "")[0]
        assert float(low) == pytest.approx(4 + max(0, row.score - row.score_error) * (width - 8), abs=0.1)
        assert float(high) == pytest.approx(4 + min(1, row.score + row.score_error) * (width - 8), abs=0.1)
        assert f"{100 * row.score:.1f} %" in (bar.attributes["aria-label"] or "")


def test_the_crosstable_says_by_marks_what_it_says_by_colour() -> None:
    made = made_standings()
    page = Page(report_page(made, facts(), findings()))
    (cross,) = page.all("table", "cross")
    cells = {
        (row, column): cell
        for row, cells in zip(
            ("ann", "bob", "cyd"),
            (page.inside(line, "td") for line in page.inside(cross, "tr")[1:]),
            strict=True,
        )
        for column, cell in zip(("ann", "bob", "cyd"), cells, strict=True)
    }
    sure = {(one.a, one.b) for one in made.encounters if one.significant}
    assert ("ann", "cyd") in sure
    assert ("bob", "cyd") not in sure
    for (row, column), cell in cells.items():
        if row == column:
            assert cell.text == "·"
            continue
        two = (row, column) if row < column else (column, row)
        assert cell.has("sure") is (two in sure)
        assert cell.text.endswith(("+", "-")) is (two in sure)
        assert ("surely" in (cell.attributes["title"] or "")) is (two in sure)
        assert cell.has("up") is (float(cell.text.rstrip("+-")) > 50)
    assert cells["ann", "cyd"].text == "97.5+"
    assert cells["cyd", "ann"].text == "2.5-"
    (link,) = page.inside(cells["cyd", "ann"], "a")
    assert page.with_id((link.attributes["href"] or "")[1:]).text.split()[:3] == ["ann", "~", "cyd"]


def test_forfeits_say_reply_rule_legal_actions_time_and_standard_error() -> None:
    page = Page(report_page(made_standings(), facts(), findings()))
    told = page.with_id("forfeits").text
    for words in (
        "8 matches",
        "ann~cyd/0/open, deal 2, seat 3",
        'latemust follow "hearts"',
        "play",
        "Jh9h",
        '{"action":"<b>"}',
        "1,503.2 ms",
        "one\n  two<br>\\x1b[2J\n",
        "arena replay runs/league 'ann~cyd/0/open'",
        "arena replay runs/league 'ann~cyd/0/open' --feed=cyd",
        "7 more like it",
    ):
        assert words in told, words


def test_a_forfeit_links_into_its_replay_where_the_match_is_in_the_page() -> None:
    found = findings()
    bare = Page(report_page(made_standings(), facts(), found))
    assert not [each for each in bare.all("a") if "#replay=" in (each.attributes["href"] or "")]
    page = Page(report_page(made_standings(), facts(), replace(found, replays=(Replay(CASE.match, "AAAA", ""),))))
    (link,) = [each for each in page.all("a") if "#replay=" in (each.attributes["href"] or "")]
    assert link.attributes["href"] == "#replay=ann~cyd%2F0%2Fopen&deal=2&card=9"
    (replay,) = page.all("script", "replay")
    assert (replay.attributes["data-match"], replay.text) == (CASE.match, "AAAA")


def test_bots_stand_in_the_order_of_the_standings() -> None:
    page = Page(report_page(made_standings(), facts(), findings()))
    names = [each.text for each in page.all("span", "name") if any(one.has("bot") for one in each.parents)]
    assert names == ["bob", "cyd"]


def test_habits_are_shown_by_their_form() -> None:
    page = Page(report_page(made_standings(), facts(), findings()))
    sheet = next(each for each in page.all("div", "sheet"))
    rows = [[cell.text for cell in page.inside(line, "td")] for line in page.inside(sheet, "tr")[1:]]
    assert rows == [["1,234", "66.7", "−0.50"], ["0", "–", "–"]]


def test_what_can_be_reproduced_is_said() -> None:
    page = Page(report_page(made_standings(), facts(), findings()))
    told = page.with_id("run").text
    assert SEED in told
    assert "arena verify runs/league" in told
    assert "start_ms 10000" in told
    assert "bubblewrap" in told
    assert "sha256:" + "5" * 64 in page.with_id("bots").text


def test_an_unfinished_run_says_so_first_and_keeps_its_seed() -> None:
    page = report_page(made_standings(), facts(finished=False, unfinished=7), findings())
    assert SEED not in page
    (warning, *_) = Page(page).all("p", "warning")
    assert warning.text == "The run is unfinished: 7 matches still to be played."


def test_before_the_first_board_there_is_a_page_all_the_same() -> None:
    nobody = standings(tally_of(), ["ann", HOSTILE], [])
    found = Findings(matches=0, bots=(BotPart("ann", "sha256:5"),))
    page = Page(report_page(nobody, facts(finished=False, unfinished=20), found))
    assert not page.all("table", "cross")
    assert not page.all("details", "encounter")
    assert terminal(HOSTILE) in page.with_id("standings").text
    assert_closed(report_page(nobody, facts(), found))


def test_strangers_text_stays_text_everywhere() -> None:
    plain = Page(report_page(made_standings(), facts(), findings()))
    hostile_facts = facts(
        run=f"runs/{HOSTILE}",
        host=HOSTILE,
        isolation=HOSTILE,
        settings=(HOSTILE,),
        options={"target": HOSTILE},
    )
    found = findings("ann", HOSTILE, "cyd")
    # names are printable: in an attribute that scripts compare they stand as they are
    as_a_name = "".join(filter(str.isprintable, HOSTILE))
    case = replace(
        CASE, match=HOSTILE, detail=HOSTILE, decision=HOSTILE, legal=(HOSTILE,), reply=HOSTILE, stderr=HOSTILE
    )
    found = replace(
        found,
        forfeits=(ForfeitKind(HOSTILE, HOSTILE, 8, (case,)), found.forfeits[1]),
        commands=((HOSTILE, HOSTILE),),
        settings=((HOSTILE, HOSTILE),),
        replays=(Replay(f"{as_a_name}~cyd/0/open", "AAAA", HOSTILE),),
    )
    html = report_page(made_standings(bob=HOSTILE), hostile_facts, found)
    assert_closed(html)
    page = Page(html)
    counts = [
        sum(each.tag == tag for each in one.elements) for one in (plain, page) for tag in ("img", "svg", "style", "b")
    ]
    assert counts[:4] == counts[4:]
    # the one more is the replay's, that is there now
    assert len(page.all("script")) == len(plain.all("script")) + 1
    scripts = [text for each in page.all("script") if (text := each.text)]
    for line in re.sub("|".join(map(re.escape, scripts)), "", html).split("\n"):
        assert line.isprintable(), ascii(line)
    assert [each.attributes["data-end"] for each in page.all("script", "replay")] == [terminal(HOSTILE)]
    for section in ("standings", "crosstable", "encounters", "bots", "forfeits", "run"):
        assert terminal(HOSTILE) in page.with_id(section).text, section


@pytest.mark.parametrize("found", [None, findings()], ids=["standings alone", "whole"])
def test_nothing_runs_and_nothing_is_asked_for_but_what_the_page_brings(found: Findings | None) -> None:
    assert_closed(report_page(made_standings(), facts(), found))


def test_the_page_of_standings_is_one_of_the_formats() -> None:
    html = render(made_standings(), facts(), "html")
    assert html == report_page(made_standings(), facts())
    page = Page(html)
    assert not page.all("details", "encounter")
    assert "no answer within 1000 ms" in page.with_id("forfeits").text


def test_everything_has_a_name() -> None:
    page = Page(
        report_page(
            made_standings(), facts(), replace(findings(), replays=(Replay("a~b/0/open", "AAAA", "a wins 1:0"),))
        )
    )
    identities = [each.attributes["id"] for each in page.elements if "id" in each.attributes]
    assert len(set(identities)) == len(identities)
    for table in page.all("table"):
        assert page.inside(table, "caption")[0].text
    for box in page.all("div", "box"):
        assert (box.attributes["tabindex"], box.attributes["role"]) == ("0", "region")
        assert box.attributes["aria-label"]
    for section in page.all("section"):
        if "aria-labelledby" in section.attributes:
            assert page.with_id(str(section.attributes["aria-labelledby"])).text
    for link in page.all("a"):
        assert link.text.strip() or link.attributes.get("aria-label")
        target = (link.attributes["href"] or "")[1:]
        assert target in identities or target.startswith("replay="), target
