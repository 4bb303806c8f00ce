"""Whose time it is: load from outside is not charged, that of the sitting's own bots is, and nobody thinks off turn.

Every test keeps cores busy, so they run alone. Ratios within one run, no times.
"""

import contextlib
import multiprocessing
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from statistics import median

import pytest

from arena.games import game
from arena.games.dealing import shuffled
from arena.records import Clock, Entrant, FaultKind, MatchRecord
from tests.sittings import entrant, played, program, sitting

pytestmark = pytest.mark.alone

HOG = """
import os, sys
os.sched_setaffinity(0, {int(sys.argv[1])})
print("busy", flush=True)
while True: pass
"""
RULED = game("bid-euchre", {})
CLOCK = Clock(start_ms=60_000, action_ms=300, bank_ms=0, exit_ms=500)
UNHURRIED = Clock(start_ms=60_000, action_ms=10_000, bank_ms=0, exit_ms=500)


@contextlib.contextmanager
def busy_cores() -> Iterator[None]:
    """Two programs on each core that never stop."""
    hogs = [
        subprocess.Popen([sys.executable, "-S", "-c", HOG, str(core)], stdout=subprocess.PIPE)
        for core in sorted(os.sched_getaffinity(0)) * 2
    ]
    try:
        for hog in hogs:
            assert hog.stdout
            assert hog.stdout.readline() == b"busy\n"
        yield
    finally:
        for hog in hogs:
            hog.kill()
            hog.communicate()


def play(first: Entrant, second: Entrant, deals: int) -> MatchRecord:
    """In a process of its own, as a worker is: what else descends from the tests is no part of the sitting."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        return pool.submit(_play_here, first, second, deals).result()


def _play_here(first: Entrant, second: Entrant, deals: int) -> MatchRecord:
    everywhere = frozenset(os.sched_getaffinity(0))
    core = frozenset({max(everywhere)})
    os.sched_setaffinity(0, core)
    [record] = played(sitting((first, second), [0], RULED, max_deals=deals), cores=core, start_cores=everywhere)
    return record


def test_a_bot_within_its_time_is_not_forfeited_on_a_busy_machine() -> None:
    """Each seat's first answer takes 0.8 of the time of an action: four to eight times that pass meanwhile."""
    takes = program("takes.py", "240", "1")
    with busy_cores():
        record = play(entrant("a", takes, CLOCK), entrant("b", takes, CLOCK), deals=1)
    assert record.result.fault is None
    assert min(record.timing.max_ms) > 300, "it was busy: every first answer took longer than is allowed"
    assert min(record.timing.uncharged_ms) > 0
    assert record.timing.lag_ms == max(record.timing.uncharged_ms)


def test_a_bot_over_its_time_is_forfeited_on_a_busy_machine_too() -> None:
    with busy_cores():
        record = play(
            entrant("a", program("honest.py"), CLOCK), entrant("b", program("takes.py", "900", "1"), CLOCK), deals=1
        )
    fault = record.result.fault
    assert fault is not None
    assert (fault.kind, fault.seat % 2) == (FaultKind.TIMEOUT, 1)
    assert "without a processor to run on" in fault.detail


def test_load_of_the_opponent_is_charged() -> None:
    """The opponent thinks all the time, which this tournament allows: it is not load from outside."""
    burner = replace(entrant("b", program("burns_off_turn.py", "1", "child"), CLOCK), pondering=True)
    record = play(entrant("a", program("takes.py", "240", "100"), CLOCK), burner, deals=1)
    fault = record.result.fault
    assert fault is not None
    assert (fault.kind, fault.seat % 2) == (FaultKind.TIMEOUT, 0)
    assert record.timing.uncharged_ms[fault.seat] < 100


def _ms_of_a(record: MatchRecord) -> float:
    """The median time of the first entrant's decisions, from the third deal on."""
    times = []
    scores: tuple[int, ...] = (0, 0)
    for number, played_deal in enumerate(record.deals):
        dealer = (record.spec.first_dealer + number) % RULED.seats
        deal = RULED.start(shuffled(record.spec.board_key, number, RULED.deck), dealer, scores, number)
        for action, ms in zip(played_deal.actions, played_deal.ms, strict=True):
            if number >= 2 and deal.to_act % 2 == 0:
                times.append(ms)
            deal.apply(action)
        scores = deal.scores
    return median(times)


@pytest.mark.parametrize("pondering", [False, True])
def test_a_bot_that_thinks_off_turn_is_held(pondering: bool) -> None:
    """Its opponent's times stay what they are against a bot that does not; where it is allowed they do not."""
    plays = entrant("a", program("takes.py", "8", "1000"), UNHURRIED)
    quiet = play(plays, entrant("b", program("honest.py"), UNHURRIED), deals=6)
    burner = replace(entrant("b", program("burns_off_turn.py", "40"), UNHURRIED), pondering=pondering)
    burnt = play(plays, burner, deals=6)
    assert (quiet.result.fault, burnt.result.fault) == (None, None)
    assert quiet.timing.held == [False] * 4
    assert burnt.timing.held == [False, not pondering, False, not pondering]
    ratio = _ms_of_a(burnt) / _ms_of_a(quiet)
    assert (ratio > 1.5) if pondering else (ratio < 1.25), ratio
    assert ("stopped between its answer" in burnt.log.get("seat 1", "")) is not pondering
