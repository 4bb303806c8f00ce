"""The view of a seat in Euchre, as a model: what `view` holds in every request of game `euchre`.

Describes shape and notation only (SPEC.md, Euchre); it must never know which card may follow. The parts are used by the
other games of the family, too. Used by the schema files and by tests against real views.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

CARD_PATTERN = "^([789TJQKA][cdhs]|Jo)$"

Card = Annotated[str, Field(pattern=CARD_PATTERN)]
Suit = Literal["clubs", "diamonds", "hearts", "spades"]
Call = Literal[
    "pass",
    "order up",
    "order up alone",
    "clubs",
    "diamonds",
    "hearts",
    "spades",
    "clubs alone",
    "diamonds alone",
    "hearts alone",
    "spades alone",
]
Seat = Annotated[int, Field(ge=0, le=3)]
TricksWon = Annotated[int, Field(ge=0, le=5)]
Hand = Annotated[list[Card], Field(max_length=6, description="cards held, sorted c d h s, each from 7 to A, then Jo")]


class Part(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Contract(Part):
    """Who made trump, which suit it is, and which seats play alone so far, in ascending order."""

    maker: Seat
    trump: Suit
    alone: Annotated[list[Seat], Field(max_length=2)]


class Trick(Part):
    """Cards in the order played, `leader` first, then clockwise without the seats that sit out. `winner` is null while
    the trick is unfinished."""

    leader: Seat
    cards: Annotated[list[Card], Field(min_length=1, max_length=4)]
    winner: Seat | None


class EuchreView(Part):
    """The whole of what a seat may know. `scores` are as before this deal, `tricks_won` of this deal, both by side."""

    deal: Annotated[int, Field(ge=0, description="0, 1, 2 … within the match")]
    dealer: Seat
    seat: Seat = Field(description="the seat that this view belongs to")
    scores: Annotated[list[int], Field(min_length=2, max_length=2)]
    hand: Hand
    up_card: Card = Field(description="the card turned up, whatever has become of it")
    turned_down: bool = Field(description="whether all have passed in the first round")
    calls: Annotated[list[Call], Field(max_length=8, description="of both rounds, from the seat left of the dealer")]
    contract: Contract | None = Field(description="null until somebody has made trump")
    sitting_out: Annotated[list[Seat], Field(max_length=2, description="partners of the seats that play alone")]
    discarded: Card | None = Field(description="what this seat has discarded as the dealer")
    tricks: Annotated[list[Trick], Field(max_length=5, description="in order; an unfinished one stands last")]
    tricks_won: Annotated[list[TricksWon], Field(min_length=2, max_length=2)]
