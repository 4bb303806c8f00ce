"""Every illegal action of Euchre is refused with the rule in words, and leaves the deal as it was."""

from typing import Any

import pytest

from arena.games.euchre import Euchre
from arena.games.euchre.variants import EuchreFamily
from arena.games.game import IllegalAction
from tests.games.euchre_tables import started

HANDS = {
    0: "9c Kc Jd Ah Qs",
    1: "Tc Ad 9h Kh Ts",
    2: "Ac 9d Qd Jh As",
    3: "Qc Td Kd Qh 9s",
}
SPRUCE: dict[str, Any] = {"preset": "redeal"}
JOKER = {"joker": True}
TAKE = {"must_take_up_card": True}
CALLS = "pass, order up, order up alone"
SUITS = "clubs, clubs alone, diamonds, diamonds alone, spades, spades alone"
NO_CARD = "not a card: cards are written rank (9 T J Q K A) and suit (c d h s), e.g. Td"
STUCK = "P P P P P P P"


@pytest.mark.parametrize(
    ("options", "actions", "action", "why"),
    [
        # first round
        ({}, "", "Order up", "'Order up' must be written exactly: order up"),
        ({}, "", "orderup", f"'orderup' is not known here: a call is due, expected one of {CALLS}"),
        ({}, "", "Jd", f"a call is due, not a card: Jd cannot be played yet (expected one of {CALLS})"),
        ({}, "", "alone", f"a call is due, not alone: expected one of {CALLS}"),
        (
            {},
            "",
            "hearts",
            "no suit is named in the first round: order up Th, which makes its suit trump, or pass",
        ),
        (SPRUCE, "", "order up alone", "to go alone is declared after the dealer's exchange, not with the call"),
        (
            {"canadian_loner": True},
            "P",
            "order up",
            "the dealer's partner may order up in the first round by going alone only: order up alone, or pass",
        ),
        # second round
        ({}, "P P P P", "hearts", "hearts was turned down with Th and may not be named"),
        ({}, "P P P P", "hearts alone", "hearts was turned down with Th and may not be named"),
        ({}, "P P P P", "order up", "Th was turned down: name another suit or pass"),
        ({}, "P P P P", "order up alone", "Th was turned down: name another suit or pass"),
        ({}, "P P P P", "Clubs", "'Clubs' must be written exactly: clubs"),
        ({}, "P P P P", "high", f"'high' is not known here: a suit is due, expected one of pass, {SUITS}"),
        ({}, STUCK, "pass", "all others have passed: the dealer must name a suit"),
        (SPRUCE, "P P P P", "clubs alone", "to go alone is declared after the dealer's exchange, not with the call"),
        # joker turned up
        (JOKER, "joker", "pass", "the joker is turned up: the dealer must name a suit"),
        (JOKER, "joker", "order up", "the joker is turned up: the dealer names a suit"),
        (
            JOKER,
            "joker",
            "spades alone",
            "the joker is turned up: the dealer names a suit first, and says later whether it goes alone",
        ),
        # discard
        ({}, "O", "Jd", "you do not hold Jd"),
        ({}, "O", "pass", "a card is due to be discarded, not pass"),
        ({}, "O", "10h", "'10h' is not a card: ten is written T, here Th"),
        (TAKE, "O", "Th", "the dealer must take Th, the turned-up card, and discard another"),
        # alone
        (SPRUCE, "O Qc", "yes", "'yes' is not known here: together or alone is due, expected one of together, alone"),
        (SPRUCE, "O Qc", "pass", "together or alone is due, not pass: expected one of together, alone"),
        (SPRUCE, "O Qc", "Alone", "'Alone' must be written exactly: alone"),
        # cards
        ({}, "O Qc", "together", "a card is due to be played, not together"),
        ({}, "O Qc", "7h", f"'7h' is {NO_CARD}"),
        ({}, "O Qc", "Jo", f"'Jo' is {NO_CARD}"),
        ({}, "O Qc", "Jd" * 50_000, f"'{'Jd' * 20}'… (100000 characters) is {NO_CARD}"),
        ({}, "O Qc", "Td", "you do not hold Td"),
        ({}, "O Qc Ah", "Ah", "Ah was already played, to trick 1"),
        ({}, "O Qc Ah 9h Jh Qh As", "Jh", "Jh was already played, to trick 1"),
        ({}, "O Qc Ah 9h Jh", "Qc", "you do not hold Qc: you discarded it"),
        ({}, "O Qc Ah", "Tc", "must follow hearts: holds 9h, Kh"),
        ({}, "P P P P P D 9c Tc Ac", "Td", "must follow clubs: holds Qc"),
        (
            {},
            "P P P P P D Qs Ts As 9s Jh",
            "Qc",
            "must follow diamonds: holds Td, Kd; Jh, which was led, is the left bower and belongs to diamonds",
        ),
        (
            {},
            "P P P P P D Qs Ts As 9s 9d Td",
            "9c",
            "must follow diamonds: holds Jd",
        ),
        (
            {},
            "O Th Ah 9h Jh Qh Ac Qc",
            "Jd",
            "must follow clubs: holds 9c, Kc; Jd is the left bower and belongs to hearts",
        ),
    ],
)
def test_why(options: dict[str, Any], actions: str, action: str, why: str) -> None:
    up_card = "Jo" if actions == "joker" else "Th"
    check_why(Euchre, options, actions.replace("joker", ""), action, why, up_card)


def check_why(
    game: type[EuchreFamily], options: dict[str, Any], actions: str, action: str, why: str, up_card: str = "Th"
) -> None:
    seats = game.with_options(options).seats
    hands = {seat: HANDS[seat] for seat in range(seats)}
    deal = started(game, options, seats - 1, actions, up_card=up_card, hands=hands)
    before = ([deal.view(seat) for seat in range(seats)], deal.legal(), deal.to_act)
    assert deal.why_illegal(action) == why
    with pytest.raises(IllegalAction) as raised:
        deal.apply(action)
    assert str(raised.value) == why
    assert ([deal.view(seat) for seat in range(seats)], deal.legal(), deal.to_act) == before


@pytest.mark.parametrize(
    ("hand", "led", "action", "why"),
    [
        ("9c Kc Jo Ah Qs", "Qh", "9c", "must follow hearts: holds Ah, Jo (the joker)"),
        ("9c Kc Jd Jo Qs", "Qh", "9c", "must follow hearts: holds Jd (the left bower), Jo (the joker)"),
        ("9c Kc Tc Jo Qs", "Qh", "9c", "must follow hearts: holds Jo, the joker"),
        ("9c Kc Tc Jo Qs", "Qc", "Jo", "must follow clubs: holds 9c, Tc, Kc; Jo is the joker and belongs to hearts"),
        (
            "9c Kc Tc Ah Qs",
            "Jo",
            "9c",
            "must follow hearts: holds Ah; Jo, which was led, is the joker and belongs to hearts",
        ),
    ],
)
def test_why_with_the_joker(hand: str, led: str, action: str, why: str) -> None:
    rest = [card for card in ["9d", "Td", "Kd", "Ad", "9s", "Ts", "Ks", "As", "9h"] if card not in hand.split()]
    hands = {0: " ".join([led, *rest[:4]]), 1: hand}
    deal = started(Euchre, JOKER, 3, f"O Th {led}", up_card="Th", hands=hands)
    assert deal.why_illegal(action) == why


def test_a_legal_action_has_no_reason_and_a_finished_deal_has_one() -> None:
    deal = started(Euchre, {"all_pass": "redeal"}, 3)
    assert deal.why_illegal("pass") == ""
    for _ in range(8):
        deal.apply("pass")
    assert deal.why_illegal("pass") == "the deal is over: no decision is due"
