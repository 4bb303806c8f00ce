"""Who used the processor and who waited for it: readings of Linux, nothing is changed.

Knows processes by number and no bot, match or clock rule; what is charged or stopped is decided by the caller. Where
the system does not tell (not Linux, no /proc), a reading is None or nothing. Called by `bot`.
"""

import os
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from arena.bots import process_tree
from arena.bots.process_tree import read

PONDERING_S: Final = 0.005  # of processor a deal: what reading the news and tidying up after an answer may take
_CENSUS_S: Final = 1.0
_MOST_THREADS: Final = 256  # of a bot are looked at: none that plays has more, one that attacks pays itself
_TICK_S: Final = 1 / os.sysconf("SC_CLK_TCK")
_PROCESS_CLOCK: Final = 2


def cpu_seconds(pid: int) -> float | None:
    """Processor seconds used by all threads of a process, ended ones too, to the nanosecond; None when it is gone."""
    try:
        return time.clock_gettime(~pid << 3 | _PROCESS_CLOCK)
    except OSError:
        return None


def tree_cpu_seconds(pids: Iterable[int]) -> float:
    """The same for several processes together; those that are gone count as nothing."""
    return sum(cpu_seconds(pid) or 0.0 for pid in pids)


def tree(root: int) -> list[int]:
    """A process and all that descend from it, at this moment; empty when it is gone."""
    table = process_tree.processes_lately()
    return [root, *process_tree.descendants(root, table)] if os.path.exists(f"/proc/{root}") else []


# ---- what processes used between two moments


class Use(NamedTuple):
    """Processor seconds by process at a moment: of those that live, and of the ended children that they waited for."""

    cpu: Mapping[int, float]
    waited: Mapping[int, float]


def use(pids: Iterable[int]) -> Use:
    """Read the clocks of the processes that there still are."""
    cpu, waited = {}, {}
    for pid in pids:
        if (seconds := cpu_seconds(pid)) is not None:
            cpu[pid] = seconds
            waited[pid] = _waited_s(pid)
    return Use(cpu, waited)


def used_s(before: Use, after: Use) -> float:
    """Seconds used between two moments, by processes that began in between too.

    A child that ended is known by its parent's record of it alone, exact to a tick (10 ms); one whose parent does not
    want to know of its end is lost from here.
    """
    live = sum(seconds - before.cpu.get(pid, 0.0) for pid, seconds in after.cpu.items())
    gone = sum(seconds for pid, seconds in before.cpu.items() if pid not in after.cpu)
    waited = sum(seconds - before.waited.get(pid, 0.0) for pid, seconds in after.waited.items())
    return live + max(0.0, waited - gone)


# ---- waiting for the processor


class Queued(NamedTuple):
    """A thread's seconds on a processor and waiting for one; whether it wants one now; how often it went to sleep."""

    run_s: float
    wait_s: float
    is_runnable: bool = False
    sleeps: int = 0


class WaitMeter:
    """How long a bot could not run, since `begin`, because of load from outside its sitting.

    Own load is the bot's processes, all that descends from this process (the warden and the other bots), this process
    itself, and `others` with their descendants.
    """

    def __init__(self, bot: int, others: Iterable[int] = ()) -> None:
        """`bot` is the first of the bot's processes; all that descend from it are the bot."""
        self._bot = bot
        self._others = tuple(others)
        self._begun = 0.0

    def begin(self) -> None:
        """Take the baseline, in 0.03 ms a process of the sitting: for a bot that was given time to answer at once."""
        self._begun = time.perf_counter()
        mine = tree(self._bot)
        self._bot_use = use(mine)
        self._own_use = use(self._own(mine))
        self._threads = dict(_queued(mine))
        self._worker_wait_s = _worker_wait_s()

    def outside_wait_s(self) -> float:
        """Seconds of waiting that only load from outside explains, up to now; see `outside_s`. May be asked again."""
        # first of all: what the worker waits while it reads on is not the bot's time any more
        elapsed_s = time.perf_counter() - self._begun
        worker_s = _worker_wait_s() - self._worker_wait_s
        mine = tree(self._bot)
        threads = dict(_queued(mine))
        bot_s = used_s(self._bot_use, use(mine))
        own_s = used_s(self._own_use, use(self._own(mine)))
        since = [_since(self._threads.get(thread), now, elapsed_s) for thread, now in threads.items()]
        return outside_s(elapsed_s, bot_s, since, own_s, worker_s)

    def _own(self, mine: Iterable[int]) -> set[int]:
        return {pid for root in (os.getpid(), *self._others) for pid in tree(root)} - set(mine)


def outside_s(elapsed_s: float, bot_s: float, threads: Iterable[Queued], own_s: float, worker_s: float) -> float:
    """The part of `elapsed_s` in which a bot demonstrably could not run, or was not heard, for load from outside.

    `bot_s`: processor time of all the bot's threads and children; `threads`: each one's run and wait; `own_s`:
    processor time of everything else of the sitting; `worker_s`: how long the worker waited for the processor.

    While one thread waits, the bot's other threads may be what it waits for: their run is taken off its wait, and the
    thread that waited longest so counts. The worker's wait counts for no more than the time in which the bot neither
    ran nor waited, so no moment counts twice and none in which the bot ran. The rest of the sitting may be what
    either waited for: all its run, on whichever core, is taken off the sum.

    >>> outside_s(1.0, 0.25, [Queued(0.25, 0.7)], own_s=0.1, worker_s=0.2)
    0.65
    """
    queued = list(threads)
    waited_s = max((thread.wait_s for thread in queued), default=0.0)
    kept_s = max((thread.wait_s - max(0.0, bot_s - thread.run_s) for thread in queued), default=0.0)
    idle_s = max(0.0, elapsed_s - bot_s - waited_s)
    total_s = max(0.0, kept_s) + min(max(0.0, worker_s), idle_s) - own_s
    return round(max(0.0, min(total_s, elapsed_s - bot_s)), 9)


def _since(before: Queued | None, now: Queued, elapsed_s: float) -> Queued:
    """What a thread ran and waited since the baseline; one that began later has none."""
    if before is None:
        return Queued(now.run_s, min(now.wait_s, elapsed_s))
    run_s = now.run_s - before.run_s
    wait_s = now.wait_s - before.wait_s
    if before.is_runnable and now.is_runnable and before.sleeps == now.sleeps:
        # The system counts a wait when it is over. One that wanted to run all the time waited whenever it did not.
        wait_s = max(wait_s, elapsed_s - run_s)
    return Queued(run_s, max(0.0, min(wait_s, elapsed_s)))


def _queued(pids: Iterable[int]) -> Iterator[tuple[tuple[int, str], Queued]]:
    """Every thread of the processes, by process and thread number."""
    left = _MOST_THREADS
    for pid in pids:
        try:
            threads = os.listdir(f"/proc/{pid}/task")
        except OSError:
            continue
        for thread in threads[:left]:
            counts = read(f"/proc/{pid}/task/{thread}/schedstat")
            status = read(f"/proc/{pid}/task/{thread}/status")
            if counts and status:
                run, wait = counts.split()[:2]
                state = status[status.find(b"\nState:\t") + 8 :][:1]
                sleeps = status[status.find(b"\nvoluntary_ctxt_switches:\t") + 26 :].split(None, 1)[:1]
                count = int(sleeps[0]) if sleeps and sleeps[0].isdigit() else -1
                yield (pid, thread), Queued(int(run) / 1e9, int(wait) / 1e9, state == b"R" and count >= 0, count)
        left -= min(left, len(threads))


def _worker_wait_s() -> float:
    """Seconds that the first thread of this process has waited for the processor so far."""
    counts = read("/proc/self/schedstat").split()
    return int(counts[1]) / 1e9 if len(counts) > 1 else 0.0


# ---- the processor used while it is not one's turn


class PonderMeter:
    """Processor time of a bot's processes off its turn, deal by deal.

    The processes known at the last count cost one clock reading each. New ones are looked for once a second; what
    they and ended children used is held against the whole time of the bot's turns.
    """

    def __init__(self, bot: int, cores: int = 1) -> None:
        """`bot` is the first of the bot's processes, which may run on `cores` at once."""
        self._bot = bot
        self._cores = cores
        self.off_turn_ms = 0.0
        self.begin()

    def begin(self) -> None:
        """Start afresh: the bot is ready, its deals follow."""
        self._turn_s = 0.0
        self._long: tuple[float, float] | None = None
        self._count()

    def turn_is_long(self, elapsed_s: float) -> None:
        """The turn has taken `elapsed_s` already: what is used from here until `answered` is measured, not guessed."""
        self._long = elapsed_s, tree_cpu_seconds(self._cpu)

    def answered(self, elapsed_s: float) -> None:
        """A turn has taken `elapsed_s` in all; one that was never long is taken to have used that much."""
        most_s = elapsed_s * self._cores
        self._turns_s += most_s
        if self._long is not None:
            before_s, cpu_s = self._long
            most_s = before_s * self._cores + max(0.0, tree_cpu_seconds(self._cpu) - cpu_s)
            self._long = None
        self._turn_s += most_s

    def is_pondering(self, deals: int = 1) -> bool:
        """Whether the bot used more than 5 ms a deal off turn in the `deals` since the last question.

        `off_turn_ms` says how much, a deal. Cheap enough to be asked after every deal.
        """
        off_s = -self._turn_s
        for pid, before_s in self._cpu.items():
            if (now_s := cpu_seconds(pid)) is not None:
                off_s += now_s - before_s
                self._cpu[pid] = now_s
        off_s /= max(1, deals)
        self._turn_s = 0.0
        self._deals += deals
        if time.perf_counter() - self._counted >= _CENSUS_S:
            before, turns_s, counted_deals = self._use, self._turns_s, max(1, self._deals)
            self._count()
            off_s = max(off_s, (used_s(before, self._use) - turns_s) / counted_deals)
        self.off_turn_ms = max(0.0, off_s * 1000)
        return off_s > PONDERING_S

    def _count(self) -> None:
        self._counted = time.perf_counter()
        self._use = use(tree(self._bot))
        self._cpu = dict(self._use.cpu)
        self._deals = 0
        self._turns_s = 0.0


# ---- /proc


def _waited_s(pid: int) -> float:
    """Processor seconds of the ended children that a process has waited for, theirs included."""
    stat = read(f"/proc/{pid}/stat")
    if not stat:
        return 0.0
    user, system = stat[stat.rindex(b")") + 2 :].split(None, 15)[13:15]
    return (int(user) + int(system)) * _TICK_S
