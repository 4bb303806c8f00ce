"""What the view model of Bid Euchre refuses, so that tests of real views against it mean something."""

from typing import Any

import pytest
from pydantic import ValidationError

from protocol.games.bid_euchre import BidEuchreView

VIEW: dict[str, Any] = {
    "deal": 4,
    "dealer": 1,
    "seat": 0,
    "scores": [10, -3],
    "hand": ["9c", "Kc", "Jd", "Ah", "9s"],
    "calls": ["pass", "pass", "4", "pass"],
    "contract": {"declarer": 0, "bid": 4, "trump": "hearts"},
    "tricks": [{"leader": 0, "cards": ["Jh", "9h", "Th", "Qh"], "winner": 0}],
    "tricks_won": [1, 0],
}


def test_a_view_as_it_is() -> None:
    assert BidEuchreView.model_validate(VIEW).model_dump() == VIEW


@pytest.mark.parametrize("field", sorted(VIEW))
def test_no_field_may_be_missing(field: str) -> None:
    with pytest.raises(ValidationError, match=field):
        BidEuchreView.model_validate({key: value for key, value in VIEW.items() if key != field})


@pytest.mark.parametrize(
    "change",
    [
        {"partner": 2},
        {"deal": "4"},
        {"deal": -1},
        {"dealer": 4},
        {"seat": True},
        {"scores": [1]},
        {"scores": [1.0, 2]},
        {"hand": ["10c"]},
        {"hand": ["jh"]},
        {"hand": ["Jh\n"]},
        {"hand": ["9c"] * 7},
        {"calls": ["7"]},
        {"calls": [3]},
        {"calls": ["pass"] * 5},
        {"contract": {"declarer": 0, "bid": "4", "trump": None}},
        {"contract": {"declarer": 0, "bid": 7, "trump": None}},
        {"contract": {"declarer": 0, "bid": 4}},
        {"contract": {"declarer": 0, "bid": 4, "trump": "h"}},
        {"contract": {"declarer": 0, "bid": 4, "trump": "high", "alone": False}},
        {"tricks": [{"leader": 0, "cards": [], "winner": None}]},
        {"tricks": [{"leader": 0, "cards": ["Jh"]}]},
        {"tricks": [{"leader": 0, "cards": ["9c"] * 5, "winner": None}]},
        {"tricks": [VIEW["tricks"][0]] * 7},
        {"tricks_won": [7, 0]},
        {"tricks_won": [0, 0, 0]},
    ],
)
def test_what_is_no_view(change: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        BidEuchreView.model_validate(VIEW | change)
