"""All rogues at once, with honest bots among them: the tournament ends, every ruling is right, nothing is left behind.

`tournaments/rogues.toml` is played in part here, and as a whole with ARENA_ROGUES=all: a few minutes.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from arena.bots import process_tree
from arena.tournament_file import load, to_toml
from tests.e2e.arena_command import EXAMPLES, arena, bot_processes, checks, environment, exported
from tests.rogues.expected import ALWAYS, NEVER, SOMETIMES
from tests.sittings import ROGUES, processes_at_home_in

FILE = Path(__file__).parents[2] / "tournaments" / "rogues.toml"
SEED = "ab" * 32
LIMIT_S = 1800  # a hang, nothing else
MEMORY_MB = 256  # of each of arena's own processes; they need about 60
RECORD_BYTES = 32_768  # the mean in the database, all its pages counted: the longest notes are most of it
OUR_OWN = ("arena.cli", "arena.executors.worker", "warden_process")  # director, workers, wardens, by command line
PART = [
    "syntax_error.txt",
    "never_reads",
    "allocates request 2048",
    "forks_for_ever",
    "fills_scratch request 24",
    "long_line request 67108864",
    "prints_for_ever",
    "writes_to_stderr 20",
    "named \\\\u001b[2J\\\\u0007 =1+1",
]
whole = pytest.mark.skipif(os.environ.get("ARENA_ROGUES") != "all", reason="takes minutes; ARENA_ROGUES=all plays it")


def test_every_rogue_stands_in_the_file() -> None:
    names = {bot.name for bot in load(FILE).bots}
    rogues = {name for name in names if name and not name.startswith("honest")}
    assert rogues == {*ALWAYS, *SOMETIMES, *NEVER}
    assert len(names - rogues) == 3
    played = {word for bot in load(FILE).bots for word in bot.command or () if (ROGUES / word).is_file()}
    # what the others import, what needs a script, what the clock is tried with
    others = {"honest.py", "plays_back.py", "takes.py"}
    assert {path.name for path in ROGUES.iterdir() if path.is_file()} - played == others


@pytest.mark.parametrize("names", [pytest.param(PART, id="part"), pytest.param(None, id="whole", marks=whole)])
def test_honest_bots_lose_nothing_by_rogues(tmp_path: Path, names: list[str] | None) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    run = tmp_path / "run"
    words = ["tournament", written(tmp_path / "rogues.toml", names), "--no-self-check", "--seed", SEED, "--out", run]
    command = [sys.executable, "-m", "arena.cli", *map(str, words)]
    process = subprocess.Popen(
        command,
        env={**environment(), "TMPDIR": str(scratch)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        with watched(process.pid) as memory:
            said, told = process.communicate(timeout=LIMIT_S)
    finally:
        process.kill()
    assert process.returncode == 0, told
    assert_only_text(said)
    assert_only_text(told)

    # nothing is left: processes, scratch directories, the lock of the run
    assert bot_processes(str(run)) == []
    assert processes_at_home_in(scratch) == []
    assert list(scratch.iterdir()) == []
    arena("tournament", "--resume", run)

    # every ruling is right
    arena("verify", run)
    records = exported(run)
    for record in records:
        assert_as_expected(record)
    bots = 3 + len(names or [*ALWAYS, *SOMETIMES, *NEVER])
    assert len(records) == bots * (bots - 1)

    # the honest ones played what they would have played without the others
    alone = tmp_path / "alone"
    arena("tournament", written(tmp_path / "alone.toml", []), "--no-self-check", "--seed", SEED, "--out", alone)
    undisturbed = checks(alone)
    assert len(undisturbed) == 6
    assert undisturbed.items() <= {record["match"]: record["check"] for record in records}.items()

    # nobody's memory has grown
    assert set(memory.peaks_mb) == set(OUR_OWN)
    assert max(memory.peaks_mb.values()) < MEMORY_MB, memory.peaks_mb
    assert (run / "arena.db").stat().st_size < RECORD_BYTES * len(records)


def written(file: Path, names: list[str] | None) -> Path:
    """The tournament of rogues with these of them alone (None: all) as a file of its own."""
    settings = load(FILE)
    kept = tuple(bot for bot in settings.bots if names is None or bot.name in names or "honest" in (bot.name or ""))
    file.write_text(to_toml(settings.model_copy(update={"bots": kept})), encoding="utf-8")
    return file


def assert_as_expected(record: dict[str, Any]) -> None:
    """Each fault is the one that its bot must be found to have made, and who always makes one has made it here."""
    names = [entrant["name"] for entrant in record["entrants"]]
    result = record["result"]
    faults = [fault for fault in (result["fault"], result["other_fault"]) if fault is not None]
    guilty = {names[record["seats"][fault["seat"]]]: fault["kind"] for fault in faults}
    for name, kind in guilty.items():
        assert kind == (ALWAYS | SOMETIMES).get(name), (record["match"], faults)
    assert result["reason"] == ("forfeit" if faults else "deal_cap"), record["match"]
    sure = [name for name in names if name in ALWAYS]
    if len(sure) == 1:
        # one that is guilty only sometimes may have come first
        assert sure[0] in guilty or not set(names).isdisjoint(SOMETIMES), (record["match"], faults)
    if guilty:
        assert result["shares"] == ([0.5, 0.5] if len(guilty) == 2 else result["shares"])
        for name in names:
            if name not in guilty:
                assert result["shares"][record["sides"][record["seats"].index(names.index(name))]] == 1


def assert_only_text(text: str) -> None:
    """No bot has said anything to the terminal but what can be read."""
    assert [character for character in text if not character.isprintable() and character not in "\n"] == []


@dataclass
class Memory:
    """The most resident memory of one of arena's own processes, in MB, by what it is."""

    peaks_mb: dict[str, int] = field(default_factory=dict)


@contextmanager
def watched(director: int) -> Iterator[Memory]:
    """Look at the run's own processes (not at the bots) until the end of the block."""
    memory = Memory()
    over = threading.Event()

    def look() -> None:
        while not over.wait(0.25):
            table = process_tree.processes()
            for pid in (director, *process_tree.descendants(director, table)):
                try:
                    words = Path(f"/proc/{pid}/cmdline").read_bytes()
                except OSError:
                    continue
                for what in OUR_OWN:
                    if what.encode() in words:
                        taken = process_tree.resident_bytes([pid]) >> 20
                        memory.peaks_mb[what] = max(memory.peaks_mb.get(what, 0), taken)

    looking = threading.Thread(target=look)
    looking.start()
    try:
        yield memory
    finally:
        over.set()
        looking.join()


# ---- found before the first match


def test_what_cannot_be_started_stops_the_tournament_before_it_begins(tmp_path: Path) -> None:
    def refused(name: str, entry: str) -> str:
        file = tmp_path / f"{name}.toml"
        honest = f'[[bots]]\npath = "{EXAMPLES / "lowest_bot.py"}"\n'
        file.write_text(f'boards = 1\n{honest}[[bots]]\nname = "broken"\n{entry}')
        done = arena("tournament", file, "--out", tmp_path / "run", status=2)
        assert done.stdout == ""
        assert not (tmp_path / "run").exists()
        assert_only_text(done.stderr)
        return [line for line in done.stderr.splitlines() if line.startswith("arena: ")][-1]

    program = tmp_path / "program"
    program.write_text("#!/bin/sh\nexit 127\n")
    assert '"nowhere.py" does not exist' in refused("missing", 'path = "nowhere.py"\n').replace(f"{tmp_path}/", "")
    assert "is not executable" in refused("bit", f'path = "{program}"\n')
    program.chmod(0o755)
    assert 'bot "broken" cannot be started' in refused("exit 127", f'path = "{program}"\n')
    program.write_text("#!/nowhere/at/all\n")
    assert '"/nowhere/at/all" in its first line' in refused("first line", f'path = "{program}"\n')
    script = f'path = "{ROGUES / "syntax_error.txt"}"\ncommand = ["python", "-S", "syntax_error.txt"]\n'
    assert 'bot "broken" cannot be started' in refused("syntax", script)
    hangs = f'path = "{ROGUES}"\ncommand = ["python", "-S", "never_ready.py"]\nclock = {{ start_ms = 500 }}\n'
    assert 'bot "broken" cannot be started' in refused("hangs", hangs)
