"""Messages to lines and lines to messages, in bounded time whatever a bot wrote.

Holds the fast writers of the two messages that are sent most, which tests hold equal to the models' own output.
Never any I/O, and never a judgement whether a message may be said now. Called by `arena.bots` alone.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import orjson
from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from protocol.messages import (
    DISPLAY_CHARS,
    MAX_LINE_BYTES,
    NOTE_CHARS,
    PROTOCOL,
    Action,
    ArenaMessage,
    BotMessage,
    Ready,
)

__all__ = [
    "DISPLAY_CHARS",
    "MAX_LINE_BYTES",
    "NOTE_CHARS",
    "PROTOCOL",
    "CodecError",
    "decode",
    "encode",
    "encode_deal_end",
    "encode_request",
    "excerpt",
    "quick_answer",
]

_from_bot: TypeAdapter[Ready | Action] = TypeAdapter(BotMessage)
_to_bot: TypeAdapter[ArenaMessage] = TypeAdapter(ArenaMessage)
_NEWLINE = orjson.OPT_APPEND_NEWLINE
_EXPECTED_TYPES = 'expected "ready" or "action"'
_WORDS_FOR_FIELD_ERRORS = {"missing": "is missing", "int_type": "is no whole number", "string_type": "is no string"}
_EXCERPT_BYTES = 200
_QUICK_BYTES = 200


class CodecError(Exception):
    """A line that is not a protocol message. `reason` continues "the line …", in words for the bot's author."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def encode(message: ArenaMessage) -> bytes:
    """`message` as one line of compact JSON with its newline."""
    return _to_bot.dump_json(message) + b"\n"


def encode_request(
    id: int,
    decision: str,
    legal: Sequence[str],
    view_json: bytes,
    action_ms: int | None,
    bank_ms: float | None,
    last_ms: float | None,
) -> bytes:
    """The line of a `Request`. `action_ms` None is an untimed seat, whose bank is written as null too.

    The bank is written in whole milliseconds, rounded down so as never to promise more than is left; `last_ms` with
    one decimal. Both must be finite. `legal` must be a list or tuple; `view_json` goes in as it is: compact JSON.
    """
    return orjson.dumps(
        {
            "type": "request",
            "id": id,
            "decision": decision,
            "legal": legal,
            "view": orjson.Fragment(view_json),
            "clock": {
                "action_ms": action_ms,
                "bank_ms": None if action_ms is None or bank_ms is None else max(0, int(bank_ms)),
                "last_ms": None if last_ms is None else int(last_ms * 10 + 0.5) / 10,  # `round` costs five times that
            },
        },
        None,
        _NEWLINE,
    )


def encode_deal_end(
    deal: int,
    points: Sequence[int],
    scores: Sequence[int],
    hands: Sequence[Sequence[str]],
    actions: Sequence[str],
    summary: Mapping[str, Any],
) -> bytes:
    """The line of a `DealEnd`. Every sequence must be a list or tuple, `summary` a dict."""
    return orjson.dumps(
        {
            "type": "deal_end",
            "deal": deal,
            "points": points,
            "scores": scores,
            "hands": hands,
            "actions": actions,
            "summary": summary,
        },
        None,
        _NEWLINE,
    )


def decode(line: bytes) -> Ready | Action:
    """The message on `line` (with or without its newline); raise CodecError for anything else, and nothing else ever.

    Time and memory are linear in the length of the line: the parser itself refuses numbers of more than 4300 digits
    and nesting deeper than about 200.
    """
    try:
        return _from_bot.validate_json(line)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
    raise CodecError(_reason(first, line))


def quick_answer(line: bytes, due: int) -> str | None:
    """The action on a short line that plainly answers request `due`, without a note; None leaves it to `decode`.

    Half the cost of `decode`. A short line cannot nest deeper than `decode` allows, and what this parser takes that one
    takes too.
    """
    if len(line) > _QUICK_BYTES:
        return None
    try:
        message = orjson.loads(line)
    except ValueError:
        return None
    if type(message) is not dict or message.get("type") != "action" or "note" in message:
        return None
    action = message.get("action")
    answered = message.get("id")
    return action if type(action) is str and type(answered) is int and answered == due else None


def _reason(error: ErrorDetails, line: bytes) -> str:
    kind = error["type"]
    if kind == "json_invalid":
        return _reason_not_json(error["ctx"]["error"], line)
    if kind == "union_tag_not_found":
        return f'is an object without a "type"; {_EXPECTED_TYPES}'
    if kind == "union_tag_invalid":
        tag = excerpt(error["ctx"]["tag"].encode(), 40)
        return f'is of unknown type "{tag}"; {_EXPECTED_TYPES}'
    if kind in _WORDS_FOR_FIELD_ERRORS:
        message, field = error["loc"]
        wanted = "a JSON whole number, as in 3" if field == "id" else 'a JSON string, as in "text"'
        return f'is "{message}" whose "{field}" {_WORDS_FOR_FIELD_ERRORS[kind]}; expected {wanted}'
    return f'is JSON but not an object; expected one such as {{"type":"action",…}} ({error["msg"].lower()})'


def _reason_not_json(error: str, line: bytes) -> str:
    where = error.replace("at line 1 column", "at byte")
    if line.startswith(b"\xef\xbb\xbf"):
        return "begins with a byte order mark; write UTF-8 without one"
    if line.lstrip()[:1] == b"{":
        return f"is not valid JSON: {where}; expected one whole object on one line"
    return f"is not JSON ({where}); print debug text to standard error, not standard output"


def excerpt(line: bytes, limit: int = _EXCERPT_BYTES) -> str:
    """The first `limit` bytes of `line` as printable text that is safe on a terminal, saying how much was cut.

    Control and format characters (escape codes, bidirectional marks), bytes that are not UTF-8 and backslashes stand
    as escapes. The line's own newline is left out.
    """
    whole = line.rstrip(b"\r\n") if len(line) <= limit + 2 else line
    text = whole[:limit].decode("utf-8", "surrogateescape")
    shown = "".join(map(_escaped, text))
    return shown if len(whole) <= limit else f"{shown} … (the first {limit} of {len(whole)} bytes)"


def _escaped(character: str) -> str:
    if character == "\\":
        return "\\\\"
    if character.isprintable():
        return character
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    return character.encode("unicode_escape").decode()
