"""Cut-throat and two-handed Euchre: calls, leads, points and winning, rows EV01 to EV08, EL15 and EL16."""

from typing import Any

import pytest

from arena.errors import OptionError
from arena.games.euchre import EuchreCutthroat, EuchreTwoHanded
from arena.games.euchre.variants import EuchreFamily
from tests.games.euchre_tables import finished, started, words
from tests.games.test_euchre_illegal import check_why

REDEAL: dict[str, Any] = {"preset": "redeal"}


@pytest.mark.parametrize(
    ("options", "before", "tricks", "after", "shares"),
    [
        pytest.param({}, [4, 4, 4], 3, [5, 4, 4], None, id="EV01"),
        pytest.param({}, [4, 4, 4], 5, [7, 4, 4], None, id="EV02"),
        pytest.param({"march": 2}, [4, 4, 4], 5, [6, 4, 4], None, id="EV03"),
        pytest.param({}, [4, 9, 7], 2, [4, 11, 9], (0, 1, 0), id="EV04"),
        pytest.param({}, [4, 9, 8], 1, [4, 11, 10], (0, 1, 0), id="EV05"),
        pytest.param({}, [4, 8, 8], 0, [4, 10, 10], (0, 0.5, 0.5), id="EV06"),
        pytest.param({}, [9, 8, 8], 4, [10, 8, 8], (1, 0, 0), id="the-maker-wins"),
        pytest.param({"target": 5}, [4, 4, 2], 2, [4, 6, 4], (0, 1, 0), id="target"),
    ],
)
def test_cutthroat(
    options: dict[str, Any], before: list[int], tricks: int, after: list[int], shares: tuple[float, ...] | None
) -> None:
    deal = finished(EuchreCutthroat, options, 0, tricks, scores=before)
    assert (list(deal.scores), deal.shares()) == (after, shares)


@pytest.mark.parametrize(
    ("tricks", "after"),
    [
        pytest.param(5, [5, 3], id="EV07"),
        pytest.param(2, [3, 5], id="EV08"),
        pytest.param(3, [4, 3], id="made"),
        pytest.param(4, [4, 3], id="made-with-four"),
    ],
)
def test_two_handed(tricks: int, after: list[int]) -> None:
    assert list(finished(EuchreTwoHanded, {}, 0, tricks, scores=[3, 3]).scores) == after


@pytest.mark.parametrize(
    ("game", "dealer", "seats"),
    [
        pytest.param(EuchreCutthroat, 2, [0, 1, 2], id="EL15"),
        pytest.param(EuchreTwoHanded, 1, [0, 1], id="EL16"),
        pytest.param(EuchreTwoHanded, 0, [1, 0], id="EL16-the-other-dealer"),
    ],
)
def test_the_left_of_the_dealer_calls_and_leads_first(game: type[EuchreFamily], dealer: int, seats: list[int]) -> None:
    deal = started(game, {}, dealer)
    called = []
    while deal.decision != "play":
        called.append(deal.to_act)
        deal.apply("pass" if "pass" in deal.legal() else deal.legal()[0])
    assert called == seats * 2
    played = []
    for _ in seats:
        played.append(deal.to_act)
        deal.apply(deal.legal()[0])
    assert played == seats
    assert len(deal.trick_winners) == 1


@pytest.mark.parametrize(("game", "seats", "kitty"), [(EuchreCutthroat, 3, 8), (EuchreTwoHanded, 2, 13)])
def test_calls_and_cards(game: type[EuchreFamily], seats: int, kitty: int) -> None:
    last = seats - 1
    deal = started(game, REDEAL, last)
    assert (len(deal.hands), len(deal.kitty), deal.legal()) == (seats, kitty, ["pass", "order up"])
    second = started(game, REDEAL, last, "P " * seats)
    assert (second.to_act, second.legal()) == (0, words("P C D S"))
    assert started(game, {}, last, "P " * (2 * seats - 1)).legal() == words("C D S")
    assert started(game, REDEAL, last, "P " * (2 * seats - 1)).legal() == words("P C D S")
    thrown_in = started(game, REDEAL, last, "P " * 2 * seats)
    assert (thrown_in.points, thrown_in.to_act) == ((0,) * len(game.sides), -1)
    ordered = started(game, {}, last, "O")
    assert (ordered.decision, ordered.to_act, len(ordered.legal())) == ("discard", last, 6)
    joker = started(game, {"joker": True}, last, up_card="Jo")
    assert (joker.decision, joker.to_act, joker.legal(), joker.view(last)["hand"]) == (
        "trump",
        last,
        words("C D H S"),
        [],
    )
    joker.apply("clubs")
    joker.apply("Jo")
    assert (joker.decision, joker.to_act) == ("play", 0)


@pytest.mark.parametrize("game", [EuchreCutthroat, EuchreTwoHanded])
def test_there_are_no_lone_hands(game: type[EuchreFamily]) -> None:
    with pytest.raises(OptionError, match=rf"options.alone: unknown option of {game.name} \(known: preset, all_pass, "):
        game.with_options({"alone": "maker"})
    why = f"there are no lone hands in {game.name}"
    check_why(game, {}, "", "order up alone", why)
    check_why(game, {}, "P " * game.seats, "clubs alone", why)


def test_cutthroat_tallies_are_of_the_maker_alone() -> None:
    nothing = {"orders_made": (0, 0), "marches": (0, 0), "alone": (0, 0)}
    made = {"orders_made": (1, 1), "marches": (0, 1), "alone": (0, 1)}
    assert finished(EuchreCutthroat, {}, 1, 3).tallies() == (nothing, made, nothing)


def test_cutthroat_view() -> None:
    hands = {0: "9c Kc Jd Ah Qs", 1: "Tc Ad 9h Kh Ts", 2: "Ac 9d Qd Jh As"}
    deal = started(EuchreCutthroat, {}, 2, "P O Ac Ah 9h Jh As Qs Ts", up_card="Th", hands=hands, scores=(1, 2, 3))
    assert deal.view(2) == {
        "deal": 0,
        "dealer": 2,
        "seat": 2,
        "scores": [1, 2, 3],
        "hand": ["9d", "Qd", "Th"],
        "up_card": "Th",
        "turned_down": False,
        "calls": ["pass", "order up"],
        "contract": {"maker": 1, "trump": "hearts", "alone": []},
        "sitting_out": [],
        "discarded": "Ac",
        "tricks": [
            {"leader": 0, "cards": ["Ah", "9h", "Jh"], "winner": 2},
            {"leader": 2, "cards": ["As", "Qs", "Ts"], "winner": 2},
        ],
        "tricks_won": [0, 0, 2],
    }
