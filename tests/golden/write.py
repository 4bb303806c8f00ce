"""Plays the golden matches: a whole match of every game, under its defaults and some under other options, from a fixed
seed, chosen at random but mildly so that it ends.

`python -m tests.golden.write` writes them anew; do so only when a rule was meant to change, and read the difference.
"""

import json
from pathlib import Path
from random import Random
from typing import Any

from arena.games import GAMES, game
from arena.games.dealing import board_key, shuffled

HERE = Path(__file__).parent
SEED = "c0ffee"
BOARD = 2
MAX_DEALS = 200


MATCHES: dict[str, tuple[str, dict[str, Any]]] = {name.replace("-", "_"): (name, {}) for name in GAMES}
"""File name -> game and options."""
MATCHES["euchre_redeal"] = ("euchre", {"preset": "redeal"})
MATCHES["euchre_joker_32"] = ("euchre", {"joker": True, "deck": 32, "alone": "maker-and-defender"})
# six or eight seats that call at random bid too high to reach 32
MATCHES["bid_euchre_double"] = ("bid-euchre-double", {"target": 16, "min_bid": 1})
MATCHES["bid_euchre_double_8"] = ("bid-euchre-double", {"players": 8, "target": 9, "min_bid": 1})
MATCHES["euchre_railroad_rubber"] = ("euchre-railroad", {"games": 3, "laps": True, "slam": True})


def golden_path(name: str) -> Path:
    return HERE / f"{name}.json"


def golden_match(name: str) -> dict[str, Any]:
    """One match: its deals with hands, actions, points and scores, and how it is shared in the end."""
    ruled = game(*MATCHES[name])
    key = board_key(SEED, "*", BOARD)
    random = Random(key)
    scores: tuple[int, ...] = (0,) * ruled.side_count
    deals: list[dict[str, Any]] = []
    shares = carried = None
    while shares is None and len(deals) < MAX_DEALS:
        number = len(deals)
        dealer = (BOARD + number) % ruled.seats
        deal = ruled.start(shuffled(key, number, ruled.deck), dealer, scores, number, carried)
        while deal.to_act >= 0:
            legal = deal.legal()
            # early actions are the modest ones: with bids drawn evenly both sides would fall for ever
            deal.apply(legal[int(random.random() ** 3 * len(legal))])
        scores, shares, carried = deal.scores, deal.shares(), deal.carried
        assert deal.points is not None
        deals.append({"dealer": dealer, "hands": [list(hand) for hand in deal.hands], "actions": deal.actions})
        deals[-1] |= {"points": list(deal.points), "scores": list(scores), "summary": deal.summary()}
    return {
        "game": ruled.name,
        "options": dict(ruled.options),
        "board_key": key,
        "deals": deals,
        "shares": None if shares is None else list(shares),
    }


def golden_text(name: str) -> str:
    """The match as JSON, a deal a line, so that a difference can be read."""
    match = golden_match(name)
    deals = ",\n".join(json.dumps(deal) for deal in match.pop("deals"))
    head = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in match.items())
    return f'{{{head},\n"deals": [\n{deals}\n]}}\n'


if __name__ == "__main__":
    for each in MATCHES:
        golden_path(each).write_text(golden_text(each), encoding="utf-8")
