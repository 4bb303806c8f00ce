"""`play`: a rogue against an honest bot; afterwards no process, no scratch directory and no descriptor is left."""

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arena.bots.process_tree import processes
from arena.records import Clock, Isolation, Limits, MatchRecord
from arena.verify import first_difference
from tests.rogues.ruled import HONEST, RULED
from tests.sittings import LIMITS, PATIENT, entrant, exported, played, processes_at_home_in, sitting

LEFT_S = 10.0  # a hang, nothing else

Play = Callable[..., list[MatchRecord]]


@pytest.fixture(name="play")
def fixture_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Play]:
    """Play a rogue (entrant 1: seats 1 and 3) against an honest bot; every record is verified."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    children_before = children()

    def play(
        command: list[str],
        *,
        clock: Clock = PATIENT,
        limits: Limits = LIMITS,
        isolation: Isolation = Isolation.AUTO,
        boards: int = 1,
        first: int = 0,
        deals: int = 2,
        give_up_after: int = 5,
    ) -> list[MatchRecord]:
        rogue = entrant("rogue", command, clock, limits=limits, isolation=isolation)
        numbers = range(first, first + boards)
        work = sitting((HONEST, rogue), numbers, RULED, max_deals=deals, give_up_after=give_up_after)
        before = open_descriptors()
        records = played(work)
        assert open_descriptors() == before
        assert len(records) == boards
        for record in records:
            facts = {"max_deals": deals, "give_up_after": give_up_after}
            assert first_difference(exported(record, RULED, facts)) is None
        return records

    yield play
    assert [path.name for path in tmp_path.glob("arena-*")] == []
    until = time.monotonic() + LEFT_S
    while (left := processes_at_home_in(tmp_path)) and time.monotonic() < until:
        time.sleep(0.01)  # a killed grandchild is another process's to reap
    assert left == []
    assert children() - children_before == set()


def children() -> set[int]:
    """What this process would have to reap; tests of other things may have left some."""
    return {pid for pid, process in processes().items() if process.parent == os.getpid()}


def open_descriptors() -> set[str]:
    return set(os.listdir("/proc/self/fd"))
