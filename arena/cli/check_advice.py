"""What a bot's author can do about a fault, told from its kind, the reply, standard error and what came before it.

Pure text; says nothing where nothing can be told; the rule that was broken is told elsewhere. Called by `check_table`
and `check_boards`.
"""

import re
from dataclasses import dataclass
from typing import Any, Final

import orjson

from arena.bots.bot import Offence
from arena.records import FaultKind

_BUSY: Final = 0.5  # of the time waited: less and it was not computing
_SLOW: Final = 0.5  # of the time for an action: who answers like that all the time has no margin
_NO_LIMIT: Final = float("inf")
_SYNTAX: Final = re.compile(r"^(SyntaxError|IndentationError|TabError)\b.*", re.MULTILINE)
_PYTHON_LINE: Final = re.compile(r'File "([^"\n]*)", line (\d+)')
_NO_MODULE: Final = re.compile(r"ModuleNotFoundError: No module named '([^'\n]{1,100})'")
# what parsers of JSON say of two lines, or of half of one
_SPLIT_BADLY: Final = re.compile(r"after JSON at position|Unterminated string in JSON|end of JSON input|Extra data: ")
_SIGNAL: Final = re.compile(r"was killed by (SIG\w+|signal \d+)")
_NO_FILE: Final = re.compile(r"can't open file|No such file or directory|Cannot find module")
_DENIED: Final = re.compile(
    r"Permission denied|Operation not permitted|Read-only file system|\bE(ACCES|PERM|ROFS)\b", re.IGNORECASE
)
_NEWS: Final = "write nothing after deal_end and match_end: they are news"


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a bot besides its fault.

    `busy_ms`: processor time that it used since the last line was sent, None if not known; `computes`: it computed, or
    waited for a processor, at the end. `answers`: how many the process had given before, in `mean_ms` each.
    `is_returning`: the process has played a match to its end. `before`: the line that it was sent before the last.
    `by_hand`: commands that feed it what it was sent.
    """

    busy_ms: float | None = None
    computes: bool = False
    answers: int = 0
    mean_ms: float = 0.0
    is_returning: bool = False
    is_confined: bool = True
    before: bytes = b""
    by_hand: str | None = None


def advice(offence: Offence, sent: bytes, known: Known) -> str | None:
    """One line of advice, None where none can be told. `sent`: the last line that the bot got."""
    message = _json(sent.decode())
    asked: dict[str, Any] = message if isinstance(message, dict) else {}
    match offence.kind:
        case FaultKind.NOT_READY if offence.reply is not None:
            return f"answer match_start with ready first; {_about_text(offence, asked, known)}"
        case FaultKind.NOT_READY | FaultKind.TIMEOUT if _is_silent(offence):
            return _about_silence(offence, asked, known)
        case FaultKind.NOT_READY | FaultKind.CRASHED:
            return _about_exit(offence, known)
        case FaultKind.TIMEOUT:
            return "read standard input while it waits: the pipe is full"
        case FaultKind.MALFORMED | FaultKind.FLOODED:
            return _about_text(offence, asked, known)
        case FaultKind.UNEXPECTED:
            return _about_order(offence, asked, known)
        case FaultKind.LIMIT:
            return "use less than the limit (docs/isolation-for-bot-authors.md), or ask the organiser for more"
        case FaultKind.ILLEGAL:
            return _about_action(offence, asked)


def _is_silent(offence: Offence) -> bool:
    return re.search(r"no ready message within|no answer to request", offence.detail) is not None


def _allowed_ms(asked: dict[str, Any]) -> float:
    """The time that the bot had for its answer."""
    clock = asked.get("clock", {})
    started = clock.get("start_ms")
    return float(started if started is not None else (clock.get("action_ms") or 0) + (clock.get("bank_ms") or 0))


def _about_silence(offence: Offence, asked: dict[str, Any], known: Known) -> str:
    busy_ms, allowed_ms = known.busy_ms, _allowed_ms(asked)
    if "unfinished line" in offence.detail:
        return "end each line with a newline (\\n) and flush: bytes came, but no complete line"
    if busy_ms is not None and (known.computes or busy_ms > _BUSY * min(allowed_ms, offence.elapsed_ms or 0.0)):
        late = "load before ready only what must be" if offence.kind is FaultKind.NOT_READY else "search less"
        return f"it computed for {busy_ms:.0f} ms of that time: {late}, or look for a loop that does not end"
    idle = "" if busy_ms is None else f" (it used the processor for {busy_ms:.0f} ms: it was not computing)"
    if offence.kind is FaultKind.NOT_READY and known.is_returning:
        return f"answer every match_start with ready: the same process plays further matches{idle}"
    if offence.kind is FaultKind.TIMEOUT and known.answers:
        if known.mean_ms > _SLOW * (asked.get("clock", {}).get("action_ms") or _NO_LIMIT):
            so = "answer faster" if busy_ms is None else "it waits (a sleep, input or output) rather than computes"
            return f"its answers before took {known.mean_ms:.0f} ms on average: {so}{idle}"
        return (
            f"it has answered {known.answers} request{'s' * (known.answers > 1)} before: look for what it waits for "
            f"here (another line, a sleep), and whether it flushes this answer too{idle}"
        )
    return (
        "flush standard output after every line (in Python print(…, flush=True)), and read line by line, not up to the "
        f"end of file{idle}"
    )


def _about_exit(offence: Offence, known: Known) -> str:
    errors = offence.stderr or ""
    if _SPLIT_BADLY.search(errors):
        return "split the input at newlines: what is read at once may be several lines, or a part of one"
    if found := _NO_MODULE.search(errors):
        return f"name an interpreter that has {found[1]} in the command of a bot.toml, or do without it"
    if known.is_confined and (found := _DENIED.search(errors)):
        return (
            f'"{found[0]}": a bot reads only its own folder, its interpreter and the system, writes only where it '
            "starts, and has no network (docs/isolation-for-bot-authors.md); --isolation none tells whether that is why"
        )
    if _NO_FILE.search(errors):
        return "put all files that it needs into its folder; it starts in an empty one (ARENA_BOT_DIR names its own)"
    if found := _SYNTAX.search(errors):
        place = _place(errors[: found.start()])
        return f"mend the syntax{f' in {place}' if place else ''}: {found[0].strip()}"
    if "closed its output" in offence.detail or "closed its input" in offence.detail:
        return "leave standard input and output open until the end of file"
    if "exited with status 127" in offence.detail:
        return "a command in it was not found: see standard error"
    if "exited with status 0" in offence.detail:
        return "it left its loop: keep reading lines until the end of file, and answer each request"
    by_hand = "" if known.by_hand is None else f"; run it by hand: {known.by_hand}"
    if found := _SIGNAL.search(offence.detail):
        return f"look for what may bring {found[1]} (SIGSEGV: memory that is not its own), in a debugger{by_hand}"
    if place := _place(errors):
        return f"mend what standard error tells of, in {place}{by_hand}"
    if errors:
        return f"mend what standard error tells of{by_hand}"
    return f"print to standard error where it gets to{by_hand}"


def _place(errors: str) -> str | None:
    """Where a traceback of Python ends, in the bot's own files if it can: those have no path any more."""
    places = _PYTHON_LINE.findall(errors)
    own = [place for place in places if not place[0].startswith(("/", "<", "sdk/"))]
    for name, line in (own or places)[-1:]:
        return f"line {line} of {name}"
    return None


def _about_text(offence: Offence, asked: dict[str, Any], known: Known) -> str:
    reply = offence.reply or ""
    text = reply.strip()
    bare = text.strip("\"'")
    said = _json(text)
    if _is_news(asked):
        return _NEWS
    is_after_news = asked.get("type") == "request" and _is_news(_json(known.before.decode()))
    if is_after_news and isinstance(said, dict) and said.get("type") != "action":
        return f"{_NEWS} (this came with the request that followed)"
    if text.startswith(("\ufeff", "\\ufeff", "\\xef\\xbb\\xbf")):
        return "write UTF-8 without a byte order mark"
    if "\\x00" in reply or "\\xff\\xfe" in reply:
        return "write UTF-8, not UTF-16"
    if offence.kind is FaultKind.FLOODED:
        return "end each line with a newline, and keep notes short"
    if bare in asked.get("legal", ()):
        return f"answer with the whole message: {_answer(asked, bare)}"
    if text.startswith("{'"):
        return "write JSON with a JSON library (in Python json.dumps): its strings stand in double quotes"
    if re.search(r"\\x[89a-f]", reply):
        return "write UTF-8, or escape other characters as \\uXXXX, as JSON libraries do"
    if isinstance(said, dict):
        return f"write the message as the protocol has it: {_answer(asked)}"
    if text.startswith("{") and "EOF" in offence.detail:
        return "write the whole object on one line, without indentation"
    if text.startswith("{") and "trailing characters" in offence.detail:
        return "end each message with a newline: two stand on one line"
    if text.startswith("{"):
        return "write JSON with a JSON library, one object a line"
    return "print debug text to standard error: standard output carries messages alone"


def _about_order(offence: Offence, asked: dict[str, Any], known: Known) -> str:
    said = _json(offence.reply or "")
    kind = said.get("type") if isinstance(said, dict) else None
    if "nobody asked for" in offence.detail:
        if asked.get("type") == "request":
            return "answer each request once"
        if asked.get("type") == "match_start":
            return "wait for a request before it is answered, and say ready once"
        return _NEWS
    if kind == "ready":
        return "say ready in answer to match_start alone; a request is answered with an action"
    if isinstance(said, dict) and asked.get("type") == "request":
        late = f"; if it answers the news before, {_NEWS}" if _is_news(_json(known.before.decode())) else ""
        return (
            f"repeat the id of the request, here {asked['id']} (ids begin at 1 in every match), and answer each once"
            f"{late}"
        )
    return "answer each request once, with its own id"


def _about_action(offence: Offence, asked: dict[str, Any]) -> str:
    said = _json(offence.reply or "")
    action = said.get("action") if isinstance(said, dict) else None
    legal = asked.get("legal", [])
    if isinstance(action, str):
        alike = [one for one in legal if one.casefold() == action.strip().casefold()]
        if alike:
            return f'write it exactly as "legal" has it: "{alike[0]}", same case, no spaces'
    return 'choose from "legal": it holds every action that the rules allow, so that a bot need not know them'


def _is_news(message: Any) -> bool:
    return isinstance(message, dict) and message.get("type") in ("deal_end", "match_end")


def _answer(asked: dict[str, Any], action: str = "…") -> str:
    if asked.get("type") == "request":
        return f'{{"type":"action","id":{asked["id"]},"action":"{action}"}}'
    return '{"type":"ready"}'


def _json(text: str) -> Any:
    try:
        return orjson.loads(text)
    except ValueError:
        return None
