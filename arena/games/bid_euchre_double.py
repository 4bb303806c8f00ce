"""Bid Euchre with a double deck (game `bid-euchre-double`): six seats in two teams of three, or eight in two of four.

The rules are those of six-card Bid Euchre, B5 to B23, with eight or six tricks; of two identical cards the earlier
played wins. Identical cards are written alike, so a hand may hold a card twice and its legal actions name it once.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

from arena.errors import OptionError
from arena.games.bid_euchre import BidEuchreDeal, BidRules
from arena.games.bid_habits import layouts
from arena.games.cards import deck
from arena.games.game import Game
from arena.games.habit_layout import HabitLayout
from arena.games.options import check_keys, one_of, whole
from arena.records import StatColumn

DECK = deck(copies=2)
_LEAST_BID = {6: 4, 8: 3}


class BidEuchreDoubleDeal(BidEuchreDeal):
    """A deal in which a card held twice is one legal action, and of two identical ones the earlier stays the best."""

    __slots__ = ()

    def apply(self, action: str) -> None:
        super().apply(action)
        if self.decision == "play":
            self._legal = list(dict.fromkeys(self._legal))


class BidEuchreDouble(Game):
    """Options: `players` (6 or 8), `min_bid` (4 with six seats, 3 with eight), `target` (32)."""

    name: ClassVar[str] = "bid-euchre-double"
    decisions: ClassVar[tuple[str, ...]] = ("bid", "trump", "play")
    statistics: ClassVar[tuple[StatColumn, ...]] = (StatColumn("bids_made", "Bids made %"),)
    deck = DECK

    def __init__(self, players: int = 6, min_bid: int = 4, target: int = 32):
        self.seats = players
        self.sides = (0, 1) * (players // 2)
        self.options = {"players": players, "min_bid": min_bid, "target": target}
        bids = [str(level) for level in range(min_bid, len(DECK) // players + 1)]
        self._rules = BidRules(players, bids, DECK, target, copies=2)

    @property
    def habits(self) -> tuple[HabitLayout, ...]:
        return layouts(self._rules.table.bids)

    @classmethod
    def with_options(cls, options: Mapping[str, Any]) -> Self:
        check_keys(options, ("players", "min_bid", "target"), cls.name)
        players = one_of("players", options.get("players", 6), (6, 8))
        min_bid = whole("min_bid", options.get("min_bid", _LEAST_BID[players]))
        tricks = len(DECK) // players
        if min_bid > tricks:
            raise OptionError(
                f"options.min_bid: expected at most {tricks}, the tricks of {players} players, got {str(min_bid)[:40]}"
            )
        return cls(players, min_bid, whole("target", options.get("target", 32)))

    def start(
        self, deck: Sequence[str], dealer: int, scores: Sequence[int], number: int, carried: Any = None
    ) -> BidEuchreDoubleDeal:
        return BidEuchreDoubleDeal(self._rules, deck, dealer, scores, number)
