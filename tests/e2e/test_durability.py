"""Somebody is killed in the middle of a tournament, at random moments: nothing is lost, doubled or left behind.

ARENA_MOMENTS in the environment says how many random moments there are; half a dozen by default.
"""

import contextlib
import os
import random
import shutil
import signal
import subprocess
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from arena.rulings import VOID_ATTEMPTS
from tests.e2e.arena_command import (
    EXAMPLES,
    Running,
    arena,
    await_nothing_left,
    checks,
    command_line,
    exported,
    is_lock_free,
    matches_in,
    untimed_standings,
)

SEED = "0d07" * 16
MOMENTS = int(os.environ.get("ARENA_MOMENTS", "6"))
BOARDS = 12
NAMES = ("lowest_bot", "random_bot", "quick-0", "quick-1", "quick-2")
FIRST_LEGAL = Path(__file__).parents[1] / "benchmarks" / "first_legal.c"


@pytest.fixture(scope="module", name="bots")
def fixture_bots(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Five deterministic bots by name; those that are compiled start in milliseconds."""
    folder = tmp_path_factory.mktemp("bots")
    quick = folder / "first_legal.py"
    if shutil.which("cc") is None:
        shutil.copy(EXAMPLES / "lowest_bot.py", quick)
    else:
        quick = folder / "first_legal"
        subprocess.run(["cc", "-O2", "-o", quick, FIRST_LEGAL], check=True)
    bots = {name: str(EXAMPLES / f"{name}.py") for name in ("lowest_bot", "random_bot")}
    for number in range(3):  # of their own file each, so that a process tells whose it is
        path = folder / f"quick-{number}{quick.suffix}"
        path.write_bytes(quick.read_bytes() + f"\n# {number}\n".encode())
        path.chmod(0o755)
        bots[path.stem] = str(path)
    return bots


@pytest.fixture(name="words")
def fixture_words(bots: dict[str, str]) -> list[str]:
    """How the tournament is begun."""
    named = [f"{name}={path}" for name, path in bots.items()]
    return ["tournament", *named, "--boards", str(BOARDS), "--seed", SEED, "--no-self-check", "--jobs", "2"]


@pytest.fixture(scope="module", name="whole")
def fixture_whole(bots: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> "Outcome":
    """The uninterrupted run that every other one must equal."""
    run = tmp_path_factory.mktemp("whole") / "run"
    named = [f"{name}={path}" for name, path in bots.items()]
    arena("tournament", *named, "--boards", str(BOARDS), "--seed", SEED, "--no-self-check", "--out", run)
    return Outcome.of(run)


@dataclass(frozen=True)
class Outcome:
    """What a finished run holds, apart from times."""

    checks: dict[str, str]
    standings: Any

    @classmethod
    def of(cls, run: Path) -> "Outcome":
        return cls(checks(run), untimed_standings(run))


@dataclass
class Kills:
    """Who was killed so far, at pseudo-random moments."""

    kinds: tuple[str, ...]
    drawn: random.Random = field(default_factory=lambda: random.Random(SEED))
    done: Counter[str] = field(default_factory=Counter)
    bots: Counter[str] = field(default_factory=Counter)  # by name
    slowest_s: float = 0.0  # from a director's death to that of the last process

    @property
    def are_all_done(self) -> bool:
        return self.done.total() >= MOMENTS

    def in_run(self, words: list[str], run: Path, scratch: Path) -> None:
        """Play one run from its beginning to its end and kill all the while; resumed as often as it takes."""
        while True:
            is_begun = (run / "arena.db").exists()
            with Running(["tournament", "--resume", run] if is_begun else [*words, "--out", run], scratch) as it:
                killed = self._in_process(it, run)
                status, said = it.ended()
            if "ended before it began" in said:
                shutil.rmtree(run)
            elif status == 0:
                return
            elif status == 1:
                assert killed >= VOID_ATTEMPTS, said
            else:
                assert status == -signal.SIGKILL, said

    def _in_process(self, it: Running, run: Path) -> int:
        """How many of its processes were killed, in its own life."""
        killed = 0
        stored = matches_in(run)
        while not self.are_all_done:
            kind = self.drawn.choice(self.kinds)
            moment = time.monotonic() + self.drawn.uniform(0.0, 0.4 if killed else 1.5)
            # a worker that is lost again and again before it has played anything is another matter
            while time.monotonic() < moment or (kind != "director" and matches_in(run) <= stored):
                if it.is_over:
                    return killed
                time.sleep(0.01)
            kin = it.kin()
            if kind == "director":
                it.process.kill()
                it.process.wait()
                self.slowest_s = max(self.slowest_s, await_nothing_left(kin.all(), it.scratch))
                assert not (run / "lock").exists() or is_lock_free(run)
                self.done[kind] += 1
                return killed
            of_kind = {"worker": kin.workers, "warden": kin.wardens, "bot": kin.bots}[kind]
            if not of_kind or len(kin.wardens) < len(kin.workers):
                continue
            pid = self.drawn.choice(of_kind)
            name = next((name for name in NAMES if name in command_line(pid)), "?")
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
                self.done[kind] += 1
                self.bots[name] += kind == "bot"
                killed += 1
            stored = matches_in(run)
        return killed


def test_lost_workers_and_wardens_stop_nothing(words: list[str], whole: Outcome, tmp_path: Path) -> None:
    """One of each at a time, and the next only when matches were played since: the run ends by itself, none void."""
    run = tmp_path / "run"
    with Running([*words, "--out", run], tmp_path / "scratch") as it:
        for number in range(4):
            stored = matches_in(run)
            # who kills a worker while its warden is being replaced leaves their scratch directories, and nobody to know
            it.wait_for(lambda kin: len(kin.wardens) >= len(kin.workers) > 1)
            while matches_in(run) <= stored + 2 and not it.is_over:
                time.sleep(0.01)
            kin = it.wait_for(lambda kin: len(kin.wardens) >= len(kin.workers))
            of_kind = kin.workers if number % 2 else kin.wardens
            assert of_kind, "there is much left to play"
            with contextlib.suppress(ProcessLookupError):
                os.kill(of_kind[0], signal.SIGKILL)
        status, said = it.ended()
        await_nothing_left(kin.all(), it.scratch)
    assert status == 0, said
    assert Outcome.of(run) == whole


def test_settings_that_a_killed_run_could_not_write_are_written(words: list[str], tmp_path: Path) -> None:
    run = tmp_path / "run"
    arena(*words[:3], "--boards", "1", "--no-self-check", "--out", run)
    settings = run / "tournament.toml"
    written = settings.read_text()
    settings.unlink()
    arena("tournament", "--resume", run)
    assert settings.read_text() == written
    arena("tournament", "--resume", run, "--boards", "2", "--jobs", "1")
    assert settings.read_text() == written.replace("boards = 1\n", "boards = 2\n")


def test_killed_at_random_moments(words: list[str], whole: Outcome, tmp_path: Path) -> None:
    """The director, a worker or a warden: whoever is killed, the run that is resumed ends like one left in peace."""
    kills = Kills(("director", "worker", "warden"))
    while not kills.are_all_done:
        run = tmp_path / f"run-{kills.done.total()}"
        kills.in_run(words, run, tmp_path / "scratch")
        arena("verify", run)
        assert Outcome.of(run) == whole
    print(kills.done, kills.slowest_s)


def test_a_killed_bot_forfeits_that_match_alone(words: list[str], whole: Outcome, tmp_path: Path) -> None:
    """Who kills a bot from outside makes it crash: nobody can tell. Every other match is what it would have been."""
    kills = Kills(("director", "bot", "bot", "bot"))
    hit = 0
    while not kills.are_all_done or not hit:
        run = tmp_path / f"run-{kills.done.total()}"
        kills.bots.clear()
        kills.in_run(words, run, tmp_path / "scratch")
        arena("verify", run)
        forfeited = Counter[str]()
        records = exported(run)
        assert {record["match"] for record in records} == set(whole.checks)
        for record in records:
            fault = record["result"]["fault"]
            if fault is None:
                assert record["check"] == whole.checks[record["match"]]
                continue
            assert fault["kind"] in ("crashed", "not_ready")
            assert "the process was killed by SIGKILL" in fault["detail"]
            forfeited[record["entrants"][record["seats"][fault["seat"]]]["name"]] += 1
        # whose it was is not known of one that was killed before it had become the bot
        assert (forfeited - kills.bots).total() <= kills.bots["?"]
        hit += forfeited.total()
    print(kills.done, hit)
