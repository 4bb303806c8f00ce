"""Programs that take more than they may: killed and found at their next request (`limit`), or refused by the system."""

from itertools import pairwise

import pytest

from arena.records import Isolation, Limits, MatchRecord
from tests.rogues.conftest import Play
from tests.rogues.ruled import LIMIT, NOT_READY, assert_fine, assert_ruled, split

TIGHT = Limits(65536, 65536, memory_mb=64, scratch_mb=8, files=32, processes=8)
WATCHED = [Isolation.AUTO, Isolation.LIMITS]

# program and its arguments; what the detail must say
OVER: list[tuple[str, tuple[str, ...]]] = [
    ("allocates {when} 2048", ("MiB of memory, 64 allowed", "memory_mb = 64")),
    ("allocates {when} 2048 child", ("MiB of memory, 64 allowed", "memory_mb = 64")),
    ("fork_bomb {when} 50", ("processes, 8 allowed", "processes = 8")),
    ("fork_bomb {when} 50 orphans", ("processes, 8 allowed", "processes = 8")),
    ("fills_scratch {when} 24", ("MiB in its scratch directory, 8 allowed", "scratch_mb = 8")),
]


@pytest.mark.parametrize("isolation", WATCHED)
@pytest.mark.parametrize(("words", "phrases"), OVER, ids=[row[0] for row in OVER])
def test_a_limit_is_found_when_an_answer_is_due(
    play: Play, words: str, phrases: tuple[str, ...], isolation: Isolation
) -> None:
    [record] = play(split(words.format(when="request")), limits=TIGHT, isolation=isolation)
    assert_ruled(record, LIMIT, "request 1", *phrases)


@pytest.mark.parametrize(("words", "phrases"), OVER, ids=[row[0] for row in OVER])
def test_before_it_is_ready_it_is_not_ready(play: Play, words: str, phrases: tuple[str, ...]) -> None:
    [record] = play(split(words.format(when="start")), limits=TIGHT)
    assert_ruled(record, NOT_READY, "before it was ready", *phrases)


def test_what_has_ended_unheard_counts_as_processes(play: Play) -> None:
    [record] = play(split("leaves_zombies 3000"), limits=TIGHT)
    assert_ruled(record, LIMIT, "request 1", "processes, 8 allowed")


def test_threads_are_counted_too(play: Play) -> None:
    [record] = play(split("many_threads 5000"), limits=TIGHT)
    assert_ruled(record, LIMIT, "request 1", "threads, 64 allowed")


def test_no_stream_of_orphans_hides_what_a_bot_takes(play: Play) -> None:
    [record] = play(split("forks_for_ever"), limits=TIGHT)
    assert_ruled(record, LIMIT, "request 1", "64 allowed")


def test_within_its_limits_a_bot_does_as_it_likes(play: Play) -> None:
    assert_fine(play(split("fork_bomb request 50 plays"), boards=2))


def errors_of(records: list[MatchRecord]) -> str:
    [fault] = [record.result.fault for record in records]
    assert fault is not None
    return fault.stderr or ""


@pytest.mark.parametrize("isolation", WATCHED)
def test_a_limit_that_only_makes_a_call_fail_is_the_bots_to_handle(play: Play, isolation: Isolation) -> None:
    assert_fine(play(split("opens_files 500"), isolation=isolation, boards=2))
    assert "EMFILE after" in errors_of(play(split("opens_files 500 exits"), isolation=isolation))
    few = errors_of(play(split("opens_files 500 exits"), limits=TIGHT, isolation=isolation))
    assert "EMFILE after 29 files" in few  # and its three pipes


def test_one_that_was_killed_is_started_anew_for_the_next_board(play: Play) -> None:
    records = play(split("allocates request 2048"), limits=TIGHT, boards=3)
    for record in records:
        assert_ruled(record, LIMIT, "request 1", "64 allowed")
    for before, record in pairwise(records):
        assert before.result.fault is not None
        assert record.timing.start_ms[before.result.fault.seat] is not None
