"""Thousands of matches in one worker with a bot that crashes in one of ten: nothing may grow that is not a result.

`python -m tests.benchmarks.endurance` compiles `first_legal.c` and `crashing.c` with `cc`; a real worker plays them in
sittings of 25 boards. Between sittings, when no bot runs, it counts the descriptors and processes of the worker, its
warden and this process, their memory, and the scratch directories. Exit status 1 when anything is more at the end than
after the first sittings, 2 without a compiler. `tests/e2e/test_endurance.py` is its short form.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from pathlib import Path
from time import perf_counter
from unittest.mock import patch

import trio

from arena.bots import process_tree
from arena.executors import local
from arena.executors.sitting import Sitting
from arena.games import game
from arena.records import Entrant, FaultKind, MatchRecord
from tests.sittings import entrant, sitting

HERE = Path(__file__).parent
BOARDS = 25
WARM_SITTINGS = 4  # what is loaded, cached or pooled once
MEMORY_SLACK_KB = 8 * 1024
RULED = game("bid-euchre", {})


@dataclass(frozen=True, slots=True)
class Sample:
    """What is held between two sittings. Memory in KiB, of all processes together."""

    descriptors: int
    processes: int
    scratch_directories: int
    memory_kb: int

    def __str__(self) -> str:
        return "".join(f"{getattr(self, each.name):>{len(each.name) + 2}}" for each in fields(self))


TITLES = "".join(f"  {each.name}" for each in fields(Sample))


def sample() -> Sample:
    """This process, and all that descends from it."""
    pids = [os.getpid(), *process_tree.descendants(os.getpid(), process_tree.processes())]
    return Sample(
        descriptors=sum(len(os.listdir(f"/proc/{pid}/fd")) for pid in pids) - 1,  # the one that lists our own
        processes=len(pids),
        scratch_directories=len(list(Path(tempfile.gettempdir()).glob("arena-*"))),
        memory_kb=process_tree.resident_bytes(pids) // 1024,
    )


@dataclass
class Desk:
    """Gives out sitting after sitting until enough matches are played; looks at the machine between two."""

    entrants: tuple[Entrant, Entrant]
    matches: int
    on_sample: Callable[[int, Sample], None]
    samples: list[Sample] = field(default_factory=list)
    faults: Counter[FaultKind | None] = field(default_factory=Counter)
    given: int = 0

    async def take(self) -> Sitting | None:
        if self.given:
            self.samples.append(sample())
            self.on_sample(self.faults.total(), self.samples[-1])
        await trio.lowlevel.checkpoint()
        if self.given >= self.matches:
            return None
        first = self.given
        self.given += BOARDS
        room = ("open", "closed")[first // BOARDS % 2]
        return sitting(self.entrants, range(first, self.given), RULED, room=room, give_up_after=BOARDS)

    async def record(self, sitting: Sitting, record: MatchRecord) -> None:
        fault = record.result.fault
        assert fault is None or sitting.entrants[record.spec.seats[fault.seat]].name == "crashing", fault
        self.faults[None if fault is None else fault.kind] += 1
        await trio.lowlevel.checkpoint()

    async def finished(self, sitting: Sitting) -> None:
        await trio.lowlevel.checkpoint()

    async def lost(self, sitting: Sitting, why: str) -> None:
        raise AssertionError(why)


def compiled(folder: Path, name: str) -> str:
    """`name`.c as a program in `folder`."""
    program = folder / name
    subprocess.run(["cc", "-O2", "-o", program, HERE / f"{name}.c"], check=True)
    return str(program)


def no_show(matches: int, sample: Sample) -> None:
    """Nothing is shown."""


def endured(matches: int, folder: Path, on_sample: Callable[[int, Sample], None] = no_show) -> Desk:
    """Play so many matches with programs compiled into `folder`; scratch directories are made and counted there."""
    entrants = tuple(entrant(name, [compiled(folder, name)]) for name in ("crashing", "first_legal"))
    desk = Desk((entrants[0], entrants[1]), matches, on_sample)
    with patch.dict(os.environ, TMPDIR=str(folder)), patch.object(tempfile, "tempdir", None):
        trio.run(local.play, desk, 1)
    return desk


def growth(samples: list[Sample]) -> list[str]:
    """What is more at the end than when the worker had warmed up, in words."""
    early, late = samples[:WARM_SITTINGS], samples[WARM_SITTINGS:]
    found = []
    for each in fields(Sample):
        before = max(getattr(sample, each.name) for sample in early)
        after = max(getattr(sample, each.name) for sample in late)
        slack = MEMORY_SLACK_KB if each.name == "memory_kb" else 0
        if after > before + slack:
            found.append(f"{each.name} grew from {before} to {after}")
    return found


def main() -> int:
    words = argparse.ArgumentParser(prog="python -m tests.benchmarks.endurance", description=__doc__)
    words.add_argument("--matches", type=int, default=5000, help="(default %(default)s)")
    chosen = words.parse_args()
    if shutil.which("cc") is None:
        print("a C compiler is needed: apt install gcc", file=sys.stderr)
        return 2
    print(f"matches{TITLES}")
    begun = perf_counter()

    def show(matches: int, sample: Sample) -> None:
        if matches % (10 * BOARDS) == 0 or matches <= WARM_SITTINGS * BOARDS:
            print(f"{matches:>7}{sample}", flush=True)

    with tempfile.TemporaryDirectory(prefix="endurance-") as folder:
        desk = endured(chosen.matches, Path(folder), show)
    found = growth(desk.samples)
    print(f"{desk.faults.total()} matches in {perf_counter() - begun:.0f} s, {desk.faults[FaultKind.CRASHED]} crashes")
    print("\n".join(found) or "flat")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
