"""The view of a seat in Bid Euchre, as a model: what `view` holds in every request of game `bid-euchre`.

Describes shape and notation only (SPEC.md, Bid Euchre); it must never know which card may follow. Used by the schema
files and by tests against real views.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

CARD_PATTERN = "^[9TJQKA][cdhs]$"

Card = Annotated[str, Field(pattern=CARD_PATTERN)]
Call = Literal["pass", "3", "4", "5", "6"]
Trump = Literal["clubs", "diamonds", "hearts", "spades", "high", "low"]
Seat = Annotated[int, Field(ge=0, le=3)]
Bid = Annotated[int, Field(ge=3, le=6)]
TricksWon = Annotated[int, Field(ge=0, le=6)]


class Part(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Contract(Part):
    """Who declares, at which level, and the trump: null until the declarer has named it."""

    declarer: Seat
    bid: Bid
    trump: Trump | None


class Trick(Part):
    """Cards in the order played, `leader` first, then clockwise. `winner` is null while the trick is unfinished."""

    leader: Seat
    cards: Annotated[list[Card], Field(min_length=1, max_length=4)]
    winner: Seat | None


class BidEuchreView(Part):
    """The whole of what a seat may know. `scores` are as before this deal, `tricks_won` of this deal, both by side."""

    deal: Annotated[int, Field(ge=0, description="0, 1, 2 … within the match")]
    dealer: Seat
    seat: Seat = Field(description="the seat that this view belongs to")
    scores: Annotated[list[int], Field(min_length=2, max_length=2)]
    hand: Annotated[list[Card], Field(max_length=6, description="cards still held, sorted c d h s, each from 9 to A")]
    calls: Annotated[list[Call], Field(max_length=4, description="from the seat left of the dealer, in order")]
    contract: Contract | None = Field(description="null until all four calls are made")
    tricks: Annotated[list[Trick], Field(max_length=6, description="in order; an unfinished one stands last")]
    tricks_won: Annotated[list[TricksWon], Field(min_length=2, max_length=2)]
