"""Deals that look alike from one seat: the unseen cards dealt again among the other seats and the undealt rest.

Generic for every game: a card is a string of the game's deck; a seat has seen its own hand, what was played, and the
card turned up. What other seats decided in secret (`Game.hidden`) is decided again.
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


def advance_to(deal: Deal, decision: str, random: Random) -> None:
    """Go on until such a decision is due, or the next of that kind, or one later; at random, with a liking to pass."""
    while deal.to_act >= 0 and (deal.decision != decision or random.random() < 0.6):
        legal = deal.legal()
        deal.apply(random.choice((legal[0], random.choice(legal))))


def replayed(game: Game, cards: Sequence[str], like: Deal, scores: Sequence[int]) -> Deal:
    deal = game.start(cards, like.dealer, scores, like.number)
    for action in like.actions:
        deal.apply(action)
    return deal


def is_told(game: Game, seat: int, actor: int, decision: str) -> bool:
    """Whether `seat` knows what `actor` decided: a card given to a partner is known to both."""
    if seat == actor or decision not in game.hidden:
        return True
    return decision == "give" and game.sides[seat] == game.sides[actor]


def redeals(
    game: Game, cards: Sequence[str], deal: Deal, scores: Sequence[int], seat: int, random: Random
) -> Iterator[Deal]:
    """Deals in which other cards are hidden from `seat`, everything it saw being the same."""
    hand_size = len(deal.hands[0])
    told = _told(game, cards, deal, scores, seat)
    # before the first action a hand may be hidden from its own seat too
    sees_hand = bool(deal.view(seat)["hand"] or deal.actions)
    mine = range(seat * hand_size, (seat + 1) * hand_size) if sees_hand else range(0)
    seen = Counter(action for action, is_known in zip(deal.actions, told, strict=True) if is_known)
    hidden = []
    for position, card in enumerate(cards):
        if position in mine or position == hand_size * game.seats:  # where the card turned up is, if there is one
            continue
        if seen[card] > 0:
            seen[card] -= 1
        else:
            hidden.append(position)
    for _ in range(12):
        # few cards change places, else nearly no old action is legal in the new deal
        moved = random.sample(hidden, min(len(hidden), random.choice((2, 3, len(hidden)))))
        turned = list(cards)
        for source, position in zip(moved, moved[1:] + moved[:1], strict=True):
            turned[position] = cards[source]
        twin = game.start(turned, deal.dealer, scores, deal.number)
        try:
            for action, is_known in zip(deal.actions, told, strict=True):
                twin.apply(action if is_known else random.choice(twin.legal()))
        except IllegalAction:
            continue
        yield twin


def _told(game: Game, cards: Sequence[str], deal: Deal, scores: Sequence[int], seat: int) -> list[bool]:
    """Whether `seat` knows each action of the deal."""
    again = game.start(cards, deal.dealer, scores, deal.number)
    told = []
    for action in deal.actions:
        told.append(is_told(game, seat, again.to_act, again.decision))
        again.apply(action)
    return told
