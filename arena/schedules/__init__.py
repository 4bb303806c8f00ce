"""Who meets when, as pure functions of the settings and the results so far. Sees neither bots nor games.

Called by `director`: `round_robin(names, boards, meeting, size)` is the iterator of rounds, `encounters` how many meet.
"""

from arena.schedules.round_robin import Round, encounters, round_robin

__all__ = ["Round", "encounters", "round_robin"]
