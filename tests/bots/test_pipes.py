"""A process's streams let go at any moment; what bots do with them is in `tests/rogues`."""

import os

import pytest
import trio

from arena.bots.errlog import ErrorLog
from arena.bots.pipes import Pipes
from arena.bots.process import BotProcess
from arena.bots.warden import Warden
from tests.sittings import entrant, program


@pytest.mark.parametrize("steps", range(4))
def test_streams_closed_before_their_tasks_ran(steps: int) -> None:
    """Their descriptors' numbers may be another's by then."""

    async def scenario() -> None:
        with Warden() as warden:
            async with trio.open_nursery() as nursery:
                pipes = Pipes(BotProcess(entrant("a", program("honest.py")), warden, None), 65536, ErrorLog(1000))
                nursery.start_soon(pipes.attend)
                for _ in range(steps):
                    await trio.lowlevel.checkpoint()
                pipes.close()
                reads, writes = os.pipe()
            os.close(reads)
            os.close(writes)

    trio.run(scenario)
