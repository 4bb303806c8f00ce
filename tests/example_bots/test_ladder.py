"""The example bots stand in the order that their README claims: each clearly stronger than the one before.

Called directly, not as processes, on fixed deals and with fixed randomness: the same result on every machine.
"""

import importlib.util
import random
from collections.abc import Callable
from typing import Any

import pytest

from arena.games.bid_euchre import BidEuchre
from tests.example_bots.talking import EXAMPLES, request

Choose = Callable[[dict[str, Any]], str | tuple[str, str]]

BOARDS = 15
MOST_DEALS = 60  # against a bot that bids at random a match may never end


def bot(name: str) -> Choose:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / "python" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    choose: Choose = module.choose
    return choose


def share(sides: tuple[Choose, Choose], board: int) -> float:
    """What side 0 gets of a match; at the cap of deals the better score has it."""
    game, cards = BidEuchre.with_options({}), random.Random(board)
    scores: tuple[int, ...] = (0, 0)
    for number in range(MOST_DEALS):
        deck = list(game.deck)
        cards.shuffle(deck)
        deal = game.start(deck, (board + number) % 4, scores, number)
        while deal.to_act >= 0:
            asked = request(1, deal.decision, deal.legal(), deal.view(deal.to_act))
            choice = sides[deal.to_act % 2](asked)
            deal.apply(choice if isinstance(choice, str) else choice[0])
        scores = deal.scores
        if shares := deal.shares():
            return shares[0]
    return float(scores[0] > scores[1])


@pytest.mark.parametrize(
    ("stronger", "weaker", "at_least"),
    [
        ("thinking_bot", "counting_bot", 0.65),
        ("counting_bot", "lowest_bot", 0.9),
        ("lowest_bot", "random_bot", 0.9),
    ],
)
def test_ladder(stronger: str, weaker: str, at_least: float) -> None:
    random.seed(1)
    strong, weak = bot(stronger), bot(weaker)
    shares = [share((strong, weak), board) for board in range(BOARDS)]
    shares += [1 - share((weak, strong), board) for board in range(BOARDS)]
    assert sum(shares) / len(shares) >= at_least
