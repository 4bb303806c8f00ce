"""Where a command's words go: results to standard output, everything else to standard error.

A closed standard output (`arena replay … | head`) ends the program quietly. Called by every command.
"""

import os
import sys


def emit(text: str) -> None:
    """Print a result."""
    try:
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        # the interpreter flushes once more on its way out
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None


def say(text: str) -> None:
    """Print a notice, a warning, or the command to try next."""
    print(text, file=sys.stderr, flush=True)
