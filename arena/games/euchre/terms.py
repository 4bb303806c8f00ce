"""What the options make of the rules of Euchre: plain values and ready lists of calls, one object for a whole match.

Holds no state of a deal. Made by `variants`, read by `deal` at every decision that is not a card. Rules:
E1 to E13 (docs/rules/euchre.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from arena.games.cards import SUIT_NAMES

HAND_SIZE = 5
ORDER_UP, ORDER_UP_ALONE = "order up", "order up alone"
SUITS = list(SUIT_NAMES.values())
SUITS_ALONE = [f"{name} alone" for name in SUITS]


@dataclass(frozen=True)
class Terms:
    """The rules in force. Lists are shared by all deals and must not be altered.

    `alone`: who may go alone, "" (nobody), "maker", "maker-and-defender" (a defender against a lone maker) or "anyone";
    `partner_alone`: the maker's partner too; `with_call`: the maker says so with the call, not after the exchange.
    `march`: points of the makers for all tricks, nobody of them alone.
    """

    game: str
    sides: tuple[int, ...]
    cards: frozenset[str]
    target: int
    stick: bool
    must_take: bool
    march: int = 2
    alone: str = ""
    partner_alone: bool = False
    with_call: bool = False
    left_of_loner: bool = False
    by_tricks: bool = False
    canadian: bool = False
    best_card: bool = False
    laps: bool = False
    slam: bool = False
    games: int = 1
    orders: list[str] = field(init=False)
    partner_orders: list[str] = field(init=False)
    names: dict[str, list[str]] = field(init=False)
    stuck_names: dict[str, list[str]] = field(init=False)
    clockwise: tuple[int, ...] = field(init=False)
    side_count: int = field(init=False)

    def __post_init__(self) -> None:
        alone = self.with_call and self.alone != ""
        orders = ["pass", ORDER_UP, *([ORDER_UP_ALONE] if alone else ())]
        names = {suit: list(_names(suit, alone)) for suit in SUIT_NAMES}
        seats = len(self.sides)
        ready = {
            "orders": orders,
            # the dealer's partner may accept by going alone only: Canadian loner
            "partner_orders": ["pass", ORDER_UP_ALONE] if self.canadian else orders,
            "names": {suit: ["pass", *calls] for suit, calls in names.items()},
            "stuck_names": names if self.stick else {suit: ["pass", *calls] for suit, calls in names.items()},
            "side_count": max(self.sides) + 1,
            "clockwise": tuple((seat + 1) % seats for seat in range(seats)),
        }
        for name, value in ready.items():
            object.__setattr__(self, name, value)

    def partner(self, seat: int) -> int:
        """The other seat of the side, which must have two."""
        return (seat + 2) % len(self.sides)

    def points(self, maker: int, tricks: int, alone: Sequence[int]) -> tuple[int, ...]:
        """By side, when the makers' side took `tricks` of five and the seats in `alone` played alone (E12)."""
        sides = self.sides
        makers = sides[maker]
        if tricks >= 3:
            makers_points = 1
            if tricks == HAND_SIZE:
                makers_points = 4 if any(sides[seat] == makers for seat in alone) else self.march
            return tuple([makers_points if side == makers else 0 for side in range(self.side_count)])
        euchre = 2
        if any(sides[seat] != makers for seat in alone) and (not self.by_tricks or tricks == 0):
            euchre = 4
        return tuple([0 if side == makers else euchre for side in range(self.side_count)])

    def tallies(
        self, maker: int, trick_winners: Sequence[int], alone: Sequence[int]
    ) -> tuple[dict[str, tuple[int, int]], ...]:
        """By side, the statistics of a complete deal; `maker` -1 when it was thrown in."""
        sides = self.sides
        makers = sides[maker] if maker >= 0 else -1
        tricks = sum([sides[seat] == makers for seat in trick_winners])
        of_makers = {
            "orders_made": (int(tricks >= 3), 1),
            "marches": (int(tricks == HAND_SIZE), 1),
            "alone": (int(any(sides[seat] == makers for seat in alone)), 1),
        }
        of_others = dict.fromkeys(of_makers, (0, 0))
        return tuple([of_makers if side == makers else of_others for side in range(self.side_count)])

    def leader(self, dealer: int, maker: int, alone: Sequence[int], sitting_out: Sequence[int]) -> int:
        """Who leads to the first trick."""
        seat = dealer
        if alone and self.left_of_loner:
            if len(alone) > 1:
                return alone[0] if self.sides[alone[1]] == self.sides[maker] else alone[1]
            seat = alone[0]
        return self.next_playing(seat, sitting_out)

    def next_playing(self, seat: int, sitting_out: Sequence[int]) -> int:
        """The next seat clockwise that does not sit out."""
        seat = self.clockwise[seat]
        while seat in sitting_out:
            seat = self.clockwise[seat]
        return seat


def _names(turned_down: str, alone: bool) -> list[str]:
    calls: list[str] = []
    for suit, name in SUIT_NAMES.items():
        if suit != turned_down:
            calls += [name, f"{name} alone"] if alone else [name]
    return calls
