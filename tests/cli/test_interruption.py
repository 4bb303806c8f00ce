"""What is run so that signals end it in order: also what is over at once."""

from arena.cli import interruption


def test_a_task_that_never_waits_is_run() -> None:
    """The task that watches for signals may get its first turn when all is over; the order is drawn by trio."""

    async def at_once(word: str) -> str:
        return word

    assert [interruption.run(at_once, "done") for _ in range(50)] == ["done"] * 50
