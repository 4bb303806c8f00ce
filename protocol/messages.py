"""The messages between arena and a bot, as models: the documented truth of the protocol, one tagged union a direction.

Field names and order are those on the wire (SPEC.md). Never any I/O, never a rule of a game: `view`, `options` and
`summary` are opaque objects here, a game's view is modelled in `protocol.games`. Read by `codec`, which turns
messages into lines and lines into messages, by `schema`, and by whoever tells a bot something.
"""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SerializerFunctionWrapHandler, model_serializer

PROTOCOL = 1
MAX_LINE_BYTES = 65536
"""Default of the longest line that a bot may write, its newline included."""
NOTE_CHARS = 1000
DISPLAY_CHARS = 64
DETAIL_CHARS = 4000
"""A fault's detail is cut here, so that arena's own lines stay under the limit whatever a bot wrote."""

FAULT_KINDS = ("not_ready", "timeout", "crashed", "malformed", "unexpected", "limit", "illegal", "flooded")
REASONS = ("target", "forfeit", "deal_cap", "void")


def _cut_display(text: str) -> str:
    return text[:DISPLAY_CHARS]


def _cut_note(text: str) -> str:
    return text[:NOTE_CHARS]


def _cut_detail(text: str) -> str:
    return text if len(text) <= DETAIL_CHARS else text[: DETAIL_CHARS - 1] + "…"


def _known_kind(kind: str) -> str:
    if kind not in FAULT_KINDS:
        raise ValueError(f"expected one of {', '.join(FAULT_KINDS)}")
    return kind


def _known_reason(reason: str) -> str:
    if reason not in REASONS:
        raise ValueError(f"expected one of {', '.join(REASONS)}")
    return reason


# Checked strings and not enums, so that arena's own enums, which are strings, go in as they are.
Kind = Annotated[str, AfterValidator(_known_kind), Field(json_schema_extra={"enum": list(FAULT_KINDS)})]
EndReason = Annotated[str, AfterValidator(_known_reason), Field(json_schema_extra={"enum": list(REASONS)})]
Display = Annotated[str, AfterValidator(_cut_display)]
Note = Annotated[str, AfterValidator(_cut_note)]
Whole = Annotated[int, Field(ge=0)]
Milliseconds = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class _FromArena(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class _FromBot(BaseModel):
    # not frozen: the only models on the hot path
    model_config = ConfigDict(strict=True, extra="ignore")


class MatchClock(_FromArena):
    """The seat's time in milliseconds: for `ready`, for each action, and the bank. Untimed: the last two are null."""

    start_ms: Whole
    action_ms: Whole | None
    bank_ms: Whole | None


class RequestClock(_FromArena):
    """Time in milliseconds for this action, what is left of the bank (whole, rounded down), and what the seat's
    previous decision of the match took (null before the first). `action_ms` and `bank_ms` are null when untimed."""

    action_ms: Whole | None
    bank_ms: Whole | None
    last_ms: Milliseconds | None


class MatchStart(_FromArena):
    """A match begins. Answer: `ready`, within `clock.start_ms`."""

    type: Literal["match_start"] = "match_start"
    protocol: Literal[1] = 1
    game: str
    options: dict[str, Any]
    match: str = Field(description="board and room; opponents are not named")
    seat: Whole
    sides: list[Whole] = Field(description="the side of each seat")
    first_dealer: Whole
    seed: str = Field(
        pattern="^[0-9a-f]+$", description="this seat's own seed for the bot's random numbers; says nothing of deals"
    )
    clock: MatchClock
    max_line_bytes: Annotated[int, Field(ge=1)] = MAX_LINE_BYTES


class Request(_FromArena):
    """A decision is due. Answer: `action` with the same `id`."""

    type: Literal["request"] = "request"
    id: Annotated[int, Field(ge=1)] = Field(description="1, 2, 3 … per seat and match")
    decision: str
    legal: Annotated[list[str], Field(min_length=1)] = Field(description="in the fixed order of the game")
    view: dict[str, Any] = Field(description="the whole of what the seat may know; modelled for each game")
    clock: RequestClock


class DealEnd(_FromArena):
    """A deal is over, all its cards are shown. No answer."""

    type: Literal["deal_end"] = "deal_end"
    deal: Whole
    points: list[int] = Field(description="of this deal, by side")
    scores: list[int] = Field(description="after this deal, by side")
    hands: list[list[str]] = Field(description="as dealt, by seat")
    actions: list[str] = Field(description="every decision of the deal in the order made")
    summary: dict[str, Any] = Field(description="what only the game knows of the deal")


class FaultNotice(_FromArena):
    """This bot has broken a rule of the protocol or of the game; its process is ended next. No answer."""

    type: Literal["fault"] = "fault"
    kind: Kind
    detail: Annotated[str, AfterValidator(_cut_detail)]


class EndFault(_FromArena):
    """Whose fault ended the match, and of which kind."""

    seat: Whole
    kind: Kind


class MatchEnd(_FromArena):
    """The match is over. `winner` is a side or null; `fault` is there exactly when `reason` is `forfeit`. No answer."""

    type: Literal["match_end"] = "match_end"
    winner: Whole | None
    scores: list[int]
    reason: EndReason
    fault: EndFault | None = None

    @model_serializer(mode="wrap")
    def _without_absent_fault(self, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
        fields: dict[str, Any] = written(self)
        if self.fault is None:
            del fields["fault"]
        return fields


class Ready(_FromBot):
    """Answers every `match_start`. The strings are for display only and are cut, never refused, when too long."""

    type: Literal["ready"]
    name: Display | None = None
    version: Display | None = None
    author: Display | None = None


class Action(_FromBot):
    """Answers a `request`: `action` is one of its `legal` strings. `note` is kept for replays, cut when too long."""

    type: Literal["action"]
    id: int
    action: str
    note: Note | None = None


ArenaMessage = Annotated[MatchStart | Request | DealEnd | FaultNotice | MatchEnd, Field(discriminator="type")]
BotMessage = Annotated[Ready | Action, Field(discriminator="type")]
