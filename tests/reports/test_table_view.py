"""A position as a screen: it fits whatever its size, and shows what the position holds."""

from random import Random
from typing import Any

import pytest

from arena.derive import full_record
from arena.games import GAMES, game
from arena.positions import Position, place, positions
from arena.reports.cells import cells, padded, shortened, words
from arena.reports.table_view import Look, Row, screen
from tests.played import good_records, played_match, run_facts, spec

RECORDS = good_records()


def text_of(rows: list[Row]) -> list[str]:
    return ["".join(text for text, _ in row) for row in rows]


def shown(position: Position, **look: Any) -> str:
    return "\n".join(text_of(screen(position, Look(**look))))


@pytest.mark.parametrize("size", [(80, 24), (200, 60), (40, 12), (7, 3), (1, 1)])
@pytest.mark.parametrize("name", GAMES)
def test_every_position_fits_the_screen(name: str, size: tuple[int, int]) -> None:
    ruled = game(name, {})
    room, names = ("open", ("a", "b")) if ruled.side_count == 2 else ("cab", ("a", "b", "c"))
    record, _ = played_match(ruled, spec(ruled, 17, room, names), Random(8), max_deals=2)
    record.deals[0].notes["1"] = "a long note, of many words, 數數數數數數數數數數數數數數數 " * 9
    width, height = size
    for viewer in (None, 1):
        exported = full_record(record, ruled, run_facts(ruled))
        for position in positions(exported, seat=viewer)[:: 4 if size == (80, 24) else 20]:
            for request in (None, "", '{"type":"request"}' * 200):
                rows = text_of(screen(position, Look(viewer, request, width, height)))
                assert len(rows) == height
                assert max(map(cells, rows)) <= width


@pytest.mark.parametrize("name", GAMES)
def test_the_usual_screen_shows_every_hand_and_every_seat(name: str) -> None:
    ruled = game(name, {})
    room, names = ("open", ("a", "b")) if ruled.side_count == 2 else ("cab", ("a", "b", "c"))
    record, _ = played_match(ruled, spec(ruled, 17, room, names), Random(8), max_deals=1)
    for position in positions(full_record(record, ruled, run_facts(ruled))):
        page = shown(position)
        assert position.moment is not None
        for seat, hand in enumerate(position.moment.hands):
            assert f"{seat} {position.begins.bots[seat]}" in page
            assert f"  {' '.join(hand or ()) or '-'}" in page
        assert f"decision {position.shown} of {position.decisions}" in page
        assert page.count("> ") - page.count("-> ") == (position.moment.to_act >= 0)


def test_a_trick_and_who_takes_it() -> None:
    found = positions(RECORDS["target"])
    at = next(at for at, one in enumerate(found) if one.lines and one.lines[-1].winner is not None)
    page = shown(found[at])
    line = found[at].lines[-1]
    for one in line.acted:
        assert f"[{one.action}]" in page
    assert "] takes it" in page
    assert page.count("takes it") == 1
    assert "trick 1 " in page
    assert "tricks a 1, b 0" in page or "tricks a 0, b 1" in page
    assert f"[{line.acted[0].action}]" not in shown(found[at + 1])


def test_what_may_be_called_is_set_apart_by_commas() -> None:
    assert "bid: pass, 3, 4, 5, 6" in shown(positions(RECORDS["target"])[0], width=120)


def test_a_fault_with_all_that_is_known_of_it() -> None:
    record = RECORDS["illegal"]
    last = positions(record)[-1]
    fault = record["result"]["fault"]
    page = shown(last, height=40)
    assert f"FAULT of seat {fault['seat']}" in page
    assert fault["reply"] in page
    assert "Traceback" in page
    assert "legal there: " in page
    assert "result: " in page
    raw = shown(last, height=40, request='{"type":"request"}')
    assert f"seat {fault['seat']} ({'ab'[record['seats'][fault['seat']]]}) was sent:" in raw
    assert '{"type":"request"}' in raw
    assert fault["reply"] in raw
    assert "> " not in raw.replace("-> ", "")


def test_one_seat_does_not_see_the_others() -> None:
    found = positions(RECORDS["target"], seat=2)
    page = shown(found[place(found, 1, 9)], viewer=2)
    assert page.count("(not seen)") == 3
    assert "what seat 2 (a) sees" in page


@pytest.mark.parametrize("width", [56, 60, 80, 120])
def test_the_keys_are_told_to_the_last_whatever_the_width(width: int) -> None:
    last = shown(positions(RECORDS["not_ready"])[0], width=width).splitlines()[-1]
    assert last.startswith("n ")
    assert last.endswith("r raw  q quit")


def test_a_match_without_deals() -> None:
    page = shown(positions(RECORDS["not_ready"])[0])
    assert "no deal was begun" in page
    assert "FAULT of seat 1 (b): not_ready" in page
    assert "result: a (seats 0, 2) wins" in page


def test_strangers_text_is_harmless() -> None:
    ruled = game("bid-euchre", {"target": 9})
    record = played_match(ruled, spec(ruled), Random(3))[0]
    record.deals[0].notes = {str(index): "\x1b[2J\u202e\n" for index in range(len(record.deals[0].actions))}
    for position in positions(full_record(record, ruled, run_facts(ruled))):
        for look in (Look(), Look(request="\x1b[2J")):
            for row in text_of(screen(position, look)):
                assert row.isprintable()


@pytest.mark.parametrize(
    ("text", "width", "short", "full"),
    [
        ("abc", 5, "abc", "abc  "),
        ("abcdef", 5, "abcd…", "abcd…"),
        ("數數數", 6, "數數數", "數數數"),
        ("數數數", 5, "數數…", "數數…"),
        ("數數數", 4, "數…", "數… "),
        ("a\u0301bc", 3, "a\u0301bc", "a\u0301bc"),
        ("abc", 0, "", ""),
    ],
)
def test_text_in_columns(text: str, width: int, short: str, full: str) -> None:
    assert shortened(text, width) == short
    assert padded(text, width) == full


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("Jc Qd 9h", 26, ["Jc Qd 9h"]),
        ("Jc Qd 9h", 5, ["Jc Qd", "9h"]),
        ("abcdefgh ij", 3, ["abc", "def", "gh", "ij"]),
        ("數數 a", 3, ["數", "數", "a"]),
        ("", 3, [""]),
    ],
)
def test_words_in_lines(text: str, width: int, lines: list[str]) -> None:
    assert words(text, width) == lines
