"""Whether a stored match can be one of its run: what is counted and drawn of it may then trust names, seats and sums.

A run may come from a stranger who has changed it; that its results follow from its actions is what `arena verify` is
for. Must never read the run. Called by `cli.run_report` for every match.
"""

import math
import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from arena.games import Game
from arena.records import Entrant, Fault, MatchRecord
from arena.seating import rooms, seated

_MOST = 2**53
_KEY = re.compile(r"[0-9a-f]{64}")


def is_playable(entrant: Entrant) -> bool:
    """Whether its times and its line are such as a bot may be told."""
    clock = entrant.clock
    return min(clock.start_ms, clock.action_ms or 0, clock.bank_ms, clock.exit_ms) >= 0 < entrant.limits.line_bytes


def misfit(record: MatchRecord, game: Game, entrants: Collection[str]) -> str | None:
    """The first value that no match of this game between these entrants has, as its place in the record, or None."""
    return next(_misfits(record, game, entrants), None)


def _misfits(record: MatchRecord, game: Game, entrants: Collection[str]) -> Iterator[str]:
    spec = record.spec
    names = spec.names
    if len(names) != game.side_count or list(names) != sorted(set(names)) or not set(names) <= set(entrants):
        yield "spec.names"
    if not 0 <= spec.board < _MOST:
        yield "spec.board"
    if not _KEY.fullmatch(spec.board_key):
        yield "spec.board_key"
    if spec.room not in rooms(game.side_count):
        yield "spec.room"
    elif spec.seats != seated(spec.room, game.sides):
        yield "spec.seats"
    if spec.first_dealer != spec.board % game.seats:
        yield "spec.first_dealer"
    yield from _misfits_of_result(record, game)
    yield from _misfits_of_timing(record, game)
    if record.tallies and len(record.tallies) != game.side_count:
        yield "tallies"


def _misfits_of_result(record: MatchRecord, game: Game) -> Iterator[str]:
    result, sides = record.result, game.side_count
    # a whole match, or a part of one that several share
    parts = {0.0, *(1 / sharing for sharing in range(1, sides + 1))}
    if result.shares is not None and (len(result.shares) != sides or not set(result.shares) <= parts):
        yield "result.shares"
    if result.winner is not None and not 0 <= result.winner < sides:
        yield "result.winner"
    if len(result.scores) != sides or any(abs(score) >= _MOST for score in result.scores):
        yield "result.scores"
    if any(not _can_be(fault, game) for fault in result.faults):
        yield "result.fault"


def _can_be(fault: Fault, game: Game) -> bool:
    places = [place for place in (fault.deal, fault.action_index, fault.elapsed_ms) if place is not None]
    return 0 <= fault.seat < game.seats and _are_amounts(places)


def _misfits_of_timing(record: MatchRecord, game: Game) -> Iterator[str]:
    timing = record.timing
    by_seat: dict[str, Sequence[float]] = {
        "decisions": timing.decisions,
        "total_ms": timing.total_ms,
        "max_ms": timing.max_ms,
    }
    for key, values in by_seat.items():
        if len(values) != game.seats or not _are_amounts(values):
            yield f"timing.{key}"
    for number, deal in enumerate(record.deals):
        if not _are_amounts(deal.ms):
            yield f"deals.{number}.ms"


def _are_amounts(values: Iterable[float]) -> bool:
    return all(math.isfinite(value) and 0 <= value < _MOST for value in values)
