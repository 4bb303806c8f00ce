"""Match summaries and tallies for tests, made from what a test says and defaults for the rest."""

from collections.abc import Mapping
from random import Random

from arena.records import FaultKind, MatchSummary, Reason
from arena.seating import rooms
from arena.standings import Tally
from arena.standings.pairs import PairTally

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
        sums = tally.encounters[one, other] = PairTally((one, other))
        sums.grid[0], sums.grid[2], sums.grid[6], sums.grid[8] = lost, split // 2, split - split // 2, won
    return tally


def drawn(random: Random, pairs: int, lost: float, won: float) -> tuple[int, int, int]:
    """So many pairs drawn with these chances: (lost, split, won)."""
    rolls = [random.random() for _ in range(pairs)]
    losses, wins = sum(roll < lost for roll in rolls), sum(roll >= 1 - won for roll in rolls)
    return losses, pairs - losses - wins, wins


# three at a table


def match_of_three(
    names: str,
    board: int,
    room: str,
    order: str,
    *,
    points: tuple[int, int, int] | None = None,
    deals: int = 10,
    faults: tuple[tuple[int, FaultKind, bool], ...] = (),
    ms: tuple[float, float, float] = (0.0, 0.0, 0.0),
) -> MatchSummary:
    """A match of `"a b c"` that ended in this order: `b>a=c`, `a=b>c` (a shared win), `=` the deal cap, `-` void.

    Only the order of points below the winner matters where a fault is given: who is at fault loses.
    """
    three = tuple(names.split())
    reason, shares, scores = Reason.TARGET, [0.0] * 3, [0, 0, 0]
    if order == "-":
        reason = Reason.VOID
    elif order == "=":
        reason, shares = Reason.DEAL_CAP, [1 / 3] * 3
    else:
        for place, level in enumerate(order.split(">")):
            for name in level.split("="):
                scores[three.index(name)] = 10 - 3 * place
                shares[three.index(name)] = (1 / len(level.split("="))) if place == 0 else 0.0
    if faults:
        guilty = {entrant for entrant, _, _ in faults}
        free = [entrant for entrant in range(3) if entrant not in guilty] or range(3)
        reason, shares = Reason.FORFEIT, [1 / len(free) if entrant in free else 0.0 for entrant in range(3)]
    return MatchSummary(
        names=three,
        board=board,
        room=room,
        reason=reason,
        shares=None if reason is Reason.VOID else tuple(shares),
        points=points or (scores[0], scores[1], scores[2]),
        deals=deals,
        faults=faults,
        tallies=({"taken": (1, 2)}, {"taken": (1, 3)}, {"taken": (0, 4)}),
        decisions=(100, 200, 300),
        total_ms=(100 * ms[0], 200 * ms[1], 300 * ms[2]),
        max_ms=ms,
        first_dealer=rooms(3)[room][board % 3],
    )


def board_of_three(names: str, board: int, orders: str) -> list[MatchSummary]:
    """All six matches; `orders` in the order of rooms, or one for all of them."""
    each = orders.split() * (1 if " " in orders else 6)
    return [match_of_three(names, board, room, order) for room, order in zip(rooms(3), each, strict=True)]


def random_order(random: Random, strengths: Mapping[str, float], luck: Mapping[str, float], noise: float) -> str:
    """How a match of these ended; about one in five is near enough to be level."""
    marks = {name: round(2 * (strengths[name] + luck[name] + random.gauss(0, noise))) for name in strengths}
    return ">".join("=".join(name for name in marks if marks[name] == mark) for mark in sorted({*marks.values()})[::-1])


def random_board(random: Random, names: str, board: int, strengths: Mapping[str, float]) -> list[MatchSummary]:
    """The cards of a seat help whoever holds them, so that the matches of a board hang together."""
    cards = [random.gauss(0, 1) for _ in range(3)]
    three = names.split()
    own = {name: strengths.get(name, 0.0) for name in three}
    matches = []
    for room, order in rooms(3).items():
        luck = {three[entrant]: cards[side] for side, entrant in enumerate(order)}
        matches.append(match_of_three(names, board, room, random_order(random, own, luck, 1.0)))
    return matches
