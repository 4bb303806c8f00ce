"""The view and the summary at every stage of one deal, to the letter of the protocol."""

from typing import Any

import pytest

from tests.games.tables import started

HANDS = [
    ["9c", "Kc", "Jd", "Jh", "Ah", "9s"],
    ["Tc", "Qd", "Td", "9h", "Qs", "Ks"],
    ["Jc", "Ac", "9d", "Th", "Kh", "As"],
    ["Qc", "Kd", "Ad", "Qh", "Ts", "Js"],
]
CALLED = "pass pass 4 pass"  # dealer 1, so seats 2, 3, 0, 1: seat 0 declares
TRICK = {"leader": 0, "cards": ["Jh", "9h", "Th", "Qh"], "winner": 0}
OVER = {"declarer": 0, "bid": 4, "trump": "hearts"}


@pytest.mark.parametrize(
    ("actions", "seat", "expected"),
    [
        pytest.param("", 3, {"hand": HANDS[3], "calls": [], "contract": None}, id="before-the-auction"),
        pytest.param("pass 3", 0, {"calls": ["pass", "3"], "contract": None}, id="in-the-auction"),
        pytest.param(CALLED, 0, {"contract": {"declarer": 0, "bid": 4, "trump": None}}, id="before-the-trump"),
        pytest.param(f"{CALLED} hearts", 2, {"contract": OVER, "tricks": []}, id="before-the-lead"),
        pytest.param(
            f"{CALLED} hearts Jh",
            1,
            {"hand": HANDS[1], "tricks": [{"leader": 0, "cards": ["Jh"], "winner": None}], "tricks_won": [0, 0]},
            id="in-the-first-trick",
        ),
        pytest.param(
            f"{CALLED} hearts Jh 9h Th Qh",
            0,
            {"hand": ["9c", "Kc", "Jd", "Ah", "9s"], "tricks": [TRICK], "tricks_won": [1, 0]},
            id="between-tricks",
        ),
        pytest.param(
            f"{CALLED} hearts Jh 9h Th Qh 9c Tc",
            3,
            {
                "hand": ["Qc", "Kd", "Ad", "Ts", "Js"],
                "tricks": [TRICK, {"leader": 0, "cards": ["9c", "Tc"], "winner": None}],
                "tricks_won": [1, 0],
            },
            id="in-the-second-trick",
        ),
        pytest.param(
            f"{CALLED} hearts Jh 9h Th Qh 9c Tc Ac Qc",
            2,
            {
                "tricks": [TRICK, {"leader": 0, "cards": ["9c", "Tc", "Ac", "Qc"], "winner": 2}],
                "tricks_won": [2, 0],
                "hand": ["Jc", "9d", "Kh", "As"],
            },
            id="after-two-tricks",
        ),
    ],
)
def test_view(actions: str, seat: int, expected: dict[str, Any]) -> None:
    deal = started(1, actions.split(), hands=HANDS, scores=(10, -3))
    calls = actions.split()[:4]
    empty: dict[str, Any] = {"deal": 0, "dealer": 1, "seat": seat, "scores": [10, -3], "hand": HANDS[seat]}
    empty |= {
        "calls": calls,
        "contract": OVER if len(actions.split()) > 4 else None,
        "tricks": [],
        "tricks_won": [0, 0],
    }
    view = deal.view(seat)
    # in canonical order whatever the order of the table above
    expected = {key: sorted_by_print(value) if key == "hand" else value for key, value in expected.items()}
    assert view == empty | {"hand": sorted_by_print(empty["hand"])} | expected
    assert list(view) == list(empty)


def sorted_by_print(hand: list[str]) -> list[str]:
    return sorted(hand, key=lambda card: ("cdhs".index(card[1]), "9TJQKA".index(card[0])))


@pytest.mark.parametrize(
    ("actions", "summary"),
    [
        ("", {"contract": None, "tricks": []}),
        ("pass pass 4", {"contract": None, "tricks": []}),
        (CALLED, {"contract": {"declarer": 0, "bid": 4, "trump": None}, "tricks": []}),
        (f"{CALLED} low 9c Tc", {"contract": {"declarer": 0, "bid": 4, "trump": "low"}, "tricks": []}),
        (f"{CALLED} hearts Jh 9h Th Qh", {"contract": OVER, "tricks": [0]}),
    ],
)
def test_summary_as_far_as_the_deal_has_come(actions: str, summary: dict[str, Any]) -> None:
    assert started(1, actions.split(), hands=HANDS).summary() == summary
