"""What this machine gives a run: descriptors and processes for its jobs, and how much of it others keep busy.

Too little is said before the first match, as fewer jobs or as the user's mistake, so that it never costs a bot a match.
Reads /proc and /sys and this process's limits; where they say nothing (another system), nothing is claimed. Called by
`running` and `entrants`.
"""

import contextlib
import os
import resource
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from arena.errors import RunError

FILES_A_BOT: Final = 12
FILES_A_WORKER: Final = 40  # beside its bots
FILES_OF_THE_DIRECTOR: Final = 40
FILES_A_JOB: Final = 10  # in the director
FILES_ENOUGH: Final = 4_096  # for 64 tables of four, and for 400 jobs
THREADS_A_BOT: Final = 12  # of an interpreter that has some of its own, such as node
THREADS_A_WORKER: Final = 6  # its warden included
THREADS_OF_THE_DIRECTOR: Final = 6

OVERLOAD: Final = 0.25  # cores that are missing
_SHORTEST_S: Final = 0.3
_CGROUP: Final = Path("/sys/fs/cgroup")


# ---- room for the jobs


@dataclass(frozen=True, slots=True)
class Room:
    """What may still be opened a process and started by this user; None: no limit is known."""

    files: int | None
    threads: int | None

    @classmethod
    def here(cls) -> Self:
        """As this machine has it; a low limit on descriptors is raised first as far as the system lets anyone."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        aim = FILES_ENOUGH if hard == resource.RLIM_INFINITY else min(hard, FILES_ENOUGH)
        if soft != resource.RLIM_INFINITY and soft < aim:
            with contextlib.suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (aim, hard))
                soft = aim
        threads = [left for left in (_threads_left_to_user(), _threads_left_to_container()) if left is not None]
        return cls(None if soft == resource.RLIM_INFINITY else soft, min(threads, default=None))

    def jobs(self, wanted: int, seats: int, tables: int) -> tuple[int, str | None]:
        """How many of the `wanted` jobs fit, and what to say if it is fewer. Raises RunError if not even one does."""
        bots = seats * tables
        files = FILES_A_WORKER + FILES_A_BOT * bots
        at_tables = f" ({tables} tables)" if tables > 1 else ""
        if self.files is not None and self.files < max(files, FILES_OF_THE_DIRECTOR + FILES_A_JOB):
            raise RunError(
                f"a job with {bots} bots{at_tables} opens up to {files} files, and this shell allows {self.files}: "
                f"raise it (ulimit -n {max(files, FILES_OF_THE_DIRECTOR + FILES_A_JOB)}){_or_fewer_tables(tables)}"
            )
        threads = THREADS_A_WORKER + THREADS_A_BOT * bots
        if self.threads is not None and self.threads < threads + THREADS_OF_THE_DIRECTOR:
            raise RunError(
                f"a job with {bots} bots{at_tables} needs room for {threads + THREADS_OF_THE_DIRECTOR} processes and "
                f"threads, and there is room for {max(0, self.threads)}: raise the limit (ulimit -u, or the "
                f"container's){_or_fewer_tables(tables)}"
            )
        fit, why = wanted, ""
        if self.files is not None and (most := (self.files - FILES_OF_THE_DIRECTOR) // FILES_A_JOB) < fit:
            fit, why = most, f"this shell allows {self.files} open files (ulimit -n)"
        if self.threads is not None and (most := (self.threads - THREADS_OF_THE_DIRECTOR) // threads) < fit:
            fit, why = most, f"there is room for {self.threads} more processes and threads (ulimit -u)"
        return fit, f"{fit} jobs instead of {wanted}: {why}".replace("1 jobs", "1 job") if why else None

    def bots_at_once(self, wanted: int) -> int:
        """How many bots may run beside each other in one process, at least one."""
        fit = wanted
        if self.files is not None:
            fit = min(fit, (self.files - FILES_A_WORKER) // FILES_A_BOT)
        if self.threads is not None:
            fit = min(fit, (self.threads - THREADS_A_WORKER) // THREADS_A_BOT)
        return max(1, fit)


def _or_fewer_tables(tables: int) -> str:
    return ", or play at fewer tables" if tables > 1 else ""


def _threads_left_to_user() -> int | None:
    """Under the limit on a user's processes, which does not bind root."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NPROC)
    if soft == resource.RLIM_INFINITY or os.geteuid() == 0:
        return None
    return soft - _threads_of(os.getuid())


def _threads_of(user: int) -> int:
    count = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            fields = dict(
                line.split(":", 1) for line in status.read_text("utf-8", "replace").splitlines() if ":" in line
            )
            if int(fields["Uid"].split()[0]) == user:
                count += int(fields["Threads"])
    return count


def _threads_left_to_container() -> int | None:
    with contextlib.suppress(OSError, ValueError):
        return int((_CGROUP / "pids.max").read_text()) - int((_CGROUP / "pids.current").read_text())
    return None


# ---- the processor


class OthersLoad:
    """How many cores other programs keep busy, from its making on.

    All that was done on the run's `cores` less what this process and those that it has waited for did. Pressure (PSI)
    would not tell the run's own bots from others, nor does the load average.
    """

    def __init__(self, cores: Sequence[int]) -> None:
        self._cores = tuple(cores)
        self._since_s = time.monotonic()
        self._busy_s = _busy_s(self._cores)
        self._own_s = _own_s()

    def measured(self, *, wait: bool = False) -> float | None:
        """Cores, on average; None if too short a time has passed (`wait`: until it has) or the system does not say."""
        passed_s = time.monotonic() - self._since_s
        if wait and passed_s < _SHORTEST_S:
            time.sleep(_SHORTEST_S - passed_s)
            passed_s = time.monotonic() - self._since_s
        now_s = _busy_s(self._cores)
        if now_s is None or self._busy_s is None or passed_s < _SHORTEST_S:
            return None
        others_s = now_s - self._busy_s - (_own_s() - self._own_s)
        return min(max(0.0, others_s / passed_s), float(len(self._cores)))


def overload(others: float | None, cores: int, jobs: int, when: str) -> str | None:
    """What to say when other programs and the jobs want more than there is.

    `others`: cores that other programs keep busy, None: unknown. `when` is "are keeping" or "kept".
    """
    if others is None or others + jobs <= cores + OVERLOAD:
        return None
    wanted = f"{jobs} job{'s' if jobs > 1 else ''}"
    there = f"{cores} core{'s' if cores > 1 else ''}"
    if others <= OVERLOAD:
        told = f"{wanted} share {there}"
    else:
        told = f"other programs {when} {others:.1f} of {there} busy, beside {wanted}"
    return (
        f"{told}: times are less trustworthy (time spent waiting for the processor is not charged to bots; "
        "fewer jobs, or a quiet machine, measure better)"
    )


def _busy_s(cores: Sequence[int]) -> float | None:
    """Processor time that the cores have spent on anything, or lost to other guests of the host."""
    wanted = {f"cpu{core}" for core in cores}
    ticks = 0
    with contextlib.suppress(OSError, ValueError):
        for line in Path("/proc/stat").read_text().splitlines():
            name, *fields = line.split()
            if name in wanted:
                user, nice, system, _idle, _iowait, interrupts, soft, stolen = map(int, fields[:8])
                ticks += user + nice + system + interrupts + soft + stolen
    return ticks / os.sysconf("SC_CLK_TCK") if ticks else None


def _own_s() -> float:
    own = os.times()
    return own.user + own.system + own.children_user + own.children_system
