"""The same in boxes of bubblewrap: what is different there is that a box holds the pipes until its program has ended.

So one that closes a pipe and lives is found at the end of its time, not at once.
"""

import pytest

from arena.records import Clock, FaultKind, Isolation
from tests.needs import needs
from tests.rogues.conftest import Play
from tests.rogues.ruled import CRASHED, LIMIT, NOT_READY, TIMEOUT, assert_fine, assert_ruled, split
from tests.rogues.test_limits import TIGHT
from tests.sittings import HASTY, LIMITS, PATIENT, SHORT

pytestmark = needs("bwrap")

OFFENCES: list[tuple[str, Clock, FaultKind, tuple[str, ...]]] = [
    ("exits_before_ready 4", PATIENT, NOT_READY, ("exited with status 4", "no such weights")),
    ("exits_after_ready", PATIENT, CRASHED, ("exited with status 3", "request 1")),
    ("exits_after_answer", PATIENT, CRASHED, ("exited with status 0", "request 2")),
    ("crashes 11", PATIENT, CRASHED, ("killed by SIGSEGV", "request 1")),
    ("leaves_a_child exits", PATIENT, CRASHED, ("exited with status 0", "request 1")),
    ("forks_twice exits", PATIENT, CRASHED, ("exited with status 0", "request 1")),
    ("stops_itself request", SHORT, TIMEOUT, ("no answer to request 1 within 500 ms",)),
    ("closes_output start", HASTY, NOT_READY, ("no ready message",)),
    ("closes_output request", SHORT, TIMEOUT, ("no answer to request 1",)),
    ("closes_input", SHORT, TIMEOUT, ("request 2",)),
    ("allocates request 2048", PATIENT, LIMIT, ("MiB of memory, 64 allowed", "request 1")),
    ("allocates request 2048 child", PATIENT, LIMIT, ("MiB of memory, 64 allowed", "request 1")),
    ("fills_scratch request 24", PATIENT, LIMIT, ("MiB in its scratch directory, 8 allowed", "request 1")),
]


@pytest.mark.parametrize(("words", "clock", "kind", "phrases"), OFFENCES, ids=[row[0] for row in OFFENCES])
def test_each_offence_is_ruled(play: Play, words: str, clock: Clock, kind: FaultKind, phrases: tuple[str, ...]) -> None:
    limits = TIGHT if kind is LIMIT else LIMITS
    [record] = play(split(words), clock=clock, limits=limits, isolation=Isolation.STRONG)
    assert_ruled(record, kind, *phrases)


@pytest.mark.parametrize(
    "words", ["honest", "leaves_a_child plays", "forks_twice", "ignores_the_end", "opens_files 500"]
)
def test_what_is_no_offence(play: Play, words: str) -> None:
    assert_fine(play(split(words), boards=2, isolation=Isolation.STRONG))


def test_a_fork_bomb_stays_in_its_box(play: Play) -> None:
    """Found by count, or its forks fail in the box: it never plays on, and nothing of it is left."""
    [record] = play(split("fork_bomb request 50"), clock=SHORT, limits=TIGHT, isolation=Isolation.STRONG)
    fault = record.result.fault
    assert fault is not None
    assert fault.seat % 2 == 1
    assert fault.kind in (LIMIT, CRASHED)
