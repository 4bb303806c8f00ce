"""The schema files: fresh, complete, and open to fields of later versions."""

import json
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from protocol import schema

FRESH = schema.schema_texts()


def parts(value: Any) -> Iterator[dict[str, Any]]:
    """Every object in a JSON value, from the outside in."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from parts(each)


def test_no_file_is_missing_and_none_is_left_over() -> None:
    assert {path.name for path in schema.FOLDER.iterdir()} == set(FRESH)


@pytest.mark.parametrize("name", sorted(FRESH))
def test_files_are_fresh(name: str) -> None:
    assert (schema.FOLDER / name).read_text(encoding="utf-8") == FRESH[name], "run python -m protocol.schema"


@pytest.mark.parametrize("name", sorted(FRESH))
def test_further_fields_are_allowed(name: str) -> None:
    assert all(part.get("additionalProperties") is not False for part in parts(json.loads(FRESH[name])))


@pytest.mark.parametrize(
    ("name", "required"),
    [
        (
            "arena_to_bot.json",
            {
                "MatchStart": "type protocol game options match seat sides first_dealer seed clock",
                "Request": "type id decision legal view clock",
                "DealEnd": "type deal points scores hands actions summary",
                "FaultNotice": "type kind detail",
                "MatchEnd": "type winner scores reason",
            },
        ),
        ("bot_to_arena.json", {"Ready": "type", "Action": "type id action"}),
    ],
)
def test_messages_and_what_they_must_hold(name: str, required: dict[str, str]) -> None:
    described = json.loads(FRESH[name])
    assert {part["$ref"].rsplit("/")[-1] for part in described["oneOf"]} == set(required)
    for message, fields in required.items():
        assert described["$defs"][message]["required"] == fields.split()


def test_the_command_writes_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    schema.write_schemas(tmp_path / "new")
    assert {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "new").iterdir()} == FRESH
    # the command itself, on its own folder, which is fresh already
    monkeypatch.delitem(sys.modules, "protocol.schema")
    runpy.run_module("protocol.schema", run_name="__main__")
    assert {path.name: path.read_text(encoding="utf-8") for path in schema.FOLDER.iterdir()} == FRESH
