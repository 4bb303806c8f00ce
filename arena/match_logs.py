"""What bots wrote to standard error in a match that ended by a fault: a run's files `logs/00012-closed-1a2b3c4d.txt`.

For people: every control character is escaped, and a name never becomes a path. The total is bounded, since strangers
write it. Called by `director`, after the match is committed; a log that cannot be written costs no match.
"""

import contextlib
from hashlib import sha256
from pathlib import Path
from typing import Final

from arena.records import MatchRecord
from arena.reports.neutral import terminal, terminal_lines

TAIL_CHARS: Final = 2_000
"""What of each log stays in the record."""
_MOST_BYTES: Final = 256 * 1024 * 1024  # of all logs of a run


class MatchLogs:
    """The folder `logs/` of a run."""

    def __init__(self, run_dir: Path) -> None:
        self._folder = run_dir / "logs"
        self._left: int | None = None

    def keep(self, record: MatchRecord) -> None:
        """Write the logs of a match that ended by a fault to a file, and leave their ends in the record."""
        logs = {whose: text for whose, text in record.log.items() if text}
        record.log = {whose: text[-TAIL_CHARS:] for whose, text in logs.items()}
        if not record.result.faults or not any(whose.endswith("stderr") for whose in logs):
            return
        data = _page(record, logs).encode("utf-8", "backslashreplace")
        with contextlib.suppress(OSError):
            if self._left is None:
                self._folder.mkdir(exist_ok=True)
                self._left = _MOST_BYTES - sum(entry.stat().st_size for entry in self._folder.iterdir())
            if len(data) <= self._left:
                self._left -= len(data)
                (self._folder / file_name(record)).write_bytes(data)


def file_name(record: MatchRecord) -> str:
    """The board, the room, and what tells encounters apart."""
    spec = record.spec
    mark = sha256("~".join(spec.names).encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{spec.board:05}-{spec.room}-{mark}.txt"


def _page(record: MatchRecord, logs: dict[str, str]) -> str:
    spec = record.spec
    lines = [f"match {terminal(spec.match_id)}"]
    lines += [f"seat {seat}: {terminal(spec.names[entrant])}" for seat, entrant in enumerate(spec.seats)]
    lines += [f"fault of seat {fault.seat}: {fault.kind}: {terminal(fault.detail)}" for fault in record.result.faults]
    for whose, text in logs.items():
        lines += ["", f"--- {whose}", terminal_lines(text)]
    return "\n".join(lines) + "\n"
