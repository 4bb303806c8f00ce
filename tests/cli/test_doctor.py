"""`arena doctor`: a table by level from probes, the machine's room, and the attack with its exit status."""

import pytest

from arena.bots.isolation import IsolationError, bubblewrap, landlock
from arena.bots.isolation.attack_run import Attacked, Outcome, Seen
from arena.bots.isolation.attacks import ATTACKS, PROTECTIONS
from arena.bots.isolation.facts import facts_of
from arena.cli import diagnosis
from tests.cli.in_process import arena

SEEN = Seen({"Seccomp": "2", "NoNewPrivs": "1", "CapEff": "0"}, frozenset(), {})


def stand_in(level: str, *got_through: str) -> Attacked:
    """What the level declares open got through, and `got_through` besides."""
    opened = {key for key, each in ATTACKS.items() if level in each.open_at} | set(got_through)
    return Attacked(level, {key: Outcome(key, key in opened, f"how {key}") for key in ATTACKS}, SEEN)


@pytest.fixture(autouse=True)
def _not_for_real(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock, "version", lambda: 7)
    monkeypatch.setattr(diagnosis, "tried", lambda level, quick, place: stand_in(level))
    monkeypatch.setattr(diagnosis, "measured", lambda level, place: facts_of(stand_in(level)))


def row(text: str, first: str) -> list[str]:
    """The cells of the table's row that begins so."""
    line = next(line for line in text.splitlines() if line.startswith(first))
    return [cell.strip() for cell in line.split("  ") if cell.strip()]


def test_every_protection_has_a_row_and_every_level_a_column() -> None:
    said = arena("doctor")
    assert row(said.out, "protection") == ["protection", "against", "none", "limits", "auto", "strong"]
    for protection, against in PROTECTIONS.items():
        assert row(said.out, protection)[:2] == [protection, against]
    assert row(said.out, "files")[2:] == ["open", "open", "enforced", "enforced"]
    assert row(said.out, "names")[2:] == ["open", "open", "open", "enforced"]
    assert row(said.out, "timing")[2:] == ["open", "open", "open", "open"]
    assert "auto: enforced: files (Landlock 7, seccomp), net (seccomp)" in said.out
    assert said.err == "".join(f"arena: trying isolation {level}\n" for level in ("none", "limits", "auto", "strong"))


def test_the_machine_is_described() -> None:
    said = arena("doctor", "--isolation", "limits").out
    assert row(said, "protection") == ["protection", "against", "limits"]
    for label in ("system", "Landlock", "seccomp", "user namespaces", "bubblewrap", "cores", "open files", "jobs"):
        assert row(said, label)[0] == label
        assert len(row(said, label)) == 2


def test_a_level_that_is_not_to_be_had_is_left_out_or_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent() -> str:
        raise IsolationError("isolation strong needs bubblewrap (bwrap): install it")

    monkeypatch.undo()
    monkeypatch.setattr(diagnosis, "LEVELS", ("strong",))
    monkeypatch.setattr(bubblewrap, "program", absent)
    said = arena("doctor")
    assert row(said.out, "protection") == ["protection", "against"]
    assert "strong: not to be had here: isolation strong needs bubblewrap (bwrap): install it" in said.out
    said = arena("doctor", "--isolation", "strong", status=2)
    assert (said.out, said.last) == ("", "arena: isolation strong needs bubblewrap (bwrap): install it")
    said = arena("doctor", "--attack", "--isolation", "strong", status=2)
    assert (said.out, said.last) == ("", "arena: isolation strong needs bubblewrap (bwrap): install it")
    said = arena("doctor", "--attack")
    assert "isolation strong was not attacked" in said.err


def test_the_attack_by_level() -> None:
    said = arena("doctor", "--attack")
    open_as_declared = "OPEN (declared)"
    assert row(said.out, "files       read a secret file")[2:] == [open_as_declared] * 2 + ["blocked"] * 2
    assert row(said.out, "names       stat a secret")[2:] == [open_as_declared] * 3 + ["blocked"]
    assert len(said.out.splitlines()) == 2 + len(ATTACKS) + 1 + 4
    assert f"auto: {len(ATTACKS)} attacks, " in said.out
    assert said.out.count(", 0 open against what the level claims") == 4


def test_what_gets_through_against_a_levels_claim_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnosis, "tried", lambda level, quick, place: stand_in(level, "tcp"))
    said = arena("doctor", "--attack", "--isolation", "auto", status=1)
    assert row(said.out, "net         connect over TCP")[2:] == ["OPEN", "how tcp"]
    assert row(said.out, "net         send over UDP")[2:] == ["blocked", "how udp"]
    assert said.last == "arena: isolation auto: connect over TCP (tcp) got through: how tcp"
    said = arena("doctor", "--attack", "--isolation", "none")
    assert row(said.out, "net         connect over TCP")[2] == "OPEN (declared)"


def test_the_attack_is_real(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    said = arena("doctor", "--attack", "--isolation", "limits")
    assert row(said.out, "memory      hold too much memory in one process")[2] == "blocked"
    assert row(said.out, "files       read a secret file")[2] == "OPEN (declared)"


def test_an_unknown_level_is_refused() -> None:
    assert "'strong', 'auto', 'limits', 'none'" in arena("doctor", "--isolation", "full", status=2).err
