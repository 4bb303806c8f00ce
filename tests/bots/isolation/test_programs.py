"""Programs found by a word, and scripts' first lines."""

from pathlib import Path

import pytest

from arena.bots.isolation.programs import first_line, is_binary, which


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"#!/bin/sh\n", ["/bin/sh"]),
        (b"#! /usr/bin/env -S python3 -u\nprint()\n", ["/usr/bin/env", "-S", "python3", "-u"]),
        (b"#!/bin/sh", ["/bin/sh"]),
        (b'#!/opt/it"s\n', ['/opt/it"s']),
        (b"#!\n", []),
        (b"\x7fELF", []),
        (b"", []),
    ],
)
def test_first_line(tmp_path: Path, content: bytes, words: list[str]) -> None:
    script = tmp_path / "script"
    script.write_bytes(content)
    assert first_line(str(script)) == words


def test_first_line_of_nothing(tmp_path: Path) -> None:
    assert first_line(str(tmp_path)) == []
    assert first_line(str(tmp_path / "absent")) == []


def test_which_takes_the_first_that_can_be_executed(tmp_path: Path) -> None:
    for name, mode in [("a", 0o644), ("b", 0o755), ("c", 0o755)]:
        (tmp_path / name).mkdir()
        program = tmp_path / name / "tool"
        program.touch(mode)
    search = f":{tmp_path}/a:{tmp_path}/b:{tmp_path}/c"
    assert which("tool", search) == f"{tmp_path}/b/tool"
    assert which("other", search) is None
    assert which(f"{tmp_path}/a/tool", "") == f"{tmp_path}/a/tool"
    assert which(f"{tmp_path}/a/other", search) is None


def test_is_binary(tmp_path: Path) -> None:
    for name, content, mode in [("a", b"\x7fELF", 0o755), ("b", b"\x7fELF", 0o644), ("c", b"#!/bin/sh", 0o755)]:
        (tmp_path / name).write_bytes(content)
        (tmp_path / name).chmod(mode)
    (tmp_path / "d").symlink_to("a")
    found = [name for name in ("a", "b", "c", "d", "absent", ".") if is_binary(str(tmp_path / name))]
    assert found == ["a", "d"]
