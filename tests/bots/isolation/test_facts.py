"""What is enforced is judged from attacks that were tried, and named by mechanisms that were found at work."""

import tempfile
from pathlib import Path

import pytest

from arena.bots.isolation import IsolationError, bubblewrap, facts, landlock
from arena.bots.isolation.attack_run import Attacked, Outcome, Seen
from arena.bots.isolation.attacks import ATTACKS, PROTECTIONS
from arena.bots.isolation.facts import Facts, State, facts_of, measured, tried
from arena.bots.warden import HostTroubleError
from arena.errors import SettingsError, UserError

UNLIMITED = {"Max address space": "unlimited", "Max file size": "unlimited"}
BARE = Seen({"Seccomp": "0", "NoNewPrivs": "0", "CapEff": "000001ffffffffff"}, frozenset(), UNLIMITED)
LIMITED = Seen(BARE.status, frozenset(), {"Max address space": str(4 << 30), "Max file size": str(64 << 20)})
GUARDED = Seen({"Seccomp": "2", "NoNewPrivs": "1", "CapEff": "0000000000000000"}, frozenset(), LIMITED.limits)
BOXED = Seen(GUARDED.status, frozenset({"mnt", "net", "pid", "ipc", "user"}), LIMITED.limits)


def result(seen: Seen, *got_through: str, level: str = "auto") -> Attacked:
    """Everything tried, and only `got_through` did."""
    assert set(got_through) <= ATTACKS.keys()
    return Attacked(level, {key: Outcome(key, key in got_through, "") for key in ATTACKS}, seen)


def by(protection: str, seen: Seen) -> str:
    return facts_of(result(seen)).of(protection).by


@pytest.fixture(autouse=True)
def _landlock_7(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock, "version", lambda: 7)


def test_one_attack_that_got_through_is_enough() -> None:
    found = facts_of(result(GUARDED, "chmod-own"))
    assert found.of("files").state is State.NOT_ENFORCED
    assert found.of("files").open_ways == ("chmod-own",)
    assert [fact.protection for fact in found.facts if fact.state is not State.ENFORCED] == ["files"]


def test_what_was_not_tried_is_not_enforced() -> None:
    tried = result(GUARDED)
    kept = {key: each for key, each in tried.outcomes.items() if ATTACKS[key].protection != "net"}
    assert facts_of(Attacked("auto", kept, GUARDED)).of("net").state is State.NOT_ENFORCED


MECHANISMS = [
    # protection, what was seen -> what is named
    ("files", GUARDED, "Landlock 7, seccomp"),
    ("files", BOXED, "mount namespace, seccomp"),
    ("net", GUARDED, "seccomp"),
    ("net", BOXED, "network namespace, seccomp"),
    ("signals", BOXED, "process namespace, seccomp"),
    ("kill-tree", BARE, "warden"),
    ("memory", BARE, "warden"),
    ("memory", LIMITED, "warden, RLIMIT_AS 4 GiB behind it"),
    ("scratch", LIMITED, "warden, RLIMIT_FSIZE 64 MiB"),
    ("privileges", GUARDED, "seccomp, no_new_privs, no capabilities"),
    ("privileges", BARE, ""),
    ("names", BOXED, "mount namespace"),
    ("pids", BOXED, "process namespace"),
]


@pytest.mark.parametrize(("protection", "seen", "named"), MECHANISMS)
def test_a_mechanism_is_named_where_it_was_at_work(protection: str, seen: Seen, named: str) -> None:
    assert by(protection, seen) == named


def test_landlock_is_not_named_where_the_kernel_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock, "version", lambda: 0)
    assert by("files", GUARDED) == "seccomp"


@pytest.mark.parametrize(
    ("attack", "seen", "state", "named"),
    [
        ("memory", LIMITED, State.BACKSTOP, "RLIMIT_AS 4 GiB a process"),
        ("memory", BARE, State.NOT_ENFORCED, ""),
        ("scratch", LIMITED, State.BACKSTOP, "RLIMIT_FSIZE 64 MiB a file"),
        ("fork-bomb", LIMITED, State.NOT_ENFORCED, ""),
    ],
)
def test_a_limit_behind_is_a_backstop(attack: str, seen: Seen, state: State, named: str) -> None:
    fact = facts_of(result(seen, attack)).of(ATTACKS[attack].protection)
    assert (fact.state, fact.by) == (state, named)


def test_the_text_is_one_line_in_three_parts() -> None:
    opened = [key for key, each in ATTACKS.items() if each.protection in ("memory", "names", "timing")]
    assert facts_of(result(GUARDED, *opened)).text() == (
        "enforced: files (Landlock 7, seccomp), net (seccomp), signals (Landlock 7, seccomp), kill-tree (warden), "
        "processes (warden), scratch (warden, RLIMIT_FSIZE 64 MiB), privileges (seccomp, no_new_privs, no "
        "capabilities), channels (Landlock 7, seccomp), pids; "
        "backstop: memory (RLIMIT_AS 4 GiB a process); not enforced: names, timing"
    )


def test_what_is_missing_of_what_is_required() -> None:
    found = facts_of(result(LIMITED, "memory", "stat-secret"))
    assert found.missing(("net", "files", "signals", "kill-tree")) == []
    assert found.missing(["names", "files", "memory"]) == ["names", "memory"]
    assert found.missing([]) == []


def test_what_got_through_against_the_claim_is_named() -> None:
    opened = [key for key, each in ATTACKS.items() if "auto" in each.open_at]
    assert facts_of(result(GUARDED, *opened)).broken() == []
    found = facts_of(result(GUARDED, "read-secret", "tcp", "write-secret", *opened))
    assert found.broken() == ["files: read-secret, write-secret", "net: tcp"]
    assert facts_of(result(BOXED, "stat-secret", level="strong")).broken() == ["names: stat-secret"]


def test_an_unknown_protection_is_the_users_mistake() -> None:
    known = ", ".join(PROTECTIONS)
    with pytest.raises(UserError, match=f'unknown protection "network": expected {known}'):
        facts_of(result(GUARDED)).missing(["files", "network"])


# ---- the manual

MANUAL = (Path(__file__).parents[3] / "docs" / "security.md").read_text(encoding="utf-8")


def table(heading: str) -> dict[str, list[str]]:
    """The rows of the first table below a heading, by the word in their first cell."""
    section = MANUAL.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("| ")]
    return {cells[0].strip(" `"): [cell.strip(" `") for cell in cells[1:]] for cells in rows}


def test_the_manual_explains_every_protection() -> None:
    assert list(table("The protections"))[1:] == list(PROTECTIONS)


def test_the_manual_says_what_each_level_claims() -> None:
    rows = table("What holds them")
    levels = rows.pop("")
    assert levels == ["strong", "auto", "limits", "none"]
    assert list(rows) == list(PROTECTIONS)
    for protection, cells in rows.items():
        for level, cell in zip(levels, cells, strict=True):
            is_open = any(level in each.open_at for each in ATTACKS.values() if each.protection == protection)
            assert (cell == "–" or "see below" in cell) == is_open, (protection, level)


# ---- for real


def test_limits_are_measured_as_they_are() -> None:
    found = measured("limits")
    states = {fact.protection: fact.state for fact in found.facts}
    enforced = {"kill-tree", "memory", "processes", "scratch"}
    assert states == {
        protection: State.ENFORCED if protection in enforced else State.NOT_ENFORCED for protection in PROTECTIONS
    }
    assert found.of("memory").by == "warden, RLIMIT_AS 4 GiB behind it"


def test_a_place_of_any_length_can_be_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address of a socket holds 107 bytes: the paths of a run and of temporary files may be longer."""
    deep = tmp_path / ("run" * 40) / ("s" * 100)
    deep.mkdir(parents=True)
    monkeypatch.setattr(tempfile, "tempdir", str(deep))
    sockets = [each for key, each in tried("none", True, deep).outcomes.items() if key.startswith("unix-")]
    assert [(each.key, each.how) for each in sockets if not each.got_through] == []
    assert len(sockets) == 5
    assert list(deep.iterdir()) == []


def test_a_level_that_cannot_be_had_is_the_users_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent() -> str:
        raise IsolationError("isolation strong needs bubblewrap (bwrap), which is not here: install it")

    monkeypatch.setattr(bubblewrap, "program", absent)
    with pytest.raises(SettingsError, match="install it"):
        measured("strong")


def test_a_machine_that_cannot_start_a_bot_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def troubled(level: str, quick: bool, place: object) -> Attacked:
        raise HostTroubleError("cannot start a process: out of memory")

    monkeypatch.setattr(facts, "attacked", troubled)
    with pytest.raises(SettingsError, match="isolation auto cannot be tried: cannot start a process: out of memory"):
        measured("auto")


def test_facts_know_their_level() -> None:
    assert facts_of(result(BOXED, level="strong")).level == "strong"
    assert isinstance(facts_of(result(BOXED)), Facts)
