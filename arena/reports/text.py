"""A report for the terminal: tables, crosstable, forfeits, footer. Plain text, no colour, made to fit 120 columns.

Must never print a stranger's text but through `neutral.terminal`. Called by `render`.
"""

import re
import unicodedata

import tabulate

from arena.reports.facts import RunFacts
from arena.reports.footer import CROSS_TABLE_LEGEND, CROSS_TABLE_TITLE, footer, forfeit_groups, warnings
from arena.reports.neutral import terminal
from arena.reports.tables import Table, cross_table, numbered_cross_tables, standings_table
from arena.standings import Standings

WIDTH = 120
GAP = "  "

# two columns more for every heading would push a standings table past the width of a terminal
tabulate.MIN_PADDING = 0


def text_report(standings: Standings, facts: RunFacts, width: int = WIDTH) -> str:
    """Everything, in lines of at most `width` columns as far as names and notes allow."""
    parts = [_fitting(standings_table(standings), width)]
    parts.append("\n".join(terminal(line) for line in warnings(standings, facts)))
    parts.append(_crosses(standings, width))
    parts.append(_forfeits(standings, facts))
    lines = footer(standings, facts)
    label_width = max(len(label) for label, _ in lines)
    parts.append("\n".join(f"{label:<{label_width}}  {terminal(text)}" for label, text in lines))
    return "\n\n".join(part for part in parts if part) + "\n"


def _crosses(standings: Standings, width: int) -> str:
    table = cross_table(standings)
    if table is None:
        return ""
    shown = [_drawn(table)]
    if _width(shown[0]) > width:
        widest_name = max(_cells(terminal(name)) for name, *_ in table.rows)
        columns = max(1, (width - len(str(len(table.rows))) - len(GAP) - widest_name) // (len(GAP) + len("100+")))
        shown = [_drawn(block) for block in numbered_cross_tables(standings, columns)]
    return "\n".join((CROSS_TABLE_TITLE, *shown, CROSS_TABLE_LEGEND))


def _fitting(table: Table, width: int) -> str:
    """The table, its long headings broken into lines only when it would be too wide."""
    shown = _drawn(table)
    if _width(shown) <= width:
        return shown
    headings = tuple(re.sub(r"(?<=/)| ", "\n", heading) for heading in table.headings)
    return _drawn(Table(headings, table.rows, table.align))


def _drawn(table: Table) -> str:
    """Headings (over each other where they hold line breaks, the last line lowest), a rule, rows."""
    height = max(heading.count("\n") for heading in table.headings)
    headings = ["\n" * (height - heading.count("\n")) + heading for heading in table.headings]
    drawn = tabulate.tabulate(
        [[terminal(cell) for cell in row] for row in table.rows],
        headers=["\n".join(terminal(line) for line in heading.split("\n")) for heading in headings],
        tablefmt="simple",
        colalign=[align.value for align in table.align],
        disable_numparse=True,
        preserve_whitespace=True,  # the blank that keeps unmarked figures of the crosstable under marked ones
    )
    return "\n".join(line.rstrip() for line in drawn.split("\n"))


def _cells(text: str) -> int:
    """Columns that a terminal gives to `text`: two to wide characters, none to combining ones."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return len(text) + wide - sum(unicodedata.category(character) in ("Mn", "Me") for character in text)


def _width(drawn: str) -> int:
    return max(map(_cells, drawn.split("\n")))


def _forfeits(standings: Standings, facts: RunFacts) -> str:
    groups, left_out = forfeit_groups(standings, facts)
    if not groups:
        return ""
    lines = ["Forfeits"]
    for group in groups:
        first = f": {group.detail}" if group.detail else ""
        lines.append(f"  {terminal(group.bot)}  {group.kind} x{group.count:,}{terminal(first)}")
        if group.command:
            lines.append(f"      {terminal(group.command)}")
    if left_out:
        lines.append(f"  and {left_out} more kinds; all of them: --format json")
    return "\n".join(lines)
