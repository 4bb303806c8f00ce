"""A signal at any time ends arena, and nothing of any bot stays, however it clings to life."""

import os
import signal
import time
from pathlib import Path

import pytest

from tests.e2e.arena_command import LIMIT_S, Running, await_nothing_left

CLINGING = """
import contextlib, json, os, signal, sys, time

for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)

def sleep_apart():
    # where it is let, in a session of its own and without a parent
    with contextlib.suppress(PermissionError):
        os.setsid()
    if os.fork() == 0:
        with contextlib.suppress(PermissionError):
            os.setsid()
        open(f"{os.getpid()}.left", "w").close()
        time.sleep(1000)
    os._exit(0)

if os.fork() == 0:
    sleep_apart()
os.wait()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "match_start":
        print('{"type": "ready"}', flush=True)
    if message["type"] == "request":
        time.sleep(0.02)
        print(json.dumps({"type": "action", "id": message["id"], "action": message["legal"][0]}), flush=True)
while True:
    time.sleep(1000)
"""

COMMANDS = {
    "tournament": ["tournament", "A=BOT", "B=BOT", "--boards", "50", "--no-self-check", "--out", "RUN"],
    "self-check": ["tournament", "A=BOT", "B=BOT", "--out", "RUN"],
    "match": ["match", "A=BOT", "B=BOT"],
}
AT_LEVEL = [(name, level) for name in COMMANDS for level in ("auto", "none")] + [("tournament", "limits")]


@pytest.fixture(name="bot")
def fixture_bot(tmp_path: Path) -> Path:
    path = tmp_path / "clinging.py"
    path.write_text(CLINGING)
    return path


def _words(name: str, level: str, bot: Path, run: Path) -> list[str]:
    if name == "check":
        return ["check", str(bot)]
    words = [word.replace("BOT", str(bot)).replace("RUN", str(run)) for word in COMMANDS[name]]
    return [*words, "--isolation", level]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL], ids=lambda number: number.name)
@pytest.mark.parametrize(("name", "level"), [*AT_LEVEL, ("check", "auto")])
def test_nothing_is_left(name: str, level: str, number: signal.Signals, bot: Path, tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    with Running(_words(name, level, bot, tmp_path / "run"), scratch) as it:
        # every bot and what it left, which the warden has adopted
        bots = 2 if name == "check" else 8
        kin = it.wait_for(lambda kin: len(kin.bots) >= bots and len(list(scratch.glob("*/*.left"))) >= bots // 2)
        it.process.send_signal(number)
        status, said = it.ended()
        assert status == (-number if number is signal.SIGKILL else 128 + number), said
        assert "Traceback" not in said
        print(await_nothing_left(kin.all(), scratch))
    assert (tmp_path / "run").exists() == (name == "tournament" or (name, number) == ("self-check", signal.SIGKILL))


def test_a_second_interruption_waits_for_nobody(bot: Path, tmp_path: Path) -> None:
    file = tmp_path / "patient.toml"
    entry = f'[[bots]]\npath = "{bot}"\n'
    file.write_text(f"boards = 50\n[clock]\nexit_ms = 600000\n{entry}{entry}")
    scratch = tmp_path / "scratch"
    with Running(["tournament", file, "--no-self-check", "--out", tmp_path / "run"], scratch) as it:
        kin = it.wait_for(lambda kin: kin.workers and len(kin.bots) >= 8)
        for worker in kin.workers:
            os.kill(worker, signal.SIGSTOP)  # the first interruption could wait for it as long as it likes
        try:
            it.process.send_signal(signal.SIGINT)
            time.sleep(0.5)
            assert not it.is_over
            it.process.send_signal(signal.SIGINT)
            assert it.process.wait(LIMIT_S) == 130
        finally:
            for worker in kin.workers:
                os.kill(worker, signal.SIGCONT)
        await_nothing_left(kin.all(), scratch)


def test_a_long_exit_ms_does_not_hold_up_an_interruption(bot: Path, tmp_path: Path) -> None:
    file = tmp_path / "patient.toml"
    entry = f'[[bots]]\npath = "{bot}"\n'
    file.write_text(f"boards = 50\n[clock]\nexit_ms = {LIMIT_S * 2000}\n{entry}{entry}")
    scratch = tmp_path / "scratch"
    with Running(["tournament", file, "--no-self-check", "--out", tmp_path / "run"], scratch) as it:
        kin = it.wait_for(lambda kin: kin.workers and len(kin.bots) >= 8)
        it.process.send_signal(signal.SIGINT)
        assert it.ended()[0] == 130
        await_nothing_left(kin.all(), scratch)
