"""Properties of any deal of Euchre: cards are conserved, exactly the legal actions are accepted, scores add up."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.cards import ALL_CARDS
from arena.games.euchre import EuchreDeal, RailroadDeal
from arena.games.euchre.terms import SUITS, SUITS_ALONE
from arena.games.game import IllegalAction
from arena.games.tricks import following, winning_index
from tests.contract.combinations import some_game

NAMES = ("euchre", "euchre-cutthroat", "euchre-two-handed", "euchre-railroad")
ALPHABET = (
    "pass",
    "order up",
    "order up alone",
    *SUITS,
    *SUITS_ALONE,
    "together",
    "alone",
    *ALL_CARDS,
    "",
    "10h",
    "Pass",
)


@st.composite
def deals(draw: st.DrawFn, finished: bool = False) -> EuchreDeal:
    """A deal of one of the games somewhere on its way, chosen by hypothesis through one seed."""
    random = Random(draw(st.integers(0, 2**32)))
    ruled = some_game(draw(st.sampled_from(NAMES)), random)
    cards = list(ruled.deck)
    random.shuffle(cards)
    scores = [random.randrange(9) for _ in range(ruled.side_count)]
    deal = ruled.start(cards, random.randrange(ruled.seats), scores, random.randrange(200))
    assert isinstance(deal, EuchreDeal)
    length = 60 if finished else draw(st.integers(0, 40))
    while deal.to_act >= 0 and length:
        legal = deal.legal()
        deal.apply(random.choice((legal[0], random.choice(legal))))
        length -= 1
    return deal


@given(deals())
def test_cards_are_conserved(deal: EuchreDeal) -> None:
    seats = len(deal.terms.sides)
    held = [card for hand in deal.held for card in hand]
    laid_away = [deal.discard] if deal.discard else []
    if isinstance(deal, RailroadDeal):
        laid_away += [card for _, card, _ in deal.best_cards]
        laid_away += deal.actions[-1:] if deal.decision == "give" else []
    has_taken = deal.discard or len(deal.held[deal.dealer]) == 6
    undealt = [*deal.kitty, *([] if has_taken else [deal.up_card])]
    assert sorted(held + deal.cards_played + laid_away + undealt) == sorted(deal.terms.cards)
    assert [len(hand) for hand in deal.hands] == [5] * seats
    assert sorted([*(card for hand in deal.hands for card in hand), deal.up_card, *deal.kitty]) == sorted(
        deal.terms.cards
    )


@given(deals())
def test_exactly_the_legal_actions_are_accepted(deal: EuchreDeal) -> None:
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
def test_garbage_gets_a_short_reason(deal: EuchreDeal, text: str) -> None:
    for action in (text, text * 500):
        if action not in deal.legal():
            assert 0 < len(deal.why_illegal(action)) < 600
            assert "\n" not in deal.why_illegal(action)


@given(deals())
def test_a_copy_answers_as_the_deal_does(deal: EuchreDeal) -> None:
    """The twin is played to its end first; the deal must not notice."""
    twin, other = deal.copy(), deal.copy()
    random = Random(0)
    while twin.to_act >= 0:
        twin.apply(random.choice(twin.legal()))
    random = Random(0)
    while deal.to_act >= 0:
        deal.apply(random.choice(deal.legal()))
    assert (deal.actions, deal.points, deal.summary()) == (twin.actions, twin.points, twin.summary())
    assert len(other.actions) <= len(deal.actions)


@given(deals(finished=True))
def test_a_whole_deal_by_the_definitions(deal: EuchreDeal) -> None:
    """The deal's tables and shortcuts against the plain definitions of following, winning and scoring."""
    sides = deal.terms.sides
    if deal.maker < 0:
        assert not any(deal.points or (1,))
        return
    seats = range(len(sides))
    playing = [seat for seat in seats if seat not in deal.sitting_out]
    assert {(seat + 2) % 4 for seat in deal.alone} == set(deal.sitting_out)
    hands = [list(hand) for hand in deal.hands]
    if deal.discard:
        hands[deal.dealer].append(deal.up_card)
        hands[deal.dealer].remove(deal.discard)
    for loner, discarded, passed in deal.best_cards if isinstance(deal, RailroadDeal) else ():
        hands[loner] = [card for card in hands[loner] if card != discarded] + [passed]
        hands[(loner + 2) % 4].remove(passed)
    cards, size = deal.cards_played, len(playing)
    leader = deal.view(0)["tricks"][0]["leader"]
    winners = []
    for first in range(0, len(cards), size):
        trick = cards[first : first + size]
        turns = [(leader + step) % len(sides) for step in seats]
        turns = [seat for seat in turns if seat in playing]
        for step, (seat, card) in enumerate(zip(turns, trick, strict=True)):
            assert card in following(hands[seat], trick[0] if step else None, deal.trump)
            hands[seat].remove(card)
        leader = turns[winning_index(trick, deal.trump)]
        winners.append(leader)
    assert deal.trick_winners == winners
    assert len(winners) == 5
    won = [sum(sides[seat] == side for seat in winners) for side in sorted(set(sides))]
    assert deal.view(0)["tricks_won"] == won
    makers = sides[deal.maker]
    assert deal.points is not None
    if won[makers] >= 3:
        assert deal.points[makers] >= 1
        assert sum(deal.points) == deal.points[makers]
    else:
        assert deal.points[makers] == 0
        assert min(points for side, points in enumerate(deal.points) if side != makers) >= 2
