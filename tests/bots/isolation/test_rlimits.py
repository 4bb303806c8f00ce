"""Resource limits as a bot's program meets them."""

import resource

import pytest

from arena.bots.isolation import rlimits
from tests.bots.isolation.confined import USERS, Ground
from tests.needs import needs

GB = 1 << 30
SHOW = """
import resource
for name in ("AS", "FSIZE", "NOFILE", "CORE", "CPU"):
    print(name, *resource.getrlimit(getattr(resource, "RLIMIT_" + name)))
"""


@pytest.mark.parametrize(
    ("memory_mb", "address_space"), [(64, 4 * GB), (512, 4 * GB), (1024, 4 * GB + GB // 2), (8192, 11 * GB + GB // 2)]
)
def test_address_space_stays_above_the_memory(memory_mb: int, address_space: int) -> None:
    assert rlimits.wanted(memory_mb=memory_mb, files=1, file_mb=1)["RLIMIT_AS"] == address_space


@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize("level", ["limits", "auto", pytest.param("strong", marks=needs("bwrap"))])
def test_limits_are_lowered_for_good(ground: Ground, level: str, user: str) -> None:
    argv = [ground.python(user), "-c", SHOW]
    ended = ground.run(argv, level, user=user, memory_mb=1024, files=77, file_mb=3)
    address_space = 4 * GB + GB // 2
    expected = [
        f"AS {address_space} {address_space}",
        f"FSIZE {3 << 20} {3 << 20}",
        "NOFILE 77 77",
        "CORE 0 0",
        "CPU -1 -1",
    ]
    assert ended.out.splitlines() == expected


def test_none_limits_nothing(ground: Ground) -> None:
    argv = [ground.python("own"), "-c", SHOW]
    assert "NOFILE 77 77" not in ground.run(argv, "none", files=77).out


def test_a_lower_hard_limit_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    was = {resource.RLIMIT_NOFILE: (40, 50), resource.RLIMIT_CORE: (0, resource.RLIM_INFINITY)}
    lowered: dict[int, tuple[int, int]] = {}
    monkeypatch.setattr(resource, "getrlimit", was.__getitem__)
    monkeypatch.setattr(resource, "setrlimit", lowered.__setitem__)
    rlimits.apply({"RLIMIT_NOFILE": 60, "RLIMIT_CORE": 7, "RLIMIT_OF_ANOTHER_SYSTEM": 1})
    assert lowered == {resource.RLIMIT_NOFILE: (50, 50), resource.RLIMIT_CORE: (7, 7)}
