"""The one-way import order of the house, held over the syntax trees: cli -> director -> executors -> referee -> …"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
VALUES = {"arena.records", "arena.seating", "arena.errors"}
# what a part may import of ours beside itself and the VALUES; a part that is not named: anything but the ABOVE
MAY: dict[str, str] = {
    "protocol": "",
    "arena.records": "",
    "arena.seating": "",
    "arena.errors": "",
    "arena.games": "",
    "arena.rulings": "",
    "arena.last_words": "",
    "arena.schedules": "",
    "arena.standings": "",
    "arena.record_form": "",
    "arena.solver": "arena.games",
    "arena.derive": "arena.games",
    "arena.verify": "arena.games arena.derive arena.record_form arena.rulings",
    "arena.replay": "arena.games arena.derive",
    "arena.habits": "arena.games arena.derive",
    "arena.swings": "",
    "arena.positions": "arena.replay",
    "arena.announcements": "arena.games protocol",
    "arena.transcript": "arena.announcements arena.games arena.derive arena.bots protocol",
    "arena.reports": "arena.standings arena.solver arena.replay "
    "arena.positions arena.transcript arena.habits arena.swings arena.last_words",
    "arena.bots": "protocol arena.bot_programs arena.last_words",
    "arena.referee": "arena.announcements arena.bots arena.games arena.rulings protocol",
    "arena.executors": "arena.referee arena.bots arena.games arena.rulings",
    "arena.ascii_json": "",
    "arena.ptn": "arena.ascii_json arena.derive arena.games",
    "arena.run_lock": "",
    "arena.store": "arena.ascii_json arena.run_lock",
}
ABOVE = {"arena.cli", "arena.director"}  # of these only cli may import director
# no task, process, socket or database in the functional core
PURE = {*MAY, "arena.bots.framing", "arena.bots.session", "arena.bots.clock"}
PURE |= {"arena.bots.errlog"}
PURE -= {"arena.bots", "arena.referee", "arena.executors", "arena.store"}
SHELL = {"trio", "asyncio", "threading", "subprocess", "socket", "sqlite3", "typer", "rich"}


def named(module: str) -> str:
    """`arena.games.cards` belongs to `arena.games`, `protocol.codec` to `protocol`."""
    return "protocol" if module.partition(".")[0] == "protocol" else ".".join(module.split(".")[:2])


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """Every module that a file imports, wherever in it, with the line; `from arena import x` is `arena.x`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            assert node.module is not None
            bare = node.module in ("arena", "protocol")
            yield from ((f"{node.module}.{alias.name}" if bare else node.module, node.lineno) for alias in node.names)


MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for tree in ("arena", "protocol")
    for path in sorted((ROOT / tree).rglob("*.py"))
}


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_one_way(module: str) -> None:
    here = named(module)
    pure = here in PURE or module in PURE
    for other, line in imports(MODULES[module]):
        top = other.partition(".")[0]
        where = f"{MODULES[module].relative_to(ROOT)}:{line}: {module} must not import {other}"
        if top in ("arena", "protocol", "tests", "example_bots"):
            there = named(other)
            above = there in ABOVE and here != "arena.cli"
            allowed = set(MAY[here].split()) if here in MAY else {there} - ({there} if above else set())
            values = set() if here in {*VALUES, "protocol"} else VALUES
            assert top in ("arena", "protocol"), where
            assert there in {here, "arena.__version__"} | allowed | values, where
        else:
            assert not (pure and top in SHELL), where
            if here == "protocol":
                assert top in {"pydantic", "pydantic_core", "orjson", "annotated_types"} | sys.stdlib_module_names, (
                    where
                )
            if here == "arena.games":
                assert top in sys.stdlib_module_names, where


def test_the_walk_finds_the_modules() -> None:
    assert {"arena.records", "arena.games", "arena.games.bid_euchre"} <= set(MODULES)
