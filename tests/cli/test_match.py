"""`arena match`: what is wrong with a command line is said before anything is started."""

from pathlib import Path

import pytest

from tests.cli.in_process import arena

RANDOM = str(Path(__file__).parents[2] / "example_bots" / "python" / "random_bot.py")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["b"], "a match of bid-euchre is between two bots, got 1"),
        (["b", "c", "d"], "a match of bid-euchre is between two bots, got 3 (more: arena tournament)"),
        (["b", "c", "--game", "euchre-cutthroat"], "a match of euchre-cutthroat is between three bots, got 2"),
        (["b", "c", "--game", "euchr"], '--game: unknown game "euchr"; did you mean "euchre"?'),
        (["b", "c", "--game", ""], '--game: unknown game "" (known: bid-euchre, euchre'),
        (["nowhere.py", "c"], '"nowhere.py" does not exist'),
        ([RANDOM, RANDOM, "--seed", "xyz"], "seed: expected 1 to 64 hex digits, got 'xyz'"),
        ([RANDOM, RANDOM, "--seed", ""], "seed: expected 1 to 64 hex digits, got ''"),
    ],
)
def test_mistakes(words: list[str], message: str) -> None:
    said = arena("match", *words, status=2)
    assert said.last.startswith(f"arena: {message}")
    assert not said.out
