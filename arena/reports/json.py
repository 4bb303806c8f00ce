"""Standings as JSON, `arena-standings/1`: unrounded, null where a figure would be a guess.

Where three meet, `pairs` counts boards of six matches, and rows have a `win_share`.

ASCII only, so that no stranger's text reaches a terminal with its control characters. Called by `render`.
"""

import json
from typing import Any

from arena.reports.facts import RunFacts
from arena.standings import Encounter, Row, Standings

FORMAT = "arena-standings/1"


def json_report(standings: Standings, facts: RunFacts) -> str:
    return json.dumps(standings_json(standings, facts), allow_nan=False, indent=1) + "\n"


def standings_json(standings: Standings, facts: RunFacts) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "game": facts.game,
        "seed": facts.shown_seed,
        "boards": facts.boards,
        "void_matches": standings.void_matches,
        "unfinished_matches": facts.unfinished,
        "rows": [_row(row, standings.size) for row in standings.rows],
        "encounters": [_encounter(encounter) for encounter in standings.encounters],
    }


def _row(row: Row, size: int) -> dict[str, Any]:
    return {
        "place": row.place,
        "place_low": row.place_low,
        "place_high": row.place_high,
        "bot": row.bot,
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
        "game_stats": row.game_stats,
        "forfeits": row.forfeits,
        "timing": {"mean_ms": row.mean_ms, "max_ms": row.max_ms},
    }


def _encounter(encounter: Encounter) -> dict[str, Any]:
    return {
        "a": encounter.a,
        "b": encounter.b,
        "pairs": encounter.pairs,
        "won": encounter.won,
        "split": encounter.split,
        "lost": encounter.lost,
        "score": encounter.score,
        "low": encounter.low,
        "high": encounter.high,
        "points_per_deal": encounter.points_per_deal,
        "points_per_deal_error": encounter.points_per_deal_error,
        "p_value": encounter.p_value,
        "significant": encounter.significant,
    }
