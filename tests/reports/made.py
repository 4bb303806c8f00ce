"""A small run for the tests of reports: three bots, one of them with a hostile name when a test asks for it."""

from dataclasses import replace
from typing import Any

from arena.records import FaultKind, StatColumn
from arena.reports import ForfeitDetail, RunFacts
from arena.standings import Standings, standings
from tests.standings.made import match, tally_of

BIDS = StatColumn("bids_made", "Bids made %")
SEED = "c0ffee".rjust(64, "0")
# of ten boards, the shares of the first in the open and the closed room
ROOMS = {
    ("ann", "bob"): [(1.0, 1.0)] * 6 + [(1.0, 0.0)] * 3 + [(0.0, 0.0)],
    ("ann", "cyd"): [(1.0, 1.0)] * 9 + [(1.0, 0.5)],
    ("bob", "cyd"): [(1.0, 1.0)] * 3 + [(0.0, 1.0)] * 4 + [(0.0, 0.0)] * 3,
}


def made_standings(**renamed: str) -> Standings:
    """Names can be `renamed` as long as their order in code points stays."""
    names = {name: renamed.get(name, name) for name in ("ann", "bob", "cyd")}
    matches = []
    for (one, other), boards in ROOMS.items():
        for board, shares in enumerate(boards):
            for room, share in zip(("open", "closed"), shares, strict=True):
                late = ((1, FaultKind.TIMEOUT, False),) if other == "cyd" and share == 1.0 and board < 2 else ()
                points = (round(20 * share) + board, 12)
                made = match(
                    "x y",
                    board,
                    room,
                    share,
                    points=points,
                    deals=9,
                    faults=late,
                    bids=((5, 8), (2, 8)),
                    ms=(0.04, 38.2),
                )
                matches.append(replace(made, names=(names[one], names[other])))
    return standings(tally_of(*matches), list(names.values()), [BIDS])


def facts(**changed: Any) -> RunFacts:
    plain = RunFacts(
        run="runs/league",
        game="bid-euchre",
        options={"target": 32},
        seed=SEED,
        commitment="5" * 64,
        boards=10,
        matches=60,
        deals=1540,
        finished=True,
        faults="a fault loses the match",
        isolation="bubblewrap",
        machine="2 cores",
        host="arena 0.1.0, Python 3.11",
        settings=("cyd: untimed",),
        forfeits=(ForfeitDetail("ann~cyd/0/open", "cyd", "timeout", "no answer within 1000 ms"),),
    )
    return replace(plain, **changed)
