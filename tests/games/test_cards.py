"""Notation, decks and sorted hands."""

import pytest

from arena.games.cards import ALL_CARDS, deck, sorted_hand, why_no_card


@pytest.mark.parametrize(
    ("cards", "size", "first", "last"),
    [
        pytest.param(deck(), 24, ["9c", "Tc", "Jc"], ["Ks", "As"], id="24"),
        pytest.param(deck(joker=True), 25, ["9c", "Tc", "Jc"], ["As", "Jo"], id="25"),
        pytest.param(deck("789TJQKA"), 32, ["7c", "8c", "9c"], ["Ks", "As"], id="32"),
        pytest.param(deck("789TJQKA", joker=True), 33, ["7c", "8c", "9c"], ["As", "Jo"], id="33"),
        pytest.param(deck(copies=2), 48, ["9c", "Tc", "Jc"], ["Ks", "As"], id="double"),
    ],
)
def test_decks_stand_in_canonical_order(cards: tuple[str, ...], size: int, first: list[str], last: list[str]) -> None:
    assert (len(cards), list(cards[:3]), list(cards[-2:])) == (size, first, last)
    assert set(cards) <= set(ALL_CARDS)


def test_a_double_deck_is_the_deck_twice() -> None:
    assert deck(copies=2) == deck() + deck()


@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        ("Js Jc As Ks Ah 9d", "Jc 9d Ah Js Ks As"),
        ("Th Jh Ad Kd Jd Ac", "Ac Jd Kd Ad Th Jh"),
        ("Jo 9s 9c 9s Tc 7c", "7c 9c Tc 9s 9s Jo"),
    ],
)
def test_hands_are_sorted_by_printed_suit_then_rank(cards: str, hand: str) -> None:
    assert sorted_hand(cards.split()) == hand.split()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Jh", ""),
        ("jh", "not a card: cards are written rank in upper case, suit in lower case, here Jh"),
        ("JH", "not a card: cards are written rank in upper case, suit in lower case, here Jh"),
        ("10h", "not a card: ten is written T, here Th"),
        ("10H", "not a card: ten is written T, here Th"),
        ("hJ", "not a card: the rank comes first, here Jh"),
        ("h10", "not a card: the rank comes first, here Th"),
        (" Jh\n", "not a card: write Jh without spaces"),
        ("7h", "not a card: cards are written rank (9 T J Q K A) and suit (c d h s), e.g. Td"),
        ("", "not a card: cards are written rank (9 T J Q K A) and suit (c d h s), e.g. Td"),
        ("J♥", "not a card: cards are written rank (9 T J Q K A) and suit (c d h s), e.g. Td"),
        ("Jh" * 50_000, "not a card: cards are written rank (9 T J Q K A) and suit (c d h s), e.g. Td"),
    ],
    ids=lambda text: text[:8],
)
def test_why_a_text_is_no_card(text: str, why: str) -> None:
    assert why_no_card(text, deck()) == why
