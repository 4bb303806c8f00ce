"""What the machine gives a run: jobs that fit its limits, and whether others leave it the processor."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli import machine
from arena.cli.machine import OthersLoad, Room, overload
from arena.errors import RunError

FITS: list[tuple[int | None, int | None, int, int, int, str]] = [
    # files, threads, jobs wanted, tables -> jobs, what is said
    (None, None, 400, 64, 400, ""),
    (1024, None, 2, 1, 2, ""),
    (88, None, 2, 1, 2, ""),
    (88, None, 9, 1, 4, "4 jobs instead of 9: this shell allows 88 open files (ulimit -n)"),
    (4096, None, 500, 8, 405, "405 jobs instead of 500: this shell allows 4096 open files (ulimit -n)"),
    (None, 60, 1, 1, 1, ""),
    (None, 113, 2, 1, 1, "1 job instead of 2: there is room for 113 more processes and threads (ulimit -u)"),
    (None, 114, 2, 1, 2, ""),
    (100, 114, 9, 1, 2, "2 jobs instead of 9: there is room for 114 more processes and threads (ulimit -u)"),
]


@pytest.mark.parametrize(("files", "threads", "wanted", "tables", "jobs", "said"), FITS)
def test_jobs_that_fit(files: int | None, threads: int | None, wanted: int, tables: int, jobs: int, said: str) -> None:
    assert Room(files, threads).jobs(wanted, 4, tables) == (jobs, said or None)


TOO_SMALL: list[tuple[int | None, int | None, int, int, str]] = [
    # files, threads, seats, tables -> the one line
    (
        87,
        None,
        4,
        1,
        "a job with 4 bots opens up to 88 files, and this shell allows 87: raise it (ulimit -n 88)",
    ),
    (
        40,
        None,
        0,
        1,
        "a job with 0 bots opens up to 40 files, and this shell allows 40: raise it (ulimit -n 50)",
    ),
    (
        1024,
        None,
        4,
        64,
        "a job with 256 bots (64 tables) opens up to 3112 files, and this shell allows 1024: "
        "raise it (ulimit -n 3112), or play at fewer tables",
    ),
    (
        None,
        -3,
        4,
        1,
        "a job with 4 bots needs room for 60 processes and threads, and there is room for 0: "
        "raise the limit (ulimit -u, or the container's)",
    ),
    (
        None,
        100,
        4,
        2,
        "a job with 8 bots (2 tables) needs room for 108 processes and threads, and there is room for 100: "
        "raise the limit (ulimit -u, or the container's), or play at fewer tables",
    ),
]


@pytest.mark.parametrize(("files", "threads", "seats", "tables", "said"), TOO_SMALL)
def test_not_even_one_job(files: int | None, threads: int | None, seats: int, tables: int, said: str) -> None:
    with pytest.raises(RunError) as caught:
        Room(files, threads).jobs(2, seats, tables)
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("files", "threads", "bots"), [(None, None, 16), (88, None, 4), (None, 30, 2), (50, None, 1), (10, 0, 1)]
)
def test_bots_beside_each_other(files: int | None, threads: int | None, bots: int) -> None:
    assert Room(files, threads).bots_at_once(16) == bots


def told_by(command: str) -> str:
    """What a fresh process says."""
    return subprocess.run(
        [sys.executable, "-c", f"import resource; from arena.cli.machine import Room; {command}"],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(machine.__file__).parents[2],
    ).stdout.strip()


def test_a_low_limit_on_descriptors_is_raised_as_far_as_it_may_be() -> None:
    limit = "resource.setrlimit(resource.RLIMIT_NOFILE, {}); room = Room.here(); "
    told = "print(room.files, resource.getrlimit(resource.RLIMIT_NOFILE))"
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    enough = machine.FILES_ENOUGH if hard == resource.RLIM_INFINITY else min(hard, machine.FILES_ENOUGH)
    assert told_by(limit.format((64, 64)) + told) == "64 (64, 64)"
    assert told_by(limit.format((64, 128)) + told) == "128 (128, 128)"
    assert told_by(limit.format((64, hard)) + told) == f"{enough} ({enough}, {hard})"


def test_the_threads_of_a_user_are_counted() -> None:
    assert machine._threads_of(os.getuid()) >= 1
    assert machine._threads_of(4_000_000_000) == 0


def test_a_users_limit_binds_unless_she_is_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda which: (1_000, 1_000))
    monkeypatch.setattr(machine, "_threads_of", lambda user: 400)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert machine._threads_left_to_user() == 600
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert machine._threads_left_to_user() is None


@pytest.mark.parametrize(("limit", "left"), [("100", 60), ("max", None), (None, None)])
def test_a_containers_limit(
    limit: str | None, left: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "_CGROUP", tmp_path)
    if limit is not None:
        (tmp_path / "pids.max").write_text(f"{limit}\n")
        (tmp_path / "pids.current").write_text("40\n")
    assert machine._threads_left_to_container() == left


LOADS: list[tuple[float | None, int, int, str]] = [
    # others, cores, jobs -> said
    (None, 2, 2, ""),
    (0.0, 2, 2, ""),
    (0.25, 2, 2, ""),
    (0.9, 2, 1, ""),
    (1.0, 2, 2, "other programs kept 1.0 of 2 cores busy, beside 2 jobs: "),
    (1.3, 2, 1, "other programs kept 1.3 of 2 cores busy, beside 1 job: "),
    (0.5, 1, 1, "other programs kept 0.5 of 1 core busy, beside 1 job: "),
    (0.1, 2, 4, "4 jobs share 2 cores: "),
]


@pytest.mark.parametrize(("others", "cores", "jobs", "said"), LOADS)
def test_an_overload_is_one_line(others: float | None, cores: int, jobs: int, said: str) -> None:
    told = overload(others, cores, jobs, "kept")
    if not said:
        assert told is None
    else:
        assert told is not None
        assert told.startswith(said)
        assert "time spent waiting for the processor is not charged to bots" in told
        assert "\n" not in told


class Clocks:
    """What the system says, as a test wants it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now_s, self.busy_s, self.own_s = 0.0, 50.0, 7.0
        monkeypatch.setattr("arena.cli.machine.time.monotonic", lambda: self.now_s)
        monkeypatch.setattr("arena.cli.machine.time.sleep", self.sleep)
        monkeypatch.setattr(machine, "_busy_s", lambda cores: self.busy_s)
        monkeypatch.setattr(machine, "_own_s", lambda: self.own_s)

    def sleep(self, seconds: float) -> None:
        self.now_s += seconds


def test_what_others_do_is_all_that_was_done_less_our_own(monkeypatch: pytest.MonkeyPatch) -> None:
    clocks = Clocks(monkeypatch)
    load = OthersLoad([0, 1])
    clocks.now_s, clocks.busy_s, clocks.own_s = 10.0, 70.0, 12.0
    assert load.measured() == pytest.approx(1.5)
    clocks.own_s = 40.0
    assert load.measured() == 0.0
    clocks.busy_s = 5_000.0
    assert load.measured() == 2.0


def test_too_short_a_time_says_nothing_unless_one_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    clocks = Clocks(monkeypatch)
    load = OthersLoad([0, 1])
    clocks.now_s = 0.1
    assert load.measured() is None
    assert load.measured(wait=True) == 0.0
    assert clocks.now_s == pytest.approx(0.3)


@pytest.mark.skipif(not Path("/proc/stat").exists(), reason="a system without /proc/stat")
def test_the_systems_clocks_go_forward() -> None:
    cores = sorted(os.sched_getaffinity(0))
    before = machine._busy_s(cores), machine._own_s()
    sum(number * number for number in range(3_000_000))
    after = machine._busy_s(cores), machine._own_s()
    assert before[0] is not None
    assert after[0] is not None
    assert after[0] > before[0]
    assert after[1] > before[1]
    assert machine._busy_s([]) is None
