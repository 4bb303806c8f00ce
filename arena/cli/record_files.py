"""Exported records in a file, JSON lines or tags and cards, as lines of JSON. Called by the verbs that read such files.

Judges no record: `arena.verify` does. Whatever cannot be read is a RecordError that names the file.
"""

import contextlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson

from arena import ptn
from arena.errors import RecordError
from arena.reports.neutral import terminal
from arena.verify import first_difference


@contextlib.contextmanager
def record_lines(path: Path) -> Iterator[Iterable[bytes]]:
    """The lines of the file, a record each where they are not blank."""
    if path.suffix == ".csv" and path.is_file():
        raise RecordError(f"{path} says how matches ended, not how they were played: expected records (arena export)")
    try:
        with path.open("rb") as lines:
            yield _of_ptn(path, lines) if path.suffix == ".ptn" else lines
    except OSError as problem:
        raise RecordError(f"{path}: {(problem.strerror or str(problem)).lower()}") from None


def record_in(path: Path, match: str | None) -> dict[str, Any]:
    """The record of `match`, or else the first with a fault, or else the first of all; it follows from its rules."""
    found: dict[str, Any] | None = None
    with record_lines(path) as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                exported = orjson.loads(line)
            except ValueError:
                raise RecordError(f"{path}: line {number}: expected a JSON object (arena verify {path})") from None
            if not isinstance(exported, dict) or (match is not None and exported.get("match") != match):
                continue
            found = found or exported
            if match is not None or _tells_of_a_fault(exported):
                found = exported
                break
    if found is None:
        named = "records, one a line, found none" if match is None else f"a record of {terminal(match)}, found none"
        raise RecordError(f"{path}: expected {named} (arena export writes them)")
    if (difference := first_difference(found)) is not None:
        raise RecordError(f"{path}: {terminal(difference)}")
    return found


def _tells_of_a_fault(exported: Mapping[str, Any]) -> bool:
    """Whether it says so; nothing of it has been verified."""
    result = exported.get("result")
    return isinstance(result, dict) and result.get("fault") is not None


def _of_ptn(path: Path, lines: Iterable[bytes]) -> Iterator[bytes]:
    """The records of a file of tags, a line each. Raises RecordError with the line where it cannot be read."""
    try:
        yield from map(orjson.dumps, ptn.records(line.decode() for line in lines))
    except RecordError as problem:
        raise RecordError(f"{path}: {terminal(str(problem))}") from None
    except UnicodeDecodeError:
        raise RecordError(f"{path}: expected text in UTF-8") from None
