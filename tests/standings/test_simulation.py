"""Tournaments drawn with fixed seeds: how often intervals hold the truth and how often a false claim is made."""

from itertools import combinations
from random import Random

import pytest

from arena.standings import Ranking, Standings, standings
from tests.standings.made import drawn, tally_with

TOURNAMENTS = 250


def played(random: Random, names: str, pairs: int, lead: float, decisive: float) -> Standings:
    """A round robin in which a bot loses to the next by chances `lead` apart, of `decisive` pairs in all."""
    results = {}
    for (one, first), (other, second) in combinations(enumerate(names), 2):
        won = decisive / 2 - lead * (other - one) / 2
        results[f"{first} {second}"] = drawn(random, pairs, decisive - won, won)
    return standings(tally_with(results), list(names), [])


@pytest.mark.parametrize(("names", "pairs"), [("ab", 5), ("ab", 20), ("abcd", 6), ("abcdef", 10), ("abcdef", 50)])
def test_equal_bots_are_seldom_told_apart(names: str, pairs: int) -> None:
    random = Random(20)
    claims = encounters = 0
    for _ in range(TOURNAMENTS):
        found = played(random, names, pairs, lead=0.0, decisive=0.5)
        claims += found.comparisons_decided > 0
        encounters += any(encounter.significant for encounter in found.encounters)
    assert claims / TOURNAMENTS < 0.075
    assert encounters / TOURNAMENTS < 0.075


@pytest.mark.parametrize("pairs", [5, 20, 100])
def test_score_intervals_hold_the_true_score(pairs: int) -> None:
    random = Random(5)
    lead, held, total = 0.08, 0, 0
    true = {name: 0.5 + lead / 2 * sum(place - other for other in range(4)) / 3 for place, name in enumerate("abcd")}
    for _ in range(TOURNAMENTS):
        for row in played(random, "abcd", pairs, lead, decisive=0.5).rows:
            assert row.score is not None
            assert row.score_error is not None
            held += abs(row.score - true[row.bot]) <= row.score_error
            total += 1
    assert 0.92 < held / total < 0.98


def test_elo_intervals_hold_the_true_rating() -> None:
    # chances that Bradley-Terry itself would give, rooms independent, so that a true rating exists
    random = Random(8)
    true = {"a": 120.0, "b": 0.0, "c": -20.0, "d": -100.0}
    held = total = 0
    for _ in range(TOURNAMENTS):
        results = {}
        for first, second in combinations("abcd", 2):
            chance = 1 / (1 + 10 ** ((true[second] - true[first]) / 400))
            results[f"{first} {second}"] = drawn(random, 40, (1 - chance) ** 2, chance**2)
        for row in standings(tally_with(results), list("abcd"), [], ranking=Ranking.ELO).rows:
            assert row.elo is not None
            assert row.elo_error is not None
            held += abs(row.elo - true[row.bot]) <= row.elo_error
            total += 1
    assert 0.92 < held / total < 0.98


def test_clear_differences_are_found_and_places_hold_the_truth() -> None:
    random = Random(3)
    wrong = decided = 0
    for _ in range(100):
        found = played(random, "abcd", 100, lead=0.15, decisive=0.6)
        wrong += any(not row.place_low <= 4 - "abcd".index(row.bot) <= row.place_high for row in found.rows)
        decided += found.comparisons_decided
    assert wrong <= 8
    assert decided / 100 > 5  # of 6
