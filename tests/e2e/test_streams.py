"""Standard streams that are closed, broken or full stop nothing that they need not stop, and never with a traceback."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.arena_command import EXAMPLES, LIMIT_S, arena, assert_no_traceback, environment

BOT = EXAMPLES / "lowest_bot.py"


@pytest.fixture(scope="module", name="run")
def fixture_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    run = tmp_path_factory.mktemp("streams") / "run"
    arena("tournament", BOT, BOT, "--boards", "1", "--no-self-check", "--out", run)
    return run


def shell(line: str, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run `line` in a shell, ARENA in it standing for the command with its words."""
    command = shlex.join([sys.executable, "-m", "arena.cli", *map(str, words)])
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", line.replace("ARENA", command)],
        capture_output=True,
        text=True,
        env=environment(),
        timeout=LIMIT_S,
        check=False,
    )
    assert_no_traceback(done.stderr)
    assert "Exception ignored" not in done.stderr
    return done


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("ARENA >&-", 0),
        ("ARENA 2>&-", 0),
        ("ARENA <&- >&- 2>&-", 0),
        ("ARENA | true", 0),
        ("ARENA 2> >(true)", 0),
        ("ARENA 2> /dev/full", 0),
        ("ARENA > /dev/full", 2),
    ],
)
@pytest.mark.parametrize("verb", ["tournament", "check", "export"])
def test_streams_that_carry_nothing(verb: str, line: str, status: int, run: Path, tmp_path: Path) -> None:
    words: dict[str, list[str | Path]] = {
        "tournament": ["tournament", BOT, BOT, "--boards", "1", "--no-self-check", "--out", tmp_path / "run"],
        "check": ["check", BOT, "--quick"],
        "export": ["export", run],
    }
    done = shell(line, *words[verb])
    assert done.returncode == status, done.stderr
    if status:
        assert done.stderr.splitlines()[-1] == "arena: standard output cannot be written: no space left on device"
    if verb == "tournament":  # nothing of what was printed went into a file of the run
        arena("verify", tmp_path / "run")


def test_the_first_line_is_enough(run: Path) -> None:
    done = shell("ARENA | head -1", "export", run)
    assert (done.returncode, done.stdout.count("\n")) == (0, 1)
