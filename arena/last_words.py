"""What a bot wrote to standard error, made short for people: an excerpt of lines, and the one line that decides.

Pure; text in, text out, both a stranger's: whoever shows it neutralises it. Python says its error last, most others
say it first and then where it came from, so that an excerpt has both ends and a mark between them. Called by `bots`
for a fault, by `reports` and the verbs that show one.
"""

import re
from collections.abc import Sequence
from typing import Final

FIRST_LINES: Final = 5
LAST_LINES: Final = 8
EXCERPT_CHARS: Final = 2_000
QUOTED: Final = "; standard error: "
NOTHING_QUOTED: Final = "; nothing on standard error"
"""How a fault's detail goes on to standard error."""
_QUOTED_CHARS: Final = 300
_FIRST_CHARS: Final = EXCERPT_CHARS * 2 // 5
_MARK_CHARS: Final = 50
_PYTHON: Final = "Traceback (most recent call last)"
_LUA: Final = "stack traceback:"
_MARK: Final = "[… "
_TELLING: Final = re.compile(r"(?i)error|exception|panic|fatal|abort|assert|fail|not found|\bcan(?:'t|not)\b")


def excerpt(first: Sequence[str], last: Sequence[str] = (), left_out: str = "", lost_lines: int = 0) -> str:
    """The first and the last lines with a mark of what was left out between them; all of them if they are few.

    Without `left_out` the lines `first` and `last` follow on each other; with it, it names what is lost between them,
    `lost_lines` of lines. Blank lines are left out without a mark.
    """
    first, last = [line for line in first if line.strip()], [line for line in last if line.strip()]
    if not left_out:
        lines = [*first, *last]
        if len(lines) <= FIRST_LINES + LAST_LINES + 1:
            return _within("\n".join(lines))
        first, last = lines[:FIRST_LINES], lines[FIRST_LINES:]
    lost_lines += max(0, len(first) - FIRST_LINES) + max(0, len(last) - LAST_LINES)
    mark = f"{_MARK}{f'{lost_lines} lines' if lost_lines else left_out} left out …]"
    return _within("\n".join([*first[:FIRST_LINES], mark, *last[-LAST_LINES:]]))


def _within(text: str) -> str:
    if len(text) <= EXCERPT_CHARS:
        return text
    over = len(text) - EXCERPT_CHARS + _MARK_CHARS
    end = text[_FIRST_CHARS + over :]
    return f"{text[:_FIRST_CHARS]}\n{_MARK}{over} characters left out …]\n{end}"


def deciding_line(text: str) -> str:
    """The line of an excerpt that says what went wrong, at most 300 characters of it; empty where there is none."""
    lines = text.splitlines()
    found = _after_traceback(lines) or _before_stack(lines) or _telling(lines) or _last(lines) or next(iter(lines), "")
    return found if len(found) <= _QUOTED_CHARS else f"{found[: _QUOTED_CHARS - 1]}…"


def _after_traceback(lines: Sequence[str]) -> str:
    """Python's: the first line that is not indented after the last traceback's head."""
    for place in reversed([place for place, line in enumerate(lines) if line.startswith(_PYTHON)]):
        for line in lines[place + 1 :]:
            if line[:1].strip() and not line.startswith((_MARK, _PYTHON)):
                return line
    return ""


def _before_stack(lines: Sequence[str]) -> str:
    """Lua's: the last line above the stack that is not indented."""
    return _last(lines[: lines.index(_LUA)]) if _LUA in lines else ""


def _telling(lines: Sequence[str]) -> str:
    return next((line for line in lines if line[:1].strip() and _TELLING.search(line)), "")


def _last(lines: Sequence[str]) -> str:
    return next((line for line in reversed(lines) if line[:1].strip() and not line.startswith(_MARK)), "")


def quoted(stderr: str | None) -> str:
    """The ending of a fault's detail that names the deciding line of its excerpt of standard error."""
    return f"{QUOTED}{deciding_line(stderr)}" if stderr else NOTHING_QUOTED


def without_quoted(detail: str, stderr: str | None) -> str:
    """A fault's detail without that ending: for where standard error is shown below it."""
    return detail.removesuffix(quoted(stderr)) if stderr else detail
