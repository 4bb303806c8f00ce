"""The pages of docs/rules: one for every game, with its differences to six-card Bid Euchre and its true defaults."""

import json
import re
from pathlib import Path

import pytest

from arena.games import GAMES, game

FOLDER = Path(__file__).parents[2] / "docs" / "rules"
NAMES = sorted(set(GAMES) - {"bid-euchre"})


def tables(text: str) -> list[list[list[str]]]:
    """Every table of a page, as rows of cells without the heading and its line."""
    found = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    return [[line.strip("| \n").split(" | ") for line in each.splitlines()[2:]] for each in found]


def test_every_game_is_listed_with_its_seats() -> None:
    (rows,) = tables((FOLDER / "README.md").read_text(encoding="utf-8"))
    assert sorted(row[0].strip("`") for row in rows) == sorted(GAMES)
    for name, seats, page in rows:
        assert game(name.strip("`"), {}).seats == int(seats[0])
        for target in re.findall(r"\]\((\w[\w-]*\.md)\)", page):
            assert (FOLDER / target).is_file()


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_a_page(name: str) -> None:
    text = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert f"(`{name}`)" in text.splitlines()[0]
    assert "## What differs from six-card Bid Euchre" in text
    options = game(name, {}).options
    shown = {}
    for row in tables(text)[1]:
        shown[row[0].strip("`")] = json.loads(row[1].split("`")[1])
    assert {key: options[key] for key in shown} == shown
    inherited = set(game("euchre", {}).options) if name in ("euchre", "euchre-railroad") else set()
    assert set(options) - inherited <= set(shown)


def test_the_two_presets_are_told_truly() -> None:
    rows = tables((FOLDER / "euchre.md").read_text(encoding="utf-8"))[1]
    for column, preset in ((1, "stick"), (2, "redeal")):
        shown = {row[0].strip("`"): json.loads(row[column].split("`")[1]) for row in rows}
        assert {"preset": preset, **shown} == game("euchre", {"preset": preset}).options
