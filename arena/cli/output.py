"""Where a command's words go: results to standard output, everything else to standard error.

Control characters never get out, whoever wrote them: who prints a stranger's text still passes it through
`reports.neutral`, so that it cannot break a line. A closed standard output (`arena replay … | head`) ends the program
quietly. Called by every command.
"""

import os
import sys
from typing import TextIO

from arena.errors import UserError
from arena.reports.neutral import terminal_lines


def emit(text: str, end: str = "\n") -> None:
    """Print a result; without an `end`, what is typed next stands on the same line."""
    try:
        sys.stdout.write(_printable(text.removesuffix("\n"), sys.stdout.encoding) + end)
        sys.stdout.flush()
    except BrokenPipeError:
        _silence(sys.stdout)
        raise SystemExit(0) from None
    except OSError as problem:
        _silence(sys.stdout)
        raise UserError(f"standard output cannot be written: {(problem.strerror or str(problem)).lower()}") from None


def say(text: str) -> None:
    """Print a notice, a warning, or the command to try next."""
    try:
        print(_printable(text, sys.stderr.encoding), file=sys.stderr, flush=True)
    except OSError:  # nobody listens: what is being done is done all the same
        _silence(sys.stderr)


def open_missing_streams() -> None:
    """Give a program that was started without standard streams (`>&-`) empty ones.

    Before anything is opened: it would get their numbers, and what is printed would go into it.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest number that is free
            os.set_inheritable(number, True)
    sys.stdin = sys.stdin or os.fdopen(0, closefd=False)
    sys.stdout = sys.stdout or os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", encoding="utf-8", closefd=False)


def _silence(stream: TextIO) -> None:
    """Let what is written from now on vanish: the interpreter flushes once more on its way out."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def _printable(text: str, encoding: str | None) -> str:
    """What the stream can carry too: a terminal of another encoding shows an escape and stops nothing."""
    encoding = encoding or "utf-8"
    return terminal_lines(text).encode(encoding, "backslashreplace").decode(encoding)
