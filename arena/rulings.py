"""What follows from a fault: forfeit, void, withdrawal. Pure; imports values only. Called by `referee`, `executors`."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from arena.records import Fault, MatchRecord, MatchResult, MatchSpec, Reason, Timing

VOID_ATTEMPTS = 3
"""How often a match that trouble of the host spoilt is played before it is recorded as void."""


def shared(winners: Collection[int], side_count: int) -> list[float]:
    """Shares by side when `winners` (never empty) have the match between them: all to one, or equal parts.

    >>> shared([1], 3), shared([0, 2], 3)
    ([0, 1, 0], [0.5, 0, 0.5])
    """
    part = 1 if len(winners) == 1 else 1 / len(winners)
    return [part if side in winners else 0 for side in range(side_count)]


def forfeit(faults: Sequence[Fault], sides: Sequence[int], scores: Sequence[int]) -> MatchResult:
    """The result when the seats in `faults` (never empty) broke a rule at once: one fault a side counts.

    A side at fault loses, and those without a fault share the match: one of them is the winner, two have half each.
    Where every side was not ready all have the same. Faults stand in order of seat, the lowest of each side.
    """
    first_of_side: dict[int, Fault] = {}
    for fault in sorted(faults, key=lambda fault: fault.seat):
        first_of_side.setdefault(sides[fault.seat], fault)
    everybody = range(max(sides) + 1)
    innocent = [side for side in everybody if side not in first_of_side]
    winner = innocent[0] if len(innocent) == 1 else None
    shares = shared(innocent or everybody, len(everybody))
    return MatchResult(winner, shares, list(scores), Reason.FORFEIT, *first_of_side.values())


def void_record(spec: MatchSpec, side_count: int, why: str) -> MatchRecord:
    """A match that the machine spoilt: no winner, counted for nobody."""
    result = MatchResult(None, None, [0] * side_count, Reason.VOID)
    return MatchRecord(spec, [], result, _no_timing(spec), {}, [{} for _ in range(side_count)], {"void": why})


def unplayed_record(spec: MatchSpec, side_count: int, before: MatchResult, give_up_after: int) -> MatchRecord:
    """A board given up after `give_up_after` forfeits in a row: the seat and kind of the fault before it."""

    def again(fault: Fault | None) -> Fault | None:
        if fault is None:
            return None
        detail = f"not played: {give_up_after} forfeits in a row in this sitting, the last one {fault.kind}"
        return Fault(fault.seat, fault.kind, detail, unplayed=True)

    result = replace(
        before,
        scores=[0] * side_count,
        fault=again(before.fault),
        other_fault=again(before.other_fault),
        third_fault=again(before.third_fault),
    )
    return MatchRecord(spec, [], result, _no_timing(spec), {}, [{} for _ in range(side_count)])


def _no_timing(spec: MatchSpec) -> Timing:
    seats = len(spec.seats)
    return Timing([0] * seats, [0.0] * seats, [0.0] * seats, [None] * seats, 0.0, 0.0, [0.0] * seats)


class Streaks:
    """Forfeits in a row within a sitting, by entrant. A void match neither breaks nor lengthens a row."""

    def __init__(self, entrants: int, give_up_after: int) -> None:
        self.give_up_after = give_up_after
        self._rows = [0] * entrants

    def add(self, guilty: Sequence[int], is_void: bool) -> None:
        """A board is over; `guilty` are the entrants whose fault it ended by."""
        if not is_void:
            self._rows = [row + 1 if entrant in guilty else 0 for entrant, row in enumerate(self._rows)]

    @property
    def is_given_up(self) -> bool:
        return max(self._rows) >= self.give_up_after
