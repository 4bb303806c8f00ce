"""Cards and their notation: rank `7 8 9 T J Q K A` and suit `c d h s` ("Td", "Jh"), the joker "Jo".

Holds decks in canonical order and the order of a sorted hand. Must never know a trump or a game; a game's
rules, `tricks` and the dealing use it. Identical cards of a double deck are written alike.
"""

from collections.abc import Iterable

RANKS = "789TJQKA"
SUITS = "cdhs"
JOKER = "Jo"
SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}

ALL_CARDS = (*(rank + suit for suit in SUITS for rank in RANKS), JOKER)
ORDER = {card: index for index, card in enumerate(ALL_CARDS)}


def deck(ranks: str = "9TJQKA", *, joker: bool = False, copies: int = 1) -> tuple[str, ...]:
    """The cards in canonical order: clubs, diamonds, hearts, spades, each from low to high, the joker last.

    `copies` = 2 is a double deck: the whole deck, then the whole deck again.

    >>> deck()[:7]
    ('9c', 'Tc', 'Jc', 'Qc', 'Kc', 'Ac', '9d')
    """
    once = tuple(rank + suit for suit in SUITS for rank in ranks) + ((JOKER,) if joker else ())
    return once * copies


def sorted_hand(cards: Iterable[str]) -> list[str]:
    """Clubs, diamonds, hearts, spades by printed suit, each from low to high, the joker last."""
    return sorted(cards, key=ORDER.__getitem__)


def why_no_card(text: str, cards: Iterable[str]) -> str:
    """Why `text` is none of `cards`: the rule of notation that it breaks, with the card that was meant if one was.

    `text` may be anything that a bot sent; it is not quoted. "" if it is one of them.
    """
    known = set(cards)
    if text in known:
        return ""
    if len(text) <= 8:
        bare = text.strip()
        if bare in known:
            return f"not a card: write {bare} without spaces"
        meant = bare[:-1].upper() + bare[-1:].lower()
        if meant in known:
            return f"not a card: cards are written rank in upper case, suit in lower case, here {meant}"
        if meant[:2] == "10" and "T" + meant[2:] in known:
            return f"not a card: ten is written T, here T{meant[2:]}"
        turned = bare[1:].upper() + bare[:1].lower()
        if turned in known or turned.replace("10", "T") in known:
            return f"not a card: the rank comes first, here {turned.replace('10', 'T')}"
    ranks = " ".join(rank for rank in RANKS if any(card[0] == rank for card in known))
    return f"not a card: cards are written rank ({ranks}) and suit (c d h s), e.g. Td"
