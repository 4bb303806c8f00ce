"""The box: what is seen in it, what stands on its command line, what is said where it cannot be made."""

import os
from pathlib import Path

import pytest

from arena.bots.isolation import IsolationError, bubblewrap
from arena.bots.isolation.confinement import Confinement, Spec
from arena.bots.isolation.read_paths import read_paths
from tests.bots.isolation.confined import USERS, Ground, Refused
from tests.needs import needs


@pytest.mark.parametrize(
    ("status", "inside"),
    [(0, 0), (1, 1), (127, 127), (128, 128), (129, -1), (137, -9), (192, -64), (193, 193), (255, 255), (-9, -9)],
)
def test_exit_codes(status: int, inside: int) -> None:
    assert bubblewrap.exit_code_inside(status) == inside


def test_exposures_keep_links_and_leave_out_what_is_within(tmp_path: Path) -> None:
    (tmp_path / "real" / "bin").mkdir(parents=True)
    (tmp_path / "real" / "bin" / "tool").touch()
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "tool").symlink_to("../next")
    (tmp_path / "next").symlink_to(tmp_path / "real" / "bin" / "tool")
    (tmp_path / "way").symlink_to("real")
    base = str(tmp_path)
    named = [f"{base}/a/tool", f"{base}/way/bin/tool", f"{base}/absent", f"{base}/real/bin"]
    assert bubblewrap.exposures(named) == [
        ("--symlink", "../next", f"{base}/a/tool"),
        ("--symlink", f"{base}/real/bin/tool", f"{base}/next"),
        ("--ro-bind", f"{base}/real/bin", f"{base}/real/bin"),
        ("--ro-bind", f"{base}/way/bin/tool", f"{base}/way/bin/tool"),
    ]
    assert bubblewrap.exposures([f"{base}/a", f"{base}/a/tool"])[0] == ("--ro-bind", f"{base}/a", f"{base}/a")
    assert bubblewrap.exposures(["/proc/self", "/dev/null"]) == []


def test_command_that_cannot_be_executed_is_said_by_its_error(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_text("#!/bin/sh\n")
    bad = tmp_path / "bad"
    bad.write_text("#!/absent/interpreter\n")
    bad.chmod(0o755)
    with pytest.raises(FileNotFoundError):
        bubblewrap.check_command([str(tmp_path / "absent")], {})
    with pytest.raises(PermissionError):
        bubblewrap.check_command([str(tmp_path)], {})
    with pytest.raises(FileNotFoundError, match="/absent/interpreter"):
        bubblewrap.check_command([str(bad)], {})
    if not os.access(plain, os.X_OK):
        with pytest.raises(PermissionError):
            bubblewrap.check_command([str(plain)], {})
    plain.chmod(0o755)
    bubblewrap.check_command([str(plain)], {})
    bubblewrap.check_command(["sh"], {"PATH": "/usr/bin:/bin"})


@pytest.fixture
def fresh() -> None:
    bubblewrap.program.cache_clear()


@pytest.mark.usefixtures("fresh")
def test_missing_program_is_said_with_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bubblewrap, "which", lambda word, search: None)
    with pytest.raises(IsolationError, match=r"needs bubblewrap .*apt install bubblewrap.*isolation .auto"):
        Confinement(Spec("strong", (), str(tmp_path)), ["/bin/true"], {})


@pytest.mark.usefixtures("fresh")
def test_program_that_fails_is_said_with_its_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    box = tmp_path / "bwrap"
    box.write_text("#!/bin/sh\necho bwrap: no namespaces for you >&2\nexit 1\n")
    box.chmod(0o755)
    monkeypatch.setattr(bubblewrap, "which", lambda word, search: str(box))
    with pytest.raises(IsolationError, match=r"does not work here \(bwrap: no namespaces for you\): install it"):
        Confinement(Spec("strong", (), str(tmp_path)), ["/bin/true"], {})


SEEN = """
import os
print("pids", sorted(int(name) for name in os.listdir("/proc") if name.isdigit()))
print("root", sorted(os.listdir("/")))
print("host", os.uname().nodename)
print("devices", sorted(set(os.listdir("/dev")) - {"core", "fd", "ptmx", "pts", "shm", "stderr", "stdin", "stdout"}))
for path in ["/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/proc/kallsyms", "/proc/kpageflags"]:
    try:
        with open(path, "rb") as file:
            print(path, len(file.read().splitlines()))
    except OSError as problem:
        print(path, type(problem).__name__)
for folder in ["/", "/tmp", "/dev", "/dev/shm", "/proc/sys", "/usr", "/etc"]:
    try:
        open(os.path.join(folder, "new"), "w").close()
        print("wrote in", folder)
    except OSError:
        pass
"""


@needs("bwrap")
@pytest.mark.parametrize("user", USERS)
def test_nothing_of_the_host_is_seen(ground: Ground, user: str) -> None:
    ended = ground.run([ground.python(user), "-c", SEEN], "strong", user=user)
    said = dict(line.split(" ", 1) for line in ended.out.splitlines())
    assert said.pop("pids") == "[1, 2]"
    assert said.pop("host") == "bot"
    assert said.pop("devices") == "['full', 'null', 'random', 'tty', 'urandom', 'zero']"
    root = set(said.pop("root")[2:-2].split("', '"))
    needed = {path.split("/")[1] for path in (*read_paths([ground.python(user)], None, {}), str(ground.path))}
    assert root - needed <= {"bin", "dev", "etc", "lib", "lib32", "lib64", "libx32", "proc", "sbin", "tmp", "usr"}
    kernel = {said.pop("/proc/sys/kernel/core_pattern"), said.pop("/proc/sysrq-trigger")}
    assert kernel <= {"FileNotFoundError", "PermissionError"}
    assert {said.pop("/proc/kallsyms"), said.pop("/proc/kpageflags")} == {"PermissionError"}
    assert said == {}


BOMB = """
import os, time
children = 0
try:
    for _ in range(100):
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
        children += 1
except BlockingIOError:
    print(children)
os.kill(-1, 9)
"""


@needs("bwrap")
@pytest.mark.parametrize("user", [user for user in USERS if user.id == "nobody" or os.getuid() != 0])
def test_processes_are_limited_within(ground: Ground, user: str) -> None:
    """4 processes are 32 threads: one is bubblewrap's, one is the bot."""
    ended = ground.run([ground.python(user), "-c", BOMB], "strong", user=user, processes=4)
    assert ended.out == "30\n"


@needs("bwrap")
def test_command_is_found_through_links(ground: Ground) -> None:
    folder = ground.folder("own")
    (folder / "one").symlink_to("two")
    (folder / "two").symlink_to("/bin/echo")
    assert ground.run([str(folder / "one"), "said"], "strong").out == "said\n"


@needs("bwrap")
def test_bot_that_cannot_start_is_refused_before_it_is_started(ground: Ground) -> None:
    with pytest.raises(Refused, match="absent") as refused:
        ground.run(["/absent/bot"], "strong")
    assert refused.value.of == "FileNotFoundError"


@needs("bwrap")
@pytest.mark.parametrize(("script", "status"), [("exit 3", 3), ("kill -SEGV $$", -11), ("kill -KILL $$", -9)])
def test_how_the_bot_ended_comes_through(ground: Ground, script: str, status: int) -> None:
    assert ground.run(["/bin/sh", "-c", script], "strong").status == status


@needs("bwrap")
def test_filter_descriptor_is_the_parents_until_it_is_closed(tmp_path: Path) -> None:
    confinement = Confinement(Spec("strong", (), str(tmp_path)), ["/bin/true"], {})
    (descriptor,) = confinement.keep
    assert os.get_inheritable(descriptor)
    assert len(os.pread(descriptor, 1 << 16, 0)) % 8 == 0
    assert confinement.argv[0].endswith("/bwrap")
    confinement.close()
    assert confinement.keep == ()
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(descriptor)


@needs("bwrap")
def test_bot_keeps_no_descriptor_of_the_box(ground: Ground) -> None:
    assert ground.run(["/bin/ls", "/proc/self/fd"], "strong").out.split() == ["0", "1", "2", "3"]


@needs("bwrap")
def test_its_processes_stay_in_the_bots_group(ground: Ground) -> None:
    """The kill of the group at the end is complete only then."""
    ended = ground.run(["/bin/sh", "-c", "cut -d' ' -f5 /proc/self/stat"], "strong")
    assert ended.out == "0\n"  # a group from outside has no number within
