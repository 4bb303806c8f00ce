"""The view and the summary of Euchre at every stage of one deal, to the letter of the protocol."""

from typing import Any

import pytest

from arena.games.euchre import Euchre
from arena.games.game import Deal
from tests.games.euchre_tables import started

HANDS = {
    0: "9c Kc Jd Ah Qs",
    1: "Tc Ad 9h Kh Ts",
    2: "Ac 9d Qd Jh As",
    3: "Qc Td Kd Qh 9s",
}
ORDER = ["deal", "dealer", "seat", "scores", "hand", "up_card", "turned_down", "calls", "contract", "sitting_out"]
ORDER += ["discarded", "tricks", "tricks_won"]
DEFENDER = {"alone": "maker-and-defender"}
HEARTS = {"maker": 0, "trump": "hearts", "alone": []}


@pytest.mark.parametrize(
    ("options", "actions", "seat", "changes"),
    [
        pytest.param({}, "", 0, {}, id="before-the-calls"),
        pytest.param({}, "P P", 2, {"calls": ["pass", "pass"]}, id="first-round"),
        pytest.param({}, "P P P P", 0, {"calls": ["pass"] * 4, "turned_down": True}, id="turned-down"),
        pytest.param(
            {},
            "P P P P P C+",
            3,
            {
                "calls": ["pass"] * 5 + ["clubs alone"],
                "turned_down": True,
                "contract": {"maker": 1, "trump": "clubs", "alone": [1]},
                "sitting_out": [3],
            },
            id="second-round-alone",
        ),
        pytest.param(
            {},
            "O",
            3,
            {"calls": ["order up"], "contract": HEARTS, "hand": ["Qc", "Td", "Kd", "Th", "Qh", "9s"]},
            id="the-dealer-is-to-discard",
        ),
        pytest.param({}, "O", 0, {"calls": ["order up"], "contract": HEARTS}, id="another-seat-meanwhile"),
        pytest.param(
            {},
            "O Qc",
            3,
            {
                "calls": ["order up"],
                "contract": HEARTS,
                "hand": ["Td", "Kd", "Th", "Qh", "9s"],
                "discarded": "Qc",
            },
            id="the-dealer-has-discarded",
        ),
        pytest.param({}, "O Qc", 1, {"calls": ["order up"], "contract": HEARTS}, id="the-discard-is-hidden"),
        pytest.param(
            {"preset": "redeal"},
            "O Qc T T A",
            1,
            {
                "calls": ["order up"],
                "contract": {"maker": 0, "trump": "hearts", "alone": [1]},
                "sitting_out": [3],
            },
            id="answers-alone-are-no-calls",
        ),
        pytest.param(
            {},
            "O Qc Ah 9h",
            2,
            {
                "calls": ["order up"],
                "contract": HEARTS,
                "tricks": [{"leader": 0, "cards": ["Ah", "9h"], "winner": None}],
            },
            id="in-the-first-trick",
        ),
        pytest.param(
            {},
            "O Qc Ah 9h Jh Qh As",
            0,
            {
                "calls": ["order up"],
                "contract": HEARTS,
                "hand": ["9c", "Kc", "Jd", "Qs"],
                "tricks": [
                    {"leader": 0, "cards": ["Ah", "9h", "Jh", "Qh"], "winner": 2},
                    {"leader": 2, "cards": ["As"], "winner": None},
                ],
                "tricks_won": [1, 0],
            },
            id="in-the-second-trick",
        ),
        pytest.param(
            DEFENDER,
            "OA Qc T A Ah Qh Jd Th",
            1,
            {
                "calls": ["order up alone"],
                "contract": {"maker": 0, "trump": "hearts", "alone": [0, 3]},
                "sitting_out": [1, 2],
                "tricks": [
                    {"leader": 0, "cards": ["Ah", "Qh"], "winner": 0},
                    {"leader": 0, "cards": ["Jd", "Th"], "winner": 0},
                ],
                "tricks_won": [2, 0],
            },
            id="two-loners",
        ),
    ],
)
def test_view(options: dict[str, Any], actions: str, seat: int, changes: dict[str, Any]) -> None:
    deal = started(Euchre, options, 3, actions, up_card="Th", hands=HANDS, scores=(4, 7))
    expected: dict[str, Any] = {
        "deal": 0,
        "dealer": 3,
        "seat": seat,
        "scores": [4, 7],
        "hand": HANDS[seat].split(),
        "up_card": "Th",
        "turned_down": False,
        "calls": [],
        "contract": None,
        "sitting_out": [],
        "discarded": None,
        "tricks": [],
        "tricks_won": [0, 0],
    }
    view = deal.view(seat)
    assert view == expected | changes
    assert list(view) == ORDER
    assert deal.view_json(seat) == Deal.view_json(deal, seat)


NOTHING: dict[str, Any] = {
    "contract": None,
    "tricks": [],
    "sitting_out": [],
    "up_card": "Th",
    "discard": None,
    "kitty": None,
}
KITTY = ["Jc", "Js", "Ks"]


@pytest.mark.parametrize(
    ("options", "actions", "changes"),
    [
        ({}, "", {}),
        ({}, "P P P P P", {}),
        ({}, "O", {"contract": HEARTS}),
        ({}, "O Qc", {"contract": HEARTS}),
        ({}, "OA Qc", {"contract": {**HEARTS, "alone": [0]}, "sitting_out": [2]}),
        ({}, "O Qc Ah 9h Jh Qh As", {"contract": HEARTS, "tricks": [2]}),
        ({"all_pass": "redeal"}, "P P P P P P P P", {"kitty": KITTY}),
    ],
)
def test_summary_as_far_as_the_deal_has_come(options: dict[str, Any], actions: str, changes: dict[str, Any]) -> None:
    assert started(Euchre, options, 3, actions, up_card="Th", hands=HANDS).summary() == NOTHING | changes


def test_summary_of_a_whole_deal() -> None:
    deal = started(Euchre, {}, 3, "O Qc", up_card="Th", hands=HANDS)
    while deal.to_act >= 0:
        deal.apply(deal.legal()[-1])
    assert deal.summary() == {
        "contract": HEARTS,
        "tricks": deal.trick_winners,
        "sitting_out": [],
        "up_card": "Th",
        "discard": "Qc",
        "kitty": KITTY,
    }
    assert len(deal.trick_winners) == 5
