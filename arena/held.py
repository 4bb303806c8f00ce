"""From an exported record to the cards in every hand after each decision, and whose decision is due.

Deals again and lets the rules say who holds what: games in which cards are exchanged, picked up or laid away are told
right without being known here. Must never read a file or a clock. Called by the page's replays.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from arena.derive import dealt
from arena.errors import RecordError
from arena.games import Deal, IllegalAction, game


@dataclass(frozen=True, slots=True)
class Held:
    """A moment of a deal. `hands` by seat, as each seat sees its own; `to_act` -1 and `decision` "" when it is over."""

    hands: tuple[tuple[str, ...], ...]
    to_act: int
    decision: str


def held(exported: Mapping[str, Any]) -> Iterator[tuple[Held, ...]]:
    """For each deal its moments: before the first decision, then after each.

    Raises RecordError for an action that the rules forbid.
    """
    ruled = game(exported["game"], exported["options"])
    before: Deal | None = None
    for number, record in enumerate(exported["deals"]):
        deal = dealt(ruled, exported["board_key"], exported["board"] % ruled.seats, number, before)
        moments = [_moment(deal)]
        for index, action in enumerate(record["actions"]):
            try:
                deal.apply(action)
            except IllegalAction as why:
                raise RecordError(f"{exported['match']}: deals[{number}].actions[{index}]: {why}") from None
            moments.append(_moment(deal))
        yield tuple(moments)
        before = deal


def _moment(deal: Deal) -> Held:
    hands = tuple(tuple(deal.view(seat)["hand"]) for seat in range(len(deal.hands)))
    return Held(hands, deal.to_act, deal.decision)
