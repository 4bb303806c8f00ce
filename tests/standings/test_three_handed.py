"""Standings of threes: rows, contests and their errors against sums written out board by board, and their laws."""

import dataclasses
import math
from collections.abc import Mapping
from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.records import MatchSummary, StatColumn
from arena.seating import rooms
from arena.standings import Ranking, Row, Standings, Tally, standings
from arena.standings.bradley_terry import ELO
from arena.standings.clusters import cluster, met
from arena.standings.contests import Contest
from arena.standings.intervals import Z95, freedom, sign_test, wilson
from tests.standings.made import (
    CRASHED,
    TIMEOUT,
    board_of_three,
    match_of_three,
    random_board,
    tally_of,
)

TAKEN = [StatColumn("taken", "Taken %")]
ADDED = 1 / 3  # of a board, to every contest
# alone at the top and alone at the bottom, the others level
ADDED_BOARDS = ("a>b=c", "b>a=c", "c>a=b", "b=c>a", "a=c>b", "a=b>c")

Boards = dict[str, list[list[MatchSummary]]]
Scores = dict[str, list[dict[tuple[str, str], float]]]


def drawn(random: Random, names: str, boards: int, strengths: Mapping[str, float]) -> Boards:
    return {
        " ".join(three): [random_board(random, " ".join(three), board, strengths) for board in range(boards)]
        for three in combinations(names, 3)
    }


def found_in(boards: Boards, names: str, **options: Any) -> Standings:
    matches = [match for encounter in boards.values() for board in encounter for match in board]
    return standings(tally_of(*matches), list(names), TAKEN, **options)


def by_bot(found: Standings) -> dict[str, Row]:
    return {row.bot: row for row in found.rows}


def points_above(order: str) -> dict[tuple[str, str], float]:
    """Of a match written as an order, 1 for the first of two when above, 1/2 when level."""
    place = {name: number for number, level in enumerate(order.split(">")) for name in level.split("=")}
    twos = permutations(place, 2)
    return {(one, two): 0.5 + ((place[one] < place[two]) - (place[one] > place[two])) / 2 for one, two in twos}


def scored(boards: Boards) -> Scores:
    """x of every ordered two on every board of an encounter, from shares and points as they stand in the matches."""
    scores: Scores = {}
    for encounter, played in boards.items():
        scores[encounter] = []
        for board in played:
            totals = dict.fromkeys(permutations(encounter.split(), 2), 0.0)
            for match in board:
                assert match.shares is not None
                key = dict(zip(match.names, zip(match.shares, match.points, strict=True), strict=True))
                for one, two in totals:
                    totals[one, two] += (0.5 + ((key[one] > key[two]) - (key[one] < key[two])) / 2) / 6
            scores[encounter].append(totals)
    return scores


def variance_of(scores: Scores, names: str, weights: Mapping[str, float]) -> float:
    """Of the sum of weight times balanced score, clusters being boards: residuals squared, nothing simplified."""
    twos = list(combinations(names, 2))
    of_two = {two: [one for one in scores if set(two) <= set(one.split())] for two in twos}
    boards = {two: sum(len(scores[one]) for one in of_two[two]) for two in twos}
    mean = {
        two: (sum(board[two] for one in of_two[two] for board in scores[one]) + ADDED / 2) / (boards[two] + ADDED)
        for two in twos
    }
    opponents = len(names) - 1
    part = {
        (one, two): (weights.get(one, 0) - weights.get(two, 0)) / opponents / math.sqrt(count * (count + ADDED))
        for (one, two), count in boards.items()
    }
    total = 0.0
    for encounter, played in scores.items():
        own = list(combinations(encounter.split(), 2))
        for board in played:
            total += sum(part[two] * (board[two] - mean[two]) for two in own) ** 2
        renamed = dict(zip("abc", encounter.split(), strict=True))
        for order in ADDED_BOARDS:
            x = {(renamed[one], renamed[two]): value for (one, two), value in points_above(order).items()}
            root = {two: math.sqrt(ADDED / len(of_two[two])) for two in own}
            total += sum(part[two] * root[two] * (x[two] - mean[two]) for two in own) ** 2 / 6
    return total


@pytest.mark.parametrize(("names", "boards"), [("abc", 7), ("abcd", 5), ("abcde", 2)])
def test_errors_are_those_of_residuals_board_by_board(names: str, boards: int) -> None:
    played = drawn(Random(4), names, boards, {"a": 0.5, "c": -0.4})
    found = found_in(played, names)
    scores = scored(played)
    for row in found.rows:
        one = row.bot
        means = [
            [
                board[one, other]
                for encounter in scores
                if {one, other} <= set(encounter.split())
                for board in scores[encounter]
            ]
            for other in names
            if other != one
        ]
        assert row.score == pytest.approx(sum(sum(mean) / len(mean) for mean in means) / len(means))
        error = math.sqrt(variance_of(scores, names, {one: 1}))
        assert row.score_error == pytest.approx(Z95 * error)
    separation = found.separation
    if separation is not None:
        upper, lower = separation.bots
        variance = variance_of(scores, names, {upper: 1, lower: -1})
        scores_of = {row.bot: row.score or 0.0 for row in found.rows}
        difference = scores_of[upper] - scores_of[lower]
        needed = 7.85 * boards * variance / difference**2 - boards
        assert separation.more_pairs == max(0, math.ceil(needed - 1e-9))


def test_there_is_a_separation_to_check() -> None:
    assert all(
        found_in(drawn(Random(4), names, boards, {"a": 0.5, "c": -0.4}), names).separation
        for names, boards in (("abc", 7), ("abcd", 5))
    )


@pytest.mark.parametrize(("names", "boards", "degrees"), [("abc", 7, 6), ("abcd", 5, 4.5), ("abcde", 1, 2 / 3)])
def test_the_means_take_a_degree_of_freedom(names: str, boards: int, degrees: float) -> None:
    played = drawn(Random(1), names, boards, {})
    tally = tally_of(*[match for encounter in played.values() for board in encounter for match in board])
    contests: dict[tuple[str, ...], list[Contest]] = {}
    for three, sums in tally.encounters.items():
        for two, contest in zip(combinations(three, 2), sums.contests, strict=True):
            contests.setdefault(two, []).append(contest)
    over_all = [met(contests[two]) for two in combinations("abc", 2)]
    boards_of_abc = cluster(tally.encounters["a", "b", "c"], (0, 1, 2), over_all)
    assert freedom([(1.0, boards_of_abc.boards)]) == pytest.approx(degrees)


def test_encounters_unevenly_long_count_by_their_boards() -> None:
    random = Random(9)
    played = drawn(random, "abcd", 6, {})
    played["a b c"] = played["a b c"][:2]
    del played["b c d"]
    found, scores = found_in(played, "abcd"), scored(played)
    by_two = {(one.a, one.b): one for one in found.encounters}
    assert {two: one.pairs for two, one in by_two.items()} == {
        ("a", "b"): 8,
        ("a", "c"): 8,
        ("a", "d"): 12,
        ("b", "c"): 2,
        ("b", "d"): 6,
        ("c", "d"): 6,
    }
    for row in found.rows:
        error = math.sqrt(variance_of(scores, "abcd", {row.bot: 1}))
        assert row.score_error == pytest.approx(Z95 * error)
    assert {row.bot: row.pairs for row in found.rows} == {"a": 14, "b": 8, "c": 8, "d": 12}


def test_contests_have_the_statistics_of_pairs() -> None:
    played = drawn(Random(2), "abcd", 8, {"a": 1.5})
    found, scores = found_in(played, "abcd"), scored(played)
    assert [(one.a, one.b) for one in found.encounters] == list(combinations("abcd", 2))
    for one in found.encounters:
        x = [
            round(12 * board[one.a, one.b])
            for own in scores
            if {one.a, one.b} <= set(own.split())
            for board in scores[own]
        ]
        cells = [x.count(value) for value in range(13)]
        assert one.pairs == 16
        assert one.score == pytest.approx(sum(x) / 12 / 16)
        assert (one.won, one.split, one.lost) == (sum(v > 6 for v in x), x.count(6), sum(v < 6 for v in x))
        assert (one.low, one.high) == wilson(cells)
        assert one.p_value == sign_test(one.won, one.lost)
    assert any(one.significant for one in found.encounters)


def test_a_row_of_three() -> None:
    orders = "a>b>c a>c>b a=b>c b>a>c = a>b=c"
    matches = [match for board in range(5) for match in board_of_three("a b c", board, orders)]
    late = ((2, TIMEOUT, False),)
    matches += [match_of_three("a b c", 5, room, "=", faults=late, ms=(0.5, 1.0, 2.0)) for room in rooms(3)]
    found = standings(tally_of(*matches), list("abc"), TAKEN)
    assert found.size == 3
    rows = by_bot(found)
    a, c = rows["a"], rows["c"]
    assert (a.pairs, a.won, a.split, a.lost) == (6, 11, 1, 0)  # level with b where c was late
    assert (c.won, c.split, c.lost) == (0, 0, 12)
    assert (a.matches_won, a.matches_drawn, a.matches_lost) == (15, 5 + 5 + 6, 5)
    assert a.win_share == pytest.approx((15 + 5 / 2 + 5 / 3 + 6 / 2) / 36)
    assert c.win_share == pytest.approx(5 / 3 / 36)
    assert sum(row.win_share or 0 for row in found.rows) == pytest.approx(1)
    assert (c.forfeits, a.forfeits) == ({"timeout": 6, "unplayed": 0}, {"unplayed": 0})
    assert (rows["a"].game_stats, rows["c"].game_stats) == ({"taken": 1 / 2}, {"taken": 0})
    assert a.mean_ms == pytest.approx(0.5 * 6 / 36)
    assert a.max_ms == 0.5
    assert (a.place, rows["b"].place, c.place) == (1, 2, 3)


def test_points_per_deal_know_that_boards_are_shared() -> None:
    random = Random(6)
    played = drawn(random, "abcd", 6, {})
    matches = [
        dataclasses.replace(match, points=tuple(random.randrange(12) for _ in range(3)), deals=random.randrange(5, 9))
        for encounter in played.values()
        for board in encounter
        for match in board
    ]
    found = standings(tally_of(*matches), list("abcd"), [])
    by_board: dict[tuple[tuple[str, ...], int], tuple[dict[str, int], int]] = {}
    for match in matches:
        sums, deals = by_board.get((match.names, match.board), (dict.fromkeys(match.names, 0), 0))
        sums = {name: sums[name] + points for name, points in zip(match.names, match.points, strict=True)}
        by_board[match.names, match.board] = sums, deals + match.deals

    def ratio(one: str, other: str) -> float:
        own = [(sums, deals) for (names, _), (sums, deals) in by_board.items() if {one, other} <= set(names)]
        return sum(sums[one] - sums[other] for sums, _ in own) / sum(deals for _, deals in own)

    for row in found.rows:
        one = row.bot
        others = [name for name in "abcd" if name != one]
        assert row.points_per_deal == pytest.approx(sum(ratio(one, other) for other in others) / 3)
        deals_against = {
            other: sum(deals for (names, _), (_, deals) in by_board.items() if {one, other} <= set(names))
            for other in others
        }
        variance = sum(
            sum(
                (sums[one] - sums[other] - ratio(one, other) * deals) / deals_against[other]
                for other in names
                if other != one
            )
            ** 2
            for (names, _), (sums, deals) in by_board.items()
            if one in names
        )
        assert row.points_per_deal_error == pytest.approx(Z95 / 3 * math.sqrt(12 / 11 * variance))
    first = found.encounters[0]
    assert first.points_per_deal == pytest.approx(ratio("a", "b"))


def test_boards_without_a_faultless_match_leave_the_points_out() -> None:
    late = ((0, CRASHED, False),)
    matches = [match_of_three("a b c", board, room, "=", faults=late) for board in range(6) for room in rooms(3)]
    matches += [match for board in range(6) for match in board_of_three("a b d", board, "a>b>d")]
    found = standings(tally_of(*matches), list("abcd"), [])
    rows = by_bot(found)
    assert (rows["c"].points_per_deal, rows["c"].points_per_deal_error) == (None, None)
    assert rows["a"].points_per_deal == pytest.approx((0.3 + 0.6) / 2)  # against b and d
    assert rows["a"].points_per_deal_error == 0


@pytest.mark.parametrize(("boards", "given_errors"), [(4, False), (5, True)])
def test_fewer_than_5_boards_have_no_errors_and_decide_nothing(boards: int, given_errors: bool) -> None:
    found = found_in({"a b c": [board_of_three("a b c", board, "a>b>c") for board in range(boards)]}, "abc")
    row, encounter = found.rows[0], found.encounters[0]
    errors = (row.score_error, row.elo_error, row.points_per_deal_error, encounter.low, encounter.points_per_deal_error)
    assert [error is not None for error in errors] == [given_errors] * 5
    assert (found.comparisons_decided > 0) == given_errors


def test_elo_counts_six_matches_a_board() -> None:
    found = found_in({"a b c": [board_of_three("a b c", board, "a>b=c") for board in range(10)]}, "abc")
    elo = {row.bot: row.elo or 0.0 for row in found.rows}
    assert elo["b"] == pytest.approx(elo["c"])
    # each two with 1/4 of a drawn match as prior; 60 matches: a's wins are 120.25, of 120.5
    expected = 120.25 / 120.5
    assert 1 / (1 + 10 ** ((elo["b"] - elo["a"]) / 400)) == pytest.approx(expected)


def test_elo_errors_are_those_of_residuals_board_by_board() -> None:
    """With K = 3 and equal bots the ratings are scores times a slope, so their errors must be, too."""
    mirrored = []
    for board in range(0, 12, 2):
        orders = ["a>b>c", "b>c>a", "c>a>b", "a>c>b", "b>a>c", "c>b>a"][: board // 2 + 1]
        for turned in range(2):
            line = [order[::-1] if turned else order for order in (orders * 6)[:6]]
            mirrored.append(board_of_three("a b c", board + turned, " ".join(line).replace("<", ">")))
    found = found_in({"a b c": mirrored}, "abc")
    for row in found.rows:
        assert row.score == 0.5
        assert row.elo == pytest.approx(0, abs=1e-9)
        assert row.score_error is not None
        assert row.elo_error is not None
        # at level ratings: A is 1 over (matches / 4 times 3), the score's sum is matches times 2 opponents
        matches = 6 * 12 + 0.25
        slope = ELO * 4 / (3 * matches) * 2 * 6 * 12
        assert row.elo_error == pytest.approx(slope * row.score_error)


def test_groups_that_never_met_are_said_in_boards() -> None:
    boards = {names: [board_of_three(names, 0, names.replace(" ", ">"))] for names in ("a b c", "d e f")}
    found = found_in(boards, "abcdefg")
    assert found.notes[0].startswith("No boards connect these groups")
    assert "No board is complete yet for g." in found.notes
    assert "Not every two bots have met" in found.notes[1]


def test_first_dealer_and_mirroring_of_threes() -> None:
    turns = [" ".join(f"{order}" for order in ("a>b>c", "a>c>b", "b>a>c", "b>c>a", "c>a>b", "c>b>a"))] * 6
    found = found_in({"a b c": [board_of_three("a b c", 3 * board, line) for board, line in enumerate(turns)]}, "abc")
    assert found.first_dealer_score == 1.0
    assert found.first_dealer_error is not None
    assert found.variance_ratio is None  # every room always the same
    assert Tally().size == 2


# laws


LINES = st.sampled_from(["a>b>c", "c>b>a", "b>a=c", "a=c>b", "a=b=c", "=", "-", "fa", "fbc", "fabc"])
PLAYED = st.dictionaries(
    st.tuples(st.sampled_from(["a b c", "a b d", "b c d"]), st.integers(0, 6)),
    st.tuples(st.lists(LINES, min_size=6, max_size=6), st.integers(0, 9), st.integers(3, 6)),
    max_size=14,
)


def matches_of(results: Mapping[tuple[str, int], Any]) -> list[MatchSummary]:
    made = []
    for (names, board), (lines, points, count) in results.items():
        renamed = dict(zip("abc", names.split(), strict=True))
        for room, line in list(zip(rooms(3), lines, strict=True))[: count if count < 5 else 6]:
            guilty = tuple(("abc".index(name), CRASHED, False) for name in line[1:]) if line[0] == "f" else ()
            order = "=" if guilty else "".join(renamed.get(letter, letter) for letter in line)
            scores = (points, 5, 9 - points) if guilty else None
            made.append(match_of_three(names, board, room, order, faults=guilty, points=scores, ms=(1.0, 2.0, 0.5)))
    return made


def numbers(value: Any) -> list[float]:
    if isinstance(value, float | int):
        return [value]
    if isinstance(value, dict):
        return [number for part in value.values() for number in numbers(part)]
    if isinstance(value, list | tuple):
        return [number for part in value for number in numbers(part)]
    return []


@settings(deadline=None)
@given(PLAYED, st.integers(0, 10**6), st.sampled_from(Ranking))
def test_the_order_of_matches_is_nothing_and_all_figures_are_finite(
    results: Mapping[tuple[str, int], Any], seed: int, ranking: Ranking
) -> None:
    matches = matches_of(results)
    shuffled = Random(seed).sample(matches, len(matches))
    one, other = (standings(tally_of(*order), list("abcd"), TAKEN, ranking=ranking) for order in (matches, shuffled))
    assert one == other
    assert all(map(math.isfinite, numbers(dataclasses.asdict(one))))
    for row in one.rows:
        assert 1 <= row.place_low <= (row.place or row.place_low) <= row.place_high <= 4
        assert 2 * row.pairs == row.won + row.split + row.lost
        assert 6 * row.pairs == row.matches_won + row.matches_drawn + row.matches_lost
    for encounter in one.encounters:
        assert (encounter.low or 0) <= encounter.score <= (1 if encounter.high is None else encounter.high)


@settings(deadline=None, max_examples=40)
@given(PLAYED)
def test_names_matter_for_nothing_but_their_order(results: Mapping[tuple[str, int], Any]) -> None:
    """Entrants renamed so that their order in code points is reversed: the same standings."""
    swapped = {"a": "z", "b": "y", "c": "x", "d": "w"}
    letters = {"a": "c", "b": "b", "c": "a"}
    other_room = {room: "".join(letters[letter] for letter in room) for room in rooms(3)}

    def mirrored(one: MatchSummary) -> MatchSummary:
        return dataclasses.replace(
            one,
            names=tuple(swapped[name] for name in reversed(one.names)),
            room=other_room[one.room],
            shares=one.shares and one.shares[::-1],
            points=one.points[::-1],
            faults=tuple((2 - entrant, kind, unplayed) for entrant, kind, unplayed in one.faults),
            tallies=one.tallies[::-1],
            decisions=one.decisions[::-1],
            total_ms=one.total_ms[::-1],
            max_ms=one.max_ms[::-1],
            first_dealer=2 - one.first_dealer,
        )

    matches = matches_of(results)
    plain = standings(tally_of(*matches), list("abcd"), TAKEN)
    other = standings(tally_of(*map(mirrored, matches)), list("zyxw"), TAKEN)
    for name, mirror in swapped.items():
        one, two = (dataclasses.asdict(by_bot(found)[bot]) for found, bot in ((plain, name), (other, mirror)))
        assert (one.pop("bot"), two.pop("bot")) == (name, mirror)
        for key, value in one.items():
            assert two[key] == (pytest.approx(value, rel=1e-6, abs=1e-6) if isinstance(value, float) else value), key
    assert other.first_dealer_score == plain.first_dealer_score


HUGE = st.sampled_from([0, 1, 5, 1_000_000])


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from(["a b c", "a b d", "b c d"]), st.tuples(HUGE, HUGE)), st.sampled_from(Ranking))
def test_sweeps_of_a_million_stay_finite(results: Mapping[str, tuple[int, int]], ranking: Ranking) -> None:
    tally = Tally()
    for names, (swept, level) in results.items():
        for match in board_of_three(names, 0, "=") if swept or level else []:
            tally.add(match)
        if not swept and not level:
            continue
        sums = tally.encounters[tuple(names.split())]
        for contest in sums.contests:
            contest.cells[:] = [0, 0, 0, 0, 0, 0, level, 0, 0, 0, 0, 0, swept]
        sums.products[:] = [144 * swept + 36 * level] * 3
    found = standings(tally, list("abcd"), [], ranking=ranking)
    assert all(map(math.isfinite, numbers(dataclasses.asdict(found))))
