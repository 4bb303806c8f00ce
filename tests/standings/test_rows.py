"""Standings as a whole: rows and encounters of worked tournaments, running ones, ties, and the laws they keep."""

import dataclasses
import math
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.records import FaultKind, MatchSummary, StatColumn
from arena.standings import Ranking, Row, Standings, Tally, standings
from arena.standings.intervals import Z95, sign_test, smoothed, wilson
from tests.standings.made import CRASHED, TIMEOUT, match, pair, tally_of, tally_with

BIDS = [StatColumn("bids_made", "Bids made %")]


def ranked(results: dict[str, tuple[int, int, int]], names: str, **options: Any) -> Standings:
    return standings(tally_with(results), names.split(), [], **options)


def by_bot(found: Standings) -> dict[str, Row]:
    return {row.bot: row for row in found.rows}


def variance_of(lost: int, split: int, won: int) -> float:
    return smoothed((lost, 0, split, 0, won))[1] / (lost + split + won)


def test_two_bots() -> None:
    found = ranked({"a b": (10, 30, 60)}, "b a")
    first, second = found.rows
    assert (first.bot, second.bot) == ("a", "b")
    assert (first.place, first.place_low, first.place_high) == (1, 1, 1)
    assert (second.place, second.place_low, second.place_high) == (2, 2, 2)
    assert (first.score, second.score) == (0.75, 0.25)
    assert (first.won, first.split, first.lost) == (second.lost, second.split, second.won) == (60, 30, 10)
    assert (first.matches_won, first.matches_drawn, first.matches_lost) == (150, 0, 50)
    assert first.score_error == second.score_error == pytest.approx(Z95 * math.sqrt(variance_of(10, 30, 60)))
    assert first.elo is not None
    assert second.elo is not None
    assert first.elo - second.elo == pytest.approx(400 * math.log10(150.25 / 50.25))
    (encounter,) = found.encounters
    assert (encounter.a, encounter.b, encounter.pairs, encounter.score) == ("a", "b", 100, 0.75)
    assert (encounter.won, encounter.split, encounter.lost) == (60, 30, 10)
    assert (encounter.low, encounter.high) == wilson((10, 0, 30, 0, 60))
    assert (encounter.p_value, encounter.significant) == (sign_test(60, 10), True)
    assert (found.comparisons, found.comparisons_decided, found.separation) == (1, 1, None)


def test_every_opponent_counts_the_same_whatever_the_pairs() -> None:
    results = {"a b": (0, 0, 10), "a c": (1000, 0, 0), "b c": (500, 0, 500)}
    rows = by_bot(ranked(results, "a b c"))
    assert [rows[name].score for name in "abc"] == [0.5, 0.25, 0.75]
    a, b, c = (variance_of(*results[names]) for names in ("a b", "a c", "b c"))
    for name, parts in {"a": (a, b), "b": (a, c), "c": (b, c)}.items():
        assert rows[name].score_error == pytest.approx(Z95 * math.sqrt(sum(parts)) / 2)
    assert [rows[name].place for name in "abc"] == [2, 3, 1]


def test_their_own_encounter_counts_twice_in_a_difference() -> None:
    # a and b differ by 1.0 through their own encounter alone: variance 4 v / 4 / N plus what c adds
    results = {"a b": (12, 40, 28), "a c": (20, 40, 20), "b c": (20, 40, 20)}
    found = ranked(results, "a b c")
    own, other = variance_of(12, 40, 28), variance_of(20, 40, 20)
    difference = 0.1  # (0.6 + 0.5) / 2 - (0.4 + 0.5) / 2
    pairs, variance = 80, own + 2 * other / 4
    assert found.separation is not None
    assert found.separation.places == (1, 2)
    assert found.separation.bots == ("a", "c")  # c scores 0.5, between them
    ac = (own + other) / 4 + (other + other) / 4 + 2 * other / 4  # Var a + Var c + 2 v_ac / 4
    assert found.separation.more_pairs == math.ceil(7.85 * pairs * ac / (difference / 2) ** 2 - pairs)
    z = difference / math.sqrt(variance)
    assert 1.96 < z < 2.39  # one comparison would be decided, three under Holm are not
    assert found.comparisons_decided == 0


def test_two_bots_more_pairs_is_the_formula_of_one_encounter() -> None:
    found = ranked({"a b": (30, 35, 35)}, "a b")
    assert found.separation is not None
    needed = 7.85 * smoothed((30, 0, 35, 0, 35))[1] / 0.025**2
    assert found.separation.more_pairs == math.ceil(needed - 100)


def test_a_difference_that_only_the_correction_leaves_open_needs_a_few() -> None:
    bots = [f"b{place:02}" for place in range(20)]
    level = {f"{one} {other}": (25, 50, 25) for other in bots for one in bots if one < other}
    # the first beats all others by so much that one comparison would find it, 190 do not
    found = ranked(level | {f"b00 {other}": (23, 46, 31) for other in bots[1:]}, " ".join(bots))
    assert found.comparisons_decided < 190
    assert found.separation is not None
    assert found.separation.places == (1, 2)
    assert found.separation.more_pairs == 0


def test_holm_runs_over_all_encounters() -> None:
    alone = ranked({"a b": (3, 0, 13)}, "a b")  # p = 0.021
    assert alone.encounters[0].significant
    many = ranked({"a b": (3, 0, 13), "a c": (5, 0, 5), "b c": (5, 0, 5)}, "a b c")
    assert [encounter.significant for encounter in many.encounters] == [False, False, False]
    assert [(one.a, one.b) for one in many.encounters] == [("a", "b"), ("a", "c"), ("b", "c")]


@pytest.mark.parametrize(("pairs", "given"), [(4, False), (5, True)])
def test_fewer_than_5_pairs_have_no_errors_and_decide_nothing(pairs: int, given: bool) -> None:
    matches = [
        match("a b", board, room, 1.0, points=(30 + board, 0), deals=10)
        for board in range(pairs)
        for room in ("open", "closed")
    ]
    found = standings(tally_of(*matches), ["a", "b"], [])
    row, encounter = found.rows[0], found.encounters[0]
    errors = (row.score_error, row.elo_error, row.points_per_deal_error)
    bounds = (encounter.low, encounter.high, encounter.points_per_deal_error)
    assert [value is not None for value in errors + bounds] == [given] * 6
    assert found.comparisons_decided == given
    assert (row.place_high == 1) == given
    assert row.points_per_deal == encounter.points_per_deal == (30 + (pairs - 1) / 2) / 10
    assert found.separation is None


def test_an_opponent_with_one_board_leaves_the_points_without_an_error() -> None:
    many = [one for board in range(5) for one in pair("a b", board, 1.0, 0.0)]
    found = standings(tally_of(*many, *pair("a c", 0, 1.0, 0.0)), ["a", "b", "c"], [])
    rows = by_bot(found)
    assert rows["a"].score_error is not None
    assert (rows["a"].points_per_deal, rows["a"].points_per_deal_error) == (0, None)
    assert rows["b"].points_per_deal_error is not None


def test_points_per_deal_are_a_mean_over_opponents_with_a_match_without_a_fault() -> None:
    late = ((1, TIMEOUT, False),)
    tally = tally_of(
        *[match("a b", board, "open", 1.0, points=(20, 10), deals=10) for board in range(6)],
        *[match("a b", board, "closed", 1.0, points=(9, 9), deals=3, faults=late) for board in range(6)],
        *[match("a c", board, "open", 0.0, points=(0, 32), deals=8 + board % 2) for board in range(6)],
        *[match("a c", board, "closed", 0.0, points=(0, 32), deals=8) for board in range(6)],
        *[
            match("a d", board, room, 1.0, points=(9, 0), faults=late)
            for board in range(6)
            for room in ("open", "closed")
        ],
    )
    found = standings(tally, list("abcd"), [])
    rows = by_bot(found)
    against_c = -64 * 6 / (16 * 6 + 3)
    assert rows["a"].points_per_deal == pytest.approx((1.0 + against_c) / 2)
    assert rows["b"].points_per_deal == -1.0
    assert rows["c"].points_per_deal == pytest.approx(-against_c)
    assert (rows["d"].points_per_deal, rows["d"].points_per_deal_error) == (None, None)
    squares = 3 * (64 + 16 * against_c) ** 2 + 3 * (64 + 17 * against_c) ** 2
    variance = 6 / 5 * squares / (16 * 6 + 3) ** 2  # b's boards are all alike: no variance from there
    assert rows["a"].points_per_deal_error == pytest.approx(Z95 * math.sqrt(variance) / 2)
    a_d = found.encounters[2]
    assert (a_d.points_per_deal, a_d.points_per_deal_error) == (None, None)


def test_forfeits_bids_and_times() -> None:
    found = standings(
        tally_of(
            match("a b", 0, "open", 1.0, bids=((3, 4), (0, 0)), ms=(1.0, 2.0)),
            match("a b", 0, "closed", 0.0, faults=((0, TIMEOUT, False),), ms=(3.0, 8.0)),
            match("a c", 0, "open", 0.5, faults=((0, TIMEOUT, False), (1, CRASHED, False)), ms=(2.0, 1.0)),
            match("a c", 0, "closed", 1.0, faults=((1, CRASHED, True),), ms=(2.0, 1.0)),
        ),
        ["a", "b", "c"],
        BIDS,
    )
    rows = by_bot(found)
    assert rows["a"].forfeits == {"timeout": 2, "unplayed": 0}
    assert rows["b"].forfeits == {"unplayed": 0}
    assert rows["c"].forfeits == {"crashed": 1, "unplayed": 1}
    assert [rows[name].game_stats["bids_made"] for name in "abc"] == [0.75, None, None]
    assert (rows["a"].mean_ms, rows["a"].max_ms) == (2.0, 3.0)
    assert (rows["b"].mean_ms, rows["b"].max_ms) == (5.0, 8.0)
    assert (rows["a"].matches_won, rows["a"].matches_drawn, rows["a"].matches_lost) == (2, 1, 1)


def test_a_bot_that_never_decided_has_no_times() -> None:
    matches = [dataclasses.replace(one, decisions=(0, 7)) for one in pair("a b", 0, 0.0, 0.0)]
    rows = by_bot(standings(tally_of(*matches), ["a", "b"], []))
    assert (rows["a"].mean_ms, rows["a"].max_ms) == (None, None)
    assert rows["b"].mean_ms is not None


def test_level_bots_share_a_place_and_it_is_said() -> None:
    found = ranked({"a b": (5, 0, 5), "a c": (2, 0, 8), "b c": (2, 0, 8)}, "c b a")
    assert [(row.bot, row.place) for row in found.rows] == [("a", 1), ("b", 1), ("c", 3)]
    assert found.notes == ("Exactly level on place 1: a and b.",)


def test_levels_are_seen_exactly() -> None:
    # 1/3 + 1/6 over 2 against 1/4 + 1/4 over 2, in encounters of different sizes
    results = {"a c": (2, 0, 1), "a d": (5, 0, 1), "b c": (3, 0, 1), "b d": (6, 0, 2)}
    rows = by_bot(ranked(results, "a b c d"))
    assert rows["a"].place == rows["b"].place


def test_a_running_tournament() -> None:
    tally = tally_with({"a b": (2, 1, 7), "a c": (3, 2, 5)})
    tally.add(match("b d", 0, "open", 1.0))
    tally.add(match("b c", 0, "closed", None))
    found = standings(tally, ["d", "c", "b", "a"], BIDS)
    assert [(row.bot, row.place, row.place_low, row.place_high) for row in found.rows] == [
        ("a", 1, 1, 4),
        ("c", 2, 1, 4),
        ("b", 3, 1, 4),
        ("d", None, 1, 4),
    ]
    last = found.rows[-1]
    assert (last.score, last.elo, last.pairs, last.forfeits) == (None, None, 0, {"unplayed": 0})
    assert last.game_stats == {"bids_made": None}
    assert (found.waiting_matches, found.void_matches) == (2, 1)
    assert [(one.a, one.b) for one in found.encounters] == [("a", "b"), ("a", "c")]
    assert found.notes == (
        "Not every two bots have met: scores are against different opponents, Elo allows for that.",
        "No pair is complete yet for d.",
    )


def test_before_the_first_pair() -> None:
    found = standings(Tally(), ["b", "a", "c"], BIDS)
    assert [(row.bot, row.place, row.place_high) for row in found.rows] == [
        ("b", None, 3),
        ("a", None, 3),
        ("c", None, 3),
    ]
    assert (found.encounters, found.variance_ratio, found.first_dealer_score) == ((), None, None)
    assert (found.comparisons, found.separation) == (0, None)
    assert found.notes == ("No pair is complete yet for b, a and c.",)


@pytest.mark.parametrize("ranking", list(Ranking))
def test_groups_that_never_met_are_said_and_never_compared(ranking: Ranking) -> None:
    found = ranked({"a b": (10, 20, 60), "c d": (30, 40, 30)}, "a b c d", ranking=ranking)
    assert "No pairs connect these groups, so nothing compares them: a and b; c and d." in found.notes
    assert (found.comparisons, found.comparisons_decided) == (6, 1)  # a over b
    rows = by_bot(found)
    assert (rows["a"].place_low, rows["a"].place_high) == (1, 3)
    assert (rows["c"].place_low, rows["c"].place_high) == (1, 4)
    assert found.separation is None


def test_an_incomplete_schedule_is_ranked_by_elo() -> None:
    # a only beats the weak d, b only meets the strong c
    results = {"a d": (10, 20, 70), "b c": (30, 50, 20), "c d": (0, 10, 90)}
    assert [row.bot for row in ranked(results, "a b c d").rows] == ["a", "c", "b", "d"]
    found = ranked(results, "a b c d", ranking=Ranking.ELO)
    assert [row.bot for row in found.rows] == ["c", "b", "a", "d"]
    assert not any("different opponents" in note for note in found.notes)
    assert (found.rows[-1].place_low, found.rows[-1].place_high) == (4, 4)
    assert found.ranking is Ranking.ELO


def test_level_by_elo() -> None:
    found = ranked({"a c": (3, 3, 14), "b c": (3, 3, 14)}, "a b c", ranking=Ranking.ELO)
    assert [(row.bot, row.place) for row in found.rows] == [("a", 1), ("b", 1), ("c", 3)]


def test_an_anchor_stands_at_0() -> None:
    results = {"a b": (2, 10, 8), "a c": (1, 10, 9), "b c": (5, 10, 6)}
    free, fixed = by_bot(ranked(results, "a b c")), by_bot(ranked(results, "a b c", anchor="b"))
    assert (fixed["b"].elo, fixed["b"].elo_error) == (0, 0)
    assert free["a"].elo is not None
    assert free["b"].elo is not None
    assert fixed["a"].elo == pytest.approx(free["a"].elo - free["b"].elo)
    absent = standings(tally_with(results), list("abcd"), [], anchor="d")
    assert absent.anchor is None
    assert by_bot(absent)["a"].elo == pytest.approx(free["a"].elo)


def test_matches_of_strangers_are_our_own_bug() -> None:
    with pytest.raises(ValueError, match="matches of bots that are not entrants"):
        standings(tally_of(match("a x", 0, "open", 1.0)), ["a"], [])


def test_first_dealer_and_mirroring() -> None:
    # whoever deals first wins, in every room: the two matches of a board are opposite
    matches = [
        match("a b", board, room, float((board + (room == "closed")) % 2 == 0))
        for board in range(10)
        for room in ("open", "closed")
    ]
    found = standings(tally_of(*matches), ["a", "b"], [])
    assert found.first_dealer_score == 1.0
    assert found.first_dealer_error is not None
    assert 0 < found.first_dealer_error < 0.2
    assert found.variance_ratio == 0
    assert standings(tally_of(*pair("a b", 0, 1.0, 1.0)), ["a", "b"], []).variance_ratio is None


def test_the_variance_ratio_is_pooled_within_encounters() -> None:
    # rooms independent in both encounters, but of very different level: the level is no variance
    grid = [(1.0, 1.0)] * 81 + [(1.0, 0.0)] * 9 + [(0.0, 1.0)] * 9 + [(0.0, 0.0)]
    matches = [one for board, rooms in enumerate(grid) for one in pair("a b", board, *rooms)]
    matches += [one for board, rooms in enumerate(grid) for one in pair("a c", board, 1 - rooms[0], 1 - rooms[1])]
    assert standings(tally_of(*matches), list("abc"), []).variance_ratio == pytest.approx(1.0)


# laws


FAULTS = st.sampled_from([(), ((0, TIMEOUT, False),), ((1, CRASHED, False),), ((1, FaultKind.ILLEGAL, True),)])
MATCHES = st.dictionaries(
    st.tuples(st.sampled_from(["a b", "a c", "b c", "a d"]), st.integers(0, 6), st.sampled_from(["open", "closed"])),
    st.tuples(
        st.sampled_from([0.0, 0.5, 1.0, None]),
        st.integers(-20, 40),
        st.integers(1, 20),
        FAULTS,
        st.floats(0, 1e4),
    ),
    max_size=40,
)


def played(results: dict[tuple[str, int, str], Any]) -> list[MatchSummary]:
    return [
        match(
            names,
            board,
            room,
            share,
            points=(32, points),
            deals=deals,
            faults=faults,
            ms=(ms, ms / 3),
            bids=((1, deals), (2, 3)),
        )
        for (names, board, room), (share, points, deals, faults, ms) in results.items()
    ]


def numbers(value: Any) -> Iterator[float]:
    if isinstance(value, float | int):
        yield value
    elif dataclasses.is_dataclass(value):
        yield from numbers([getattr(value, field.name) for field in dataclasses.fields(value)])
    elif isinstance(value, dict):
        yield from numbers(list(value.values()))
    elif isinstance(value, list | tuple):
        for part in value:
            yield from numbers(part)


@settings(deadline=None)
@given(MATCHES, st.randoms(use_true_random=False), st.sampled_from(Ranking))
def test_the_order_of_matches_is_nothing(
    results: dict[tuple[str, int, str], Any], random: Random, ranking: Ranking
) -> None:
    matches = played(results)
    shuffled = random.sample(matches, len(matches))
    one, other = (standings(tally_of(*order), list("abcd"), BIDS, ranking=ranking) for order in (matches, shuffled))
    assert one == other


@settings(deadline=None)
@given(MATCHES, st.sampled_from(Ranking), st.sampled_from([None, "a", "d"]))
def test_never_nan_nor_infinite_and_places_hold_their_intervals(
    results: dict[tuple[str, int, str], Any], ranking: Ranking, anchor: str | None
) -> None:
    found = standings(tally_of(*played(results)), list("abcd"), BIDS, ranking=ranking, anchor=anchor)
    assert all(map(math.isfinite, numbers(found)))
    assert len(found.rows) == 4
    for row in found.rows:
        assert 1 <= row.place_low <= (row.place or row.place_low) <= row.place_high <= 4
        assert row.pairs == row.won + row.split + row.lost
        assert 2 * row.pairs == row.matches_won + row.matches_drawn + row.matches_lost
    for encounter in found.encounters:
        assert (encounter.low or 0) <= encounter.score <= (1 if encounter.high is None else encounter.high)


HUGE = st.sampled_from([0, 1, 4, 5, 6, 100, 1_000_000])


@settings(deadline=None)
@given(
    st.dictionaries(st.sampled_from(["a b", "a c", "b c", "c d", "a e"]), st.tuples(HUGE, HUGE, HUGE)),
    st.sampled_from(Ranking),
)
def test_sweeps_of_a_million_stay_finite(results: dict[str, tuple[int, int, int]], ranking: Ranking) -> None:
    assert all(map(math.isfinite, numbers(ranked(results, "a b c d e", ranking=ranking))))


@settings(deadline=None)
@given(MATCHES)
def test_swapped_names_mirror(results: dict[tuple[str, int, str], Any]) -> None:
    """The code point order of names decides who is first in an encounter, and nothing else."""
    swapped = {"a": "z", "b": "y", "c": "x", "d": "w"}

    def mirrored(one: MatchSummary) -> MatchSummary:
        return dataclasses.replace(
            one,
            names=tuple(swapped[name] for name in reversed(one.names)),
            room={"open": "closed", "closed": "open"}[one.room],
            shares=one.shares and one.shares[::-1],
            points=one.points[::-1],
            faults=tuple((1 - entrant, kind, unplayed) for entrant, kind, unplayed in one.faults),
            tallies=one.tallies[::-1],
            decisions=one.decisions[::-1],
            total_ms=one.total_ms[::-1],
            max_ms=one.max_ms[::-1],
            first_dealer=1 - one.first_dealer,
        )

    matches = played(results)
    plain = standings(tally_of(*matches), list("abcd"), BIDS)
    other = standings(tally_of(*map(mirrored, matches)), list("zyxw"), BIDS)
    for name, mirror in swapped.items():
        one, two = (dataclasses.asdict(by_bot(found)[bot]) for found, bot in ((plain, name), (other, mirror)))
        assert one.pop("bot") == name
        assert two.pop("bot") == mirror
        for key, value in one.items():
            assert two[key] == (pytest.approx(value, rel=1e-6, abs=1e-6) if isinstance(value, float) else value), key
    assert other.first_dealer_score == plain.first_dealer_score
    assert other.variance_ratio == pytest.approx(plain.variance_ratio)


@settings(deadline=None)
@given(st.integers(2, 6), st.data())
def test_in_a_complete_round_robin_elo_orders_as_the_score(count: int, data: st.DataObject) -> None:
    bots = "abcdef"[:count]
    results = {}
    for names in [f"{one} {other}" for one in bots for other in bots if one < other]:
        lost = data.draw(st.integers(0, 10))
        won = data.draw(st.integers(0, 10 - lost))
        results[names] = (lost, 10 - lost - won, won)
    by_score, by_elo = (ranked(results, " ".join(bots), ranking=ranking) for ranking in Ranking)
    assert [(row.bot, row.place) for row in by_score.rows] == [(row.bot, row.place) for row in by_elo.rows]


@settings(deadline=None)
@given(st.tuples(*[st.integers(0, 20)] * 3).filter(any), st.integers(0, 20), st.integers(0, 20))
def test_identical_bots_are_level(against_c: tuple[int, int, int], swept: int, split: int) -> None:
    found = ranked({"a b": (swept, split, swept), "a c": against_c, "b c": against_c}, "a b c")
    a, b = by_bot(found)["a"], by_bot(found)["b"]
    if swept or split:
        assert dataclasses.replace(a, bot="b", elo=b.elo, elo_error=b.elo_error) == b
        assert a.elo == pytest.approx(b.elo, abs=1e-6)
        assert a.elo_error == pytest.approx(b.elo_error)
