"""What a run's report says beside its standings: how bots were confined, and who played with more or less freedom."""

from pathlib import Path
from typing import Any

import pytest

from arena.cli.run_choice import OpenRun
from arena.derive import summary_of
from arena.store import Store
from arena.tournament_file import BotEntry, Settings, to_json
from tests.cli.in_process import BOARDS, OPTIONS, RULED, arena, entrant, played
from tests.played import SEED

FACTS = "auto: files and network closed (Landlock 6, seccomp)"


def run_of(run: Path, settings: dict[str, Any], bot: dict[str, Any]) -> Path:
    """A run of two bots under `settings`; the second has an entry of its own."""
    bots = (BotEntry(name="a", path="/a"), BotEntry.model_validate({"name": "b", "path": "/b"} | bot))
    made = Settings.model_validate({"boards": BOARDS, "options": OPTIONS, "bots": bots} | settings)
    match = played(0, "open")
    match.host["isolation"] = f'{FACTS}; by the settings: "b": network'
    with Store.create(run, to_json(made), SEED, [entrant("a"), entrant("b")], 2) as store:
        store.add([match], lambda record: summary_of(record, RULED))
    return run


LINES: list[tuple[dict[str, Any], dict[str, Any], list[str]]] = [
    # settings, the bot's entry -> lines
    ({}, {}, []),
    ({"isolation": "strong"}, {}, []),
    ({"isolation": "none"}, {"isolation": "none"}, []),
    ({}, {"isolation": "none"}, ["b: isolation none"]),
    ({"isolation": "none"}, {"isolation": "strong"}, ["b: isolation strong"]),
    ({}, {"network": True}, ["b: network"]),
    ({}, {"pondering": True}, ["b: pondering"]),
    ({"trust_builds": True}, {}, ["trust_builds: the bots' build commands run unconfined"]),
    (
        {},
        {"clock": {"action_ms": "untimed"}, "limits": {"memory_mb": 2048}, "args": ["-x y"], "env": {"B": "", "A": ""}},
        ["b: action_ms untimed, memory_mb 2048, arguments '-x y', variables A B"],
    ),
    (
        {"pondering": True},
        {"pondering": False},
        ["pondering: bots may use the processor while it is not their turn", "b: no pondering"],
    ),
]


@pytest.mark.parametrize(("settings", "bot", "lines"), LINES)
def test_freedoms_are_told(settings: dict[str, Any], bot: dict[str, Any], lines: list[str], tmp_path: Path) -> None:
    with OpenRun(run_of(tmp_path / "run", settings, bot)) as opened:
        facts = opened.report_facts()
    assert facts.isolation == FACTS
    assert list(facts.settings) == lines


@pytest.mark.parametrize("format", ["table", "markdown"])
def test_they_stand_under_the_standings(format: str, tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", {"trust_builds": True}, {"network": True})
    shown = arena("standings", run, "--format", format).out
    for text in (FACTS, "trust", "b: network"):
        assert text in shown
