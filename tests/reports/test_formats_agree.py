"""Every format names the same winner, score and reason for every match: page, JSON records, CSV and terminal.

Held over runs of matches with every ending there is, in a game of two sides and in one of three.
"""

import csv
import io
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from arena.derive import summary_of
from arena.games import Game, game
from arena.records import FaultKind, MatchRecord
from arena.replay import steps
from arena.reports.neutral import terminal
from arena.reports.replays import replay_text
from arena.seating import rooms
from arena.store import Store
from arena.tournament_file import Settings, to_json
from tests.cli.in_process import arena, entrant
from tests.played import SEED, forfeited, not_begun, played_match, spec
from tests.reports.pages import Page

BID = game("bid-euchre", {"target": 6})
THREE = game("euchre-cutthroat", {"target": 4})
NAMES = {2: ("<img src=x onerror=alert(1)>", "=b"), 3: ("a", "b", "c")}
REASONS = {
    "target": "the target was reached",
    "forfeit": "forfeited",
    "deal_cap": "the most deals were played",
    "void": "void: trouble of the machine, nobody's fault",
}


def records(ruled: Game) -> Iterable[MatchRecord]:
    """Whole boards, among them every ending and every kind of fault."""
    random = Random(9)
    names = NAMES[ruled.side_count]
    every = [*rooms(ruled.side_count)]
    for board in range(12):
        for room in every:
            here = spec(ruled, board, room, names)
            kinds = list(FaultKind)
            if room != every[0] or board >= 3 + len(kinds):
                yield played_match(ruled, here, random, max_deals=8)[0]
            elif board == 0:
                yield played_match(ruled, here, random, max_deals=1)[0]
            elif board == 1:
                yield played_match(ruled, here, random, stop_after=20)[0]
            elif board == 2:
                yield not_begun(ruled, here, 0, unplayed=True)
            elif kinds[board - 3] is FaultKind.NOT_READY:
                third = 2 if ruled.side_count == 3 else None
                yield not_begun(ruled, here, 0, other=1, third=third)
            else:
                yield forfeited(ruled, here, random, kinds[board - 3], stop_after=6)


@dataclass(frozen=True)
class Told:
    """One run in every format; of the JSON records the matches by id."""

    names: tuple[str, ...]
    exported: dict[str, dict[str, Any]]
    page: Page
    rows: dict[str, dict[str, str]]
    run: Path


@pytest.fixture(scope="module", params=[BID, THREE], ids=lambda ruled: ruled.name)
def told(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Told:
    ruled: Game = request.param
    run = tmp_path_factory.mktemp("formats") / "run"
    names = NAMES[ruled.side_count]
    bots = [{"name": name, "command": ["/usr/bin/true"]} for name in names]
    settings = Settings.model_validate(
        {"boards": 12, "game": ruled.name, "options": dict(ruled.options), "bots": bots, "max_deals": 200}
    )
    entrants = [entrant(name) for name in names]
    with Store.create(run, to_json(settings), SEED, entrants, len(rooms(ruled.side_count))) as store:
        store.add(records(ruled), lambda record: summary_of(record, ruled))
        store.mark_finished()
    exported = {record["match"]: record for record in map(json.loads, arena("export", run).out.splitlines())}
    rows = csv.DictReader(io.StringIO(arena("export", run, "--format", "csv").out))
    by_csv_cell = {row["match"]: row for row in rows}
    page = Page((Path(arena("report", run).out.strip())).read_text(encoding="utf-8"))
    return Told(names, exported, page, {match: by_csv_cell[match] for match in exported}, run)


def by_name(record: dict[str, Any], values: list[Any]) -> dict[str, Any]:
    """Values by side, by the name of whose side it is."""
    names = [each["name"] for each in record["entrants"]]
    return {names[owner]: values[side] for owner, side in zip(record["seats"], record["sides"], strict=True)}


def winner(record: dict[str, Any]) -> str | None:
    side = record["result"]["winner"]
    names = [each["name"] for each in record["entrants"]]
    return None if side is None else names[record["seats"][record["sides"].index(side)]]


def faults(record: dict[str, Any]) -> list[tuple[str, str]]:
    names = [each["name"] for each in record["entrants"]]
    found = [record["result"].get(key) for key in ("fault", "other_fault", "third_fault")]
    return [
        (names[record["seats"][fault["seat"]]], "unplayed" if fault["unplayed"] else fault["kind"])
        for fault in found
        if fault is not None
    ]


def test_the_run_has_every_ending(told: Told) -> None:
    assert {record["result"]["reason"] for record in told.exported.values()} == set(REASONS)
    kinds = {kind for record in told.exported.values() for _, kind in faults(record)}
    assert kinds == {*map(str, FaultKind), "unplayed"}


def test_the_page_lists_every_match_as_its_record_ended(told: Told) -> None:
    listed = told.page.matches()
    assert listed.keys() == told.exported.keys()
    for match, record in told.exported.items():
        shown = listed[match]
        assert shown["winner"] == winner(record), match
        assert dict(zip(shown["names"], shown["scores"], strict=True)) == by_name(record, record["result"]["scores"])
        assert shown["reason"] == record["result"]["reason"], match
        assert shown["faults"] == faults(record), match


def test_its_replays_end_as_the_records(told: Told) -> None:
    replays = told.page.replays
    assert replays.keys() == told.exported.keys()  # so few fit all
    for match, record in told.exported.items():
        end = replays[match]["end"]
        result = record["result"]
        assert [end["winner"], end["scores"], end["reason"]] == [result["winner"], result["scores"], result["reason"]]
        assert end["shares"] == result["shares"]


def test_the_list_of_its_replays_says_how_they_ended(told: Told) -> None:
    scripts = told.page.all("script", "replay")
    said = {str(each.attributes["data-match"]): str(each.attributes["data-end"]) for each in scripts}
    assert said.keys() == told.exported.keys()
    for match, record in told.exported.items():
        if record["result"]["reason"] == "void":
            assert said[match] == "void"
            continue
        scores = by_name(record, record["result"]["scores"])
        first = winner(record)
        order = [*([] if first is None else [first]), *(name for name in told.names if name != first)]
        shares = by_name(record, record["result"]["shares"])
        sharing = [name for name in told.names if shares[name]]
        who = f"{first or 'nobody'} wins"
        if len(sharing) == 2 and len(told.names) == 3:
            who = f"{sharing[0]} and {sharing[1]} share"
        expected = f"{who} {':'.join(str(scores[name]) for name in order)}"
        assert said[match] == expected + "".join(f", {bot}: {kind}" for bot, kind in faults(record)), match


def test_csv_has_them_too(told: Told) -> None:
    letters = "abc"[: len(told.names)]
    for match, record in told.exported.items():
        row = told.rows[match]
        assert row["winner"].removeprefix("'") == (winner(record) or ""), match
        scores = by_name(record, record["result"]["scores"])
        assert {row[f"bot_{each}"].removeprefix("'"): int(row[f"score_{each}"]) for each in letters} == scores
        assert row["reason"] == record["result"]["reason"]
        kinds = [row[f"{which}fault_kind"] for which in ("", "other_", "third_")[: len(told.names)]]
        bots = [row[f"{which}fault_bot"].removeprefix("'") for which in ("", "other_", "third_")[: len(told.names)]]
        assert [pair for pair in zip(bots, kinds, strict=True) if pair[1]] == faults(record)


def test_the_terminal_says_the_same(told: Told) -> None:
    for match, record in told.exported.items():
        shown = replay_text(steps(record))
        (line,) = [line for line in shown.splitlines() if line.startswith("result: ")]
        who, why, points = re.fullmatch(r"result: (.*) · (.*) · scores (.*)", line).groups()  # type: ignore[union-attr]
        won = winner(record)
        if won is not None:
            assert who.startswith(f"{terminal(won)} (seat"), match
            assert who.endswith(" wins"), match
        else:
            assert who == "nobody wins" or who.endswith(" share the match"), match
        assert why == REASONS[record["result"]["reason"]]
        scores = by_name(record, record["result"]["scores"])
        assert sorted(points.split(", ")) == sorted(f"{terminal(name)} {value}" for name, value in scores.items())
        told_faults = re.findall(r"^  FAULT of seat \d+ \((.*)\): (\w+)", shown, re.M)
        # a board that was not played tells the kind of the fault before it
        ends = [record["result"].get(key) for key in ("fault", "other_fault", "third_fault")]
        assert [kind for _, kind in told_faults] == [fault["kind"] for fault in ends if fault is not None]
        assert [bot for bot, _ in told_faults] == [terminal(bot) for bot, _ in faults(record)]


def test_standings_add_up_to_the_matches(told: Told) -> None:
    """Of whole boards without a void match, JSON, CSV and page count the same."""
    standings = json.loads(arena("standings", told.run, "--format", "json").out)
    table = next(each for each in told.page.all("table", "sortable"))
    rows = [line for line in told.page.inside(table, "tr") if told.page.inside(line, "td")]
    shown = {told.page.inside(line, "th")[0].text: told.page.inside(line, "td") for line in rows}
    written = arena("standings", told.run, "--format", "csv").out
    in_csv = {row["bot"].removeprefix("'"): row for row in csv.DictReader(io.StringIO(written))}
    void = {record["board"] for record in told.exported.values() if record["result"]["reason"] == "void"}
    counted = [record for record in told.exported.values() if record["board"] not in void]
    for row in standings["rows"]:
        name = row["bot"]
        assert row["matches_won"] == sum(winner(record) == name for record in counted)
        assert sum(row["forfeits"].values()) == sum(bot == name for record in counted for bot, _ in faults(record))
        cells = shown[terminal(name)]
        assert float(cells[1].attributes["data-sort"] or "") == row["score"]
        assert cells[5].text == f"{row['won']}/{row['split']}/{row['lost']}"
        assert float(in_csv[name]["score"]) == row["score"]
        assert int(in_csv[name]["matches_won"]) == row["matches_won"]
