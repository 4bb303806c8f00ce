"""Where the machine gives little: fewer jobs or a clear line, never a bot's forfeit; and many tables in one worker."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.arena_command import EXAMPLES, LIMIT_S, arena, checks, environment

BOTS = [EXAMPLES / "lowest_bot.py", EXAMPLES / "random_bot.py"]


def limited(limit: str, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run `arena tournament WORDS` in a shell that has set a limit."""
    command = [sys.executable, "-m", "arena.cli", "tournament", *map(str, words)]
    return subprocess.run(
        ["sh", "-c", f'{limit} && exec "$@"', "sh", *command],
        capture_output=True,
        text=True,
        env=environment(),
        timeout=LIMIT_S,
        check=False,
    )


def test_too_few_descriptors_for_a_job(tmp_path: Path) -> None:
    run = tmp_path / "run"
    done = limited("ulimit -n 64", *BOTS, "--out", run)
    assert done.returncode == 2
    assert done.stderr == (
        "arena: a job with 4 bots opens up to 88 files, and this shell allows 64: raise it (ulimit -n 88)\n"
    )
    assert not run.exists()


@pytest.mark.alone
def test_few_descriptors_make_fewer_jobs_and_no_forfeit(tmp_path: Path) -> None:
    run = tmp_path / "run"
    flags = ("--boards", "3", "--jobs", "6", "--isolation", "limits", "--format", "json")
    done = limited("ulimit -n 88", *BOTS, *BOTS, *flags, "--out", run)
    assert done.returncode == 0, done.stderr
    assert "arena: warning: 4 jobs instead of 6: this shell allows 88 open files (ulimit -n)\n" in done.stderr
    assert [row["forfeits"]["unplayed"] + len(row["forfeits"]) for row in json.loads(done.stdout)["rows"]] == [1] * 4


MEETS = """
import os, time
import arena_bot

FOLDER = os.environ["FOLDER"]
open(os.path.join(FOLDER, str(os.getpid())), "w").close()

def choose(request):
    while len(os.listdir(FOLDER)) < 8:
        time.sleep(0.01)
    return request["legal"][0]

arena_bot.run(choose)
"""


@pytest.mark.parametrize(("tables", "forfeits"), [(1, True), (2, False)])
def test_tables_are_played_at_once(tables: int, forfeits: bool, tmp_path: Path) -> None:
    """Every bot waits for eight processes, and a match has four."""
    meeting = tmp_path / "meeting"
    meeting.mkdir()
    bot = tmp_path / "meets.py"
    bot.write_text(MEETS)
    entry = f'[[bots]]\npath = "{bot}"\nenv = {{ FOLDER = "{meeting}" }}\n'
    clock = f"[clock]\nstart_ms = 60000\nbank_ms = 0\naction_ms = {500 if forfeits else 60_000}\n"
    tournament = tmp_path / "t.toml"
    tournament.write_text(
        f'boards = 2\nsitting = 1\njobs = 1\ntables = {tables}\nisolation = "none"\n{clock}{entry}{entry}'
    )
    run = tmp_path / "run"
    done = arena("tournament", tournament, "--no-self-check", "--format", "json", "--out", run)
    rows = json.loads(done.stdout)["rows"]
    assert any(row["forfeits"].get("timeout") for row in rows) is forfeits
    assert ("1 worker at 2 tables each" in done.stderr) is (tables == 2)
    if not forfeits:
        alone = tmp_path / "alone"
        seed = json.loads(done.stdout)["seed"]
        arena("tournament", tournament, "--seed", seed, "--tables", "1", "--no-self-check", "--out", alone)
        assert checks(run) == checks(alone)
