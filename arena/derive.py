"""From a stored match to everything that follows from it: the exported record, and the row that standings count.

Holds the derivations and no decision: what a match was is in its MatchRecord, the rules are in the game. Must never
read a file or a clock. `arena.store` exports with it, `arena.verify` compares with it, reports replay with it.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from arena.games import Deal, Game
from arena.games.dealing import shuffled
from arena.records import FAULTS, Fault, MatchRecord, MatchResult, MatchSummary, Reason, encounter_name

FORMAT = "arena-match/1"
# what may differ between two runs of the same match, and the seed, which is shown only when a run is complete
_UNCHECKED = ("seed", "timing", "host", "check")
_UNCHECKED_OF_FAULT = ("detail", "elapsed_ms", "stderr")


@dataclass(frozen=True, slots=True)
class RunFacts:
    """What a match record says of its run. `seed` (64 hex digits) is None while the run is unfinished.

    `options` are all rule options in force, `settings` common_deals, max_deals, sitting and give_up_after,
    `digests` by entrant's name.
    """

    game: str
    options: Mapping[str, Any]
    seed: str | None
    settings: Mapping[str, Any]
    digests: Mapping[str, str]


def full_record(record: MatchRecord, game: Game, run: RunFacts) -> dict[str, Any]:
    """The exported form of a match, JSON-ready; its deals dealt again and replayed by the rules."""
    spec = record.spec
    exported: dict[str, Any] = {
        "format": FORMAT,
        "match": spec.match_id,
        "game": run.game,
        "options": dict(run.options),
        "seed": run.seed,
        "board_key": spec.board_key,
        "encounter": encounter_name(spec.names),
        "board": spec.board,
        "room": spec.room,
        "settings": dict(run.settings),
        "entrants": [{"name": name, "digest": run.digests[name]} for name in spec.names],
        "seats": list(spec.seats),
        "sides": list(game.sides),
        "deals": [],
        "result": _exported_result(record.result, game.side_count),
        "timing": _exported_timing(record),
        "host": dict(record.host),
    }
    deal = None
    for number, played in enumerate(record.deals):
        deal = dealt(game, spec.board_key, spec.first_dealer, number, deal)
        for action in played.actions:
            deal.apply(action)
        exported["deals"].append(exported_deal(deal, played.notes))
    exported["check"] = check_of(exported)
    return exported


def dealt(game: Game, board_key: str, first_dealer: int, number: int, before: Deal | None) -> Deal:
    """Deal `number` of a match, not yet begun, after the deal `before` (None for the first).

    The deal moves one seat to the left each time.
    """
    dealer = (first_dealer + number) % game.seats
    scores, carried = ((0,) * game.side_count, None) if before is None else (before.scores, before.carried)
    return game.start(shuffled(board_key, number, game.deck), dealer, scores, number, carried)


def exported_deal(deal: Deal, notes: Mapping[str, str]) -> dict[str, Any]:
    """A deal as the record shows it, complete or cut off."""
    return {
        "dealer": deal.dealer,
        "hands": [list(hand) for hand in deal.hands],
        "actions": list(deal.actions),
        "notes": dict(notes),
        "points": None if deal.points is None else list(deal.points),
        "scores": list(deal.scores),
        "summary": deal.summary(),
    }


def plain_shares(shares: Sequence[float]) -> list[float]:
    """Shares as they are written: 1 and 0 without a fraction, so that a record has one form only."""
    return [int(share) if share == int(share) else share for share in shares]


def check_of(exported: Mapping[str, Any]) -> str:
    """The SHA-256 of an exported record's canonical JSON, without what is measured and without the seed."""
    checked = {key: value for key, value in exported.items() if key not in _UNCHECKED}
    result = dict(checked["result"])
    for key in FAULTS:
        if result.get(key) is not None:
            result[key] = {name: value for name, value in result[key].items() if name not in _UNCHECKED_OF_FAULT}
    checked["result"] = result
    text = json.dumps(checked, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    # a half of a surrogate pair is no UTF-8, but a foreign record may hold one: it has a check like any other
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def summary_of(record: MatchRecord, game: Game) -> MatchSummary:
    """What standings count of a match, from its result and its cached tallies; nothing is replayed.

    A void match has no complete deals here: it is left out of all statistics.
    """
    spec, result, timing = record.spec, record.result, record.timing
    entrants = range(len(spec.names))
    side_of = {spec.seats[seat]: side for seat, side in enumerate(game.sides)}
    seats_of = [[seat for seat, owner in enumerate(spec.seats) if owner == entrant] for entrant in entrants]
    return MatchSummary(
        names=spec.names,
        board=spec.board,
        room=spec.room,
        reason=result.reason,
        shares=None if result.shares is None else tuple(result.shares[side_of[entrant]] for entrant in entrants),
        points=tuple(result.scores[side_of[entrant]] for entrant in entrants),
        deals=_complete_deals(record),
        faults=tuple((spec.seats[fault.seat], fault.kind, fault.unplayed) for fault in result.faults),
        tallies=tuple(record.tallies[side_of[entrant]] if record.tallies else {} for entrant in entrants),
        decisions=tuple(sum(timing.decisions[seat] for seat in seats) for seats in seats_of),
        total_ms=tuple(sum(timing.total_ms[seat] for seat in seats) for seats in seats_of),
        max_ms=tuple(max((timing.max_ms[seat] for seat in seats), default=0.0) for seats in seats_of),
        first_dealer=spec.seats[spec.first_dealer],
    )


def _complete_deals(record: MatchRecord) -> int:
    fault = record.result.fault
    if record.result.reason is Reason.VOID:
        return 0
    return len(record.deals) if fault is None or fault.deal is None else fault.deal


def _exported_result(result: MatchResult, side_count: int) -> dict[str, Any]:
    exported = {
        "winner": result.winner,
        "shares": None if result.shares is None else plain_shares(result.shares),
        "scores": list(result.scores),
        "reason": str(result.reason),
        "fault": _exported_fault(result.fault),
        "other_fault": _exported_fault(result.other_fault),
    }
    if side_count > 2:
        exported["third_fault"] = _exported_fault(result.third_fault)
    return exported


def _exported_fault(fault: Fault | None) -> dict[str, Any] | None:
    if fault is None:
        return None
    return {
        "seat": fault.seat,
        "kind": str(fault.kind),
        "detail": fault.detail,
        "deal": fault.deal,
        "action_index": fault.action_index,
        "elapsed_ms": fault.elapsed_ms,
        "reply": fault.reply,
        "stderr": fault.stderr,
        "unplayed": fault.unplayed,
    }


def _exported_timing(record: MatchRecord) -> dict[str, Any]:
    timing = record.timing
    return {
        "decisions": list(timing.decisions),
        "total_ms": list(timing.total_ms),
        "max_ms": list(timing.max_ms),
        "start_ms": list(timing.start_ms),
        "ms": [list(deal.ms) for deal in record.deals],
        "elapsed_ms": timing.elapsed_ms,
        "lag_ms": timing.lag_ms,
        "uncharged_ms": list(timing.uncharged_ms),
        "held": list(timing.held),
    }
