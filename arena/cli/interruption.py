"""Runs what plays bots so that SIGINT and SIGTERM end it in order, the second one at once.

Knows no run and no bot: whoever is cancelled ends what it has begun. Called by the verbs that play.
"""

import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeVar, TypeVarTuple

import trio

from arena.bots.warden import HostTroubleError
from arena.cli.output import say

Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")


async def interruptible(notice: str, task: Callable[[*Arguments], Awaitable[None]], *arguments: *Arguments) -> int:
    """Run `task` to its end or until a signal cancels it, `notice` being said then; 0, or the exit status of that."""
    status = 0
    is_over = False

    async def watch(arrivals: AsyncIterator[int]) -> None:
        nonlocal status
        if is_over:  # before this task ran for the first time: nothing arrives any more
            return
        async for number in arrivals:
            if status:  # a second time: wardens end the bots
                os._exit(status)
            status = 128 + number
            say(f"arena: {notice} (again: at once)")
            scope.cancel()

    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as arrivals, trio.CancelScope() as scope:
        # not in a nursery: a second signal must still be heard while bots are given time to leave
        trio.lowlevel.spawn_system_task(watch, arrivals)
        try:
            await task(*arguments)
        except (HostTroubleError, BaseExceptionGroup) as problem:
            if not status:
                raise
            # what is stopped while it starts may miss what was ended before it: no trouble of the machine
            others = problem.split(HostTroubleError)[1] if isinstance(problem, BaseExceptionGroup) else None
            if others is not None:
                raise others from None
        finally:
            is_over = True
    return status


def run(task: Callable[[*Arguments], Awaitable[Result]], *arguments: *Arguments) -> Result:
    """`trio.run` for what leaves nothing to go on with: a signal raises SystemExit once all bots are ended."""
    results: list[Result] = []

    async def keep() -> None:
        results.append(await task(*arguments))

    status = trio.run(interruptible, "stopping: ending the bots", keep)
    if status:
        raise SystemExit(status)
    return results[0]
