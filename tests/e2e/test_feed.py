"""A crash of a real tournament comes again by the one command that `arena replay` gives, and goes once it is mended."""

import shlex
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.e2e.arena_command import arena, environment, exported
from tests.sittings import ROGUES

# one crashing bot as confined as the machine can, and one free: in every second match, by its own seed
TOURNAMENT = """
boards = 2
seed = "c0ffee"
[[bots]]
name = "confined"
path = "{folder}"
command = ["python", "-S", "crashes_by_seed.py", "2"]
[[bots]]
name = "free"
path = "{folder}"
command = ["python", "-S", "crashes_by_seed.py", "2"]
isolation = "none"
[[bots]]
name = "honest"
path = "{folder}"
command = ["python", "-S", "honest.py"]
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("feed")
    bots = folder / "bots"
    bots.mkdir()
    for name in ("crashes_by_seed.py", "honest.py"):
        shutil.copy(ROGUES / name, bots / name)
    (folder / "t.toml").write_text(TOURNAMENT.format(folder=bots))
    arena("tournament", folder / "t.toml", "--out", folder / "run")
    return folder / "run"


@pytest.fixture
def scratch(tmp_path: Path) -> Mapping[str, str]:
    (tmp_path / "scratch").mkdir()
    return environment(TMPDIR=str(tmp_path / "scratch"))


def crash_of(name: str, run: Path) -> tuple[str, int]:
    """The first match that a bot crashed in, and its seat."""
    for record in exported(run):
        fault = record["result"]["fault"]
        if fault is not None and record["entrants"][record["seats"][fault["seat"]]]["name"] == name:
            assert fault["kind"] == "crashed"
            return record["match"], fault["seat"]
    raise AssertionError(f"{name} never crashed: another seed is needed")


@pytest.mark.parametrize("name", ["confined", "free"])
def test_a_crash_comes_again_and_is_gone_once_mended(
    name: str, run: Path, scratch: Mapping[str, str], tmp_path: Path
) -> None:
    match, seat = crash_of(name, run)
    hint = arena("replay", run, match).stderr.splitlines()[-1]
    words = shlex.split(hint.partition(" again: ")[2])
    assert words == ["arena", "replay", str(run), match, "--feed", name]
    again = arena(*words[1:], status=1, env=scratch).stdout
    assert "  recorded: the same fault, crashed\n" in again
    assert '    sent:   {"type":"request","id":2,' in again
    assert "SystemError: one in so many" in again
    assert again.splitlines()[-1] == f"seat {seat}: answers: 1 as recorded, 0 otherwise; a fault: crashed"

    mended = tmp_path / "mended"
    shutil.copytree(run.parent / "bots", mended)
    shutil.copy(mended / "honest.py", mended / "crashes_by_seed.py")
    gone = arena("replay", run, match, "--feed", f"{name}={mended}", env=scratch).stdout
    assert "1 as recorded, 0 otherwise, 1 where the record has a fault; no fault" in gone
    assert not list(Path(scratch["TMPDIR"]).iterdir())


def test_a_copy_that_was_changed_is_no_witness(run: Path, tmp_path: Path) -> None:
    changed = tmp_path / "run"
    shutil.copytree(run, changed)
    match, _ = crash_of("free", run)
    (program,) = changed.glob("bots/*/crashes_by_seed.py")
    program.chmod(0o600)
    program.write_text(program.read_text() + "\n")
    said = arena("replay", changed, match, "--feed", "free", status=2)
    assert 'bot "free": the run\'s copy of it has changed since the run began' in said.stderr
