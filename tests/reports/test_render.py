"""Whole reports: a golden text, what every form says and hides, hostile names, widths."""

import csv
import io
import json
import re
from itertools import combinations

import pytest

from arena.errors import SettingsError
from arena.records import StatColumn
from arena.reports import ForfeitDetail, Format, render
from arena.reports.footer import brief
from arena.reports.tables import milliseconds, number
from arena.standings import Ranking, Standings, Tally, standings
from tests.reports.made import SEED, facts, made_standings
from tests.standings.made import TIMEOUT, match, pair, tally_of, tally_with

GOLDEN = """\
Place  Bot  Score %   ±95   Elo  ±95  Pairs  Won/Split/Lost  Pts/deal  Bids made %  Forfeits  ms/decision
-----  ---  -------  ----  ----  ---  -----  --------------  --------  -----------  --------  -----------
    1  ann     86.2  12.5   210  116     20          16/3/1      1.13         62.5         0    0.04/0.04
  2-3  bob     37.5  16.2   −73  102     20           4/7/9     −0.36         41.7         0        19/38
  2-3  cyd     26.2  13.5  −136   90     20          3/4/13     −0.77         25.0         8        38/38

Row against column, %
       ann    bob    cyd
---  -----  -----  -----
ann     ·   75.0   97.5+
bob  25.0      ·   50.0
cyd   2.5-  50.0      ·
+ and - mark scores surely above and below 50 % (sign test at 5 %, corrected over all encounters).

Forfeits
  cyd  timeout x8: no answer within 1000 ms
      arena replay runs/league 'ann~cyd/0/open'

Game          bid-euchre (target 32)
Seed          0000000000000000000000000000000000000000000000000000000000c0ffee
Its SHA-256   5555555555555555555555555555555555555555555555555555555555555555
Played        10 boards an encounter, 60 matches, 1,540 deals
Comparisons   2 of 3 comparisons decided; about 110 more pairs an encounter to separate places 2 and 3
Mirroring     a pair's variance is 1.39 of that of two unpaired matches
First dealer  scores 51.0 % ±10.4
Elo           mean 0
ms/decision   mean/longest, as measured on this machine
Faults        a fault loses the match
Isolation     bubblewrap
Machine       2 cores
Host          arena 0.1.0, Python 3.11
Setting       cyd: untimed
"""


def text(found: Standings | None = None, **changed: object) -> str:
    return render(found or made_standings(), facts(**changed), "table")


def test_golden_text() -> None:
    assert text() == GOLDEN


def test_every_format_ends_its_last_line() -> None:
    for form in Format:
        assert re.search(r"[^\n]\n\Z", render(made_standings(), facts(), form))


def test_an_unknown_format_is_named_with_the_known_ones() -> None:
    with pytest.raises(SettingsError, match='expected one of table, markdown, csv, json, html, got "xml"'):
        render(made_standings(), facts(), "xml")


@pytest.mark.parametrize("form", [form for form in Format if form is not Format.CSV])
def test_the_seed_shows_only_when_the_run_is_complete(form: Format) -> None:
    assert SEED in render(made_standings(), facts(), form)
    assert SEED not in render(made_standings(), facts(finished=False, unfinished=3), form)


def test_json_has_the_documented_keys_and_unrounded_numbers() -> None:
    form = json.loads(render(made_standings(), facts(), "json"))
    assert list(form) == [
        "format",
        "game",
        "seed",
        "boards",
        "void_matches",
        "unfinished_matches",
        "rows",
        "encounters",
    ]
    assert (form["format"], form["game"], form["seed"], form["boards"]) == ("arena-standings/1", "bid-euchre", SEED, 10)
    assert (form["void_matches"], form["unfinished_matches"]) == (0, 0)
    first = made_standings().rows[0]
    assert form["rows"][0] == {
        "place": 1,
        "place_low": 1,
        "place_high": 1,
        "bot": "ann",
        "score": 0.8625,
        "score_error": first.score_error,
        "elo": first.elo,
        "elo_error": first.elo_error,
        "pairs": 20,
        "won": 16,
        "split": 3,
        "lost": 1,
        "matches_won": 34,
        "matches_lost": 5,
        "matches_drawn": 1,
        "points_per_deal": first.points_per_deal,
        "points_per_deal_error": first.points_per_deal_error,
        "game_stats": {"bids_made": 0.625},
        "forfeits": {"unplayed": 0},
        "timing": {"mean_ms": 0.04, "max_ms": 0.04},
    }
    assert form["rows"][2]["forfeits"] == {"timeout": 8, "unplayed": 0}
    keys = ["a", "b", "pairs", "won", "split", "lost", "score", "low", "high"]
    keys += ["points_per_deal", "points_per_deal_error", "p_value", "significant"]
    assert [list(encounter) for encounter in form["encounters"]] == [keys] * 3
    assert (form["encounters"][0]["a"], form["encounters"][0]["p_value"]) == ("ann", 0.125)


def test_json_of_a_run_without_a_pair() -> None:
    found = standings(tally_of(match("a b", 0, "open", None)), ["a", "b"], [])
    form = json.loads(render(found, facts(finished=False, unfinished=19), "json"))
    assert (form["seed"], form["void_matches"], form["unfinished_matches"]) == (None, 1, 19)
    assert (form["rows"][0]["place"], form["rows"][0]["score"], form["encounters"]) == (None, None, [])


def test_csv_reads_back() -> None:
    rows = list(csv.DictReader(io.StringIO(render(made_standings(), facts(), "csv"))))
    assert [row["bot"] for row in rows] == ["ann", "bob", "cyd"]
    assert float(rows[0]["score_error"]) == made_standings().rows[0].score_error
    assert (rows[2]["forfeits"], rows[2]["forfeits_timeout"], rows[2]["forfeits_unplayed"]) == ("8", "8", "0")
    assert rows[0]["bids_made"] == "0.625"


def test_csv_leaves_empty_what_is_not_known_and_is_empty_without_entrants() -> None:
    (row,) = csv.DictReader(io.StringIO(render(standings(Tally(), ["a"], []), facts(), "csv")))
    assert (row["place"], row["score"], row["pairs"]) == ("", "", "0")
    assert render(standings(Tally(), [], []), facts(), "csv") == ""


def test_markdown_tables_are_whole() -> None:
    lines = render(made_standings(), facts(), "markdown").splitlines()
    tables = [line for line in lines if line.startswith("|")]
    assert [line.count("|") for line in tables] == [13] * 5 + [5] * 5
    assert "92" not in lines[0]
    assert any(re.fullmatch(r"\| ann +\| +· \| +75.0 \| +97.5\+ \|", line) for line in lines)
    assert "- cyd, timeout x8: no answer within 1000 ms (`arena replay runs/league 'ann~cyd/0/open'`)" in lines
    assert "- Machine: 2 cores" in lines


HOSTILE = {
    "ann": "a\x1b[31m|<b>x</b>",
    "bob": "b\u202e**_[x](y)",
    "cyd": "c;rm -rf $(x) 'q`",
}


@pytest.mark.parametrize("form", list(Format))
def test_hostile_names_and_details_are_harmless_everywhere(form: Format) -> None:
    match_id = f"{HOSTILE['ann']}~{HOSTILE['cyd']}/0/open"
    detail = ForfeitDetail(match_id, HOSTILE["cyd"], "timeout", "late\x1b]52;c;x\x07\r\n# <img src=x>|")
    shown = render(made_standings(**HOSTILE), facts(forfeits=(detail,), settings=("x\x1b: untimed",)), form)
    assert all(line.isprintable() for line in shown.split("\n"))
    if form is Format.MARKDOWN:
        assert "<" not in re.sub("``.*``|`[^`]*`", "", shown)
        assert [line.count("|") - line.count(r"\|") for line in shown.splitlines() if line.startswith("|")] == [
            13
        ] * 5 + [5] * 5


def test_the_replay_command_is_safe_to_paste() -> None:
    name = HOSTILE["cyd"]
    detail = ForfeitDetail(f"ann~{name}/0/open", name, "timeout", "late")
    shown = text(made_standings(cyd=name), forfeits=(detail,), run="runs/my league")
    assert """arena replay 'runs/my league' 'ann~c;rm -rf $(x) '"'"'q`/0/open'""" in shown


def test_formula_names_in_csv() -> None:
    rows = list(csv.DictReader(io.StringIO(render(made_standings(ann="=cmd", bob="@x"), facts(), "csv"))))
    assert [row["bot"] for row in rows] == ["'=cmd", "'@x", "cyd"]


SIX = ["counter", "lisa_the_third", "random", "greedy-2", "cautious", "bidder"]


def six() -> Standings:
    results = {f"{one} {other}": (1200, 3456, 344) for one, other in combinations(sorted(SIX), 2)}
    return standings(tally_with(results), SIX, [StatColumn("bids_made", "Bids made %")])


def test_six_bots_fit_120_columns_with_whole_headings() -> None:
    lines = text(six()).splitlines()
    assert max(map(len, lines)) <= 120
    # 25,000 pairs each: the headings had to give, the cells did not
    assert any("1720/17280/6000" in line for line in lines)
    small = {f"{one} {other}": (12, 30, 8) for one, other in combinations(sorted(SIX), 2)}
    lines = text(standings(tally_with(small), SIX, [StatColumn("bids_made", "Bids made %")])).splitlines()
    assert max(map(len, lines)) <= 120
    heading = "Place Bot Score % ±95 Elo ±95 Pairs Won/Split/Lost Pts/deal Bids made % Forfeits ms/decision"
    assert re.sub(" +", " ", lines[0]) == heading


def test_wide_tables_break_their_headings() -> None:
    long = standings(
        tally_with({f"a {'b' * 40}": (5, 0, 5)}), ["a", "b" * 40], [StatColumn("bids_made", "Bids made %")]
    )
    lines = text(long).splitlines()
    assert [line.split() for line in lines[:3]] == [
        ["Won/", "Bids"],
        ["Score", "Split/", "Pts/", "made", "ms/"],
        ["Place", "Bot", "%", "±95", "Elo", "±95", "Pairs", "Lost", "deal", "%", "Forfeits", "decision"],
    ]


def test_many_bots_have_numbered_crosstables_in_blocks() -> None:
    names = [f"bot{place:02}" for place in range(30)]
    results = {f"{one} {other}": (0, 0, 30) for one, other in combinations(names, 2)}
    lines = text(standings(tally_with(results), names, [])).splitlines()
    assert max(map(len, lines)) <= 120
    heads = [line.split() for line in lines if re.fullmatch(r" +\d+( +\d+)+ *", line)]
    assert [int(head) for block in heads for head in block] == list(range(1, 31))
    assert any(line.startswith(" 1  bot00  ·   100+  100+") for line in lines)
    assert any(line.startswith("30  bot29  0-    0-") for line in lines)


def test_wide_characters_take_two_columns() -> None:
    ann, bob = text(made_standings(ann="a数字", bob="b"), settings=()).splitlines()[2:4]
    assert ann.index("86.2") + 2 == bob.index("37.5")


@pytest.mark.parametrize("pairs", [1, 4])
def test_too_few_pairs_is_said_in_place_of_an_interval(pairs: int) -> None:
    found = standings(tally_with({"a b": (0, 0, pairs)}), ["a", "b"], [])
    for form in (Format.TABLE, Format.MARKDOWN):
        assert render(found, facts(), form).count("too few pairs") == 4
    assert max(map(len, text(found).splitlines())) <= 120


def test_bots_without_a_pair_and_unfinished_runs() -> None:
    tally = tally_of(*pair("a b", 0, 1.0, 0.0), match("a c", 0, "open", 1.0), match("b c", 0, "open", None))
    shown = text(standings(tally, ["a", "b", "c"], []), finished=False, unfinished=1200, seed=None)
    assert re.search(r"^ +–  c +– +– +– +– +0 +0/0/0 +– +0 +–$", shown, re.M)
    for line in (
        "The run is unfinished: 1,200 matches still to be played.",
        "2 matches are not counted yet: the other room of the board is still to come.",
        "1 match void, left out with the whole board.",
        "Exactly level on place 1: a and b.",
        "No pair is complete yet for c.",
        "Seed          secret until the run is complete",
    ):
        assert line in shown.splitlines()


def test_before_the_first_match() -> None:
    shown = text(standings(Tally(), ["a", "b"], []), options={}, faults="", settings=(), forfeits=())
    assert "Row against column" not in shown
    assert "Row against column" not in render(standings(Tally(), ["a", "b"], []), facts(), "markdown")
    for line in (
        "Game          bid-euchre",
        "Comparisons   0 of 0 comparisons decided",
        "Mirroring     no variance to compare yet",
        "First dealer  no board without a fault yet",
    ):
        assert line in shown.splitlines()
    assert "Faults" not in shown


def test_unmet_opponents_are_blank_in_the_crosstable() -> None:
    shown = text(standings(tally_with({"a b": (5, 0, 5), "b c": (5, 0, 5)}), ["a", "b", "c"], []))
    assert re.search(r"^a +· +50\.0 +·$", shown, re.M)


@pytest.mark.parametrize(
    ("results", "more"),
    [
        ((30, 35, 35), "about 1,900 more pairs an encounter to separate places 1 and 2"),
        ((49_000, 0, 49_001), "more than a million pairs an encounter to separate places 1 and 2"),
        ((5, 0, 5), "0 of 1 comparisons decided"),
    ],
)
def test_about_how_many_more_pairs(results: tuple[int, int, int], more: str) -> None:
    assert re.search(
        f"^Comparisons .*{re.escape(more)}$", text(standings(tally_with({"a b": results}), ["a", "b"], [])), re.M
    )


def test_a_few_more_pairs_when_only_the_correction_is_in_the_way() -> None:
    names = [f"bot{place:02}" for place in range(20)]
    results = {f"{one} {other}": (25, 50, 25) for one, other in combinations(names, 2)}
    results |= {f"bot00 {other}": (23, 46, 31) for other in names[1:]}
    shown = text(standings(tally_with(results), names, []))
    assert "; a few more pairs an encounter to separate places 1 and 2" in shown


def test_ranking_by_elo_and_the_anchor_are_said() -> None:
    found = standings(tally_with({"a b": (5, 5, 20)}), ["a", "b"], [], ranking=Ranking.ELO, anchor="b")
    assert "1 of 1 comparisons (by Elo) decided" in text(found)
    assert "Elo           b stands at 0" in text(found)


def test_unplayed_matches_and_many_kinds_of_forfeit() -> None:
    names = [f"bot{place:02}" for place in range(13)]
    matches = []
    for name in names[1:]:
        fault = ((1, TIMEOUT, True),)
        matches += [match(f"bot00 {name}", 0, room, 1.0, faults=fault) for room in ("open", "closed")]
    shown = text(standings(tally_of(*matches), names, []), forfeits=())
    assert "Unplayed      24 matches were not played after repeated faults and counted as forfeits" in shown
    assert shown.count("unplayed x2") == 10
    assert "and 2 more kinds" in shown
    assert "and 2 more kinds" in render(standings(tally_of(*matches), names, []), facts(forfeits=()), "markdown")


@pytest.mark.parametrize(
    ("detail", "shown"),
    [
        ("late", "late"),
        ("late\n", "late"),
        ("\nlate\r\n\tTraceback", "late …"),
        ("x" * 240, "x" * 240),
        ("x" * 238 + " yz", "x" * 238 + "…"),
        ("", ""),
    ],
)
def test_of_a_long_detail_the_beginning_is_shown(detail: str, shown: str) -> None:
    assert brief(detail) == shown
    told = text(made_standings(), forfeits=(ForfeitDetail("ann~cyd/0/open", "cyd", "timeout", detail),))
    assert f"  cyd  timeout x8{': ' if shown else ''}{shown}\n      arena replay " in told


def test_the_first_detail_of_a_kind_is_shown() -> None:
    late = tuple(ForfeitDetail(f"ann~cyd/{board}/open", "cyd", "timeout", f"late {board}") for board in range(3))
    shown = text(forfeits=late)
    assert "timeout x8: late 0" in shown
    assert "late 1" not in shown


@pytest.mark.parametrize(
    ("value", "decimals", "shown"),
    [
        (0.0, 1, "0.0"),
        (-0.04, 1, "0.0"),
        (-0.06, 1, "−0.1"),
        (-191.4, 0, "−191"),
        (None, 2, "–"),
        (12.345, 2, "12.35"),
        (1e6, 0, "1000000"),
    ],
)
def test_number(value: float | None, decimals: int, shown: str) -> None:
    assert number(value, decimals) == shown


@pytest.mark.parametrize(("value", "shown"), [(0.0, "0.00"), (0.04, "0.04"), (0.1, "0.1"), (9.94, "9.9"), (38.2, "38")])
def test_milliseconds(value: float, shown: str) -> None:
    assert milliseconds(value) == shown


def test_signs_line_up() -> None:
    lines = text().splitlines()[2:5]
    ends = {match.end() for line in lines if (match := re.match(r".*?(?=  +\d+  +20 )", line))}
    assert len(ends) == 1
