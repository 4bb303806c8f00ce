"""Standings: a tally of pairs becomes ranked rows, encounters and the few figures that say how far to trust them.

Puts together what `pairs`, `intervals`, `bradley_terry` and `places` know; must hold no formulas of theirs and no
formatting. Called by the command line and by schedules.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from arena.records import StatColumn
from arena.standings.bradley_terry import Meeting, Ratings, ratings
from arena.standings.intervals import (
    FEWEST_PAIRS,
    Z95,
    freedom,
    holm,
    mean_and_error,
    ratio_variance,
    sign_test,
    smoothed,
    wilson,
)
from arena.standings.pairs import UNPLAYED, EncounterTally, Tally
from arena.standings.places import PlaceIntervals, place_intervals
from arena.standings.values import Encounter, Ranking, Row, Separation, Standings

# (1.96 + 0.84)^2: pairs times variance over difference squared at which a test at 5 % finds 4 of 5 true differences
_PAIRS_TO_DECIDE = 7.85


@dataclass(frozen=True, slots=True)
class _Side:
    """An encounter as one of its entrants sees it; `index` is that entrant's there."""

    sums: EncounterTally
    index: int

    @property
    def cells(self) -> tuple[int, ...]:
        return self.sums.cells[::-1] if self.index else self.sums.cells

    @property
    def score(self) -> Fraction:
        return 1 - self.sums.score if self.index else self.sums.score

    @property
    def points_per_deal(self) -> float:
        return (-self.sums.difference if self.index else self.sums.difference) / self.sums.deals


def standings(
    tally: Tally,
    entrants: Sequence[str],
    columns: Sequence[StatColumn],
    *,
    ranking: Ranking = Ranking.SCORE,
    anchor: str | None = None,
) -> Standings:
    """Rank `entrants` by the whole pairs in `tally`. Entrants without a pair yet stand last, without a place.

    `anchor` names the entrant whose Elo is 0; without one (or before it has a pair) the mean is 0.
    """
    strangers = {name for names in tally.encounters for name in names} - set(entrants)
    if strangers:
        raise ValueError(f"matches of bots that are not entrants: {sorted(strangers)}")
    met = [tally.encounters[names] for names in sorted(tally.encounters) if tally.encounters[names].pairs]
    sides: dict[str, list[_Side]] = {name: [] for name in entrants}
    for sums in met:
        for index, name in enumerate(sums.names):
            sides[name].append(_Side(sums, index))
    ranked = sorted(name for name in entrants if sides[name])
    unranked = [name for name in entrants if not sides[name]]
    field = _Field(ranked, sides, met, anchor)
    intervals = field.intervals(ranking, len(unranked))
    order = sorted(range(len(ranked)), key=lambda entrant: (intervals.place[entrant], ranked[entrant]))
    score, error = mean_and_error([sum(sums.first_dealers[cell] for sums in met) for cell in range(5)])
    return Standings(
        rows=tuple(field.row(entrant, intervals, columns) for entrant in order)
        + tuple(_unranked_row(name, len(entrants), columns) for name in unranked),
        encounters=_encounters(met),
        columns=tuple(columns),
        ranking=ranking,
        anchor=anchor if anchor in ranked else None,
        first_dealer_score=score,
        first_dealer_error=error,
        variance_ratio=_variance_ratio(met),
        comparisons=intervals.comparisons,
        comparisons_decided=len(intervals.decided),
        separation=field.separation(order, intervals, ranking),
        void_matches=tally.void_matches,
        waiting_matches=tally.waiting_matches,
        notes=tuple(field.notes(order, intervals, ranking, unranked)),
    )


class _Field:
    """The entrants that have a pair, by number, with scores, ratings and their covariances."""

    def __init__(
        self, names: list[str], sides: dict[str, list[_Side]], met: list[EncounterTally], anchor: str | None
    ) -> None:
        self.names = names
        self.sides = [sides[name] for name in names]
        self.pairs = [sum(side.sums.pairs for side in of_one) for of_one in self.sides]
        number = {name: entrant for entrant, name in enumerate(names)}
        self.scores = [sum((side.score for side in of_one), Fraction(0)) / len(of_one) for of_one in self.sides]
        meetings = []
        # by entrant: opponent, variance of the mean score against it, pairs
        self.met: list[list[tuple[int, float, int]]] = [[] for _ in names]
        for sums in met:
            one, other = number[sums.names[0]], number[sums.names[1]]
            variance = smoothed(sums.cells)[1]
            meetings.append(Meeting(one, other, sums.pairs, float(sums.score), variance))
            self.met[one].append((other, variance / sums.pairs, sums.pairs))
            self.met[other].append((one, variance / sums.pairs, sums.pairs))
        self.variances = [sum(variance for _, variance, _ in of_one) / len(of_one) ** 2 for of_one in self.met]
        self.ratings = ratings(len(names), meetings, number.get(anchor or "")) if names else Ratings([], [], [])
        self.group = {entrant: label for label, group in enumerate(self.ratings.groups) for entrant in group}
        # a millionth of an Elo point is what the fit is good for: equal below that is level
        self.elo_keys = [Fraction(round(elo * 1_000_000), 1_000_000) for elo in self.ratings.elo]

    def score_spread(self, one: int, other: int) -> tuple[float, float]:
        """Of the difference of two balanced scores: an encounter adds its variance over the opponents squared.

        Their own encounter counts twice in the difference, once for each.
        """
        share, other_share = 1 / len(self.sides[one]), 1 / len(self.sides[other])
        parts = [
            (variance * (share + other_share if rival == other else share) ** 2, pairs)
            for rival, variance, pairs in self.met[one]
        ]
        parts += [(variance * other_share**2, pairs) for rival, variance, pairs in self.met[other] if rival != one]
        return sum(variance for variance, _ in parts), freedom(parts)

    def values(self, ranking: Ranking) -> list[Fraction]:
        return self.scores if ranking is Ranking.SCORE else self.elo_keys

    def spread(self, ranking: Ranking, one: int, other: int) -> tuple[float, float]:
        """Variance of the difference of two and its degrees of freedom; by Elo no more than the fewer pairs give."""
        if ranking is Ranking.SCORE:
            return self.score_spread(one, other)
        return self.ratings.difference_variance(one, other), min(self.pairs[one], self.pairs[other]) - 1

    def intervals(self, ranking: Ranking, unranked: int) -> PlaceIntervals:
        def spread(one: int, other: int) -> tuple[float, float]:
            return self.spread(ranking, one, other)

        return place_intervals(self.values(ranking), spread, self.comparable, unranked)

    def comparable(self, one: int, other: int) -> bool:
        enough = min(self.pairs[one], self.pairs[other]) >= FEWEST_PAIRS
        return enough and self.group[one] == self.group[other]

    def row(self, entrant: int, intervals: PlaceIntervals, columns: Sequence[StatColumn]) -> Row:
        of_one = self.sides[entrant]
        enough = self.pairs[entrant] >= FEWEST_PAIRS
        cells = [sum(side.cells[cell] for side in of_one) for cell in range(5)]
        matches = [side.sums.matches[::-1] if side.index else side.sums.matches for side in of_one]
        points, points_error = _points_per_deal(of_one)
        forfeits = _summed([side.sums.forfeits[side.index] for side in of_one])
        decisions = sum(side.sums.decisions[side.index] for side in of_one)
        return Row(
            place=intervals.place[entrant],
            place_low=intervals.low[entrant],
            place_high=intervals.high[entrant],
            bot=self.names[entrant],
            score=float(self.scores[entrant]),
            score_error=Z95 * math.sqrt(self.variances[entrant]) if enough else None,
            elo=self.ratings.elo[entrant],
            elo_error=Z95 * self.ratings.standard_error(entrant) if enough else None,
            pairs=self.pairs[entrant],
            won=cells[3] + cells[4],
            split=cells[2],
            lost=cells[0] + cells[1],
            matches_won=sum(won for _, _, won in matches),
            matches_lost=sum(lost for lost, _, _ in matches),
            matches_drawn=sum(drawn for _, drawn, _ in matches),
            points_per_deal=points,
            points_per_deal_error=points_error if enough else None,
            game_stats={column.key: _game_stat(of_one, column.key) for column in columns},
            forfeits={**forfeits, UNPLAYED: forfeits.get(UNPLAYED, 0)},
            mean_ms=sum(side.sums.total_ns[side.index] for side in of_one) / 1e6 / decisions if decisions else None,
            max_ms=max(side.sums.max_ms[side.index] for side in of_one) if decisions else None,
        )

    def separation(self, order: list[int], intervals: PlaceIntervals, ranking: Ranking) -> Separation | None:
        """The first two neighbours that differ but not surely, and the pairs an encounter that would decide."""
        values = self.values(ranking)
        for upper, lower in pairwise(order):
            decided = (min(upper, lower), max(upper, lower)) in intervals.decided
            if decided or values[upper] == values[lower] or not self.comparable(upper, lower):
                continue
            encounters = [side.sums.pairs for entrant in (upper, lower) for side in self.sides[entrant]]
            pairs = sum(encounters) / len(encounters)
            difference = float(values[upper] - values[lower])
            needed = _PAIRS_TO_DECIDE * pairs * self.spread(ranking, upper, lower)[0] / difference**2
            return Separation(
                places=(intervals.place[upper], intervals.place[lower]),
                bots=(self.names[upper], self.names[lower]),
                more_pairs=max(0, math.ceil(needed - pairs)),
            )
        return None

    def notes(self, order: list[int], intervals: PlaceIntervals, ranking: Ranking, unranked: list[str]) -> list[str]:
        notes = []
        if len(self.ratings.groups) > 1:
            groups = "; ".join(_listed([self.names[entrant] for entrant in group]) for group in self.ratings.groups)
            notes.append(f"No pairs connect these groups, so nothing compares them: {groups}.")
        if ranking is Ranking.SCORE and any(len(of_one) < len(self.names) - 1 for of_one in self.sides):
            notes.append("Not every two bots have met: scores are against different opponents, Elo allows for that.")
        for place in sorted(set(intervals.place)):
            level = [self.names[entrant] for entrant in order if intervals.place[entrant] == place]
            if len(level) > 1:
                notes.append(f"Exactly level on place {place}: {_listed(level)}.")
        if unranked:
            notes.append(f"No pair is complete yet for {_listed(unranked)}.")
        return notes


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _unranked_row(name: str, entrants: int, columns: Sequence[StatColumn]) -> Row:
    return Row(
        place=None,
        place_low=1,
        place_high=entrants,
        bot=name,
        score=None,
        score_error=None,
        elo=None,
        elo_error=None,
        pairs=0,
        won=0,
        split=0,
        lost=0,
        matches_won=0,
        matches_lost=0,
        matches_drawn=0,
        points_per_deal=None,
        points_per_deal_error=None,
        game_stats={column.key: None for column in columns},
        forfeits={UNPLAYED: 0},
        mean_ms=None,
        max_ms=None,
    )


def _points_per_deal(of_one: list[_Side]) -> tuple[float | None, float | None]:
    """Mean over the opponents with a match without a fault; the error None if one of them has no variance yet."""
    played = [side for side in of_one if side.sums.deals]
    if not played:
        return None, None
    mean = sum(side.points_per_deal for side in played) / len(played)
    variances = [variance for side in played if (variance := _points_variance(side.sums)) is not None]
    if len(variances) < len(played):
        return mean, None
    return mean, Z95 * math.sqrt(sum(variances)) / len(played)


def _points_variance(sums: EncounterTally) -> float | None:
    return ratio_variance(
        sums.boards,
        sums.difference,
        sums.deals,
        sums.difference_squared,
        sums.difference_deals,
        sums.deals_squared,
    )


def _game_stat(of_one: list[_Side], key: str) -> float | None:
    parts = [side.sums.tallies[side.index].get(key, [0, 0]) for side in of_one]
    denominator = sum(part[1] for part in parts)
    return sum(part[0] for part in parts) / denominator if denominator else None


def _summed(counts: list[dict[str, int]]) -> dict[str, int]:
    keys = sorted({key for count in counts for key in count})
    return {key: sum(count.get(key, 0) for count in counts) for key in keys}


def _encounters(met: list[EncounterTally]) -> tuple[Encounter, ...]:
    cells = [sums.cells for sums in met]
    p_values = [sign_test(cell[3] + cell[4], cell[0] + cell[1]) for cell in cells]
    rows = []
    for sums, cell, p_value, significant in zip(met, cells, p_values, holm(p_values), strict=True):
        low, high = wilson(cell) if sums.pairs >= FEWEST_PAIRS else (None, None)
        variance = _points_variance(sums) if sums.boards >= FEWEST_PAIRS else None
        rows.append(
            Encounter(
                a=sums.names[0],
                b=sums.names[1],
                pairs=sums.pairs,
                won=cell[3] + cell[4],
                split=cell[2],
                lost=cell[0] + cell[1],
                score=float(sums.score),
                low=low,
                high=high,
                points_per_deal=sums.difference / sums.deals if sums.deals else None,
                points_per_deal_error=None if variance is None else Z95 * math.sqrt(variance),
                p_value=p_value,
                significant=significant,
            )
        )
    return tuple(rows)


def _variance_ratio(met: list[EncounterTally]) -> float | None:
    """Pooled within encounters; None where no score varied."""
    together, apart = (sum(parts) for parts in zip(*(sums.mirroring for sums in met), strict=True)) if met else (0, 0)
    return together / apart if apart else None
