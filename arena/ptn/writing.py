"""From an exported record to the text of its match, a block a deal.

Called as `arena.ptn.text`.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import orjson

from arena.ascii_json import ascii_json
from arena.errors import SettingsError
from arena.ptn.notation import AT_THE_END, AT_THE_START, DIALECT, GAME, NO_TURN, PEOPLE, SEATS, SUITS, TRUMPS


def text(exported: Mapping[str, Any]) -> str:
    """The whole match: a block for each deal, or one without a deal, each ending in an empty line.

    Raises SettingsError for another game than Bid Euchre.
    """
    if exported["game"] != GAME:
        raise SettingsError(
            f"ptn is a notation for {GAME} alone, and these are matches of {exported['game']} "
            "(--format jsonl is for every game)"
        )
    deals = exported["deals"]
    lines = []
    for number in range(max(1, len(deals))):
        of_deal = f" deal {number}" if deals else ""
        lines.append(_tag("Event", f"{exported['match']}{of_deal}"))
        if number == 0:
            lines += _begin(exported)
        if deals:
            lines += _deal(deals[number])
        if number >= len(deals) - 1:
            lines += [_json_tag(tag, exported[key]) for tag, key in AT_THE_END.items()]
            lines.append(_tag("Check", exported["check"]))
        lines.append("")
    return "\n".join(lines) + "\n"


def _begin(exported: Mapping[str, Any]) -> Iterator[str]:
    """What holds for the whole match."""
    theirs = {
        "gameOverScore": exported["options"]["target"],
        "variation": 1,
        "allowNoTrump": True,
        "allowLowNoTrump": True,
        "noAlone": True,
        "minBid": 3,
    }
    yield _json_tag("GameOptionsJson", theirs)
    yield _tag("Format", DIALECT)
    yield _tag("Match", exported["match"])
    yield _tag("Game", exported["game"])
    yield from (_json_tag(tag, exported[key]) for tag, key in AT_THE_START.items())
    if exported["seed"] is not None:
        yield _tag("Seed", exported["seed"])
    yield _tag("BoardKey", exported["board_key"])
    for person, entrant in zip(PEOPLE, exported["seats"], strict=True):
        yield _tag(person, exported["entrants"][entrant]["name"])


def _deal(deal: Mapping[str, Any]) -> Iterator[str]:
    dealer, actions = deal["dealer"], deal["actions"]
    hands = [_hand(deal["hands"][(dealer + step) % 4]) for step in range(4)]
    yield _tag("Deal", f"{SEATS[dealer]}:{' '.join(hands)}")
    first = (dealer + 1) % 4
    calls = " ".join("Pass" if call == "pass" else call for call in actions[:4])
    if len(actions) < 5:  # cut off before the trump was named
        yield _tag("Auction", SEATS[first])
        yield from [calls] if calls else []
    else:
        contract = deal["summary"]["contract"]
        declarer = contract["declarer"]
        named = f"{contract['bid']}{TRUMPS[contract['trump']]}"
        row = [NO_TURN] * 4
        row[(declarer - first) % 4] = named
        yield _tag("Declarer", SEATS[declarer])
        yield f'[Contract "{named}"]'  # as it is, since readers look for the suit in it
        yield _tag("Auction", SEATS[first])
        yield calls
        yield " ".join(row)
        if cards := actions[5:]:
            yield _tag("Play", SEATS[declarer])
            yield from _rows(cards, declarer, deal["summary"]["tricks"])
    yield from (_tag("Note", f"{index}:{note}") for index, note in deal["notes"].items())
    if deal["points"] is not None:
        yield _tag("Points", " ".join(map(str, deal["points"])))
    yield _tag("Scores", " ".join(map(str, deal["scores"])))


def _rows(cards: Sequence[str], first: int, winners: Sequence[int]) -> Iterator[str]:
    """A row for each trick: a column for each seat, from the one that led to the first trick."""
    leader = first
    for number in range(0, len(cards), 4):
        row = [NO_TURN] * 4
        for step, card in enumerate(cards[number : number + 4]):
            row[(leader + step - first) % 4] = card[1].upper() + card[0]
        yield " ".join(row)
        if number // 4 < len(winners):
            leader = winners[number // 4]


def _hand(cards: Sequence[str]) -> str:
    """`AJ9.K.AT.`: spades, hearts, diamonds, clubs, each from the highest by rank."""
    return ".".join("".join(card[0] for card in reversed(cards) if card[1] == suit) for suit in SUITS)


def _tag(name: str, value: str) -> str:
    # ASCII, so that nothing that a bot wrote can be taken for a line or for a sign of the notation
    return f"[{name} {json.dumps(value)}]".replace("\x7f", "\\u007f")


def _json_tag(name: str, value: Any) -> str:
    return _tag(name, ascii_json(orjson.dumps(value)).decode())
