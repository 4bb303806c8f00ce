"""What standings say, as values: rows, encounters and the figures of the footer.

Plain and unrounded, made for reports and JSON; None stands wherever a number would be a guess, never nan or
infinity. Must hold no formatting and no formulas. Built by `rows`, read by reports.
"""

from dataclasses import dataclass
from enum import StrEnum

from arena.records import StatColumn


class Ranking(StrEnum):
    """What orders the rows: the balanced score, or Elo where the schedule lets not every two meet."""

    SCORE = "score"
    ELO = "elo"


@dataclass(frozen=True, slots=True)
class Row:
    """One entrant. Errors are half-widths of 95 % intervals, None below 5 pairs; times in milliseconds a decision.

    Where three meet, `pairs` are boards of six matches, each of which is won, split or lost against either opponent.
    `win_share` is the entrant's part of all its matches, shared ones in parts. An entrant without a whole pair has
    place, score and elo None. `forfeits` names the kinds that occurred, and `unplayed` always; `game_stats` are
    fractions by column key, None where the denominator is 0.
    """

    place: int | None
    place_low: int
    place_high: int
    bot: str
    score: float | None
    score_error: float | None
    elo: float | None
    elo_error: float | None
    pairs: int
    won: int
    split: int
    lost: int
    matches_won: int
    matches_lost: int
    matches_drawn: int
    win_share: float | None
    points_per_deal: float | None
    points_per_deal_error: float | None
    game_stats: dict[str, float | None]
    forfeits: dict[str, int]
    mean_ms: float | None
    max_ms: float | None


@dataclass(frozen=True, slots=True)
class Encounter:
    """Two entrants that have a whole pair; everything is from the view of `a`, the first by code point.

    Where three meet, that is all boards that both were in, whoever the third, and a score counts who finished above.
    `low` and `high` bound the score at 95 %; `p_value` is the sign test's, `significant` after Holm's correction over
    all encounters.
    """

    a: str
    b: str
    pairs: int
    won: int
    split: int
    lost: int
    score: float
    low: float | None
    high: float | None
    points_per_deal: float | None
    points_per_deal_error: float | None
    p_value: float
    significant: bool


@dataclass(frozen=True, slots=True)
class Separation:
    """About how many more pairs an encounter would separate two neighbouring places; 0: a few would."""

    places: tuple[int, int]
    bots: tuple[str, str]
    more_pairs: int


@dataclass(frozen=True, slots=True)
class Standings:
    """Rows by place, encounters by name, and the figures of the footer.

    `size`: how many meet in an encounter, two or three; in threes a board of six matches stands for a pair.
    `first_dealer_score`: the score of who deals first, over the boards without a fault. `variance_ratio`: the
    variance of a pair's score over that of independent matches (below 1: mirroring helped). `notes`: whole
    sentences that a reader must not miss; they hold entrants' names as they came.
    """

    rows: tuple[Row, ...]
    encounters: tuple[Encounter, ...]
    columns: tuple[StatColumn, ...]
    size: int
    ranking: Ranking
    anchor: str | None
    first_dealer_score: float | None
    first_dealer_error: float | None
    variance_ratio: float | None
    comparisons: int
    comparisons_decided: int
    separation: Separation | None
    void_matches: int
    waiting_matches: int
    notes: tuple[str, ...]
