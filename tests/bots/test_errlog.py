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
        (4, ["aüb".encode()], "aüb"),  # a character across both halves
        (10, [b"\ta\r\nb\r"], "  a\nb\r"),
    ],
)
def test_what_is_kept(cap: int, parts: list[bytes], text: str) -> None:
    log = ErrorLog(cap)
    for part in parts:
        log.feed(part)
    assert log.text() == text
    assert log.received == sum(map(len, parts))


def test_an_excerpt_has_the_first_and_the_last_lines() -> None:
    lines = [f"line {number}" for number in range(20)]
    log = ErrorLog(1000)
    log.feed("\n".join([*lines, "", ""]).encode())
    assert log.excerpt().splitlines() == [*lines[:5], "[… 7 lines left out …]", *lines[-8:]]
    log.clear()
    assert (log.excerpt(), log.text()) == ("", "")


def test_lines_that_were_cut_are_counted_in_it() -> None:
    lines = [f"line {number:02}" for number in range(90)]
    log = ErrorLog(160)  # ten lines of eight bytes in each half
    for line in lines:
        log.feed(f"{line}\n".encode())
    assert log.excerpt().splitlines() == [*lines[:5], "[… 77 lines left out …]", *lines[-8:]]
    log.clear()
    log.feed(b"x" * 1000)
    assert log.excerpt() == f"{'x' * 80}\n[… 840 bytes left out …]\n{'x' * 80}"
    log.feed(b"a\nb\n")
    assert log.excerpt().endswith("\n[… 844 bytes left out …]\n" + "x" * 76 + "a\nb")


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
