"""The page's Python on suits, strengths and seats says what the rules say: run as it stands, against the games."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from arena.games import Deal, game
from arena.games.cards import deck
from arena.games.tricks import STRENGTH, SUIT, TRUMPS
from tests.protocol.test_spec import FENCES

(_SOURCE,) = [text for kind, text in FENCES if kind == "python" and "def suit_of" in text]
_SHOWN: dict[str, Callable[..., Any]] = {}
exec(compile(_SOURCE, "SPEC.md", "exec"), _SHOWN)  # the page itself: no stranger's text
suit_of, strength, winner, allowed = (_SHOWN[name] for name in ("suit_of", "strength", "winner", "allowed"))
seat_of_call, seat_of_card, partner = (_SHOWN[name] for name in ("seat_of_call", "seat_of_card", "partner"))

CARDS = deck()
RULED = game("bid-euchre", {})


@pytest.mark.parametrize("trump", TRUMPS)
def test_suits(trump: str) -> None:
    assert {card: suit_of(card, trump) for card in CARDS} == {card: SUIT[trump][card] for card in CARDS}


@pytest.mark.parametrize("trump", TRUMPS)
@pytest.mark.parametrize("led", CARDS)
def test_strengths(trump: str, led: str) -> None:
    ruled = STRENGTH[trump][SUIT[trump][led]]
    assert sorted(CARDS, key=lambda card: (ruled[card], card)) == sorted(
        CARDS, key=lambda card: (strength(card, led, trump), card)
    )
    assert [card for card in CARDS if not strength(card, led, trump)] == [card for card in CARDS if not ruled[card]]


def _look(deal: Deal, view: dict[str, Any]) -> None:
    """Compare what the view of the seat to act and the page tell with what the deal knows."""
    seat, contract = deal.to_act, view["contract"]
    if deal.decision == "bid":
        assert seat_of_call(view, len(view["calls"])) == seat
        return
    bids = [place for place, call in enumerate(view["calls"]) if call != "pass"]
    assert seat_of_call(view, bids[-1]) == contract["declarer"]
    if deal.decision == "trump":
        return
    finished = [trick for trick in view["tricks"] if trick["winner"] is not None]
    for trick in finished:
        assert seat_of_card(trick, winner(trick, contract["trump"])) == trick["winner"]
    unfinished = view["tricks"][-1] if len(finished) < len(view["tricks"]) else None
    assert allowed(view["hand"], unfinished["cards"] if unfinished else [], contract["trump"]) == deal.legal()
    assert unfinished is None or seat_of_card(unfinished, len(unfinished["cards"])) == seat


def test_random_deals() -> None:
    chance = random.Random(26)
    trumps = set()
    for number in range(200):
        cards = list(CARDS)
        chance.shuffle(cards)
        deal = RULED.start(cards, number % 4, (0, 0), number)
        while deal.to_act >= 0:
            _look(deal, deal.view(deal.to_act))
            deal.apply(chance.choice(deal.legal()))
        trumps.add(deal.actions[4])
    assert trumps == set(TRUMPS)


def test_partners() -> None:
    sides = RULED.sides
    for seat in range(RULED.seats):
        assert partner(seat) != seat
        assert sides[partner(seat)] == sides[seat]
