"""Standings: match summaries in, ranked rows with honest errors out.

`Tally` folds matches into whole boards, `standings` turns a tally into rows. Pure; sees neither bots nor games, only
`records.MatchSummary` and the titles of a game's own columns. Called by the command line and by schedules.
"""

from arena.standings.rows import standings
from arena.standings.tally import Tally
from arena.standings.values import Encounter, Ranking, Row, Separation, Standings

__all__ = ["Encounter", "Ranking", "Row", "Separation", "Standings", "Tally", "standings"]
