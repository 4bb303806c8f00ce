"""Hostile text in every place where it can do harm."""

import csv
import io
import shlex
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.reports.neutral import command, csv_cell, html, markdown, markdown_code, terminal, terminal_lines


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
        ("counter\u3164\u115f\uffa0", r"counter\u3164\u115f\uffa0"),  # fillers: letters drawn as nothing
        ("a\ufe0f\U000e0100\u034f", r"a\ufe0f\U000e0100\u034f"),  # variation selectors, a joiner
        ("\u2800", r"\u2800"),
        ("e" + "\u0301" * 7 + "e\u0301", "e" + "\u0301" * 5 + r"\u0301\u0301" + "e\u0301"),  # drawn over other lines
        ("\u05e9\u05c1\u05bc\u05b8\u0591", "\u05e9\u05c1\u05bc\u05b8\u0591"),
        ("[red]x[/red]", "[red]x[/red]"),  # markup of no terminal's
    ],
)
def test_terminal(text: str, shown: str) -> None:
    assert terminal(text) == shown


@given(st.text())
def test_terminal_prints_on_one_line_and_is_itself_harmless(text: str) -> None:
    assert terminal(text).isprintable()
    assert terminal(terminal(text)) == terminal(text)


def test_terminal_lines_keep_their_ends() -> None:
    assert terminal_lines("a\x1b\n\n\u202eb\r\n") == "a\\x1b\n\n\\u202eb\\x0d\n"


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
        ("_www.evil (www.evil", r"\_www\.evil (www\.evil"),
        ("[x](javascript:1)", r"\[x\](javascript\:1)"),
        ("<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;"),
        # an address is linked and a person called although a backslash stands before the sign; code is left alone
        ("me@mail.example", "me`@`mail.example"),
        ("@all", "`@`all"),
        ("`@@`", r"\``@@`\`"),
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
        ("counter-2", "counter-2"),
        ("<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;"),
        ("&lt;", "&amp;lt;"),
        ("\" onload='x' `", "&quot; onload=&#x27;x&#x27; `"),
        ("a\u202e\x1b\n\u2028", r"a\u202e\x1b\x0a\u2028"),
        ("Zoë 数 ♥", "Zoë 数 ♥"),
    ],
)
def test_html(text: str, written: str) -> None:
    assert html(text) == written


@given(st.text())
def test_html_is_text_to_a_parser(text: str) -> None:
    found: list[tuple[str, str | None]] = []

    class Page(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            assert tag == "p"
            found.extend(attrs)

        def handle_data(self, data: str) -> None:
            found.append(("data", data))

    page = Page(convert_charrefs=True)
    page.feed(f"<p title=\"{html(text)}\" lang='{html(text)}'>{html(text)}</p>")
    page.close()
    shown = [("data", terminal(text))] if text else []
    assert found == [("title", terminal(text)), ("lang", terminal(text)), *shown]


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
        ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
        ("x;=1+1;y", "x;'=1+1;y"),  # cells end at semicolons where the comma is the decimal sign
        ("x; -1", "x;' -1"),
        ("a;b", "a;b"),
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
    assert all(part.lstrip()[:1] not in tuple("=+-@") for part in cell.split(";"))


@pytest.mark.parametrize(
    ("words", "written"),
    [
        (("runs/a", "a~b/0/open"), "arena replay runs/a 'a~b/0/open'"),
        (
            ("my runs/a", "'; rm -rf $HOME; '~b/0/open"),
            "arena replay 'my runs/a' ''\"'\"'; rm -rf $HOME; '\"'\"'~b/0/open'",
        ),
        (("r", "--help~b/0/open"), "arena replay -- r '--help~b/0/open'"),
        ((), "arena replay"),
    ],
)
def test_command(words: tuple[str, ...], written: str) -> None:
    assert command("replay", *words) == written


@given(st.lists(st.text(), max_size=3))
def test_a_shell_reads_the_words_back(words: list[str]) -> None:
    end = ["--"] if any(word.startswith("-") for word in words) else []
    assert shlex.split(command("replay", *words)) == ["arena", "replay", *end, *words]
