"""Boards side by side: who sat where, what each room made of the same deals, and which board differs most."""

from collections import Counter
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from arena.derive import full_record
from arena.games import GAMES, game
from arena.records import FaultKind
from arena.seating import rooms
from arena.swings import BoardLine, BoardLines, contract_words, room_line
from tests.played import forfeited, not_begun, played_match, run_facts, spec
from tests.test_habits import ABC, board, exported

RECORDS = {
    name: [exported(record, game(name, {})) for n in range(5) for record in board(game(name, {}), n)] for name in GAMES
}
NAMES = pytest.mark.parametrize("name", sorted(GAMES))


def lines_of(records: list[dict[str, Any]], keep: int | None = None) -> BoardLines:
    lines = BoardLines(keep)
    for record in records:
        lines.add(record)
    return lines


def only(lines: BoardLines) -> tuple[BoardLine, ...]:
    found = lines.encounters()
    assert len(found) == 1
    return next(iter(found.values()))


@NAMES
def test_a_board_holds_its_matches_by_entrant(name: str) -> None:
    by_match = {record["match"]: record for record in RECORDS[name]}
    boards = only(lines_of(RECORDS[name]))
    ruled = game(name, {})
    names = ABC[: ruled.side_count]
    assert sorted(line.board for line in boards) == [0, 1, 2, 3, 4]
    for line in boards:
        assert [room.room for room in line.rooms] == list(rooms(ruled.side_count))
        for room in line.rooms:
            record = by_match[room.match]
            assert room.match == f"{'~'.join(names)}/{line.board}/{room.room}"
            on_side = rooms(ruled.side_count)[room.room]
            result = record["result"]
            assert room.reason == result["reason"]
            assert room.winner == (None if result["winner"] is None else names[on_side[result["winner"]]])
            for entrant in range(len(names)):
                side = on_side.index(entrant)
                assert room.scores[entrant] == result["scores"][side]
                assert room.shares is not None
                assert room.shares[entrant] == result["shares"][side]
            assert len(room.deals) == len(record["deals"])
            for number, (told, deal) in enumerate(zip(room.deals, record["deals"], strict=True)):
                assert told.number == number
                assert told.dealer_entrant == names[record["seats"][deal["dealer"]]]
                assert told.points == tuple(deal["points"][on_side.index(entrant)] for entrant in range(len(names)))
                assert told.scores == tuple(deal["scores"][on_side.index(entrant)] for entrant in range(len(names)))
                assert (told.contract == "") == (deal["summary"]["contract"] is None)


def test_the_swing_of_two_is_what_the_first_made_more_in_both_rooms() -> None:
    for line in only(lines_of(RECORDS["bid-euchre"])):
        points: Counter[str] = Counter()
        for record in RECORDS["bid-euchre"]:
            if record["board"] == line.board:
                for seat in (0, 1):
                    points["ab"[record["seats"][seat]]] += sum(deal["points"][seat] for deal in record["deals"])
        assert line.swing == points["a"] - points["b"]
        opened, closed = line.rooms
        # as at a duplicate table: side 0 of the open room less side 0 of the closed one
        margins = [opened.scores[0] - opened.scores[1], closed.scores[1] - closed.scores[0]]
        assert line.swing == margins[0] - margins[1]


def test_the_swing_of_three_is_the_spread_of_their_points() -> None:
    for line in only(lines_of(RECORDS["euchre-cutthroat"])):
        totals = [sum(room.scores[entrant] for room in line.rooms) for entrant in range(3)]
        assert len(line.rooms) == 6
        assert line.swing == max(totals) - min(totals) >= 0


def test_equal_play_on_both_sides_swings_nothing() -> None:
    record = RECORDS["bid-euchre"][0]
    closed = deepcopy(record)
    closed |= {"room": "closed", "seats": [1, 0, 1, 0], "match": "a~b/0/closed"}
    (line,) = only(lines_of([record, closed]))
    assert line.swing == 0
    assert line.rooms[0].scores == line.rooms[1].scores[::-1]


@NAMES
def test_the_largest_swings_come_first(name: str) -> None:
    boards = only(lines_of(RECORDS[name]))
    assert [(-abs(line.swing), line.board) for line in boards] == sorted(
        (-abs(line.swing), line.board) for line in boards
    )
    assert len({abs(line.swing) for line in boards}) > 1


@NAMES
@pytest.mark.parametrize("keep", [0, 1, 3, 5, 9])
def test_so_many_are_kept_as_are_wanted_and_all_have_their_result(name: str, keep: int) -> None:
    shuffled = RECORDS[name][:]
    Random(keep).shuffle(shuffled)
    everything, bounded = lines_of(RECORDS[name]), lines_of(shuffled, keep)
    assert only(bounded) == only(everything)[:keep]
    results = bounded.results()
    assert results == everything.results()
    (told,) = results.values()
    assert [result.board for result in told] == [0, 1, 2, 3, 4]
    by_board = {line.board: line for line in only(everything)}
    for result in told:
        line = by_board[result.board]
        assert result.swing == line.swing
        assert result.winners == tuple(room.winner for room in line.rooms)
        assert result.scores == tuple(room.scores for room in line.rooms)


def test_equal_swings_come_by_board_also_when_few_are_kept() -> None:
    two = RECORDS["bid-euchre"][:2]
    copies = [deepcopy(record) | {"board": number} for number in (4, 2, 3, 0, 1) for record in two]
    assert [line.board for line in only(lines_of(copies))] == [0, 1, 2, 3, 4]
    assert [line.board for line in only(lines_of(copies, 2))] == [0, 1]


def test_half_a_board_is_not_told() -> None:
    lines = lines_of(RECORDS["bid-euchre"][:1])
    assert (lines.encounters(), lines.results()) == ({}, {})
    assert len(only(lines_of(RECORDS["euchre-cutthroat"][:11]))) == 1


def test_encounters_stand_apart_in_order() -> None:
    others = [deepcopy(record) | {"encounter": "A~b"} for record in RECORDS["bid-euchre"][:4]]
    lines = lines_of([*RECORDS["bid-euchre"], *others])
    assert list(lines.encounters()) == list(lines.results()) == ["A~b", "a~b"]
    assert [len(boards) for boards in lines.encounters().values()] == [2, 5]


def test_a_forfeited_or_void_match_swings_nothing_and_is_told() -> None:
    closed = RECORDS["bid-euchre"][1]
    full = game("bid-euchre", {})
    late = exported(forfeited(full, spec(full, 0), Random(3), FaultKind.TIMEOUT, stop_after=29 + 3), full)
    (line,) = only(lines_of([closed, late]))
    opened = line.rooms[0]
    assert (line.swing, opened.reason, len(opened.deals)) == (0, "forfeit", 2)
    assert opened.deals[0].points is not None
    assert (opened.deals[1].points, opened.deals[1].contract) == (None, "")
    assert opened.deals[1].scores == opened.deals[0].scores == opened.scores
    loser = late["result"]["fault"]["seat"] % 2
    assert opened.winner == "ba"[loser]
    void = exported(played_match(full, spec(full, 0), Random(3), stop_after=70)[0], full)
    (line,) = only(lines_of([void, closed]))
    assert (line.swing, line.rooms[0].shares, line.rooms[0].winner) == (0, None, None)
    unready = exported(not_begun(full, spec(full, 0), 1), full)
    (line,) = only(lines_of([unready, closed]))
    assert (line.rooms[0].deals, line.rooms[0].winner, line.rooms[0].shares) == ((), "a", (1, 0))


CONTRACTS: list[tuple[dict[str, Any] | None, str]] = [
    (None, ""),
    ({"declarer": 1, "bid": 4, "trump": "hearts"}, "b 4 hearts"),
    ({"declarer": 2, "bid": 6, "trump": None}, "a 6"),
    ({"maker": 2, "trump": "spades", "alone": []}, "a spades"),
    ({"maker": 2, "trump": "spades", "alone": [2]}, "a spades alone"),
    ({"maker": 2, "trump": "spades", "alone": [3]}, "a spades alone b"),
    ({"maker": 2, "trump": "spades", "alone": [0]}, "a spades alone a"),
    ({"maker": 2, "trump": "spades", "alone": [1, 2]}, "a spades alone b a"),
]


@pytest.mark.parametrize(("contract", "words"), CONTRACTS)
def test_a_contract_in_words(contract: dict[str, Any] | None, words: str) -> None:
    assert contract_words(contract, ["a", "b", "a", "b"]) == words


def test_contracts_are_those_of_the_deals() -> None:
    for line in only(lines_of(RECORDS["bid-euchre"])):
        for room, first in zip(line.rooms, ("ab", "ba"), strict=True):
            record = next(each for each in RECORDS["bid-euchre"] if each["match"] == room.match)
            for told, deal in zip(room.deals, record["deals"], strict=True):
                contract = deal["summary"]["contract"]
                name = first[contract["declarer"] % 2]
                assert told.contract == f"{name} {contract['bid']} {contract['trump']}"


def test_whose_a_contract_was_is_said_though_its_terms_could_be_part_of_a_name() -> None:
    names = ("a", "a 3", "a 4", "a 5", "a 6")
    ruled = game("bid-euchre", {"target": 9})
    for other in names[1:]:
        match = spec(ruled, 0, "open", ("a", other))
        facts = replace(run_facts(ruled), digests=dict.fromkeys(names, ""))
        record = full_record(played_match(ruled, match, Random(1))[0], ruled, facts)
        for deal, line in zip(record["deals"], room_line(record).deals, strict=True):
            contract = deal["summary"]["contract"]
            maker = None if contract is None else ("a", other)[record["seats"][contract["declarer"]]]
            assert line.made_by == maker
            assert maker is None or line.contract.startswith(f"{maker} {contract['bid']}")
