"""Tricks under a trump: effective suits, what follows, who wins. Tables, filled once, for every pack and size.

`trump` is one of TRUMPS: a suit's name, `high` (no trump, ace best) or `low` (no trump, lowest card best). Must
never know a game, a seat or a score. Rules: bid euchre B12-B18, euchre E7 and E10, joker and double deck.
"""

from collections.abc import Sequence

from arena.games.cards import ALL_CARDS, JOKER, RANKS, SUIT_NAMES

TRUMPS = ("clubs", "diamonds", "hearts", "spades", "high", "low")
SAME_COLOUR = {"c": "s", "s": "c", "d": "h", "h": "d"}

_CANNOT_WIN = 0
_LEFT_BOWER = 198
_RIGHT_BOWER = 199
_BEST_BOWER = 200


def left_bower(trump: str) -> str | None:
    """The jack of trump's colour; None where there is no trump suit."""
    return None if trump in ("high", "low") else "J" + SAME_COLOUR[trump[0]]


def _suits(trump: str) -> dict[str, str]:
    """Effective suit (its letter) of every card. Without a trump suit there is no joker."""
    if trump in ("high", "low"):
        return {card: card[1] for card in ALL_CARDS if card != JOKER}
    moved = {left_bower(trump): trump[0], JOKER: trump[0]}
    return {card: moved.get(card, card[1]) for card in ALL_CARDS}


def _strengths(trump: str, led: str) -> dict[str, int]:
    """What each card is worth in a trick to which the suit `led` was led; 0 cannot win."""
    suits = _suits(trump)
    worth = {}
    for card, suit in suits.items():
        rank = RANKS.find(card[0]) + 1
        if suit == trump[0] and trump not in ("high", "low"):
            if card == JOKER:
                worth[card] = _BEST_BOWER
            elif card[0] == "J":
                worth[card] = _RIGHT_BOWER if card[1] == suit else _LEFT_BOWER
            else:
                worth[card] = 100 + rank
        elif suit == led:
            worth[card] = len(RANKS) + 1 - rank if trump == "low" else rank
        else:
            worth[card] = _CANNOT_WIN
    return worth


SUIT: dict[str, dict[str, str]] = {trump: _suits(trump) for trump in TRUMPS}
"""SUIT[trump][card]: the effective suit's letter."""

STRENGTH: dict[str, dict[str, dict[str, int]]] = {
    trump: {led: _strengths(trump, led) for led in SUIT_NAMES} for trump in TRUMPS
}
"""STRENGTH[trump][led suit's letter][card]: the larger wins, of equals the earlier; 0 cannot win."""

LED: dict[str, dict[str, tuple[frozenset[str], dict[str, int]]]] = {
    trump: {
        card: (frozenset(other for other in suits if suits[other] == suit), STRENGTH[trump][suit])
        for card, suit in suits.items()
    }
    for trump, suits in SUIT.items()
}
"""LED[trump][led card]: the cards that follow it, and the strengths in its trick."""


def following(hand: Sequence[str], led: str | None, trump: str) -> list[str]:
    """The cards of `hand` that may be played to the card `led` (None: to lead), in hand order, each once."""
    if led is None:
        return list(dict.fromkeys(hand))
    followers = LED[trump][led][0]
    return list(dict.fromkeys([card for card in hand if card in followers] or hand))


def winning_index(cards: Sequence[str], trump: str) -> int:
    """Which of the cards of a trick, in the order played, wins it; of two identical ones the earlier."""
    strength = LED[trump][cards[0]][1]
    return max(range(len(cards)), key=lambda index: (strength[cards[index]], -index))
