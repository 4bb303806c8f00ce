"""The JSON text of Euchre's views, of which all that can no longer change is written once.

The referee asks for a view at every decision; building it and writing it anew costs several times as much. Tests hold
the text equal, byte for byte, to the view's own JSON. Called by `deal` alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arena.games.euchre.deal import EuchreDeal

_listed = '","'.join


class ViewText:
    """The views of one deal, in the order of its decisions."""

    __slots__ = ("_actions", "_finished", "_first", "_heads", "_leader", "_public", "_tricks", "_won")

    def __init__(self, deal: EuchreDeal) -> None:
        known = f'{{"deal":{deal.number},"dealer":{deal.dealer}'
        scores = _numbers(deal.scores)
        self._heads = [f'{known},"seat":{seat},"scores":[{scores}],"hand":[' for seat in range(len(deal.hands))]
        self._public = ""  # what all may know but the tricks, after this many actions, or for good since the lead
        self._actions = -1
        self._first = -1  # card of the unfinished trick, among the actions, since the lead
        self._leader = -1
        self._tricks = 0
        self._finished = ""  # every complete trick with a comma behind it
        self._won = [0] * deal.terms.side_count

    def view(self, deal: EuchreDeal, seat: int) -> str:
        """The view of `seat` as text."""
        actions = deal.actions
        if self._first < 0:
            if self._actions != len(actions):
                self._public = _public(deal)
                self._actions = len(actions)
            if deal.leader >= 0:
                self._first = deal.first_card
                self._leader = deal.leader
        is_dealer = seat == deal.dealer
        held = () if deal.is_blind and is_dealer else deal.held[seat]
        hand = f'"{_listed(held)}"' if held else ""
        discarded = f'"{deal.discard}"' if is_dealer and deal.discard else "null"
        tricks = self._written_tricks(deal) if self._first >= 0 else ""
        won = _numbers(self._won)
        public = self._public
        more = deal.more_json(seat)
        return f'{self._heads[seat]}{hand}{public}{discarded},"tricks":[{tricks}],"tricks_won":[{won}]{more}}}'

    def _written_tricks(self, deal: EuchreDeal) -> str:
        actions, first, size = deal.actions, self._first, deal.trick_size
        winners = deal.trick_winners
        while self._tricks < len(winners):
            winner = winners[self._tricks]
            cards = _listed(actions[first : first + size])
            self._finished += f'{{"leader":{self._leader},"cards":["{cards}"],"winner":{winner}}},'
            self._won[deal.terms.sides[winner]] += 1
            self._leader = winner
            self._tricks += 1
            first += size
        self._first = first
        if len(actions) > first:
            return f'{self._finished}{{"leader":{self._leader},"cards":["{_listed(actions[first:])}"],"winner":null}}'
        return self._finished[:-1]


def _numbers(numbers: Sequence[int]) -> str:
    return ",".join([str(number) for number in numbers])


def _public(deal: EuchreDeal) -> str:
    calls = deal.calls
    called = f'"{_listed(calls)}"' if calls else ""
    turned = "true" if deal.turned_down else "false"
    contract = "null"
    if deal.maker >= 0:
        contract = f'{{"maker":{deal.maker},"trump":"{deal.trump}","alone":[{_numbers(deal.alone)}]}}'
    return (
        f'],"up_card":"{deal.up_card}","turned_down":{turned},"calls":[{called}],"contract":{contract},'
        f'"sitting_out":[{_numbers(deal.sitting_out)}],"discarded":'
    )
