"""A bot that was written from the manual alone, in a language that is not among the examples, is in order."""

from pathlib import Path

import pytest

from arena.cli.templates import LANGUAGES
from tests.cli.in_process import arena
from tests.needs import needs

BOT = Path(__file__).parent / "from_the_docs_alone"
pytestmark = needs("perl")


def test_its_language_is_not_among_the_examples() -> None:
    assert "perl" not in LANGUAGES
    examples = Path(__file__).parents[2] / "example_bots"
    assert not [path for path in examples.rglob("*") if path.suffix in (".pl", ".pm")]


@pytest.mark.parametrize("game", ["bid-euchre", "euchre"])
def test_it_passes_the_check(game: str) -> None:
    said = arena("check", BOT, "--quick", "--game", game, "--isolation", "none")
    assert " FAILED" not in said.out
    assert "steps ok" in said.out
