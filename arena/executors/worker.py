"""A worker process: `python -m arena.executors.worker CORE ALL_CORES TABLES`. Reads sittings from standard input and
writes their records to standard output, and `done` behind the last, a line each that begins with the table's number.

Plays as many sittings at once as it is given. Ends, and ends its bots, when its standard input ends. It never sees the
seed, the store or a sitting that is not its own. Started by `local`.
"""

import os
import signal
import sys
from collections.abc import AsyncIterator
from typing import Final

import trio
from pydantic import TypeAdapter

from arena.bots.warden import HostTroubleError, Warden
from arena.executors.sitting import Sitting, play_sitting
from arena.games import game
from arena.records import MatchRecord

SITTING = TypeAdapter(Sitting)
RECORD = TypeAdapter(MatchRecord)
DONE = b"done"
_LEAVE_S: Final = 1.0


async def _serve(cores: frozenset[int] | None, start_cores: frozenset[int] | None, tables: int) -> None:
    output = trio.lowlevel.FdStream(os.dup(1))
    writing = trio.Lock()

    async def say(table: bytes, words: bytes) -> None:
        async with writing:
            await output.send_all(table + b" " + words + b"\n")

    async def play(table: bytes, line: bytes) -> None:
        async def emit(record: MatchRecord) -> None:
            await say(table, RECORD.dump_json(record))

        await trio.lowlevel.checkpoint_if_cancelled()
        sitting = SITTING.validate_json(line)
        rules = game(sitting.game, sitting.options)
        places = {"cores": cores, "start_cores": start_cores}
        await play_sitting(sitting, rules, emit, warden=warden, is_alone=tables == 1, **places)
        await say(table, DONE)

    try:
        with Warden() as warden:
            async with trio.open_nursery() as nursery:
                async for line in _lines(0):
                    table, _, sitting_json = line.partition(b" ")
                    nursery.start_soon(play, table, sitting_json)
                # the director has closed or is gone: whatever is being played is given up
                trio.lowlevel.spawn_system_task(_leave_in_time, warden)
                nursery.cancel_scope.cancel()
    except* (trio.BrokenResourceError, HostTroubleError):
        pass  # the director is gone; the bots have been ended on the way out, as far as the warden had not ended first


async def _leave_in_time(warden: Warden) -> None:
    """End what a long `exit_ms` would keep alive: nobody waits for it any more."""
    await trio.sleep(_LEAVE_S)
    warden.close()
    os._exit(0)


async def _lines(descriptor: int) -> AsyncIterator[bytes]:
    held = bytearray()
    async with trio.lowlevel.FdStream(os.dup(descriptor)) as source:
        async for data in source:
            held += data
            while (end := held.find(b"\n")) >= 0:
                yield bytes(held[:end])
                del held[: end + 1]


def main() -> None:
    # a terminal's Ctrl-C is the director's business
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    cores, start_cores = (frozenset(map(int, word.split(","))) if word != "-" else None for word in sys.argv[1:3])
    if cores:
        os.sched_setaffinity(0, cores)
    trio.run(_serve, cores, start_cores, int(sys.argv[3]))


if __name__ == "__main__":
    main()
