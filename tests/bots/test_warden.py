"""The warden with real processes: how bots start and end, what they inherit, what is left when somebody is killed."""

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from arena.bots.process import BotProcess, StartError
from arena.bots.warden import HostTroubleError, Warden
from arena.records import Entrant, Isolation, Limits
from tests.needs import needs
from tests.sittings import entrant, processes_at_home_in

LONG_S = 30.0  # a hang, nothing else

Start = Callable[..., BotProcess]


@pytest.fixture(autouse=True)
def scratch_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


@pytest.fixture(name="warden")
def fixture_warden(tmp_path: Path) -> Iterator[Warden]:
    with Warden() as warden:
        yield warden
    assert processes_at_home_in(tmp_path) == []


@pytest.fixture(name="start")
def fixture_start(warden: Warden) -> Iterator[Start]:
    """Start a Python program given as text, or a command."""
    started: list[BotProcess] = []

    def start(source: str | Sequence[str], **changes: object) -> BotProcess:
        bot = replace(_bot(source), **changes)  # type: ignore[arg-type]
        process = BotProcess(bot, warden, None)
        started.append(process)
        return process

    yield start
    for process in started:
        process.end()
        process.release()


def _bot(source: str | Sequence[str]) -> Entrant:
    command = [sys.executable, "-S", "-c", textwrap.dedent(source)] if isinstance(source, str) else source
    return replace(entrant("a", command), isolation=Isolation.LIMITS)


def _read(descriptor: int, until: bytes = b"\n") -> bytes:
    """What comes up to `until`, or up to the end."""
    data = b""
    waiting = select.poll()
    waiting.register(descriptor, select.POLLIN)
    while not data.endswith(until):
        assert waiting.poll(LONG_S * 1000), f"nothing more came after {data!r}"
        more = os.read(descriptor, 65536)
        if not more:
            break
        data += more
    return data


def _await_end(process: BotProcess) -> None:
    waiting = select.poll()
    waiting.register(process.ended, select.POLLIN)
    assert waiting.poll(LONG_S * 1000), "the warden did not report its end"
    assert process.learn_end()


def _await_gone(pids: Sequence[int]) -> None:
    until = time.monotonic() + LONG_S
    while any(os.path.exists(f"/proc/{pid}") and not _is_zombie(pid) for pid in pids):
        assert time.monotonic() < until, f"still there: {pids}"
        time.sleep(0.01)


def _is_zombie(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] in "ZX"
    return True


# ---- how it starts

WHAT_IT_HAS = """
    import json, os, signal, sys
    print(json.dumps({
        "descriptors": sorted(int(fd) for fd in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{fd}")),
        "leads": os.getpid() == os.getsid(0) == os.getpgid(0),
        "nice": os.nice(0),
        "cwd": os.getcwd(),
        "ignored": sorted(int(s) for s in signal.valid_signals() if signal.getsignal(s) is signal.SIG_IGN),
        "blocked": sorted(signal.pthread_sigmask(signal.SIG_BLOCK, ())),
        "umask": os.umask(0),
    }), flush=True)
"""


def test_what_a_bot_is_born_with(start: Start) -> None:
    process = start(WHAT_IT_HAS)
    has = json.loads(_read(process.stdout))
    # Python itself ignores SIGPIPE and SIGXFSZ
    assert set(has.pop("ignored")) <= {signal.SIGPIPE, signal.SIGXFSZ}
    assert has == {
        "descriptors": [0, 1, 2],
        "leads": True,
        "nice": 5,
        "cwd": process.scratch,
        "blocked": [],
        "umask": 0o077,
    }


def _file(tmp_path: Path, text: str, mode: int) -> str:
    path = tmp_path / "program"
    path.write_text(text)
    path.chmod(mode)
    return str(path)


@pytest.mark.parametrize(
    ("text", "mode", "reason"),
    [
        (None, 0, "no such file or directory"),
        ("#!/bin/sh\n", 0o644, "permission denied"),
        ("#!/no/such/interpreter\n", 0o755, "no such file or directory"),
        ("no program at all\n", 0o755, "exec format error"),
    ],
)
@pytest.mark.parametrize(
    "isolation", [Isolation.LIMITS, Isolation.AUTO, pytest.param(Isolation.STRONG, marks=needs("bwrap"))]
)
def test_what_cannot_be_started_is_named(
    start: Start, tmp_path: Path, text: str | None, mode: int, reason: str, isolation: Isolation
) -> None:
    if isolation is Isolation.STRONG and reason == "exec format error":
        pytest.skip("found inside the box alone: it says so on standard error and exits")
    path = str(tmp_path / "missing") if text is None else _file(tmp_path, text, mode)
    with pytest.raises(StartError) as raised:
        start([path], isolation=isolation)
    assert str(raised.value) == f'"{path}" cannot be started: {reason}'
    assert list(tmp_path.glob("arena-*")) == []


def test_a_command_that_is_too_long_is_named(start: Start) -> None:
    with pytest.raises(StartError, match="too long"):
        start([sys.executable, "x" * 200_000])


@pytest.mark.parametrize(
    ("source", "status"),
    [
        ("raise SystemExit(3)", 3),
        ("pass", 0),
        ("import os; os.kill(os.getpid(), 11)", -11),
        ("import os; os.kill(os.getpid(), 9)", -9),
    ],
)
def test_its_end_is_reported(start: Start, source: str, status: int) -> None:
    process = start(source)
    _await_end(process)
    assert (process.status, process.limit, process.is_lost) == (status, None, False)


# ---- how it ends

# a child in the bot's own group, one in a session of its own, and a grandchild whose parent is gone
FAMILY = """
    import os, sys, time
    def child(deed):
        pid = os.fork()
        if pid == 0:
            deed()
            os._exit(0)
        return pid
    def sleep():
        time.sleep(1000)
    def sleep_apart():
        os.setsid()
        time.sleep(1000)
    reads, writes = os.pipe()
    def leave_a_grandchild():
        os.setsid()
        os.write(writes, b"%d" % child(sleep_apart))
    first, second = child(sleep), child(sleep_apart)
    os.waitpid(child(leave_a_grandchild), 0)
    print(first, second, int(os.read(reads, 20)), flush=True)
    {then}
"""


@pytest.mark.parametrize(
    "then", ["time.sleep(1000)", "os._exit(0)", "os.kill(os.getpid(), 9)", "os.kill(os.getpid(), 19)"]
)
def test_all_that_it_started_ends_with_it(start: Start, then: str) -> None:
    process = start(FAMILY.format(then=then))
    family = [int(word) for word in _read(process.stdout).split()]
    if then == "os._exit(0)":
        _await_end(process)
    process.end()
    assert process.status in (0, -signal.SIGKILL)
    _await_gone([process.pid, *family])


def test_what_it_still_says_is_read_after_its_end(start: Start) -> None:
    process = start("print('x' * 1000)")
    _await_end(process)
    assert _read(process.stdout) == b"x" * 1000 + b"\n"


def test_a_healthy_bot_outlives_idle_threads(start: Start) -> None:
    """A death signal tied to the thread that started it would fire when that thread ends, after 10 idle seconds."""
    process = start("import sys; print(sys.stdin.readline(), end='', flush=True); sys.stdin.readline()")
    time.sleep(12)
    os.write(process.stdin, b"alive\n")
    assert _read(process.stdout) == b"alive\n"


def test_a_stopped_bot_goes_on_and_can_be_ended(start: Start) -> None:
    process = start("import sys\nfor line in sys.stdin: print(line, end='', flush=True)")
    os.write(process.stdin, b"1\n")
    assert _read(process.stdout) == b"1\n"
    process.stop()
    os.write(process.stdin, b"2\n")
    waiting = select.poll()
    waiting.register(process.stdout, select.POLLIN)
    assert not waiting.poll(200)
    process.go_on()
    assert _read(process.stdout) == b"2\n"
    process.stop()
    process.end()
    assert process.status == -signal.SIGKILL


def test_pinning_reaches_threads_and_children(start: Start) -> None:
    process = start(
        """
        import os, sys, threading, time
        threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
        pid = os.fork()
        if pid == 0:
            time.sleep(1000)
        print(pid, flush=True)
        sys.stdin.readline()
        """
    )
    child = int(_read(process.stdout))
    core = min(os.sched_getaffinity(0))
    process.pin(frozenset({core}))
    until = time.monotonic() + LONG_S
    threads = [int(name) for pid in (process.pid, child) for name in os.listdir(f"/proc/{pid}/task")]
    assert len(threads) == 3
    while any(os.sched_getaffinity(thread) != {core} for thread in threads):
        assert time.monotonic() < until
        time.sleep(0.01)


# ---- limits

LIMITS = Limits(65536, 65536, memory_mb=100, scratch_mb=2, processes=8)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("x = b'x' * (300 << 20)\nwhile True: pass", "MiB of memory, 100 allowed (memory_mb = 100)"),
        # shared by eight processes: divided among them it is too much for none, together it is
        (
            "import os, time\nfor _ in range(5): pid = os.fork() or (bytearray(40 << 20), time.sleep(1000))\n"
            "time.sleep(1000)",
            "MiB of memory, 100 allowed",
        ),
        (
            "import os, time\nfor _ in range(20): os.fork() or time.sleep(1000)\ntime.sleep(1000)",
            "processes, 8 allowed (processes = 8)",
        ),
        (
            "for n in range(8): open(f'{n}', 'wb').write(b'x' * (1 << 20))\nimport time\ntime.sleep(1000)",
            "MiB in its scratch directory, 2 allowed (scratch_mb = 2)",
        ),
        (
            "import threading, time\nfor _ in range(99): threading.Thread(target=time.sleep, args=[1000]).start()",
            "had 100 threads, 64 allowed (8 for each of processes = 8)",
        ),
        (
            "import os, time\nfor _ in range(20): os.fork() or os._exit(0)\ntime.sleep(1000)",
            "processes, 8 allowed (processes = 8)",
        ),
        (
            "import os, time\nos.mkdir('a')\nos.chdir('a')\n"
            "for _ in range(30):\n os.mkdir('b' * 200)\n os.chdir('b' * 200)\ntime.sleep(1000)",
            "kept files where the room that they take cannot be seen",
        ),
    ],
    ids=["memory", "memory of children", "processes", "scratch", "threads", "zombies", "nested"],
)
def test_a_limit_ends_it_and_is_named(start: Start, source: str, said: str) -> None:
    process = start(source, limits=LIMITS)
    _await_end(process)
    assert process.limit is not None
    assert said in process.limit
    assert process.status == -signal.SIGKILL


def test_pages_that_its_processes_share_count_once(start: Start) -> None:
    process = start(
        """
        import os, sys, time
        block = bytes(60 << 20)
        block = b'x' * (60 << 20)
        for _ in range(4):
            if os.fork() == 0:
                time.sleep(1000)
        time.sleep(1.5)
        print("alive", flush=True)
        sys.stdin.readline()
        """,
        limits=LIMITS,
    )
    assert _read(process.stdout) == b"alive\n"
    assert process.limit is None


# ---- when somebody is killed

OWNER = """
import sys, tempfile, time
tempfile.tempdir = sys.argv[1]
from arena.bots.process import BotProcess
from arena.bots.warden import Warden
from tests.bots.test_warden import FAMILY, _bot, _read
warden = Warden()
process = BotProcess(_bot(FAMILY.format(then="time.sleep(1000)")), warden, None)
print(warden.pid, process.pid, _read(process.stdout).decode().strip(), flush=True)
time.sleep(1000)
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_nothing_is_left_when_the_owner_is_killed(tmp_path: Path, number: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", OWNER, tmp_path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as owner:
        try:
            assert owner.stdout
            pids = [int(word) for word in _read(owner.stdout.fileno()).split()]
            assert len(pids) == 5
            owner.send_signal(number)
            owner.wait(LONG_S)
        finally:
            owner.kill()
    _await_gone(pids)
    assert list(tmp_path.glob("arena-*")) == []


FORGETFUL_OWNER = """
import os, select, sys, tempfile
tempfile.tempdir = sys.argv[1]
from arena.bots.process import BotProcess
from arena.bots.warden import Warden
from tests.bots.test_warden import _await_end, _bot
warden = Warden()
warden.look_after(sys.argv[1] + "/own")
os.mkdir(sys.argv[1] + "/own")
processes = [BotProcess(_bot("open('left', 'w')"), warden, None) for _ in range(2)]
for process in processes:
    _await_end(process)
os.kill(os.getpid(), 9)
"""


def test_folders_of_ended_bots_are_removed_when_the_owner_is_killed(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", FORGETFUL_OWNER, tmp_path], timeout=LONG_S, check=False)
    assert done.returncode == -signal.SIGKILL
    until = time.monotonic() + LONG_S
    while left := list(tmp_path.iterdir()):
        assert time.monotonic() < until, left
        time.sleep(0.01)


def test_nothing_is_left_when_the_warden_is_killed_and_another_takes_its_place(warden: Warden) -> None:
    process = BotProcess(_bot(FAMILY.format(then="time.sleep(1000)")), warden, None)
    family = [int(word) for word in _read(process.stdout).split()]
    assert warden.pid is not None
    os.kill(warden.pid, signal.SIGKILL)
    _await_end(process)
    assert process.is_lost
    with pytest.raises(HostTroubleError, match="was lost"):
        BotProcess(_bot("pass"), warden, None)
    _await_gone([process.pid, *family])
    process.release()
    again = BotProcess(_bot("raise SystemExit(5)"), warden, None)
    _await_end(again)
    assert again.status == 5
    again.release()


def test_many_starts_leave_nothing_open(start: Start, warden: Warden) -> None:
    start("pass").end()
    with pytest.raises(StartError):  # once this is answered, all that was to be closed is closed
        start(["/no/such/program"])
    before = _descriptors(os.getpid()), _descriptors(warden.pid or 0)
    for _ in range(30):
        process = start(["/bin/true"])
        process.end()
        process.release()
        with pytest.raises(StartError):
            start(["/no/such/program"])
    assert (_descriptors(os.getpid()), _descriptors(warden.pid or 0)) == before


def _descriptors(pid: int) -> int:
    return len(os.listdir(f"/proc/{pid}/fd"))
