"""Who meets when, as pure functions of the settings and the results so far. Sees neither bots nor games.

Called by `director`: `round_robin(names, boards, meeting)` is the iterator of rounds.
"""

from arena.schedules.round_robin import Round, round_robin

__all__ = ["Round", "round_robin"]
