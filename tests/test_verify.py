"""A good record passes; every alteration of it is found and named, whatever was altered and however it is shaped."""

import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.derive import check_of, full_record
from arena.games import game
from arena.records import MatchRecord
from arena.verify import first_difference, is_name, verify_lines
from tests.played import good_records, not_begun, played_match, run_facts, spec

RECORDS = good_records()
EACH = pytest.mark.parametrize("name", RECORDS)

type_path = tuple[str | int, ...]


def leaves(value: Any, path: type_path = ()) -> Iterator[type_path]:
    """The path of every value that is no object and no list, and of every empty one."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    empty = True
    for key, each in inner:
        empty = False
        yield from leaves(each, (*path, key))
    if empty:
        yield path


def at(record: Any, path: type_path) -> Any:
    for step in path:
        record = record[step]
    return record


def altered(record: dict[str, Any], path: type_path, value: Any) -> dict[str, Any]:
    copy = deepcopy(record)
    at(copy, path[:-1])[path[-1]] = value
    return copy


def sealed(record: dict[str, Any]) -> dict[str, Any]:
    """With a fresh check, as a careful forger would leave it."""
    try:
        return record | {"check": check_of(record)}
    except (TypeError, AttributeError, KeyError):  # too much altered to have one
        return record


def others(value: Any) -> list[Any]:
    """A few values of the same kind that `value` might be forged into."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int | float):
        return [value + 1, 1 - value] if value != 0.5 else [1, 0]
    if value is None:
        return [0, "x"]
    if isinstance(value, str):
        return [value + "x", value[:-1] if len(value) != 1 else "", value.swapcase()]
    return [["x"], {"x": 1}]


def measured(path: type_path) -> bool:
    return path[0] in ("timing", "host") or path[-1] in ("detail", "elapsed_ms", "stderr")


@EACH
def test_a_good_record_has_no_difference(name: str) -> None:
    assert first_difference(json.loads(json.dumps(RECORDS[name]))) is None


@EACH
def test_every_value_altered_is_found(name: str) -> None:
    record = RECORDS[name]
    tried = 0
    for path in leaves(record):
        if measured(path):
            continue
        for value in others(at(record, path)):
            if value == at(record, path) and type(value) is type(at(record, path)):
                continue
            if path == ("seed",) and record["seed"] is None:
                continue
            found = first_difference(altered(record, path, value))
            assert found is not None, (path, value)
            assert "\n" not in found
            tried += 1
    assert tried > 40


# what remains of a record when its check is made anew: everything that follows from seed, board, names and actions
DERIVED = {"format", "match", "game", "encounter", "board", "room", "seats", "sides", "board_key", "deals", "result"}


@EACH
def test_every_derived_value_altered_is_found_by_itself(name: str) -> None:
    record = RECORDS[name]
    for path in leaves(record):
        free = measured(path) or "notes" in path or "actions" in path or path[-1] in ("reply", "kind")
        free = free or (path[-1] == "unplayed" and record["result"]["fault"]["kind"] == "not_ready")
        if path[0] not in DERIVED or free:
            continue
        for value in others(at(record, path)):
            if value == at(record, path) and type(value) is type(at(record, path)):
                continue
            found = first_difference(sealed(altered(record, path, value)))
            assert found is not None, (path, value)
            assert ": check:" not in found


@EACH
def test_every_card_altered_is_found_by_itself(name: str) -> None:
    """Another card, another winner, a card twice: with a fresh check the rules alone must find it."""
    record = RECORDS[name]
    deck = game("bid-euchre", {}).deck
    for number, deal in enumerate(record["deals"]):
        complete = deal["points"] is not None
        for index, card in enumerate(deal["actions"]):
            if index < 5 or not complete:
                continue
            for other in deck:
                if other != card:
                    found = first_difference(sealed(altered(record, ("deals", number, "actions", index), other)))
                    assert found is not None
                    assert f"deals[{number}]" in found


@EACH
def test_every_call_altered_is_found_unless_the_contract_stays(name: str) -> None:
    record = RECORDS[name]
    for number, deal in enumerate(record["deals"]):
        for index, call in enumerate(deal["actions"][:5]):
            for other in ("pass", "3", "4", "5", "6", "clubs", "diamonds", "hearts", "spades", "high", "low"):
                forged = sealed(altered(record, ("deals", number, "actions", index), other))
                if other == call:
                    continue
                found = first_difference(forged)
                if found is None:
                    bids = [each for each in forged["deals"][number]["actions"][:4] if each != "pass"]
                    assert index < 4
                    assert not bids or deal["points"] is None or int(bids[-1]) == deal["summary"]["contract"]["bid"]
                    continue
                assert "deals" in found or "result" in found


@EACH
def test_keys_and_values_taken_away_or_added_are_found(name: str) -> None:
    record = RECORDS[name]

    def containers(value: Any, path: type_path = ()) -> Iterator[type_path]:
        if isinstance(value, dict | list):
            yield path
            for key, each in value.items() if isinstance(value, dict) else enumerate(value):
                yield from containers(each, (*path, key))

    for path in containers(record):
        if path[:1] == ("host",):
            continue
        more, fewer = deepcopy(record), deepcopy(record)
        if isinstance(at(record, path), dict):
            at(more, path)["further"] = "0"
            keys: list[str | int] = list(at(record, path))
        else:
            at(more, path).append(deepcopy(at(more, path)[0]) if at(more, path) else "0")
            keys = list(range(len(at(record, path))))
        assert first_difference(more) is not None, path
        for key in keys:
            fewer = deepcopy(record)
            del at(fewer, path)[key]
            assert first_difference(fewer) is not None, (path, key)


TARGET = RECORDS["target"]
LAST = len(TARGET["deals"]) - 1
CAP = RECORDS["deal_cap"]
ILLEGAL = RECORDS["illegal"]
FAULT = ("result", "fault")


@pytest.mark.parametrize(
    ("record", "path", "value", "difference"),
    [
        (TARGET, ("deals", 0, "dealer"), 2, "a~b/17/open: deals[0].dealer: expected 1 found 2"),
        (TARGET, ("board",), 18, "a~b/17/open: match: expected 'a~b/18/open' found 'a~b/17/open'"),
        (TARGET, ("game",), "chess", "a~b/17/open: game: expected a known game found 'chess'"),
        (
            TARGET,
            ("options",),
            {"target": 0},
            "a~b/17/open: options: expected options of the game found "
            "options.target: expected a whole number of at least 1, got 0",
        ),
        (TARGET, ("options",), {}, "a~b/17/open: options.target: expected 32 found nothing"),
        (TARGET, ("options", "target"), 19.5, "a~b/17/open: options.target: expected a valid integer found 19.5"),
        (TARGET, ("seats",), [1, 0, 1, 0], "a~b/17/open: seats[0]: expected 0 found 1"),
        (TARGET, ("sides",), [0, 1, 1, 0], "a~b/17/open: sides[2]: expected 0 found 1"),
        (
            TARGET,
            ("entrants", 0, "name"),
            "c",
            "a~b/17/open: entrants[1].name: expected a name after 'c' found 'b'",
        ),
        (
            TARGET,
            ("entrants", 0, "name"),
            "a~",
            "a~b/17/open: entrants[0].name: expected 1 to 64 printable characters, none of ~ / * found 'a~'",
        ),
        (TARGET, ("room",), "abc", "a~b/17/open: room: expected one of open, closed found 'abc'"),
        (TARGET, ("format",), "arena-match/2", "a~b/17/open: format: expected 'arena-match/1' found 'arena-match/2'"),
        (TARGET, ("deals", 0, "notes"), {"29": "x"}, "deals[0].notes: expected the index of an action found '29'"),
        (TARGET, ("deals", 0, "notes"), {"03": "x"}, "deals[0].notes: expected the index of an action found '03'"),
        (TARGET, ("deals", 0, "notes"), {"3": "x" * 1001}, "deals[0].notes.3: expected "),
        (TARGET, ("result", "reason"), "deal_cap", "result.reason: expected 'target' found 'deal_cap'"),
        (TARGET, ("result", "reason"), "forfeit", "result.reason: expected 'target' found 'forfeit'"),
        (TARGET, ("result", "reason"), "boredom", "result.reason: expected 'target', 'forfeit', 'deal_cap' or 'void'"),
        (TARGET, ("result", "shares"), [1.0, 0.0], "result.shares[0]: expected 1 found 1.0"),
        (TARGET, ("result", "fault"), ILLEGAL["result"]["fault"], "result.fault: expected null found an object of 9 k"),
        (TARGET, ("result", "other_fault"), ILLEGAL["result"]["fault"], "result.other_fault: expected null found an"),
        (TARGET, ("settings", "max_deals"), LAST, f"deals: expected at most {LAST} deals found {LAST + 1}"),
        (TARGET, ("settings", "common_deals"), True, "board_key: expected "),
        (TARGET, ("settings", "sitting"), 0, "settings.sitting: expected greater than or equal to 1 found 0"),
        (CAP, ("settings", "max_deals"), 4, "expected a forfeit or void: no side reached its aim and deals were left"),
        (CAP, ("result", "reason"), "void", "result.reason: expected 'deal_cap' found 'void'"),
        (ILLEGAL, ("result", "reason"), "void", "result.fault: expected null found an object of 9 keys"),
        (ILLEGAL, FAULT, None, "result.fault: expected the fault that ended the match found null"),
        (ILLEGAL, (*FAULT, "seat"), 4, "result.fault.seat: expected a seat below 4 found 4"),
        (
            ILLEGAL,
            (*FAULT, "seat"),
            (ILLEGAL["result"]["fault"]["seat"] + 2) % 4,
            f"result.fault.seat: expected {ILLEGAL['result']['fault']['seat']} found",
        ),
        (ILLEGAL, (*FAULT, "detail"), "", "result.fault.detail: expected what happened, in words found ''"),
        (ILLEGAL, (*FAULT, "detail"), "no", "result.fault.detail: expected the rule: "),
        (ILLEGAL, (*FAULT, "reply"), None, "result.fault.reply: expected the line with the illegal action found null"),
        (ILLEGAL, (*FAULT, "reply"), "[]", "result.fault.reply: expected a message with an action found '[]'"),
        (ILLEGAL, (*FAULT, "kind"), "not_ready", "deals: expected no deals: result.fault tells of a bot that was not"),
        (ILLEGAL, (*FAULT, "unplayed"), True, "deals: expected no deals: result.fault tells of an unplayed board"),
        (ILLEGAL, ("deals",), ILLEGAL["deals"][:1], "result.fault: expected a last deal cut off by this fault found 1"),
        (
            ILLEGAL,
            ("result", "other_fault"),
            RECORDS["not_ready"]["result"]["fault"],
            "deals: expected no deals: result.other_fault tells of a bot that was not ready",
        ),
        (
            RECORDS["timeout"],
            ("result", "other_fault"),
            RECORDS["timeout"]["result"]["fault"],
            "result.other_fault: expected null: only faults not_ready are kept together found timeout",
        ),
        (
            RECORDS["both_not_ready"],
            ("result", "other_fault", "kind"),
            "timeout",
            "result.other_fault: expected a last deal cut off by this fault found 0 complete deals",
        ),
        (RECORDS["both_not_ready"], ("result", "other_fault", "seat"), 2, "expected a higher seat of another side"),
        (RECORDS["both_not_ready"], ("result", "other_fault", "unplayed"), True, "expected false found true"),
        (RECORDS["unplayed"], ("result", "winner"), 0, "result.winner: expected 1 found 0"),
        (RECORDS["void"], ("result", "shares"), [0.5, 0.5], "result.shares: expected null found [0.5, 0.5]"),
        (TARGET, ("timing", "ms", 0), [1.0], "timing.ms[0]: expected 29 numbers found 1"),
        (TARGET, ("timing", "ms"), [], f"timing.ms: expected numbers of {LAST + 1} deals found 0"),
        (TARGET, ("timing", "max_ms"), [], "timing.max_ms: expected 4 numbers found 0"),
        (TARGET, ("timing", "uncharged_ms"), [0.0], "timing.uncharged_ms: expected 4 values or none found 1"),
        (TARGET, ("timing", "held"), [True, False], "timing.held: expected 4 values or none found 2"),
        (TARGET, ("timing", "decisions"), [1, 1, 1, 1], f"timing.decisions: expected {29 * (LAST + 1)} decisions"),
        (TARGET, ("timing", "lag_ms"), float("nan"), "timing.lag_ms: expected a finite number found nan"),
        (TARGET, ("check",), "0" * 64, "check: expected "),
    ],
)
def test_how_differences_are_told(record: dict[str, Any], path: type_path, value: Any, difference: str) -> None:
    found = first_difference(altered(record, path, value))
    assert found is not None
    assert difference in found


def test_an_illegal_action_is_told_with_the_rule() -> None:
    held_by_others = next(card for card in TARGET["deals"][0]["hands"][0] if card in TARGET["deals"][0]["actions"][6:])
    index = TARGET["deals"][0]["actions"].index(held_by_others)
    wrong = next(
        card
        for hand in TARGET["deals"][0]["hands"][1:]
        for card in hand
        if card not in TARGET["deals"][0]["actions"][:index]
    )
    found = first_difference(altered(TARGET, ("deals", 0, "actions", index), wrong))
    assert found is not None
    assert found.startswith(f"a~b/17/open: deals[0].actions[{index}]: expected a legal action (")
    assert found.endswith(f"found '{wrong}': you do not hold {wrong}")


def test_no_deal_and_no_action_after_an_end() -> None:
    more = deepcopy(TARGET)
    more["deals"].append(more["deals"][0])
    assert first_difference(more) == (
        f"a~b/17/open: deals[{LAST + 1}]: expected no deal after the match was decided in deals[{LAST}] found a deal"
    )
    more = deepcopy(ILLEGAL)
    more["deals"].append(more["deals"][0])
    assert "expected no deal after deals[1], which was cut off found a deal" in str(first_difference(more))
    longer = altered(TARGET, ("deals", 0, "actions"), [*TARGET["deals"][0]["actions"], "pass"])
    assert "deals[0].actions[29]: expected no action after the end of the deal found 'pass'" in str(
        first_difference(longer)
    )


def test_a_legal_action_in_an_illegal_fault() -> None:
    at_once = RECORDS["illegal_0"]
    forged = altered(at_once, (*FAULT, "reply"), '{"type":"action","id":1,"action":"pass"}')
    assert "result.fault.reply: expected an illegal action found 'pass', which is legal" in str(
        first_difference(sealed(forged))
    )
    cut = altered(at_once, (*FAULT, "reply"), '{"type":"action","id":1,"act')
    assert first_difference(sealed(cut)) is None


DEEP: Any = []
for _ in range(5000):
    DEEP = [DEEP]
HOSTILE = [
    None,
    0,
    1.5,
    True,
    "x",
    "\ud800",
    "x\n" * 1000,
    "9" * 10**6,
    [],
    {},
    DEEP,
    {"a": DEEP},
    10**5000,
    float("inf"),
    (1,),
]


@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("name", ["target", "illegal"])
def test_hostile_values_anywhere_get_a_line(name: str, value: Any) -> None:
    record = RECORDS[name]
    assert first_difference(value) is not None
    for path in leaves(record):
        for cut in range(1, len(path) + 1):
            if path[0] == "deals" and cut > 3 and path[-1] not in (0, 28, "bid"):
                continue
            old = at(record, path[:cut])
            found = first_difference(altered(record, path[:cut], value))
            if found is None:
                assert (
                    (type(old) is type(value) and old == value)
                    or measured(path)
                    or path[0] in ("host", "timing", "seed")
                ), path
            else:
                assert "\n" not in found
                assert len(found) < 1500
    forged = dict(record)
    forged["k\n\ud800"] = value
    assert first_difference(forged) is not None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
PATHS = sorted({path[:cut] for path in leaves(ILLEGAL) for cut in range(1, len(path) + 1)}, key=repr)


@given(st.sampled_from(PATHS), JSON)
@settings(max_examples=300, deadline=None)
def test_any_json_anywhere_is_judged_without_a_crash(path: type_path, value: Any) -> None:
    found = first_difference(altered(ILLEGAL, path, value))
    assert found is None or "\n" not in found


@given(JSON)
def test_any_json_is_no_record(value: Any) -> None:
    assert str(first_difference(value)).startswith("record: ")


@pytest.mark.parametrize("name", ["a", "Zoë 2", "x" * 64, "名前"])
def test_names(name: str) -> None:
    assert is_name(name)


@pytest.mark.parametrize("name", ["", "x" * 65, " a", "a ", "a~b", "a/b", "*", "a\tb", "a\u200bb", "\ud800"], ids=ascii)
def test_what_is_no_name(name: str) -> None:
    assert not is_name(name)


# --- across records --------------------------------------------------------------------------------------------------

RULED = game("bid-euchre", {"target": 7})


def lines(plan: str, *, seat: int = 1, give_up_after: int = 2, sitting: int = 50, first: int = 0) -> list[bytes]:
    """A file of one record a letter: w played, v void, f forfeit of seat 1, o forfeit of seat 0, u unplayed by seat 1,
    d unplayed by seat 3, b both not ready, . no record of this board."""
    facts = run_facts(RULED, give_up_after=give_up_after, sitting=sitting)
    random = Random(7)
    result = []
    for board, letter in enumerate(plan, first):
        match = spec(RULED, board)
        record: MatchRecord
        if letter == ".":
            continue
        if letter == "w":
            record = played_match(RULED, match, random)[0]
        elif letter == "v":
            record = played_match(RULED, match, random, stop_after=3)[0]
        elif letter == "b":
            record = not_begun(RULED, match, 0, other=1)
        else:
            record = not_begun(RULED, match, {"f": 1, "u": 1, "o": 0, "d": 3}[letter], unplayed=letter in "ud")
        result.append(json.dumps(full_record(record, RULED, facts)).encode() + b"\n")
    return result


@pytest.mark.parametrize(
    ("plan", "differences"),
    [
        ("wwvw", []),
        ("ffuuu", []),
        ("wffuu", []),
        ("wfwffu", []),
        ("fvfu", []),
        ("ffvu", []),
        ("fvvvfuvu", []),
        ("fou", ["a~b/2/open: result.fault.unplayed: expected a board played, without 2 forfeits in a row before"]),
        ("wu", ["a~b/1/open: result.fault.unplayed: expected a board played, without 2 forfeits in a row before"]),
        ("u", ["a~b/0/open: result.fault.unplayed: expected a board played, without 2 forfeits in a row before it"]),
        ("fwfu", ["a~b/3/open: result.fault.unplayed: expected a board played, without 2 forfeits in a row before"]),
        ("fff", ["a~b/2/open: result.fault: expected a board unplayed, after 2 forfeits in a row found one played"]),
        ("ffuw", ["a~b/3/open: result.fault: expected a board unplayed, after 2 forfeits in a row found one played"]),
        ("ffd", ["a~b/2/open: result.fault: expected the fault before it (seat 1 not_ready) found seat 3 not_ready"]),
        ("bfu", []),
        ("obu", ["a~b/2/open: result.fault.unplayed: expected a board played, without 2 forfeits in a row before"]),
        ("fbu", []),
    ],
)
def test_unplayed_boards_follow_a_row_of_forfeits(plan: str, differences: list[str]) -> None:
    found = list(verify_lines(lines(plan)))
    assert len(found) == len(differences)
    assert all(each.startswith(start) for each, start in zip(found, differences, strict=True))


def test_a_row_of_forfeits_ends_with_its_sitting() -> None:
    assert len(list(verify_lines(lines("ffu", sitting=2)))) == 1
    assert list(verify_lines(lines("ffff", sitting=2))) == []


def test_records_in_any_order() -> None:
    mixed = lines("wffuuu")
    Random(3).shuffle(mixed)
    assert list(verify_lines(mixed)) == []


def test_a_match_stands_once_in_a_file() -> None:
    good = lines("ww")
    assert list(verify_lines([*good, b"\n", good[0]])) == [
        "a~b/0/open: expected one record of this match found another on line 4"
    ]


def test_lines_that_are_no_record() -> None:
    good = lines("w")
    broken = [b"{", b'{"a":1', b"\xff\xfe", b"[" * 100_000, b"NaN", b"[]", good[0][:-30], *good]
    found = list(verify_lines(broken))
    assert len(found) == 7
    assert found[0].startswith("line 1: expected a JSON object found ")
    assert found[5].startswith("record: ")
    assert all("\n" not in line and len(line) < 500 for line in found)
