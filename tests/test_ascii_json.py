"""JSON as ASCII: the same values, nothing raw."""

import json
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ascii_json import ascii_json

# a half of a surrogate pair is no UTF-8: nothing that a bot sent holds one
text = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("plain", b'"plain"'),
        ('\x1b[2J\n\\"', b'"\\u001b[2J\\n\\\\\\""'),
        ("\x7f\x9b2J", b'"\\u007f\\u009b2J"'),
        ("\u202e\u200b\u2028", b'"\\u202e\\u200b\\u2028"'),
        ("♥", b'"\\u2665"'),
        ("\U0001f600", b'"\\ud83d\\ude00"'),
        ("\U000e0041", b'"\\udb40\\udc41"'),
        ({"ü": 1}, b'{"\\u00fc":1}'),
    ],
)
def test_what_is_written(value: object, written: bytes) -> None:
    assert ascii_json(orjson.dumps(value)) == written


@given(values)
def test_the_values_stay_and_all_is_printable_ascii(value: Any) -> None:
    written = ascii_json(orjson.dumps(value))
    assert json.loads(written) == value
    assert all(0x20 <= byte < 0x7F for byte in written)
