"""What may be typed for an action."""

import pytest

from arena.cli.typed import as_card, is_numbered, meant
from arena.games import GAMES, game

HAND = ["9c", "Td", "Jh", "Jo"]
BIDS = ["pass", "4", "5"]
ORDERS = ["pass", "order up", "order up alone"]


@pytest.mark.parametrize(
    ("text", "legal", "found"),
    [
        ("Jh", HAND, ["Jh"]),
        (" jH ", HAND, ["Jh"]),
        ("hj", HAND, ["Jh"]),
        ("10d", HAND, ["Td"]),
        ("d10", HAND, ["Td"]),
        ("dt", HAND, ["Td"]),
        ("jo", HAND, ["Jo"]),
        ("1", HAND, ["9c"]),
        ("4", HAND, ["Jo"]),
        ("5", HAND, []),
        ("0", HAND, []),
        ("-1", HAND, []),
        ("9" * 5000, HAND, []),
        ("j", HAND, ["Jh", "Jo"]),
        ("9", HAND, []),  # a number, though a card begins so
        ("qs", HAND, []),
        ("4", BIDS, ["4"]),
        ("1", BIDS, []),
        ("p", BIDS, ["pass"]),
        ("P", BIDS, ["pass"]),
        ("order  UP", ORDERS, ["order up"]),
        ("order up a", ORDERS, ["order up alone"]),
        ("o", ORDERS, ["order up", "order up alone"]),
        ("2", ORDERS, ["order up"]),
        ("h", ["hearts", "high", "low"], ["hearts", "high"]),
        ("", HAND, []),
        ("²", HAND, []),
    ],
)
def test_what_is_meant(text: str, legal: list[str], found: list[str]) -> None:
    assert meant(text, legal) == found


def test_bids_are_not_numbered() -> None:
    assert is_numbered(HAND)
    assert is_numbered(ORDERS)
    assert not is_numbered(BIDS)


@pytest.mark.parametrize("name", GAMES)
def test_every_card_can_be_named_in_any_case_and_order(name: str) -> None:
    deck = list(dict.fromkeys(game(name, {}).deck))
    for card in deck:
        for text in (card, card.lower(), card.upper(), card.replace("T", "10")):
            assert meant(text, deck) == [card]
            assert as_card(text, deck) == card
        assert as_card(card[::-1], deck) == card
    assert as_card(" 1x ", deck) == "1x"
