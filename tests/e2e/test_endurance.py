"""A worker holds no more after many matches than after a few; `tests/benchmarks/endurance.py` by hand for thousands."""

from pathlib import Path

import pytest

from arena.records import FaultKind
from tests.benchmarks.endurance import WARM_SITTINGS, Sample, endured, growth
from tests.needs import needs


@needs("cc")
def test_a_worker_stays_flat_with_a_crashing_bot(tmp_path: Path) -> None:
    desk = endured(300, tmp_path)
    assert len(desk.samples) == 12
    assert growth(desk.samples) == []
    assert {each.scratch_directories for each in desk.samples} == {0}
    # the worker, its warden, and what tests before this one have left to this process
    assert len({each.processes for each in desk.samples}) == 1
    assert set(desk.faults) == {None, FaultKind.CRASHED}
    assert 30 < desk.faults[FaultKind.CRASHED] < 100
    assert list(tmp_path.glob("arena-*")) == []


@pytest.mark.parametrize(
    ("last", "words"),
    [
        (Sample(31, 3, 0, 90_000), "descriptors grew from 30 to 31"),
        (Sample(30, 4, 0, 90_000), "processes grew from 3 to 4"),
        (Sample(30, 3, 1, 90_000), "scratch_directories grew from 0 to 1"),
        (Sample(30, 3, 0, 99_000), "memory_kb grew from 90000 to 99000"),
    ],
)
def test_growth_is_noticed(last: Sample, words: str) -> None:
    flat = [Sample(30, 3, 0, 90_000)] * (WARM_SITTINGS + 3)
    assert growth(flat) == []
    assert growth([*flat, last]) == [words]
