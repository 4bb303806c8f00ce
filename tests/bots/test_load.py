"""What load measures say of real processes that burn, sleep and wait, and of figures by tables.

Times differ with the machine: only what must hold on a busy one is asserted. The tests that share a core with a hog
are marked `alone`.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from arena.bots import load, process_tree
from arena.bots.load import (
    PonderMeter,
    Queued,
    Use,
    WaitMeter,
    cpu_seconds,
    outside_s,
    tree,
    tree_cpu_seconds,
    use,
    used_s,
)

CORE = max(os.sched_getaffinity(0))
PR_SET_CHILD_SUBREAPER, PR_GET_CHILD_SUBREAPER = 36, 37

# reads "WHAT SECONDS" lines, does it, says "done"
BOT = """
import subprocess, sys, threading, time
def burn(seconds):
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass
children = []
for line in sys.stdin:
    what, seconds = line.split()
    if what == "burn":
        burn(float(seconds))
    elif what == "sleep":
        time.sleep(float(seconds))
    elif what == "thread":
        threading.Thread(target=burn, args=(float(seconds),), daemon=True).start()
    elif what in ("child", "ended_child"):
        end = f"import time\\nwhile time.process_time() < {seconds}: pass\\nprint(end='.', flush=True)"
        child = subprocess.Popen([sys.executable, "-c", end + "\\ntime.sleep(60)" * (what == "child")], stdout=-1)
        child.stdout.read(1)
        child.wait() if what == "ended_child" else children.append(child)
    elif what == "hog_child":
        children.append(subprocess.Popen([sys.executable, "-c", "while True: pass"]))
    print("done", flush=True)
for child in children:
    child.kill()
"""
HOG = "print(flush=True)\nwhile True: pass"


class Played:
    """A process that does as it is told, on one core."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", BOT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.pid = self._process.pid
        os.sched_setaffinity(self.pid, {CORE})
        self.does("burn", 0)

    def tell(self, what: str, seconds: float) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{what} {seconds}\n")
        self._process.stdin.flush()

    def await_done(self) -> None:
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "done\n"

    def does(self, what: str, seconds: float) -> float:
        """How long it took, in seconds."""
        begun = time.perf_counter()
        self.tell(what, seconds)
        self.await_done()
        return time.perf_counter() - begun

    def end(self) -> None:
        self._process.communicate()


@pytest.fixture
def bot() -> Iterator[Played]:
    played = Played()
    yield played
    played.end()


@contextmanager
def stranger(program: str) -> Iterator[int]:
    """A process on the core that is no descendant of this one; its id, once it runs."""
    libc = ctypes.CDLL(None)
    was = ctypes.c_int(0)
    libc.prctl(PR_GET_CHILD_SUBREAPER, ctypes.byref(was))
    libc.prctl(PR_SET_CHILD_SUBREAPER, 0)
    start = (
        "import os, subprocess, sys\n"
        f"os.sched_setaffinity(0, {{{CORE}}})\n"
        "print(subprocess.Popen([sys.executable, '-c', sys.argv[1]], stdout=1).pid, flush=True)"
    )
    parent = subprocess.Popen([sys.executable, "-c", start, program], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    lines = [parent.stdout.readline().strip(), parent.stdout.readline().strip()]
    parent.wait()
    libc.prctl(PR_SET_CHILD_SUBREAPER, was.value)
    pid = int("".join(lines))
    try:
        assert pid not in tree(os.getpid())
        yield pid
    finally:
        os.kill(pid, signal.SIGKILL)
        parent.stdout.close()


@contextmanager
def kindred(program: str) -> Iterator[int]:
    """A process on the core that this one started."""
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE)
    os.sched_setaffinity(process.pid, {CORE})
    assert process.stdout is not None
    process.stdout.readline()
    try:
        yield process.pid
    finally:
        process.kill()
        process.communicate()


# ---- clocks


def test_the_clock_of_another_process(bot: Played) -> None:
    before = cpu_seconds(bot.pid)
    bot.does("burn", 0.05)
    after = cpu_seconds(bot.pid)
    assert before is not None
    assert after is not None
    assert 0.05 <= after - before < 0.5
    assert tree_cpu_seconds([bot.pid, bot.pid]) == pytest.approx(2 * after, abs=0.1)


def test_all_threads_count(bot: Played) -> None:
    before = tree_cpu_seconds([bot.pid])
    bot.does("thread", 0.05)
    bot.does("sleep", 0.05)
    while tree_cpu_seconds([bot.pid]) - before < 0.05:
        bot.does("sleep", 0.02)


def test_a_process_that_is_gone_has_no_clock() -> None:
    process = subprocess.Popen(["true"])
    process.wait()
    assert cpu_seconds(process.pid) is None
    assert tree_cpu_seconds([process.pid]) == 0.0
    assert tree(process.pid) == []
    assert use([process.pid]) == Use({}, {})


def test_the_tree_of_a_process(bot: Played) -> None:
    assert tree(bot.pid) == [bot.pid]
    bot.does("child", 0)
    assert len(tree(bot.pid)) == 2
    assert set(tree(os.getpid())) >= {os.getpid(), *tree(bot.pid)}


def test_the_tree_without_the_kernels_lists_of_children(bot: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    read = process_tree.read
    bot.does("child", 0)
    whole = tree(bot.pid)
    monkeypatch.setattr(load, "read", lambda path: b"" if path.endswith("children") else read(path))
    assert tree(bot.pid) == whole


@pytest.mark.parametrize(
    ("before", "after", "used"),
    [
        (Use({1: 2.0}, {1: 0.0}), Use({1: 5.0}, {1: 0.0}), 3.0),
        (Use({}, {}), Use({1: 5.0}, {1: 1.0}), 6.0),  # began in between, and so did its children
        (Use({1: 2.0, 2: 4.0}, {1: 0.0, 2: 0.0}), Use({1: 2.0}, {1: 4.5}), 0.5),  # 2 ended, waited for by 1
        (Use({1: 2.0, 2: 4.0}, {1: 0.0, 2: 0.0}), Use({1: 3.0}, {1: 0.0}), 1.0),  # 2 ended, waited for by none
        (Use({1: 2.0}, {1: 0.0}), Use({}, {}), 0.0),
    ],
)
def test_use_between_two_moments(before: Use, after: Use, used: float) -> None:
    assert used_s(before, after) == pytest.approx(used)


def test_children_that_ended_count(bot: Played) -> None:
    before = use(tree(bot.pid))
    bot.does("ended_child", 0.1)
    assert used_s(before, use(tree(bot.pid))) > 0.08


# ---- waiting


@pytest.mark.parametrize(
    ("elapsed", "bot_s", "threads", "own", "worker", "outside"),
    [
        (1.0, 1.0, [Queued(1.0, 0.0)], 0.0, 0.0, 0.0),
        (1.0, 0.0, [Queued(0.0, 0.0)], 0.0, 0.0, 0.0),  # asleep
        (1.0, 0.4, [Queued(0.4, 0.6)], 0.0, 0.0, 0.6),
        (1.0, 0.4, [Queued(0.4, 0.6)], 0.5, 0.0, 0.1),  # the sitting's own load
        (1.0, 0.4, [Queued(0.4, 0.6)], 2.0, 0.0, 0.0),
        (1.0, 1.0, [Queued(0.5, 0.5), Queued(0.5, 0.5)], 0.0, 0.0, 0.0),  # two threads that wait for each other
        (1.0, 0.5, [Queued(0.25, 0.75), Queued(0.25, 0.75)], 0.0, 0.0, 0.5),
        (1.0, 0.9, [Queued(0.1, 0.7)], 0.0, 0.0, 0.0),  # a child of the bot ran meanwhile
        (1.0, 0.3, [Queued(0.3, 0.2)], 0.0, 0.4, 0.6),  # the worker waited while the bot slept
        (1.0, 0.3, [Queued(0.3, 0.2)], 0.0, 0.9, 0.7),  # and also while it ran or waited itself: not twice
        (1.0, 0.3, [Queued(0.3, 0.7)], 0.0, 0.9, 0.7),
        (1.0, 0.3, [Queued(0.3, 0.0)], 0.3, 0.4, 0.1),
        (1.0, 0.9, [Queued(0.9, 0.9)], 0.0, 0.0, 0.1),  # never more than the time in which it did not run
        (1.0, 0.2, [], 0.0, 0.5, 0.5),  # it ended
    ],
)
def test_what_only_load_from_outside_explains(
    elapsed: float, bot_s: float, threads: list[Queued], own: float, worker: float, outside: float
) -> None:
    assert outside_s(elapsed, bot_s, threads, own, worker) == pytest.approx(outside)


@pytest.mark.parametrize(
    ("before", "now", "run", "wait"),
    [
        (Queued(1.0, 1.0), Queued(1.2, 1.5), 0.2, 0.5),
        (Queued(1.0, 1.0, True, 7), Queued(1.2, 1.5, True, 7), 0.2, 0.8),  # it wanted to run all the time
        (Queued(1.0, 1.0, True, 7), Queued(1.2, 1.5, True, 8), 0.2, 0.5),
        (Queued(1.0, 1.0, False, 7), Queued(1.2, 1.5, True, 7), 0.2, 0.5),
        (Queued(1.0, 1.0, True, 7), Queued(1.2, 1.5, False, 7), 0.2, 0.5),
        (Queued(1.0, 1.0), Queued(1.0, 9.0), 0.0, 1.0),  # most of that wait was before
        (None, Queued(0.3, 0.4), 0.3, 0.4),
        (None, Queued(0.3, 4.0), 0.3, 1.0),
    ],
)
def test_what_a_thread_waited_in_a_second(before: Queued | None, now: Queued, run: float, wait: float) -> None:
    since = load._since(before, now, 1.0)
    assert since.run_s == pytest.approx(run)
    assert since.wait_s == pytest.approx(wait)


def _worked(bot: Played, meter: WaitMeter, *others: int) -> tuple[float, float, float]:
    """Let it burn 0.2 s: the time passed at most, what the meter says, and what it and `others` used at least."""
    begun = time.perf_counter()
    meter.begin()
    pids = [*tree(bot.pid), *others]
    before = use(pids)
    bot.does("burn", 0.2)
    used = used_s(before, use(pids))
    outside = meter.outside_wait_s()
    return time.perf_counter() - begun, outside, used


@pytest.mark.alone
def test_a_wait_for_a_strangers_program_is_seen(bot: Played) -> None:
    os.setpriority(os.PRIO_PROCESS, bot.pid, 5)
    with stranger(HOG):
        elapsed, outside, used = _worked(bot, WaitMeter(bot.pid))
    assert 0.2 <= used < elapsed - 0.1
    assert 0.5 * (elapsed - used) < outside <= elapsed - used


@pytest.mark.alone
def test_a_wait_for_the_sittings_own_program_is_not_counted(bot: Played) -> None:
    with stranger(HOG) as hog:
        elapsed, outside, used = _worked(bot, WaitMeter(bot.pid, others=[hog]), hog)
    assert used > 0.3
    assert outside <= max(0.0, elapsed - used)


@pytest.mark.alone
def test_what_this_process_started_is_the_sittings_own(bot: Played) -> None:
    with kindred(HOG) as hog:
        elapsed, outside, used = _worked(bot, WaitMeter(bot.pid), hog)
    assert used > 0.3
    assert outside <= max(0.0, elapsed - used)


@pytest.mark.alone
@pytest.mark.parametrize("what", ["hog_child", "thread"])
def test_a_bot_that_waits_for_itself_gains_nothing(bot: Played, what: str) -> None:
    bot.does(what, 60)
    elapsed, outside, used = _worked(bot, WaitMeter(bot.pid))
    assert used > 0.25
    assert outside <= max(0.0, elapsed - used)


@pytest.mark.alone
def test_a_wait_that_is_not_over_counts(bot: Played) -> None:
    os.setpriority(os.PRIO_PROCESS, bot.pid, 19)
    with stranger(HOG) as hog:
        os.setpriority(os.PRIO_PROCESS, hog, -20 if os.geteuid() == 0 else 0)
        bot.tell("burn", 0.02)
        time.sleep(0.02)
        cpu = tree_cpu_seconds([bot.pid])
        meter = WaitMeter(bot.pid)
        meter.begin()
        begun = time.perf_counter()
        time.sleep(0.1)
        used = tree_cpu_seconds([bot.pid]) - cpu
        elapsed = time.perf_counter() - begun
        outside = meter.outside_wait_s()
        is_done = used > 0.015
    bot.await_done()
    assert is_done or outside > 0.7 * (elapsed - used)


@pytest.mark.parametrize("stop", [False, True])
def test_a_bot_that_sleeps_or_stopped_itself_does_not_wait(bot: Played, stop: bool) -> None:
    meter = WaitMeter(bot.pid)
    if stop:
        bot.tell("burn", 0.3)
        os.kill(bot.pid, signal.SIGSTOP)
        while Queued(*dict(load._queued([bot.pid]))[bot.pid, str(bot.pid)]).is_runnable:
            time.sleep(0.001)
    else:
        bot.tell("sleep", 0.2)
        time.sleep(0.05)
    lag = load._worker_wait_s()
    meter.begin()
    time.sleep(0.1)
    outside = meter.outside_wait_s()
    lag = load._worker_wait_s() - lag
    os.kill(bot.pid, signal.SIGCONT)
    bot.await_done()
    assert outside <= lag + 0.001


def test_a_bot_that_ended_waits_for_nothing() -> None:
    played = Played()
    meter = WaitMeter(played.pid)
    meter.begin()
    lag = load._worker_wait_s()
    played.end()
    outside = meter.outside_wait_s()
    assert outside <= load._worker_wait_s() - lag + 0.05


# ---- pondering


def _one_deal(bot: Played, meter: PonderMeter, turn: tuple[str, float], is_long: bool = True) -> None:
    """With one turn, which is measured from its first moment if it is long."""
    begun = time.perf_counter()
    if is_long:
        meter.turn_is_long(0.0)
    bot.tell(*turn)
    bot.await_done()
    meter.answered(time.perf_counter() - begun)


@pytest.mark.parametrize("is_long", [False, True])
def test_work_on_ones_turn_is_no_pondering(bot: Played, is_long: bool) -> None:
    meter = PonderMeter(bot.pid)
    for _ in range(3):
        _one_deal(bot, meter, ("burn", 0.03), is_long)
        assert not meter.is_pondering()
    assert meter.off_turn_ms < 5


def test_work_off_ones_turn_is_pondering(bot: Played) -> None:
    meter = PonderMeter(bot.pid)
    _one_deal(bot, meter, ("burn", 0))
    bot.does("burn", 0.03)
    assert meter.is_pondering()
    assert meter.off_turn_ms > 20
    _one_deal(bot, meter, ("burn", 0))
    assert not meter.is_pondering()


def test_five_milliseconds_a_deal_are_allowed(bot: Played) -> None:
    meter = PonderMeter(bot.pid)
    bot.does("burn", 0.03)
    assert not meter.is_pondering(deals=30)
    bot.does("burn", 0.03)
    assert meter.is_pondering(deals=2)


def test_who_sleeps_on_turn_cannot_hide_what_it_does_off_turn(bot: Played) -> None:
    meter = PonderMeter(bot.pid)
    _one_deal(bot, meter, ("sleep", 0.1))
    bot.does("burn", 0.05)
    assert meter.is_pondering()


def test_a_new_beginning_forgets(bot: Played) -> None:
    meter = PonderMeter(bot.pid)
    bot.does("burn", 0.03)
    meter.begin()
    assert not meter.is_pondering()


@pytest.mark.parametrize("what", ["child", "ended_child"])
def test_children_are_counted_now_and_then(bot: Played, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    meter = PonderMeter(bot.pid)
    bot.does(what, 0.3)
    monkeypatch.setattr(load, "_CENSUS_S", 0.0)
    assert meter.is_pondering()
    assert not meter.is_pondering()


def test_a_child_at_work_on_ones_turn_is_no_pondering(bot: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "_CENSUS_S", 0.0)
    meter = PonderMeter(bot.pid)
    _one_deal(bot, meter, ("ended_child", 0.05))
    assert not meter.is_pondering()


def test_a_bot_that_ended_does_not_ponder(bot: Played) -> None:
    played = Played()
    meter = PonderMeter(played.pid)
    played.end()
    assert not meter.is_pondering()
