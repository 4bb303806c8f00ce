"""Which match is worth a look first: of a run, and of all that one bot lost.

Pure; reads summaries alone, once and in the order of the store, so that it takes no longer than standings do. Called by
`run_choice`.
"""

from collections.abc import Iterable

from arena.records import MatchSummary, Reason


def telling_match(summaries: Iterable[MatchSummary]) -> str:
    """The first match with a fault that was played, else that with the closest finish, the first of equals.

    Empty where there is no match.
    """
    closest, match = None, ""
    for summary in summaries:
        if any(not unplayed for _, _, unplayed in summary.faults):
            return summary.match_id
        second, best = sorted(summary.points)[-2:]
        far = (summary.shares is None, bool(summary.faults), summary.reason is not Reason.TARGET, best - second)
        if closest is None or far < closest:
            closest, match = far, summary.match_id
    return match


def worst_loss(summaries: Iterable[MatchSummary], bot: str) -> tuple[str, int]:
    """The worst match that `bot` lost and how many it lost; empty where there is none.

    One that its own fault ended is worse than any, else the most points behind the best; of equals the first. Boards
    that were given up come last: there is nothing to see.
    """
    worst, match, lost = None, "", 0
    for summary in summaries:
        if bot not in summary.names or summary.shares is None:
            continue
        own = summary.names.index(bot)
        if summary.shares[own]:
            continue
        lost += 1
        faults = [unplayed for entrant, _, unplayed in summary.faults if entrant == own]
        bad = (not any(faults), bool(faults), max(summary.points) - summary.points[own])
        if worst is None or bad > worst:
            worst, match = bad, summary.match_id
    return match, lost
