"""`arena replay --step`: keys move through a match, and the terminal is as it was whatever happens."""

import contextlib
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.cli.stepping import Walk
from arena.cli.terminal_keys import Keys, named
from tests.cli.in_process import played, revoked, run_of
from tests.played import good_records

RECORDS = good_records()
LIMIT_S = 60  # a hang, nothing else
_CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def walk(ending: str = "target", **more: Any) -> Walk:
    return Walk(RECORDS[ending], {(0, 0): "first", (0, 1): "second"}, **more)


def place_of(one: Walk) -> tuple[int | None, int]:
    return one.position.deal, one.position.shown


# ---- the keys


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        (b"nnp", ["n", "n", "p"]),
        (b"\x1b[C\x1b[D\x1bOC\x1bOD", ["right", "left", "right", "left"]),
        (b"\x1b[H\x1b[F\x1b[1~\x1b[4~", ["home", "end", "home", "end"]),
        (b"\r\n \x7f\x04", ["enter", "enter", " ", "left", "q"]),
        (b"\x1b[15~n\x1b[1;5Cq", ["n", "q"]),
        (b"\x1b", []),
        (b"\x1bn", ["n"]),
        ("ünü".encode(), ["n"]),
    ],
)
def test_what_a_terminal_sends(sent: bytes, keys: list[str]) -> None:
    assert list(named(sent)) == keys


@pytest.mark.parametrize(
    "parts", [[b"\x1b", b"[D"], [b"\x1b[", b"D"], [b"\x1b[1", b"~"], [b"\x1b[1;", b"5C"], [b"\x1bO", b"A"]]
)
def test_a_key_may_come_in_two_parts(parts: list[bytes]) -> None:
    heard = Keys()
    assert heard.add(b"n" + parts[0]) == ["n"]
    assert heard.add(parts[1] + b"p") == [*named(b"".join(parts)), "p"]
    assert heard.add(b"\x1b") == []
    assert heard.add(b"q") == ["q"]


@pytest.mark.parametrize(
    ("keys", "at"),
    [
        ("", (0, 0)),
        ("n", (0, 1)),
        ("n n n p", (0, 2)),
        ("p p", (0, 0)),
        ("right enter", (0, 2)),
        ("d", (1, 0)),
        ("d d D", (1, 0)),
        ("d n n D", (1, 0)),
        ("d D D", (0, 0)),
        ("G n n g", (0, 0)),
        ("x ! 9", (0, 0)),
    ],
)
def test_keys_move(keys: str, at: tuple[int, int]) -> None:
    one = walk()
    for key in keys.split():
        one.press(key)
    assert place_of(one) == at


def test_by_trick_and_to_the_end() -> None:
    one = walk()
    deals = RECORDS["target"]["deals"]
    won = 0
    for deal in deals[:2]:
        calls = len(deal["actions"]) - 24
        for trick in range(1, 7):
            one.press("t")
            won += 1
            assert place_of(one) == (deals.index(deal), calls + 4 * trick)
            assert one.position.lines[-1].winner is not None
    one.press("T")
    assert place_of(one) == (1, len(deals[1]["actions"]) - 4)
    one.press("G")
    assert one.position.end is not None
    one.press("q")
    assert one.is_over


def test_whose_eyes_and_the_raw_request() -> None:
    one = walk()
    assert one.look(80, 24).viewer is None
    one.press("n")
    asked = one.position.last
    assert asked is not None
    assert one.look(80, 24).request is None
    one.press("r")
    assert one.look(80, 24).request == "first"
    one.press(str((asked.seat + 1) % 4))
    assert one.look(80, 24).viewer == (asked.seat + 1) % 4
    assert one.look(80, 24).request == ""  # not that seat's to see
    one.press(str(asked.seat))
    assert one.look(80, 24).request == "first"
    one.press("a")
    one.press("n")
    assert (place_of(one), one.look(80, 24).request) == ((0, 2), "second")
    one.press("r")
    assert one.look(80, 24).request is None


def test_the_request_of_a_fault() -> None:
    record = RECORDS["illegal"]
    fault = record["result"]["fault"]
    requests = {(fault["deal"], fault["action_index"]): "at the fault"}
    one = Walk(record, requests, is_raw=True)
    one.press("G")
    assert one.look(80, 24).request == "at the fault"


# ---- in a terminal


class Stepping:
    """`arena replay --step` with a terminal of its own."""

    def __init__(self, run: Path, *options: str, rows: int = 24, columns: int = 80) -> None:
        self.ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, (rows, columns))
        self.before = termios.tcgetattr(theirs)
        self._theirs = theirs
        self.heard = ""
        environment = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES", "TERM")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "arena.cli", "replay", str(run), "a~b/0/open", "--step", *options],
            stdin=theirs,
            stdout=theirs,
            stderr=subprocess.PIPE,
            env=environment | {"TERM": "xterm", "PYTHONUTF8": "1"},
            start_new_session=True,
            preexec_fn=_take_terminal,
        )

    def press(self, keys: str) -> None:
        self.heard = ""
        os.write(self.ours, keys.encode())

    def wait_for(self, text: str) -> str:
        """The screen as it was drawn last, once all of it has come and it shows this."""
        rows, _ = termios.tcgetwinsize(self.ours)
        self._hear(lambda: text in self.screen() and self.screen().count("\r\n") == rows - 1)
        return self.screen()

    def screen(self) -> str:
        """What was drawn since the cursor was home last, without its codes."""
        return _CODES.sub("", self.heard.rpartition("\x1b[H")[2])

    def ended(self) -> int:
        self._hear(lambda: self.process.poll() is not None)
        self._hear(lambda: not select.select([self.ours], [], [], 0.05)[0])
        return self.process.wait()

    def mode(self) -> list[Any]:
        return termios.tcgetattr(self._theirs)

    def _hear(self, is_enough: Callable[[], bool]) -> None:
        until = time.monotonic() + LIMIT_S
        while not is_enough():
            assert time.monotonic() < until, repr(self.heard)
            if select.select([self.ours], [], [], 0.05)[0]:
                with contextlib.suppress(OSError):
                    self.heard += os.read(self.ours, 65536).decode("utf-8", "replace")

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        assert self.process.stderr
        self.process.stderr.close()
        os.close(self.ours)
        os.close(self._theirs)


def _take_terminal() -> None:
    """In the child: its standard input is the terminal whose keys send signals."""
    import fcntl

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run_of(tmp_path_factory.mktemp("step") / "run", [revoked(0, "open"), played(0, "closed")])


@contextlib.contextmanager
def stepping(run: Path, *options: str, **size: int) -> Iterator[Stepping]:
    one = Stepping(run, *options, **size)
    try:
        yield one
    finally:
        one.close()


def test_a_session(run: Path) -> None:
    decisions = [len(deal.actions) for deal in revoked(0, "open").deals]
    with stepping(run) as one:
        first = one.wait_for("q quit")
        assert f"decision 0 of {decisions[0]}" in first
        assert first.count("\r\n") == 23
        one.press("n\x1b[C\r")
        one.wait_for(f"decision 3 of {decisions[0]}")
        one.press("\x1b[D")
        one.wait_for(f"decision 2 of {decisions[0]}")
        one.press("2")
        assert one.wait_for("what seat 2 (a) sees").count("(not seen)") == 3
        one.press("a")
        one.wait_for("all hands")
        one.press("t")
        one.wait_for("takes it")
        one.press("d")
        one.wait_for(f"deal 1 (of {len(decisions)}) · decision 0 of {decisions[1]}")
        one.press("G")
        one.wait_for("FAULT of seat ")
        one.press("r")
        request = one.wait_for(" was sent:").partition(" was sent:")[2].partition("FAULT of")[0]
        assert json.loads(request.replace("\r\n", ""))["type"] == "request"
        one.press("q")
        assert one.ended() == 0
        assert one.heard.endswith("\x1b[?25h\x1b[?1049l")
        assert one.mode() == one.before
        assert one.process.stderr
        last = one.process.stderr.read().decode().splitlines()[-1]
        assert last.endswith(f" --step --deal {len(decisions) - 1} --card {decisions[-1]}")


def test_it_begins_where_it_is_told_and_follows_the_size(run: Path) -> None:
    with stepping(run, "--deal", "1", "--card", "2", "--seat", "1", rows=30, columns=100) as one:
        page = one.wait_for("q quit")
        assert "deal 1 (of 2) · decision 2 of " in page
        assert "what seat 1 (b) sees" in page
        assert page.count("\r\n") == 29
        one.heard = ""
        termios.tcsetwinsize(one.ours, (20, 60))
        assert one.wait_for("n p card").count("\r\n") == 19


@pytest.mark.parametrize("how", ["key", "SIGINT", "SIGTERM"])
def test_the_terminal_is_given_back_when_it_is_interrupted(how: str, run: Path) -> None:
    with stepping(run) as one:
        one.wait_for("q quit")
        assert one.mode() != one.before
        if how == "key":
            one.press("\x03")
        else:
            one.process.send_signal(signal.Signals[how])
        assert one.ended() == (143 if how == "SIGTERM" else 130)
        assert "\x1b[?25h\x1b[?1049l" in one.heard
        assert one.mode() == one.before


def test_a_place_that_is_not_there_leaves_the_terminal_alone(run: Path) -> None:
    with stepping(run, "--deal", "1", "--card", "99") as one:
        assert one.ended() == 2
        assert one.heard == ""
        assert one.process.stderr
        assert "--card: deal 1 of a~b/0/open has " in one.process.stderr.read().decode()
