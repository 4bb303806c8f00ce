"""What a seat may not know of Euchre, phase by phase: other cards in its place, the same view to the letter.

The contract suite deals unseen cards again at random; here each secret of the game is changed by itself: the hidden
cards, the dealer's discard, the hand of a dealer that names the trump of a joker, the cards that partners exchange.
"""

from typing import Any

import pytest

from arena.games.euchre import Euchre, EuchreCutthroat, EuchreDeal, EuchreRailroad, EuchreTwoHanded
from arena.games.euchre.variants import EuchreFamily
from tests.games.euchre_tables import started

HANDS = {
    0: "9c Kc Jd Ah Qs",
    1: "Tc Ad 9h Kh Ts",
    2: "Ac 9d Qd Jh As",
    3: "Qc Td Kd Qh 9s",
}
KITTY = "Jc Js Ks"  # with these hands, when the ten of hearts is turned up
REDEAL: dict[str, Any] = {"preset": "redeal"}
DEFENDER = {"alone": "maker-and-defender"}


def swapped(hands: dict[int, str], one: str, other: str) -> dict[int, str]:
    """The hands with two cards exchanged; a card that nobody holds is among the hidden ones."""
    change = {one: other, other: one}
    return {seat: " ".join(change.get(card, card) for card in cards.split()) for seat, cards in hands.items()}


def seen_alike(deal: EuchreDeal, twin: EuchreDeal, seats: list[int]) -> None:
    assert (
        twin.hands != deal.hands or twin.kitty != deal.kitty or twin.discard != deal.discard or twin.held != deal.held
    )
    assert (twin.to_act, twin.decision, twin.summary()) == (deal.to_act, deal.decision, deal.summary())
    for seat in seats:
        assert twin.view(seat) == deal.view(seat)
        assert twin.view_json(seat) == deal.view_json(seat)
        if deal.to_act == seat:
            assert twin.legal() == deal.legal()


@pytest.mark.parametrize(
    ("options", "actions"),
    [
        pytest.param({}, "", id="order"),
        pytest.param({}, "P P", id="order-later"),
        pytest.param({}, "P P P P P", id="trump"),
        pytest.param({}, "O", id="discard"),
        pytest.param(REDEAL, "O Qc", id="alone"),
        pytest.param(REDEAL, "O Qc A T", id="alone-defender"),
        pytest.param({}, "O Qc", id="lead"),
        pytest.param({}, "O Qc Ah 9h", id="play"),
        pytest.param({}, "P P P P C+", id="play-alone"),
    ],
)
@pytest.mark.parametrize(("one", "other"), [("Jc", "As"), ("Jc", "Ac"), ("Ks", "Ac"), ("Js", "9d")])
def test_hidden_cards(options: dict[str, Any], actions: str, one: str, other: str) -> None:
    """A card of seat 2, not yet played, against a hidden one: nobody else learns of it."""
    deal = started(Euchre, options, 3, actions, up_card="Th", hands=HANDS)
    assert set(KITTY.split()) == set(deal.kitty)
    twin = started(Euchre, options, 3, actions, up_card="Th", hands=swapped(HANDS, one, other))
    seen_alike(deal, twin, [0, 1, 3])


@pytest.mark.parametrize(
    ("options", "ordered", "after"),
    [
        pytest.param({}, "O", "", id="with-call"),
        pytest.param({}, "O", "Ah 9h", id="in-play"),
        pytest.param({}, "O", "Ah 9h Jh Qh As", id="second-trick"),
        pytest.param(REDEAL, "P O", "T A", id="alone"),
        pytest.param(DEFENDER, "OA", "T T", id="against-a-loner"),
    ],
)
def test_the_discard(options: dict[str, Any], ordered: str, after: str) -> None:
    """Which card the dealer laid away, the up-card or another, shows in its own view alone."""
    deals = [
        started(Euchre, options, 3, f"{ordered} {discard} {after}", up_card="Th", hands=HANDS)
        for discard in ("Qc", "Td", "Kd", "Th", *(["Qh"] if "Qh" not in after else []))
    ]
    for twin in deals[1:]:
        seen_alike(deals[0], twin, [0, 1, 2])
        assert twin.view(3) != deals[0].view(3)


@pytest.mark.parametrize("game", [Euchre, EuchreCutthroat, EuchreTwoHanded, EuchreRailroad])
def test_a_dealer_that_names_the_trump_of_a_joker_has_not_seen_its_hand(game: type[EuchreFamily]) -> None:
    last = game.seats - 1
    hands = {seat: HANDS[seat] for seat in range(game.seats)}
    deal = started(game, {"joker": True}, last, up_card="Jo", hands=hands)
    for mine, other in zip(HANDS[last].split(), ["Jc", "Js", "Ks", "9c", "Kc"], strict=True):
        twin = started(game, {"joker": True}, last, up_card="Jo", hands=swapped(hands, mine, other))
        seats = [seat for seat in range(game.seats) if twin.hands[seat] == deal.hands[seat]]
        seen_alike(deal, twin, [*seats, last])
    deal.apply("clubs")
    assert len(deal.view(last)["hand"]) == 6


@pytest.mark.parametrize(
    ("actions", "others", "who"),
    [
        pytest.param("OA Qc T T 9c", "OA Qc T T Qs", [1, 2, 3], id="a-loners-discard"),
        pytest.param("OA Qc T T 9c", "OA Td T T 9c", [0, 1, 2], id="the-dealers-discard-before"),
        pytest.param("OA Qc T T 9c Jh", "OA Qc T T 9c As", [1, 3], id="the-card-given"),
        pytest.param("OA Qc A 9c Jh Tc", "OA Qc A Kc Jh Tc", [1, 2, 3], id="the-maker-s-discard-from-the-defenders"),
        pytest.param("OA Qc A 9c Jh Tc Qh", "OA Qc A 9c Jh Tc Td", [0, 2], id="the-defenders-card"),
        pytest.param("P P P OA 9s T T Qc Ad", "P P P OA 9s T T Td Ad", [0, 1, 2], id="a-lone-dealers-second-discard"),
    ],
)
def test_what_partners_exchange(actions: str, others: str, who: list[int]) -> None:
    deal = started(EuchreRailroad, {}, 3, actions, up_card="Th", hands=HANDS)
    twin = started(EuchreRailroad, {}, 3, others, up_card="Th", hands=HANDS)
    seen_alike(deal, twin, who)
