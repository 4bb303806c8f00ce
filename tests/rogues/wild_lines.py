"""What a bot might write, for fuzzing: messages, almost messages, damaged ones, noise. Hypothesis strategies only."""

import json

from hypothesis import strategies as st

READY = b'{"type":"ready"}'
LIMIT = 256  # of a line: small, so that over-long ones are common


def answer(id: int, action: str = "Jh") -> bytes:
    return json.dumps({"type": "action", "id": id, "action": action}).encode()


_numbers = st.integers() | st.floats() | st.sampled_from([2**63, 2**64, -(2**63) - 1, 10**30, 1e308])
_values = st.recursive(
    st.none() | st.booleans() | _numbers | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
_almost = st.fixed_dictionaries(
    {"type": st.sampled_from(["action", "ready"]) | _values},
    optional={
        "id": st.integers(0, 5) | _values,
        "action": st.sampled_from(["pass", "3", "Jh"]) | _values,
        "note": _values,
        "name": _values,
    },
)
said = (
    st.sampled_from([READY, *map(answer, range(5)), b"", b"{}", b"[[", b"null", b"NaN", b"\xef\xbb\xbf" + READY])
    | (_almost | _values).map(lambda value: json.dumps(value).encode())
    | st.binary(max_size=40)
    | st.text(max_size=40).map(str.encode)
    | st.integers(LIMIT - 3, LIMIT + 3).map(b"x".__mul__)
    | st.integers(LIMIT - 3, LIMIT + 3).map(b" ".__mul__)
    | st.integers(1, 150).map(lambda depth: b'{"type":"ready","x":' + b"[" * depth + b"]" * depth + b"}")
)
damaged = st.builds(
    lambda line, at, gone, put: line[:at] + put + line[at + gone :],
    said,
    st.integers(0, 60),
    st.integers(0, 6),
    st.binary(max_size=6) | st.sampled_from([b"\\ud800", b"\\u0000", b"\n", b'"', b"}{", b"1e999"]),
)
ends = st.sampled_from([b"\n", b"\n", b"\n", b"\r\n", b"", b"\n\n \t\n", b"\n\xff\n"])
streams = st.lists(st.tuples(said | damaged, ends).map(b"".join), max_size=12).map(b"".join)
# most begin as they should, so that the later states are met too
conversations = st.integers(0, 4).flatmap(
    lambda good: streams.map(b"".join([line + b"\n" for line in [READY, *map(answer, range(1, 5))][:good]]).__add__)
)
