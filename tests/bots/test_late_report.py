"""A bot whose output has ended: what is said of it when its end is reported late."""

import os
import signal
import threading
import time
from typing import Any

import pytest

from arena.bots import process as process_module
from arena.bots.warden import Warden
from arena.games import game
from arena.records import FaultKind, MatchRecord
from tests.sittings import SHORT, entrant, played, program, sitting

RULED = game("bid-euchre", {})


def played_with_a_late_warden(monkeypatch: pytest.MonkeyPatch, *words: str) -> MatchRecord:
    """Each bot's end is reported no sooner than a second after its start was asked for."""
    stopped: list[threading.Timer] = []
    started = process_module.BotProcess._started

    def start(self: process_module.BotProcess, *given: Any) -> int:
        pid = started(self, *given)
        warden = self._warden.pid
        assert warden is not None
        os.kill(warden, signal.SIGSTOP)
        return pid

    def go_on(warden: Warden) -> None:
        if warden.pid is not None:
            os.kill(warden.pid, signal.SIGCONT)

    monkeypatch.setattr(process_module.BotProcess, "_started", start)
    begun = Warden.start

    def begin(self: Warden, *given: Any) -> int:
        go_on(self)
        timer = threading.Timer(1.0, go_on, [self])
        stopped.append(timer)
        timer.start()
        return begun(self, *given)

    monkeypatch.setattr(Warden, "start", begin)
    bots = (entrant("honest", program("honest.py")), entrant("rogue", program(*words), SHORT))
    [record] = played(sitting(bots, [0], RULED))
    for timer in stopped:
        timer.join()
    return record


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("exits_after_ready.py",), "the process exited with status 3 when the answer to request 1 was due"),
        (("crashes.py", "11"), "the process was killed by SIGSEGV when the answer to request 1 was due"),
    ],
)
def test_a_process_that_is_gone_is_not_said_to_run(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str
) -> None:
    begun = time.monotonic()
    record = played_with_a_late_warden(monkeypatch, *words)
    assert time.monotonic() - begun > 0.9  # the report was late indeed
    fault = record.result.fault
    assert fault is not None
    assert fault.kind is FaultKind.CRASHED
    assert said in fault.detail


def test_one_that_has_only_closed_its_output_is_said_to_run(monkeypatch: pytest.MonkeyPatch) -> None:
    record = played_with_a_late_warden(monkeypatch, "closes_output.py", "request")
    fault = record.result.fault
    assert fault is not None
    assert "the process closed its output but still ran" in fault.detail
