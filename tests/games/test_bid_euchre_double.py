"""Bid Euchre with a double deck: auctions, identical cards, points and winning. Rows EV09 to EV15, and DT as tricks."""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import OptionError
from arena.games.bid_euchre_double import BidEuchreDouble, BidEuchreDoubleDeal
from arena.games.cards import sorted_hand
from arena.games.game import IllegalAction
from arena.games.tricks import LED, following, winning_index
from tests.games.tables import rows

SIX: dict[str, Any] = {}
EIGHT = {"players": 8}
TRUMPS = "clubs, diamonds, hearts, spades, high, low"


def started(
    options: dict[str, Any],
    actions: str = "",
    *,
    first_cards: Sequence[str] = (),
    scores: Sequence[int] = (0, 0),
    dealer: int | None = None,
) -> BidEuchreDoubleDeal:
    """A deal after these actions; seat s holds `first_cards[s]` and what the rest of the deck gives it."""
    ruled = BidEuchreDouble.with_options(options)
    rest = sorted_hand(ruled.deck)
    for card in first_cards:
        rest.remove(card)
    size = len(ruled.deck) // ruled.seats
    cards: list[str] = []
    for seat in range(ruled.seats):
        hand = list(first_cards[seat : seat + 1])
        while len(hand) < size:
            hand.append(rest.pop(0))
        cards += hand
    deal = ruled.start(cards, ruled.seats - 1 if dealer is None else dealer, scores, 0)
    for action in actions.split():
        deal.apply("pass" if action == "P" else action)
    return deal


@pytest.mark.parametrize(
    ("options", "calls", "seat", "legal"),
    [
        pytest.param(SIX, "", 0, "pass 4 5 6 7 8", id="first"),
        pytest.param(SIX, "P P P P P", 5, "4 5 6 7 8", id="EV09"),
        pytest.param(SIX, "4 P 5 P P", 5, "pass 5 6 7 8", id="EV10"),
        pytest.param(SIX, "8", 1, "pass", id="EV11-second"),
        pytest.param(SIX, "8 P P P", 4, "pass", id="EV11-fifth"),
        pytest.param(SIX, "8 P P P P", 5, "pass 8", id="EV11-dealer"),
        pytest.param(EIGHT, "P P P P P P P", 7, "3 4 5 6", id="EV14"),
        pytest.param({"min_bid": 1}, "P P P P P", 5, "1 2 3 4 5 6 7 8", id="min-bid"),
        pytest.param({"players": 8, "min_bid": 6}, "6", 1, "pass", id="min-bid-of-all-tricks"),
    ],
)
def test_calls(options: dict[str, Any], calls: str, seat: int, legal: str) -> None:
    deal = started(options, calls)
    assert (deal.decision, deal.to_act, deal.legal()) == ("bid", seat, legal.split())


@pytest.mark.parametrize(("options", "calls", "declarer"), [(SIX, "4 P 5 P P P", 2), (EIGHT, "3 P P P P P P 3", 7)])
def test_the_declarer_names_the_trump_and_leads(options: dict[str, Any], calls: str, declarer: int) -> None:
    deal = started(options, calls)
    assert (deal.decision, deal.to_act, ", ".join(deal.legal())) == ("trump", declarer, TRUMPS)
    deal.apply("low")
    assert (deal.decision, deal.to_act) == ("play", declarer)


@cache
def _taking(players: int, tricks: int) -> tuple[list[str], list[str]]:
    """A deck and the plays with which side 0 takes that many tricks when seat 0 declares at `high`."""
    ruled = BidEuchreDouble.with_options({"players": players, "min_bid": 1})
    random = Random(tricks)
    cards = list(ruled.deck)
    while True:
        random.shuffle(cards)
        deal = ruled.start(cards, 0, (0, 0), 0)
        for call in ["pass"] * (players - 1) + ["1", "high"]:
            deal.apply(call)
        while deal.to_act >= 0:
            deal.apply(random.choice(deal.legal()))
        if sum(winner % 2 == 0 for winner in deal.trick_winners) == tricks:
            return list(cards), deal.actions[players + 1 :]


@pytest.mark.parametrize(
    ("options", "before", "bid", "tricks", "after", "shares"),
    [
        pytest.param(SIX, [0, 0], 5, 6, [6, 2], None, id="EV12"),
        pytest.param({"target": 32}, [30, 30], 8, 7, [22, 31], None, id="EV13"),
        pytest.param(SIX, [30, 30], 8, 6, [22, 32], (0, 1), id="the-defenders-win"),
        pytest.param(SIX, [30, 31], 4, 4, [34, 35], (1, 0), id="the-declarers-come-first"),
        pytest.param(SIX, [20, 31], 4, 4, [24, 35], None, id="the-defenders-of-a-made-bid-do-not-win"),
        pytest.param(EIGHT, [0, 0], 3, 3, [3, 3], None, id="eight"),
        pytest.param(EIGHT, [31, 0], 6, 6, [37, 0], (1, 0), id="eight-all"),
    ],
)
def test_points_and_winning(
    options: dict[str, Any], before: list[int], bid: int, tricks: int, after: list[int], shares: tuple[int, int] | None
) -> None:
    ruled = BidEuchreDouble.with_options(options)
    cards, plays = _taking(ruled.seats, tricks)
    deal = ruled.start(cards, 0, before, 0)
    for action in ["pass"] * (ruled.seats - 1) + [str(bid), "high"]:
        deal.apply(action)
    assert deal.shares() is None
    for action in plays:
        deal.apply(action)
    assert (list(deal.scores), deal.shares()) == (after, shares)
    tally = ({"bids_made": (int(tricks >= bid), 1)}, {"bids_made": (0, 0)})
    assert deal.tallies() == tally


def test_a_bid_of_side_1() -> None:
    deal = started(SIX, "P 4 P P P P high")
    while deal.to_act >= 0:
        deal.apply(deal.legal()[0])
    assert deal.points is not None
    assert deal.tallies() == ({"bids_made": (0, 0)}, {"bids_made": (int(deal.points[1] > 0), 1)})
    won = deal.view(0)["tricks_won"]
    assert deal.points == (won[0], won[1] if won[1] >= 4 else -4)


def test_ev15_seats_and_teams() -> None:
    assert BidEuchreDouble.with_options(SIX).sides == (0, 1, 0, 1, 0, 1)
    assert BidEuchreDouble.with_options(EIGHT).sides == (0, 1, 0, 1, 0, 1, 0, 1)
    assert [len(hand) for hand in started(SIX).hands] == [8] * 6
    assert [len(hand) for hand in started(EIGHT).hands] == [6] * 8


@pytest.mark.parametrize("row", [row for row in rows("tricks/winner.json") if row.id.startswith("DT")])
def test_of_two_identical_cards_the_earlier_wins(row: dict[str, Any]) -> None:
    """The vector's trick as the first of a deal, each seat holding its card; led by seat 0, which declares."""
    cards = row["cards"]
    options = {"players": len(cards), "min_bid": 1}
    ruled = BidEuchreDouble.with_options(options)
    rest = list(ruled.deck)
    for card in cards:
        rest.remove(card)
    # who does not follow must be void: such seats get no other card of the suit led
    followers = LED[row["trump"]][cards[0]][0]
    rest.sort(key=lambda card: card in followers)
    size = len(ruled.deck) // ruled.seats - 1
    hands = [[card] for card in cards]
    for hand in sorted(hands, key=lambda hand: hand[0] in followers):
        hand += rest[:size]
        del rest[:size]
    deal = ruled.start([card for hand in hands for card in hand], 0, (0, 0), 0)
    for action in ["pass"] * (len(cards) - 1) + ["1", row["trump"], *cards]:
        deal.apply(action)
    assert deal.trick_winners == [row["winner"]]


def test_a_card_held_twice_is_one_legal_action() -> None:
    deal = started(SIX, "4 P P P P P high", first_cards=["9c"])
    assert deal.view(0)["hand"].count("9c") == 2
    assert deal.legal().count("9c") == 1
    deal.apply("9c")
    assert deal.view(0)["hand"].count("9c") == 1
    while deal.to_act != 0:
        deal.apply(deal.legal()[0])
    assert len(set(deal.legal())) == len(deal.legal())


@pytest.mark.parametrize(
    ("actions", "action", "why"),
    [
        ("", "3", "'3' is not a call: calls are pass and the bids 4, 5, 6, 7 and 8"),
        ("", "9c", "a bid is due, not a card: 9c cannot be played before six calls and the trump"),
        ("", "high", "a bid is due and names no suit: high may be named by the declarer after six calls"),
        ("5", "5", "only the dealer may equal the high bid 5: bid higher or pass"),
        ("5", "4", "bid not high enough: 4 does not exceed the high bid 5"),
        ("P P P P P", "pass", "the dealer must bid: nobody else has"),
        ("P 5 P P P", "4", "bid not high enough: 4 is below the high bid 5"),
        ("4 P P P P P", "4", f"the trump is due, not a call: the declarer must name one of {TRUMPS}"),
        ("4 P P P P P high", "As", "you do not hold As"),
        ("4 P P P P P high", "8", "a card is due, not 8: the auction is over"),
        ("4 P P P P P high Ac 9d 9h 9s 9c 9d", "Ac", "must follow"),
    ],
)
def test_why_illegal(actions: str, action: str, why: str) -> None:
    if why == "must follow":
        deal = started(SIX, "4 P P P P P high")
        lead = deal.legal()[0]
        deal.apply(lead)
        while set(deal.legal()) == set(deal.view(deal.to_act)["hand"]):
            deal.apply(deal.legal()[0])
        other = next(card for card in deal.view(deal.to_act)["hand"] if card not in deal.legal())
        assert deal.why_illegal(other) == f"must follow clubs: holds {', '.join(deal.legal())}"
        return
    deal = started(SIX, actions)
    assert deal.why_illegal(action) == why
    with pytest.raises(IllegalAction):
        deal.apply(action)


def test_both_cards_of_a_kind_already_played() -> None:
    deal = started(SIX, "4 P P P P P high", first_cards=["9c", "9c"])
    deal.apply("9c")
    deal.apply("9c")
    assert deal.why_illegal("9c") == "both 9c were already played"
    while deal.to_act >= 0:
        assert deal.why_illegal(deal.legal()[0]) == ""
        deal.apply(deal.legal()[0])
    assert deal.why_illegal("9c") == "the deal is over: no decision is due"


@pytest.mark.parametrize(
    ("options", "filled"),
    [
        ({}, {"players": 6, "min_bid": 4, "target": 32}),
        ({"players": 8}, {"players": 8, "min_bid": 3, "target": 32}),
        ({"players": 6, "min_bid": 8, "target": 52}, {"players": 6, "min_bid": 8, "target": 52}),
    ],
)
def test_options(options: dict[str, Any], filled: dict[str, Any]) -> None:
    assert BidEuchreDouble.with_options(options).options == filled


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 4}, "options.players: expected 6 or 8, got 4"),
        ({"min_bid": 0}, "options.min_bid: expected a whole number of at least 1, got 0"),
        ({"min_bid": 9}, "options.min_bid: expected at most 8, the tricks of 6 players, got 9"),
        ({"players": 8, "min_bid": 7}, "options.min_bid: expected at most 6, the tricks of 8 players, got 7"),
        ({"joker": True}, "options.joker: unknown option of bid-euchre-double (known: players, min_bid, target)"),
    ],
)
def test_wrong_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as raised:
        BidEuchreDouble.with_options(options)
    assert str(raised.value) == message


@given(st.integers(0, 2**32), st.sampled_from([SIX, EIGHT]))
def test_a_whole_deal_by_the_definitions(seed: int, options: dict[str, Any]) -> None:
    random = Random(seed)
    ruled = BidEuchreDouble.with_options(options)
    cards = list(ruled.deck)
    random.shuffle(cards)
    deal = ruled.start(cards, random.randrange(ruled.seats), (0, 0), 0)
    hands = [list(hand) for hand in deal.hands]
    assert all(hand == sorted_hand(hand) for hand in hands)
    while deal.decision != "play":
        deal.apply(random.choice(deal.legal()))
    leader = deal.to_act
    trick: list[str] = []
    while deal.to_act >= 0:
        seat = (leader + len(trick)) % ruled.seats
        assert deal.to_act == seat
        assert deal.legal() == following(hands[seat], trick[0] if trick else None, deal.trump)
        card = random.choice(deal.legal())
        deal.apply(card)
        hands[seat].remove(card)
        trick.append(card)
        if len(trick) == ruled.seats:
            leader = (leader + winning_index(trick, deal.trump)) % ruled.seats
            assert deal.trick_winners[-1] == leader
            trick = []
    assert not any(hands)
