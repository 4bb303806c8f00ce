"""The picture and the table of the session: fresh, and telling all that the code's table holds."""

import importlib.util
from types import ModuleType

import pytest

from arena.bots.session import TABLE, Said, State, Verdict
from tests.docs.pages import DOCS


@pytest.fixture(scope="module")
def drawing() -> ModuleType:
    spec = importlib.util.spec_from_file_location("session_drawing", DOCS / "site" / "session_drawing.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_what_is_committed_is_fresh(drawing: ModuleType) -> None:
    hint = "run .venv/bin/python docs/site/session_drawing.py"
    assert drawing.PICTURE.read_text(encoding="utf-8") == drawing.picture(), hint
    page = drawing.PAGE.read_text(encoding="utf-8")
    assert page == drawing.page(page), hint


def test_the_table_tells_every_cell(drawing: ModuleType) -> None:
    rows = [line.strip("| ").split(" | ") for line in drawing.table().splitlines()[3:]]
    assert [row[0] for row in rows] == [said.value for said in Said]
    for row, said in zip(rows, Said, strict=True):
        for cell, state in zip(row[1:], State, strict=True):
            assert cell.strip("*").removeprefix("fault ") == TABLE[state][said].value


@pytest.mark.parametrize("state", State)
def test_the_picture_tells_every_verdict(drawing: ModuleType, state: State) -> None:
    told = {said: follows for sayings, follows in drawing.verdicts(state) for said in sayings.split(", ")}
    assert {Said(said) for said in told} == set(Said)
    assert {Verdict(follows.removeprefix("fault ")) for follows in told.values()} == set(TABLE[state].values())
    assert f">{state.value}</text>" in drawing.picture()
