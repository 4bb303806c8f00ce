"""Strangers' text made harmless: names, details and whatever else a bot or its author chose, one function an output.

Nothing that came from outside may reach a terminal, a page, a spreadsheet or a command to copy by another way. Meaning
is kept readable, not reversible. Called by the writers of each format, and once more on all that a command prints.
"""

import re
import shlex
import unicodedata
from html import escape

# what is drawn as nothing although it counts as printable: joiners, fillers, variation selectors, a blank of dots
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U00016fe4\U0001d159\U000e0100-\U000e01ef]"
)
# so many marks may be piled upon one letter, as some scripts need; more of them are drawn across the lines around
_MOST_MARKS = 5
# what opens a construct anywhere in a line: emphasis, code, links, tables, mathematics, templates, addresses
_MARKDOWN = re.compile(r"([\\`*_{}\[\]#|~$]|:(?=\S))")
_MARKDOWN_START = re.compile(r"^(\s*(?:\d{1,9})?)([-+=.)](?=\s|$|[-+=]))")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
# spreadsheets take the full-width forms of these signs for the plain ones
_FORMULA = "=+@＝＋－＠−-"
# at the start of the cell, and of what is one where a spreadsheet parts cells by semicolons
_CELL_START = re.compile(rf"(^|;)(?=\s*[{_FORMULA}])")


def terminal(text: str) -> str:
    r"""Control, format (bidi), invisible, unassigned and line-breaking characters, and piled marks, as escapes.

    >>> print(terminal("a\x1b[2Jb\u202ec"))
    a\x1b[2Jb\u202ec
    """
    if not text.isprintable():
        text = "".join(c if c.isprintable() else _escape(c) for c in text)
    return text if text.isascii() else _unpiled(_INVISIBLE.sub(lambda found: _escape(found[0]), text))


def terminal_lines(text: str) -> str:
    """Several lines, each as `terminal` has it: for a whole page, whose line breaks are its writer's own."""
    return "\n".join(map(terminal, text.split("\n")))


def markdown(text: str) -> str:
    r"""One line that renders as `text`, in a table cell or anywhere in a paragraph.

    >>> print(markdown("<b>|x_1|</b>"))
    &lt;b&gt;\|x\_1\|&lt;/b&gt;
    """
    text = _MARKDOWN.sub(r"\\\1", terminal(text))
    text = re.sub("[&<>]", lambda found: _ENTITIES[found[0]], text)
    text = re.sub(r"(?i)www(?=\.)", r"\g<0>\\", text)
    # people are called and mail addresses linked after escapes are gone, but never where there is code
    text = re.sub("@+", r"`\g<0>`", text)
    return _MARKDOWN_START.sub(r"\1\\\2", text)


def markdown_code(text: str) -> str:
    """A code span that shows `text` as it is, outside tables."""
    text = terminal(text)
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", text)), default=0))
    space = " " if len(fence) > 1 or not text.strip() or text != text.strip() else ""
    return f"{fence}{space}{text}{space}{fence}"


def html(text: str) -> str:
    r"""The content of an element, or of an attribute in double or single quotes; never of a script or a style.

    >>> print(html("<b title='x'>\u202e&amp;"))
    &lt;b title=&#x27;x&#x27;&gt;\u202e&amp;amp;
    """
    return escape(terminal(text))


def csv_cell(text: str) -> str:
    """A cell that no spreadsheet takes for a formula.

    >>> csv_cell("=1+1")
    "'=1+1"
    """
    safe = _CELL_START.sub(r"\1'", terminal(text))
    return f"'{safe}" if text[:1] in ("\t", "\r", "\n") and safe[:1] != "'" else safe


def command(verb: str, *words: str) -> str:
    """A command of arena's for a shell: each word is one there, and none is taken for an option.

    >>> print(command("replay", "runs/friday", "--x; rm~b/0/open"))
    arena replay -- runs/friday '--x; rm~b/0/open'
    """
    end_of_options = ["--"] if any(word.startswith("-") for word in words) else []
    return shlex.join(["arena", verb, *end_of_options, *words])


def _unpiled(text: str) -> str:
    shown, marks = [], 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        shown.append(character if marks <= _MOST_MARKS else _escape(character))
    return "".join(shown)


def _escape(character: str) -> str:
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
