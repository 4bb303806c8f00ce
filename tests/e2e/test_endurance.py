"""A worker holds no more after many matches than after a few; `tests/benchmarks/endurance.py` by hand for thousands."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from arena.records import FaultKind
from tests.benchmarks.endurance import WARM_SITTINGS, Sample, endured, growth
from tests.needs import needs


@needs("cc")
def test_a_worker_stays_flat_with_a_crashing_bot(tmp_path: Path) -> None:
    # in a process of its own: tests before this one may have left things to this one, and let go of them meanwhile
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as process:
        desk = process.submit(endured, 300, tmp_path).result()
    assert len(desk.samples) == 12
    assert growth(desk.samples) == []
    assert {each.scratch_directories for each in desk.samples} == {0}
    assert {each.processes for each in desk.samples} == {3}  # it, the worker and its warden
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
