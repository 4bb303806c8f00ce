"""B4-B11: calls, the dealer's privileges, the contract and the trump call."""

from collections import Counter
from typing import Any

import pytest

from arena.games.bid_euchre import BidEuchreDeal
from arena.games.game import IllegalAction
from tests.games.tables import auction, rows, started

ALL_CALLS = ["pass", "3", "4", "5", "6"]


@pytest.mark.parametrize("row", rows("bid_euchre/auction.json", "legal"))
def test_b6_to_b9_legal_calls(row: dict[str, Any]) -> None:
    deal = started(row["dealer"], row["calls"])
    assert deal.decision == "bid"
    assert deal.legal() == row["legal"]


@pytest.mark.parametrize("row", rows("bid_euchre/auction.json", "illegal"))
def test_b6_to_b9_illegal_calls(row: dict[str, Any]) -> None:
    deal = started(row["dealer"], row["calls"])
    for call in row["illegal"]:
        assert call not in deal.legal()
        with pytest.raises(IllegalAction):
            deal.apply(call)
    assert deal.actions == row["calls"]


@pytest.mark.parametrize("row", rows("bid_euchre/auction.json", "declarer"))
def test_b10_declarer_and_level(row: dict[str, Any]) -> None:
    deal = started(row["dealer"], row["calls"])
    assert deal.summary()["contract"] == {"declarer": row["declarer"], "bid": row["bid"], "trump": None}
    assert (deal.decision, deal.to_act) == ("trump", row["declarer"])


@pytest.mark.parametrize(
    ("dealer", "callers"), [(0, [1, 2, 3, 0]), (1, [2, 3, 0, 1]), (2, [3, 0, 1, 2]), (3, [0, 1, 2, 3])]
)
@pytest.mark.parametrize("first", ["pass", "3", "6"])
def test_b5_always_four_calls_from_left_of_the_dealer(dealer: int, callers: list[int], first: str) -> None:
    """Also after a 6, and with the dealer at seat 0, where a well-known program closed the auction a call early."""
    deal = started(dealer)
    asked = []
    for call in (first, "pass", "pass", "pass" if first != "pass" else "3"):
        assert deal.decision == "bid"
        assert deal.summary()["contract"] is None
        asked.append(deal.to_act)
        deal.apply(call)
    assert asked == callers
    assert deal.decision == "trump"


def complete_auctions(deal: BidEuchreDeal) -> list[BidEuchreDeal]:
    if deal.decision != "bid":
        return [deal]
    ends = []
    for call in deal.legal():
        twin = deal.copy()
        twin.apply(call)
        ends += complete_auctions(twin)
    return ends


@pytest.mark.parametrize("dealer", range(4))
def test_facts_103_auctions(dealer: int) -> None:
    ends = complete_auctions(started(dealer))
    assert len(ends) == 103
    assert Counter(end.bid for end in ends) == {3: 7, 4: 16, 5: 30, 6: 50}
    by_turn = Counter((end.declarer - dealer - 1) % 4 for end in ends)
    assert by_turn == {0: 4, 1: 10, 2: 20, 3: 69}
    assert sum(len(end.legal()) for end in ends) == 618


@pytest.mark.parametrize("trump", ["clubs", "diamonds", "hearts", "spades", "high", "low"])
@pytest.mark.parametrize("declarer", range(4))
def test_b11_the_declarer_alone_names_any_trump(declarer: int, trump: str) -> None:
    deal = started(1, auction(1, declarer, 4))
    assert deal.to_act == declarer
    assert deal.legal() == ["clubs", "diamonds", "hearts", "spades", "high", "low"]
    deal.apply(trump)
    assert deal.summary()["contract"] == {"declarer": declarer, "bid": 4, "trump": trump}
    for seat in range(4):
        assert deal.view(seat)["contract"]["trump"] == trump


def test_b9_a_sole_legal_call_is_asked_for() -> None:
    deal = started(3, ["6"])
    assert (deal.to_act, deal.legal()) == (1, ["pass"])
    deal.apply("pass")
    assert (deal.to_act, deal.legal()) == (2, ["pass"])
