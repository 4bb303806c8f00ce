"""Positions: the table after each decision, held against a deal that is played beside it."""

import json
from random import Random
from typing import Any

import pytest

from arena.derive import dealt, full_record
from arena.games import GAMES, Deal, game
from arena.positions import Position, place, positions
from tests.played import good_records, played_match, run_facts, spec

RECORDS = good_records()


def of_game(name: str) -> dict[str, Any]:
    ruled = game(name, {})
    room, names = ("open", ("a", "b")) if ruled.side_count == 2 else ("cab", ("a", "b", "c"))
    record, _ = played_match(ruled, spec(ruled, 17, room, names), Random(8), max_deals=4)
    return full_record(record, ruled, run_facts(ruled))


@pytest.mark.parametrize("name", GAMES)
def test_a_position_is_the_table_after_so_many_decisions(name: str) -> None:
    record = json.loads(json.dumps(of_game(name)))
    ruled = game(name, record["options"])
    found = iter(positions(record))
    before: Deal | None = None
    for number, played in enumerate(record["deals"]):
        deal = dealt(ruled, record["board_key"], record["board"] % ruled.seats, number, before)
        for shown in range(len(played["actions"]) + 1):
            if shown:
                deal.apply(played["actions"][shown - 1])
            position = next(found)
            assert (position.deal, position.shown, position.decisions) == (number, shown, len(played["actions"]))
            assert (position.deals, position.dealer) == (len(record["deals"]), deal.dealer)
            moment = position.moment
            assert moment is not None
            assert moment.hands == tuple(tuple(deal.view(seat)["hand"]) for seat in range(ruled.seats))
            assert moment.to_act == deal.to_act
            if deal.to_act >= 0:
                assert (list(moment.legal), moment.decision) == (deal.legal(), deal.decision)
            assert position.tricks == tuple(deal.summary()["tricks"])
            assert [one.action for line in position.lines for one in line.acted] == deal.actions
            assert [line.winner for line in position.lines if line.winner is not None] == list(position.tricks)
            contract = deal.summary()["contract"]
            assert (position.contract is None) == (not contract or None in contract.values())
            facts = {key: value for key, value in deal.summary().items() if value and key not in ("contract", "tricks")}
            assert position.known == facts
            assert position.points == deal.points
            assert position.scores == deal.scores
        before = deal
    assert next(found, None) is None


def test_a_trick_lies_on_the_table_until_the_next_card() -> None:
    found = positions(RECORDS["target"])
    ends = [number for number, position in enumerate(found) if position.lines and position.lines[-1].winner is not None]
    assert ends
    for number in ends:
        last = found[number].lines[-1]
        assert len(last.acted) == 4
        assert found[number - 1].lines[-1].acted == last.acted[:-1]
        after = found[number + 1].lines if number + 1 < len(found) else ()
        assert not after or len(after[-1].acted) == 1
        assert sum(found[number].tricks_by_side) == len(found[number].tricks)


@pytest.mark.parametrize("ending", RECORDS)
def test_the_last_position_says_how_it_ended(ending: str) -> None:
    record = RECORDS[ending]
    found = positions(record)
    assert [position.end is not None for position in found] == [False] * (len(found) - 1) + [True]
    faults = [fault["kind"] for key in ("fault", "other_fault") if (fault := record["result"][key])]
    assert [fault.kind for fault in found[-1].faults] == faults
    assert all(not position.faults for position in found[:-1])
    assert (found[-1].deal is None) == (not record["deals"])


def test_one_seats_eyes() -> None:
    for position in positions(RECORDS["target"], seat=2):
        moment = position.moment
        assert moment is not None
        assert [hand is None for hand in moment.hands] == [True, True, False, True]
        assert bool(moment.legal) == (moment.to_act == 2)


@pytest.mark.parametrize(
    ("deal", "shown", "at"),
    [(0, None, (0, 0)), (0, 5, (0, 5)), (1, 0, (1, 0)), (1, 99, (1, 0)), (77, 1, (0, 0)), (None, None, (0, 0))],
)
def test_places(deal: int | None, shown: int | None, at: tuple[int, int]) -> None:
    found: list[Position] = positions(RECORDS["target"])
    assert found[-1].deal
    here = found[place(found, deal, shown)]
    assert (here.deal, here.decisions - here.shown if shown == 99 else here.shown) == at
