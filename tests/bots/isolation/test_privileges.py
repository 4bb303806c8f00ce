"""What is left of root's rights, as the kernel states it of a confined program."""

import os
import subprocess
import sys
import textwrap

import pytest

from arena.bots.isolation import privileges
from tests.bots.isolation.confined import USERS, Ground
from tests.needs import needs

NOTHING = "0000000000000000"


@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize("level", ["auto", pytest.param("strong", marks=needs("bwrap"))])
def test_no_capability_survives_and_none_can_be_gained(ground: Ground, level: str, user: str) -> None:
    # `cat` is a second exec: as root it would regain what the bounding set allows
    ended = ground.run(["/bin/sh", "-c", "read -r text < /dev/null; exec cat /proc/self/status"], level, user=user)
    said = dict(line.split(":\t", 1) for line in ended.out.splitlines() if ":\t" in line)
    kept = {name: said[name] for name in ("CapInh", "CapPrm", "CapEff", "CapAmb")}
    assert kept == dict.fromkeys(kept, NOTHING)
    assert said["NoNewPrivs"] == "1"
    assert said["Seccomp"] == "2"
    if user == "own" and os.getuid() == 0:
        assert said["CapBnd"] == NOTHING


@pytest.mark.skipif(os.getuid() != 0, reason="needs root")
def test_limits_leaves_privileges(ground: Ground) -> None:
    ended = ground.run(["/bin/cat", "/proc/self/status"], "limits")
    assert f"CapEff:\t{NOTHING}" not in ended.out


@pytest.mark.skipif(os.getuid() != 0, reason="needs root")
@pytest.mark.parametrize(("keep", "left"), [((), 0), ((privileges.CAP_SETFCAP,), 1 << privileges.CAP_SETFCAP)])
def test_capabilities_are_dropped_before_any_exec(keep: tuple[int, ...], left: int) -> None:
    script = f"""
        from arena.bots.isolation import privileges
        privileges.drop_capabilities(frozenset({keep}))
        print(open("/proc/self/status").read())
    """
    ended = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, check=True)
    said = dict(line.split(":\t", 1) for line in ended.stdout.splitlines() if ":\t" in line)
    expected = {"CapInh": 0, "CapAmb": 0, "CapPrm": left, "CapEff": left, "CapBnd": left}
    assert {name: int(said[name], 16) for name in expected} == expected
