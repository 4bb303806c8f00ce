"""Rights by kernel version, and rules cut to what they can hold."""

from pathlib import Path

import pytest

from arena.bots.isolation import landlock

REFER, TRUNCATE, IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15


@pytest.mark.parametrize(
    ("version", "later"),
    [(1, 0), (2, REFER), (3, REFER | TRUNCATE), (4, REFER | TRUNCATE), (5, REFER | TRUNCATE | IOCTL_DEV)],
)
def test_handled_rights_grow_with_the_version(version: int, later: int) -> None:
    assert landlock.handled(version) == (1 << 13) - 1 | later


@pytest.mark.parametrize(("version", "rights"), [(1, 0b10), (3, 0b10 | TRUNCATE)])
def test_a_rule_on_a_file_has_rights_of_files_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: int, rights: int
) -> None:
    monkeypatch.setattr(landlock, "version", lambda: version)
    file = tmp_path / "file"
    file.touch()
    assert landlock.rule(str(file), landlock.READ) == (str(file), 0b101)
    written = landlock.rule(str(file), landlock.WRITE)
    assert written == (str(file), 0b101 | rights)


def test_a_folder_that_is_written_gets_no_devices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock, "version", lambda: 1)
    rule = landlock.rule(str(tmp_path), landlock.WRITE)
    assert rule == (str(tmp_path), (1 << 13) - 1 & ~(1 << 6) & ~(1 << 11))


def test_what_is_not_there_has_no_rule(tmp_path: Path) -> None:
    assert landlock.rule(str(tmp_path / "absent"), landlock.READ) is None


@pytest.mark.parametrize(
    ("version", "truncation", "signals"),
    [(0, False, False), (2, False, False), (3, True, False), (5, True, False), (6, True, True)],
)
def test_what_a_version_holds(monkeypatch: pytest.MonkeyPatch, version: int, truncation: bool, signals: bool) -> None:
    monkeypatch.setattr(landlock, "version", lambda: version)
    assert (landlock.holds_truncation(), landlock.holds_signals()) == (truncation, signals)
