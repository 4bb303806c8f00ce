"""What a bot may say when, as one table. Pure: a state and a line give a verdict; no I/O, no clock, no game.

The table is the whole protocol's order: `ready` answers a match start, `action` with the right id answers a request,
and nothing else may be said. Called by `bot` for every line that is not plainly the answer that is due.
"""

from dataclasses import dataclass
from enum import StrEnum

from arena.bots.framing import Overlong
from arena.records import FaultKind
from protocol.codec import CodecError, decode, excerpt
from protocol.messages import Action, Ready


class State(StrEnum):
    """What the bot owes."""

    STARTING = "starting"  # a new process owes its first `ready`
    RETURNING = "returning"  # a process that has played before owes a `ready`
    QUIET = "quiet"  # nothing is due
    DUE = "due"  # an answer to request `id` is due


class Said(StrEnum):
    """What a line is."""

    READY = "ready"
    ANSWER = "the answer"  # an action with the id that is due
    ACTION = "another action"
    NONSENSE = "no message"
    OVERLONG = "an over-long line"


class Verdict(StrEnum):
    ACCEPT = "accept"
    DROP = "drop"
    NOT_READY = FaultKind.NOT_READY.value
    UNEXPECTED = FaultKind.UNEXPECTED.value
    MALFORMED = FaultKind.MALFORMED.value
    FLOODED = FaultKind.FLOODED.value


TABLE: dict[State, dict[Said, Verdict]] = {
    State.STARTING: {
        Said.READY: Verdict.ACCEPT,
        Said.ANSWER: Verdict.NOT_READY,
        Said.ACTION: Verdict.NOT_READY,
        Said.NONSENSE: Verdict.NOT_READY,
        Said.OVERLONG: Verdict.NOT_READY,
    },
    State.RETURNING: {
        Said.READY: Verdict.ACCEPT,
        Said.ANSWER: Verdict.DROP,
        Said.ACTION: Verdict.DROP,
        Said.NONSENSE: Verdict.DROP,
        Said.OVERLONG: Verdict.DROP,
    },
    State.QUIET: {
        Said.READY: Verdict.UNEXPECTED,
        Said.ANSWER: Verdict.UNEXPECTED,
        Said.ACTION: Verdict.UNEXPECTED,
        Said.NONSENSE: Verdict.MALFORMED,
        Said.OVERLONG: Verdict.FLOODED,
    },
    State.DUE: {
        Said.READY: Verdict.UNEXPECTED,
        Said.ANSWER: Verdict.ACCEPT,
        Said.ACTION: Verdict.UNEXPECTED,
        Said.NONSENSE: Verdict.MALFORMED,
        Said.OVERLONG: Verdict.FLOODED,
    },
}


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on one line; `detail` says everything when it is a fault, `reply` is the line for people."""

    verdict: Verdict
    message: Ready | Action | None
    detail: str
    reply: str


def judge(state: State, line: bytes | Overlong, due_id: int, limit: int) -> Judgement:
    """Rule on one line in `state`; `due_id` is the id of the request that is due (or will be next, when quiet)."""
    message: Ready | Action | None = None
    reply = ""
    if isinstance(line, Overlong):
        said = Said.OVERLONG
        detail = f"a line of more than {limit} bytes: {line.received} bytes came without a newline"
    else:
        reply = excerpt(line)
        try:
            message = decode(line)
        except CodecError as error:
            said = Said.NONSENSE
            detail = f"the line {error.reason}; got {reply}"
        else:
            if isinstance(message, Ready):
                said = Said.READY
            else:
                said = Said.ANSWER if message.id == due_id and state is State.DUE else Said.ACTION
            detail = f"got {reply}"
    verdict = TABLE[state][said]
    return Judgement(verdict, message, f"{_expected(state, said, due_id)}{detail}", reply)


def _expected(state: State, said: Said, due_id: int) -> str:
    if said in (Said.NONSENSE, Said.OVERLONG) and state is not State.STARTING:
        return "" if state is State.DUE else "written while nothing was due: "
    match state:
        case State.STARTING | State.RETURNING:
            return "expected a ready message as the first line: "
        case State.QUIET:
            return (
                f"a message that nobody asked for, written before request {due_id} was sent "
                "(a second answer, or an answer too early): "
            )
        case State.DUE:  # pragma: no branch - mypy holds the match to be exhaustive
            what = "ready" if said is Said.READY else "an action with another id"
            return f'{what} where the answer to request {due_id} is due ({{"type":"action","id":{due_id},…}}): '
