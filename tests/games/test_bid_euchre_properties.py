"""Properties of any deal: cards are conserved, exactly the legal actions are accepted, scores add up."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.bid_euchre import BidEuchre, BidEuchreDeal
from arena.games.cards import ALL_CARDS, deck
from arena.games.game import IllegalAction
from arena.games.tricks import TRUMPS, following, winning_index

ALPHABET = ("pass", *"0123456789", *TRUMPS, *ALL_CARDS, *(card.lower() for card in ALL_CARDS), "10h", "", "Pass", " 3")


@st.composite
def deals(draw: st.DrawFn, finished: bool = False) -> BidEuchreDeal:
    """A deal somewhere on its way, chosen by hypothesis through one seed."""
    random = Random(draw(st.integers(0, 2**32)))
    cards = list(deck())
    random.shuffle(cards)
    scores = (random.randint(-60, 60), random.randint(-60, 60))
    deal = BidEuchre().start(cards, random.randrange(4), scores, random.randrange(200))
    length = 29 if finished else draw(st.integers(0, 29))
    for _ in range(length):
        deal.apply(random.choice(deal.legal()))
    return deal


@given(deals())
def test_cards_are_conserved(deal: BidEuchreDeal) -> None:
    played = deal.actions[5:]
    held = [card for seat in range(4) for card in deal.view(seat)["hand"]]
    assert sorted(played + held) == sorted(deck())
    assert sorted(card for hand in deal.hands for card in hand) == sorted(deck())
    assert len(deal.actions) < 29 or deal.to_act == -1


@given(deals())
def test_exactly_the_legal_actions_are_accepted(deal: BidEuchreDeal) -> None:
    legal = deal.legal()
    assert len(set(legal)) == len(legal) > 0 or deal.to_act == -1
    for action in ALPHABET:
        twin = deal.copy()
        if action in legal:
            assert twin.why_illegal(action) == ""
            twin.apply(action)
            assert twin.actions == [*deal.actions, action]
            continue
        with pytest.raises(IllegalAction) as raised:
            twin.apply(action)
        assert str(raised.value) == deal.why_illegal(action) != ""
        assert (twin.actions, twin.legal(), twin.to_act) == (deal.actions, legal, deal.to_act)


@given(deals(), st.text(max_size=200))
def test_garbage_gets_a_short_reason(deal: BidEuchreDeal, text: str) -> None:
    for action in (text, text * 500):
        if action not in deal.legal():
            assert 0 < len(deal.why_illegal(action)) < 600
            assert "\n" not in deal.why_illegal(action)


@given(deals(finished=True))
def test_a_whole_deal_by_the_definitions(deal: BidEuchreDeal) -> None:
    """The deal's tables and shortcuts against the plain definitions of following, winning and scoring."""
    calls, trump, cards = deal.actions[:4], deal.actions[4], deal.actions[5:]
    hands = [list(hand) for hand in deal.hands]
    callers = [(deal.dealer + step) % 4 for step in (1, 2, 3, 4)]
    declarer, bid = [(seat, int(call)) for seat, call in zip(callers, calls, strict=True) if call != "pass"][-1]
    leader, winners = declarer, []
    for first in range(0, 24, 4):
        trick = cards[first : first + 4]
        for step, card in enumerate(trick):
            hand = hands[(leader + step) % 4]
            assert card in following(hand, trick[0] if step else None, trump)
            hand.remove(card)
        leader = (leader + winning_index(trick, trump)) % 4
        winners.append(leader)
    assert deal.summary() == {"contract": {"declarer": declarer, "bid": bid, "trump": trump}, "tricks": winners}
    taken = sum(winner % 2 == declarer % 2 for winner in winners)
    points = [6 - taken, 6 - taken]
    points[declarer % 2] = taken if taken >= bid else -bid
    assert deal.points == tuple(points)


@given(deals())
def test_the_other_seats_learn_the_trump_and_nothing_of_the_hands(deal: BidEuchreDeal) -> None:
    for seat in range(4):
        view = deal.view(seat)
        seen = {card for trick in view["tricks"] for card in trick["cards"]} | set(view["hand"])
        assert seen == set(deal.hands[seat]) | set(deal.actions[5:])
        assert view["seat"] == seat
        assert view["calls"] == deal.actions[:4]
