"""The messages that open and close a match, as values: made from the game and from what was ruled.

Pure; the wording on the wire is `protocol`'s. Never opponents' names, never the tournament seed. Called by `referee`,
which sends them, and by `transcript`, which says afterwards what was sent.
"""

from collections.abc import Sequence

from arena.games import Game
from arena.games.dealing import seat_seed
from arena.records import Clock
from protocol.messages import EndFault, MatchClock, MatchEnd, MatchStart


def match_start(
    game: Game, board: int, room: str, board_key: str, first_dealer: int, seat: int, clock: Clock, line_bytes: int
) -> MatchStart:
    """The announcement of a match to one seat, under its own clock and its own longest line."""
    return MatchStart(
        game=game.name,
        options=dict(game.options),
        match=f"{board}/{room}",
        seat=seat,
        sides=list(game.sides),
        first_dealer=first_dealer,
        seed=seat_seed(board_key, room, seat),
        clock=MatchClock(
            start_ms=clock.start_ms,
            action_ms=clock.action_ms,
            bank_ms=None if clock.action_ms is None else clock.bank_ms,
        ),
        max_line_bytes=line_bytes,
    )


def match_end(winner: int | None, scores: Sequence[int], reason: str, fault: tuple[int, str] | None) -> MatchEnd:
    """How a match ended, for every seat that is told; `fault` is the seat and the kind."""
    at_fault = None if fault is None else EndFault(seat=fault[0], kind=fault[1])
    return MatchEnd(winner=winner, scores=list(scores), reason=reason, fault=at_fault)
