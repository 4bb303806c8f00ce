"""The exported record, its check value, and the summary that standings count."""

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from arena.derive import RunFacts, check_of, full_record, plain_shares, summary_of
from arena.games import game
from arena.record_form import DealForm, EntrantForm, FaultForm, RecordForm, ResultForm, SettingsForm, TimingForm
from arena.records import FaultKind, MatchRecord, Reason
from tests.played import SEED, forfeited, good_records, not_begun, played_match, run_facts, spec

RULED = game("bid-euchre", {"target": 9})
KEYS = "format match game options seed board_key encounter board room settings entrants seats sides deals"
KEYS += " result timing host check"


def played(room: str = "open", board: int = 17) -> MatchRecord:
    return played_match(RULED, spec(RULED, board, room), Random(1))[0]


def test_a_record_has_the_documented_keys_in_order() -> None:
    exported = full_record(played(), RULED, run_facts(RULED))
    assert list(exported) == KEYS.split()
    assert list(exported["deals"][0]) == ["dealer", "hands", "actions", "notes", "points", "scores", "summary"]
    assert list(exported["result"]) == ["winner", "shares", "scores", "reason", "fault", "other_fault"]
    assert list(exported["settings"]) == ["common_deals", "max_deals", "sitting", "give_up_after"]
    fault = full_record(not_begun(RULED, spec(RULED), 1), RULED, run_facts(RULED))["result"]["fault"]
    assert " ".join(fault) == "seat kind detail deal action_index elapsed_ms reply stderr unplayed"


def test_the_docs_name_every_key() -> None:
    page = (Path(__file__).parents[1] / "docs" / "match-record.md").read_text(encoding="utf-8")
    forms = (RecordForm, SettingsForm, EntrantForm, DealForm, ResultForm, FaultForm, TimingForm)
    assert [key for form in forms for key in form.model_fields if f"`{key}`" not in page] == []


def test_a_record_of_a_played_match() -> None:
    record = played("closed")
    exported = full_record(record, RULED, run_facts(RULED))
    assert exported == json.loads(json.dumps(exported))
    assert exported["match"] == "a~b/17/closed"
    assert exported["seats"] == [1, 0, 1, 0]
    assert exported["sides"] == [0, 1, 0, 1]
    assert [deal["dealer"] for deal in exported["deals"]] == [(17 + n) % 4 for n in range(len(record.deals))]
    assert [deal["actions"] for deal in exported["deals"]] == [deal.actions for deal in record.deals]
    assert [deal["notes"] for deal in exported["deals"]] == [deal.notes for deal in record.deals]
    assert exported["deals"][-1]["scores"] == exported["result"]["scores"] == record.result.scores
    totals = [sum(deal["points"][side] for deal in exported["deals"]) for side in (0, 1)]
    assert totals == record.result.scores
    assert exported["timing"]["ms"] == [deal.ms for deal in record.deals]


def test_a_deal_that_was_cut_off() -> None:
    record = forfeited(RULED, spec(RULED), Random(2), FaultKind.TIMEOUT, stop_after=29 + 3)
    exported = full_record(record, RULED, run_facts(RULED))
    first, second = exported["deals"]
    assert first["points"] is not None
    assert (second["points"], second["scores"]) == (None, first["scores"])
    assert second["summary"] == {"contract": None, "tricks": []}
    assert exported["result"]["fault"]["action_index"] == len(second["actions"]) == 3


def test_the_seed_and_the_names_come_from_the_run() -> None:
    facts = RunFacts("bid-euchre", {"target": 9}, None, {"max_deals": 3}, {"a": "sha256:1", "b": "sha256:2"})
    exported = full_record(played(), RULED, facts)
    assert exported["seed"] is None
    assert exported["settings"] == {"max_deals": 3}
    assert exported["entrants"] == [{"name": "a", "digest": "sha256:1"}, {"name": "b", "digest": "sha256:2"}]
    with_seed = replace(facts, seed=SEED)
    assert full_record(played(), RULED, with_seed)["seed"] == SEED
    assert full_record(played(), RULED, with_seed)["check"] == exported["check"]


def test_the_check_is_of_the_canonical_json() -> None:
    exported = good_records()["illegal"]
    checked = {key: exported[key] for key in exported if key not in ("seed", "timing", "host", "check")}
    result = checked["result"] = dict(checked["result"])
    result["fault"] = {k: v for k, v in result["fault"].items() if k not in ("detail", "elapsed_ms", "stderr")}
    text = json.dumps(checked, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert "♥ — ü" in json.dumps(good_records()["target"]["deals"], ensure_ascii=False)
    assert exported["check"] == sha256(text.encode()).hexdigest() == check_of(exported)
    assert exported["result"]["fault"]["detail"], "the check must leave the record as it was"


def test_what_is_measured_does_not_change_the_check() -> None:
    record = forfeited(RULED, spec(RULED), Random(2), FaultKind.CRASHED)
    before = full_record(record, RULED, run_facts(RULED))["check"]
    fault = record.result.fault
    assert fault is not None
    fault.detail, fault.elapsed_ms, fault.stderr = "otherwise", 1.0, "other"
    record.timing.elapsed_ms, record.host = 1e9, {"python": "3.14"}
    record.deals[0].ms[0] = 77.0
    assert full_record(record, RULED, run_facts(RULED))["check"] == before
    fault.reply = "other"
    assert full_record(record, RULED, run_facts(RULED))["check"] != before


@pytest.mark.parametrize(
    ("shares", "written"), [((1.0, 0.0), "[1, 0]"), ((0.5, 0.5), "[0.5, 0.5]"), ((0, 1), "[0, 1]")]
)
def test_shares_have_one_form(shares: tuple[float, float], written: str) -> None:
    assert json.dumps(plain_shares(shares)) == written


@pytest.mark.parametrize(
    ("room", "board", "shares_of_side", "first_dealer"),
    [("open", 16, (0, 1), 0), ("open", 17, (0, 1), 1), ("closed", 16, (1, 0), 1), ("closed", 19, (1, 0), 0)],
)
def test_a_summary_is_by_entrant(room: str, board: int, shares_of_side: tuple[int, int], first_dealer: int) -> None:
    record = played(room, board)
    result = record.result
    assert result.shares is not None
    record.timing.decisions = [1, 10, 2, 20]
    record.timing.total_ms, record.timing.max_ms = [1.0, 10.0, 2.0, 20.0], [1.0, 20.0, 2.0, 10.0]
    summary = summary_of(record, RULED)
    assert summary.names == ("a", "b")
    assert (summary.board, summary.room, summary.reason) == (board, room, Reason.TARGET)
    assert summary.shares == tuple(result.shares[side] for side in shares_of_side)
    assert summary.points == tuple(result.scores[side] for side in shares_of_side)
    assert summary.tallies == tuple(record.tallies[side] for side in shares_of_side)
    assert summary.deals == len(record.deals)
    assert summary.faults == ()
    assert summary.decisions == tuple((3, 30)[side] for side in shares_of_side)
    assert summary.total_ms == tuple((3.0, 30.0)[side] for side in shares_of_side)
    assert summary.max_ms == tuple((2.0, 20.0)[side] for side in shares_of_side)
    assert summary.first_dealer == first_dealer


def test_a_summary_of_a_forfeit_counts_complete_deals() -> None:
    record = forfeited(RULED, spec(RULED, 17, "closed"), Random(2), FaultKind.TIMEOUT, stop_after=29 + 3)
    seat = record.result.fault.seat if record.result.fault else -1
    summary = summary_of(record, RULED)
    assert summary.deals == 1
    assert summary.faults == (((1, 0, 1, 0)[seat], FaultKind.TIMEOUT, False),)


def test_a_summary_of_matches_without_deals() -> None:
    both = summary_of(not_begun(RULED, spec(RULED), 0, other=1), RULED)
    assert both.faults == ((0, FaultKind.NOT_READY, False), (1, FaultKind.NOT_READY, False))
    assert (both.shares, both.deals) == ((0.5, 0.5), 0)
    record = not_begun(RULED, spec(RULED, room="closed"), 1, unplayed=True)
    record.tallies = []
    unplayed = summary_of(record, RULED)
    assert unplayed.faults == ((0, FaultKind.NOT_READY, True),)
    assert unplayed.shares == (0, 1)
    assert unplayed.tallies == ({}, {})


def test_a_void_match_has_no_shares_and_no_deals() -> None:
    record = played_match(RULED, spec(RULED), Random(1), stop_after=40)[0]
    summary = summary_of(record, RULED)
    assert (summary.reason, summary.shares, summary.deals) == (Reason.VOID, None, 0)
