"""The view of a seat in railroad Euchre, as a model: `view` in every request of game `euchre-railroad`.

Describes shape and notation only (SPEC.md, Railroad). Used by the schema files and by tests against real views.
"""

from typing import Annotated

from pydantic import Field

from protocol.games.euchre import Card, EuchreView, Part


class BestCard(Part):
    """What this seat knows of the exchange between a lone seat and its partner: its own discard, the card passed."""

    discarded: Card | None = Field(description="by this seat, when it plays alone")
    passed: Card | None = Field(description="by the partner of the lone seat, null until then")


class EuchreRailroadView(EuchreView):
    """The view of Euchre with the exchange between partners, and the games of the rubber that each side has won."""

    best_card: BestCard | None = Field(description="null for seats that have no part in an exchange")
    games_won: Annotated[list[Annotated[int, Field(ge=0)]], Field(min_length=2, max_length=2)]
