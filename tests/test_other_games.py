"""Games that are not four seats in two sides: refereed, exported, verified and replayed like any other."""

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any

import pytest
import trio

from arena.bots.bot import Offence
from arena.derive import check_of, full_record, summary_of
from arena.games import GAMES, Game
from arena.records import FaultKind, MatchRecord, MatchSpec, Reason
from arena.referee import play_match
from arena.replay import (
    Acted,
    ContractStands,
    DealBegins,
    DealScored,
    Known,
    MatchBegins,
    MatchEnds,
    Step,
    TrickTaken,
    steps,
)
from arena.reports.replays import replay_text
from arena.rulings import unplayed_record
from arena.seating import rooms
from arena.verify import first_difference, verify_lines
from tests.played import forfeited, not_begun, played_match, run_facts, spec
from tests.test_referee import NOT_READY, Scripted, at_random
from tests.toy_games import TOYS, Alone, Duel, Teams, ToyDeal, ToyGame, toys

__all__ = ["toys"]
pytestmark = pytest.mark.usefixtures("toys")

ABC = ("a", "b", "c")
ALONE = Alone({})
TIMEOUT = Offence(FaultKind.TIMEOUT, "no answer within 1000 ms", 1000.0)
TYPES = pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.name)


def spec_of(ruled: Game, board: int = 17, room: str = "") -> MatchSpec:
    return spec(ruled, board, room or next(iter(rooms(ruled.side_count))), ABC[: ruled.side_count])


def exported(record: MatchRecord, ruled: Game, **settings: Any) -> dict[str, Any]:
    form: dict[str, Any] = json.loads(json.dumps(full_record(record, ruled, run_facts(ruled, **settings))))
    return form


def refereed(ruled: Game, bots: list[Scripted], *, room: str = "", max_deals: int = 200) -> MatchRecord:
    """Played by scripted bots, and verified."""
    record = trio.run(play_match, ruled, spec_of(ruled, room=room), bots, max_deals, {"arena": "0"}, None)
    assert first_difference(exported(record, ruled, max_deals=max_deals)) is None
    return record


@TYPES
@pytest.mark.parametrize("seed", range(5))
def test_a_whole_match_follows_from_its_record(toy: type[ToyGame], seed: int) -> None:
    ruled = toy({})
    for room in rooms(ruled.side_count):
        bots = [Scripted(at_random(seed + seat)) for seat in range(ruled.seats)]
        record = refereed(ruled, bots, room=room)
        result = record.result
        assert result.reason is Reason.TARGET
        assert result.shares is not None
        assert sum(result.shares) == pytest.approx(1)
        assert (result.winner is None) == (max(result.shares) < 1)
        assert [len(result.scores), len(record.tallies)] == [ruled.side_count] * 2
        for seat, bot in enumerate(bots):
            assert bot.started is not None
            assert (bot.started.seat, bot.started.sides) == (seat, list(ruled.sides))
            assert bot.told[-1]["winner"] == result.winner
            assert len(bot.told) == len(record.deals) + 1
        summary = summary_of(record, ruled)
        assert len(summary.points) == ruled.side_count
        assert summary.points[summary.names.index(ABC[record.spec.seats[0]])] == result.scores[ruled.sides[0]]
        assert sum(summary.decisions) == sum(record.timing.decisions)


def test_deals_that_are_thrown_in_count_as_deals_and_score_nothing() -> None:
    bots = [Scripted() for _ in range(3)]  # everybody passes
    record = refereed(ALONE, bots, max_deals=4)
    assert [deal.actions for deal in record.deals] == [["pass"] * 3] * 4
    assert (record.result.reason, record.result.scores) == (Reason.DEAL_CAP, [0, 0, 0])
    assert record.result.shares == [1 / 3] * 3
    deal = exported(record, ALONE, max_deals=4)["deals"][0]
    assert (deal["points"], deal["summary"]["contract"], deal["summary"]["tricks"]) == ([0, 0, 0], None, [])


@pytest.mark.parametrize(
    ("silent", "winner", "shares"),
    [
        ([1], None, [0.5, 0, 0.5]),
        ([0, 2], 1, [0, 1, 0]),
        ([0, 1, 2], None, [1 / 3] * 3),
    ],
)
def test_who_is_not_ready_among_three(silent: list[int], winner: int | None, shares: list[float]) -> None:
    bots = [Scripted(offence=NOT_READY if seat in silent else None) for seat in range(3)]
    record = refereed(ALONE, bots)
    assert (record.result.winner, record.result.shares) == (winner, shares)
    assert [fault.seat for fault in record.result.faults] == silent
    for seat, bot in enumerate(bots):
        assert (bot.dismissed is NOT_READY) == (seat in silent)
        if seat not in silent:
            assert bot.told[-1]["fault"] == {"seat": silent[0], "kind": "not_ready"}
    summary = summary_of(record, ALONE)
    assert summary.faults == tuple((seat, FaultKind.NOT_READY, False) for seat in silent)
    assert summary.shares == tuple(shares)


@pytest.mark.parametrize("room", rooms(3))
def test_a_fault_in_a_deal_leaves_the_match_to_the_other_two(room: str) -> None:
    bots = [Scripted(at_random(3)) for _ in range(3)]
    bots[2] = Scripted(lambda number, _decision, legal, _view: TIMEOUT if number == 4 else legal[0])
    record = refereed(ALONE, bots, room=room)
    assert (record.result.winner, record.result.shares) == (None, [0.5, 0.5, 0])
    summary = summary_of(record, ALONE)
    guilty = record.spec.seats[2]
    assert summary.faults == ((guilty, FaultKind.TIMEOUT, False),)
    assert summary.shares == tuple(0 if entrant == guilty else 0.5 for entrant in range(3))


def test_all_six_seats_of_two_teams_can_fault() -> None:
    ruled = Teams({})
    for seat in range(6):
        bots = [Scripted(at_random(seat)) for _ in range(6)]
        bots[seat] = Scripted(lambda _number, _decision, _legal, _view: "ace")
        result = refereed(ruled, bots).result
        assert result.fault is not None
        assert (result.fault.seat, result.winner) == (seat, 1 - seat % 2)


def records_of_three() -> Mapping[str, dict[str, Any]]:
    random = Random(5)
    match = spec_of(ALONE)
    before = not_begun(ALONE, match, 0, other=1, third=2).result
    made = {
        "target": played_match(ALONE, match, random)[0],
        "void": played_match(ALONE, match, random, stop_after=4)[0],
        "forfeit": forfeited(ALONE, match, random, FaultKind.CRASHED, stop_after=5),
        "one": not_begun(ALONE, match, 1),
        "two": not_begun(ALONE, match, 0, other=2),
        "three": not_begun(ALONE, match, 0, other=1, third=2),
        "unplayed": unplayed_record(match, 3, before, 5),
    }
    return {name: exported(record, ALONE) for name, record in made.items()}


def test_three_sides_have_a_third_fault_and_two_have_none() -> None:
    records = records_of_three()
    for name, record in records.items():
        assert first_difference(record) is None, name
        assert list(record["result"])[-2:] == ["other_fault", "third_fault"]
        assert (record["result"]["third_fault"] is None) == (name not in ("three", "unplayed"))
    assert records["unplayed"]["result"]["third_fault"]["unplayed"] is True
    for toy in (Duel, Teams):
        record = exported(played_match(toy({}), spec_of(toy({})), Random(1))[0], toy({}))
        assert "third_fault" not in record["result"]
        record["result"]["third_fault"] = None
        assert "result.third_fault: expected no such key found one" in str(first_difference(record))


def altered(record: dict[str, Any], **result: Any) -> str:
    """The difference that is found when the result is altered and sealed again, as a careful forger would."""
    forged = deepcopy(record)
    forged["result"].update(result)
    forged["result"] = {key: value for key, value in forged["result"].items() if value != "gone"}
    forged["check"] = check_of(forged)
    found = first_difference(forged)
    assert found is not None
    return found.removeprefix("a~b~c/17/abc: ")


def test_forged_results_of_three_are_found() -> None:
    records = records_of_three()
    three, two, one = (records[name]["result"] for name in ("three", "two", "one"))
    assert altered(records["one"], third_fault="gone").startswith("result.third_fault: expected a fault or null")
    assert altered(records["one"], winner=0).startswith("result.winner: expected null found 0")
    assert altered(records["one"], shares=[0, 0.5, 0.5]).startswith("result.shares[0]: expected 0.5 found 0")
    assert altered(records["one"], shares=[1, 0, 0]).startswith("result.shares[0]: expected 0.5 found 1")
    assert altered(records["two"], winner=None).startswith("result.winner: expected 1 found null")
    assert altered(records["two"], other_fault=None).startswith("result.winner: expected null found 1")
    assert altered(records["two"], third_fault=two["fault"]).startswith("result.third_fault.seat: expected a higher")
    assert altered(records["two"], third_fault=two["other_fault"]).startswith("result.third_fault.seat: expected a hi")
    assert altered(records["three"], other_fault=None).startswith("result.third_fault: expected null: there is no othe")
    late = three["third_fault"] | {"kind": "timeout"}
    assert altered(records["three"], third_fault=late).startswith("result.third_fault: expected a last deal cut off")
    unplayed = three["third_fault"] | {"unplayed": True}
    assert altered(records["three"], third_fault=unplayed).startswith("result.third_fault.unplayed: expected false")
    assert altered(records["three"], third_fault=None).startswith("result.winner: expected 2 found null")
    assert altered(records["target"], third_fault=one["fault"]).startswith("result.third_fault: expected null found an")
    assert altered(records["forfeit"], other_fault=one["fault"]).startswith("deals: expected no deals")


def test_the_check_leaves_out_what_a_third_fault_measured() -> None:
    record = records_of_three()["three"]
    other = deepcopy(record)
    other["result"]["third_fault"]["detail"] = "another word"
    assert first_difference(other) is None
    other["result"]["third_fault"]["reply"] = "another line"
    assert "check: expected" in str(first_difference(other))


def test_unplayed_boards_follow_forfeits_of_any_of_three() -> None:
    def line(board: int, *, unplayed: bool) -> bytes:
        record = not_begun(ALONE, spec_of(ALONE, board), 0, other=1, third=2, unplayed=unplayed)
        return json.dumps(exported(record, ALONE, give_up_after=2)).encode()

    assert list(verify_lines([line(board, unplayed=board >= 2) for board in range(4)])) == []
    (difference,) = verify_lines([line(board, unplayed=board >= 1) for board in range(2)])
    assert "without 2 forfeits in a row" in difference


# replay


def deal_steps(record: dict[str, Any], **wishes: int) -> list[Step]:
    found = list(steps(record, **wishes))
    return found[1 : next(place for place, step in enumerate(found) if isinstance(step, DealScored)) + 1]


@TYPES
def test_the_steps_follow_the_game(toy: type[ToyGame]) -> None:
    ruled = toy({})
    record = exported(played_match(ruled, spec_of(ruled), Random(5))[0], ruled)
    acted = [step for step in steps(record) if isinstance(step, Acted)]
    assert [step.action for step in acted] == [action for deal in record["deals"] for action in deal["actions"]]
    taken = [step.winner for step in steps(record) if isinstance(step, TrickTaken)]
    assert taken == [winner for deal in record["deals"] for winner in deal["summary"]["tricks"]]
    contracts = [(step.role, step.seat, step.terms) for step in steps(record) if isinstance(step, ContractStands)]
    assert contracts == [
        ("maker", deal["summary"]["contract"]["maker"], {"alone": []})
        for deal in record["deals"]
        if deal["summary"]["contract"]
    ]
    known = [step.facts for step in steps(record) if isinstance(step, Known)]
    assert known == [{"bottom": "01", "secret": "27"}] * len(record["deals"])
    shown = [step.facts for step in steps(record, seat=0) if isinstance(step, Known)]
    assert shown == [{"bottom": "01"}] * len(record["deals"])
    text = replay_text(steps(record))
    assert text.count("  trick ") == len(taken)
    assert text.count(" holds ") == ruled.seats * len(record["deals"])


def test_what_a_seat_buries_only_it_can_see() -> None:
    record = exported(played_match(ALONE, spec_of(ALONE), Random(5))[0], ALONE)
    hidden = {seat: [step for step in steps(record, seat=seat) if isinstance(step, Acted)] for seat in range(3)}
    whole = [step for step in steps(record) if isinstance(step, Acted)]
    assert sum(step.decision == "bury" for step in whole) > 1
    for seat, acted in hidden.items():
        for step, told in zip(whole, acted, strict=True):
            secret = step.decision == "bury" and step.seat != seat
            assert told.action == (None if secret else step.action)
    text = replay_text(steps(record, seat=(whole[-1].seat + 1) % 3))
    assert ":?" in text


def test_a_hidden_decision_that_others_can_tell_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    class Open(Alone):
        name = "toy-open"
        hidden = frozenset({"bury", "take", "play"})

    monkeypatch.setitem(GAMES, Open.name, Open)
    ruled = Open({})
    record = exported(played_match(ruled, spec_of(ruled), Random(5))[0], ruled)
    told = {step.decision for step in steps(record, seat=0) if isinstance(step, Acted) and step.action is not None}
    assert {"take", "play"} <= told


def test_a_deal_thrown_in_has_neither_contract_nor_tricks() -> None:
    record = exported(refereed(ALONE, [Scripted() for _ in range(3)], max_deals=1), ALONE, max_deals=1)
    kinds = [type(step) for step in deal_steps(record)]
    assert kinds == [DealBegins, Known, Acted, Acted, Acted, DealScored]
    lines = replay_text(steps(record)).splitlines()
    assert lines[-6:] == [
        "  bottom 01, secret 27",
        "  take     0:pass  1:pass  2:pass",
        "  points a +0, b +0, c +0",
        "  scores a 0, b 0, c 0",
        "",
        "result: nobody wins · the most deals were played · scores a 0, b 0, c 0",
    ]


def test_the_text_names_the_maker_and_who_shares() -> None:
    records = records_of_three()
    assert " makes" in replay_text(steps(records["target"]))
    assert "side 2: c (seat 2)" in replay_text(steps(records["target"]))
    assert "result: a (seat 0) and c (seat 2) share the match · forfeited" in replay_text(steps(records["one"]))
    assert "result: b (seat 1) wins · forfeited" in replay_text(steps(records["two"]))
    three = replay_text(steps(records["three"]))
    assert [line[:19] for line in three.splitlines() if "FAULT" in line] == [
        f"  FAULT of seat {seat} (" for seat in range(3)
    ]
    assert "result: nobody wins · forfeited" in three
    end = MatchEnds(None, (0.5, 0.5), (9, 11), "target")  # a rubber of two games, say
    text = replay_text([MatchBegins("a~b/0/open", "toy", {}, ("a", "b"), (0, 1)), end])
    assert "result: a (seat 0) and b (seat 1) share the match · the target was reached" in text


@pytest.mark.parametrize(
    ("role", "terms", "line"),
    [
        ("declarer", {"bid": 4, "trump": "hearts"}, "declares 4 hearts"),
        ("maker", {"trump": "clubs", "alone": []}, "makes clubs"),
        ("maker", {"trump": "clubs", "alone": [0, 3]}, "makes clubs (alone 0 3)"),
        ("maker", {}, "makes"),
        ("soloist", {"ouvert": True, "hand": False, "game": "grand"}, "is soloist: grand (ouvert True)"),
        ("maker", {"exchanged_cards": [{"seat": 1, "given": "Ks"}]}, "makes (exchanged cards seat 1, given Ks)"),
        ("mak\x1ber", {"tr\x1bump": ["\x1b"]}, r"is mak\x1ber: (tr\x1bump \x1b)"),
    ],
)
def test_contracts_in_words(role: str, terms: dict[str, Any], line: str) -> None:
    begin = MatchBegins("a~b/0/open", "toy", {}, ("a", "b"), (0, 1))
    text = replay_text([begin, ContractStands(role, 1, terms)])
    assert text.splitlines()[0] == "match a~b/0/open · toy"
    assert text.splitlines()[-1] == f"  seat 1 (b) {line}"


class CountedDeal(ToyDeal):
    """Knows how many deals of the match came before it, and ends the match as the third."""

    __slots__ = ("before",)
    before: int

    @property
    def carried(self) -> int:
        return self.before + 1

    def summary(self) -> dict[str, Any]:
        return {**super().summary(), "number_in_all": self.before + 1}

    def shares(self) -> tuple[float, ...] | None:
        return (0.5, 0.5, 0) if self.before == 2 and self.points is not None else None


class Counted(Alone):
    name = "toy-counted"

    def start(
        self, deck: Sequence[str], dealer: int, scores: Sequence[int], number: int, carried: Any = None
    ) -> CountedDeal:
        deal = CountedDeal(self, deck, dealer, [0] * 3 if carried else scores, number)
        deal.before = carried or 0
        return deal


def test_a_deal_begins_from_what_the_one_before_hands_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, Counted.name, Counted)
    ruled = Counted({})
    record = refereed(ruled, [Scripted(at_random(seat)) for seat in range(3)])
    assert (len(record.deals), record.result.reason, record.result.shares) == (3, Reason.TARGET, [0.5, 0.5, 0])
    form = exported(record, ruled)
    assert [deal["summary"]["number_in_all"] for deal in form["deals"]] == [1, 2, 3]
    assert [deal["scores"] for deal in form["deals"]] == [deal["points"] for deal in form["deals"]]
    (begun,) = [step for step in steps(form, deal=2) if isinstance(step, DealBegins)]
    assert begun.scores == (0, 0, 0)
    assert [step.facts["number_in_all"] for step in steps(form, deal=2) if isinstance(step, Known)] == [3]
    assert first_difference(exported(played_match(ruled, spec_of(ruled), Random(1))[0], ruled)) is None
