"""From text to the exported records of its matches, the cards played by the rules as they are read.

What the text says twice must agree; every complaint names its line. Called as `arena.ptn.records`.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn

import orjson

from arena.derive import FORMAT, exported_deal
from arena.errors import RecordError, SettingsError
from arena.games import Deal, Game, IllegalAction, game
from arena.games.cards import RANKS
from arena.ptn.notation import (
    AT_THE_END,
    AT_THE_START,
    DIALECT,
    GAME,
    NO_TURN,
    PEOPLE,
    SEATS,
    SUITS,
    TRUMP_NAMED,
    TRUMPS,
)

_TAG: Final = re.compile(r'\[([A-Za-z][A-Za-z0-9]*)\s+"(.*)"\]')
_CARD: Final = re.compile(rf"[SHDC][{RANKS}]")


@dataclass(slots=True)
class _Tag:
    """A tag, the line that it stands on, and the lines of data that follow it."""

    name: str
    value: str
    line: int
    data: list[tuple[int, list[str]]] = field(default_factory=list)


def records(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """The exported record of each match, equal to the one that was written.

    Raises RecordError naming the line and what was expected there.
    """
    match: list[dict[str, _Tag]] = []
    for block in _blocks(lines):
        if "Match" in block and match:
            yield _record(match)
            match = []
        if "Match" not in block and not match:
            first = next(iter(block.values()))
            _wrong(first.line, "expected [Match …] among the first tags", "none: only what arena exported can be read")
        match.append(block)
    if match:
        yield _record(match)


def _blocks(lines: Iterable[str]) -> Iterator[dict[str, _Tag]]:
    """The tags from one `Event` to the next, by name; notes by name and number."""
    block: dict[str, _Tag] = {}
    last: _Tag | None = None
    for number, line in enumerate(lines, 1):
        words = line.strip()
        if not words or words.startswith("%"):
            continue
        if not words.startswith("["):
            if last is None or last.name not in ("Auction", "Play"):
                _wrong(number, 'expected a tag, such as [Event "…"]', words)
            last.data.append((number, words.split()))
            continue
        last = _parsed(number, words)
        if last.name == "Event" and block:
            yield block
            block = {}
        if not block and last.name != "Event":
            _wrong(number, 'expected [Event "…"], with which every block begins', words)
        key = f"Note {last.value.partition(':')[0]}" if last.name == "Note" else last.name
        if key in block:
            _wrong(number, f"expected [{last.name}] once a deal", f"another one after line {block[key].line}")
        block[key] = last
    if block:
        yield block


def _parsed(number: int, words: str) -> _Tag:
    found = _TAG.fullmatch(words)
    if found is None:
        _wrong(number, 'expected a tag, [Name "value"]', words)
    try:
        value = json.loads(f'"{found[2]}"')
    except ValueError:
        value = None
    if not isinstance(value, str):
        _wrong(number, r"expected a value with \", \\ and \uXXXX for what cannot stand in it", words)
    return _Tag(found[1], value, number)


def _record(blocks: Sequence[Mapping[str, _Tag]]) -> dict[str, Any]:
    """One match."""
    first, last = blocks[0], blocks[-1]
    start = first["Event"].line
    form, name = _needed(first, "Format", start), _needed(first, "Game", start)
    if form.value != DIALECT:
        _wrong(form.line, f'expected [Format "{DIALECT}"]', form.value)
    if name.value != GAME:
        _wrong(name.line, f'expected [Game "{GAME}"]', name.value)
    parsed = {key: _json(_needed(first, tag, start)) for tag, key in AT_THE_START.items()}
    parsed |= {key: _json(_needed(last, tag, last["Event"].line)) for tag, key in AT_THE_END.items()}
    match = _needed(first, "Match", start)
    parts = match.value.rsplit("/", 2)
    if len(parts) != 3 or not parts[1].isdecimal() or len(parts[1]) > 15:
        _wrong(match.line, "expected ENCOUNTER/BOARD/ROOM", match.value)
    try:
        ruled = game(GAME, parsed["options"] if isinstance(parsed["options"], dict) else {})
    except SettingsError as mistake:
        _wrong(first["OptionsJson"].line, f"expected options of {GAME}: {mistake}", "others")
    names = _names(first["EntrantsJson"].line, parsed["entrants"])
    return {
        "format": FORMAT,
        "match": match.value,
        "game": GAME,
        "options": parsed["options"],
        "seed": first["Seed"].value if "Seed" in first else None,
        "board_key": _needed(first, "BoardKey", start).value,
        "encounter": parts[0],
        "board": int(parts[1]),
        "room": parts[2],
        "settings": parsed["settings"],
        "entrants": parsed["entrants"],
        "seats": [_seat(_needed(first, person, start), names) for person in PEOPLE],
        "sides": list(ruled.sides),
        "deals": _deals(blocks, ruled),
        "result": parsed["result"],
        "timing": parsed["timing"],
        "host": parsed["host"],
        "check": _needed(last, "Check", last["Event"].line).value,
    }


def _names(line: int, entrants: Any) -> list[str]:
    if isinstance(entrants, list) and all(
        isinstance(one, dict) and isinstance(one.get("name"), str) for one in entrants
    ):
        return [one["name"] for one in entrants]
    return _wrong(line, "expected a list of entrants with their names", "something else")


def _seat(tag: _Tag, names: list[str]) -> int:
    if tag.value not in names:
        _wrong(tag.line, f"expected one of the entrants' names, {', '.join(names)}", tag.value)
    return names.index(tag.value)


def _deals(blocks: Sequence[Mapping[str, _Tag]], ruled: Game) -> list[dict[str, Any]]:
    if len(blocks) == 1 and "Deal" not in blocks[0]:
        return []
    deals: list[dict[str, Any]] = []
    scores: Sequence[int] = (0,) * ruled.side_count
    for number, block in enumerate(blocks):
        deal = _started(_needed(block, "Deal", block["Event"].line), ruled, scores, number)
        notes = {}
        for key, tag in block.items():
            if key.startswith("Note "):
                index, colon, note = tag.value.partition(":")
                if not colon:
                    _wrong(tag.line, "expected the number of an action, a colon and the note", tag.value)
                notes[index] = note
        _decide(deal, block)
        deals.append(exported_deal(deal, notes))
        _agree(block, "Scores", list(deal.scores))
        if deal.points is not None:
            _agree(block, "Points", list(deal.points))
        scores = deal.scores
    return deals


def _started(tag: _Tag, ruled: Game, scores: Sequence[int], number: int) -> Deal:
    dealer, colon, rest = tag.value.partition(":")
    hands = rest.split(" ")
    size = len(ruled.deck) // ruled.seats
    if len(dealer) != 1 or dealer not in SEATS or not colon or len(hands) != ruled.seats:
        _wrong(tag.line, "expected the dealer, a colon and four hands from the dealer's on, clockwise", tag.value)
    cards: list[list[str]] = [[] for _ in SEATS]
    for step, hand in enumerate(hands):
        suits = hand.split(".")
        held = [rank + suit for suit, ranks in zip(SUITS, suits, strict=False) for rank in ranks]
        if len(suits) != len(SUITS) or len(held) != size:
            _wrong(tag.line, f"expected hands of {size} cards, SPADES.HEARTS.DIAMONDS.CLUBS", hand)
        cards[(SEATS.index(dealer) + step) % ruled.seats] = held
    deck = [card for hand in cards for card in hand]
    if sorted(deck) != sorted(ruled.deck):
        _wrong(tag.line, f"expected every one of the {len(deck)} cards once", tag.value)
    return ruled.start(deck, SEATS.index(dealer), scores, number)


def _decide(deal: Deal, block: Mapping[str, _Tag]) -> None:
    """Make the decisions that the block tells of."""
    auction = _needed(block, "Auction", block["Event"].line)
    _expect_seat(auction, deal.to_act, "the seat left of the dealer")
    seats, first = len(SEATS), deal.to_act
    calls = [(line, word) for line, words in auction.data for word in words]
    for line, word in calls[:seats]:
        _apply(deal, line, "pass" if word.lower() == "pass" else word)
    if calls[seats:]:
        line = calls[seats][0]
        row = [word for _, word in calls[seats:]]
        place, bid = (deal.to_act - first) % seats, str(max(int(call) for call in deal.actions if call != "pass"))
        named = row[place] if len(row) == seats else ""
        trump = TRUMP_NAMED.get(named.removeprefix(bid).upper()) if named.startswith(bid) else None
        if trump is None or row.count(NO_TURN) != seats - 1:
            wanted = [NO_TURN] * seats
            wanted[place] = f"{bid}♥"
            _wrong(
                line, f"expected the declarer's bid with its trump (♣ ♦ ♥ ♠ NT↑ NT↓), {' '.join(wanted)}", " ".join(row)
            )
        _apply(deal, line, trump)
        _agree_text(block, "Declarer", SEATS[deal.to_act])
        _agree_text(block, "Contract", f"{bid}{TRUMPS[trump]}")
    if "Play" not in block:
        return
    play = block["Play"]
    if deal.decision != "play":
        _wrong(play.line, "expected no [Play]: no trump is named", "one")
    _expect_seat(play, deal.to_act, "the declarer, who leads")
    first = deal.to_act
    is_cut = False
    for line, words in play.data:
        if is_cut or deal.to_act < 0:
            _wrong(line, "expected no further trick", " ".join(words))
        if len(words) != seats:
            _wrong(line, f"expected a card or {NO_TURN} for each of {seats} seats", " ".join(words))
        for _ in range(seats - words.count(NO_TURN)):
            word = words[(deal.to_act - first) % seats].upper()
            if _CARD.fullmatch(word) is None:
                _wrong(line, f"expected a card of {SEATS[deal.to_act]}, whose turn it is, as suit and rank, HJ", word)
            _apply(deal, line, word[1] + word[0].lower())
        is_cut = NO_TURN in words


def _apply(deal: Deal, line: int, action: str) -> None:
    try:
        deal.apply(action)
    except IllegalAction as why:
        raise RecordError(f"line {line}: {why}") from None


def _expect_seat(tag: _Tag, seat: int, who: str) -> None:
    if tag.value != SEATS[seat]:
        _wrong(tag.line, f'expected [{tag.name} "{SEATS[seat]}"], {who}', tag.value)


def _agree(block: Mapping[str, _Tag], name: str, values: Sequence[int]) -> None:
    _agree_text(block, name, " ".join(map(str, values)))


def _agree_text(block: Mapping[str, _Tag], name: str, follows: str) -> None:
    """Hold a tag against what follows from the decisions."""
    tag = _needed(block, name, block["Event"].line)
    if tag.value != follows:
        _wrong(tag.line, f'expected [{name} "{follows}"], which follows from the actions', tag.value)


def _needed(block: Mapping[str, _Tag], name: str, line: int) -> _Tag:
    if name not in block:
        _wrong(line, f"expected [{name} …] in the block that begins here", "none")
    return block[name]


def _json(tag: _Tag) -> Any:
    try:
        return orjson.loads(tag.value)
    except ValueError:
        return _wrong(tag.line, f"expected JSON in [{tag.name} …]", tag.value)


def _wrong(line: int, expected: str, got: str) -> NoReturn:
    shown = got if len(got) <= 60 else f"{got[:60]}…"
    raise RecordError(f"line {line}: {expected}, got {shown}")
