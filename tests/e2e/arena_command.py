"""Runs the real command line in a process of its own, as a user would, and reads what a run says."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).parents[2] / "example_bots" / "python"
LIMIT_S = 300  # a hang, nothing else


def environment() -> dict[str, str]:
    """This environment without what would hide a bot's mistakes."""
    return {key: value for key, value in os.environ.items() if key not in ("PYTHONUNBUFFERED", "PYTHONPATH")}


def arena(*words: str | Path, cwd: Path | None = None, status: int = 0) -> subprocess.CompletedProcess[str]:
    """Run `arena WORDS` to its end and check its exit status."""
    done = subprocess.run(
        [sys.executable, "-m", "arena.cli", *map(str, words)],
        capture_output=True,
        text=True,
        cwd=cwd,
        env=environment(),
        timeout=LIMIT_S,
        check=False,
    )
    assert done.returncode == status, f"arena {words}: {done.returncode}\n{done.stdout}\n{done.stderr}"
    assert "arena/cli/" not in done.stderr  # a traceback of our own
    return done


def exported(run: Path) -> list[dict[str, Any]]:
    """Every exported record of a run."""
    return [json.loads(line) for line in arena("export", run).stdout.splitlines()]


def checks(run: Path) -> dict[str, str]:
    """Match id -> check of every record: equal for equal records."""
    return {record["match"]: record["check"] for record in exported(run)}


def untimed_standings(run: Path) -> Any:
    """The JSON standings without what is measured."""
    standings = json.loads(arena("standings", run, "--format", "json").stdout)
    for row in standings["rows"]:
        del row["timing"]
    return standings


def bot_processes(mark: str) -> list[str]:
    """Command lines of processes that name `mark` (a run's directory)."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and int(folder.name) != os.getpid():
            try:
                line = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
            except OSError:
                continue
            if mark in line:
                found.append(line)
    return found
