"""Lines and messages: the fast writers against the models, and every line that a bot might write."""

import json
import math
from typing import Any

import orjson
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from protocol.codec import CodecError, decode, encode, encode_deal_end, encode_request, excerpt
from protocol.messages import Action, DealEnd, Ready, Request, RequestClock

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
SMALL = st.integers(-(2**53), 2**53)
VALUES = st.recursive(
    st.none() | st.booleans() | SMALL | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)
OBJECTS = st.dictionaries(TEXT, VALUES, max_size=5)
ACTIONS = st.lists(TEXT, max_size=8)
CLOCKS = st.tuples(
    st.none() | st.integers(0, 10**9),
    st.none() | st.floats(0, 1e9) | st.integers(0, 10**9),
    st.none() | st.floats(0, 1e9) | st.integers(0, 10**9),
)

NOT_JSON = "is not JSON (expected value at byte 1); print debug text to standard error, not standard output"
EXPECTED = 'expected "ready" or "action"'
NO_OBJECT = 'is JSON but not an object; expected one such as {"type":"action",…} (input should be an object)'
NO_ID = 'is "action" whose "id" is no whole number; expected a JSON whole number, as in 3'


@given(st.integers(1, 2**31), TEXT, ACTIONS.filter(bool), OBJECTS, CLOCKS)
@example(7, "play", ["Jh"], {"seat": 0}, (1000, 4999.99, 0.04))
@example(7, "play", ["Jh"], {"seat": 0}, (1000, -3.5, 1203.46))
def test_a_request_is_written_as_by_its_model(
    id: int, decision: str, legal: list[str], view: dict[str, Any], clock: tuple[int | None, float | None, float | None]
) -> None:
    action_ms, bank_ms, last_ms = clock
    timed = action_ms is not None and bank_ms is not None
    modelled = RequestClock(
        action_ms=action_ms,
        bank_ms=max(0, math.floor(bank_ms or 0)) if timed else None,
        last_ms=None if last_ms is None else math.floor(last_ms * 10 + 0.5) / 10,
    )
    line = encode_request(id, decision, legal, orjson.dumps(view), action_ms, bank_ms, last_ms)
    assert line == encode(Request(id=id, decision=decision, legal=legal, view=view, clock=modelled))
    assert line.endswith(b"\n")
    assert b"\n" not in line[:-1]


@given(st.integers(0, 500), st.lists(SMALL, max_size=3), st.lists(ACTIONS, max_size=4), ACTIONS, OBJECTS)
def test_a_deal_end_is_written_as_by_its_model(
    deal: int, points: list[int], hands: list[list[str]], actions: list[str], summary: dict[str, Any]
) -> None:
    scores = [point + 1 for point in points]
    line = encode_deal_end(deal, points, scores, hands, actions, summary)
    model = DealEnd(deal=deal, points=points, scores=scores, hands=hands, actions=actions, summary=summary)
    assert line == encode(model)
    tuples = encode_deal_end(deal, tuple(points), tuple(scores), tuple(map(tuple, hands)), tuple(actions), summary)
    assert tuples == line


@pytest.mark.parametrize(
    ("bank_ms", "last_ms", "written"),
    [
        (5000, None, '"bank_ms":5000,"last_ms":null'),
        (4711.99, 0.04, '"bank_ms":4711,"last_ms":0.0'),
        (0.9, 12, '"bank_ms":0,"last_ms":12.0'),
        (-3.5, 1203.46, '"bank_ms":0,"last_ms":1203.5'),
        (None, 1.25, '"bank_ms":null,"last_ms":1.3'),
    ],
)
def test_clock_values(bank_ms: float | None, last_ms: float | None, written: str) -> None:
    line = encode_request(1, "bid", ["3"], b"{}", 1000, bank_ms, last_ms).decode()
    assert line.endswith(f'"clock":{{"action_ms":1000,{written}}}}}\n')


def test_an_untimed_seat_has_no_bank() -> None:
    assert b'{"action_ms":null,"bank_ms":null,"last_ms":3.0}' in encode_request(1, "bid", ["3"], b"{}", None, 5000, 3)


def ready(**display: str) -> Ready:
    return Ready(type="ready", **display)


def action(text: str = "x", id: int = 3, note: str | None = None) -> Action:
    return Action(type="action", id=id, action=text, note=note)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b'{"type":"ready"}\n', ready()),
        (b'{"type":"ready"}\r\n', ready()),
        (b' \t{ "type" : "ready" } ', ready()),
        (b'{"type":"ready","name":"a","version":"b","author":"c"}', ready(name="a", version="b", author="c")),
        (b'{"type":"ready","name":null,"wants":["events"],"id":"x"}', ready()),
        (b'{"type":"ready","wants":5}', ready()),
        (b'{"id":3,"action":"Jh","type":"action"}', action("Jh")),
        (b'{"type":"action","id":3,"action":"Jh","note":null}', action("Jh")),
        (b'{"type":"action","id":3,"action":"","note":""}', action("", note="")),
        (b'{"type":"action","id":-3,"action":"x"}', action(id=-3)),
        (b'{"type":"action","id":3,"action":"\\u004ah"}', action("Jh")),
        (b'{"type":"action","id":3,"action":"\\ud83c\\udca1"}', action("\U0001f0a1")),
        ('{"type":"action","id":3,"action":"J♥"}'.encode(), action("J♥")),
        (b'{"type":"action","id":3,"action":"x","y":NaN,"z":[-Infinity,1e999]}', action()),
        (b'{"type":"action","id":"x","id":3,"action":1,"action":"b"}', action("b")),
        (b'{"type":"ready","type":"action","id":3,"action":"x"}', action()),
        (b'{"type":5,"type":"ready","name":5,"name":"n"}', ready(name="n")),
        (b'{"type":"action","id":3,"action":"x","y":' + b"[" * 100 + b"]" * 100 + b"}", action()),
        (b'{"type":"action","id":' + b"9" * 300 + b',"action":"x"}', action(id=10**300 - 1)),
    ],
)
def test_what_a_bot_may_write(line: bytes, message: Ready | Action) -> None:
    assert decode(line) == message


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "is not JSON (EOF while parsing a value at byte 0)"),
        (b"Jh", NOT_JSON),
        (b"choosing Jh", NOT_JSON),
        (b"\x1b[31m", NOT_JSON),
        (b"\xed\xa0\x80", NOT_JSON),
        (b'\xef\xbb\xbf{"type":"ready"}', "begins with a byte order mark; write UTF-8 without one"),
        (b"\xff\xfe{\x00", NOT_JSON),
        (b"[]", NO_OBJECT),
        (b"5", NO_OBJECT),
        (b"null", NO_OBJECT),
        (b'"Jh"', NO_OBJECT),
        (b"NaN", NO_OBJECT),
        (b"{}", f'is an object without a "type"; {EXPECTED}'),
        (b'{"id":3,"action":"Jh"}', f'is an object without a "type"; {EXPECTED}'),
        (b'{"type":"Action"}', f'is of unknown type "Action"; {EXPECTED}'),
        (b'{"type":5}', f'is of unknown type "5"; {EXPECTED}'),
        (b'{"type":null}', f'is of unknown type "None"; {EXPECTED}'),
        (b'{"type":"\\u001b[31m"}', f'is of unknown type "\\x1b[31m"; {EXPECTED}'),
        (b'{"type":"' + b"x" * 60000 + b'"}', f'is of unknown type "{"x" * 40} … (the first 40 of 60000 bytes)"'),
        (b'{"type":"action"}', 'is "action" whose "id" is missing; expected a JSON whole number, as in 3'),
        (b'{"type":"action","action":"Jh","ID":3}', 'is "action" whose "id" is missing'),
        (b'{"type":"action","id":"3","action":"Jh"}', NO_ID),
        (b'{"type":"action","id":3.0,"action":"Jh"}', NO_ID),
        (b'{"type":"action","id":3e0,"action":"Jh"}', NO_ID),
        (b'{"type":"action","id":true,"action":"Jh"}', NO_ID),
        (b'{"type":"action","id":null,"action":"Jh"}', NO_ID),
        (b'{"type":"action","id":NaN,"action":"Jh"}', NO_ID),
        (b'{"type":"action","id":3}', 'is "action" whose "action" is missing; expected a JSON string, as in "text"'),
        (b'{"type":"action","id":3,"action":null}', 'is "action" whose "action" is no string'),
        (b'{"type":"action","id":3,"action":["Jh"]}', 'is "action" whose "action" is no string'),
        (b'{"type":"action","id":3,"action":"Jh","note":5}', 'is "action" whose "note" is no string'),
        (b'{"type":"action","id":3,"id":"3","action":"Jh"}', NO_ID),
        (b'{"type":"ready","name":5}', 'is "ready" whose "name" is no string; expected a JSON string'),
        (b'{"type":"ready","version":1.2}', 'is "ready" whose "version" is no string'),
        (b'{"type":"ready","author":{}}', 'is "ready" whose "author" is no string'),
        (b'{"type":"ready"', "is not valid JSON: EOF while parsing an object at byte 15; expected one whole object"),
        (b" {'type':'ready'}", "is not valid JSON: key must be a string at byte 3"),
        (b'{"type":"ready",}', "is not valid JSON: trailing comma at byte 17"),
        (b'{"type":"ready"} {"type":"ready"}', "is not valid JSON: trailing characters at byte 18"),
        (b'{"type":"ready","x":"\xff"}', "is not valid JSON: invalid unicode code point at byte 22"),
        (b'{"type":"ready","x":"\\ud83c"}', "is not valid JSON: unexpected end of hex escape"),
        (b'{"type":"ready","x":"\\udca1"}', "is not valid JSON: lone leading surrogate in hex escape"),
        (b'{"type":"ready","x":"\x00"}', "is not valid JSON: control character"),
        (b'{"type":"ready","x":' + b"9" * 10**6 + b"}", "is not valid JSON: number out of range"),
        (b'{"type":"action","id":' + b"9" * 5000 + b',"action":"x"}', "is not valid JSON: number out of range"),
        (b'{"type":"action","id":1.' + b"9" * 10**6 + b',"action":"x"}', NO_ID),
        (b'{"type":"ready","x":' + b"[" * 10**5 + b"]" * 10**5 + b"}", "is not valid JSON: recursion limit exceeded"),
        (b'{"type":' * 10**5, "is not valid JSON: recursion limit exceeded"),
        (b"[" * 10**5, "is not JSON (recursion limit exceeded"),
    ],
)
def test_what_a_bot_may_not_write_and_why(line: bytes, reason: str) -> None:
    with pytest.raises(CodecError) as raised:
        decode(line)
    assert raised.value.reason == str(raised.value)
    assert raised.value.reason.startswith(reason)
    assert len(raised.value.reason) < 300


def decodes_or_refuses(line: bytes) -> None:
    message: Ready | Action | None = None
    reason = "none"
    try:
        message = decode(line)
    except CodecError as error:
        reason = error.reason
    assert reason.isprintable()
    assert 0 < len(reason) < 400
    # strings that came through can be stored and printed
    str(message and message.model_dump()).encode()


@given(st.binary(max_size=300))
@settings(max_examples=500)
def test_any_bytes(line: bytes) -> None:
    decodes_or_refuses(line)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(), max_size=12)
    | st.sampled_from(["action", "ready", "Jh"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["type", "id", "action", "note", "name"]) | st.text(max_size=5), inner)
    ),
    max_leaves=12,
)
NEARLY = st.fixed_dictionaries(
    {"type": st.sampled_from(["action", "ready"]) | JSON},
    optional={"id": st.integers() | JSON, "action": st.text() | JSON, "note": JSON, "name": JSON, "x": JSON},
)


@given(JSON | NEARLY, st.booleans())
@settings(max_examples=500)
def test_any_json(value: object, escaped: bool) -> None:
    decodes_or_refuses(json.dumps(value, ensure_ascii=escaped).encode("utf-8", "surrogatepass"))


@given(st.integers(0, 60), st.binary(max_size=4), st.integers(0, 60))
@settings(max_examples=500)
def test_any_damage_to_a_good_line(start: int, bytes_put_in: bytes, end: int) -> None:
    good = b'{"type":"action","id":3,"action":"Jh","note":"\\u2665 hm"}'
    decodes_or_refuses(good[:start] + bytes_put_in + good[end:])


@pytest.mark.parametrize("digits", [4000, 4300])
def test_an_id_that_is_let_pass_can_be_printed(digits: int) -> None:
    message = decode(b'{"type":"action","id":-' + b"9" * digits + b',"action":"x"}')
    assert isinstance(message, Action)
    assert len(str(message.id)) == digits + 1


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (b"", ""),
        (b"Jh\n", "Jh"),
        (b"Jh\r\n", "Jh"),
        (b'{"action":"J\xe2\x99\xa5"}', '{"action":"J♥"}'),
        (b"\x1b[31mred\x07\x00\x7f", "\\x1b[31mred\\x07\\x00\\x7f"),
        (b"a\tb\rc\nd", "a\\tb\\rc\\nd"),
        (b"\\x1b", "\\\\x1b"),
        (b"\xff\xc3", "\\xff\\xc3"),
        (b"\xed\xb2\x80", "\\xed\\xb2\\x80"),
        ("\u202etxt\u2066\u200b\ufeff".encode(), "\\u202etxt\\u2066\\u200b\\ufeff"),
        ("\u00a0\u2028\u0085\U000e0041".encode(), "\\xa0\\u2028\\x85\\U000e0041"),
        (b"x" * 200 + b"\r\n", "x" * 200),
        (b"x" * 201, "x" * 200 + " … (the first 200 of 201 bytes)"),
        (b"x" * 199 + b"\xe2\x99\xa5", "x" * 199 + "\\xe2 … (the first 200 of 202 bytes)"),
        (b"x" * 70000 + b"\n", "x" * 200 + " … (the first 200 of 70001 bytes)"),
        (b"\n" * 300, "\\n" * 200 + " … (the first 200 of 300 bytes)"),
    ],
)
def test_an_excerpt_is_safe_to_show(line: bytes, shown: str) -> None:
    assert excerpt(line) == shown


@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode), st.integers(1, 300))
def test_any_excerpt(line: bytes, limit: int) -> None:
    shown = excerpt(line, limit)
    assert shown.isprintable()
    assert len(shown) <= 10 * limit + 50
    shown.encode()
