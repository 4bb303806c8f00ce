"""The JSON text of Bid Euchre's views, of which all that can no longer change is written once.

The referee asks for a view at every decision; building it and writing it anew costs twice as much. Tests hold the text
equal, byte for byte, to the view's own JSON. Called by `bid_euchre` and `bid_euchre_double`.
"""

from collections.abc import Sequence

_listed = '","'.join


class ViewText:
    """The views of one deal, in the order of its decisions. `contract` is (declarer, bid, trump or "")."""

    __slots__ = ("_auction", "_finished", "_heads", "_leader", "_seats", "_tricks", "_won")

    def __init__(self, number: int, dealer: int, scores: Sequence[int], seats: int) -> None:
        we, they = scores
        known = f'{{"deal":{number},"dealer":{dealer}'
        self._heads = [f'{known},"seat":{seat},"scores":[{we},{they}],"hand":[' for seat in range(seats)]
        self._seats = seats
        self._auction = ""  # once it is complete
        self._leader = -1
        self._tricks = 0
        self._finished = ""  # every complete trick with a comma behind it
        self._won = [0, 0]

    def view(
        self,
        seat: int,
        held: Sequence[str],
        actions: Sequence[str],
        contract: tuple[int, int, str],
        winners: Sequence[int],
    ) -> bytes:
        """The view of `seat`, which holds `held`, after all `actions` of the deal; `winners` of its complete tricks."""
        hand = f'"{_listed(held)}"' if held else ""
        auction = self._auction
        if not auction:
            auction = _auction(actions, contract, self._seats)
            if contract[2]:
                self._auction = auction
                self._leader = contract[0]
        seats = self._seats
        first = seats + 1 + seats * self._tricks  # the calls and the trump come before
        while self._tricks < len(winners):
            winner = winners[self._tricks]
            cards = _listed(actions[first : first + seats])
            self._finished += f'{{"leader":{self._leader},"cards":["{cards}"],"winner":{winner}}},'
            self._won[winner % 2] += 1
            self._leader = winner
            self._tricks += 1
            first += seats
        if len(actions) > first:
            tricks = f'{self._finished}{{"leader":{self._leader},"cards":["{_listed(actions[first:])}"],"winner":null}}'
        else:
            tricks = self._finished[:-1]
        we, they = self._won
        return f'{self._heads[seat]}{hand}{auction}{tricks}],"tricks_won":[{we},{they}]}}'.encode()


def _auction(actions: Sequence[str], contract: tuple[int, int, str], seats: int) -> str:
    calls = f'"{_listed(actions[:seats])}"' if actions else ""
    if len(actions) < seats:
        return f'],"calls":[{calls}],"contract":null,"tricks":['
    declarer, bid, trump = contract
    named = f'"{trump}"' if trump else "null"
    return f'],"calls":[{calls}],"contract":{{"declarer":{declarer},"bid":{bid},"trump":{named}}},"tricks":['
