"""The view of a seat in Bid Euchre with a double deck, as a model: `view` in requests of game `bid-euchre-double`.

Describes shape and notation only (SPEC.md, Double deck), for six and for eight seats. Used by the schema files and by
tests against real views.
"""

from typing import Annotated, Literal

from pydantic import Field

from protocol.games.bid_euchre import Card, Part, Trump

Call = Literal["pass", "1", "2", "3", "4", "5", "6", "7", "8"]
Seat = Annotated[int, Field(ge=0, le=7)]
TricksWon = Annotated[int, Field(ge=0, le=8)]


class Contract(Part):
    """Who declares, at which level, and the trump: null until the declarer has named it."""

    declarer: Seat
    bid: Annotated[int, Field(ge=1, le=8)]
    trump: Trump | None


class Trick(Part):
    """Cards in the order played, `leader` first, then clockwise. `winner` is null while the trick is unfinished."""

    leader: Seat
    cards: Annotated[list[Card], Field(min_length=1, max_length=8)]
    winner: Seat | None


class BidEuchreDoubleView(Part):
    """The whole of what a seat may know. `scores` are as before this deal, `tricks_won` of this deal, both by side."""

    deal: Annotated[int, Field(ge=0, description="0, 1, 2 … within the match")]
    dealer: Seat
    seat: Seat = Field(description="the seat that this view belongs to")
    scores: Annotated[list[int], Field(min_length=2, max_length=2)]
    hand: Annotated[list[Card], Field(max_length=8, description="cards still held, sorted; a card may stand twice")]
    calls: Annotated[list[Call], Field(max_length=8, description="from the seat left of the dealer, in order")]
    contract: Contract | None = Field(description="null until all calls are made")
    tricks: Annotated[list[Trick], Field(max_length=8, description="in order; an unfinished one stands last")]
    tricks_won: Annotated[list[TricksWon], Field(min_length=2, max_length=2)]
