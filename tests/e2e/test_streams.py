"""Standard streams that are closed, broken or full stop nothing that they need not stop, and never with a traceback."""

from pathlib import Path

import pytest

from tests.e2e.arena_command import EXAMPLES, arena, shell

BOT = EXAMPLES / "lowest_bot.py"


@pytest.fixture(scope="module", name="run")
def fixture_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    run = tmp_path_factory.mktemp("streams") / "run"
    arena("tournament", BOT, BOT, "--boards", "1", "--no-self-check", "--out", run)
    return run


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
