"""Progress on standard error while matches are played: done, rate, time left, the live top of the table.

Quiet when standard error is no terminal, but for a line now and then. Called by `running`.
"""

import sys
import time
from types import TracebackType
from typing import Self

from arena.games import Game
from arena.records import MatchSummary
from arena.reports.neutral import terminal
from arena.standings import Tally, standings
from arena.store import Store

_REFRESH_S = 0.5
_TOP = 5


class Progress:
    """A context manager; `record` is called for every match that was committed."""

    def __init__(self, total: int, store: Store, game: Game) -> None:
        self._total = total
        self._game = game
        self._names = [entrant.name for entrant in store.entrants]
        self._shown = sys.stderr.isatty()
        self._tally = Tally()
        self._before = self._done = 0
        if self._shown:
            for summary in store.summaries(complete_boards_only=False):
                self._tally.add(summary)
        self._before = self._done = store.counts().matches - store.counts().voids
        self._forfeits = 0
        self._start = self._last = time.monotonic()

    def __enter__(self) -> Self:
        if self._shown:
            from rich.console import Console
            from rich.live import Live

            self._live = Live(console=Console(stderr=True), auto_refresh=False, transient=True)
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown:
            self._live.stop()

    def record(self, summary: MatchSummary) -> None:
        """Count one match; draw now and then."""
        self._done += 1
        self._forfeits += bool(summary.faults)
        if not self._shown:
            return
        self._tally.add(summary)
        now = time.monotonic()
        if now - self._last >= _REFRESH_S:
            self._last = now
            self._live.update(self._text(now), refresh=True)  # type: ignore[arg-type]

    def _text(self, now: float) -> object:
        from rich.text import Text

        rate = (self._done - self._before) / (now - self._start)
        left = (self._total - self._done) / rate if rate else 0.0
        width = 30
        filled = min(width, width * self._done // max(1, self._total))
        lines = [
            f"{'━' * filled}{'╌' * (width - filled)} {self._done:,}/{self._total:,} matches · {rate:.1f}/s · "
            f"{_span(left)} left" + (f" · {self._forfeits:,} forfeits" if self._forfeits else "")
        ]
        table = standings(self._tally, self._names, self._game.statistics)
        for row in table.rows[:_TOP]:
            if row.place is not None and row.score is not None:
                error = f" ± {row.score_error * 100:.1f}" if row.score_error is not None else ""
                lines.append(f"{row.place:>3}  {terminal(row.bot):<24} {row.score * 100:5.1f} %{error}")
        return Text("\n".join(lines))


def _span(seconds: float) -> str:
    """Seconds as people say them."""
    whole = int(seconds + 0.5)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"
