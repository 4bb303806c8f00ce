"""Standings as the page shows them: cells with what they sort by, error bars as marks, the shaded crosstable.

Rounds and words figures with `reports.tables`, and counts nothing. Names stay as they came. Called by `page`.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.reports.tables import NOTHING, milliseconds, number, percent, places, too_few, units
from arena.standings import Encounter, Row, Standings

BAR_WIDTH = 168
_BAR_EDGE = 4
MANY = 8
"""From so many bots on the crosstable's headings stand upright."""
_PLUS_MINUS = "±"


@dataclass(frozen=True, slots=True)
class Column:
    """A heading; `first` is the order a first click sorts by, "" where there is nothing to sort."""

    title: str
    first: str
    words: bool = False
    help: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """A score and its interval on an axis from 0 to 1, in the drawing's units; the interval None with too few pairs."""

    score: float
    interval: tuple[float, float] | None
    label: str


@dataclass(frozen=True, slots=True)
class Cell:
    """`sort` is what the column sorts by, None last; `error` and `detail` stand beside the text, smaller."""

    text: str
    sort: float | str | None
    error: str = ""
    detail: str = ""
    bar: Bar | None = None
    kind: str = ""


def columns(standings: Standings) -> list[Column]:
    wins = [] if standings.size == 2 else [Column("Wins %", "descending", help="share of the matches won")]
    return [
        Column("Place", "ascending", help="an interval where the places are not separated yet"),
        Column("Bot", "ascending", words=True),
        Column("Score %", "descending", help="with half the width of its 95 % interval"),
        Column("0 – 50 – 100 %", "", words=True, help="the score and its 95 % interval"),
        Column("Elo", "descending", help="with half the width of its 95 % interval"),
        Column(units(standings).capitalize(), "descending"),
        Column("Won/Split/Lost", "descending"),
        *wins,
        Column("Pts/deal", "descending", help="in matches without a fault"),
        *(Column(column.title, "descending") for column in standings.columns),
        Column("Forfeits", "descending", words=True),
        Column("ms/decision", "ascending", help="mean / longest, as measured on this machine"),
    ]


def standing_rows(standings: Standings) -> Iterator[list[Cell]]:
    """A row a bot, in the standings' order, under `columns`."""
    keys = [column.key for column in standings.columns]
    for order, row in enumerate(standings.rows):
        doubt = too_few(standings)
        forfeits = {kind: count for kind, count in row.forfeits.items() if count}
        wins = [] if standings.size == 2 else [Cell(percent(row.win_share), row.win_share)]
        yield [
            Cell(places(row), order),
            Cell(row.bot, row.bot.casefold(), kind="name"),
            Cell(percent(row.score), row.score, _error(percent(row.score_error), row, row.score_error, doubt)),
            Cell("", None, bar=_bar(row)),
            Cell(number(row.elo, 0), row.elo, _error(number(row.elo_error, 0), row, row.elo_error, doubt)),
            Cell(str(row.pairs), row.pairs),
            Cell(f"{row.won}/{row.split}/{row.lost}", row.won - row.lost),
            *wins,
            Cell(
                number(row.points_per_deal, 2),
                row.points_per_deal,
                "" if row.points_per_deal_error is None else f"{_PLUS_MINUS}{number(row.points_per_deal_error, 2)}",
            ),
            *(Cell(percent(row.game_stats[key]), row.game_stats[key]) for key in keys),
            _forfeits(forfeits),
            Cell(_times(row), row.mean_ms),
        ]


def _error(shown: str, row: Row, error: float | None, doubt: str) -> str:
    if not row.pairs:
        return ""
    return doubt if error is None else f"{_PLUS_MINUS}{shown}"


def _forfeits(counts: dict[str, int]) -> Cell:
    every = sum(counts.values())
    if len(counts) < 2:
        return Cell(f"{every:,}", every, detail="".join(counts), kind="words")
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in counts.items())
    return Cell(f"{every:,}", every, detail=kinds, kind="words stacked")


def _times(row: Row) -> str:
    if row.mean_ms is None or row.max_ms is None:
        return NOTHING
    return f"{milliseconds(row.mean_ms)} / {milliseconds(row.max_ms)}"


def _bar(row: Row) -> Bar | None:
    if row.score is None:
        return None
    label = f"{percent(row.score)} %"
    if row.score_error is None:
        return Bar(_across(row.score), None, label)
    low, high = max(0.0, row.score - row.score_error), min(1.0, row.score + row.score_error)
    return Bar(_across(row.score), (_across(low), _across(high)), f"{label}, from {percent(low)} to {percent(high)} %")


def _across(share: float) -> float:
    return round(_BAR_EDGE + share * (BAR_WIDTH - 2 * _BAR_EDGE), 1)


# ---- the crosstable


@dataclass(frozen=True, slots=True)
class Cross:
    """A score against a column's bot: its mark "+", "-" or "", its classes, and which encounter it is of, if shown."""

    text: str
    mark: str
    classes: str
    label: str
    encounter: int | None


def cross_rows(standings: Standings, encounter_of: dict[tuple[str, str], int]) -> list[tuple[str, list[Cross | None]]]:
    """Names with their cells, None on the diagonal and where two have not met.

    `encounter_of`: by two names in code point order, the number of the page's section on them.
    """
    names = [row.bot for row in standings.rows if row.pairs]
    met = {(one.a, one.b): one for one in standings.encounters}
    return [(name, [_cross(met, encounter_of, name, other) for other in names]) for name in names]


def _cross(
    met: dict[tuple[str, str], Encounter], encounter_of: dict[tuple[str, str], int], row: str, column: str
) -> Cross | None:
    two = (row, column) if (row, column) in met else (column, row)
    encounter = met.get(two)
    if encounter is None:
        return None
    is_first = encounter.a == row
    score = encounter.score if is_first else 1 - encounter.score
    is_ahead = (encounter.won > encounter.lost) is is_first
    sure = encounter.significant
    mark = ("+" if is_ahead else "-") if sure else ""
    depth = min(5, round(abs(score - 0.5) * 10))
    side = "up" if score > 0.5 else "down" if score < 0.5 else "even"
    words = f"{row} against {column}: {percent(score)} %"
    if sure:
        words += f", surely {'above' if is_ahead else 'below'} 50 %"
    return Cross(percent(score), mark, f"{side} d{depth}{' sure' if sure else ''}", words, encounter_of.get(two))
