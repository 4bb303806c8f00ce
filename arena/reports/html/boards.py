"""An encounter's boards as the page unpacks them: JSON, gzip, base64, and never more bytes than they may take.

`encounters.js` reads what stands here, field by field. All that bots or their authors wrote is made harmless here; the
page sets it as text only. What does not fit is left out from the end: first deals, then whole boards, least telling
first.
"""

import gzip
import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import Any

from arena.reports.neutral import terminal
from arena.reports.outcomes import Offence
from arena.swings import BoardLine, BoardResult, DealLine, RoomLine

_ROOMY = 0.9  # how much of what should fit is tried next


def packed(
    names: Sequence[str],
    rooms: Sequence[str],
    lines: Sequence[BoardLine],
    results: Sequence[BoardResult],
    offences: Mapping[str, Sequence[Offence]],
    most_bytes: int,
) -> tuple[str, int]:
    """The base64 text, at most `most_bytes` long, and how many boards it lists.

    `lines` are the boards with their deals, most telling first; `results` all boards of the encounter, of which those
    without deals are listed in one line each. `offences`: by match id.
    """
    known = {line.board for line in lines}
    rest = sorted((one for one in results if one.board not in known), key=lambda one: (-abs(one.swing), one.board))
    deep, flat = len(lines), len(rest)
    while True:
        text = _written(names, rooms, lines, deep, rest[:flat], offences)
        if len(text) <= most_bytes or not (deep or flat or lines):
            return text, len(lines) + flat
        share = _ROOMY * most_bytes / len(text)
        if deep:
            deep = int(deep * share)
        elif flat:
            flat = int(flat * share)
        else:
            lines = lines[: int(len(lines) * share)]


def _written(
    names: Sequence[str],
    rooms: Sequence[str],
    lines: Sequence[BoardLine],
    deep: int,
    rest: Sequence[BoardResult],
    offences: Mapping[str, Sequence[Offence]],
) -> str:
    encounter = "~".join(names)
    place = {name: index for index, name in enumerate(names)}
    boards: list[Any] = []
    for number, line in enumerate(lines):
        told = [_room(room, place, offences.get(room.match, ()), number < deep) for room in line.rooms]
        boards.append([line.board, line.swing, told])
    for one in rest:
        told = []
        for room, winner, scores in zip(rooms, one.winners, one.scores, strict=True):
            faults = offences.get(f"{encounter}/{one.board}/{room}", ())
            told.append([_index(place, winner), scores, "", _faults(faults, place), 0, 0])
        boards.append([one.board, one.swing, told])
    whole = {"encounter": encounter, "names": [*map(terminal, names)], "rooms": [*rooms], "boards": boards}
    text = json.dumps(whole, separators=(",", ":"))
    return b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()


def _room(room: RoomLine, place: Mapping[str, int], faults: Sequence[Offence], with_deals: bool) -> list[Any]:
    """[winner's index or -1, scores, reason, faults, deals or 0 where they are left out, shares or 0 when void]"""
    deals = [_deal(deal, place) for deal in room.deals] if with_deals else 0
    return [_index(place, room.winner), room.scores, room.reason, _faults(faults, place), deals, room.shares or 0]


def _deal(deal: DealLine, place: Mapping[str, int]) -> list[Any]:
    """[dealer's index, index of whose contract it was or -1, its terms, points or 0 where it was cut off, scores]"""
    whose = deal.made_by
    terms = deal.contract if whose is None else deal.contract[len(whose) + 1 :]
    return [place[deal.dealer_entrant], _index(place, whose), terminal(terms), deal.points or 0, deal.scores]


def _faults(faults: Sequence[Offence], place: Mapping[str, int]) -> list[Any]:
    """[index of whose it was, kind] each"""
    return [[place[fault.bot], fault.kind] for fault in faults]


def _index(place: Mapping[str, int], name: str | None) -> int:
    return -1 if name is None else place[name]
