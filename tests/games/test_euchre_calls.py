"""E3 to E6, the options of calling and the exchange: the tables EA and ED of expected results."""

from typing import Any

import pytest

from arena.games.euchre import Euchre
from arena.games.game import IllegalAction
from tests.games.euchre_tables import started, words

SITE: dict[str, Any] = {}
SPRUCE: dict[str, Any] = {"preset": "redeal"}
CANADIAN = {"canadian_loner": True}
JOKER = {"joker": True}
NAMED = "C C+ D D+ S S+"
HAND = {3: "9c Tc Kd Ah Qs"}


@pytest.mark.parametrize(
    ("options", "up_card", "calls", "seat", "decision", "legal"),
    [
        pytest.param(SITE, "9h", "", 0, "order", "P O OA", id="EA01-site"),
        pytest.param(SPRUCE, "9h", "", 0, "order", "P O", id="EA01-spruce-alone-comes-after-the-exchange"),
        pytest.param(SITE, "9h", "P P P", 3, "order", "P O OA", id="EA02-site"),
        pytest.param(SPRUCE, "9h", "P P P", 3, "order", "P O", id="EA02-spruce"),
        pytest.param(SITE, "9h", "P P P P", 0, "trump", f"P {NAMED}", id="EA03-site"),
        pytest.param(SPRUCE, "9h", "P P P P", 0, "trump", "P C D S", id="EA03-spruce"),
        pytest.param(SITE, "Jd", "P P P P", 0, "trump", "P C C+ H H+ S S+", id="EA04"),
        pytest.param(SITE, "9h", "P P P P P P P", 3, "trump", NAMED, id="EA05"),
        pytest.param({**SPRUCE, "all_pass": "stick"}, "9h", "P P P P P P P", 3, "trump", "C D S", id="EA05-spruce"),
        pytest.param({"all_pass": "redeal"}, "9h", "P P P P P P P", 3, "trump", f"P {NAMED}", id="EA06"),
        pytest.param(SPRUCE, "9h", "P P P P P P P", 3, "trump", "P C D S", id="EA06-spruce"),
        pytest.param(SITE, "9h", "P O", 3, "discard", None, id="EA08"),
        pytest.param(CANADIAN, "9h", "P", 1, "order", "P OA", id="EA09"),
        pytest.param(CANADIAN, "9h", "", 0, "order", "P O OA", id="EA10-first"),
        pytest.param(CANADIAN, "9h", "P P", 2, "order", "P O OA", id="EA10-third"),
        pytest.param(CANADIAN, "9h", "P P P", 3, "order", "P O OA", id="EA10-dealer"),
        pytest.param(CANADIAN, "9h", "P P P P P", 1, "trump", f"P {NAMED}", id="EA11"),
        pytest.param(JOKER, "Jo", "", 3, "trump", "C D H S", id="EA14-site"),
        pytest.param({**SPRUCE, **JOKER}, "Jo", "", 3, "trump", "C D H S", id="EA14-spruce"),
    ],
)
def test_legal_calls(
    options: dict[str, Any], up_card: str, calls: str, seat: int, decision: str, legal: str | None
) -> None:
    deal = started(Euchre, options, 3, calls, up_card=up_card)
    assert (deal.to_act, deal.decision) == (seat, decision)
    assert legal is None or deal.legal() == words(legal)


def test_ea07_and_ew07_eight_passes_throw_the_deal_in() -> None:
    deal = started(Euchre, SPRUCE, 3, "P P P P P P P P", scores=(9, 9))
    assert (deal.to_act, deal.decision, deal.points, deal.scores) == (-1, "", (0, 0), (9, 9))
    assert deal.shares() is None
    assert deal.summary()["contract"] is None
    assert deal.tallies() == ({"orders_made": (0, 0), "marches": (0, 0), "alone": (0, 0)},) * 2


def test_ea08_the_partner_assists() -> None:
    deal = started(Euchre, SITE, 3, "P O")
    assert deal.view(0)["contract"] == {"maker": 1, "trump": "hearts", "alone": []}
    assert (deal.to_act, deal.decision) == (3, "discard")


@pytest.mark.parametrize("options", [SITE, CANADIAN])
def test_ea12_a_dealer_that_sits_out_exchanges_nothing(options: dict[str, Any]) -> None:
    deal = started(Euchre, options, 3, "P OA", hands=HAND)
    assert (deal.sitting_out, deal.decision, deal.to_act) == ((3,), "play", 0)
    assert deal.view(3)["hand"] == HAND[3].split()
    assert "9h" not in [card for seat in range(4) for card in deal.view(seat)["hand"]]


@pytest.mark.parametrize("call", words("P O OA C D H S"))
def test_ea13_bidding_is_over_after_an_order(call: str) -> None:
    deal = started(Euchre, SITE, 3, "O")
    with pytest.raises(IllegalAction):
        deal.apply(call)


def test_ea14_the_dealer_makes_trump_of_a_joker_turned_up_and_only_then_sees_its_hand() -> None:
    deal = started(Euchre, JOKER, 3, up_card="Jo", hands=HAND)
    assert deal.view(3)["hand"] == []
    assert len(deal.view(2)["hand"]) == 5
    deal.apply("spades")
    assert deal.view(3)["hand"] == [*HAND[3].split(), "Jo"]
    assert deal.view(0)["contract"] == {"maker": 3, "trump": "spades", "alone": []}
    assert (deal.view(0)["calls"], deal.view(0)["turned_down"]) == (["spades"], False)


def test_ea15_calls_go_clockwise_from_the_left_of_the_dealer() -> None:
    for dealer in range(4):
        deal = started(Euchre, SPRUCE, dealer)
        for step in range(8):
            assert deal.to_act == (dealer + 1 + step) % 4
            deal.apply("pass")


@pytest.mark.parametrize(
    ("options", "up_card", "actions", "legal"),
    [
        pytest.param(SITE, "9h", "P P P O", "9c Tc Kd 9h Ah Qs", id="ED01"),
        pytest.param(SPRUCE, "9h", "P P P O", "9c Tc Kd 9h Ah Qs", id="ED01-spruce"),
        pytest.param({"must_take_up_card": True}, "9h", "P P P O", "9c Tc Kd Ah Qs", id="ED03"),
        pytest.param(JOKER, "Jo", "S", "9c Tc Kd Ah Qs Jo", id="ED05"),
        pytest.param({**JOKER, "must_take_up_card": True}, "Jo", "S", "9c Tc Kd Ah Qs", id="ED05-must-take"),
    ],
)
def test_legal_discards(options: dict[str, Any], up_card: str, actions: str, legal: str) -> None:
    deal = started(Euchre, options, 3, actions, up_card=up_card, hands=HAND)
    assert (deal.to_act, deal.decision, deal.legal()) == (3, "discard", legal.split())
    assert len(deal.view(3)["hand"]) == 6


@pytest.mark.parametrize(
    ("options", "up_card", "actions", "hand"),
    [
        pytest.param(SITE, "9h", "P P P O Kd", "9c Tc 9h Ah Qs", id="ED02"),
        pytest.param(SITE, "9h", "P P P O 9h", "9c Tc Kd Ah Qs", id="ED01-declined"),
        pytest.param(SITE, "9h", "P P P P P P P S", "9c Tc Kd Ah Qs", id="ED04"),
        pytest.param(JOKER, "Jo", "S 9c", "Tc Kd Ah Qs Jo", id="ED05"),
    ],
)
def test_the_dealers_hand_after_the_exchange(options: dict[str, Any], up_card: str, actions: str, hand: str) -> None:
    deal = started(Euchre, options, 3, actions, up_card=up_card, hands=HAND)
    assert deal.view(3)["hand"] == hand.split()
    assert deal.hands[3] == tuple(HAND[3].split())


def test_ed02_the_discard_is_dead_and_hidden() -> None:
    deal = started(Euchre, SITE, 3, "P P P O Kd", hands=HAND)
    assert [deal.view(seat)["discarded"] for seat in range(4)] == [None, None, None, "Kd"]
    assert deal.summary()["discard"] is None
    while deal.to_act >= 0:
        deal.apply(deal.legal()[0])
    assert deal.summary()["discard"] == "Kd"
    assert deal.view(0)["discarded"] is None
    assert len(deal.summary()["kitty"]) == 3


@pytest.mark.parametrize(
    ("options", "actions", "asked"),
    [
        # (1) with the call: nobody is asked, but a defender against a lone maker, where that is allowed
        pytest.param(SITE, "O 9h", [], id="site"),
        pytest.param({"alone": "maker-and-defender"}, "O 9h", [], id="defender-only-against-a-lone-maker"),
        pytest.param({"alone": "maker-and-defender"}, "OA 9h", [(1, "T"), (3, "T")], id="both-defenders"),
        pytest.param({"alone": "maker-and-defender"}, "OA 9h", [(1, "A")], id="one-a-side"),
        pytest.param({"alone": "anyone"}, "O 9h", [(1, "T"), (3, "A")], id="anyone-without-the-partner"),
        # (3) after the exchange: maker, partner, then the defenders from the maker's left
        pytest.param({"alone_when": "after-exchange"}, "O 9h", [(0, "A")], id="maker-after-exchange"),
        pytest.param(
            {"alone_when": "after-exchange", "alone": "maker-and-defender"}, "O 9h", [(0, "T")], id="maker-says-no"
        ),
        pytest.param(
            {"alone_when": "after-exchange", "alone": "maker-and-defender"},
            "P O 9h",
            [(1, "A"), (2, "T"), (0, "T")],
            id="maker-says-yes",
        ),
        pytest.param(SPRUCE, "P O 9h", [(1, "T"), (3, "T"), (2, "T"), (0, "T")], id="spruce-none"),
        pytest.param(SPRUCE, "P O 9h", [(1, "A"), (2, "T"), (0, "A")], id="spruce-maker"),
        pytest.param(SPRUCE, "P O 9h", [(1, "T"), (3, "A"), (2, "A")], id="spruce-partner"),
        pytest.param(SPRUCE, "P P P P C", [(0, "T"), (2, "T"), (1, "A")], id="spruce-second-round"),
        pytest.param({**SPRUCE, "alone_when": "with-call"}, "O 9h", [(2, "A"), (1, "T"), (3, "T")], id="with-call"),
        pytest.param({**SPRUCE, "alone_when": "with-call"}, "OA 9h", [(1, "A")], id="with-call-lone-maker"),
    ],
)
def test_the_alone_window(options: dict[str, Any], actions: str, asked: list[tuple[int, str]]) -> None:
    deal = started(Euchre, options, 3, actions)
    for seat, answer in asked:
        assert (deal.decision, deal.to_act, deal.legal()) == ("alone", seat, ["together", "alone"])
        deal.apply(*words(answer))
    assert deal.decision == "play"
    yes = [seat for seat, answer in asked if answer == "A"] + [0] * ("OA" in actions.split())
    assert deal.view(0)["contract"]["alone"] == sorted(yes)
    assert deal.view(0)["sitting_out"] == sorted((seat + 2) % 4 for seat in yes)


@pytest.mark.parametrize("options", [JOKER, {**SPRUCE, **JOKER}, {**JOKER, "alone": "maker-and-defender"}])
def test_with_the_joker_turned_up_alone_is_declared_after_the_exchange(options: dict[str, Any]) -> None:
    deal = started(Euchre, options, 3, "S 9c", up_card="Jo", hands=HAND)
    assert (deal.decision, deal.to_act) == ("alone", 3)


@pytest.mark.parametrize(
    ("options", "size"),
    [
        ({}, 24),
        ({"joker": True}, 25),
        ({"deck": 32}, 32),
        ({"deck": 32, "joker": True}, 33),
    ],
)
def test_five_cards_each_then_the_up_card_then_the_kitty(options: dict[str, Any], size: int) -> None:
    ruled = Euchre.with_options(options)
    cards = [card for card in ruled.deck if card != "Jo"] + ["Jo"] * options.get("joker", False)
    deal = ruled.start(cards, 0, (0, 0), 0)
    assert len(ruled.deck) == size
    assert [card for hand in deal.hands for card in hand] == cards[:20]
    assert (deal.up_card, list(deal.kitty)) == (cards[20], cards[21:])
