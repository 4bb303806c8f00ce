"""The view of a seat in two-handed Euchre, as a model: `view` in every request of game `euchre-two-handed`.

Describes shape and notation only (SPEC.md, Two-handed). Used by the schema files and by tests against real views.
"""

from typing import Annotated

from pydantic import Field

from protocol.games.euchre import Call, Card, Hand, Part, Suit, TricksWon

Seat = Annotated[int, Field(ge=0, le=1)]


class Contract(Part):
    """Who made trump, and which suit it is. Nobody plays alone: `alone` is always empty."""

    maker: Seat
    trump: Suit
    alone: Annotated[list[Seat], Field(max_length=0)]


class Trick(Part):
    """Cards in the order played, `leader` first, then clockwise. `winner` is null while the trick is unfinished."""

    leader: Seat
    cards: Annotated[list[Card], Field(min_length=1, max_length=2)]
    winner: Seat | None


class EuchreTwoHandedView(Part):
    """The whole of what a seat may know. `scores` are as before this deal, `tricks_won` of this deal, both by seat."""

    deal: Annotated[int, Field(ge=0, description="0, 1, 2 … within the match")]
    dealer: Seat
    seat: Seat = Field(description="the seat that this view belongs to")
    scores: Annotated[list[int], Field(min_length=2, max_length=2)]
    hand: Hand
    up_card: Card = Field(description="the card turned up, whatever has become of it")
    turned_down: bool = Field(description="whether all have passed in the first round")
    calls: Annotated[list[Call], Field(max_length=4, description="of both rounds, from the seat left of the dealer")]
    contract: Contract | None = Field(description="null until somebody has made trump")
    sitting_out: Annotated[list[Seat], Field(max_length=0, description="always empty")]
    discarded: Card | None = Field(description="what this seat has discarded as the dealer")
    tricks: Annotated[list[Trick], Field(max_length=5, description="in order; an unfinished one stands last")]
    tricks_won: Annotated[list[TricksWon], Field(min_length=2, max_length=2)]
