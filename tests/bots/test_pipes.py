"""A process's streams let go at any moment; what bots do with them is in `tests/rogues`."""

import os
from typing import cast

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


class Ended:
    """As a process whose streams are ours: three pipes, the ends that write kept."""

    def __init__(self) -> None:
        (self.stdout, self.says), (self.stderr, self.complains), (self.ended, self.ends) = (os.pipe() for _ in range(3))
        for end in (self.stdout, self.stderr, self.ended):
            os.set_blocking(end, False)
        self.learnt = 0

    def end(self) -> None:
        self.learnt += 1

    def release(self) -> None:
        for end in (self.stdout, self.says, self.stderr, self.complains, self.ended, self.ends):
            os.close(end)


def test_a_task_that_was_woken_leaves_what_was_closed_meanwhile_alone() -> None:
    """trio runs what is due in random order: in one of two tries the streams are closed first."""

    async def scenario() -> None:
        for _ in range(20):
            async with trio.open_nursery() as nursery:
                process, errors = Ended(), ErrorLog(1000)
                pipes = Pipes(cast(BotProcess, process), 65536, errors)
                nursery.start_soon(pipes.attend)
                for _ in range(4):
                    await trio.lowlevel.checkpoint()
                os.write(process.complains, b"mine")
                os.write(process.ends, b"1")
                await trio.lowlevel.checkpoint()
                learnt = process.learnt
                pipes.close()
                another = Ended()  # gets the same numbers
                os.write(another.complains, b"another's")
            assert errors.text() == "mine"
            assert os.read(another.stderr, 100) == b"another's"
            assert process.learnt == learnt + 1
            another.release()

    trio.run(scenario)
