"""Bid Euchre as tags: every record comes back as it was, and what cannot be read is named by its line."""

import contextlib
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena import ptn
from arena.derive import check_of, full_record
from arena.errors import RecordError, SettingsError
from arena.games import game
from arena.records import FaultKind
from arena.replay import Acted, ContractStands, MatchEnds, TrickTaken, steps
from arena.verify import first_difference
from tests.cli.in_process import arena, played, run_of
from tests.played import forfeited, good_records, not_begun, played_match, run_facts, spec

GOOD = good_records()
RULED = game("bid-euchre", {"target": 9})
PAGE = Path(__file__).parents[1] / "docs" / "ptn.md"


def read(text: str) -> list[dict[str, Any]]:
    return list(ptn.records(text.split("\n")))


@pytest.mark.parametrize("ending", GOOD)
def test_every_ending_comes_back(ending: str) -> None:
    (back,) = read(ptn.text(GOOD[ending]))
    assert back == GOOD[ending]
    assert back["check"] == check_of(back)
    assert first_difference(back) is None


def test_matches_stand_one_after_the_other() -> None:
    assert read("".join(map(ptn.text, GOOD.values()))) == list(GOOD.values())


@pytest.mark.parametrize("ending", GOOD)
def test_a_rows_columns_are_the_seats_from_the_declarer_on(ending: str) -> None:
    """Told apart from the reader: who played what is asked of the rules."""
    tricks: list[dict[int, str]] = [{}]
    declarers: list[int] = []
    for step in steps(GOOD[ending]):
        if isinstance(step, Acted) and step.decision == "play":
            tricks[-1][step.seat] = step.action or ""
        elif isinstance(step, TrickTaken | MatchEnds) and tricks[-1]:
            tricks.append({})
        elif isinstance(step, ContractStands):
            declarers.append(step.seat)
    rows = []
    for line in ptn.text(GOOD[ending]).split("\n"):
        if line.startswith("[Play "):
            first = declarers.pop(0)
            assert line == f'[Play "{"SWNE"[first]}"]'
        elif line[:1] in "SHDC-" and len(line.split()) == 4 and not {"3", "4", "5", "6"} & set(line):
            cards = enumerate(line.split())
            rows.append({(first + column) % 4: card[1] + card[0].lower() for column, card in cards if card != "-"})
    assert rows == tricks[:-1]


# any character, and those that mean something in the notation, in JSON or in a terminal more often
_TEXT = st.text(max_size=60) | st.text(
    alphabet='"\\[]{};%\n\r\t:- \x00\x1b\x7f\x85\u2028\u202e\u2800♥é\U0001f0a1', max_size=60
)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9), st.integers(0, 5), st.lists(_TEXT, max_size=4), _TEXT)
def test_random_matches_come_back(seed: int, ending: int, notes: list[str], words: str) -> None:
    random = Random(seed)
    room = random.choice(("open", "closed"))
    match = spec(RULED, random.randrange(1000), room)
    kinds = [kind for kind in FaultKind if kind not in (FaultKind.NOT_READY, FaultKind.ILLEGAL)]
    if ending == 0:
        record = forfeited(RULED, match, random, random.choice(kinds), stop_after=random.randrange(29))
    elif ending == 1:
        record = played_match(RULED, match, random, stop_after=random.randrange(20))[0]
    elif ending == 2:
        record = not_begun(RULED, match, random.randrange(4), unplayed=random.random() < 0.5)
    else:
        record = played_match(RULED, match, random, max_deals=random.choice((1, 200)))[0]
    for note in notes:
        if record.deals and (actions := record.deals[-1].actions):
            record.deals[-1].notes[str(random.randrange(len(actions)))] = note
    for fault in record.result.faults:
        fault.detail, fault.reply, fault.stderr = words, words or None, words
    exported = full_record(record, RULED, run_facts(RULED, seed=None if seed % 2 else "c0ffee".zfill(64)))
    text = ptn.text(exported)
    assert read(text) == [exported]
    # what a bot wrote can neither begin a line nor reach a terminal
    assert all(line.isprintable() for line in text.split("\n"))
    assert all(line == "" or line[0] in '[-"P3456SHDC' for line in text.split("\n"))


def test_through_files(tmp_path: Path) -> None:
    records = [
        played(0, "open"),
        forfeited(RULED, spec(RULED, 0, "closed"), Random(2), FaultKind.TIMEOUT, stop_after=33),
    ]
    records[0].deals[0].notes["3"] = 'said "3" \\ {♥}\n[Event "x"]\x1b[2J\ufe0f\U000e0100'
    run = run_of(tmp_path / "run", records)
    said = arena("export", run, "--format", "ptn")
    assert said.last == "arena: whoever has the file can check it: arena verify FILE.ptn"
    assert read(said.out) == [json.loads(line) for line in arena("export", run).out.splitlines()]
    file = tmp_path / "run.ptn"
    file.write_text(said.out, encoding="utf-8")
    assert arena("verify", file).out == (
        "2 matches verified: every deal, action, trick, score and result follows from the seed\n"
    )


def test_a_card_of_another_hand_is_a_difference(tmp_path: Path) -> None:
    text = ptn.text(GOOD["void_at_once"])
    deal = next(line for line in text.split("\n") if line.startswith("[Deal "))
    dealer, hands = deal.removeprefix('[Deal "').removesuffix('"]').split(":")
    first, second, *others = hands.split()
    turned = text.replace(deal, f'[Deal "{dealer}:{second} {first} {" ".join(others)}"]')
    assert turned != text
    file = tmp_path / "turned.ptn"
    file.write_text(turned, encoding="utf-8")
    assert "DIFFERENCE a~b/17/open: deals[0].hands" in arena("verify", file, status=1).out


def test_a_reader_takes_letters_for_suits_comments_and_tags_of_others() -> None:
    text = ptn.text(GOOD["target"]).replace("4♣ -", "4C -").replace("- 4♣", "- 4C").replace("DQ D9", "dq d9")
    text = "% a comment\n" + text.replace("[Auction", '[Annotator "nobody"]\n\n   [Auction')
    assert "4C" in text
    assert read(text) == [GOOD["target"]]


@pytest.mark.parametrize("name", ["euchre", "euchre-cutthroat", "euchre-railroad", "bid-euchre-double"])
def test_other_games_have_no_such_notation(name: str) -> None:
    ruled = game(name, {})
    names = ("a", "b", "c")[: ruled.side_count]
    match = spec(ruled, 3, "open" if ruled.side_count == 2 else "abc", names)
    record = not_begun(ruled, match, 0)
    with pytest.raises(SettingsError, match=f"ptn is a notation for bid-euchre alone, and these are matches of {name}"):
        ptn.text(full_record(record, ruled, run_facts(ruled)))


TARGET = ptn.text(GOOD["target"])
LINES = TARGET.split("\n")


def _replaced(old: str, new: str) -> Callable[[], str]:
    def changed() -> str:
        assert old in TARGET, old
        return TARGET.replace(old, new, 1)

    return changed


def _without(start: str) -> Callable[[], str]:
    def changed() -> str:
        at = next(place for place, line in enumerate(LINES) if line.startswith(start))
        return "\n".join(LINES[:at] + LINES[at + 1 :])

    return changed


MISTAKES: dict[str, tuple[Callable[[], str], str]] = {
    "no tag first": (lambda: "3 Pass\n" + TARGET, 'line 1: expected a tag, such as [Event "…"], got 3 Pass'),
    "another tag first": (_without("[Event"), 'line 1: expected [Event "…"], with which every block begins'),
    "of another source": (
        lambda: '[Event "x"]\n[Deal "N:- - - -"]',
        "line 1: expected [Match …] among the first tags, got none: only what arena exported",
    ),
    "no tag": (_replaced('[Seed "', '[Seed "a" '), "line 9: expected a value with"),
    "half a tag": (_replaced("[Points", "[Points :"), "expected a tag, [Name"),
    "a bad escape": (_replaced("weighed it up: \\u2665", "weighed \\q"), "expected a value with"),
    "a tag twice": (
        _replaced("[Points", '[Seed "x"]\n[Points'),
        "expected [Seed] once a deal, got another one after line 9",
    ),
    "another dialect": (
        _replaced("arena-ptn/1", "arena-ptn/2"),
        'line 3: expected [Format "arena-ptn/1"], got arena-ptn/2',
    ),
    "another game": (_replaced('[Game "bid-euchre"]', '[Game "euchre"]'), 'line 5: expected [Game "bid-euchre"]'),
    "a bad match id": (_replaced('[Match "a~b/17/open"]', '[Match "a~b"]'), "line 4: expected ENCOUNTER/BOARD/ROOM"),
    "no JSON": (_replaced('[OptionsJson "{', '[OptionsJson "'), "line 6: expected JSON in [OptionsJson …]"),
    "a bad option": (_replaced('\\"target\\"', '\\"aim\\"'), "line 6: expected options of bid-euchre"),
    "no entrants": (_replaced('\\"name\\":\\"a\\"', '\\"name\\":7'), "line 8: expected a list of entrants"),
    "a stranger": (_replaced('[West "b"]', '[West "z"]'), "line 12: expected one of the entrants' names, a, b, got z"),
    "no key": (_without("[BoardKey"), "line 1: expected [BoardKey …] in the block that begins here, got none"),
    "no check": (_without("[Check"), "expected [Check …] in the block that begins here"),
    "no auction": (_without("[Auction"), "expected a tag, such as"),
    "no dealer": (_replaced('[Deal "W:', '[Deal "X:'), "line 15: expected the dealer, a colon and four hands"),
    "a short hand": (_replaced("K.Q.QJ.AJ ", "K.Q.QJ.A "), "line 15: expected hands of 6 cards"),
    "a card twice": (_replaced("K.Q.QJ.AJ ", "Q.Q.QJ.AJ "), "line 15: expected every one of the 24 cards once"),
    "another caller": (_replaced('[Auction "N"]', '[Auction "E"]'), 'line 18: expected [Auction "N"], the seat left'),
    "a call too low": (_replaced("Pass 4 Pass 4\n", "Pass 4 Pass 3\n"), "line 19: bid not high enough: 3 is below"),
    "no trump": (_replaced("- - - 4♣\n", "- - - 5♣\n"), "line 20: expected the declarer's bid with its trump"),
    "a trump too many": (_replaced("- - - 4♣\n", "4♣ - - 4♣\n"), "line 20: expected the declarer's bid with its trump"),
    "another contract": (
        _replaced('[Contract "4♣"]', '[Contract "4♥"]'),
        'line 17: expected [Contract "4♣"], which follows',
    ),
    "another declarer": (
        _replaced('[Declarer "W"]', '[Declarer "N"]'),
        'line 16: expected [Declarer "W"], which follows',
    ),
    "another leader": (_replaced('[Play "W"]', '[Play "N"]'), 'line 21: expected [Play "W"], the declarer'),
    "no card": (
        _replaced("DQ D9", "DQ 9D"),
        "line 22: expected a card of N, whose turn it is, as suit and rank, HJ, got 9D",
    ),
    "three columns": (_replaced("DQ D9 DK DT", "DQ D9 DK"), "line 22: expected a card or - for each of 4 seats"),
    "a gap": (_replaced("DQ D9 DK DT", "DQ - DK DT"), "line 22: expected a card of N, whose turn it is"),
    "after a gap": (_replaced("DQ D9 DK DT", "DQ D9 DK -"), "line 23: expected no further trick"),
    "a revoke": (_replaced("DQ D9 DK DT", "DQ SJ DK DT"), "line 22: must follow diamonds: holds 9d"),
    "a seventh trick": (_replaced("DJ HK SA DA", "DJ HK SA DA\nDJ HK SA DA"), "line 28: expected no further trick"),
    "other points": (_replaced('[Points "4 -4"]', '[Points "4 4"]'), 'expected [Points "4 -4"], which follows from'),
    "a note without a number": (
        _replaced('[Note "25:weighed it up:', '[Note "weighed it up'),
        "expected the number of an action",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_bad_text_is_named_by_its_line(mistake: str) -> None:
    text, message = MISTAKES[mistake]
    with pytest.raises(RecordError) as found:
        read(text())
    assert message in str(found.value)
    assert str(found.value).startswith("line ")
    assert "\n" not in str(found.value)


def test_bad_files_are_the_users_mistake(tmp_path: Path) -> None:
    file = tmp_path / "bad.ptn"
    file.write_bytes(b'[Event "x"]\n\x1b[2J\n')
    said = arena("verify", file, status=2)
    assert said.last == f'arena: {file}: line 2: expected a tag, such as [Event "…"], got \\x1b[2J'
    file.write_bytes(b"\xff\xfe")
    assert arena("verify", file, status=2).last == f"arena: {file}: expected text in UTF-8"
    file.write_bytes(b"")
    assert "expected records" in arena("verify", file, status=2).last


def _examples() -> list[str]:
    return [block.split("\n", 1)[1] for block in PAGE.read_text(encoding="utf-8").split("```")[1::2]]


def test_the_page_shows_what_is_written() -> None:
    example, complaint = _examples()
    (record,) = read(example)
    assert first_difference(record) is None
    assert ptn.text(record).rstrip("\n") == example.rstrip("\n")
    assert complaint.strip() == "arena: run.ptn: line 22: must follow diamonds: holds 9d"  # see "a revoke" above


def test_the_page_names_every_tag() -> None:
    page = PAGE.read_text(encoding="utf-8")
    written = {
        line[1:].split()[0] for text in map(ptn.text, GOOD.values()) for line in text.split("\n") if line[:1] == "["
    }
    tables = "".join(line for line in page.split("\n") if line.startswith("|"))
    assert {tag for tag in written if f"`{tag}`" not in tables} == set()


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_whatever_the_text_a_record_or_a_complaint(data: st.DataObject) -> None:
    lines = LINES[:]
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(lines) - 1))
        line = lines[at]
        cut = data.draw(st.integers(0, len(line)))
        end = data.draw(st.integers(cut, min(len(line), cut + 4)))
        lines[at] = (
            line[:cut] + data.draw(st.text(alphabet='"[]{}\\/:- \n0123456789SHDCKQJT.♥٣', max_size=4)) + line[end:]
        )
        if data.draw(st.booleans()):
            lines.insert(at, lines[data.draw(st.integers(0, len(lines) - 1))])
    with contextlib.suppress(RecordError):  # and nothing else
        for record in read("\n".join(lines)):
            first_difference(record)
