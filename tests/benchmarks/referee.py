"""The whole referee with C bots against bare pipe loops: decisions a second, as ratios within one run.

`python -m tests.benchmarks.referee` compiles `first_legal.c` and `pipe_loop.c` with `cc` and prints two ratios; exit
status 1 below a gate, 2 without a compiler. One core: a sitting with four C bots against a blocking CPython loop that
writes a request's bytes and reads an answer from a C program. Two cores: two processes with a sitting each against two
C-C loops, one a core. Everything is pinned, samples alternate, each ratio is of neighbours in time, medians are
printed. Matches are whole ones: dealing, rules, records and the pipes' start are counted on the referee's side.
"""

import argparse
import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from time import perf_counter

import trio

from arena.executors.sitting import Sitting, play_sitting
from arena.games import game
from arena.records import Isolation, MatchRecord
from tests.sittings import entrant, sitting

HERE = Path(__file__).parent
GOALS = {1: 0.50, 2: 0.45}
GATES = {1: 0.35, 2: 0.315}
REQUEST_BYTES = 460  # the mean of bid-euchre requests in such matches
RULED = game("bid-euchre", {})


def compiled(folder: Path) -> tuple[str, str]:
    """The C bot and the pipe loop as programs in `folder`."""
    programs = []
    for name in ("first_legal", "pipe_loop"):
        program = folder / name
        subprocess.run(["cc", "-O2", "-o", program, HERE / f"{name}.c"], check=True)
        programs.append(str(program))
    return programs[0], programs[1]


def referee_rate(bot: str, decisions: int, core: int, isolation: Isolation = Isolation.AUTO) -> float:
    """Decisions a second of one sitting, in this process pinned to `core`; the start of the bots is not counted."""
    cores = frozenset({core})
    os.sched_setaffinity(0, cores)
    entrants = (entrant("a", [bot], isolation=isolation), entrant("b", [bot], isolation=isolation))
    # more boards than are played: the sitting is left when there are decisions enough
    work: Sitting = sitting(entrants, range(10 + decisions // 20), RULED, max_deals=200)
    count = 0
    begun = ended = 0.0
    enough = trio.CancelScope()

    async def emit(record: MatchRecord) -> None:
        nonlocal count, begun, ended
        assert record.result.fault is None, record.result.fault
        ended = perf_counter()
        if not begun:
            begun = ended  # the first match started the bots
            return
        count += sum(record.timing.decisions)
        if count >= decisions:
            enough.cancel()
            await trio.lowlevel.checkpoint()

    async def play() -> None:
        with enough:
            await play_sitting(work, RULED, emit, cores=cores, start_cores=cores)

    trio.run(play)
    return count / (ended - begun)


def python_loop_rate(echo: str, decisions: int, core: int) -> float:
    """Round trips a second of a blocking CPython loop with a C program, both on `core`."""
    os.sched_setaffinity(0, {core})
    with subprocess.Popen([echo], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
        assert process.stdin
        assert process.stdout
        there, back = process.stdin.fileno(), process.stdout.fileno()
        request = b"x" * (REQUEST_BYTES - 1) + b"\n"
        write, read = os.write, os.read
        begun = perf_counter()
        for _ in range(decisions):
            write(there, request)
            answer = read(back, 65536)
            while not answer.endswith(b"\n"):
                answer += read(back, 65536)
        return decisions / (perf_counter() - begun)


def c_loop_rate(loop: str, decisions: int, core: int) -> float:
    """Round trips a second of two C programs, both on `core`."""
    os.sched_setaffinity(0, {core})
    words = [loop, "loop", str(decisions), str(REQUEST_BYTES)]
    return decisions / float(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


def unguarded_rate(bot: str, decisions: int, core: int) -> float:
    """`referee_rate` without isolation."""
    return referee_rate(bot, decisions, core, Isolation.NONE)


MEASURES = {
    "referee": referee_rate,
    "unguarded": unguarded_rate,
    "python": python_loop_rate,
    "c": c_loop_rate,
}


def _measure(channel: Connection, measure: str, program: str, decisions: int, core: int) -> None:
    channel.send(MEASURES[measure](program, decisions, core))


def rate_on(cores: list[int], measure: str, program: str, decisions: int) -> float:
    """The sum of the rates of one process a core, all at once. Each is new, so that its pin stays there."""
    spawn = multiprocessing.get_context("fork")
    running = []
    for core in cores:
        ours, theirs = spawn.Pipe()
        process = spawn.Process(target=_measure, args=(theirs, measure, program, decisions, core))
        process.start()
        theirs.close()
        running.append((process, ours))
    total = 0.0
    for process, channel in running:
        total += channel.recv()
        process.join()
    return total


def main() -> int:
    words = argparse.ArgumentParser(prog="python -m tests.benchmarks.referee", description=__doc__)
    words.add_argument("--decisions", type=int, default=20_000, help="decisions a sample (default %(default)s)")
    words.add_argument("--samples", type=int, default=7, help="samples of each, in turn (default %(default)s)")
    words.add_argument(
        "--slack", type=float, default=0.0, help="lower the gates by this share, for a machine that has other work"
    )
    chosen = words.parse_args()
    if shutil.which("cc") is None:
        print("a C compiler is needed: apt install gcc", file=sys.stderr)
        return 2
    cores = sorted(os.sched_getaffinity(0))
    passed = True
    with tempfile.TemporaryDirectory(prefix="arena-bench-") as folder:
        bot, loop = compiled(Path(folder))
        for count, measure, title in ((1, "python", "CPython-C pipe loop"), (2, "c", "C-C pipe loops")):
            if len(cores) < count:
                print(f"{count} cores: not measured, this process may use {len(cores)}", file=sys.stderr)
                continue
            ours, bare = [], []
            for _ in range(chosen.samples):
                bare.append(rate_on(cores[:count], measure, loop, chosen.decisions))
                ours.append(rate_on(cores[:count], "referee", bot, chosen.decisions))
            # neighbours in time share whatever else the machine did
            ratio = median(mine / other for mine, other in zip(ours, bare, strict=True))
            for name, rates in (("whole referee, C bots", ours), (title, bare)):
                rate = median(rates)
                print(f"{count} core{'s'[: count - 1]}  {name:<24}{rate:>10,.0f} decisions/s {1e6 / rate:6.2f} us each")
            gate = GATES[count] * (1 - chosen.slack)
            print(f"ratio {ratio:.3f} (goal {GOALS[count]}, gate {gate:.3f})")
            passed = passed and ratio >= gate
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
