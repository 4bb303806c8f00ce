"""Programs in many languages do ordinary work under the guard and in the box: every line of it comes out right."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.bots.isolation.confined import HERE, USERS, Ground
from tests.needs import needs

LEVELS = [pytest.param("auto"), pytest.param("strong", marks=needs("bwrap"))]
PYTHON = """\
stdin a line
json [1]
random 17
decimal 2.10
hash ca978112
child 42
shell Hi
async async
thread [1]
pool [1, 2]
pipe 7
signalled -15
file kept
moved (False, ['link', 'sub', 'three'])
sqlite (2,)
sqlite file (5,)
zone 2:00:00
callback 4
tls True
urandom 4
own maps True
"""
NODE = """\
stdin "a line"
child "42"
shell "Hi"
piped "through"
signalled "SIGTERM"
timer true
worker 5
file "kept"
hash "ca978112"
random 4
memory true
cores true
"""
PERL = """\
stdin a line
json [1,{"a":2}]
sum 10 2
shell Hi
piped through
child 3
signalled 15
file kept
"""
BASH = """\
stdin a line
sorted 1 2
here string
piped through
signalled 143
substituted
file kept
temporary SCRATCH
awk 42
timed out
python 42
"""
C = """\
stdin a line
thread 42
child 3
pair 3
signalled 15
no file in /tmp 1
file kept
memory 1
clock 0
shell 0
"""
JAVA = """\
stdin a line
pool 42
parallel 4950
timer true
shell Hi
signalled 143
file kept
zone +02:00
hash -54
random 0
cores true
collected 100
"""


@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("name", "program", "expected"),
    [
        pytest.param("work.py", "python", PYTHON, id="python"),
        pytest.param("work.js", "node", NODE, id="node", marks=needs("node")),
        pytest.param("work.pl", "perl", PERL, id="perl", marks=needs("perl")),
        pytest.param("work.sh", "bash", BASH, id="bash", marks=needs("bash")),
    ],
)
def test_script_works(ground: Ground, name: str, program: str, expected: str, level: str, user: str) -> None:
    folder = ground.folder(user)
    shutil.copy(HERE / "ordinary" / name, folder)
    path = ground.python(user) if program == "python" else (shutil.which(program) or program)
    assert_works(ground, [path, str(folder / name)], folder, expected, level, user)


@needs("gcc")
@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize("level", LEVELS)
def test_c_program_works(ground: Ground, level: str, user: str) -> None:
    folder = ground.folder(user)
    program = folder / "work"
    subprocess.run(["gcc", "-O1", "-pthread", "-o", program, HERE / "ordinary" / "work.c"], check=True)
    assert_works(ground, [str(program)], folder, C, level, user)


@needs("java")
@needs("javac")
@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize("level", LEVELS)
def test_java_program_works(ground: Ground, level: str, user: str) -> None:
    folder = ground.folder(user)
    subprocess.run(["javac", "-d", folder, HERE / "ordinary" / "Work.java"], check=True)
    java = shutil.which("java") or "java"
    assert_works(ground, [java, "-cp", str(folder), "Work"], folder, JAVA, level, user)


@needs("bash")
@needs("node")
@needs("java")
@pytest.mark.parametrize("level", LEVELS)
def test_program_started_by_a_script_works(ground: Ground, level: str) -> None:
    """Its process is not the one that the confinement was put on: it may not read its own part of /proc."""
    script = "node -e 'console.log(1)' && java -version 2>/dev/null && python3 -c 'print(2)'"
    ended = ground.run(["/bin/bash", "-c", script + "; true"], level)
    assert (ended.status, ended.out, ended.err) == (0, "1\n2\n", "")


def assert_works(ground: Ground, argv: list[str], folder: Path, expected: str, level: str, user: str) -> None:
    ended = ground.run(argv, level, user=user, folder=folder, stdin="a line\nmore\n")
    errors = ended.err.replace("WARNING:root:logged\n", "")
    lines = [line.rstrip() for line in ended.out.splitlines()]
    for index, line in enumerate(lines):
        if line.startswith("temporary "):
            assert line.startswith(f"temporary {ground.path}/")
            lines[index] = "temporary SCRATCH"
    assert ("\n".join(lines) + "\n", errors, ended.status) == (expected, "to stderr\n", 0)
