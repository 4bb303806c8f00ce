"""Standard error made short: where each language says its error, and what an excerpt must keep of it."""

import pytest

from arena.last_words import EXCERPT_CHARS, deciding_line, excerpt, quoted, without_quoted

LUA = [
    "lua: a.lua:1: module 'cjson' not found:",
    *[f"  no file '/usr/lib/{number}'" for number in range(19)],
    "stack traceback:",
    "  [C]: in function 'require'",
    "  [C]: in ?",
]
NODE = [
    "/a/bot.js:3",
    "  throw x",
    "  ^",
    "",
    "ReferenceError: x is not defined",
    *["    at run (b.js:1)"] * 12,
    "",
    "Node",
]
PYTHON = ["thinking", "Traceback (most recent call last):", *['  File "a.py", line 3', "    f()"] * 9, "KeyError: 'Jo'"]


@pytest.mark.parametrize(
    ("lines", "decides"),
    [
        (LUA, "lua: a.lua:1: module 'cjson' not found:"),
        (
            ["noise", "lua: a.lua:9: attempt to index nil", "stack traceback:", "  a.lua:9: in main"],
            "lua: a.lua:9: attempt to index nil",
        ),
        (NODE, "ReferenceError: x is not defined"),
        (PYTHON, "KeyError: 'Jo'"),
        ([*PYTHON, "", "During handling of it:", "", *PYTHON[1:-1], "a.Odd: two", "lines"], "a.Odd: two"),
        (["Traceback (most recent call last):", "  cut off"], "Traceback (most recent call last):"),
        (['  File "a.py", line 1', "    f(", "SyntaxError: '(' was never closed"], "SyntaxError: '(' was never closed"),
        (
            ["thread 'main' panicked at src/main.rs:2:5:", "no card", "note: run with `RUST_BACKTRACE=1`"],
            "thread 'main' panicked at src/main.rs:2:5:",
        ),
        (
            ["a.rb:1:in `f': undefined method `x' (NoMethodError)", "  from a.rb:2"],
            "a.rb:1:in `f': undefined method `x' (NoMethodError)",
        ),
        (
            ["hello", 'Exception in thread "main" java.lang.Odd', "  at A.main(A.java:1)"],
            'Exception in thread "main" java.lang.Odd',
        ),
        (["Can't locate X.pm at a.pl line 3.", "BEGIN failed at a.pl line 3."], "Can't locate X.pm at a.pl line 3."),
        (["hello", *["noise"] * 20, "no such weights", "  bye"], "no such weights"),
        (["  bye"], "  bye"),
        ([], ""),
    ],
)
def test_the_deciding_line_is_in_the_excerpt_and_is_found(lines: list[str], decides: str) -> None:
    assert deciding_line(excerpt(lines)) == decides


def test_few_lines_stand_as_they_are_and_many_with_a_mark() -> None:
    lines = [f"line {number}" for number in range(14)]
    assert excerpt(lines) == "\n".join(lines)
    assert excerpt([*lines[:3], "", " ", *lines[3:]]) == "\n".join(lines)
    longer = [*lines, "line 14", "line 15"]
    assert excerpt(longer).splitlines() == [*lines[:5], "[… 3 lines left out …]", *longer[-8:]]


def test_what_is_lost_in_between_is_counted() -> None:
    assert excerpt(["a"], ["z"], "99 bytes") == "a\n[… 99 bytes left out …]\nz"
    assert (
        excerpt(["a"] * 6, ["z"] * 9, "99 bytes", 5).splitlines() == ["a"] * 5 + ["[… 7 lines left out …]"] + ["z"] * 8
    )


def test_long_lines_leave_the_beginning_and_the_end() -> None:
    text = excerpt(["first" + "x" * 5_000 + "last"])
    assert len(text) <= EXCERPT_CHARS
    begins, mark, ends = text.splitlines()
    assert (begins[:5], ends[-4:]) == ("first", "last")
    assert mark == f"[… {5_009 - len(begins) - len(ends)} characters left out …]"


def test_a_detail_quotes_one_bounded_line_which_can_be_taken_away() -> None:
    stderr = excerpt(["Error: " + "x" * 400, "more"])
    detail = f"it ended{quoted(stderr)}"
    assert detail.startswith("it ended; standard error: Error: xxx")
    assert (len(detail), detail[-1]) == (len("it ended; standard error: ") + 300, "…")
    assert without_quoted(detail, stderr) == "it ended"
    assert without_quoted(f"said; standard error: forged{quoted('x')}", "x") == "said; standard error: forged"
    assert (quoted(""), quoted(None)) == ("; nothing on standard error",) * 2
    assert without_quoted("it ended; nothing on standard error", None) == "it ended; nothing on standard error"
