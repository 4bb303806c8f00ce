"""What isolation costs: the start of a guarded bot over an unguarded one, and the throughput of bots that are reused.

`python -m tests.benchmarks.isolation` prints milliseconds a start at each level and the ratio of time a decision takes
at `auto` to that at `none`; exit status 1 above a gate, 2 without a compiler. Samples alternate. Medians are printed;
the gates are held against the quickest samples (the tenth of starts, the best of rates), which a machine that has other
work disturbs least.
"""

import argparse
import os
import select
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from arena.bots.isolation import IsolationError, bubblewrap
from arena.bots.process import BotProcess
from arena.bots.warden import Warden
from arena.records import Isolation
from tests.benchmarks.referee import compiled, rate_on
from tests.sittings import entrant

START_GATE_MS = 5.0
TIME_GATE = 1.03
PROGRAMS = {"a C program": ("/bin/true",), "Python": (sys.executable, "-c", "pass")}


def start_ms(warden: Warden, command: Sequence[str], level: Isolation) -> float:
    """From the wish to start a program that does nothing until its end is known."""
    begun = perf_counter()
    process = BotProcess(entrant("a", command, isolation=level), warden, None)
    select.select([process.ended], [], [])
    elapsed = (perf_counter() - begun) * 1000
    process.end()
    process.release()
    assert process.status == 0, process.status
    return elapsed


def plain_ms(command: Sequence[str]) -> float:
    """The same without a warden."""
    begun = perf_counter()
    subprocess.run(command, check=True)
    return (perf_counter() - begun) * 1000


def starts(samples: int, levels: Sequence[Isolation]) -> float:
    """Print what a start takes; the most that `auto` adds to `none`, in milliseconds."""
    most = 0.0
    with Warden() as warden:
        for title, command in PROGRAMS.items():
            taken: dict[str, list[float]] = {level: [] for level in levels} | {"no warden": []}
            for _ in range(samples):
                for level in levels:
                    taken[level].append(start_ms(warden, command, level))
                taken["no warden"].append(plain_ms(command))
            for name, times in taken.items():
                quick = quantiles(times, n=10)[0]
                print(
                    f"start and end of {title:<12}{name:<10}{median(times):8.2f} ms, the quickest tenth {quick:.2f} ms"
                )
            guarded, bare = (quantiles(taken[level], n=10)[0] for level in (Isolation.AUTO, Isolation.NONE))
            added = guarded - bare
            print(f"the guard adds {added:.2f} ms (gate {START_GATE_MS:g} ms)")
            most = max(most, added)
    return most


def throughput(samples: int, decisions: int, bot: str) -> float:
    """Print decisions a second; the time that one takes guarded over unguarded."""
    core = sorted(os.sched_getaffinity(0))[:1]
    rates: dict[str, list[float]] = {"referee": [], "unguarded": []}
    for number in range(samples):
        for measure in sorted(rates, reverse=number % 2 == 1):
            rates[measure].append(rate_on(core, measure, bot, decisions))
    for title, measure in (("auto", "referee"), ("none", "unguarded")):
        found = rates[measure]
        print(f"decisions of reused C bots  {title:<10}{median(found):>10,.0f} a second, at best {max(found):,.0f}")
    ratio = max(rates["unguarded"]) / max(rates["referee"])
    print(f"a decision takes {ratio:.3f} of the unguarded time (gate {TIME_GATE})")
    return ratio


def main() -> int:
    words = argparse.ArgumentParser(prog="python -m tests.benchmarks.isolation", description=__doc__)
    words.add_argument("--starts", type=int, default=100, help="starts of each kind, in turn (default %(default)s)")
    words.add_argument("--decisions", type=int, default=5_000, help="decisions a sample (default %(default)s)")
    words.add_argument("--samples", type=int, default=30, help="samples of each, in turn (default %(default)s)")
    chosen = words.parse_args()
    if shutil.which("cc") is None:
        print("a C compiler is needed: apt install gcc", file=sys.stderr)
        return 2
    levels = [Isolation.NONE, Isolation.AUTO]
    try:
        bubblewrap.program()
        levels.append(Isolation.STRONG)
    except IsolationError as problem:
        print(problem, file=sys.stderr)
    added = starts(chosen.starts, levels)
    with tempfile.TemporaryDirectory(prefix="arena-bench-") as folder:
        bot, _ = compiled(Path(folder))
        ratio = throughput(chosen.samples, chosen.decisions, bot)
    return 0 if added <= START_GATE_MS and ratio <= TIME_GATE else 1


if __name__ == "__main__":
    sys.exit(main())
