"""Levels joined from mechanisms: what each puts on, what is reported as missing, what is an error."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from arena.bots.isolation import IsolationError, confinement, landlock, privileges, seccomp
from arena.bots.isolation.confinement import Confinement, Spec
from tests.bots.isolation.confined import USERS, Ground
from tests.needs import needs


def test_spec_travels_as_json() -> None:
    spec = Spec("auto", ("/a",), "/s", write=("/w",), network=True, memory_mb=1, files=2, processes=3, file_mb=4)
    words: dict[str, Any] = json.loads(json.dumps(asdict(spec)))
    again: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in words.items()}
    assert Spec(**again) == spec


def test_unknown_level_is_an_error() -> None:
    with pytest.raises(IsolationError, match='"most": expected one of strong, auto, limits, none'):
        Confinement(Spec("most", (), "/"), ["/bin/true"], {})


def test_below_strong_the_command_is_executed_as_it_is(tmp_path: Path) -> None:
    for level in ("auto", "limits", "none"):
        made = Confinement(Spec(level, (), str(tmp_path)), ["/absent/bot", "-x"], {})
        assert (made.argv, made.keep) == (["/absent/bot", "-x"], ())


@pytest.mark.parametrize(
    ("version", "has_filter", "words"),
    [
        (7, True, []),
        (5, True, ["Landlock 6"]),
        (3, True, ["Landlock 4 (this kernel has 3)", "Landlock 6"]),
        (0, True, ["Landlock (Linux 5.13", "Landlock 6"]),
        (7, False, ["seccomp"]),
    ],
)
def test_missing_mechanisms_are_reported(
    monkeypatch: pytest.MonkeyPatch, version: int, has_filter: bool, words: list[str]
) -> None:
    monkeypatch.setattr(landlock, "version", lambda: version)
    monkeypatch.setattr(seccomp, "available", lambda: has_filter)
    missing = confinement.missing()
    assert [word for word, said in zip(words, missing, strict=True) if not said.startswith(word)] == []


def test_a_system_without_any_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(landlock, "version", lambda: 0)
    monkeypatch.setattr(seccomp, "available", lambda: False)
    monkeypatch.setattr(privileges, "available", lambda: False)
    made = Confinement(Spec("auto", (), str(tmp_path)), ["/bin/true"], {})
    assert [said.split(" ")[0] for said in made.missing] == ["Landlock", "Landlock", "seccomp", "capabilities"]


def test_auto_puts_on_what_there_is(ground: Ground) -> None:
    argv = ["/bin/sh", "-c", "cat /etc/passwd > /dev/null && chmod 700 . && echo both"]
    ended = ground.run(argv, "auto", landlock=0, seccomp=False)
    assert (ended.out, len(ended.missing)) == ("both\n", 3)
    ended = ground.run(argv, "auto", seccomp=False)
    assert (ended.out, ended.status) == ("", 1)
    assert "/etc/passwd" in ended.err
    ended = ground.run(argv, "auto", landlock=0)
    assert (ended.out, ended.status) == ("", 1)
    assert "chmod" in ended.err


@needs("bwrap")
def test_strong_is_an_error_without_the_filter(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(seccomp, "available", lambda: False)
    with pytest.raises(IsolationError, match="strong: this kernel takes no seccomp filter"):
        Confinement(Spec("strong", (), str(tmp_path)), ["/bin/true"], {})


SIGNALS = """
import os, signal, subprocess
os.kill(os.getpid(), 0)
os.killpg(0, 0)
signal.raise_signal(signal.SIGCONT)
child = subprocess.Popen(["sleep", "1"])
try:
    child.terminate()
    print("ended", child.wait())
except PermissionError:
    print("refused")
try:
    os.kill(os.getppid(), 0)
    print("signalled another")
except PermissionError:
    print("refused")
"""


@pytest.mark.parametrize(("version", "children"), [(7, "ended -15"), (5, "refused"), (0, "refused")])
def test_signals_end_at_the_bots_own_processes(ground: Ground, version: int, children: str) -> None:
    if version > landlock.version():
        pytest.skip(f"needs Landlock {version}")
    ended = ground.run([ground.python("own"), "-c", SIGNALS], landlock=version)
    assert (ended.out, ended.err) == (f"{children}\nrefused\n", "")


@pytest.mark.parametrize("version", [1, 2, 3, 4, 5, 6, 7])
def test_every_version_of_landlock_holds_files(ground: Ground, version: int) -> None:
    if version > landlock.version():
        pytest.skip(f"needs Landlock {version}")
    script = "echo kept > a && mkdir d && cat a && cat /etc/passwd"
    ended = ground.run(["/bin/sh", "-c", script], landlock=version)
    assert (ended.out, ended.status, "/etc/passwd" in ended.err) == ("kept\n", 1, True)


NETWORK = """
import socket
server = socket.create_server(("127.0.0.1", 0))
client = socket.create_connection(server.getsockname(), timeout=30)
taken, _ = server.accept()
client.sendall(b"tcp")
print(taken.recv(10).decode())
one, two = (socket.socket(type=socket.SOCK_DGRAM) for _ in range(2))
one.bind(("127.0.0.1", 0))
two.sendto(b"udp", one.getsockname())
print(one.recv(10).decode())
print(socket.getaddrinfo("localhost", 80, socket.AF_INET)[0][4])
for family in (socket.AF_UNIX, socket.AF_PACKET):
    try:
        socket.socket(family, socket.SOCK_DGRAM)
    except PermissionError:
        print("refused")
try:
    open("/etc/shadow").close()
except OSError:
    print("files are held")
"""


@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize("level", ["auto", pytest.param("strong", marks=needs("bwrap"))])
def test_network_opens_internet_sockets_and_nothing_else(ground: Ground, level: str, user: str) -> None:
    ended = ground.run([ground.python(user), "-c", NETWORK], level, user=user, network=True)
    expected = ["tcp", "udp", "('127.0.0.1', 80)", "refused", "refused", "files are held"]
    assert (ended.out.splitlines(), ended.err) == (expected, "")


@needs("node")
@pytest.mark.parametrize(("options", "fetched"), [("", False), ("--disable-wasm-trap-handler", True)])
def test_fetch_of_node_needs_an_option(ground: Ground, options: str, fetched: bool) -> None:
    """It asks for 10 GiB of address space; the page for bot authors says what to do."""
    script = """
        const server = require("http").createServer((request, response) => response.end("page"));
        server.listen(0, "127.0.0.1", async () => {
            const answer = await fetch(`http://127.0.0.1:${server.address().port}/`);
            console.log(await answer.text());
            process.exit(0);
        });
    """
    ended = ground.run(["/usr/bin/env", "node", "-e", script], network=True, env={"NODE_OPTIONS": options})
    assert (ended.out == "page\n", "Out of memory" in ended.err) == (fetched, not fetched)


def test_read_paths_can_be_read_and_executed_and_no_more(ground: Ground) -> None:
    folder, other = ground.folder("own"), ground.folder("own")
    (folder / "a").write_text("#!/bin/sh\necho ran\n")
    (folder / "a").chmod(0o755)
    (other / "b").write_text("other")
    named, beside = other / "named", other / "beside"
    named.write_text("named\n")
    beside.write_text("beside\n")
    script = f"{folder}/a; ls {folder}; cat {named}; cat {beside}; ls {other}; echo x > {folder}/c"
    ended = ground.run(["/bin/sh", "-c", script], read=[str(folder), str(named), "/absent"])
    assert ended.out.splitlines() == ["ran", "a", "named"]
    assert ended.err.count("denied") == 3
