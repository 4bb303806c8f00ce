"""Runs the real command line in a process of its own, as a user would, and reads what a run says and leaves behind."""

import contextlib
import fcntl
import json
import os
import shlex
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from arena.bots import process_tree
from tests.sittings import processes_at_home_in

EXAMPLES = Path(__file__).parents[2] / "example_bots" / "python"
LIMIT_S = 300  # a hang, nothing else
GONE_S: Final = 30  # 2 s are promised; a machine shared by many tests may need longer


def environment(**more: str) -> dict[str, str]:
    """This environment without what would hide a bot's mistakes."""
    return {key: value for key, value in os.environ.items() if key not in ("PYTHONUNBUFFERED", "PYTHONPATH")} | more


def arena(
    *words: str | Path,
    cwd: Path | None = None,
    status: int = 0,
    env: Mapping[str, str] | None = None,
    in_child: Callable[[], object] | None = None,
    typed: str | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run `arena WORDS` to its end and check its exit status; `in_child` is called between fork and exec.

    `typed`: what comes on standard input; None: this process's own.
    """
    done = subprocess.run(
        [sys.executable, "-m", "arena.cli", *map(str, words)],
        input=typed,
        capture_output=True,
        text=True,
        cwd=cwd,
        env=environment() if env is None else dict(env),
        timeout=LIMIT_S,
        check=False,
        preexec_fn=in_child,
    )
    assert done.returncode == status, f"arena {words}: {done.returncode}\n{done.stdout}\n{done.stderr}"
    assert_no_traceback(done.stderr)
    return done


def shell(line: str, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run `line` in a shell, ARENA in it standing for the command with its words."""
    command = shlex.join([sys.executable, "-m", "arena.cli", *map(str, words)])
    done = ran(["bash", "-o", "pipefail", "-c", line.replace("ARENA", command)])
    assert "Exception ignored" not in done.stderr
    return done


def ran(words: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run a program that runs arena to its end, whatever its exit status."""
    done = subprocess.run(words, capture_output=True, text=True, env=environment(), timeout=LIMIT_S, check=False)
    assert_no_traceback(done.stderr)
    return done


def assert_no_traceback(said: str) -> None:
    """Of our own, that is; a bot's may be told."""
    assert not any(place in said for place in ("arena/cli/", "arena/executors/", "trio/_core")), said


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


def matches_in(run: Path) -> int:
    """How many matches are stored now; 0 before there is a database."""
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(f"file:{run}/arena.db?mode=ro")) as db:
        return int(db.execute("select count(*) from match").fetchone()[0])
    return 0


def is_lock_free(run: Path) -> bool:
    """Whether no process holds the run."""
    with (run / "lock").open() as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


# ---- processes


def bot_processes(mark: str) -> list[str]:
    """Command lines of processes that name `mark` (a run's directory)."""
    pids = [folder.name for folder in Path("/proc").iterdir() if folder.name.isdigit()]
    return [line for pid in pids if int(pid) != os.getpid() and mark in (line := command_line(pid))]


def command_line(pid: int | str) -> str:
    """Its words with spaces between them; nothing for a process that has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
    except OSError:
        return ""


@dataclass(frozen=True, slots=True)
class Kin:
    """All live processes of one arena at one moment, by what they are."""

    workers: tuple[int, ...]
    wardens: tuple[int, ...]
    bots: tuple[int, ...]
    others: tuple[int, ...]

    def all(self) -> tuple[int, ...]:
        return (*self.workers, *self.wardens, *self.bots, *self.others)


def kin_of(director: int) -> Kin:
    """The workers, wardens and bots (first processes alone; what they started are `others`) below a process.

    While the machine's isolation is measured, before any worker is there, the probes count as bots.
    """
    table = process_tree.processes()
    workers, wardens, bots, others = [], [], [], []
    for pid in process_tree.descendants(director, table):
        parent = table[pid].parent
        if table[pid].is_zombie:
            continue
        line = command_line(pid)
        if "arena.executors.worker" in line:
            workers.append(pid)
        elif "warden_process" in line and (parent == director or parent in workers):
            wardens.append(pid)
        elif parent in wardens:
            bots.append(pid)
        else:
            others.append(pid)
    return Kin(tuple(workers), tuple(wardens), tuple(bots), tuple(others))


def is_gone(pid: int) -> bool:
    """Whether it has ended (whoever must reap it may be slow)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] in "ZX"
    except OSError:
        return True


def await_nothing_left(pids: Iterable[int], scratch: Path) -> float:
    """Wait until the processes, all that live in `scratch` and its content are gone; the seconds it took."""
    begun = time.monotonic()
    pids = list(pids)
    while True:
        left = [pid for pid in pids if not is_gone(pid)] + processes_at_home_in(scratch)
        files = sorted(path.name for path in scratch.iterdir())
        passed = time.monotonic() - begun
        if not left and not files:
            return passed
        assert passed < GONE_S, f"left: {[(pid, command_line(pid)) for pid in left]}, {files}"
        time.sleep(0.02)


class Running:
    """`arena WORDS` while it runs, scratch directories below `scratch`. A context manager: it is not left alive."""

    def __init__(
        self,
        words: Sequence[str | Path],
        scratch: Path,
        python: Sequence[str] = (sys.executable,),
        owner: int | None = None,
    ) -> None:
        """`python` starts the interpreter, `owner` (a user's number) gets the scratch directory."""
        scratch.mkdir(exist_ok=True)
        if owner is not None and os.geteuid() == 0:
            os.chown(scratch, owner, owner)
        self.scratch = scratch
        self.process = subprocess.Popen(
            [*python, "-m", "arena.cli", *map(str, words)],
            env=environment(TMPDIR=str(scratch)),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def is_over(self) -> bool:
        return self.process.poll() is not None

    def kin(self) -> Kin:
        return kin_of(self.pid)

    def wait_for(self, wanted: Callable[[Kin], object]) -> Kin:
        """Its processes as soon as they are as `wanted`."""
        until = time.monotonic() + LIMIT_S
        while not wanted(kin := self.kin()):
            assert not self.is_over, self.process.communicate()[0]
            assert time.monotonic() < until, f"it has only {kin}"
            time.sleep(0.01)
        return kin

    def ended(self) -> tuple[int, str]:
        """Wait for its end: exit status, and all that it said."""
        said, _ = self.process.communicate(timeout=LIMIT_S)
        return self.process.returncode, said

    def __enter__(self) -> "Running":
        return self

    def __exit__(self, *problem: object) -> None:
        if not self.is_over:
            self.process.kill()
            self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()
