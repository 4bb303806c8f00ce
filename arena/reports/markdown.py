"""A report in Markdown, for an issue, a wiki or a README: the same tables and lines as the terminal's.

Must never write a stranger's text but through `neutral`. Called by `render`.
"""

from tabulate import tabulate

from arena.reports.facts import RunFacts
from arena.reports.footer import CROSS_TABLE_LEGEND, CROSS_TABLE_TITLE, footer, forfeit_groups, warnings
from arena.reports.neutral import markdown, markdown_code
from arena.reports.tables import Table, cross_table, standings_table
from arena.standings import Standings


def markdown_report(standings: Standings, facts: RunFacts) -> str:
    parts = [_drawn(standings_table(standings))]
    parts += [markdown(line) for line in warnings(standings, facts)]
    crosses = cross_table(standings)
    if crosses is not None:
        parts += [f"**{CROSS_TABLE_TITLE}**", _drawn(crosses), markdown(CROSS_TABLE_LEGEND)]
    groups, left_out = forfeit_groups(standings, facts)
    if groups:
        lines = ["**Forfeits**", ""]
        for group in groups:
            command = f" ({markdown_code(group.command)})" if group.command else ""
            detail = f": {markdown(group.detail)}" if group.detail else ""
            lines.append(f"- {markdown(group.bot)}, {markdown(group.kind)} x{group.count:,}{detail}{command}")
        if left_out:
            lines.append(f"- and {left_out} more kinds")
        parts.append("\n".join(lines))
    lines = [f"- {label}: {markdown(text)}" for label, text in footer(standings, facts)]
    parts.append("\n".join(["**Run**", "", *lines]))
    return "\n\n".join(parts) + "\n"


def _drawn(table: Table) -> str:
    return tabulate(
        [[markdown(cell.strip()) for cell in row] for row in table.rows],
        headers=[markdown(heading) for heading in table.headings],
        tablefmt="pipe",
        colalign=list(table.align) if table.rows else None,
        disable_numparse=True,
    )
