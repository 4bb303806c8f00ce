"""Counts tricks to bid and plays by three rules of thumb: the example to read first, and to copy.

It remembers nothing: a request's `view` is the whole of what the seat may know. Where it could do better:
- it does not listen to the calls: a partner who bid must hold something, an opponent who bid too;
- it forgets the cards that are gone, and so does not know when its king has become the best of its suit;
- it plays the same whether its side needs one more trick or none.
`thinking_bot.py` does all three.
"""

from __future__ import annotations

import arena_bot
from arena_bot import SUITS, TRUMPS, cards_of, strengths, suit_of, trump_suit, winning

# What a hand may hope for from the partner's six cards, in tricks.
PARTNER = 1.0

# Which seats score together: said once, at the start of a match. (Six and eight play `bid-euchre-double`.)
sides = [0, 1, 0, 1]


def begin(match_start: arena_bot.Message) -> None:
    sides[:] = match_start["sides"]


def choose(request: arena_bot.Message) -> arena_bot.Choice:
    """One request in, one legal action out: all that a bot has to do. The notes are shown in replays."""
    view, legal = request["view"], request["legal"]
    if request["decision"] == "bid":
        return bid(view["hand"], legal)
    if request["decision"] == "trump":
        return best_trump(view["hand"])
    return play(view, legal)


# --- Bidding -------------------------------------------------------------------------------------------------------


def tricks_expected(hand: list[str], trump: str) -> float:
    """How many tricks this hand takes by itself if it names `trump`: a guess, and the first thing to improve."""
    tricks = 0.0
    for suit in SUITS:
        best_first = cards_of(suit, trump)
        held = [card for card in best_first if card in hand]
        if suit == trump_suit(trump):
            # Seven trumps: the higher, the surer; from the third one on even small ones take tricks.
            for place, card in enumerate(held):
                high = best_first.index(card) < 3
                tricks += 0.9 if high else 0.7 if place >= 2 else 0.4
        elif held and held[0] == best_first[0]:
            # The best card of a side suit, unless somebody trumps it, and the next best behind it.
            tricks += 0.7 if trump_suit(trump) else 0.9
            if len(held) > 1 and held[1] == best_first[1]:
                tricks += 0.3 if trump_suit(trump) else 0.8
    return tricks


def best_trump(hand: list[str]) -> str:
    return max(TRUMPS, key=lambda trump: tricks_expected(hand, trump))


def bid(hand: list[str], legal: list[str]) -> tuple[str, str]:
    """Bid as many tricks as expected, if that is legal. A dealer who must bid has no `pass` and bids 3."""
    trump = best_trump(hand)
    expected = tricks_expected(hand, trump) + PARTNER
    note = f"{expected:.1f} tricks expected with {trump}"
    # the highest legal bid that is expected to be made
    bids = [word for word in legal if word != "pass" and int(word) <= expected]
    return bids[-1] if bids else legal[0], note


# --- Play ----------------------------------------------------------------------------------------------------------


def play(view: arena_bot.Message, legal: list[str]) -> str:
    contract = view["contract"]
    trump = contract["trump"]
    tricks = view["tricks"]
    # An unfinished trick stands last; when there is none, this seat leads.
    if tricks and tricks[-1]["winner"] is None:
        return follow(view["seat"], tricks[-1], legal, trump)
    declares = sides[contract["declarer"]] == sides[view["seat"]]
    return lead(legal, trump, declares)


def worth(card: str, trump: str) -> tuple[bool, int]:
    """For sorting: trumps above all others, and within a suit the better card above the worse."""
    suit = suit_of(card, trump)
    return suit == trump_suit(trump), strengths(trump, suit)[card]


def lead(hand: list[str], trump: str, declares: bool) -> str:
    trumps = [card for card in hand if suit_of(card, trump) == trump_suit(trump)]
    # First rule, leading: the declaring side draws trumps, so that its other good cards are safe from them.
    if declares and len(trumps) >= 2:
        return max(trumps, key=lambda card: worth(card, trump))
    # Otherwise lead a card that nothing in its suit beats, else the worst one.
    for card in hand:
        if card == cards_of(suit_of(card, trump), trump)[0]:
            return card
    return min(hand, key=lambda card: worth(card, trump))


def follow(seat: int, trick: arena_bot.Message, legal: list[str], trump: str) -> str:
    cards = trick["cards"]
    led = suit_of(cards[0], trump)
    winner = winning(cards, trump)
    winner_seat = (trick["leader"] + winner) % len(sides)
    last = len(cards) == len(sides) - 1
    # `strengths` tells what wins *this* trick; a card that neither follows nor trumps has strength 0.
    strength = strengths(trump, led)
    winners = [card for card in legal if strength[card] > strength[cards[winner]]]
    # Second rule, following: win if you can and the partner does not do so already; the last to play wins
    # as cheaply as possible, the others as surely as possible.
    if winners and sides[winner_seat] != sides[seat]:
        return (min if last else max)(winners, key=lambda card: strength[card])
    # Third rule: what cannot win, or need not, is the worst card.
    return min(legal, key=lambda card: worth(card, trump))


if __name__ == "__main__":
    arena_bot.run(choose, name="Counting", version="1.1", match_start=begin)
