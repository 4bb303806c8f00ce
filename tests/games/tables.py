"""What the tables of these tests are read with: vectors, and deals set up with chosen hands, calls and tricks.

Knows the rules only through the public interface of the games.
"""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from arena.games.bid_euchre import BidEuchre, BidEuchreDeal

VECTORS = Path(__file__).parents[1] / "vectors"


def vector(name: str) -> Any:
    return json.loads((VECTORS / name).read_text(encoding="utf-8"))


def rows(name: str, *keys: str) -> list[Any]:
    """The rows of a vector file that have all of `keys`, as parameters named by their ids."""
    return [pytest.param(row, id=row["id"]) for row in vector(name) if all(key in row for key in keys)]


def undealt(hands: Sequence[Sequence[str]]) -> list[str]:
    return [card for hand in hands for card in hand]


HANDS = vector("bid_euchre/perft.json")["hands"]


def started(
    dealer: int = 3,
    actions: Sequence[str] = (),
    *,
    hands: Sequence[Sequence[str]] = HANDS,
    scores: Sequence[int] = (0, 0),
    target: int = 32,
) -> BidEuchreDeal:
    """A deal with these hands after these actions."""
    deal = BidEuchre(target).start(undealt(hands), dealer, scores, 0)
    for action in actions:
        deal.apply(action)
    return deal


def auction(dealer: int, declarer: int, bid: int) -> list[str]:
    """Four calls that make `declarer` the declarer at `bid`."""
    callers = [(dealer + step) % 4 for step in (1, 2, 3, 4)]
    return [str(bid) if caller == declarer else "pass" for caller in callers]


def contracted(trump: str, declarer: int = 0, bid: int = 3, *, hands: Sequence[Sequence[str]] = HANDS) -> BidEuchreDeal:
    """A deal at the declarer's first lead."""
    return started(declarer, [*auction(declarer, declarer, bid), trump], hands=hands)


@cache
def _cards_taking(tricks: int) -> tuple[list[list[str]], str, list[str]]:
    """Hands, a trump and 24 plays with which seats 0 and 2 take that many tricks when seat 0 declares."""
    random = Random(tricks)
    deck = undealt(HANDS)
    while True:
        random.shuffle(deck)
        hands = [deck[first : first + 6] for first in (0, 6, 12, 18)]
        trump = random.choice(("hearts", "high", "low"))
        deal = contracted(trump, hands=hands)
        while deal.to_act >= 0:
            deal.apply(random.choice(deal.legal()))
        if sum(winner % 2 == 0 for winner in deal.trick_winners) == tricks:
            return hands, trump, deal.actions[5:]


def scored(before: Sequence[int], side: int, bid: int, tricks: int, *, target: int = 32) -> BidEuchreDeal:
    """A finished deal in which `side` declared `bid` and took `tricks`, from the scores `before`."""
    hands, trump, cards = _cards_taking(tricks)
    turned = [*hands[-side:], *hands[:-side]] if side else hands
    calls = auction(side, side, bid)
    return started(side, [*calls, trump, *cards], hands=turned, scores=before, target=target)
