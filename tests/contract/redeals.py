"""Deals that look alike from one seat: the unseen cards dealt again among the other seats and the undealt rest.

Generic for every game: a card is a string of the game's deck, a seat has seen its own hand and what was played.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from arena.games import Deal, Game, IllegalAction


def started(game: Game, random: Random) -> tuple[list[str], Deal]:
    """A shuffled deck and its deal, not yet begun, from scores that a match might have reached."""
    cards = list(game.deck)
    random.shuffle(cards)
    scores = [random.randint(-20, 40) for _ in range(game.side_count)]
    return cards, game.start(cards, random.randrange(game.seats), scores, random.randrange(100))


def advance(deal: Deal, random: Random, decisions: int | None = None) -> None:
    """Make this many random legal decisions (None: all that are left), fewer if the deal ends."""
    while deal.to_act >= 0 and decisions != 0:
        deal.apply(random.choice(deal.legal()))
        decisions = None if decisions is None else decisions - 1


def replayed(game: Game, cards: Sequence[str], like: Deal, scores: Sequence[int]) -> Deal:
    deal = game.start(cards, like.dealer, scores, like.number)
    for action in like.actions:
        deal.apply(action)
    return deal


def redeals(
    game: Game, cards: Sequence[str], deal: Deal, scores: Sequence[int], seat: int, random: Random
) -> Iterator[Deal]:
    """Deals in which other cards are hidden from `seat`, everything it saw being the same."""
    hand_size = len(deal.hands[0])
    mine = range(seat * hand_size, (seat + 1) * hand_size)
    played = Counter(action for action in deal.actions if action in set(game.deck))
    hidden = []
    for position, card in enumerate(cards):
        if position in mine:
            continue
        if played[card] > 0:
            played[card] -= 1
        else:
            hidden.append(position)
    for _ in range(12):
        # few cards change places, else nearly no old action is legal in the new deal
        moved = random.sample(hidden, min(len(hidden), random.choice((2, 3, len(hidden)))))
        turned = list(cards)
        for source, position in zip(moved, moved[1:] + moved[:1], strict=True):
            turned[position] = cards[source]
        try:
            yield replayed(game, turned, deal, scores)
        except IllegalAction:
            continue
