"""Rust as rustup installs it: its links are followed to the toolchain, everything else is left alone."""

import os
from pathlib import Path

import pytest

from arena.bot_programs import program_called
from arena.rustup import real_program

SETTINGS = 'version = "12"\ndefault_toolchain = "{}"\ndefault_host_triple = "x86_64-linux"\n'


def program(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def rustc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The link on the PATH of a user with two toolchains, of whom rustup's settings say nothing yet."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path / ".cargo/bin"))
    for variable in ("RUSTUP_HOME", "RUSTUP_TOOLCHAIN"):
        monkeypatch.delenv(variable, raising=False)
    for toolchain in ("stable-x86_64-linux", "mine"):
        program(tmp_path / f".rustup/toolchains/{toolchain}/bin/rustc")
    link = program(tmp_path / ".cargo/bin/rustup").with_name("rustc")
    link.symlink_to("rustup")
    return link


def settings(home: Path, toolchain: str) -> None:
    (home / "settings.toml").write_text(SETTINGS.format(toolchain))


@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize(
    ("named", "folder"),
    [("stable-x86_64-linux", "stable-x86_64-linux"), ("stable", "stable-x86_64-linux"), ("mine", "mine")],
)
def test_a_link_stands_for_the_program_of_the_default_toolchain(
    rustc: Path, tmp_path: Path, hard: bool, named: str, folder: str
) -> None:
    if hard:
        rustc.unlink()
        os.link(rustc.with_name("rustup"), rustc)
    settings(tmp_path / ".rustup", named)
    assert program_called("rustc") == str(tmp_path / f".rustup/toolchains/{folder}/bin/rustc")


def test_the_environment_of_the_organiser_counts(rustc: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings(tmp_path / ".rustup", "stable")
    monkeypatch.setenv("RUSTUP_TOOLCHAIN", "mine")
    assert real_program(str(rustc)) == str(tmp_path / ".rustup/toolchains/mine/bin/rustc")
    monkeypatch.setenv("RUSTUP_HOME", str(tmp_path / "elsewhere"))
    elsewhere = program(tmp_path / "elsewhere/toolchains/mine/bin/rustc")
    assert real_program(str(rustc)) == str(elsewhere)


def test_without_a_toolchain_the_link_is_what_there_is(rustc: Path, tmp_path: Path) -> None:
    assert real_program(str(rustc)) == str(rustc)
    settings(tmp_path / ".rustup", "gone")
    assert real_program(str(rustc)) == str(rustc)
    (tmp_path / ".rustup/settings.toml").write_text("not = [TOML")
    assert real_program(str(rustc)) == str(rustc)


def test_other_programs_are_left_alone(rustc: Path, tmp_path: Path) -> None:
    settings(tmp_path / ".rustup", "mine")
    program(tmp_path / ".rustup/toolchains/mine/bin/rustup")
    other = program(tmp_path / ".cargo/bin/cc")
    alone = program(tmp_path / "usr/bin/rustc")
    for path in (other, alone, rustc.with_name("rustup")):
        assert real_program(str(path)) == str(path)
