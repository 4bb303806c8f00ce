"""Every game end to end from the command line: example bots play it, and what they played is verified and replayed."""

import json
from pathlib import Path

import pytest

from arena.games import GAMES, game
from tests.e2e.arena_command import EXAMPLES, arena

CLEVER = {"bid-euchre": "counting_bot.py", "bid-euchre-double": "counting_bot.py"}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_verified_and_replayed(name: str, tmp_path: Path) -> None:
    run = tmp_path / "run"
    clever, random = EXAMPLES / CLEVER.get(name, "euchre_bot.py"), EXAMPLES / "random_bot.py"
    others = [f"random{number}={random}" for number in range(1, game(name, {}).side_count)]
    words: list[str | Path] = ["--game", name, "--boards", "5", "--out", run, "--format", "json", "--no-self-check"]
    standings = json.loads(arena("tournament", f"clever={clever}", *others, *words).stdout)
    assert standings["game"] == name
    assert standings["rows"][0]["bot"] == "clever"
    assert standings["rows"][0]["forfeits"] == {"unplayed": 0}
    assert [row["forfeits"] for row in standings["rows"]] == [{"unplayed": 0}] * len(standings["rows"])
    arena("verify", run)
    first = json.loads(arena("export", run).stdout.splitlines()[0])
    replayed = arena("replay", run, first["match"]).stdout
    assert len(replayed.splitlines()) > 20


def test_a_match_of_three_is_played_in_six_rooms() -> None:
    clever, random = EXAMPLES / "euchre_bot.py", EXAMPLES / "random_bot.py"
    words: list[str | Path] = [
        "match",
        clever,
        random,
        f"other={random}",
        "--game",
        "euchre-cutthroat",
        "--no-show",
        "--seed",
        "c0ffee",
    ]
    rooms = [line.partition(":")[0] for line in arena(*words).stdout.splitlines()]
    assert rooms == ["abc", "acb", "bac", "bca", "cab", "cba"]
    two = arena("match", clever, random, "--game", "euchre-cutthroat", status=2)
    assert "a match of euchre-cutthroat is between three bots, got 2" in two.stderr
    three = arena("match", clever, random, random, status=2)
    assert "a match of bid-euchre is between two bots, got 3" in three.stderr
