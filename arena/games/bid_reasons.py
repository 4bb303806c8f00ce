"""The rule that forbids an action of Bid Euchre, in words, for every number of seats and both sizes of deck.

Called by the deals' `why_illegal` for an action that is not legal; decides nothing itself. What a bot sent may be any
text.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from arena.games.cards import why_no_card
from arena.games.reasons import shown, why_not_following, why_not_written
from arena.games.tricks import TRUMPS

_COUNTED = {4: "four", 6: "six", 8: "eight"}


class BidTable(NamedTuple):
    """Seats, the bids that may be made at all, the cards, and how many of each there are."""

    seats: int
    bids: tuple[str, ...]
    cards: frozenset[str]
    copies: int


class BidDeal(Protocol):
    """What is read of a deal."""

    dealer: int
    decision: str
    bid: int
    trump: str
    to_act: int
    actions: list[str]

    def legal(self) -> list[str]: ...


def why_illegal(deal: BidDeal, action: str, table: BidTable, held: Sequence[str], led: str) -> str:
    """Why `action`, which is not legal now, is not; `held` by the seat to act, `led` the card led to the trick."""
    if deal.decision == "bid":
        return _why_no_call(deal, action, table)
    if deal.decision == "trump":
        return _why_no_trump(action, table)
    return _why_no_play(deal, action, table, held, led)


def _why_no_call(deal: BidDeal, action: str, table: BidTable) -> str:
    seats, bids, cards, _ = table
    if action in cards:
        return f"a bid is due, not a card: {action} cannot be played before {_COUNTED[seats]} calls and the trump"
    if action in TRUMPS:
        return f"a bid is due and names no suit: {action} may be named by the declarer after {_COUNTED[seats]} calls"
    if action == "pass":
        return "the dealer must bid: nobody else has"
    if action in bids:
        if deal.to_act == deal.dealer:
            return f"bid not high enough: {action} is below the high bid {deal.bid}"
        if int(action) == deal.bid:
            return f"only the dealer may equal the high bid {deal.bid}: bid higher or pass"
        return f"bid not high enough: {action} does not exceed the high bid {deal.bid}"
    return why_not_written(action, ("pass", *bids)) or (
        f"{shown(action)} is not a call: calls are pass and the bids {', '.join(bids[:-1])} and {bids[-1]}"
    )


def _why_no_trump(action: str, table: BidTable) -> str:
    if action in table.cards:
        return f"the trump is due, not a card: name one of {', '.join(TRUMPS)} before {action} can be led"
    if action == "pass" or action in table.bids:
        return f"the trump is due, not a call: the declarer must name one of {', '.join(TRUMPS)}"
    return why_not_written(action, TRUMPS) or (f"{shown(action)} names no trump: expected one of {', '.join(TRUMPS)}")


def _why_no_play(deal: BidDeal, action: str, table: BidTable, held: Sequence[str], led: str) -> str:
    seats, bids, cards, copies = table
    if action == "pass" or action in bids or action in TRUMPS:
        return f"a card is due, not {action}: the auction is over"
    if action not in cards:
        return f"{shown(action)} is {why_no_card(action, cards)}"
    if action not in held:
        played = deal.actions[seats + 1 :]
        if played.count(action) < copies:
            return f"you do not hold {action}"
        if copies > 1:
            return f"both {action} were already played"
        return f"{action} was already played, to trick {played.index(action) // seats + 1}"
    return why_not_following(action, deal.legal(), led, deal.trump)
