"""Replay steps: every action once, by whom the rules say, and nothing that a seat may not see."""

from random import Random
from typing import Any

import pytest

from arena.derive import full_record
from arena.errors import RecordError
from arena.games import game
from arena.replay import (
    Acted,
    ContractStands,
    DealBegins,
    DealScored,
    Faulted,
    Known,
    MatchBegins,
    MatchEnds,
    TrickTaken,
    steps,
)
from tests.played import good_records, played_match, run_facts, spec

RECORDS = good_records()


def of(kind: type, record: dict[str, Any], **wishes: int) -> list[Any]:
    return [step for step in steps(record, **wishes) if isinstance(step, kind)]


@pytest.mark.parametrize("ending", RECORDS)
def test_the_steps_hold_what_the_record_holds(ending: str) -> None:
    record = RECORDS[ending]
    deals, result = record["deals"], record["result"]
    all_steps = list(steps(record))
    assert isinstance(all_steps[0], MatchBegins)
    assert isinstance(all_steps[-1], MatchEnds)
    assert [step.action for step in of(Acted, record)] == [action for deal in deals for action in deal["actions"]]
    assert [step.note for step in of(Acted, record) if step.note] == [
        note for deal in deals for note in deal["notes"].values()
    ]
    assert [list(step.hands) for step in of(DealBegins, record)] == [list(map(tuple, deal["hands"])) for deal in deals]
    assert [list(step.scores) for step in of(DealScored, record)] == [
        deal["scores"] for deal in deals if deal["points"] is not None
    ]
    assert [step.winner for step in of(TrickTaken, record)] == [
        winner for deal in deals for winner in deal["summary"]["tricks"]
    ]
    faults = [fault for fault in (result["fault"], result["other_fault"]) if fault]
    assert [(step.seat, step.kind, step.detail, step.reply) for step in of(Faulted, record)] == [
        (fault["seat"], fault["kind"], fault["detail"], fault["reply"]) for fault in faults
    ]


def test_cards_are_played_by_who_holds_them_and_tricks_stand_where_they_end() -> None:
    hands: tuple[tuple[str, ...], ...] = ()
    in_trick = 0
    for step in steps(RECORDS["target"]):
        match step:
            case DealBegins():
                hands = tuple(hand or () for hand in step.hands)
            case Acted(decision="play"):
                assert step.action in hands[step.seat]
                in_trick += 1
            case TrickTaken():
                assert in_trick == 4
                in_trick = 0


def test_a_contract_stands_once_a_deal_before_its_first_card() -> None:
    kinds = [type(step) for step in steps(RECORDS["target"], deal=0)]
    at = kinds.index(ContractStands)
    assert kinds.count(ContractStands) == 1
    assert kinds[:at] == [MatchBegins, DealBegins, *[Acted] * 5]
    (contract,) = of(ContractStands, RECORDS["target"], deal=0)
    recorded = RECORDS["target"]["deals"][0]["summary"]["contract"]
    assert {contract.role: contract.seat, **contract.terms} == recorded


def test_a_fault_stands_behind_the_last_action() -> None:
    record = RECORDS["illegal"]
    before, fault, _ = list(steps(record))[-3:]
    assert isinstance(before, Acted | TrickTaken | DealBegins | ContractStands)
    assert isinstance(fault, Faulted)
    assert fault.decision == "play"
    assert fault.stderr == "Traceback"


def test_one_deal_alone() -> None:
    record = RECORDS["illegal"]
    last = len(record["deals"]) - 1
    assert last > 0
    assert [step.number for step in of(DealBegins, record, deal=last)] == [last]
    assert [list(step.scores) for step in of(DealBegins, record, deal=last)] == [record["deals"][last - 1]["scores"]]
    assert len(of(Faulted, record, deal=last)) == len(of(MatchEnds, record, deal=last)) == 1
    assert len(of(Faulted, record, deal=0)) == len(of(MatchEnds, record, deal=0)) == 0


def test_a_seat_sees_its_own_hand_notes_and_fault_only() -> None:
    record = RECORDS["illegal"]
    guilty = record["result"]["fault"]["seat"]
    noted = {step.seat for step in of(Acted, record) if step.note}
    assert noted
    for seat in range(4):
        for begun in of(DealBegins, record, seat=seat):
            assert [hand is not None for hand in begun.hands] == [one == seat for one in range(4)]
        assert {step.seat for step in of(Acted, record, seat=seat) if step.note} == noted & {seat}
        (fault,) = of(Faulted, record, seat=seat)
        assert (fault.seat, fault.kind) == (guilty, "illegal")
        told = (fault.detail, fault.reply, fault.stderr, fault.elapsed_ms, fault.legal)
        assert [bool(one) for one in told] == [seat == guilty] * 5


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        ({"deal": 99}, r"--deal: a~b/17/open has deals 0 to \d+, got 99"),
        ({"deal": -1}, "got -1"),
        ({"seat": 4}, "--seat: expected a seat from 0 to 3, got 4"),
        ({"seat": -1}, "got -1"),
    ],
)
def test_what_is_not_there_is_named(wishes: dict[str, int], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        steps(RECORDS["target"], **wishes)


def test_a_match_without_deals_has_none_to_show() -> None:
    with pytest.raises(RecordError, match="has no deals"):
        steps(RECORDS["not_ready"], deal=0)


def test_a_forbidden_action_is_named() -> None:
    record = good_records()["target"]
    record["deals"][0]["actions"][0] = "hearts"
    with pytest.raises(RecordError, match=r"a~b/17/open: deals\[0\].actions\[0\]: a bid is due"):
        list(steps(record))


def test_a_dealer_sees_its_cards_when_the_game_shows_them() -> None:
    """A joker turned up asks the dealer before it has seen its hand."""
    ruled = game("euchre", {"joker": True})
    blind = 0
    for seed in range(8):
        played, _ = played_match(ruled, spec(ruled, 17, "open", ("a", "b")), Random(seed), max_deals=8)
        record = full_record(played, ruled, run_facts(ruled))
        for number, dealt in enumerate(record["deals"]):
            dealer = dealt["dealer"]
            told = list(steps(record, deal=number, seat=dealer))
            (begins,) = [step for step in told if isinstance(step, DealBegins)]
            if begins.hands[dealer] is not None:
                assert list(begins.hands[dealer]) == dealt["hands"][dealer]
                continue
            blind += 1
            first = next(place for place, step in enumerate(told) if isinstance(step, Acted))
            shown = told[first + 1]
            assert isinstance(shown, Known)
            assert set(shown.facts["hand"]) - {"Jo"} == set(dealt["hands"][dealer])  # the joker may be taken up
            assert all("hand" not in step.facts for step in told[:first] if isinstance(step, Known))
    assert blind
