"""The golden matches: the rules must play them again to the letter, on every Python and every machine."""

import json

import pytest

from tests.golden.write import HERE, MATCHES, MAX_DEALS, golden_path, golden_text


@pytest.mark.parametrize("name", sorted(MATCHES))
def test_a_whole_match_is_as_committed(name: str) -> None:
    committed = golden_path(name).read_text(encoding="utf-8")
    played = golden_text(name)
    for number, (expected, line) in enumerate(zip(committed.splitlines(), played.splitlines(), strict=False)):
        assert line == expected, f"line {number + 1}"
    assert played == committed


@pytest.mark.parametrize("name", sorted(MATCHES))
def test_a_golden_match_ends_with_a_winner(name: str) -> None:
    match = json.loads(golden_path(name).read_text(encoding="utf-8"))
    assert 1 < len(match["deals"]) < MAX_DEALS
    assert max(match["shares"]) == 1
    seats = len(match["deals"][0]["hands"])
    first = match["deals"][0]["dealer"]
    assert [deal["dealer"] for deal in match["deals"]] == [
        (first + number) % seats for number in range(len(match["deals"]))
    ]


def test_no_file_is_left_over() -> None:
    assert {path.stem for path in HERE.glob("*.json")} == set(MATCHES)
