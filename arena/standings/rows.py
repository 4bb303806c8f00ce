"""Standings: a tally of boards becomes ranked rows, encounters and the few figures that say how far to trust them.

Puts together what `contests`, `clusters`, `intervals`, `bradley_terry` and `places` know; must hold no formulas of
theirs and no formatting. Called by the command line and by schedules.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise

from arena.records import StatColumn
from arena.standings.bradley_terry import Meeting, Overlap, Ratings, ratings
from arena.standings.clusters import Cluster, Met, cluster, met, points_covariance
from arena.standings.contests import Contest
from arena.standings.encounters import UNPLAYED, EncounterTally
from arena.standings.intervals import (
    FEWEST_PAIRS,
    Z95,
    freedom,
    holm,
    mean_and_error,
    ratio_variance,
    sign_test,
    wilson,
)
from arena.standings.places import PlaceIntervals, place_intervals
from arena.standings.tally import Tally
from arena.standings.values import Encounter, Ranking, Row, Separation, Standings

# (1.96 + 0.84)^2: pairs times variance over difference squared at which a test at 5 % finds 4 of 5 true differences
_PAIRS_TO_DECIDE = 7.85


@dataclass(frozen=True, slots=True)
class _Side:
    """An entrant's boards against one other, as it sees them; `is_first` when its number is the lower."""

    other: int
    contest: Contest
    is_first: bool

    @property
    def lost_split_won(self) -> tuple[int, int, int]:
        lost, split, won = self.contest.lost_split_won
        return (lost, split, won) if self.is_first else (won, split, lost)

    @property
    def score(self) -> Fraction:
        return self.contest.score if self.is_first else 1 - self.contest.score

    @property
    def points_per_deal(self) -> float:
        return (self.contest.difference if self.is_first else -self.contest.difference) / self.contest.deals


@dataclass(frozen=True, slots=True)
class _Seat:
    """An entrant's place in one encounter: `index` in its lists by entrant, `variance` of its scores' sum there."""

    sums: EncounterTally
    index: int
    cluster: Cluster
    variance: float


def standings(
    tally: Tally,
    entrants: Sequence[str],
    columns: Sequence[StatColumn],
    *,
    ranking: Ranking = Ranking.SCORE,
    anchor: str | None = None,
) -> Standings:
    """Rank `entrants` by the whole boards in `tally`. Entrants without one yet stand last, without a place.

    `anchor` names the entrant whose Elo is 0; without one (or before it has a board) the mean is 0.
    """
    strangers = {name for names in tally.encounters for name in names} - set(entrants)
    if strangers:
        raise ValueError(f"matches of bots that are not entrants: {sorted(strangers)}")
    played = [tally.encounters[names] for names in sorted(tally.encounters) if tally.encounters[names].pairs]
    seated = {name for sums in played for name in sums.names}
    ranked = sorted(seated)
    unranked = [name for name in entrants if name not in seated]
    field = _Field(ranked, played, tally.size, anchor)
    intervals = field.intervals(ranking, len(unranked))
    order = sorted(range(len(ranked)), key=lambda entrant: (intervals.place[entrant], ranked[entrant]))
    cells = [sum(counts) for counts in zip(*(sums.first_dealers for sums in played), strict=True)]
    score, error = mean_and_error(cells)
    return Standings(
        rows=tuple(field.row(entrant, intervals, columns) for entrant in order)
        + tuple(_unranked_row(name, len(entrants), columns) for name in unranked),
        encounters=field.encounters(),
        columns=tuple(columns),
        size=tally.size,
        ranking=ranking,
        anchor=anchor if anchor in ranked else None,
        first_dealer_score=score,
        first_dealer_error=error,
        variance_ratio=_variance_ratio(played),
        comparisons=intervals.comparisons,
        comparisons_decided=len(intervals.decided),
        separation=field.separation(order, intervals, ranking),
        void_matches=tally.void_matches,
        waiting_matches=tally.waiting_matches,
        notes=tuple(field.notes(order, intervals, ranking, unranked)),
    )


class _Field:
    """The entrants that have a board, by number, with scores, ratings and their covariances."""

    def __init__(self, names: list[str], played: list[EncounterTally], size: int, anchor: str | None) -> None:
        self.names = names
        self.size = size
        number = {name: entrant for entrant, name in enumerate(names)}
        contests: dict[tuple[int, int], list[Contest]] = {}
        members = [tuple(number[name] for name in sums.names) for sums in played]
        for sums, of_one in zip(played, members, strict=True):
            for two, contest in zip(combinations(of_one, 2), sums.contests, strict=True):
                contests.setdefault((two[0], two[1]), []).append(contest)
        self.met: dict[tuple[int, int], Met] = {two: met(contests[two]) for two in sorted(contests)}
        self.sides: list[list[_Side]] = [[] for _ in names]
        for (one, other), whole in self.met.items():
            self.sides[one].append(_Side(other, whole.contest, True))
            self.sides[other].append(_Side(one, whole.contest, False))
        self.seats: list[list[_Seat]] = [[] for _ in names]
        overlaps: list[Overlap] = []
        places = {two: place for place, two in enumerate(self.met)}
        for sums, of_one in zip(played, members, strict=True):
            twos = [(one, other) for one, other in combinations(of_one, 2)]
            boards = cluster(sums, of_one, [self.met[two] for two in twos])
            for index, entrant in enumerate(of_one):
                self.seats[entrant].append(_Seat(sums, index, boards, boards.spread({entrant: 1.0})))
            for one, other in combinations(range(len(twos)), 2):
                sizes = self.met[twos[one]].contest.pairs * self.met[twos[other]].contest.pairs
                overlaps.append(Overlap(places[twos[one]], places[twos[other]], boards.covariance[one][other] * sizes))
        self.pairs = [sum(seat.sums.pairs for seat in of_one) for of_one in self.seats]
        self.scores = [sum((side.score for side in of_one), Fraction(0)) / len(of_one) for of_one in self.sides]
        self.variances = [
            sum(seat.variance for seat in of_one) / len(self.sides[entrant]) ** 2
            for entrant, of_one in enumerate(self.seats)
        ]
        matches = size * (size - 1)
        meetings = [
            Meeting(one, other, whole.contest.pairs, float(whole.contest.score), whole.variance, matches)
            for (one, other), whole in self.met.items()
        ]
        at_0 = number.get(anchor or "")
        self.ratings = ratings(len(names), meetings, at_0, overlaps) if names else Ratings([], [], [])
        self.group = {entrant: label for label, group in enumerate(self.ratings.groups) for entrant in group}
        # a millionth of an Elo point is what the fit is good for: equal below that is level
        self.elo_keys = [Fraction(round(elo * 1_000_000), 1_000_000) for elo in self.ratings.elo]

    def score_spread(self, one: int, other: int) -> tuple[float, float]:
        """Of the difference of two balanced scores: a contest adds its variance over the opponents squared.

        Their own contest counts twice in the difference, once for each.
        """
        share, other_share = 1 / len(self.sides[one]), 1 / len(self.sides[other])
        weights = {one: share, other: -other_share}
        parts = [
            (
                seat.cluster.spread(weights) if other in seat.cluster.members else seat.variance * share**2,
                seat.cluster.boards,
            )
            for seat in self.seats[one]
        ]
        parts += [
            (seat.variance * other_share**2, seat.cluster.boards)
            for seat in self.seats[other]
            if one not in seat.cluster.members
        ]
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
        seats = self.seats[entrant]
        enough = self.pairs[entrant] >= FEWEST_PAIRS
        lost, split, won = map(sum, zip(*(side.lost_split_won for side in self.sides[entrant]), strict=True))
        matches = [sum(counts) for counts in zip(*(seat.sums.matches(seat.index) for seat in seats), strict=True)]
        points, points_error = self._points_per_deal(entrant)
        forfeits = _summed([seat.sums.forfeits[seat.index] for seat in seats])
        decisions = sum(seat.sums.decisions[seat.index] for seat in seats)
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
            won=won,
            split=split,
            lost=lost,
            matches_won=matches[2],
            matches_lost=matches[0],
            matches_drawn=matches[1],
            win_share=sum(seat.sums.win_sixths(seat.index) for seat in seats) / (6 * sum(matches)),
            points_per_deal=points,
            points_per_deal_error=points_error if enough else None,
            game_stats={column.key: _game_stat(seats, column.key) for column in columns},
            forfeits={**forfeits, UNPLAYED: forfeits.get(UNPLAYED, 0)},
            mean_ms=sum(seat.sums.total_ns[seat.index] for seat in seats) / 1e6 / decisions if decisions else None,
            max_ms=max(seat.sums.max_ms[seat.index] for seat in seats) if decisions else None,
        )

    def _points_per_deal(self, entrant: int) -> tuple[float | None, float | None]:
        """Mean over the opponents with a match without a fault; the error None if one of them has no variance yet."""
        played = [side for side in self.sides[entrant] if side.contest.deals]
        if not played:
            return None, None
        mean = sum(side.points_per_deal for side in played) / len(played)
        variances = [variance for side in played if (variance := _points_variance(side.contest)) is not None]
        if len(variances) < len(played):
            return mean, None
        shared = sum(2 * part for seat in self.seats[entrant] for part in self._points_shared(seat))
        return mean, Z95 * math.sqrt(max(0.0, sum(variances) + shared)) / len(played)

    def _points_shared(self, seat: _Seat) -> list[float]:
        """Covariances of an entrant's points against any two others, from boards that it played with both."""
        if not seat.sums.contests[0].deals:
            return []
        twos = list(combinations(range(self.size), 2))
        own = [(place, two) for place, two in enumerate(twos) if seat.index in two]
        over_all = [self.met[one, other].contest for one, other in combinations(seat.cluster.members, 2)]
        return [
            points_covariance(seat.sums, (over_all[one], over_all[other]), one, other)
            * (1 if (first[0] == seat.index) == (second[0] == seat.index) else -1)
            for (one, first), (other, second) in combinations(own, 2)
        ]

    def separation(self, order: list[int], intervals: PlaceIntervals, ranking: Ranking) -> Separation | None:
        """The first two neighbours that differ but not surely, and the pairs an encounter that would decide."""
        values = self.values(ranking)
        for upper, lower in pairwise(order):
            decided = (min(upper, lower), max(upper, lower)) in intervals.decided
            if decided or values[upper] == values[lower] or not self.comparable(upper, lower):
                continue
            encounters = [seat.sums.pairs for entrant in (upper, lower) for seat in self.seats[entrant]]
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
            notes.append(f"No {self.unit}s connect these groups, so nothing compares them: {groups}.")
        if ranking is Ranking.SCORE and any(len(of_one) < len(self.names) - 1 for of_one in self.sides):
            notes.append("Not every two bots have met: scores are against different opponents, Elo allows for that.")
        for place in sorted(set(intervals.place)):
            level = [self.names[entrant] for entrant in order if intervals.place[entrant] == place]
            if len(level) > 1:
                notes.append(f"Exactly level on place {place}: {_listed(level)}.")
        if unranked:
            notes.append(f"No {self.unit} is complete yet for {_listed(unranked)}.")
        return notes

    @property
    def unit(self) -> str:
        return "pair" if self.size == 2 else "board"

    def encounters(self) -> tuple[Encounter, ...]:
        """Of every two that met, by name: figures over all boards that both were in."""
        counts = [whole.contest.lost_split_won for whole in self.met.values()]
        p_values = [sign_test(won, lost) for lost, _, won in counts]
        significant = holm(p_values)
        rows = []
        for place, ((one, other), whole) in enumerate(self.met.items()):
            contest = whole.contest
            lost, split, won = counts[place]
            low, high = wilson(contest.cells) if contest.pairs >= FEWEST_PAIRS else (None, None)
            variance = _points_variance(contest) if contest.boards >= FEWEST_PAIRS else None
            rows.append(
                Encounter(
                    a=self.names[one],
                    b=self.names[other],
                    pairs=contest.pairs,
                    won=won,
                    split=split,
                    lost=lost,
                    score=float(contest.score),
                    low=low,
                    high=high,
                    points_per_deal=contest.difference / contest.deals if contest.deals else None,
                    points_per_deal_error=None if variance is None else Z95 * math.sqrt(variance),
                    p_value=p_values[place],
                    significant=significant[place],
                )
            )
        return tuple(rows)


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
        win_share=None,
        points_per_deal=None,
        points_per_deal_error=None,
        game_stats={column.key: None for column in columns},
        forfeits={UNPLAYED: 0},
        mean_ms=None,
        max_ms=None,
    )


def _points_variance(contest: Contest) -> float | None:
    return ratio_variance(
        contest.boards,
        contest.difference,
        contest.deals,
        contest.difference_squared,
        contest.difference_deals,
        contest.deals_squared,
    )


def _game_stat(seats: list[_Seat], key: str) -> float | None:
    parts = [seat.sums.tallies[seat.index].get(key, [0, 0]) for seat in seats]
    denominator = sum(part[1] for part in parts)
    return sum(part[0] for part in parts) / denominator if denominator else None


def _summed(counts: list[dict[str, int]]) -> dict[str, int]:
    keys = sorted({key for count in counts for key in count})
    return {key: sum(count.get(key, 0) for count in counts) for key in keys}


def _variance_ratio(played: list[EncounterTally]) -> float | None:
    """Pooled within encounters; None where no score varied."""
    parts = [contest.mirroring for sums in played for contest in sums.contests]
    together, apart = sum(part[0] for part in parts), sum(part[1] for part in parts)
    return together / apart if apart else None
