"""Hostile text in every place where it can do harm."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.reports.neutral import csv_cell, markdown, markdown_code, terminal


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("counter-2", "counter-2"),
        ("Zoë 数 ♥", "Zoë 数 ♥"),
        ("\x1b[2J\x1b]0;title\x07", r"\x1b[2J\x1b]0;title\x07"),
        ("a\nb\rc\td\0", r"a\x0ab\x0dc\x09d\x00"),
        ("\x9b31m", r"\x9b31m"),
        ("abc\u202etxt", r"abc\u202etxt"),
        ("\u2066x\u2069 \u200b\ufeff", r"\u2066x\u2069 \u200b\ufeff"),
        ("\u2028\u2029\x85", r"\u2028\u2029\x85"),
        ("\ud800", r"\ud800"),
        ("\U000e0041", r"\U000e0041"),
    ],
)
def test_terminal(text: str, shown: str) -> None:
    assert terminal(text) == shown


@given(st.text())
def test_terminal_prints_on_one_line_and_is_itself_harmless(text: str) -> None:
    assert terminal(text).isprintable()
    assert terminal(terminal(text)) == terminal(text)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("counter-2.1", "counter-2.1"),
        ("a|b", r"a\|b"),
        (r"a\|b", r"a\\\|b"),
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("&lt;", "&amp;lt;"),
        ("[x](http://evil)", r"\[x\](http\://evil)"),
        ("![x](y)", r"!\[x\](y)"),
        ("**bold** _it_ `code` ~~no~~", r"\*\*bold\*\* \_it\_ \`code\` \~\~no\~\~"),
        ("www.evil.example WWW.evil", r"www\.evil.example WWW\.evil"),
        ("me@mail.example", r"me\@mail.example"),
        (":smile:", r"\:smile:"),
        ("$x$ {{y}}", r"\$x\$ \{\{y\}\}"),
        ("# head", r"\# head"),
        ("- item", r"\- item"),
        ("+ item", r"\+ item"),
        ("1. item", r"1\. item"),
        ("12) item", r"12\) item"),
        ("---", r"\---"),
        ("===", r"\==="),
        ("75.2", "75.2"),
        ("-3", "-3"),
        ("a\nb", r"a\\x0ab"),
    ],
)
def test_markdown(text: str, written: str) -> None:
    assert markdown(text) == written


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("arena replay r", "`arena replay r`"),
        ("a`b", "`` a`b ``"),
        ("``", "``` `` ```"),
        (" ", "`   `"),
        ("x\n", r"`x\x0a`"),
    ],
)
def test_markdown_code(text: str, written: str) -> None:
    assert markdown_code(text) == written


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("bot", "bot"),
        ("a=b", "a=b"),
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("  =1", "'  =1"),
        ("＝1", "'＝1"),
        ("\t=1", r"'\x09=1"),
        ("\r=1", r"'\x0d=1"),
    ],
)
def test_csv_cell(text: str, written: str) -> None:
    assert csv_cell(text) == written


@given(st.text())
def test_no_csv_cell_is_a_formula_and_all_read_back_in_one_piece(text: str) -> None:
    out = io.StringIO()
    csv.writer(out).writerow([csv_cell(text), "end"])
    ((cell, end),) = csv.reader(io.StringIO(out.getvalue()))
    assert (cell, end) == (csv_cell(text), "end")
    assert cell.lstrip()[:1] not in ("=", "+", "-", "@")
