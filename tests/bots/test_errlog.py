"""Standard error is kept with a cap: the first and the last part."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.bots.errlog import ErrorLog


@pytest.mark.parametrize(
    ("cap", "parts", "text"),
    [
        (10, [], ""),
        (10, [b"abc"], "abc"),
        (10, [b"01234", b"56789"], "0123456789"),
        (10, [b"0123456789a"], "01234\n[… 1 bytes cut …]\n6789a"),
        (10, [b"0123", b"456789abc", b"d"], "01234\n[… 4 bytes cut …]\n9abcd"),
        (3, [b"abcdef"], "a\n[… 3 bytes cut …]\nef"),
        (10, [b"\xffa"], "\N{REPLACEMENT CHARACTER}a"),
    ],
)
def test_what_is_kept(cap: int, parts: list[bytes], text: str) -> None:
    log = ErrorLog(cap)
    for part in parts:
        log.feed(part)
    assert log.text() == text
    assert log.received == sum(map(len, parts))


def test_the_tail_is_the_last_lines() -> None:
    log = ErrorLog(1000)
    log.feed(b"".join(b"line %d\n" % number for number in range(20)) + b"\n\n")
    assert log.tail(lines=2) == "line 18\nline 19"
    assert log.tail(lines=9, chars=6) == " 19"  # of the last six characters three are blank lines
    log.clear()
    assert (log.tail(), log.text()) == ("", "")


@given(st.integers(1, 20), st.lists(st.binary(max_size=15), max_size=10))
def test_chunks_do_not_matter_and_the_cap_holds(cap: int, parts: list[bytes]) -> None:
    data = b"".join(parts)
    piecewise, whole = ErrorLog(cap), ErrorLog(cap)
    whole.feed(data)
    for part in parts:
        piecewise.feed(part)
    assert piecewise.text() == whole.text()
    cut = max(0, len(data) - cap)
    assert (f"[… {cut} bytes cut …]" in whole.text()) == (cut > 0)
