"""Match summaries and tallies for tests, made from what a test says and defaults for the rest."""

from collections.abc import Mapping
from random import Random

from arena.records import FaultKind, MatchSummary, Reason
from arena.standings import Tally
from arena.standings.pairs import EncounterTally

TIMEOUT = FaultKind.TIMEOUT
CRASHED = FaultKind.CRASHED


def match(
    names: str,
    board: int,
    room: str,
    share: float | None,
    *,
    points: tuple[int, int] = (0, 0),
    deals: int = 10,
    faults: tuple[tuple[int, FaultKind, bool], ...] = (),
    bids: tuple[tuple[int, int], tuple[int, int]] = ((0, 0), (0, 0)),
    ms: tuple[float, float] = (0.0, 0.0),
) -> MatchSummary:
    """A match of `"a b"`, `share` the first's; the board's number says which seat deals first."""
    one, other = names.split()
    return MatchSummary(
        names=(one, other),
        board=board,
        room=room,
        reason=Reason.VOID if share is None else Reason.FORFEIT if faults else Reason.TARGET,
        shares=None if share is None else (share, 1 - share),
        points=points,
        deals=deals,
        faults=faults,
        tallies=({"bids_made": bids[0]}, {"bids_made": bids[1]}),
        decisions=(100, 100),
        total_ms=(100 * ms[0], 100 * ms[1]),
        max_ms=ms,
        first_dealer=(board + (room == "closed")) % 2,
    )


def pair(names: str, board: int, opened: float | None, closed: float | None) -> list[MatchSummary]:
    return [match(names, board, "open", opened), match(names, board, "closed", closed)]


def tally_of(*matches: MatchSummary) -> Tally:
    tally = Tally()
    for one in matches:
        tally.add(one)
    return tally


def tally_with(encounters: Mapping[str, tuple[int, int, int]]) -> Tally:
    """Pairs as `{"a b": (lost, split, won)}` from the first's view, splits with a win in each room by turns."""
    tally = Tally()
    for names, (lost, split, won) in encounters.items():
        one, other = names.split()
        sums = tally.encounters[one, other] = EncounterTally((one, other))
        sums.grid[0], sums.grid[2], sums.grid[6], sums.grid[8] = lost, split // 2, split - split // 2, won
    return tally


def drawn(random: Random, pairs: int, lost: float, won: float) -> tuple[int, int, int]:
    """So many pairs drawn with these chances: (lost, split, won)."""
    rolls = [random.random() for _ in range(pairs)]
    losses, wins = sum(roll < lost for roll in rolls), sum(roll >= 1 - won for roll in rolls)
    return losses, pairs - losses - wins, wins
