"""Reports: standings and the facts of their run, written out in one of several formats.

Plain values in, text out; nothing here reads a store, a bot or a game. Called by the command line.
"""

from enum import StrEnum
from typing import TYPE_CHECKING, assert_never

from arena.errors import SettingsError
from arena.reports.facts import ForfeitDetail, RunFacts

if TYPE_CHECKING:
    from arena.standings import Standings

__all__ = ["ForfeitDetail", "Format", "RunFacts", "render"]


class Format(StrEnum):
    """The forms in which standings can be printed."""

    TABLE = "table"
    MARKDOWN = "markdown"
    CSV = "csv"
    JSON = "json"
    HTML = "html"


def render(standings: "Standings", facts: RunFacts, format: str) -> str:
    """The whole report, ending in a newline; SettingsError for a format that does not exist."""
    if format not in set(Format):
        raise SettingsError(f'--format: expected one of {", ".join(Format)}, got "{format}"')
    # each only for who wants it: every verb imports this package, and should start at once
    match Format(format):
        case Format.TABLE:
            from arena.reports.text import text_report

            return text_report(standings, facts)
        case Format.MARKDOWN:
            from arena.reports.markdown import markdown_report

            return markdown_report(standings, facts)
        case Format.CSV:
            from arena.reports.csv import csv_report

            return csv_report(standings)
        case Format.JSON:
            from arena.reports.json import json_report

            return json_report(standings, facts)
        case Format.HTML:
            from arena.reports.html import report_page

            return report_page(standings, facts)
        case other:
            assert_never(other)
