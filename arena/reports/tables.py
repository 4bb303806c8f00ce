"""Standings as tables: headings, cells of text and alignment, the same for a terminal and for Markdown.

Cells are rounded and formatted here and nowhere else; names in them are as they came, the writers neutralise
them. Must know nothing of any output format. Called by `text` and `markdown`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from arena.standings import Encounter, Row, Standings

NOTHING = "–"
MINUS = "−"


class Align(StrEnum):
    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells, every one as long as `headings` and `align`."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    align: tuple[Align, ...]


def number(value: float | None, decimals: int) -> str:
    """A figure with a fixed number of decimals, so that right-aligned ones stand under each other; never a -0."""
    if value is None:
        return NOTHING
    text = f"{value:.{decimals}f}"
    return text.replace("-", "" if float(text) == 0 else MINUS)


def percent(value: float | None, decimals: int = 1) -> str:
    return number(None if value is None else 100 * value, decimals)


def units(standings: Standings) -> str:
    """What the figures are counted in: pairs of matches, or boards of six where three meet."""
    return "pairs" if standings.size == 2 else "boards"


def too_few(standings: Standings) -> str:
    """What stands in place of an interval."""
    return f"too few {units(standings)}"


def standings_table(standings: Standings) -> Table:
    """One row an entrant: place interval, score, Elo, pairs, and the figures that explain but never rank.

    Where three meet, the share of wins stands with those.
    """
    titles = [column.title for column in standings.columns]
    wins = () if standings.size == 2 else ("Wins %",)
    headings = ("Place", "Bot", "Score %", "±95", "Elo", "±95", units(standings).capitalize(), "Won/Split/Lost", *wins)
    headings = (*headings, "Pts/deal", *titles, "Forfeits", "ms/decision")
    align = tuple(Align.LEFT if heading == "Bot" else Align.RIGHT for heading in headings)
    keys = [column.key for column in standings.columns]
    return Table(headings, tuple(_row(standings, row, keys) for row in standings.rows), align)


def _row(standings: Standings, row: Row, keys: Sequence[str]) -> tuple[str, ...]:
    doubt = too_few(standings)
    return (
        places(row),
        row.bot,
        percent(row.score),
        doubt if row.pairs and row.score_error is None else percent(row.score_error),
        number(row.elo, 0),
        doubt if row.pairs and row.elo_error is None else number(row.elo_error, 0),
        str(row.pairs),
        f"{row.won}/{row.split}/{row.lost}",
        *([] if standings.size == 2 else [percent(row.win_share)]),
        number(row.points_per_deal, 2),
        *(percent(row.game_stats[key]) for key in keys),
        str(sum(row.forfeits.values())),
        _mean_and_max(row),
    )


def places(row: Row) -> str:
    """`2-4`, `1` when the tests leave one place only, a dash before the first pair."""
    if row.place is None:
        return NOTHING
    return str(row.place_low) if row.place_low == row.place_high else f"{row.place_low}-{row.place_high}"


def _mean_and_max(row: Row) -> str:
    if row.mean_ms is None or row.max_ms is None:
        return NOTHING
    return f"{milliseconds(row.mean_ms)}/{milliseconds(row.max_ms)}"


def milliseconds(value: float) -> str:
    """Two digits that mean something, no more: 0.04, 1.2, 38."""
    return number(value, 2 if value < 0.1 else 1 if value < 9.95 else 0)


def cross_table(standings: Standings) -> Table | None:
    """Row against column in %, `+` or `-` only where significant; None before the first pair."""
    names = [row.bot for row in standings.rows if row.pairs]
    if not names:
        return None
    encounters = {(one.a, one.b): one for one in standings.encounters}
    rows = tuple((name, *(_cross_cell(encounters, name, other, 1) for other in names)) for name in names)
    return Table(("", *names), rows, (Align.LEFT, *(Align.RIGHT for _ in names)))


def numbered_cross_tables(standings: Standings, columns: int) -> list[Table]:
    """The same for many bots: rows and columns numbered, whole per cents, at most `columns` opponents a table."""
    names = [row.bot for row in standings.rows if row.pairs]
    encounters = {(one.a, one.b): one for one in standings.encounters}
    tables = []
    for start in range(0, len(names), columns):
        shown = names[start : start + columns]
        rows = tuple(
            (str(place), name, *(_cross_cell(encounters, name, other, 0) for other in shown))
            for place, name in enumerate(names, 1)
        )
        heads = [f"{place} " for place in range(start + 1, start + len(shown) + 1)]
        align = (Align.RIGHT, Align.LEFT, *(Align.RIGHT for _ in shown))
        tables.append(Table(("", "", *heads), rows, align))
    return tables


def _cross_cell(encounters: dict[tuple[str, str], Encounter], row: str, column: str, decimals: int) -> str:
    """The score with its mark; a space stands where no mark does, so that the figures stay aligned."""
    if (row, column) in encounters:
        encounter, score = encounters[row, column], encounters[row, column].score
    elif (column, row) in encounters:
        encounter, score = encounters[column, row], 1 - encounters[column, row].score
    else:
        return "· "
    mark = ("+" if encounter.won > encounter.lost else "-") if encounter.significant else " "
    if encounter.a != row and mark != " ":
        mark = "-" if mark == "+" else "+"
    return f"{percent(score, decimals)}{mark}"
