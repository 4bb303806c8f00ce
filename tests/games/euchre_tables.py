"""What the tables of Euchre are read with: deals set up with chosen hands and up-card, led to a decision or an end.

Cards stand as on the wire; calls are short as in the tables: P, O, OA, C, D, H, S, and C+ for clubs alone. Knows the
rules only through the public interface of the games.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from arena.games.euchre import EuchreDeal
from arena.games.euchre.variants import EuchreFamily

WORDS = {"P": "pass", "O": "order up", "OA": "order up alone", "J": "Jo"}
WORDS |= {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", "T": "together", "A": "alone"}
WORDS |= {f"{letter}+": f"{WORDS[letter]} alone" for letter in "CDHS"}


def words(short: str) -> list[str]:
    """`P O 9h` as pass, order up, 9h."""
    return [WORDS.get(each, each) for each in short.split()]


def started(
    game: type[EuchreFamily],
    options: Mapping[str, Any],
    dealer: int,
    actions: str = "",
    *,
    up_card: str = "9h",
    hands: Mapping[int, str] | None = None,
    scores: Sequence[int] | None = None,
) -> EuchreDeal:
    """A deal after these actions; seats without a hand here get what is left of the deck, in order."""
    ruled = game.with_options(options)
    held = {seat: cards.split() for seat, cards in (hands or {}).items()}
    taken = {up_card, *(card for hand in held.values() for card in hand)}
    rest = [card for card in ruled.deck if card not in taken]
    deck: list[str] = []
    for seat in range(ruled.seats):
        hand = held.get(seat) or [rest.pop(0) for _ in range(5)]
        deck += hand
    deal = ruled.start([*deck, up_card, *rest], dealer, scores or (0,) * ruled.side_count, 0)
    for action in words(actions):
        deal.apply(action)
    return deal


def finished(
    game: type[EuchreFamily],
    options: Mapping[str, Any],
    maker: int,
    tricks: int,
    alone: Sequence[int] = (),
    *,
    scores: Sequence[int] | None = None,
) -> EuchreDeal:
    """A deal in which `maker`, left of the dealer, made trump and its side took `tricks` with `alone` alone."""
    ruled = game.with_options(options)
    cards, actions = _played(game, tuple(sorted(options.items())), maker, tricks, tuple(alone))
    dealer = (maker - 1) % ruled.seats
    deal = ruled.start(cards, dealer, scores or (0,) * ruled.side_count, 0)
    for action in actions:
        deal.apply(action)
    return deal


@cache
def _played(
    game: type[EuchreFamily], options: tuple[tuple[str, Any], ...], maker: int, tricks: int, alone: tuple[int, ...]
) -> tuple[list[str], list[str]]:
    """A deck and the actions of such a deal, found at random."""
    ruled = game.with_options(dict(options))
    random = Random(f"{maker} {tricks} {alone}")
    cards = list(ruled.deck)
    for _ in range(20_000):
        random.shuffle(cards)
        deal = ruled.start(cards, (maker - 1) % ruled.seats, (0,) * ruled.side_count, 0)
        if deal.decision != "order":
            continue
        with_call = maker in alone and "order up alone" in deal.legal()
        deal.apply("order up alone" if with_call else "order up")
        while deal.to_act >= 0:
            if deal.decision == "alone":
                deal.apply("alone" if deal.to_act in alone else "together")
            else:
                deal.apply(random.choice(deal.legal()))
        won = sum(ruled.sides[seat] == ruled.sides[maker] for seat in deal.trick_winners)
        if won == tricks and sorted(deal.alone) == sorted(alone):
            return list(cards), list(deal.actions)
    raise AssertionError(f"no deal found in which {maker} takes {tricks} with {alone} alone under {dict(options)}")
