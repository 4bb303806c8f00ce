"""The hostile bot against every level, as this user and as an ordinary one: what is held is held, and was real."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from arena.bots.isolation import attack, landlock
from arena.bots.isolation.attack_run import Attacked, Outcome
from arena.bots.isolation.attacks import ATTACKS, PROTECTIONS, Attack, Targets
from arena.bots.isolation.facts import State, declared, measured, tried
from tests.bots.isolation.confined import NOBODY, USERS
from tests.needs import needs

ROOT = Path(__file__).parents[3]

HELD_ALWAYS = {"inherited-descriptors", "environment", "outlive", "outlive-hopping"}
# a channel of time: what is sent is not always heard on a busy machine
BY_CHANCE = {"seat-futex", "seat-page-cache", "seat-access-time"} & ATTACKS.keys()
# a kernel, a container or a user without capabilities refuses these to any program
_REFUSED_ANYWAY = """
    raw-socket vsock crypto-socket netlink open-by-handle write-home write-library write-dev-shm core-file setflags-own
    setxattr-own fsetxattr-own setxattrat-own fchmodat2-own file-setattr-own
    pidfd-signal-worker pidfd-getfd-worker ptrace-worker ptrace-sibling
    read-worker-memory read-sibling-memory write-sibling-memory open-worker-memory open-sibling-memory
    compare-sibling robust-list-worker list-processes read-worker-environ list-worker-descriptors read-worker-maps
    read-sibling-environ
    seat-keys keys request-key seat-fanotify seat-posix-queue seat-dev-shm seat-pipe-quota seat-page-cache
    seat-write-hint seat-access-time seat-disk-priority seat-processor-time asynchronous-io
    seat-inotify seat-messages seat-semaphore seat-shared-memory seat-lease
    capabilities other-user other-groups new-user-namespace new-mount-namespace new-network-namespace
    clone-user-namespace clone3-user-namespace enter-namespace mount open-file-system clone-mount change-root swap-root
    device-file bpf perf userfaultfd io-uring kernel-module kernel-log trace-own type-into-terminal
    foreign-architecture x32-calls raise-priority real-time raise-limits lock-memory set-uid-programs fine-clock
    """
NOT_FOR_ANYBODY = set(_REFUSED_ANYWAY.split())


@cache
def ordinary_python() -> str | None:
    """An interpreter that an ordinary user can start."""
    for python in (sys.executable, os.path.realpath(sys.executable), "/usr/bin/python3"):
        try:
            asked = subprocess.run(
                [python, "-c", "import sys; sys.exit(sys.version_info < (3, 11))"],
                user=NOBODY,
                group=NOBODY,
                extra_groups=[],
                env={"PATH": "/usr/bin:/bin"},
                cwd="/",
                stderr=subprocess.DEVNULL,
                check=False,
            )
        except OSError:
            continue
        if asked.returncode == 0:
            return python
    return None


@pytest.fixture(name="arena_for_all", scope="module")
def fixture_arena_for_all() -> Iterator[Path]:
    """A copy of arena and the SDK that everybody may read."""
    folder = Path(tempfile.mkdtemp(prefix="arena-for-all-"))
    folder.chmod(0o755)
    shutil.copytree(ROOT / "arena", folder / "arena", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "example_bots" / "sdk", folder / "example_bots" / "sdk")
    shutil.copy(Path(__file__).parent / "attacking.py", folder)
    for path in folder.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    yield folder
    shutil.rmtree(folder)


Try = Callable[[str, str], dict[str, Outcome]]


@pytest.fixture(name="outcomes", scope="module")
def fixture_outcomes(arena_for_all: Path) -> Try:
    """Attack a level as a user, once each."""

    @cache
    def outcomes(user: str, level: str) -> dict[str, Outcome]:
        if user == "own":
            return tried(level, quick=False).outcomes
        python = ordinary_python()
        if python is None:
            pytest.skip("no interpreter here that an ordinary user can start")
        ended = subprocess.run(
            [python, str(arena_for_all / "attacking.py"), level],
            user=NOBODY,
            group=NOBODY,
            extra_groups=[],
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"},
            cwd=arena_for_all,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.returncode == 0, ended.stderr
        return {key: Outcome(key, found[0], found[2]) for key, found in json.loads(ended.stdout).items()}

    return outcomes


def undeclared(level: str, outcomes: dict[str, Outcome]) -> dict[str, str]:
    return {key: each.how for key, each in outcomes.items() if each.got_through and not declared(key, level)}


def opened(outcomes: dict[str, Outcome]) -> set[str]:
    return {key for key, each in outcomes.items() if each.got_through}


@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize("level", ["none", "limits", "auto", pytest.param("strong", marks=needs("bwrap"))])
def test_a_level_holds_what_it_claims(level: str, user: str, outcomes: Try) -> None:
    found = outcomes(user, level)
    assert found.keys() == ATTACKS.keys()
    assert undeclared(level, found) == {}
    assert [each for each in found.values() if "not tried" in each.how] == []


@pytest.mark.parametrize("user", USERS)
def test_every_attack_is_real_where_nothing_stands_against_it(user: str, outcomes: Try) -> None:
    held = ATTACKS.keys() - opened(outcomes(user, "none"))
    assert held - HELD_ALWAYS - NOT_FOR_ANYBODY - BY_CHANCE == set()


def test_root_shows_that_nearly_all_are(outcomes: Try) -> None:
    if os.geteuid() != 0:
        pytest.skip("an ordinary user is refused much anyway")
    assert len(opened(outcomes("own", "none"))) > 100


@pytest.mark.parametrize("user", USERS)
def test_limits_hold_what_a_bot_uses_and_nothing_else(user: str, outcomes: Try) -> None:
    gained = opened(outcomes(user, "none")) - opened(outcomes(user, "limits"))
    protections = {ATTACKS[key].protection for key in gained}
    assert {"memory", "processes", "scratch"} <= protections
    assert opened(outcomes(user, "limits")) >= {"read-secret", "write-own-copy", "tcp", "signal-worker", "new-session"}


@pytest.mark.skipif(not landlock.version(), reason="needs Landlock")
@pytest.mark.parametrize("user", USERS)
def test_the_guard_leaves_names_process_ids_and_timing_open(user: str, outcomes: Try) -> None:
    open_to_all = {"stat-secret", "stat-sibling-scratch", "chdir-private", "see-worker", "see-sibling"}
    found = opened(outcomes(user, "auto"))
    assert found >= open_to_all
    assert {ATTACKS[key].protection for key in found} <= {"names", "pids", "timing"}


@needs("bwrap")
@pytest.mark.parametrize("user", USERS)
def test_bubblewrap_hides_names_and_process_ids_too(user: str, outcomes: Try) -> None:
    assert {ATTACKS[key].protection for key in opened(outcomes(user, "strong"))} <= {"timing"}


# ---- the register and the program


def test_every_protection_is_attacked() -> None:
    assert {each.protection for each in ATTACKS.values()} == PROTECTIONS.keys()
    assert {each.protection for each in ATTACKS.values() if each.quick} == PROTECTIONS.keys()


def test_what_is_open_at_a_level_is_open_below_it() -> None:
    order = ["strong", "auto", "limits", "none"]
    for each in ATTACKS.values():
        levels = [level in each.open_at for level in order]
        assert levels == sorted(levels), each.key


def test_a_bug_of_an_attack_does_not_pass_for_a_protection() -> None:
    def broken(target: Targets) -> str | None:
        raise KeyError("pids")

    tampered = Attack("broken", "files", "be broken", broken, frozenset())
    assert attack.attempted(tampered, Targets()) == (True, "not tried: KeyError: 'pids'")


def test_an_attack_that_is_killed_was_blocked() -> None:
    def killed(target: Targets) -> str | None:
        os.kill(os.getpid(), 9)
        return "survived"

    assert attack.outcome(Attack("killed", "files", "", killed, frozenset()), Targets()) == (False, "SIGKILL")


def test_without_landlock_the_guard_declares_what_it_cannot_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not declared("read-secret", "auto")
    monkeypatch.setattr(landlock, "version", lambda: 0)
    assert declared("read-secret", "auto")
    assert not declared("tcp", "auto")
    assert not declared("read-secret", "strong")


def test_nothing_is_left_of_an_attack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    result = tried("limits", quick=True)
    assert isinstance(result, Attacked)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not landlock.version(), reason="needs Landlock")
def test_a_run_in_a_folder_that_bots_may_read_is_found_out() -> None:
    place = Path("/usr/local")  # every program may read the system
    if not os.access(place, os.W_OK):
        pytest.skip("the system belongs to somebody else")
    fact = measured("auto", place).of("files")
    assert fact.state is State.NOT_ENFORCED
    assert {"read-secret", "read-database", "read-other-bot"} <= set(fact.open_ways)
    assert list(place.glob("arena-doctor-*")) == []


@pytest.mark.skipif(not landlock.version(), reason="needs Landlock")
def test_a_run_where_images_of_containers_keep_programs_is_held() -> None:
    place = Path("/usr/src")
    if not os.access(place, os.W_OK):
        pytest.skip("the system belongs to somebody else")
    assert measured("auto", place).of("files").open_ways == ()
