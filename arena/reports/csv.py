"""Standings for a spreadsheet: one header, one row a bot, unrounded figures under the names of the JSON form.

Forfeits have a column in all and one a kind that occurred. Must never write a stranger's text but through
`neutral.csv_cell`. Called by `render`.
"""

import csv
import io

from arena.reports.neutral import csv_cell
from arena.standings import Row, Standings


def csv_report(standings: Standings) -> str:
    kinds = sorted({kind for row in standings.rows for kind in row.forfeits})
    rows = [_row(row, kinds, standings.size) for row in standings.rows]
    out = io.StringIO()
    if rows:
        writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return out.getvalue()


def _row(row: Row, kinds: list[str], size: int) -> dict[str, str | float | int | None]:
    return {
        "place": row.place,
        "place_low": row.place_low,
        "place_high": row.place_high,
        "bot": csv_cell(row.bot),
        "score": row.score,
        "score_error": row.score_error,
        "elo": row.elo,
        "elo_error": row.elo_error,
        "pairs": row.pairs,
        "won": row.won,
        "split": row.split,
        "lost": row.lost,
        "matches_won": row.matches_won,
        "matches_lost": row.matches_lost,
        "matches_drawn": row.matches_drawn,
        **({} if size == 2 else {"win_share": row.win_share}),
        "points_per_deal": row.points_per_deal,
        "points_per_deal_error": row.points_per_deal_error,
        **row.game_stats,
        "forfeits": sum(row.forfeits.values()),
        **{f"forfeits_{kind}": row.forfeits.get(kind, 0) for kind in kinds},
        "mean_ms": row.mean_ms,
        "max_ms": row.max_ms,
    }
