"""The table of system calls against the kernel's own headers, where they are installed."""

import os
import re
import struct
import sys
from pathlib import Path

import pytest

from arena.bots.isolation import syscalls

HEADERS = [
    (0, Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h")),
    (1, Path("/usr/include/asm-generic/unistd.h")),  # aarch64 counts as new architectures do
]


@pytest.mark.parametrize(("column", "header"), HEADERS, ids=["x86_64", "aarch64"])
def test_numbers_are_the_kernels(column: int, header: Path) -> None:
    if not header.exists():
        pytest.skip(f"needs {header} (linux-libc-dev)")
    text = header.read_text()
    defined = {name: int(number) for name, number in re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)\b", text)}
    defined.pop("syscalls", None)  # their count
    newest = max(defined.values())
    ours = {name: numbers[column] for name, numbers in syscalls.NUMBERS.items()}
    # a header may be older than the table
    known = {name: number for name, number in ours.items() if number is not None and number <= newest}
    assert {name: defined.get(name) for name in known} == known
    assert not {name for name, number in ours.items() if number is None} & set(defined)


def test_both_architectures_count_alike_from_424_on() -> None:
    late = {name: numbers for name, numbers in syscalls.NUMBERS.items() if (numbers[0] or 0) >= 424}
    assert len(late) > 20
    assert all(one == other for one, other in late.values())
    assert all((one or 0) <= syscalls.LAST for one, _ in syscalls.NUMBERS.values())


@pytest.mark.parametrize(
    ("machine", "pointer", "expected"),
    [("x86_64", 8, "x86_64"), ("aarch64", 8, "aarch64"), ("riscv64", 8, None), ("x86_64", 4, None)],
)
def test_machine(monkeypatch: pytest.MonkeyPatch, machine: str, pointer: int, expected: str | None) -> None:
    class Uname:
        def __init__(self) -> None:
            self.machine = machine

    monkeypatch.setattr(os, "uname", Uname)
    monkeypatch.setattr(struct, "calcsize", lambda form: pointer)
    monkeypatch.setattr(sys, "platform", "linux")
    found = syscalls.this_machine()
    assert (found.name if found else None) == expected
