"""What is run so that signals end it in order: also what is over at once."""

import os
import signal

import pytest
import trio

from arena.bots.warden import HostTroubleError
from arena.cli import interruption


def test_a_task_that_never_waits_is_run() -> None:
    """The task that watches for signals may get its first turn when all is over; the order is drawn by trio."""

    async def at_once(word: str) -> str:
        return word

    assert [interruption.run(at_once, "done") for _ in range(50)] == ["done"] * 50


@pytest.mark.parametrize("in_group", [False, True])
def test_what_is_stopped_while_it_starts_is_no_trouble_of_the_machine(in_group: bool) -> None:
    async def starting() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        try:
            await trio.sleep_forever()
        finally:
            lost = HostTroubleError("the process that starts and ends the bots was lost")
            if in_group:
                raise ExceptionGroup("", [lost])
            raise lost

    with pytest.raises(SystemExit) as left:
        interruption.run(starting)
    assert left.value.code == 130


def test_trouble_of_the_machine_and_faults_of_ours_are_heard() -> None:
    async def troubled() -> None:
        raise HostTroubleError("no memory")

    async def wrong() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        try:
            await trio.sleep_forever()
        finally:
            raise ExceptionGroup("", [HostTroubleError("lost"), ZeroDivisionError()])

    with pytest.raises(HostTroubleError):
        interruption.run(troubled)
    with pytest.raises(ExceptionGroup) as fault:
        interruption.run(wrong)
    assert fault.group_contains(ZeroDivisionError)
    assert not fault.group_contains(HostTroubleError)
