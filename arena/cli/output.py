"""Where a command's words go: results to standard output, everything else to standard error.

Control characters never get out, whoever wrote them: who prints a stranger's text still passes it through
`reports.neutral`, so that it cannot break a line. A closed standard output (`arena replay … | head`) ends the program
quietly. Called by every command.
"""

import os
import sys

from arena.reports.neutral import terminal_lines


def emit(text: str) -> None:
    """Print a result."""
    try:
        sys.stdout.write(_printable(text.removesuffix("\n"), sys.stdout.encoding) + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        # the interpreter flushes once more on its way out
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None


def say(text: str) -> None:
    """Print a notice, a warning, or the command to try next."""
    print(_printable(text, sys.stderr.encoding), file=sys.stderr, flush=True)


def _printable(text: str, encoding: str | None) -> str:
    """What the stream can carry too: a terminal of another encoding shows an escape and stops nothing."""
    encoding = encoding or "utf-8"
    return terminal_lines(text).encode(encoding, "backslashreplace").decode(encoding)
