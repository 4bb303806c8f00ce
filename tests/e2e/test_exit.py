"""The exit status, once decided, is what the caller gets."""

import signal
import subprocess
import sys

import pytest

from tests.e2e.arena_command import LIMIT_S, environment

LATE = """
import os, sys

class Late:
    def __del__(self, os=os):  # runs while the interpreter takes its modules down
        os.write(1, b"late")
        os.kill(os.getpid(), {number})

late = Late()
sys.argv = ["arena", "--version"]
from arena.cli import main
main()
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_after_the_end_does_not_change_the_status(number: signal.Signals) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LATE.format(number=int(number))],
        capture_output=True,
        text=True,
        env=environment(),
        timeout=LIMIT_S,
        check=False,
    )
    assert "late" in done.stdout
    assert done.returncode == 0, done.stderr
