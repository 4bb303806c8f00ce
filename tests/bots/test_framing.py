"""Bytes in any chunks make the same lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.bots.framing import Lines, Overlong

LIMIT = 8


def taken(lines: Lines) -> list[bytes | str]:
    """Every line that is held; an over-long one as text, and nothing after it."""
    found: list[bytes | str] = []
    while (line := lines.next_line()) is not None:
        if isinstance(line, Overlong):
            found.append(f"over-long: {line.received}")
            break
        found.append(line)
    return found


@pytest.mark.parametrize(
    ("data", "expected", "unfinished"),
    [
        (b"", [], 0),
        (b"a\n", [b"a"], 0),
        (b"a\nb\n", [b"a", b"b"], 0),
        (b"a\r\n", [b"a\r"], 0),
        (b"a\nbc", [b"a"], 2),
        (b"\n\r\n \t\v\f\n\na\n\n", [b"a"], 0),
        (b"   ", [], 3),
        (b"\xff\x00\n", [b"\xff\x00"], 0),
        (b"1234567\n", [b"1234567"], 0),  # eight bytes with its newline: the limit
        (b"12345678\n", ["over-long: 9"], 9),
        (b"12345678", ["over-long: 8"], 8),  # no newline can make it fit
        (b"1234567", [], 7),
        (b"a\n12345678\nb\n", [b"a", "over-long: 11"], 11),
        (b"         \n", ["over-long: 10"], 10),  # white space too
    ],
)
def test_lines(data: bytes, expected: list[bytes | str], unfinished: int) -> None:
    lines = Lines(LIMIT)
    lines.feed(data)
    assert taken(lines) == expected
    assert lines.unfinished == unfinished


def test_what_is_cleared_is_counted_and_gone() -> None:
    lines = Lines(LIMIT)
    lines.feed(b"a\nbcd")
    assert lines.next_line() == b"a"
    assert lines.clear() == 3
    lines.feed(b"e\n")
    assert taken(lines) == [b"e"]


chunks = st.lists(st.binary(max_size=6) | st.sampled_from([b"\n", b"\r\n", b"a\n", b" \n"]), max_size=12)


@given(chunks)
def test_any_chunking_gives_the_same_lines(parts: list[bytes]) -> None:
    whole = Lines(LIMIT)
    whole.feed(b"".join(parts))
    at_once = [line if isinstance(line, bytes) else "over-long" for line in taken(whole)]
    lines, piecewise = Lines(LIMIT), list[bytes | str]()
    for part in parts:
        lines.feed(part)
        found = taken(lines)
        piecewise += found
        if found and isinstance(found[-1], str):
            piecewise[-1] = "over-long"
            break
    expected = ["over-long" if isinstance(line, str) else line for line in at_once]
    assert piecewise == expected


@given(chunks)
def test_lines_are_the_data_split_at_newlines(parts: list[bytes]) -> None:
    data = b"".join(parts)
    lines = Lines(len(data) + 1)
    for part in parts:
        lines.feed(part)
    assert taken(lines) == [line for line in data.split(b"\n")[:-1] if line.strip(b" \t\r\n\v\f")]
    assert lines.unfinished == len(data.split(b"\n")[-1])
