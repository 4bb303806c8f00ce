"""Matches played at random by the rules alone, as MatchRecords with every ending, for tests of what reads records.

Faults are made up: no bot is run here.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

from arena.derive import RunFacts, dealt, full_record
from arena.games import Deal, Game, game
from arena.games.dealing import board_key, normal_seed
from arena.records import (
    Fault,
    FaultKind,
    MatchRecord,
    MatchResult,
    MatchSpec,
    PlayedDeal,
    Reason,
    Timing,
)
from arena.rulings import forfeit
from arena.seating import seated

SEED = normal_seed("c0ffee")
NAMES = ("a", "b")


def run_facts(ruled: Game, *, max_deals: int = 200, seed: str | None = SEED, **settings: Any) -> RunFacts:
    values = {"common_deals": False, "max_deals": max_deals, "sitting": 50, "give_up_after": 5} | settings
    digests = {name: "sha256:" + name.encode().hex().zfill(64)[:64] for name in (*NAMES, "c")}
    return RunFacts(ruled.name, ruled.options, seed, values, digests)


def spec(ruled: Game, board: int = 17, room: str = "open", names: tuple[str, ...] = NAMES) -> MatchSpec:
    key = board_key(SEED, "~".join(names), board)
    return MatchSpec(names, board, room, key, seated(room, ruled.sides), board % ruled.seats)


def played_match(
    ruled: Game, match: MatchSpec, random: Random, *, max_deals: int = 200, stop_after: int | None = None
) -> tuple[MatchRecord, Deal]:
    """Play to the end, or for `stop_after` decisions; then it is void. Also the last deal, as it stands."""
    deals: list[PlayedDeal] = []
    tallies: list[dict[str, tuple[int, int]]] = [{} for _ in range(ruled.side_count)]
    decisions = [0] * ruled.seats
    scores: tuple[int, ...] = (0,) * ruled.side_count
    left = -1 if stop_after is None else stop_after
    deal: Deal | None = None
    while True:
        deal = dealt(ruled, match.board_key, match.first_dealer, len(deals), deal)
        played = PlayedDeal(deal.actions)
        deals.append(played)
        while deal.to_act >= 0 and left != 0:
            legal = deal.legal()
            decisions[deal.to_act] += 1
            deal.apply(legal[int(random.random() ** 3 * len(legal))])
            played.ms.append(round(random.random(), 3))
            left -= 1
        if deal.actions and (len(deals) == 1 or random.random() < 0.5):
            played.notes[str(random.randrange(len(deal.actions)))] = "weighed it up: ♥ — ü"
        if deal.to_act >= 0:
            result = MatchResult(None, None, list(scores), Reason.VOID)
            break
        scores = deal.scores
        for side, tally in enumerate(deal.tallies()):
            for key, (numerator, denominator) in tally.items():
                old = tallies[side].get(key, (0, 0))
                tallies[side][key] = (old[0] + numerator, old[1] + denominator)
        shares = deal.shares()
        if shares is not None:
            winner = shares.index(1) if 1 in shares else None
            result = MatchResult(winner, list(shares), list(scores), Reason.TARGET)
            break
        if len(deals) == max_deals:
            sides = ruled.side_count
            result = MatchResult(None, [1 / sides] * sides, list(scores), Reason.DEAL_CAP)
            break
    timing = Timing(decisions, [1.5] * ruled.seats, [0.5] * ruled.seats, [None] * ruled.seats, 12.5, 0.25)
    return MatchRecord(match, deals, result, timing, {"arena": "0.1.0"}, tallies), deal


def forfeited(ruled: Game, match: MatchSpec, random: Random, kind: FaultKind, *, stop_after: int = 40) -> MatchRecord:
    """A match that the seat to act forfeits after so many decisions."""
    record, deal = played_match(ruled, match, random, stop_after=stop_after)
    assert deal.to_act >= 0
    fault = Fault(deal.to_act, kind, "it stood still", deal.number, len(deal.actions), 1503.2, None, "Traceback")
    if kind is FaultKind.ILLEGAL:
        fault.reply = '{"type":"action","id":3,"action":"jh"}'
        fault.detail = f'"jh" is not legal: {deal.why_illegal("jh")}'
    record.result = forfeit([fault], ruled.sides, record.result.scores)
    return record


def not_begun(
    ruled: Game,
    match: MatchSpec,
    seat: int,
    *,
    other: int | None = None,
    third: int | None = None,
    unplayed: bool = False,
) -> MatchRecord:
    """A match without deals: one seat, or one of several sides, was not ready; or the board was left unplayed."""
    faults = [
        Fault(each, FaultKind.NOT_READY, "exit code 1 after 3 ms", unplayed=unplayed)
        for each in (seat, other, third)
        if each is not None
    ]
    result = forfeit(faults, ruled.sides, [0] * ruled.side_count)
    each = ruled.seats
    timing = Timing([0] * each, [0.0] * each, [0.0] * each, [3.0] * each, 5.0, 0.0)
    return MatchRecord(match, [], result, timing, {}, [{} for _ in range(ruled.side_count)])


def good_records() -> Mapping[str, dict[str, Any]]:
    """One exported record for each ending, by a name."""
    random = Random(1)
    ruled = game("bid-euchre", {})
    short = game("bid-euchre", {"target": 9})
    records = {
        "target": (played_match(short, spec(short), random)[0], short, run_facts(short)),
        "closed": (played_match(short, spec(short, 18, "closed"), random)[0], short, run_facts(short, seed=None)),
        "deal_cap": (
            played_match(ruled, spec(ruled), random, max_deals=3)[0],
            ruled,
            run_facts(ruled, max_deals=3),
        ),
        "void": (played_match(ruled, spec(ruled), random, stop_after=70)[0], ruled, run_facts(ruled)),
        "void_at_once": (played_match(ruled, spec(ruled), random, stop_after=0)[0], ruled, run_facts(ruled)),
        "not_ready": (not_begun(ruled, spec(ruled), 1), ruled, run_facts(ruled)),
        "both_not_ready": (not_begun(ruled, spec(ruled), 0, other=3), ruled, run_facts(ruled)),
        "unplayed": (not_begun(ruled, spec(ruled), 2, unplayed=True), ruled, run_facts(ruled)),
    }
    for kind in FaultKind:
        if kind is FaultKind.NOT_READY:
            continue
        records[str(kind)] = (forfeited(ruled, spec(ruled), random, kind), ruled, run_facts(ruled))
    for step in (0, 29, 4):
        record = forfeited(ruled, spec(ruled), random, FaultKind.ILLEGAL, stop_after=step)
        records[f"illegal_{step}"] = (record, ruled, run_facts(ruled))
    return {name: full_record(*values) for name, values in sorted(records.items())}
