"""A worker process: `python -m arena.executors.worker CORE ALL_CORES`. Reads sittings from standard input, a JSON line
each, and writes its records to standard output, a JSON line each, and DONE behind the last.

Ends, and ends its bots, when its standard input ends. It never sees the seed, the store or another sitting. Started by
`local`.
"""

import os
import signal
import sys

import trio
from pydantic import TypeAdapter

from arena.executors.sitting import Sitting, play_sitting
from arena.games import game
from arena.records import MatchRecord

SITTING = TypeAdapter(Sitting)
RECORD = TypeAdapter(MatchRecord)
DONE = b"done\n"


async def _serve(cores: frozenset[int] | None, start_cores: frozenset[int] | None) -> None:
    output = trio.lowlevel.FdStream(os.dup(1))
    sittings_in, sittings_out = trio.open_memory_channel[bytes](1)

    async def emit(record: MatchRecord) -> None:
        await output.send_all(RECORD.dump_json(record) + b"\n")

    async def read() -> None:
        held = bytearray()
        async with trio.lowlevel.FdStream(os.dup(0)) as source:
            async for data in source:
                held += data
                while (end := held.find(b"\n")) >= 0:
                    await sittings_in.send(bytes(held[:end]))
                    del held[: end + 1]
        # the director has closed or is gone: whatever is being played is given up
        nursery.cancel_scope.cancel()

    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(read)
            async for line in sittings_out:
                sitting = SITTING.validate_json(line)
                rules = game(sitting.game, sitting.options)
                await play_sitting(sitting, rules, emit, cores=cores, start_cores=start_cores)
                await output.send_all(DONE)
    except* trio.BrokenResourceError:
        pass  # the director is gone; the bots have been ended on the way out


def main() -> None:
    # a terminal's Ctrl-C is the director's business
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    cores, start_cores = (frozenset(map(int, word.split(","))) if word != "-" else None for word in sys.argv[1:3])
    if cores:
        os.sched_setaffinity(0, cores)
    trio.run(_serve, cores, start_cores)


if __name__ == "__main__":
    main()
