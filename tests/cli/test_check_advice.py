"""What a bot's author is told to do: a table of faults, and nothing where nothing can be told."""

import pytest

from arena.bots.bot import Offence
from arena.cli.check_advice import Known, advice
from arena.records import FaultKind

REQUEST = (
    b'{"type":"request","id":7,"decision":"play","legal":["Td","As"],"view":{},'
    b'"clock":{"action_ms":1000,"bank_ms":0,"last_ms":null}}\n'
)
START = b'{"type":"match_start","clock":{"start_ms":10000,"action_ms":null,"bank_ms":null}}\n'
DEAL_END = b'{"type":"deal_end","deal":0}\n'

NODE = "SyntaxError: Unexpected non-whitespace character after JSON at position 442\n    at JSON.parse (<anonymous>)"
LINES = "json.decoder.JSONDecodeError: Extra data: line 2 column 1 (char 90)"
TRACE = (
    'Traceback:\n  File "sdk/arena_bot.py", line 79, in run\n  File "mine.py", line 3, in choose\n'
    '  File "/usr/lib/python3.11/random.py", line 373, in choice\nIndexError: list index out of range'
)


@pytest.mark.parametrize(
    ("kind", "detail", "sent", "reply", "stderr", "told"),
    [
        (FaultKind.MALFORMED, "", REQUEST, "As", None, 'the whole message: {"type":"action","id":7,"action":"As"}'),
        (FaultKind.MALFORMED, "", REQUEST, '"As"', None, 'the whole message: {"type":"action","id":7,"action":"As"}'),
        (FaultKind.MALFORMED, "", REQUEST, "thinking", None, "print debug text to standard error"),
        (FaultKind.MALFORMED, "", DEAL_END, "thinking", None, "write nothing after deal_end and match_end"),
        (FaultKind.MALFORMED, "", REQUEST, "{'type': 'action'}", None, "its strings stand in double quotes"),
        (FaultKind.MALFORMED, "", REQUEST, '{"type":"move"}', None, '{"type":"action","id":7,"action":"…"}'),
        (FaultKind.MALFORMED, "EOF while parsing", REQUEST, "{", None, "the whole object on one line"),
        (FaultKind.MALFORMED, "trailing characters", REQUEST, '{"a":1}{"a":2}', None, "end each message with"),
        (FaultKind.MALFORMED, "", REQUEST, '{"a":1,}', None, "write JSON with a JSON library"),
        (FaultKind.MALFORMED, "", REQUEST, '{"a":"\\\\xe4"}', None, "write UTF-8, or escape"),
        (FaultKind.FLOODED, "", REQUEST, "xxx", None, "end each line with a newline, and keep notes short"),
        (FaultKind.UNEXPECTED, "", REQUEST, '{"type":"ready"}', None, "say ready in answer to match_start alone"),
        (FaultKind.UNEXPECTED, "", REQUEST, '{"type":"action","id":6,"action":"As"}', None, "here 7"),
        (FaultKind.UNEXPECTED, "nobody asked for", REQUEST, '{"type":"action"}', None, "answer each request once"),
        (FaultKind.UNEXPECTED, "nobody asked for", DEAL_END, '{"type":"action"}', None, "write nothing after deal_end"),
        (FaultKind.UNEXPECTED, "", DEAL_END, "?", None, "answer each request once, with its own id"),
        (FaultKind.ILLEGAL, "", REQUEST, '{"type":"action","action":" as "}', None, '"As", same case, no spaces'),
        (FaultKind.ILLEGAL, "", REQUEST, '{"type":"action","action":"Kc"}', None, 'choose from "legal"'),
        (FaultKind.ILLEGAL, "", REQUEST, "{ (cut off)", None, 'choose from "legal"'),
        (FaultKind.LIMIT, "", REQUEST, None, None, "use less than the limit"),
        (FaultKind.TIMEOUT, "it did not read its input for 9 ms", REQUEST, None, None, "read standard input"),
        (FaultKind.TIMEOUT, "no answer to request 7; 9 bytes of an unfinished line", REQUEST, None, None, "a newline"),
        (FaultKind.NOT_READY, "no ready message within start_ms", START, None, None, "flush standard output"),
        (FaultKind.NOT_READY, "expected ready", START, "hello", None, "with ready first; print debug"),
        (FaultKind.NOT_READY, "expected ready", START, '{"type":"hi"}', None, 'has it: {"type":"ready"}'),
        (FaultKind.NOT_READY, "exited with status 127", START, None, "x: not found", "a command in it was not found"),
        (FaultKind.NOT_READY, "exited with status 2", START, None, "can't open file 'a.py'", "put all files"),
        (FaultKind.NOT_READY, "", START, None, "ModuleNotFoundError: No module named 'numpy'", "that has numpy"),
        (FaultKind.NOT_READY, "", START, None, '  File "a.py", line 4\nSyntaxError: invalid', "in line 4 of a.py: Syn"),
        (FaultKind.NOT_READY, "", START, None, "TabError: inconsistent", "mend the syntax: TabError: inconsistent"),
        (FaultKind.CRASHED, "", REQUEST, None, NODE, "split the input at newlines"),
        (FaultKind.CRASHED, "", REQUEST, None, LINES, "split the input at newlines"),
        (FaultKind.CRASHED, "", REQUEST, None, TRACE, "in line 3 of mine.py"),
        (FaultKind.CRASHED, "", REQUEST, None, "panicked at main.rs", "mend what standard error tells of"),
        (FaultKind.CRASHED, "closed its input", REQUEST, None, None, "leave standard input and output open"),
        (FaultKind.CRASHED, "exited with status 0", REQUEST, None, None, "it left its loop"),
        (FaultKind.CRASHED, "was killed by SIGSEGV", REQUEST, None, None, "look for what may bring SIGSEGV"),
        (FaultKind.CRASHED, "exited with status 1", REQUEST, None, None, "print to standard error where it gets to"),
        (FaultKind.UNEXPECTED, "nobody asked for", START, "{}", None, "wait for a request before it is answered"),
    ],
)  # fmt: skip
def test_what_to_do(
    kind: FaultKind, detail: str, sent: bytes, reply: str | None, stderr: str | None, told: str
) -> None:
    assert told in (advice(Offence(kind, detail, 1.0, reply, stderr), sent, Known()) or "")


@pytest.mark.parametrize(
    ("elapsed_ms", "busy_ms", "computes", "told"),
    [
        (1000.0, 900.0, False, "it computed for 900 ms of that time: search less"),
        # it waited for a processor: what counts is the time that it had
        (9000.0, 900.0, False, "it computed for 900 ms"),
        (1000.0, 10.0, True, "it computed for 10 ms"),
        (1000.0, 10.0, False, "(it used the processor for 10 ms: it was not computing)"),
        (1000.0, None, False, "flush standard output"),
    ],
)
def test_who_computes_is_told_otherwise(elapsed_ms: float, busy_ms: float | None, computes: bool, told: str) -> None:
    offence = Offence(FaultKind.TIMEOUT, "no answer to request 7", elapsed_ms)
    assert told in (advice(offence, REQUEST, Known(busy_ms, computes)) or "")


SLOW = Offence(FaultKind.TIMEOUT, "no answer to request 7", 2000.0)
NOT_READY = Offence(FaultKind.NOT_READY, "no ready message within start_ms", 10_000.0)
DENIED = Offence(FaultKind.CRASHED, "exited with status 1", 1.0, None, "lua: bids.txt: Permission denied")
ABSENT = Offence(FaultKind.MALFORMED, "of unknown type", 1.0, '{"type":"ok"}')
OTHER_ID = Offence(FaultKind.UNEXPECTED, "another id", 1.0, '{"type":"action","id":1,"action":"As"}')
CRASHED = Offence(FaultKind.CRASHED, "exited with status 1", 1.0, None, "panicked at main.rs")


@pytest.mark.parametrize(
    ("offence", "sent", "known", "told", "untold"),
    [
        # flushing cannot be the cause where answers have come
        (SLOW, REQUEST, Known(answers=5, mean_ms=700.0), "took 700 ms on average: answer faster", "flush"),
        (SLOW, REQUEST, Known(0.0, answers=5, mean_ms=700.0), "it waits (a sleep, input or output)", "flush"),
        (SLOW, REQUEST, Known(answers=1, mean_ms=7.0), "it has answered 1 request before: look for", "standard output"),
        (SLOW, REQUEST, Known(1500.0, answers=5, mean_ms=700.0), "it computed for 1500 ms", "on average"),
        (NOT_READY, START, Known(is_returning=True), "answer every match_start with ready", "flush"),
        (NOT_READY, START, Known(), "flush standard output", "every match_start"),
        # a confined bot is refused what its author can do by hand
        (DENIED, REQUEST, Known(by_hand="x"), '"Permission denied": a bot reads only its own folder', "by hand"),
        (DENIED, REQUEST, Known(is_confined=False, by_hand="a; b < c"), "run it by hand: a; b < c", "its own folder"),
        (CRASHED, REQUEST, Known(), "mend what standard error tells of", "by hand"),
        # an answer to news that comes when the next request has been sent
        (ABSENT, REQUEST, Known(before=DEAL_END), "write nothing after deal_end and match_end", '"id":7'),
        (ABSENT, REQUEST, Known(before=REQUEST), 'as the protocol has it: {"type":"action","id":7', "deal_end"),
        (OTHER_ID, REQUEST, Known(before=DEAL_END), "if it answers the news before, write nothing after", "from"),
        (OTHER_ID, REQUEST, Known(before=REQUEST), "repeat the id of the request, here 7", "news"),
    ],
)
def test_what_came_before_tells_more(offence: Offence, sent: bytes, known: Known, told: str, untold: str) -> None:
    said = advice(offence, sent, known) or ""
    assert told in said
    assert untold not in said
