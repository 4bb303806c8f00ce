"""Tournaments drawn with fixed seeds: how often intervals hold the truth and how often a false claim is made."""

from itertools import combinations
from random import Random

import pytest

from arena.standings import Ranking, Standings, standings
from tests.standings.made import drawn, random_board, tally_of, tally_with

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


# three at a table: cards help whoever holds them, so the six matches of a board hang together


def threes(random: Random, names: str, boards: int, strengths: dict[str, float]) -> Standings:
    return standings(
        tally_of(
            *[
                match
                for three in combinations(names, 3)
                for board in range(boards)
                for match in random_board(random, " ".join(three), board, strengths)
            ]
        ),
        list(names),
        [],
    )


@pytest.mark.parametrize(("names", "boards"), [("abc", 5), ("abc", 20), ("abcd", 6)])
def test_equal_bots_in_threes_are_seldom_told_apart_and_score_a_half(names: str, boards: int) -> None:
    random = Random(31)
    claims = encounters = held = rated = total = 0
    for _ in range(TOURNAMENTS):
        found = threes(random, names, boards, {})
        claims += found.comparisons_decided > 0
        encounters += any(encounter.significant for encounter in found.encounters)
        for row in found.rows:
            assert row.score is not None
            assert row.score_error is not None
            assert row.elo is not None
            assert row.elo_error is not None
            held += abs(row.score - 0.5) <= row.score_error
            rated += abs(row.elo) <= row.elo_error
            total += 1
    assert claims / TOURNAMENTS < 0.075
    assert encounters / TOURNAMENTS < 0.075
    assert 0.92 < held / total < 0.985
    assert 0.92 < rated / total < 0.985


def test_clear_differences_in_threes_are_found_and_places_hold_the_truth() -> None:
    random = Random(32)
    strengths = {"a": 0.6, "b": 0.2, "c": -0.2, "d": -0.6}
    wrong = decided = 0
    for _ in range(50):
        found = threes(random, "abcd", 20, strengths)
        wrong += any(not row.place_low <= 1 + "abcd".index(row.bot) <= row.place_high for row in found.rows)
        decided += found.comparisons_decided
    assert wrong <= 4
    assert decided / 50 > 4.5  # of 6
