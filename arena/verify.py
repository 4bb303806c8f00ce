"""Re-derives a match record from its seed, board and actions, and names the first thing that does not follow.

Holds the judgement of records and writes none. Records may come from anyone: whatever is parsed from a line gets a
message, never an exception. `arena verify` calls it for a record or a file of them.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NoReturn

import orjson
from pydantic import ValidationError

from arena.derive import check_of, dealt, exported_deal, plain_shares
from arena.errors import OptionError, SettingsError
from arena.games import Deal, Game, game
from arena.games.dealing import board_key
from arena.record_form import DealForm, FaultForm, RecordForm
from arena.records import FAULTS, FaultKind, Reason, encounter_name
from arena.rulings import shared
from arena.seating import rooms, seated

_FORBIDDEN_IN_NAMES = "~/*"
# how pydantic names the members of a union within a path
_UNION_TAGS = ("int", "float", "bool", "str", "constrained-int")


class _Difference(Exception):
    """The first difference, on its way up to `first_difference`."""

    def __init__(self, path: str, expected: str, found: str):
        self.text = f"{path}: expected {expected} found {found}"
        super().__init__(self.text)


def first_difference(exported: Any) -> str | None:
    """One line naming what in a parsed record does not follow from its seed and actions; None if all of it does.

    `a~b/17/open: deals[3].actions[9]: expected … found …`
    """
    match = exported.get("match") if isinstance(exported, dict) else None
    label = match if isinstance(match, str) and match.isprintable() and len(match) <= 200 else "record"
    try:
        _verify(_formed(exported))
    except _Difference as difference:
        return f"{label}: {difference.text}"
    return None


def _formed(exported: Any) -> RecordForm:
    try:
        return RecordForm.model_validate(exported)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        path = ""
        for step in first["loc"]:
            if step in _UNION_TAGS:
                break
            path += f"[{step}]" if isinstance(step, int) else f".{str(step)[:60]}"
        path = path.removeprefix(".") if path.isprintable() else "a key"
        if first["type"] == "missing":
            _differ(path, "a value", "nothing")
        if first["type"] == "extra_forbidden":
            _differ(path, "no such key", shown(first["input"]))
        _differ(path or "record", _lowered(first["msg"].removeprefix("Input should be ")), shown(first["input"]))


def _verify(record: RecordForm) -> None:
    ruled = _ruled(record)
    _verify_identity(record, ruled)
    last, begun = _verify_deals(record, ruled)
    _verify_result(record, ruled, last, begun)
    _verify_timing(record, ruled, begun)
    _same("check", check_of(record.model_dump(exclude={"host", "timing"}, exclude_unset=True)), record.check)


def _ruled(record: RecordForm) -> Game:
    try:
        ruled = game(record.game, record.options)
    except OptionError as error:
        _differ("options", "options of the game", _lowered(str(error)))
    except SettingsError:
        _differ("game", "a known game", shown(record.game))
    _same("options", dict(ruled.options), record.options)
    return ruled


def _verify_identity(record: RecordForm, ruled: Game) -> None:
    """Who met where, on which board: all of it follows from names, board number, room and seed."""
    names = tuple(entrant.name for entrant in record.entrants)
    if len(names) != ruled.side_count:
        _differ("entrants", f"{ruled.side_count} entrants", f"{len(names)}")
    for index, name in enumerate(names):
        if not is_name(name):
            _differ(f"entrants[{index}].name", "1 to 64 printable characters, none of ~ / *", shown(name))
        if index and names[index - 1] >= name:
            _differ(f"entrants[{index}].name", f"a name after {shown(names[index - 1])}", shown(name))
    encounter = encounter_name(names)
    _same("encounter", encounter, record.encounter)
    if record.room not in rooms(ruled.side_count):
        _differ("room", f"one of {', '.join(rooms(ruled.side_count))}", shown(record.room))
    _same("match", f"{encounter}/{record.board}/{record.room}", record.match)
    _same("sides", list(ruled.sides), record.sides)
    _same("seats", list(seated(record.room, ruled.sides)), record.seats)
    if record.seed is not None:
        key = "*" if record.settings.common_deals else encounter
        _same("board_key", board_key(record.seed, key, record.board), record.board_key)


def _verify_deals(record: RecordForm, ruled: Game) -> tuple[Deal | None, list[Deal]]:
    """Deal and replay everything. The last complete deal, and all deals that were begun."""
    most = record.settings.max_deals
    if len(record.deals) > most:
        _differ("deals", f"at most {most} deals", str(len(record.deals)))
    first_dealer = record.board % ruled.seats
    last = None
    begun: list[Deal] = []
    for number, found in enumerate(record.deals):
        path = f"deals[{number}]"
        if begun and begun[-1].to_act >= 0:
            _differ(path, f"no deal after deals[{number - 1}], which was cut off", "a deal")
        if last is not None and last.shares() is not None:
            _differ(path, f"no deal after the match was decided in deals[{number - 1}]", "a deal")
        deal = dealt(ruled, record.board_key, first_dealer, number, last)
        _same(f"{path}.dealer", deal.dealer, found.dealer)
        _same(f"{path}.hands", [list(hand) for hand in deal.hands], found.hands)
        _replay(path, deal, found)
        _verify_notes(path, found)
        _same(path, exported_deal(deal, found.notes), dict(found))
        begun.append(deal)
        if deal.to_act < 0:
            last = deal
    return last, begun


def _replay(path: str, deal: Deal, found: DealForm) -> None:
    for index, action in enumerate(found.actions):
        if deal.to_act < 0:
            _differ(f"{path}.actions[{index}]", "no action after the end of the deal", shown(action))
        why = deal.why_illegal(action)
        if why:
            legal = ", ".join(deal.legal())
            _differ(f"{path}.actions[{index}]", f"a legal action ({legal})", f"{shown(action)}: {_lowered(why)}")
        deal.apply(action)


def _verify_notes(path: str, found: DealForm) -> None:
    known = {str(index) for index in range(len(found.actions))}
    for key in found.notes:
        if key not in known:
            _differ(f"{path}.notes", "the index of an action", shown(key))


def _verify_result(record: RecordForm, ruled: Game, last: Deal | None, begun: list[Deal]) -> None:
    """The ending must be the one that the deals and the fault lead to, and no other."""
    result = record.result
    has_third = "third_fault" in result.model_fields_set
    if has_third != (ruled.side_count > 2):
        wanted = "a fault or null" if ruled.side_count > 2 else "no such key"
        _differ("result.third_fault", wanted, "one" if has_third else "nothing")
    cut_off = bool(begun) and begun[-1].to_act >= 0
    decided = None if last is None or cut_off else last.shares()
    full = not cut_off and len(begun) == record.settings.max_deals
    if decided is not None:
        reason, shares = Reason.TARGET, plain_shares(decided)
    elif full:
        reason, shares = Reason.DEAL_CAP, plain_shares(shared(range(ruled.side_count), ruled.side_count))
    elif result.reason is Reason.VOID:
        reason, shares = Reason.VOID, None
    else:
        reason = Reason.FORFEIT
        shares = _forfeited(record, ruled, begun)
    _same("result.reason", str(reason), str(result.reason))
    if reason is not Reason.FORFEIT:
        for key in FAULTS:
            fault: FaultForm | None = getattr(result, key)
            _same(f"result.{key}", None, fault and dict(fault))
    whole = shares is not None and 1 in shares
    _same("result.winner", shares.index(1) if shares is not None and whole else None, result.winner)
    _same("result.shares", shares, result.shares)
    _same("result.scores", list(last.scores) if last else [0] * ruled.side_count, result.scores)


def _forfeited(record: RecordForm, ruled: Game, begun: list[Deal]) -> list[float]:
    """The shares of a match that ended by faults; the faults must fit the place where the deals were cut off."""
    result = record.result
    if result.reason is not Reason.FORFEIT:
        _differ("result.reason", "a forfeit or void: no side reached its aim and deals were left", str(result.reason))
    if result.fault is None:
        _differ("result.fault", "the fault that ended the match", "null")
    if result.other_fault is None and result.third_fault is not None:
        _differ("result.third_fault", "null: there is no other_fault before it", "a fault")
    losers: set[int] = set()
    before = result.fault
    for key, fault in zip(FAULTS, result.faults, strict=False):
        path = f"result.{key}"
        _verify_fault(path, fault, ruled, begun)
        if fault is not result.fault:
            if {before.kind, fault.kind} != {FaultKind.NOT_READY}:
                _differ(path, "null: only faults not_ready are kept together", str(fault.kind))
            if fault.seat <= before.seat or ruled.sides[fault.seat] in losers:
                _differ(f"{path}.seat", f"a higher seat of another side than {before.seat}'s", str(fault.seat))
            _same(f"{path}.unplayed", before.unplayed, fault.unplayed)
        losers.add(ruled.sides[fault.seat])
        before = fault
    everybody = range(ruled.side_count)
    return plain_shares(shared([side for side in everybody if side not in losers] or everybody, len(everybody)))


def _verify_fault(path: str, fault: FaultForm, ruled: Game, begun: list[Deal]) -> None:
    if fault.seat >= ruled.seats:
        _differ(f"{path}.seat", f"a seat below {ruled.seats}", str(fault.seat))
    if not fault.detail:
        _differ(f"{path}.detail", "what happened, in words", "''")
    if fault.unplayed or fault.kind is FaultKind.NOT_READY:
        if begun:
            which = "an unplayed board" if fault.unplayed else "a bot that was not ready"
            _differ("deals", f"no deals: {path} tells of {which}", f"{len(begun)} deals")
        _same(f"{path}.deal", None, fault.deal)
        _same(f"{path}.action_index", None, fault.action_index)
        return
    if not begun or begun[-1].to_act < 0:
        _differ(path, "a last deal cut off by this fault", f"{len(begun)} complete deals")
    deal = begun[-1]
    _same(f"{path}.deal", deal.number, fault.deal)
    _same(f"{path}.action_index", len(deal.actions), fault.action_index)
    _same(f"{path}.seat", deal.to_act, fault.seat)
    if fault.kind is FaultKind.ILLEGAL:
        _verify_illegal(path, fault, deal)


def _verify_illegal(path: str, fault: FaultForm, deal: Deal) -> None:
    """The reply, where enough of it was kept, must be illegal for the rule that the detail gives."""
    if fault.reply is None:
        _differ(f"{path}.reply", "the line with the illegal action", "null")
    try:
        reply = orjson.loads(fault.reply)
    except ValueError:
        return  # cut at 200 bytes
    action = reply.get("action") if isinstance(reply, dict) else None
    if not isinstance(action, str):
        _differ(f"{path}.reply", "a message with an action", shown(fault.reply))
    why = deal.why_illegal(action)
    if not why:
        _differ(f"{path}.reply", "an illegal action", f"{shown(action)}, which is legal")
    if why not in fault.detail:
        _differ(f"{path}.detail", f"the rule: {_lowered(why)}", shown(fault.detail))


def _verify_timing(record: RecordForm, ruled: Game, begun: list[Deal]) -> None:
    """Times cannot be derived, but there must be one for every action and seat."""
    timing = record.timing
    if len(timing.ms) != len(begun):
        _differ("timing.ms", f"numbers of {len(begun)} deals", str(len(timing.ms)))
    for number, (deal, times) in enumerate(zip(begun, timing.ms, strict=True)):
        if len(times) != len(deal.actions):
            _differ(f"timing.ms[{number}]", f"{len(deal.actions)} numbers", str(len(times)))
    for key in ("decisions", "total_ms", "max_ms", "start_ms"):
        if len(getattr(timing, key)) != ruled.seats:
            _differ(f"timing.{key}", f"{ruled.seats} numbers", str(len(getattr(timing, key))))
    for key in ("uncharged_ms", "held"):
        if len(getattr(timing, key)) not in (0, ruled.seats):
            _differ(f"timing.{key}", f"{ruled.seats} values or none", str(len(getattr(timing, key))))
    made = sum(len(deal.actions) for deal in begun)
    # the decision that ended in a fault may have been counted or not
    if not made <= sum(timing.decisions) <= made + (record.result.reason is not Reason.TARGET):
        _differ("timing.decisions", f"{made} decisions in all", str(sum(timing.decisions)))


def is_name(name: str) -> bool:
    """Whether an entrant may be called so."""
    fits = 1 <= len(name) <= 64 and name.isprintable() and name == name.strip()
    return fits and not any(character in name for character in _FORBIDDEN_IN_NAMES)


def verify_lines(lines: Iterable[bytes]) -> Iterator[str]:
    """The first difference of every record of a JSONL file, then what only shows across records.

    A match may stand there once, and a board of a sitting may be unplayed only after a row of forfeits.
    """
    seen: set[str] = set()
    sittings: dict[tuple[str, str, int], dict[int, RecordForm]] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            exported = orjson.loads(line)
        except ValueError as error:
            yield f"line {number}: expected a JSON object found {_lowered(str(error))}"
            continue
        difference = first_difference(exported)
        if difference is not None:
            yield difference
            continue
        record = RecordForm.model_validate(exported)
        if record.match in seen:
            yield f"{record.match}: expected one record of this match found another on line {number}"
            continue
        seen.add(record.match)
        sitting = (record.encounter, record.room, record.board // record.settings.sitting)
        # the deals are not needed any more, and a file may hold many
        sittings.setdefault(sitting, {})[record.board] = record.model_copy(update={"deals": [], "timing": None})
    for boards in sittings.values():
        yield from _verify_sitting([boards[board] for board in sorted(boards)])


def _verify_sitting(records: Sequence[RecordForm]) -> Iterator[str]:
    """Unplayed boards must follow `give_up_after` forfeits in a row by the same bot; a void match does not count."""
    row: dict[int, int] = {}  # entrant -> forfeits in a row
    previous: list[str] = []
    for record in records:
        result = record.result
        if result.reason is Reason.VOID:
            continue
        faults = result.faults
        owners = {record.seats[fault.seat] for fault in faults}
        due = record.settings.give_up_after
        given_up = any(count >= due for count in row.values())
        where = f"{record.match}: result.fault"
        if result.fault is not None and result.fault.unplayed:
            if not any(row.get(owner, 0) >= due for owner in owners):
                yield f"{where}.unplayed: expected a board played, without {due} forfeits in a row before it found true"
            elif _told(result.fault) not in previous:
                yield f"{where}: expected the fault before it ({', '.join(previous)}) found {_told(result.fault)}"
        elif given_up:
            yield f"{where}: expected a board unplayed, after {due} forfeits in a row found one played"
        row = {owner: row.get(owner, 0) + 1 for owner in owners}
        previous = [_told(fault) for fault in faults]


def _told(fault: FaultForm) -> str:
    return f"seat {fault.seat} {fault.kind}"


def _same(path: str, expected: Any, found: Any) -> None:
    """Compare two JSON values, down to the first place where they differ; 1, 1.0 and true are three values."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key, value in expected.items():
            if key not in found:
                _differ(f"{path}.{key}", shown(value), "nothing")
            _same(f"{path}.{key}", value, found[key])
        for key in found:
            if key not in expected:
                _differ(f"{path}", "no further key", shown(key))
    elif isinstance(expected, list) and isinstance(found, list):
        for index, (value, other) in enumerate(zip(expected, found, strict=False)):
            _same(f"{path}[{index}]", value, other)
        if len(expected) != len(found):
            _differ(path, f"{len(expected)} values", f"{len(found)}")
    elif type(expected) is not type(found) or expected != found:
        _differ(path, shown(expected), shown(found))


def _differ(path: str, expected: str, found: str) -> NoReturn:
    raise _Difference(path, expected, found)


def shown(value: Any) -> str:
    """A JSON value in a few words, whatever its size and depth."""
    if isinstance(value, str):
        return repr(value) if len(value) <= 80 else f"{value[:80]!r}… ({len(value)} characters)"
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, int):
        return str(value) if value.bit_length() <= 200 else "a huge number"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, list) and len(value) <= 8 and not any(isinstance(item, list | dict) for item in value):
        return f"[{', '.join(shown(item) for item in value)}]"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return f"an object of {len(value)} keys"
    return f"a {type(value).__name__[:40]}"


def _lowered(text: str) -> str:
    line = " ".join(text.split())
    return line[:1].lower() + line[1:300]
