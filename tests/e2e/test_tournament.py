"""Whole tournaments through the command line, with real bot processes."""

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.e2e.arena_command import (
    EXAMPLES,
    LIMIT_S,
    arena,
    bot_processes,
    checks,
    environment,
    exported,
    untimed_standings,
)

FAST = [EXAMPLES / "lowest_bot.py", EXAMPLES / "random_bot.py", EXAMPLES / "counting_bot.py"]
SEED = "00ff" * 16
INTERRUPTIONS = 2


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An uninterrupted run with one worker: what every other way of running must equal."""
    run = tmp_path_factory.mktemp("whole") / "run"
    arena("tournament", *FAST, "--boards", "12", "--seed", SEED, "--jobs", "1", "--out", run)
    return run


def test_the_standings_on_stdout_are_the_json_of_the_spec(tmp_path: Path) -> None:
    names = [f"{name}={path}" for name, path in zip("ABC", FAST, strict=True)]
    run = tmp_path / "run"
    done = arena("tournament", *names, "--boards", "6", "--seed", "7", "--format", "json", "--out", run)
    standings = json.loads(done.stdout)
    assert standings["format"] == "arena-standings/1"
    assert standings["seed"] == "7".zfill(64)
    assert standings["unfinished_matches"] == standings["void_matches"] == 0
    assert {row["bot"] for row in standings["rows"]} == set("ABC")
    assert all(row["pairs"] == 12 and row["won"] + row["split"] + row["lost"] == 12 for row in standings["rows"])
    assert [(e["a"], e["b"], e["pairs"]) for e in standings["encounters"]] == [
        ("A", "B", 6),
        ("A", "C", 6),
        ("B", "C", 6),
    ]
    arena("verify", run)
    records = exported(run)
    assert len(records) == 36
    assert {record["seed"] for record in records} == {"7".zfill(64)}


def test_verify_passes_on_the_run(whole: Path) -> None:
    arena("verify", whole)


def test_two_workers_play_the_same(whole: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    arena("tournament", *FAST, "--boards", "12", "--seed", SEED, "--jobs", "2", "--out", run)
    assert checks(run) == checks(whole)
    assert untimed_standings(run) == untimed_standings(whole)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_an_interrupted_run_resumes_to_the_same(whole: Path, tmp_path: Path, number: signal.Signals) -> None:
    run = tmp_path / "run"
    words = ["tournament", *map(str, FAST), "--boards", "12", "--seed", SEED, "--out", str(run), "--no-self-check"]
    interrupted = 0
    for attempt in range(INTERRUPTIONS + 1):
        command = [sys.executable, "-m", "arena.cli", *words]
        process = subprocess.Popen(
            command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert process.stderr is not None
        assert any("commitment" in line for line in iter(process.stderr.readline, "")), "it said how it began"
        if attempt < INTERRUPTIONS:
            time.sleep(random.Random(f"{number}{attempt}").uniform(0.0, 1.0))
            process.send_signal(number)
        _, said = process.communicate(timeout=LIMIT_S)
        if process.returncode == 0:
            break
        assert process.returncode == (-9 if number is signal.SIGKILL else 128 + number), said
        interrupted += 1
        words = ["tournament", "--resume", str(run)]
    assert interrupted > 0
    assert process.returncode == 0
    assert checks(run) == checks(whole)
    assert untimed_standings(run) == untimed_standings(whole)
    arena("verify", run)


def test_more_boards_on_resume_equal_a_longer_run(whole: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    arena("tournament", *FAST, "--boards", "5", "--seed", SEED, "--out", run)
    arena("tournament", "--resume", run, "--boards", "12")
    assert checks(run) == checks(whole)
    arena("tournament", "--resume", run, "--boards", "11", status=2)


def test_two_copies_of_a_deterministic_bot_are_level_in_every_pair(tmp_path: Path) -> None:
    run = tmp_path / "run"
    bot = EXAMPLES / "lowest_bot.py"
    done = arena("tournament", bot, bot, "--boards", "15", "--seed", SEED, "--format", "json", "--out", run)
    assert 'plays as "lowest_bot-2"' in done.stderr
    (encounter,) = json.loads(done.stdout)["encounters"]
    assert (encounter["won"], encounter["split"], encounter["lost"]) == (0, 15, 0)


FAULTY = {
    "exits": (
        "crashed",
        "import sys\nfor line in sys.stdin:\n    if '\"request\"' in line: sys.exit('no plan')\n    READY\n",
    ),
    "hangs": (
        "timeout",
        "import sys, time\nfor line in sys.stdin:\n    if '\"request\"' in line: time.sleep(60)\n    READY\n",
    ),
    "garbage": (
        "malformed",
        "import sys\nfor line in sys.stdin:\n    if '\"request\"' in line: print('Jh', flush=True)\n    READY\n",
    ),
    "illegal": (
        "illegal",
        "import sys, json\nfor line in sys.stdin:\n    m = json.loads(line)\n"
        "    if m['type'] == 'request':\n"
        "        hand = m['view']['hand'] if m['decision'] == 'play' else m['legal']\n"
        "        wrong = [a for a in hand if a not in m['legal']] or m['legal']\n"
        "        print(json.dumps({'type': 'action', 'id': m['id'], 'action': wrong[0]}), flush=True)\n    READY\n",
    ),
}
READY = 'if \'"match_start"\' in line: print(\'{"type":"ready"}\', flush=True)'


def test_a_faulty_bot_forfeits_its_matches_and_no_other(tmp_path: Path) -> None:
    bots = []
    for name, (_, code) in FAULTY.items():
        path = tmp_path / f"{name}.py"
        path.write_text(code.replace("READY", READY))
        bots.append(path)
    file = tmp_path / "faulty.toml"
    tables = "".join(f'[[bots]]\npath = "{path}"\n' for path in [*bots, *FAST[:2]])
    file.write_text(f"boards = 2\n[clock]\naction_ms = 400\nbank_ms = 0\n{tables}")
    run = tmp_path / "run"
    done = arena("tournament", file, "--seed", SEED, "--out", run)
    for name, (kind, _) in FAULTY.items():
        assert f'warning: bot "{name}" broke a rule in its self-check: {kind}' in done.stderr
    records = exported(run)
    assert len(records) == 15 * 4
    for record in records:
        names = [entrant["name"] for entrant in record["entrants"]]
        fault = record["result"]["fault"]
        if set(names).isdisjoint(FAULTY):
            assert fault is None
            continue
        guilty = names[record["seats"][fault["seat"]]]
        assert fault["kind"] == FAULTY[guilty][0]
        assert record["result"]["shares"][record["sides"][fault["seat"]]] == 0
        if fault["kind"] == "illegal":
            assert "must follow" in fault["detail"]
    for kind in ("crashed", "timeout", "malformed", "illegal"):
        assert kind in done.stdout
    illegal = next(r for r in records if r["result"]["fault"] and r["result"]["fault"]["kind"] == "illegal")
    assert "must follow" in arena("replay", run, illegal["match"]).stdout
    arena("verify", run)
    logs = [path.read_text() for path in (run / "logs").iterdir()]
    assert len(logs) == sum(bool((record["result"]["fault"] or {}).get("stderr")) for record in records) > 0
    assert all("--- seat" in log and "no plan" in log for log in logs)
    assert bot_processes(str(run)) == []


def test_a_bot_that_cannot_start_stops_the_tournament_or_is_left_out(tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("import nonsense_module\n")
    run = tmp_path / "run"
    done = arena("tournament", *FAST[:2], broken, "--boards", "2", "--out", run, status=2)
    assert 'bot "broken" cannot be started' in done.stderr
    assert "nonsense_module" in done.stderr
    assert not run.exists()
    done = arena("tournament", *FAST[:2], broken, "--boards", "2", "--out", run, "--skip-broken")
    assert "left out" in done.stderr
    assert "broken" not in done.stdout


def test_a_run_in_use_is_refused(tmp_path: Path) -> None:
    run = tmp_path / "run"
    command = [sys.executable, "-m", "arena.cli", "tournament", *map(str, FAST), "--boards", "5000", "--out", str(run)]
    process = subprocess.Popen([*command, "--no-self-check"], env=environment(), stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + LIMIT_S
        while not (run / "tournament.toml").exists():
            assert time.monotonic() < deadline
            time.sleep(0.01)
        assert "in use" in arena("tournament", "--resume", run, status=2).stderr
        unfinished = json.loads(arena("standings", run, "--format", "json").stdout)
        assert unfinished["unfinished_matches"] > 0
        assert unfinished["seed"] is None
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(LIMIT_S) == 130
    assert bot_processes(str(run)) == []


MISTAKES = {
    "unknown key": ('bords = 3\n[[bots]]\npath = "BOT"\n[[bots]]\npath = "BOT"\n', "bords"),
    "unknown game": ('game = "whist"\n[[bots]]\npath = "BOT"\n[[bots]]\npath = "BOT"\n', "whist"),
    "unknown option": ('[[bots]]\npath = "BOT"\n[[bots]]\npath = "BOT"\n[options]\njoker = true\n', "joker"),
    "missing file": ('[[bots]]\npath = "BOT"\n[[bots]]\npath = "nowhere.py"\n', "nowhere.py"),
    "one bot only": ('[[bots]]\npath = "BOT"\n', "two bots"),
    "zero boards": ('boards = 0\n[[bots]]\npath = "BOT"\n[[bots]]\npath = "BOT"\n', "boards"),
    "no hex": ('seed = "xyz"\n[[bots]]\npath = "BOT"\n[[bots]]\npath = "BOT"\n', "seed"),
    "a bad name": ('[[bots]]\nname = "a~b"\npath = "BOT"\n[[bots]]\npath = "BOT"\n', "a~b"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_one_line_and_status_2(tmp_path: Path, mistake: str) -> None:
    text, named = MISTAKES[mistake]
    file = tmp_path / "t.toml"
    file.write_text(text.replace("BOT", str(FAST[0])))
    done = arena("tournament", file, "--out", tmp_path / "run", status=2)
    assert done.stdout == ""
    assert named in done.stderr.splitlines()[-1]
    assert len([line for line in done.stderr.splitlines() if line.startswith("arena: ")]) == 1
    assert not (tmp_path / "run").exists()


def test_a_file_without_execute_bit_or_known_extension_is_named(tmp_path: Path) -> None:
    odd = tmp_path / "bot.xyz"
    odd.write_text("#!/bin/sh\n")
    assert "chmod +x" in arena("tournament", FAST[0], odd, "--out", tmp_path / "run", status=2).stderr


@pytest.mark.skipif(os.geteuid() != 0 and sys.platform != "linux", reason="needs a directory that cannot be written")
def test_a_directory_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert "cannot be" in arena("tournament", *FAST[:2], "--out", blocked / "run", status=2).stderr


def test_random_against_itself_is_even(tmp_path: Path) -> None:
    """150 pairs here; the 2,000 of the promise are played by hand (docs/decisions)."""
    file = tmp_path / "even.toml"
    bot = f'[[bots]]\npath = "{FAST[1]}"\n'
    file.write_text(f"boards = 150\nmax_deals = 20\n{bot}{bot}")
    done = arena("tournament", file, "--seed", SEED, "--format", "json", "--out", tmp_path / "run")
    (encounter,) = json.loads(done.stdout)["encounters"]
    assert encounter["low"] <= 0.5 <= encounter["high"]


@pytest.mark.skipif(os.geteuid() != 0, reason="mounts a small file system, which only root may")
def test_a_full_disk_is_one_line_and_the_run_goes_on_later(tmp_path: Path) -> None:
    small = tmp_path / "small"
    small.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=700k", "tmpfs", str(small)], check=False)
    if mounted.returncode:
        pytest.skip("this machine does not let tests mount")
    try:
        words = ["tournament", *map(str, FAST[:2]), "--boards", "200", "--seed", SEED, "--out", str(small / "run")]
        assert "the disk is full" in arena(*words, status=2).stderr.splitlines()[-1]
        subprocess.run(["mount", "-o", "remount,size=50m", str(small)], check=True)
        arena("tournament", "--resume", small / "run")
        arena("verify", small / "run")
    finally:
        subprocess.run(["umount", str(small)], check=True)


def test_a_killed_worker_loses_no_match(whole: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    words = ["tournament", *map(str, FAST), "--boards", "12", "--seed", SEED, "--out", str(run), "--no-self-check"]
    command = [sys.executable, "-m", "arena.cli", *words]
    process = subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    deadline = time.monotonic() + LIMIT_S
    killed = 0
    while killed < 2 and process.poll() is None:
        assert time.monotonic() < deadline
        for child in children.read_text().split():
            with contextlib.suppress(ProcessLookupError, FileNotFoundError):
                if "arena.executors.worker" in Path(f"/proc/{child}/cmdline").read_text():
                    os.kill(int(child), signal.SIGKILL)
                    killed += 1
        time.sleep(0.3)
    _, said = process.communicate(timeout=LIMIT_S)
    assert killed >= 2
    assert process.returncode == 0, said
    assert checks(run) == checks(whole)
