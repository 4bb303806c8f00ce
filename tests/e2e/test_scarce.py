"""A machine that gives too little (disk, descriptors, processes) costs no bot a match: one line, or void and again."""

import contextlib
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.e2e.arena_command import (
    EXAMPLES,
    LIMIT_S,
    Running,
    arena,
    assert_no_traceback,
    checks,
    environment,
    exported,
    matches_in,
    ran,
)
from tests.needs import needs

ROOT = Path(__file__).parents[2]
BOTS = [EXAMPLES / "lowest_bot.py", EXAMPLES / "random_bot.py"]
SEED = "5ca2" * 16
NOBODY = 65534
AS_NOBODY = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]


@pytest.fixture(name="file")
def fixture_file(tmp_path: Path) -> Path:
    """A tournament in which every match starts its bots anew."""
    file = tmp_path / "scarce.toml"
    entries = "".join(f'[[bots]]\npath = "{path}"\n' for path in BOTS)
    file.write_text(f'boards = 12\nsitting = 1\njobs = 1\nseed = "{SEED}"\n{entries}')
    return file


def assert_no_forfeits(run: Path) -> None:
    records = exported(run)
    assert records
    assert all(record["result"]["fault"] is None for record in records)


# ---- the disk


@cache
def _may_mount() -> bool:
    tried = ["unshare", "-m", "true"]
    return os.geteuid() == 0 and subprocess.run(tried, capture_output=True, check=False).returncode == 0


needs_mounts = pytest.mark.skipif(not _may_mount(), reason="mounts file systems of its own, which only root may")


def with_mounts(script: str, *words: str | Path) -> str:
    """What a shell script in a mount namespace of its own says; `arena` in it is the command."""
    start = f'arena() {{ "{sys.executable}" -m arena.cli "$@"; }}\n'
    return ran(["unshare", "-m", "sh", "-c", start + script, "sh", *map(str, words)]).stdout


FULL = """
for size in 8 64 100 160; do
    mount -t tmpfs -o size=${size}k tmpfs "$1"
    arena tournament "$2" "$3" --boards 60 --jobs 1 --no-self-check --out "$1/run" 2>"$4" >&2
    echo "$size $?" $(tail -1 "$4")
    if [ -e "$1/run" ]; then
        mount -o remount,size=50m "$1"
        arena tournament --resume "$1/run" >/dev/null 2>&1 || echo "resume $?"
        arena verify "$1/run" 2>&1
    fi
    umount "$1"
done
"""


@needs_mounts
def test_a_full_disk_is_one_line_at_whatever_moment(tmp_path: Path) -> None:
    (small := tmp_path / "small").mkdir()
    said = with_mounts(FULL, small, *BOTS, tmp_path / "said").splitlines()
    ends = [line.split(" ", 2) for line in said if "arena: " in line and line[0].isdigit() and "verified" not in line]
    assert [(size, status) for size, status, _ in ends] == [("8", "2"), ("64", "2"), ("100", "2"), ("160", "2")], said
    assert all("no space left on device" in line or "the disk is full" in line for _, _, line in ends), said
    assert "the disk is full; what is stored is safe" in ends[-1][2]
    assert any(line.startswith("120 matches verified") for line in said), said
    assert not any(line.startswith("resume") for line in said)


NO_TEMPORARY_FILES = """
for folder in /tmp /var/tmp /usr/tmp; do
    [ -d $folder ] && mount --bind $folder $folder && mount -o remount,ro,bind $folder
done
mount -t tmpfs tmpfs "$1"
cd /proc
unset TMPDIR TEMP TMP
arena tournament "$2" "$3" --boards 1 --no-self-check --out "$1/run" 2>&1; echo "$?"
[ -e "$1/run" ] && echo it stands
arena match "$2" "$3" 2>&1; echo "$?"
arena check "$2" 2>&1; echo "$?"
"""


@needs_mounts
def test_no_place_for_temporary_files_is_one_line(tmp_path: Path) -> None:
    (runs := tmp_path / "runs").mkdir()
    said = with_mounts(NO_TEMPORARY_FILES, runs, *BOTS).splitlines()
    assert [line for line in said if line.isdigit()] == ["2", "2", "2"], said
    assert sum("no usable temporary directory found in ['/tmp', '/var/tmp'" in line for line in said) == 3, said
    assert "it stands" not in said


def test_scratch_directories_that_cannot_be_made_cost_nobody_a_match(file: Path, tmp_path: Path) -> None:
    whole, run, scratch = tmp_path / "whole", tmp_path / "run", tmp_path / "scratch"
    arena("tournament", file, "--no-self-check", "--out", whole)
    with Running(["tournament", file, "--no-self-check", "--out", run], scratch) as it:
        until = time.monotonic() + LIMIT_S
        while matches_in(run) < 3:
            assert time.monotonic() < until
            time.sleep(0.01)
        scratch.rename(tmp_path / "elsewhere")
        status, said = it.ended()
    assert status == 1, said
    assert f"trouble of this machine: cannot make a scratch directory in {scratch}: no such file or directory" in said
    assert_no_forfeits(run)
    arena("tournament", "--resume", run)
    assert checks(run) == checks(whole)


# ---- as an ordinary user


@cache
def _nobodys_python() -> list[str] | None:
    """How an ordinary user runs a module of ours."""
    packages = next(path for path in sys.path if path.endswith("site-packages") and (Path(path) / "trio").exists())
    if os.geteuid() != 0:
        return [sys.executable]
    for python in (sys.executable, "/usr/bin/python3"):
        words = [*AS_NOBODY, "env", f"PYTHONPATH={ROOT}:{packages}", "PYTHONDONTWRITEBYTECODE=1", "HOME=/", python]
        with contextlib.suppress(OSError):
            tried = subprocess.run([*words, "-c", "import arena.cli"], cwd="/", capture_output=True, check=False)
            if tried.returncode == 0:
                return words
    return None


as_nobody = pytest.mark.skipif(_nobodys_python() is None, reason="an ordinary user cannot start this Python here")


def nobodys(*words: str | Path, nproc: int | None = None) -> subprocess.CompletedProcess[str]:
    """`arena WORDS` of an ordinary user who may have `nproc` processes and threads more than he has."""
    python = _nobodys_python()
    assert python is not None
    limit = [] if nproc is None else ["prlimit", f"--nproc={nproc}"]
    *before, last = python
    done = subprocess.run(
        [*before, *limit, last, "-m", "arena.cli", *map(str, words)],
        cwd="/",
        capture_output=True,
        text=True,
        env=environment(),
        timeout=LIMIT_S,
        check=False,
    )
    assert_no_traceback(done.stderr)
    return done


@pytest.fixture(name="his")
def fixture_his() -> Iterator[Path]:
    """A folder of the ordinary user's; pytest keeps its own to root. With the bots in it."""
    with tempfile.TemporaryDirectory(prefix="arena-test-") as name:
        folder = Path(name)
        for bot in BOTS:
            shutil.copy(bot, folder)
        folder.chmod(0o755)
        if os.geteuid() == 0:
            shutil.chown(folder, NOBODY, NOBODY)
        yield folder


def _his_bots(his: Path) -> list[Path]:
    return [his / bot.name for bot in BOTS]


@as_nobody
def test_a_run_that_cannot_be_written_is_one_line_and_can_be_read(his: Path) -> None:
    run = his / "run"
    assert nobodys("tournament", *_his_bots(his), "--boards", "2", "--no-self-check", "--out", run).returncode == 0
    modes = {path: path.stat().st_mode for path in [run, *run.rglob("*")]}
    for path, mode in modes.items():
        path.chmod(mode & ~0o222)
    try:
        refused = nobodys("tournament", "--resume", run, "--boards", "4")
        assert (refused.returncode, refused.stderr) == (2, f"arena: {run}: cannot be written: permission denied\n")
        for verb in ("standings", "export", "verify"):
            assert nobodys(verb, run).returncode == 0
        refused = nobodys("tournament", *_his_bots(his), "--out", run / "another")
        assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
        assert "cannot be written: permission denied" in refused.stderr
    finally:
        for path, mode in modes.items():
            path.chmod(mode)
    assert nobodys("tournament", "--resume", run, "--boards", "4").returncode == 0


@as_nobody
@needs("prlimit")
@pytest.mark.parametrize("nproc", [20, 50])
def test_too_few_processes_are_one_line(nproc: int, his: Path) -> None:
    verbs: list[list[str | Path]] = [["tournament", "--no-self-check", "--out", his / "run"], ["match"]]
    for verb in verbs:
        refused = nobodys(*verb, *_his_bots(his), nproc=nproc)
        assert refused.returncode == 2
        assert "processes and threads, and there is room for" in refused.stderr.splitlines()[-1]
    assert not (his / "run").exists()


@as_nobody
@needs("prlimit")
def test_processes_that_cannot_be_started_cost_nobody_a_match(his: Path) -> None:
    """Every match starts its bots anew; in the middle of the run their warden may start no more of them."""
    run, whole, file = his / "run", his / "whole", his / "scarce.toml"
    entries = "".join(f'[[bots]]\npath = "{path}"\n' for path in _his_bots(his))
    file.write_text(f'boards = 10\nsitting = 1\njobs = 1\nseed = "{SEED}"\n{entries}')
    words: list[str | Path] = ["tournament", file, "--no-self-check", "--out"]
    assert nobodys(*words, whole).returncode == 0
    python = _nobodys_python()
    assert python is not None
    with Running([*words, run], his / "scratch", python=python, owner=NOBODY) as it:
        until = time.monotonic() + LIMIT_S
        while matches_in(run) < 3:
            assert time.monotonic() < until
            time.sleep(0.01)
        for warden in it.wait_for(lambda kin: kin.wardens).wardens:
            limit = ["prlimit", f"--pid={warden}", "--nproc=0:0"]
            subprocess.run([*(AS_NOBODY if os.geteuid() == 0 else []), *limit], check=True)
        status, said = it.ended()
    assert status == 1, said
    assert "trouble of this machine: cannot start a process: resource temporarily unavailable" in said
    assert nobodys("tournament", "--resume", run).returncode == 0
    assert_no_forfeits(run)
    assert checks(run) == checks(whole)


# ---- descriptors


@pytest.mark.parametrize("files", [64, 32, 24])
def test_too_few_descriptors_are_one_line(files: int, tmp_path: Path) -> None:
    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

    for verb in (["tournament", "--no-self-check", "--out", tmp_path / "run"], ["match"]):
        refused = arena(*verb, *BOTS, status=2, in_child=limited)
        assert refused.stderr.splitlines()[-1] == (
            f"arena: a job with 4 bots opens up to 88 files, and this shell allows {files}: raise it (ulimit -n 88)"
        )
    arena("check", BOTS[0], in_child=limited)
    assert not (tmp_path / "run").exists()


def test_just_enough_descriptors_are_enough(tmp_path: Path) -> None:
    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (88, 88))

    run = tmp_path / "run"
    done = arena("tournament", *BOTS, *BOTS, "--boards", "2", "--jobs", "8", "--out", run, in_child=limited)
    assert "4 jobs instead of 8: this shell allows 88 open files (ulimit -n)" in done.stderr
    assert_no_forfeits(run)
