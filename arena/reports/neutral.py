"""Strangers' text made harmless: names, details and whatever else a bot or its author chose, one function an output.

Nothing that came from outside may reach a terminal, a Markdown page or a spreadsheet by another way. Meaning is
kept readable, not reversible. Called by the writers of each format.
"""

import re

# what opens a construct anywhere in a line: emphasis, code, links, tables, mathematics, templates, mentions, addresses
_MARKDOWN = re.compile(r"([\\`*_{}\[\]#|~$@]|:(?=\S))")
_MARKDOWN_START = re.compile(r"^(\s*(?:\d{1,9})?)([-+=.)](?=\s|$|[-+=]))")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
# spreadsheets take the full-width forms of these signs for the plain ones
_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "−")


def terminal(text: str) -> str:
    r"""Control, format (bidi, zero width), unassigned and line-breaking characters written as escapes.

    >>> print(terminal("a\x1b[2Jb\u202ec"))
    a\x1b[2Jb\u202ec
    """
    return text if text.isprintable() else "".join(c if c.isprintable() else _escape(c) for c in text)


def markdown(text: str) -> str:
    r"""One line that renders as `text`, in a table cell or anywhere in a paragraph.

    >>> print(markdown("<b>|x_1|</b>"))
    &lt;b&gt;\|x\_1\|&lt;/b&gt;
    """
    text = _MARKDOWN.sub(r"\\\1", terminal(text))
    text = re.sub("[&<>]", lambda found: _ENTITIES[found[0]], text)
    text = re.sub(r"(?i)\b(www)\.", r"\1\\.", text)
    return _MARKDOWN_START.sub(r"\1\\\2", text)


def markdown_code(text: str) -> str:
    """A code span that shows `text` as it is, outside tables."""
    text = terminal(text)
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", text)), default=0))
    space = " " if len(fence) > 1 or not text.strip() or text != text.strip() else ""
    return f"{fence}{space}{text}{space}{fence}"


def csv_cell(text: str) -> str:
    """A cell that no spreadsheet takes for a formula.

    >>> csv_cell("=1+1")
    "'=1+1"
    """
    safe = terminal(text)
    risky = safe.lstrip().startswith(_FORMULA) or text[:1] in ("\t", "\r", "\n")
    return f"'{safe}" if risky else safe


def _escape(character: str) -> str:
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
