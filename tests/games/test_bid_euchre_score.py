"""B20-B23: points, scores, who wins and when, options and statistics."""

from typing import Any

import pytest

from arena.errors import OptionError
from arena.games import game
from arena.games.bid_euchre import BidEuchre
from arena.games.game import IllegalAction
from tests.games.tables import HANDS, rows, scored, started, undealt, vector

POINTS = [
    pytest.param(int(bid), tricks, points, id=f"bid-{bid}-tricks-{tricks}")
    for bid, by_tricks in vector("bid_euchre/score.json").items()
    for tricks, points in enumerate(by_tricks)
]


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(("bid", "tricks", "points"), POINTS)
def test_b20_points(bid: int, tricks: int, points: list[int], side: int) -> None:
    """Every bid, every number of tricks: also those that a program with max(bid, 6) tricks to make got wrong."""
    deal = scored((0, 0), side, bid, tricks)
    assert deal.points == tuple(points if side == 0 else reversed(points))
    assert deal.scores == deal.points
    made = tricks >= bid
    assert sum(deal.points) == 6 if made else sum(deal.points) < 6
    tallies: list[dict[str, tuple[int, int]]] = [{"bids_made": (0, 0)}, {"bids_made": (0, 0)}]
    tallies[side] = {"bids_made": (int(made), 1)}
    assert deal.tallies() == tuple(tallies)


@pytest.mark.parametrize("row", rows("bid_euchre/win.json"))
def test_b21_to_b23_winning(row: dict[str, Any]) -> None:
    deal = scored(row["before"], row["declaring_side"], row["bid"], row["tricks"])
    assert deal.scores == tuple(row["after"])
    shares = {0: (1, 0), 1: (0, 1), None: None}[row["winner"]]
    assert deal.shares() == shares


@pytest.mark.parametrize("row", rows("bid_euchre/win.json"))
def test_b22_the_sides_are_alike(row: dict[str, Any]) -> None:
    deal = scored(row["before"][::-1], 1 - row["declaring_side"], row["bid"], row["tricks"])
    assert deal.scores == tuple(row["after"][::-1])
    assert deal.shares() == {0: (0, 1), 1: (1, 0), None: None}[row["winner"]]


@pytest.mark.parametrize(
    ("target", "before", "tricks", "shares"),
    [
        (1, (0, 0), 3, (1, 0)),
        (3, (0, 0), 3, (1, 0)),
        (4, (0, 0), 3, None),
        (10, (6, 0), 4, (1, 0)),
        (10, (5, 9), 4, None),
        (5, (0, 0), 1, (0, 1)),
        (6, (0, 0), 1, None),
    ],
)
def test_b22_at_exactly_the_target(
    target: int, before: tuple[int, int], tricks: int, shares: tuple[int, int] | None
) -> None:
    assert scored(before, 0, 3, tricks, target=target).shares() == shares


def test_b21_negative_scores_go_on() -> None:
    """A well-known program took 0 for the best score so far."""
    assert scored((-50, -40), 0, 3, 3).scores == (-47, -37)
    assert scored((-50, -40), 0, 3, 3).shares() is None
    assert scored((-50, -40), 1, 6, 0).scores == (-44, -46)


def test_a_deal_is_scored_once() -> None:
    deal = scored((0, 0), 0, 3, 4)
    before = (deal.scores, deal.points, list(deal.actions))
    for action in ("9c", "pass", "hearts", ""):
        with pytest.raises(IllegalAction, match="the deal is over"):
            deal.apply(action)
    assert (deal.scores, deal.points, deal.actions) == before
    assert (deal.to_act, deal.decision, deal.legal()) == (-1, "", [])


def test_no_shares_and_old_scores_before_the_end() -> None:
    deal = started(3, ["pass", "pass", "pass", "3", "hearts"], scores=(40, 40))
    assert deal.shares() is None
    assert deal.points is None
    assert deal.scores == (40, 40)


@pytest.mark.parametrize(("options", "target"), [({}, 32), ({"target": 1}, 1), ({"target": 32}, 32)])
def test_options(options: dict[str, Any], target: int) -> None:
    ruled = game("bid-euchre", options)
    assert ruled.options == {"target": target}
    assert isinstance(ruled.start(undealt(HANDS), 0, (0, 0), 0).shares(), type(None))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"target": 0}, "options.target: expected a whole number of at least 1, got 0"),
        ({"target": -32}, "options.target: expected a whole number of at least 1, got -32"),
        ({"target": True}, "options.target: expected a whole number of at least 1, got True"),
        ({"target": 32.0}, "options.target: expected a whole number of at least 1, got 32.0"),
        ({"target": "32"}, "options.target: expected a whole number of at least 1, got '32'"),
        ({"target": None}, "options.target: expected a whole number of at least 1, got None"),
        ({"targt": 32}, "options.targt: unknown option of bid-euchre (did you mean target?)"),
        ({"joker": True}, "options.joker: unknown option of bid-euchre (known: target)"),
    ],
)
def test_wrong_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as raised:
        game("bid-euchre", options)
    assert str(raised.value) == message


def test_b1_seats_and_sides() -> None:
    ruled = BidEuchre()
    assert (ruled.seats, ruled.sides, ruled.side_count) == (4, (0, 1, 0, 1), 2)
