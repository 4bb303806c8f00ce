"""Plays Euchre, cut-throat, two-handed and railroad by counting tricks, with sensible calls.

It remembers nothing but who plays with whom: a request's `view` is the whole of what the seat may know. Where it could
do better: it does not listen to the calls, it forgets the cards that are gone, and it never looks at the score.
"""

from __future__ import annotations

import arena_bot
from arena_bot import SUITS, suit_of

RANKS = "789TJQKA"
JOKER = "Jo"
NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
# What a hand may hope for from a partner's five cards, in tricks; three of five make the contract.
PARTNER = 0.8
ENOUGH = 2.9
ALONE = 4.3

sides = [0, 1, 0, 1]


def begin(match_start: arena_bot.Message) -> None:
    """Which seats score together is said once, at the start of a match."""
    sides[:] = match_start["sides"]


def choose(request: arena_bot.Message) -> arena_bot.Choice:
    """One request in, one legal action out. The notes are shown in replays."""
    view, legal, decision = request["view"], request["legal"], request["decision"]
    if decision == "order":
        return order(view, legal)
    if decision == "trump":
        return name_trump(view, legal)
    if decision == "discard":
        return discard(view["contract"]["trump"], legal)
    if decision == "alone":
        return "alone" if expected(view["hand"], view["contract"]["trump"]) >= ALONE else "together"
    if decision == "give":
        trump = view["contract"]["trump"]
        best: str = max(legal, key=lambda card: power(card, trump, None))
        return best
    return play(view, legal)


# --- What cards are worth ------------------------------------------------------------------------------------------


def suit(card: str, trump: str) -> str:
    """The suit that a card belongs to under `trump`; the joker is always a trump."""
    return trump[0] if card == JOKER else suit_of(card, trump)


def power(card: str, trump: str, led: str | None) -> int:
    """How high a card stands in a trick in which suit `led` was led (None: nothing yet, so its own suit)."""
    own = suit(card, trump)
    if own == trump[0]:
        if card == JOKER:
            return 40
        if card[0] == "J":
            return 39 if card[1] == trump[0] else 38
        return 20 + RANKS.index(card[0])
    return 1 + RANKS.index(card[0]) if led is None or own == led else 0


def expected(hand: list[str], trump: str) -> float:
    """How many tricks this hand takes with this trump: a guess, and the first thing to improve."""
    trumps = sorted(
        (card for card in hand if suit(card, trump) == trump[0]), key=lambda card: -power(card, trump, None)
    )
    tricks = 0.0
    for place, card in enumerate(trumps):
        high = power(card, trump, None) >= 38
        tricks += 0.95 if high else 0.75 if card[0] == "A" or place >= 2 else 0.5
    for letter in SUITS:
        held = [card for card in hand if letter != trump[0] and suit(card, trump) == letter]
        if any(card[0] == "A" for card in held):
            tricks += 0.6 if len(held) < 3 else 0.4
        elif not held and letter != trump[0] and len(trumps) >= 2:
            tricks += 0.2
    return tricks


# --- Calling -------------------------------------------------------------------------------------------------------


def hope() -> float:
    """What the partner, if there is one, may add."""
    return PARTNER if len(set(sides)) < len(sides) else 0.0


def call(word: str, tricks: float, legal: list[str]) -> arena_bot.Choice:
    """Pass, call, or call alone, as far as that is legal. A dealer who must call has no `pass`."""
    note = f"{tricks:.1f} tricks expected"
    if f"{word} alone" in legal and (tricks >= ALONE or word not in legal) and tricks + hope() >= ENOUGH:
        return f"{word} alone", note
    if word in legal and (tricks + hope() >= ENOUGH or "pass" not in legal):
        return word, note
    return ("pass" if "pass" in legal else legal[0]), note


def order(view: arena_bot.Message, legal: list[str]) -> arena_bot.Choice:
    up = view["up_card"]
    trump = NAMES.get(up[1], "clubs")
    hand = list(view["hand"])
    dealer, seat = view["dealer"], view["seat"]
    if dealer == seat:
        hand.append(up)
        hand.remove(worst(hand, trump))
    tricks = expected(hand, trump)
    if dealer != seat:
        # the up-card goes to the dealer: good for a partner, bad for an opponent
        tricks += 0.3 if sides[dealer] == sides[seat] else -0.5
    return call("order up", tricks, legal)


def name_trump(view: arena_bot.Message, legal: list[str]) -> arena_bot.Choice:
    hand = view["hand"]
    named = [word for word in legal if word in NAMES.values()]
    if not hand:  # a joker was turned up: the dealer names a suit before it sees its cards
        return named[0]
    # "next", the suit of the turned-down card's colour, is a little better for the dealer's opponents
    best = max(named, key=lambda word: expected(hand, word))
    return call(best, expected(hand, best), legal)


def worst(hand: list[str], trump: str) -> str:
    """The card to be rid of: no trump, if possible the only one of its suit, the lowest."""

    def value(card: str) -> tuple[int, int, int]:
        own = suit(card, trump)
        alone = sum(suit(other, trump) == own for other in hand) == 1 and card[0] != "A"
        return own == trump[0], not alone, power(card, trump, None)

    return min(hand, key=value)


def discard(trump: str, legal: list[str]) -> str:
    return worst(legal, trump)


# --- Play ----------------------------------------------------------------------------------------------------------


def play(view: arena_bot.Message, legal: list[str]) -> str:
    contract, tricks, seat = view["contract"], view["tricks"], view["seat"]
    trump = contract["trump"]
    # An unfinished trick stands last; when there is none, this seat leads.
    if not tricks or tricks[-1]["winner"] is not None:
        return lead(legal, trump, sides[contract["maker"]] == sides[seat])
    return follow(view, tricks[-1], legal, trump)


def lead(hand: list[str], trump: str, makes: bool) -> str:
    trumps = [card for card in hand if suit(card, trump) == trump[0]]
    if makes and len(trumps) >= 2:  # draw trumps, so that the other good cards are safe from them
        return max(trumps, key=lambda card: power(card, trump, None))
    aces = [card for card in hand if card[0] == "A" and card not in trumps]
    if aces:
        return aces[0]
    return min(hand, key=lambda card: (card in trumps, power(card, trump, None)))


def follow(view: arena_bot.Message, trick: arena_bot.Message, legal: list[str], trump: str) -> str:
    cards, seat = trick["cards"], view["seat"]
    led = suit(cards[0], trump)
    playing = [each for each in range(len(sides)) if each not in view["sitting_out"]]
    first = playing.index(trick["leader"])
    order_of_play = playing[first:] + playing[:first]
    best = max(range(len(cards)), key=lambda place: power(cards[place], trump, led))
    winners = [card for card in legal if power(card, trump, led) > power(cards[best], trump, led)]
    last = len(cards) == len(playing) - 1
    # win if you can and nobody of the own side does so already: the last as cheaply, the others as surely as possible
    if winners and sides[order_of_play[best]] != sides[seat]:
        return (min if last else max)(winners, key=lambda card: power(card, trump, led))
    return min(legal, key=lambda card: (suit(card, trump) == trump[0], power(card, trump, None)))


if __name__ == "__main__":
    arena_bot.run(choose, name="Euchre by counting", version="1.0", match_start=begin)
