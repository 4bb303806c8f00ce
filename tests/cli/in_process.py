"""The command line in this process, and runs to try it on, built from matches played by the rules alone."""

import contextlib
import io
import random
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any
from unittest import mock

from arena.cli import run_command
from arena.derive import summary_of
from arena.games import game
from arena.records import Clock, Entrant, FaultKind, Limits, MatchRecord
from arena.store import Store
from arena.tournament_file import Settings, to_json
from tests.played import SEED, forfeited, played_match, spec

OPTIONS = {"target": 9}
RULED = game("bid-euchre", OPTIONS)
BOARDS = 3


@dataclass(frozen=True)
class Said:
    status: int
    out: str
    err: str

    @property
    def last(self) -> str:
        """The last line on standard error: the command to try next, or the mistake."""
        return self.err.splitlines()[-1]


def arena(*words: str | Path, status: int = 0) -> Said:
    """Run `arena WORDS`, which must end with `status`."""
    out, err = io.StringIO(), io.StringIO()
    found = 0
    with (
        mock.patch.object(sys, "argv", ["arena", *map(str, words)]),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            run_command()
        except SystemExit as leaving:
            found = int(leaving.code or 0)
    assert found == status, f"{words}: {found}\n{out.getvalue()}\n{err.getvalue()}"
    return Said(found, out.getvalue(), err.getvalue())


def entrant(name: str) -> Entrant:
    digest = "sha256:" + name.encode().hex().zfill(64)[:64]
    return Entrant(name, digest, ("/usr/bin/true",), None, Clock(1, None, 3, 4), Limits(5, 6))


def played(board: int, room: str, names: tuple[str, str] = ("a", "b")) -> MatchRecord:
    return played_match(RULED, spec(RULED, board, room, names), random.Random(f"{board}{room}"))[0]


def revoked(board: int, room: str) -> MatchRecord:
    """A match that ends by an illegal play in its second deal."""
    return forfeited(RULED, spec(RULED, board, room), random.Random(5), FaultKind.ILLEGAL, stop_after=40)


def whole_run(names: tuple[str, str] = ("a", "b")) -> list[MatchRecord]:
    return [played(board, room, names) for board in range(BOARDS) for room in ("open", "closed")]


def run_of(
    run: Path,
    records: Iterable[MatchRecord],
    *,
    finished: bool = True,
    names: tuple[str, str] = ("a", "b"),
    settings: Mapping[str, Any] = MappingProxyType({}),
) -> Path:
    """A run on disk that holds these matches."""
    bots = [{"name": name, "command": ["/usr/bin/true"]} for name in names]
    made = Settings.model_validate({"boards": BOARDS, "options": OPTIONS, "bots": bots} | dict(settings))
    with Store.create(run, to_json(made), SEED, [entrant(name) for name in names], 2) as store:
        store.add(records, lambda record: summary_of(record, RULED))
        store.mark_finished(finished)
    return run
