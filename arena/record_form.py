"""The exported match record's form: which keys, of which types, within which bounds.

Holds no rule of a game and no derivation; `arena.verify` reads foreign records through it first, so that what
follows may trust the types. A record must have exactly these keys.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from arena.records import FaultKind, Reason

Count = Annotated[int, Field(ge=0, lt=2**53)]
Positive = Annotated[int, Field(ge=1, lt=2**53)]
Milliseconds = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Key = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Option = Annotated[int, Field(ge=-(2**63), lt=2**63)] | bool | str | None


def _text(value: Any) -> Any:
    """Let an enum see strings only: it would print whatever else it refuses, however deep."""
    if not isinstance(value, str):
        raise PydanticCustomError("string_type", "Input should be a valid string")
    return value


Word = BeforeValidator(_text)


class Form(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class SettingsForm(Form):
    common_deals: bool
    max_deals: Positive
    sitting: Positive
    give_up_after: Positive


class EntrantForm(Form):
    name: str
    digest: Annotated[str, Field(pattern=r"^sha256:[0-9a-f]{64}$")]


class DealForm(Form):
    dealer: Count
    hands: list[list[str]]
    actions: list[str]
    notes: dict[str, Annotated[str, Field(max_length=1000)]]
    points: list[int] | None
    scores: list[int]
    summary: dict[str, Any]


class FaultForm(Form):
    seat: Count
    kind: Annotated[FaultKind, Field(strict=False), Word]
    detail: str
    deal: Count | None
    action_index: Count | None
    elapsed_ms: Milliseconds | None
    reply: str | None
    stderr: str | None
    unplayed: bool


class ResultForm(Form):
    winner: Count | None
    shares: list[int | float] | None
    scores: list[int]
    reason: Annotated[Reason, Field(strict=False), Word]
    fault: FaultForm | None
    other_fault: FaultForm | None
    third_fault: FaultForm | None = None  # its key is there in games with three sides, and only there: see `verify`

    @property
    def faults(self) -> list[FaultForm]:
        return [fault for fault in (self.fault, self.other_fault, self.third_fault) if fault is not None]


class TimingForm(Form):
    decisions: list[Count]
    total_ms: list[Milliseconds]
    max_ms: list[Milliseconds]
    start_ms: list[Milliseconds | None]
    ms: list[list[Milliseconds]]
    elapsed_ms: Milliseconds
    lag_ms: Milliseconds
    uncharged_ms: list[Milliseconds]
    held: list[bool]


class RecordForm(Form):
    format: Literal["arena-match/1"]
    match: str
    game: str
    options: dict[str, Option]
    seed: Key | None
    board_key: Key
    encounter: str
    board: Count
    room: str
    settings: SettingsForm
    entrants: list[EntrantForm]
    seats: list[Count]
    sides: list[Count]
    deals: list[DealForm]
    result: ResultForm
    timing: TimingForm
    host: dict[str, Any]
    check: str
