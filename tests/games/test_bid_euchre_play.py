"""B3, B12-B19: the deal, leading, following, winning, all six tricks."""

import math
from typing import Any

import pytest

from arena.games.bid_euchre import BidEuchre, BidEuchreDeal
from arena.games.cards import deck
from arena.games.tricks import SUIT
from tests.games.tables import HANDS, auction, contracted, started, undealt, vector


@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in vector("bid_euchre/deal.json")["deals"]])
def test_whole_deals(row: dict[str, Any]) -> None:
    hands = vector("bid_euchre/deal.json")["hands"]
    deal = started(row["dealer"], [*row["calls"], row["trump"]], hands=hands, scores=row["before"])
    assert deal.declarer == row["declarer"]
    for number, (cards, leader, winner) in enumerate(zip(row["tricks"], row["leaders"], row["winners"], strict=True)):
        for step, card in enumerate(cards):
            assert (deal.decision, deal.to_act) == ("play", (leader + step) % 4)
            assert deal.points is None
            deal.apply(card)
        last = deal.view(0)["tricks"][-1]
        assert last == {"leader": leader, "cards": cards, "winner": winner}
        assert len(deal.view(0)["tricks"]) == number + 1
    assert deal.to_act == -1
    assert deal.points == tuple(row["points"])
    assert deal.scores == tuple(row["after"])
    assert deal.shares() == ((1, 0) if row["winner"] == 0 else (0, 1))
    assert deal.summary() == {
        "contract": {"declarer": row["declarer"], "bid": max(int(c) for c in row["calls"] if c != "pass")}
        | {"trump": row["trump"]},
        "tricks": row["winners"],
    }


def test_b2_b3_all_24_cards_six_to_each_seat() -> None:
    assert BidEuchre().deck == deck()
    cards = undealt(HANDS)
    deal = BidEuchre().start(cards, 0, (0, 0), 0)
    assert [sorted(hand) for hand in deal.hands] == [sorted(cards[first : first + 6]) for first in (0, 6, 12, 18)]
    assert math.comb(24, 6) * math.comb(18, 6) * math.comb(12, 6) == 2_308_743_493_056


@pytest.mark.parametrize("declarer", range(4))
@pytest.mark.parametrize("dealer", range(4))
def test_b16_the_declarer_leads_any_card(dealer: int, declarer: int) -> None:
    deal = started(dealer, [*auction(dealer, declarer, 3), "hearts"])
    assert deal.to_act == declarer
    assert deal.legal() == list(deal.hands[declarer])


def with_second_hand(led: str, trump: str, hand: list[str]) -> BidEuchreDeal:
    """A deal in which seat 0 has led `led` and seat 1 holds `hand` (filled up so that nothing else may follow)."""
    suit = SUIT[trump]
    strangers = [card for card in deck() if card not in (led, *hand) and suit[card] != suit[led]]
    filled = [*hand, *strangers][:6]
    rest = [card for card in deck() if card != led and card not in filled]
    return contracted(trump, hands=[[led, *rest[:5]], filled, rest[5:11], rest[11:]])


LEGAL = vector("tricks/legal.json")
LED_ROWS = [pytest.param(row, id=row["id"]) for row in LEGAL if row["id"].startswith("BL") and row["led"]]


@pytest.mark.parametrize("row", LED_ROWS)
def test_b15_b17_following_in_a_deal(row: dict[str, Any]) -> None:
    deal = with_second_hand(row["led"], row["trump"], row["hand"])
    deal.apply(row["led"])
    assert deal.to_act == 1
    legal = set(deal.legal())
    free = row["legal"] == row["hand"] and SUIT[row["trump"]][row["hand"][0]] != SUIT[row["trump"]][row["led"]]
    assert legal == set(deal.hands[1] if free else row["legal"])


WINNER = vector("tricks/winner.json")
TRICK_ROWS = [pytest.param(row, id=row["id"]) for row in WINNER if row["id"].startswith("BT")]


@pytest.mark.parametrize("declarer", range(4))
@pytest.mark.parametrize("row", TRICK_ROWS)
def test_b18_the_winner_in_a_deal_leads_next(row: dict[str, Any], declarer: int) -> None:
    suit = SUIT[row["trump"]]
    led = suit[row["cards"][0]]
    rest = [card for card in deck() if card not in row["cards"]]
    followers = [card for card in rest if suit[card] == led]
    strangers = [card for card in rest if suit[card] != led]
    hands: list[list[str]] = [[], [], [], []]
    # a seat that does not follow in the row must hold nothing to follow with
    for step, card in enumerate(row["cards"]):
        follows = suit[card] == led
        hand = [card]
        while len(hand) < 6:
            source = followers if (follows and followers) else strangers
            hand.append(source.pop())
        hands[(declarer + step) % 4] = hand
    deal = contracted(row["trump"], declarer, hands=hands)
    for card in row["cards"]:
        deal.apply(card)
    winner = (declarer + row["winner"]) % 4
    assert deal.trick_winners == [winner]
    assert deal.to_act == winner
    assert deal.view(0)["tricks_won"] == [int(winner % 2 == 0), int(winner % 2 == 1)]


def sequences(deal: BidEuchreDeal, length: int) -> int:
    """How many legal sequences of `length` further actions there are."""
    legal = deal.legal()
    if length == 1:
        return len(legal)
    count = 0
    for card in legal:
        twin = deal.copy()
        twin.apply(card)
        count += sequences(twin, length - 1)
    return count


PERFT = vector("bid_euchre/perft.json")


@pytest.mark.parametrize("trump", PERFT["legal_sequences_of_length_1_to_9"])
def test_facts_perft(trump: str) -> None:
    deal = contracted(trump, PERFT["leader"], hands=PERFT["hands"])
    expected = PERFT["legal_sequences_of_length_1_to_9"][trump]
    assert [sequences(deal, length) for length in range(1, 10)] == expected


def test_b15_a_lead_of_the_left_bower_is_a_lead_of_trumps() -> None:
    """A well-known program asked for its printed suit."""
    hands = [["Jc", "Kc", "As", "Ah", "Ad", "Kh"], ["Qc", "9c", "Ts", "9s", "9h", "9d"]]
    rest = [card for card in deck() if card not in undealt(hands)]
    deal = contracted("spades", hands=[*hands, rest[:6], rest[6:]])
    deal.apply("Jc")
    assert deal.legal() == ["9s", "Ts"]


def test_b18_an_off_suit_ace_does_not_win() -> None:
    """A well-known program let any higher card win."""
    hands = [["9h", "Th", "Jh", "Qh", "Kh", "Ah"], ["Ad", "Kd", "Qd", "Jd", "Td", "9d"]]
    rest = [card for card in deck() if card not in undealt(hands)]
    deal = contracted("high", hands=[*hands, rest[:6], rest[6:]])
    for card in ("9h", "Ad", "Ac", "As"):
        deal.apply(card)
    assert deal.trick_winners == [0]
