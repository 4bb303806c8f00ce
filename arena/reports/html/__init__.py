"""The report as one HTML file that opens from disk and asks nothing of any network.

`report_page` writes standings and, with a run's `Findings`, its encounters, bots, forfeits and replays. Plain values
in, text out. Called by `render` and by `cli.run_report`.
"""

from arena.reports.html.page import report_page
from arena.reports.html.values import BotPart, EncounterPart, Findings, ForfeitCase, ForfeitKind, Replay

__all__ = ["BotPart", "EncounterPart", "Findings", "ForfeitCase", "ForfeitKind", "Replay", "report_page"]
