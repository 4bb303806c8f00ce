"""Railroad Euchre: the partner's best card, laps and slam in a rubber, rows EW09 to EW11."""

from typing import Any

import pytest

from arena.errors import OptionError
from arena.games.euchre import EuchreRailroad, RailroadDeal
from tests.games.euchre_tables import finished, started, words
from tests.games.test_euchre_illegal import check_why

HANDS = {
    0: "9c Kc Jd Ah Qs",
    1: "Tc Ad 9h Kh Ts",
    2: "Ac 9d Qd Jh As",
    3: "Qc Td Kd Qh 9s",
}
RUBBER = {"games": 3, "laps": True, "slam": True}


def at(actions: str, options: dict[str, Any] | None = None, **more: Any) -> RailroadDeal:
    deal = started(EuchreRailroad, options or {}, 3, actions, **{"up_card": "Th", "hands": HANDS, **more})
    assert isinstance(deal, RailroadDeal)
    return deal


def played_out(deal: RailroadDeal) -> RailroadDeal:
    while deal.to_act >= 0:
        deal.apply(deal.legal()[0])
    return deal


@pytest.mark.parametrize(
    ("options", "actions", "decision", "seat", "legal"),
    [
        pytest.param({}, "O Qc", "play", 0, HANDS[0], id="nobody-alone"),
        pytest.param({}, "OA Qc T T", "discard", 0, HANDS[0], id="the-loner-discards"),
        pytest.param({}, "OA Qc T T 9c", "give", 2, HANDS[2], id="its-partner-gives"),
        pytest.param({}, "OA Qc T T 9c Jh", "play", 0, "Kc Jd Jh Ah Qs", id="the-lead"),
        pytest.param({}, "OA Qc A 9c Jh", "discard", 1, HANDS[1], id="then-the-lone-defender-discards"),
        pytest.param({}, "OA Qc A 9c Jh Tc", "give", 3, "Td Kd Th Qh 9s", id="and-gets-a-card"),
        pytest.param({}, "P O Qc", "play", 0, HANDS[0], id="plain-order"),
        pytest.param({}, "P OA T T Tc", "give", 3, HANDS[3], id="a-dealer-that-sits-out-gives-of-five"),
        pytest.param({}, "P P P OA 9s T T", "discard", 3, "Qc Td Kd Th Qh", id="a-lone-dealer-discards-twice"),
        pytest.param({"best_card": False}, "OA Qc T T", "play", 0, HANDS[0], id="without-best-card"),
        pytest.param({"preset": "redeal"}, "O Qc A T T", "discard", 0, HANDS[0], id="alone-after-the-dealers-exchange"),
        pytest.param(
            {"preset": "redeal", "alone": "anyone"}, "O Qc T A T A", "discard", 2, HANDS[2], id="a-lone-partner-first"
        ),
    ],
)
def test_the_partners_best_card(options: dict[str, Any], actions: str, decision: str, seat: int, legal: str) -> None:
    deal = at(actions, options)
    assert (deal.decision, deal.to_act, deal.legal()) == (decision, seat, legal.split())


@pytest.mark.parametrize(
    ("actions", "known"),
    [
        ("OA Qc T T", [None, None, None, None]),
        ("OA Qc T T 9c", [{"discarded": "9c", "passed": None}, None, None, None]),
        (
            "OA Qc T T 9c Jh",
            [{"discarded": "9c", "passed": "Jh"}, None, {"discarded": None, "passed": "Jh"}, None],
        ),
        (
            "OA Qc A 9c Jh Tc Qh",
            [
                {"discarded": "9c", "passed": "Jh"},
                {"discarded": "Tc", "passed": "Qh"},
                {"discarded": None, "passed": "Jh"},
                {"discarded": None, "passed": "Qh"},
            ],
        ),
    ],
)
def test_who_knows_of_the_exchange(actions: str, known: list[Any]) -> None:
    deal = at(actions)
    assert [deal.view(seat)["best_card"] for seat in range(4)] == known
    assert [deal.view(seat)["discarded"] for seat in range(4)] == [None, None, None, "Qc"]
    assert deal.summary()["best_cards"] is None


def test_the_summary_of_a_whole_deal() -> None:
    summary = played_out(at("OA Qc A 9c Jh Tc Qh")).summary()
    assert summary["best_cards"] == [
        {"seat": 0, "discarded": "9c", "given": "Jh"},
        {"seat": 1, "discarded": "Tc", "given": "Qh"},
    ]
    assert (summary["discard"], summary["games_won"]) == ("Qc", [0, 0])


@pytest.mark.parametrize(
    ("actions", "action", "why"),
    [
        ("OA Qc T T", "Jh", "you do not hold Jh"),
        ("OA Qc T T 9c", "9c", "you do not hold 9c"),
        ("OA Qc T T 9c", "alone", "a card is due to be given to your partner, not alone"),
        ("OA Qc T T 9c", "jh", "'jh' is not a card: cards are written rank in upper case, suit in lower case, here Jh"),
    ],
)
def test_why_an_exchange_is_illegal(actions: str, action: str, why: str) -> None:
    check_why(EuchreRailroad, {}, actions, action, why)


def test_ew11_a_lone_defender_euchres_a_lone_maker() -> None:
    deal = finished(EuchreRailroad, {}, 0, 2, [0, 1], scores=[7, 7])
    assert (list(deal.scores), deal.shares()) == ([7, 11], (0, 1))


@pytest.mark.parametrize(
    ("options", "before", "tricks", "lone", "after", "games_won", "following"),
    [
        pytest.param(RUBBER, [9, 2], 5, [0], [13, 2], [1, 0], (3, 0), id="EW09"),
        pytest.param({"games": 3}, [9, 2], 5, [0], [13, 2], [1, 0], (0, 0), id="EW09-without-laps"),
        pytest.param({**RUBBER, "games": 5}, [8, 0], 5, [], [10, 0], [2, 0], (0, 0), id="EW10"),
        pytest.param({"games": 3}, [8, 0], 5, [], [10, 0], [1, 0], (0, 0), id="EW10-without-slam"),
        pytest.param(RUBBER, [8, 1], 5, [], [10, 1], [1, 0], (0, 0), id="no-slam-against-one-point"),
        pytest.param(RUBBER, [3, 8], 2, [], [3, 10], [0, 1], (0, 0), id="the-other-side"),
        pytest.param(RUBBER, [3, 4], 3, [], [4, 4], [0, 0], (4, 4), id="the-game-goes-on"),
    ],
)
def test_a_game_within_the_rubber(
    options: dict[str, Any],
    before: list[int],
    tricks: int,
    lone: list[int],
    after: list[int],
    games_won: list[int],
    following: tuple[int, int],
) -> None:
    deal = finished(EuchreRailroad, options, 0, tricks, lone, scores=before)
    assert (list(deal.scores), deal.shares(), deal.carried) == (after, None, games_won)
    assert deal.summary()["games_won"] == games_won
    ruled = EuchreRailroad.with_options(options)
    coming = ruled.start(ruled.deck, 0, deal.scores, 1, deal.carried)
    assert (coming.scores, coming.view(0)["scores"], coming.view(0)["games_won"]) == (
        following,
        list(following),
        games_won,
    )


@pytest.mark.parametrize(
    ("games", "won", "slam", "after", "shares"),
    [
        (1, None, False, [1, 0], (1, 0)),
        (1, None, True, [2, 0], (1, 0)),
        (2, [0, 0], False, [1, 0], None),
        (2, [0, 0], True, [2, 0], (1, 0)),
        (2, [1, 0], False, [2, 0], (1, 0)),
        (2, [0, 1], False, [1, 1], (0.5, 0.5)),
        (2, [0, 1], True, [2, 1], (1, 0)),
        (3, [0, 1], False, [1, 1], None),
        (3, [1, 1], False, [2, 1], (1, 0)),
        (3, [0, 1], True, [2, 1], (1, 0)),
        (4, [1, 2], False, [2, 2], (0.5, 0.5)),
    ],
)
def test_the_end_of_a_rubber(
    games: int, won: list[int] | None, slam: bool, after: list[int], shares: tuple[float, float] | None
) -> None:
    """Side 0 wins a game with a slam, which counts double where `slam` is in force."""
    like = finished(EuchreRailroad, {}, 0, 5)
    ruled = EuchreRailroad.with_options({"games": games, "slam": slam})
    cards = [card for hand in like.hands for card in hand] + [like.up_card, *like.kitty]
    deal = ruled.start(cards, like.dealer, (8, 0), 7, won)
    assert deal.shares() is None
    for action in like.actions:
        deal.apply(action)
    assert (deal.carried, deal.shares()) == (after, shares)


def test_side_1_wins_a_rubber() -> None:
    assert finished(EuchreRailroad, {}, 1, 3, scores=[0, 9]).shares() == (0, 1)


def test_defaults_and_what_may_not_stand_together() -> None:
    options = EuchreRailroad.with_options({}).options
    assert (options["joker"], options["alone"], options["lone_defender"], options["target"]) == (
        True,
        "maker-and-defender",
        "four",
        10,
    )
    assert (options["best_card"], options["laps"], options["slam"], options["games"]) == (True, False, False, 1)
    assert len(EuchreRailroad.with_options({"preset": "redeal"}).deck) == 25
    assert EuchreRailroad.with_options({"laps": True, "target": 4}).options["target"] == 4
    with pytest.raises(OptionError, match=r"options\.laps: needs a target of at least 4, got 3: "):
        EuchreRailroad.with_options({"laps": True, "target": 3})
    with pytest.raises(OptionError, match=r"options\.canadian_loner: needs alone_when"):
        EuchreRailroad.with_options({"preset": "redeal", "canadian_loner": True})
    with pytest.raises(OptionError, match=r"options\.games: expected a whole number of at least 1, got 0"):
        EuchreRailroad.with_options({"games": 0})


def test_joker_turned_up_then_alone_then_the_best_card() -> None:
    deal = at("S Qc", up_card="Jo")
    assert (deal.decision, deal.to_act) == ("alone", 3)
    for action in words("A T T 9s Ts"):
        deal.apply(action)
    assert (deal.view(3)["hand"], deal.decision) == (["Td", "Kd", "Qh", "Ts", "Jo"], "play")
