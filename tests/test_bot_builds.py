"""Builds: what a stranger's command may do to the run's copy and nothing else, its bounds, what is said of it."""

import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from arena import bot_builds
from arena.bot_builds import Build, level_for_builds, run_build
from arena.bot_files import copy_into, resolve
from arena.bot_programs import program_called
from arena.bots.isolation import IsolationError, bubblewrap, landlock
from arena.bots.warden import Refused, Warden
from arena.errors import BotFileError
from arena.records import Isolation, Limits
from arena.tournament_file import BotEntry, Settings
from tests.needs import needs

guarded = pytest.mark.skipif(not landlock.version(), reason="this kernel has no Landlock")
LIMITS = Limits(65_536, 65_536)
ENV = {"PATH": "/usr/local/bin:/usr/bin:/bin"}


@pytest.fixture
def copy() -> Iterator[Path]:
    """Where a build runs; what stands beside it is not the build's business."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "copy")
        made.mkdir()
        Path(folder, "secret").write_text("secret\n")
        yield made


def shell(script: str, isolation: Isolation = Isolation.AUTO, network: bool = False) -> Build:
    return Build(("/bin/sh", "-c", script), ENV, isolation, network, LIMITS)


def python(script: str, isolation: Isolation = Isolation.AUTO, network: bool = False) -> Build:
    return replace(shell("", isolation, network), command=(sys.executable, "-c", script))


def refused(build: Build, copy: Path) -> str:
    with pytest.raises(BotFileError) as caught:
        run_build(build, copy)
    line = str(caught.value)
    assert "\n" not in line
    return line


def log_of(copy: Path) -> Path:
    return copy.with_name(copy.name + ".build.log")


# ---- what it may do


@pytest.mark.parametrize("level", [Isolation.AUTO, Isolation.LIMITS, Isolation.NONE])
def test_it_runs_in_the_copy_and_may_write_it_and_its_scratch_directory(copy: Path, level: Isolation) -> None:
    script = 'mkdir made && echo "$1" > made/it && echo x > "$HOME/x" && cp "$HOME/x" . && echo "$HOME" && pwd'
    run_build(shell(script, level), copy)
    assert (copy / "x").read_text() == "x\n"
    assert (copy / "made" / "it").exists()
    scratch, here = log_of(copy).read_text().split()
    assert here == str(copy)
    assert not Path(scratch).exists()


OUTSIDE = ["echo x > ../beside", "cat ../secret", "rm ../secret", "mv ../secret .", "ln ../secret ."]


@guarded
@pytest.mark.parametrize("script", OUTSIDE)
def test_it_cannot_reach_outside(copy: Path, script: str) -> None:
    assert "its build exited with status " in refused(shell(script), copy)
    assert (copy.parent / "secret").read_text() == "secret\n"
    assert sorted(path.name for path in copy.parent.iterdir()) == ["copy", "copy.build.log", "secret"]
    assert "secret\n" not in log_of(copy).read_text()


@guarded
def test_it_changes_no_modes_outside(copy: Path) -> None:
    run_build(shell("chmod 777 ../secret; touch -d 2001-01-01 ../secret"), copy)
    found = (copy.parent / "secret").stat()
    assert found.st_mode & 0o111 == 0
    assert found.st_mtime > 1_600_000_000


@pytest.fixture
def port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


@guarded
@pytest.mark.parametrize(("level", "network", "reached"), [("auto", False, False), ("auto", True, True)])
def test_it_has_a_network_only_if_its_bot_has(copy: Path, port: int, level: str, network: bool, reached: bool) -> None:
    build = python(f"import socket; socket.create_connection(('127.0.0.1', {port}))", Isolation(level), network)
    if reached:
        run_build(build, copy)
    else:
        assert "PermissionError" in refused(build, copy)


@guarded
def test_trust_lifts_it_all(tmp_path: Path, port: int) -> None:
    connect = f"import socket; socket.create_connection(('127.0.0.1', {port})); open({str(tmp_path / 'x')!r}, 'w')"
    folder = tmp_path / "bot"
    folder.mkdir()
    (folder / "build.py").write_text(connect)
    (folder / "bot.toml").write_text('command = ["true"]\nbuild = ["python", "build.py"]\n')
    source = resolve(BotEntry(path=str(folder)))
    with pytest.raises(BotFileError, match="PermissionError"):
        copy_into(source, tmp_path / "bots", "x", Settings())
    assert not (tmp_path / "x").exists()
    entrant = copy_into(source, tmp_path / "bots", "x", Settings(trust_builds=True))
    assert (tmp_path / "x").exists()
    assert entrant.isolation is Isolation.AUTO


@pytest.mark.parametrize(
    "level",
    [
        pytest.param(Isolation.STRONG, marks=needs("bwrap")),
        pytest.param(Isolation.AUTO, marks=guarded),
        Isolation.LIMITS,
        Isolation.NONE,
    ],
)
@needs("cc")
def test_a_program_that_it_compiles_can_be_started(copy: Path, level: Isolation) -> None:
    (copy / "bot.c").write_text("int main(void) { return 0; }\n")
    compiler = program_called("cc")
    assert compiler is not None
    run_build(replace(shell("", level), command=(compiler, "-o", "bot", "bot.c")), copy)
    assert os.access(copy / "bot", os.X_OK)


MAKEFILE = """\
bot: bot.c
\tcc -o bot bot.c
bot.c: writes
\t./writes > bot.c
writes: writes.c
\tcc -o writes writes.c
"""


@needs("bwrap")
@needs("cc")
@needs("make")
def test_a_bot_that_is_guarded_is_built_in_a_box_where_there_is_one(tmp_path: Path) -> None:
    folder = tmp_path / "bot"
    folder.mkdir()
    (folder / "bot.toml").write_text('command = ["./bot"]\nbuild = ["make"]\n')
    (folder / "Makefile").write_text(MAKEFILE)
    (folder / "writes.c").write_text('#include <stdio.h>\nint main(void) { puts("int main(void) { return 0; }"); }\n')
    entrant = copy_into(resolve(BotEntry(path=str(folder))), tmp_path / "bots", "x", Settings())
    assert entrant.isolation is Isolation.AUTO
    assert subprocess.run(entrant.command, check=False).returncode == 0


def test_the_level_for_builds(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_here() -> str:
        raise IsolationError("no bubblewrap")

    monkeypatch.setattr(bubblewrap, "program", lambda: "bwrap")
    assert [level_for_builds(level) for level in Isolation] == ["strong", "strong", "limits", "none"]
    monkeypatch.setattr(bubblewrap, "program", none_here)
    assert [level_for_builds(level) for level in Isolation] == ["strong", "auto", "limits", "none"]


@needs("bwrap")
def test_in_a_box_modes_change_in_the_copy_alone(copy: Path) -> None:
    run_build(shell("touch x && chmod 751 x && ! chmod 755 /usr/bin/env", Isolation.STRONG), copy)
    assert (copy / "x").stat().st_mode & 0o777 == 0o751
    assert "Read-only file system" in log_of(copy).read_text()


@pytest.mark.parametrize("level", [Isolation.AUTO, Isolation.LIMITS])
def test_it_may_lock_files(copy: Path, level: Isolation) -> None:
    locks = "import fcntl; file = open('x', 'w'); fcntl.flock(file, fcntl.LOCK_EX); fcntl.lockf(file, fcntl.LOCK_EX)"
    run_build(python(locks, level), copy)


def test_no_file_keeps_its_owners_rights_for_others(tmp_path: Path) -> None:
    folder = tmp_path / "bot"
    folder.mkdir()
    script = "stat -c %a . && umask 0 && echo '#!/bin/sh' > bot && chmod 6755 bot && stat -c %a bot"
    (folder / "bot.toml").write_text(f'command = ["./bot"]\nbuild = ["sh", "-c", "{script}"]\n')
    entrant = copy_into(resolve(BotEntry(path=str(folder), isolation="limits")), tmp_path / "bots", "x", Settings())
    program = Path(entrant.command[0])
    assert log_of(program.parent).read_text() == "700\n6755\n"
    assert program.stat().st_mode & 0o7777 == 0o555
    assert program.parent.stat().st_mode & 0o777 == 0o755


# ---- how it is bounded


def test_output_is_kept_with_a_cap(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_builds, "LOG_BYTES", 10_000)
    run_build(shell("echo first; head -c 3000000 /dev/zero; echo last"), copy)
    log = log_of(copy).read_bytes()
    assert log.startswith(b"first\n")
    assert log.endswith(b"last\n")
    assert len(log) < 10_100


BOUNDS: list[tuple[str, object, str, str]] = [
    # bound, its value, the build, what is said
    (
        "BUILD_SECONDS",
        0.5,
        "yes",
        "its build took longer than 0.5 s: y | y | y | y | y (build: /bin/sh -c yes; all of ",
    ),
    ("COPY_MB", 1, "head -c 3000000 /dev/zero > big; sleep 60", "its build filled its folder with more than 1 MiB: "),
    ("FILE_MB", 1, "head -c 3000000 /dev/zero > big", "its build exited with status "),
    ("SCRATCH_MB", 1, 'head -c 3000000 /dev/zero > "$HOME/big"; sleep 60', "its build was ended: scratch_mb reached "),
]


@pytest.mark.parametrize(("bound", "value", "script", "said"), BOUNDS, ids=[bound for bound, *_ in BOUNDS])
def test_bounds(bound: str, value: object, script: str, said: str, copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_builds, bound, value)
    build = replace(shell(script), limits=replace(LIMITS, scratch_mb=1))
    assert said in refused(build, copy)


def test_a_bots_own_limits_can_only_widen_them(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_builds, "SCRATCH_MB", 1)
    run_build(replace(shell('head -c 3000000 /dev/zero > "$HOME/big"; sleep 2'), limits=LIMITS), copy)


# ---- what is said of it


def test_last_words_cannot_write_on_the_terminal(copy: Path) -> None:
    said = refused(shell(r"printf 'one\n\033[31mtwo\n\n\302\205three\n'; exit 3"), copy)
    assert said.startswith("its build exited with status 3: one | \\x1b[31mtwo | ")
    assert said.endswith(f"; exit 3'; all of its output: {log_of(copy)})")
    assert said.isprintable()


def test_a_long_command_is_cut(copy: Path) -> None:
    command = f"exit 1 # {'x' * 200}"
    assert refused(shell(command), copy) == (
        f"its build exited with status 1: it said nothing (build: /bin/sh -c 'exit 1 # {'x' * 79}…; "
        f"all of its output: {log_of(copy)})"
    )


def test_a_level_that_cannot_be_had(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def start(*_: object) -> int:
        raise Refused("confinement", 0, "isolation strong needs bubblewrap")

    monkeypatch.setattr(Warden, "start", start)
    scratches = copy.parent / "scratches"
    scratches.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratches))
    assert refused(shell("true", Isolation.STRONG), copy).startswith(
        "its build cannot be started at isolation strong: isolation strong needs bubblewrap: it said nothing ("
    )
    assert list(scratches.iterdir()) == []


def test_a_lost_warden_is_told(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_builds, "_watched", lambda *_: None)
    monkeypatch.setattr("arena.bot_builds.os.read", lambda *_: b"")
    assert refused(shell("true"), copy) == "its build: the process that runs it was lost"
