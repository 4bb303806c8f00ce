"""The sheets of bots: recounted from the bare actions of records, and which matches are counted."""

import json
from collections import Counter
from copy import deepcopy
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from arena.derive import full_record, summary_of
from arena.errors import RecordError
from arena.games import GAMES, Game, game
from arena.habits import HabitForm, HabitSheet, HabitTally
from arena.records import FaultKind, MatchRecord
from arena.seating import rooms
from tests.played import forfeited, played_match, run_facts, spec

BID = game("bid-euchre", {"target": 12})
ABC = ("a", "b", "c")


def board(ruled: Game, number: int) -> list[MatchRecord]:
    """Every room of a board, played at random."""
    names = ABC[: ruled.side_count]
    return [
        played_match(ruled, spec(ruled, number, room, names), Random(f"{number} {room}"), max_deals=12)[0]
        for room in rooms(ruled.side_count)
    ]


def exported(record: MatchRecord, ruled: Game) -> dict[str, Any]:
    form: dict[str, Any] = json.loads(json.dumps(full_record(record, ruled, run_facts(ruled, max_deals=12))))
    return form


def tallied(ruled: Game, records: list[dict[str, Any]]) -> HabitTally:
    tally = HabitTally(ruled)
    for record in records:
        tally.add(record)
    return tally


def values(sheets: tuple[HabitSheet, ...], key: str) -> dict[str, dict[str, Any]]:
    """One sheet: row -> column -> value."""
    sheet = next(sheet for sheet in sheets if sheet.key == key)
    keys = [column.key for column in sheet.columns]
    return {row.key: dict(zip(keys, row.values, strict=True)) for row in sheet.rows}


def percent(part: int, whole: int) -> float | None:
    return 100 * part / whole if whole else None


RECORDS = [exported(record, BID) for number in range(12) for record in board(BID, number)]
TALLY = tallied(BID, RECORDS)


def recounted(bot: str) -> tuple[Counter[tuple[str, str]], Counter[tuple[str, str]]]:
    """From actions, points and seats alone: (what, row) -> times, and sums of points."""
    times: Counter[tuple[str, str]] = Counter()
    points: Counter[tuple[str, str]] = Counter()
    for record in RECORDS:
        bots = [record["entrants"][entrant]["name"] for entrant in record["seats"]]
        for deal in record["deals"]:
            calls, trump = deal["actions"][:4], deal["actions"][4]
            bids = [0]
            rows = []
            for place, call in enumerate(calls):
                is_last = place == 3
                row = call if call == "pass" or int(call) > max(bids) else "matched"
                row = "forced" if is_last and not any(bids) else row
                rows.append(row)
                bids.append(0 if call == "pass" else int(call))
                seat = (deal["dealer"] + 1 + place) % 4
                if bots[seat] == bot:
                    times["call", row] += 1
                    times["could match", ""] += is_last and any(bids[:-1])
                    times["dealt", ""] += is_last
                    for level in range(3, 7):
                        times["could", str(level)] += level > max(bids[:-1]) and not (is_last and not any(bids[:-1]))
            last = max(place for place in range(4) if calls[place] != "pass")
            declarer = (deal["dealer"] + 1 + last) % 4
            times["sides", "defending" if bots[declarer] != bot else "making"] += 1
            side = 0 if bots[0] == bot else 1
            points["sides", "defending" if bots[declarer] != bot else "making"] += deal["points"][side]
            if bots[declarer] == bot:
                for what, row in (("contract", rows[last]), ("trump", trump)):
                    times[what, row] += 1
                    times[f"{what} made", row] += deal["points"][side] > 0
                    points[what, row] += deal["points"][side]
            else:
                times["set", ""] += deal["points"][1 - side] < 0
    return times, points


@pytest.mark.parametrize("bot", ["a", "b"])
def test_bids_and_trumps_are_those_of_the_actions(bot: str) -> None:
    times, points = recounted(bot)
    bidding, trump = values(TALLY.sheets(bot), "bidding"), values(TALLY.sheets(bot), "trump")
    assert list(bidding) == ["pass", "3", "4", "5", "6", "matched", "forced"]
    for row, found in bidding.items():
        assert found["times"] == times["call", row] > 0
        contracts = times["contract", row]
        assert found["made"] == percent(times["contract made", row], contracts)
        assert found["points"] == (points["contract", row] / contracts if contracts else None)
        if row != "pass":
            assert found["stood"] == percent(contracts, times["call", row])
    for level in "3456":
        assert bidding[level]["chosen"] == percent(times["call", level], times["could", level])
    assert bidding["matched"]["chosen"] == percent(times["call", "matched"], times["could match", ""])
    assert bidding["forced"]["chosen"] == percent(times["call", "forced"], times["dealt", ""])
    contracts = sum(times["trump", row] for row in trump)
    for row, found in trump.items():
        if row == "suit":
            assert found["times"] == contracts - times["trump", "high"] - times["trump", "low"]
            continue
        assert found["times"] == times["trump", row] > 0
        assert found["share"] == percent(found["times"], contracts)
        assert found["made"] == percent(times["trump made", row], found["times"])
        assert found["points"] == points["trump", row] / found["times"]


@pytest.mark.parametrize("bot", ["a", "b"])
def test_both_sides_are_those_of_the_points(bot: str) -> None:
    times, points = recounted(bot)
    sides = values(TALLY.sheets(bot), "sides")
    deals = sum(len(record["deals"]) for record in RECORDS)
    for row, found in sides.items():
        assert found["deals"] == times["sides", row]
        assert found["share"] == percent(times["sides", row], deals)
        assert found["points"] == points["sides", row] / times["sides", row]
    assert sides["defending"]["won"] == percent(times["set", ""], times["sides", "defending"])
    made = sum(count for (what, _), count in times.items() if what == "contract made")
    assert sides["making"]["won"] == percent(made, times["sides", "making"])


def test_first_leads_are_those_of_the_actions() -> None:
    """The declarer's first lead is the card after the calls and the trump."""
    trumps: Counter[str] = Counter()
    for record in RECORDS:
        bots = [record["entrants"][entrant]["name"] for entrant in record["seats"]]
        for deal in record["deals"]:
            contract, lead = deal["summary"]["contract"], deal["actions"][5]
            suit = contract["trump"][0] if contract["trump"] not in ("high", "low") else ""
            bowers = {"c": ("Jc", "Js"), "s": ("Js", "Jc"), "d": ("Jd", "Jh"), "h": ("Jh", "Jd"), "": ()}[suit]
            trumps[bots[contract["declarer"]]] += lead[1] == suit or lead in bowers
    for bot in ("a", "b"):
        leads = values(TALLY.sheets(bot), "leads")
        assert leads["best_trump"]["making"] + leads["other_trump"]["making"] == trumps[bot] > 0
        assert sum(found["making"] for found in leads.values()) == values(TALLY.sheets(bot), "sides")["making"]["deals"]
        assert sum(found["making_share"] for found in leads.values()) == pytest.approx(100)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_contracts_made_are_those_of_standings(name: str) -> None:
    """Every game: the same matches are counted, the same contracts made."""
    ruled = game(name, {})
    records = [record for number in range(4) for record in board(ruled, number)]
    tally = tallied(ruled, [exported(record, ruled) for record in records])
    column = "bids_made" if "bids_made" in dict.fromkeys(each.key for each in ruled.statistics) else "orders_made"
    for entrant, bot in enumerate(ABC[: ruled.side_count]):
        tallies = [summary_of(record, ruled).tallies[entrant][column] for record in records]
        made, contracts = (sum(each[place] for each in tallies) for place in (0, 1))
        sides = values(tally.sheets(bot), "sides")
        assert sides["making"]["deals"] == contracts > 0
        assert sides["making"]["won"] == percent(made, contracts)
        assert sum(row["deals"] for row in sides.values()) == sum(len(record.deals) for record in records)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_values_are_of_their_forms(name: str) -> None:
    ruled = game(name, {})
    tally = tallied(ruled, [exported(record, ruled) for record in board(ruled, 0)])
    for bot in ABC[: ruled.side_count]:
        for sheet, layout in zip(tally.sheets(bot), ruled.habits, strict=True):
            assert (sheet.key, sheet.title, sheet.note, sheet.columns) == (
                layout.key,
                layout.title,
                layout.note,
                layout.columns,
            )
            assert tuple((row.key, row.title) for row in sheet.rows) == layout.rows
            for row in sheet.rows:
                for column, value in zip(sheet.columns, row.values, strict=True):
                    if column.form is HabitForm.COUNT:
                        assert type(value) is int
                        assert value >= 0
                    elif column.form is HabitForm.PERCENT:
                        assert value is None or 0 <= value <= 100
                    else:
                        assert value is None or type(value) is float


def test_who_has_played_nothing_has_empty_sheets() -> None:
    for sheet in HabitTally(BID).sheets("nobody"):
        for row in sheet.rows:
            for column, value in zip(sheet.columns, row.values, strict=True):
                assert value == (0 if column.form is HabitForm.COUNT else None)


def test_the_order_of_matches_does_not_matter() -> None:
    shuffled = RECORDS[:]
    Random(5).shuffle(shuffled)
    assert shuffled != RECORDS
    assert [tallied(BID, shuffled).sheets(bot) for bot in "ab"] == [TALLY.sheets(bot) for bot in "ab"]


def deals_of(tally: HabitTally) -> int:
    sides = values(tally.sheets("a"), "sides")
    return sum(row["deals"] for row in sides.values())


def test_a_match_with_a_fault_is_left_out_and_the_other_room_counts() -> None:
    opened, closed = board(BID, 40)
    faulted = forfeited(BID, spec(BID, 40), Random(1), FaultKind.TIMEOUT)
    assert len(faulted.deals) > 1
    tally = tallied(BID, [exported(faulted, BID), exported(closed, BID)])
    assert deals_of(tally) == len(closed.deals)
    assert deals_of(tallied(BID, [exported(opened, BID), exported(closed, BID)])) == len(opened.deals) + len(
        closed.deals
    )


def test_a_board_with_a_void_match_is_left_out() -> None:
    opened, closed = board(BID, 40)
    void = played_match(BID, spec(BID, 40), Random(1), stop_after=70)[0]
    for records in ([void, closed], [closed, void]):
        assert deals_of(tallied(BID, [exported(record, BID) for record in records])) == 0
    more = [exported(record, BID) for record in (void, closed, *board(BID, 41))]
    assert deals_of(tallied(BID, more)) == sum(len(record.deals) for record in board(BID, 41))
    assert deals_of(tallied(BID, [exported(opened, BID)])) == 0  # half a board


def test_an_action_against_the_rules_is_named() -> None:
    record = deepcopy(RECORDS[0])
    actions = record["deals"][2]["actions"]
    actions[0] = "7"
    with pytest.raises(RecordError, match=r"a~b/0/open: deals\[2\]\.actions\[0\]: "):
        HabitTally(BID).add(record)
    record = deepcopy(RECORDS[0])
    record["deals"][-1]["actions"].pop()
    with pytest.raises(RecordError, match=r"a~b/0/open: deals\[\d+\]: is not complete"):
        HabitTally(BID).add(record)


def test_no_sheet_depends_on_which_side_a_bot_sat() -> None:
    """The same match with the names exchanged gives each bot the other's sheets."""
    swapped = deepcopy(RECORDS[:2])
    for record in swapped:
        record["entrants"].reverse()
        record["entrants"][0]["name"], record["entrants"][1]["name"] = "b", "a"
        assert [entrant["name"] for entrant in record["entrants"]] == ["b", "a"]
    plain, turned = tallied(BID, RECORDS[:2]), tallied(BID, swapped)
    assert (turned.sheets("a"), turned.sheets("b")) == (plain.sheets("b"), plain.sheets("a"))
    assert all(one != other for one, other in pairwise([plain.sheets("a"), plain.sheets("b")]))
