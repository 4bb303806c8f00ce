"""JSON Schema of the protocol, generated from the models: one file a direction and one for each game's view.

`python -m protocol.schema` writes `protocol/schema/*.json`, which are committed; a test holds them fresh. For authors
who generate code from schemas; nothing in arena reads them.
"""

import json
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from protocol.games.bid_euchre import BidEuchreView
from protocol.games.bid_euchre_double import BidEuchreDoubleView
from protocol.games.euchre import EuchreView
from protocol.games.euchre_cutthroat import EuchreCutthroatView
from protocol.games.euchre_railroad import EuchreRailroadView
from protocol.games.euchre_two_handed import EuchreTwoHandedView
from protocol.messages import PROTOCOL, ArenaMessage, BotMessage

FOLDER = Path(__file__).parent / "schema"
_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_SUBJECTS: dict[str, tuple[str, Any]] = {
    "arena_to_bot": (f"Messages from arena to a bot, protocol {PROTOCOL}", ArenaMessage),
    "bot_to_arena": (f"Messages from a bot to arena, protocol {PROTOCOL}", BotMessage),
}
_VIEWS: dict[str, Any] = {
    "bid-euchre": BidEuchreView,
    "euchre": EuchreView,
    "euchre-cutthroat": EuchreCutthroatView,
    "euchre-two-handed": EuchreTwoHandedView,
    "euchre-railroad": EuchreRailroadView,
    "bid-euchre-double": BidEuchreDoubleView,
}
_SUBJECTS |= {
    f"{game.replace('-', '_')}_view": (f"`view` in a request of game {game}, protocol {PROTOCOL}", model)
    for game, model in _VIEWS.items()
}


def schema_texts() -> dict[str, str]:
    """File name -> what the file must hold."""
    return {f"{name}.json": _text(title, subject) for name, (title, subject) in _SUBJECTS.items()}


def _text(title: str, subject: Any) -> str:
    schema = {"$schema": _DIALECT, **TypeAdapter(subject).json_schema(), "title": title}
    return json.dumps(_open(schema), indent=1, ensure_ascii=False) + "\n"


def _open(schema: Any) -> Any:
    """`schema` without its ban on further fields: our own models are closed to keep arena exact, but a bot must not
    refuse a field that a later version adds. Fields with a fixed value are required: they are always written."""
    if isinstance(schema, list):
        return [_open(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    opened = {key: _open(value) for key, value in schema.items() if (key, value) != ("additionalProperties", False)}
    fixed = [name for name, field in opened.get("properties", {}).items() if "const" in field]
    if fixed:
        opened["required"] = [*fixed, *(name for name in opened.get("required", []) if name not in fixed)]
    return opened


def write_schemas(folder: Path = FOLDER) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in schema_texts().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_schemas()
