"""B12-B18 (and E7, E10): effective suits, following, winning, for every pack. Tables are in tests/vectors/tricks."""

from typing import Any

import pytest

from arena.games.cards import ALL_CARDS, deck
from arena.games.tricks import STRENGTH, SUIT, TRUMPS, following, left_bower, winning_index
from tests.games.tables import rows


@pytest.mark.parametrize("row", rows("tricks/suit.json"))
def test_b15_effective_suit(row: dict[str, str]) -> None:
    assert SUIT[row["trump"]][row["card"]] == row["suit"][0]


@pytest.mark.parametrize("row", rows("tricks/legal.json"))
def test_b17_following(row: dict[str, Any]) -> None:
    assert following(row["hand"], row["led"], row["trump"]) == row["legal"]


@pytest.mark.parametrize("row", rows("tricks/winner.json"))
def test_b18_winner(row: dict[str, Any]) -> None:
    assert winning_index(row["cards"], row["trump"]) == row["winner"]


@pytest.mark.parametrize(
    ("trump", "suit", "best_first"),
    [
        pytest.param("hearts", "h", "Jh Jd Ah Kh Qh Th 9h", id="B12-trumps"),
        pytest.param("hearts", "d", "Ad Kd Qd Td 9d", id="B12-same-colour"),
        pytest.param("hearts", "s", "As Ks Qs Js Ts 9s", id="B12-other"),
        pytest.param("clubs", "c", "Jc Js Ac Kc Qc Tc 9c", id="B12-clubs"),
        pytest.param("high", "d", "Ad Kd Qd Jd Td 9d", id="B13"),
        pytest.param("low", "d", "9d Td Jd Qd Kd Ad", id="B14"),
    ],
)
def test_b12_to_b14_order_of_a_suit(trump: str, suit: str, best_first: str) -> None:
    cards = [card for card in deck() if SUIT[trump][card] == suit]
    assert sorted(cards, key=STRENGTH[trump][suit].__getitem__, reverse=True) == best_first.split()


@pytest.mark.parametrize("trump", TRUMPS)
def test_b18_exactly_trumps_and_the_led_suit_can_win(trump: str) -> None:
    for led, worth in STRENGTH[trump].items():
        can_win = {card for card, strength in worth.items() if strength > 0}
        allowed = {led} if trump in ("high", "low") else {led, trump[0]}
        assert can_win == {card for card, suit in SUIT[trump].items() if suit in allowed}
        strengths = [worth[card] for card in can_win]
        assert len(set(strengths)) == len(strengths)


@pytest.mark.parametrize("trump", TRUMPS[:4])
def test_e7_the_joker_is_the_best_trump(trump: str) -> None:
    assert set(SUIT[trump]) == set(ALL_CARDS)
    for led in "cdhs":
        assert max(STRENGTH[trump][led], key=STRENGTH[trump][led].__getitem__) == "Jo"


@pytest.mark.parametrize(
    ("trump", "left"),
    [("clubs", "Js"), ("diamonds", "Jh"), ("hearts", "Jd"), ("spades", "Jc"), ("high", None), ("low", None)],
)
def test_b12_left_bower(trump: str, left: str | None) -> None:
    assert left_bower(trump) == left
