"""Everybody meets everybody once a cycle, nobody twice in a round, boards numbered on."""

from collections import Counter
from itertools import combinations, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.records import Pairing
from arena.schedules import encounters, round_robin


def names_of(count: int) -> list[str]:
    return [f"bot{number:02}" for number in range(count)]


@pytest.mark.parametrize(
    ("names", "boards", "meeting", "rounds"),
    [
        (["b", "a"], 3, 50, [["a~b 0-3"]]),
        (["a", "b"], 5, 2, [["a~b 0-2"], ["a~b 2-4"], ["a~b 4-5"]]),
        (["c", "a", "b"], 5, 5, [["a~b 0-5"], ["b~c 0-5"], ["a~c 0-5"]]),
        (["a", "b", "c", "d"], 1, 1, [["a~d 0-1", "b~c 0-1"], ["a~c 0-1", "b~d 0-1"], ["a~b 0-1", "c~d 0-1"]]),
        (["a"], 5, 5, []),
        ([], 5, 5, []),
        (["a", "b"], 0, 5, []),
    ],
)
def test_rounds(names: list[str], boards: int, meeting: int, rounds: list[list[str]]) -> None:
    written = [
        sorted(f"{pairing.encounter} {pairing.first_board}-{pairing.end_board}" for pairing in meetings)
        for meetings in round_robin(names, boards, meeting)
    ]
    assert [meetings for meetings in written if meetings] == rounds


@given(st.integers(2, 12), st.integers(1, 30), st.integers(1, 12))
def test_every_board_of_every_pairing_is_played_once_and_nobody_twice_at_once(
    count: int, boards: int, meeting: int
) -> None:
    names = names_of(count)
    played: Counter[tuple[str, int]] = Counter()
    last_end: dict[str, int] = {}
    for pairings in round_robin(names, boards, meeting):
        busy = [name for pairing in pairings for name in pairing.names]
        assert len(busy) == len(set(busy))
        assert len(pairings) == count // 2
        for pairing in pairings:
            assert pairing.first_board == last_end.get(pairing.encounter, 0)  # numbered on, in order
            assert 0 < pairing.end_board - pairing.first_board <= meeting
            last_end[pairing.encounter] = pairing.end_board
            for board in range(pairing.first_board, pairing.end_board):
                played[pairing.encounter, board] += 1
    everyone = {("~".join(pair), board) for pair in combinations(names, 2) for board in range(boards)}
    assert played == dict.fromkeys(everyone, 1)


@given(st.integers(2, 12), st.permutations(range(12)))
def test_each_cycle_is_a_whole_tournament(count: int, order: list[int]) -> None:
    names = [f"bot{number:02}" for number in order[:count]]
    length = count - 1 + count % 2
    rounds = islice(round_robin(names, 10**12, 50), 2 * length)  # a schedule that could never be listed
    met = [[pairing.names for pairing in pairings] for pairings in rounds]
    cycle = [names_met for pairings in met[:length] for names_met in pairings]
    assert sorted(cycle) == sorted(combinations(sorted(names), 2))
    assert met[length:] == met[:length]


def test_the_schedule_is_the_same_each_time() -> None:
    one, two = (list(round_robin(names_of(5), 7, 3)) for _ in range(2))
    assert one == two
    assert isinstance(one[0][0], Pairing)


# three at a table


@pytest.mark.parametrize(
    ("names", "boards", "meeting", "rounds"),
    [
        (["c", "a", "b"], 3, 2, [["a~b~c 0-2"], ["a~b~c 2-3"]]),
        (["a", "b", "c", "d"], 1, 1, [["a~b~c 0-1"], ["b~c~d 0-1"], ["a~c~d 0-1"], ["a~b~d 0-1"]]),
        (["a", "b"], 5, 5, []),
        (["a"], 5, 5, []),
        ([], 5, 5, []),
        (["a", "b", "c"], 0, 5, []),
    ],
)
def test_rounds_of_three(names: list[str], boards: int, meeting: int, rounds: list[list[str]]) -> None:
    assert [
        sorted(f"{pairing.encounter} {pairing.first_board}-{pairing.end_board}" for pairing in meetings)
        for meetings in round_robin(names, boards, meeting, size=3)
    ] == rounds


@given(st.integers(3, 14), st.integers(1, 8), st.integers(1, 4))
def test_every_board_of_every_three_is_played_once_and_nobody_twice_at_once(
    count: int, boards: int, meeting: int
) -> None:
    names = names_of(count)
    played: Counter[tuple[str, int]] = Counter()
    matches: Counter[str] = Counter(dict.fromkeys(names, 0))
    last_end: dict[str, int] = {}
    for pairings in round_robin(names, boards, meeting, size=3):
        busy = [name for pairing in pairings for name in pairing.names]
        assert len(busy) == len(set(busy)) > 0
        for pairing in pairings:
            assert list(pairing.names) == sorted(pairing.names)
            assert pairing.first_board == last_end.get(pairing.encounter, 0)  # numbered on, in order
            assert 0 < pairing.end_board - pairing.first_board <= meeting
            last_end[pairing.encounter] = pairing.end_board
            for board in range(pairing.first_board, pairing.end_board):
                played[pairing.encounter, board] += 1
        matches.update(busy)
        assert max(matches.values()) - min(matches.values()) <= 3  # wherever it is interrupted
    everyone = {("~".join(three), board) for three in combinations(names, 3) for board in range(boards)}
    assert played == dict.fromkeys(everyone, 1)


@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize("count", range(9))
def test_how_many_encounters_there_are(count: int, size: int) -> None:
    assert encounters(count, size) == sum(map(len, round_robin(names_of(count), 1, 1, size)))


def test_a_schedule_of_threes_is_as_lazy() -> None:
    first = next(round_robin(names_of(3000), 10**12, 50, size=3))  # 4.5 billion encounters
    assert len(first) > 900
