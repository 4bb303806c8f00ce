"""How a match ended, as values and as a line for a spreadsheet: who won, by what score, why, and whose fault it was.

Reads an exported record and counts nothing. Must never write a stranger's text into a cell but through
`neutral.csv_cell`. Called by `arena export --format csv` and by the HTML report.
"""

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arena.records import faults_in
from arena.reports.neutral import csv_cell


@dataclass(frozen=True, slots=True)
class Offence:
    """One fault: whose, `kind` as forfeits name it (`unplayed` for a board that was not played), and the detail."""

    bot: str
    seat: int
    kind: str
    detail: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """A match's end; tuples are by entrant, in the order of `names`. `shares` None when void."""

    match: str
    board: int
    room: str
    names: tuple[str, ...]
    winner: str | None
    scores: tuple[int, ...]
    shares: tuple[float, ...] | None
    reason: str
    deals: int
    offences: tuple[Offence, ...]


def outcome(exported: Mapping[str, Any]) -> Outcome:
    """Of an exported record; `deals` are the complete ones."""
    names = tuple(entrant["name"] for entrant in exported["entrants"])
    seats, sides, result = exported["seats"], exported["sides"], exported["result"]
    side_of = dict(zip(seats, sides, strict=True))
    entrant_on = {side: entrant for entrant, side in side_of.items()}
    order = [side_of[entrant] for entrant in range(len(names))]
    return Outcome(
        match=exported["match"],
        board=exported["board"],
        room=exported["room"],
        names=names,
        winner=None if result["winner"] is None else names[entrant_on[result["winner"]]],
        scores=tuple(result["scores"][side] for side in order),
        shares=None if result["shares"] is None else tuple(result["shares"][side] for side in order),
        reason=result["reason"],
        deals=sum(deal["points"] is not None for deal in exported["deals"]),
        offences=tuple(
            Offence(
                names[seats[fault["seat"]]],
                fault["seat"],
                "unplayed" if fault["unplayed"] else fault["kind"],
                fault["detail"],
            )
            for fault in faults_in(result)
        ),
    )


def ending(end: Outcome) -> str:
    """An end in a few words, the winner's score first and the others' in the order of the names: `a wins 35:12`."""
    if end.shares is None:
        return "void"
    faults = "".join(f", {offence.bot}: {offence.kind}" for offence in end.offences)
    scores = list(end.scores)
    if end.winner is not None:
        scores.insert(0, scores.pop(end.names.index(end.winner)))
    sharing = [name for name, share in zip(end.names, end.shares, strict=True) if share]
    who = "nobody wins" if end.winner is None else f"{end.winner} wins"
    if len(sharing) > 1 and (len(sharing) < len(end.names) or end.reason == "target"):
        who = f"{' and '.join(sharing)} share"
    return f"{who} {':'.join(map(str, scores))}{faults}"


def csv_heading(entrants: int) -> str:
    """The line of headings for matches between so many entrants."""
    letters = "abc"[:entrants]
    of_each = [f"{what}_{letter}" for what in ("bot", "score", "share") for letter in letters]
    faults = [f"{which}fault_{what}" for which in ("", "other_", "third_")[:entrants] for what in _OF_A_FAULT]
    return _line(["match", "board", "room", "winner", "reason", *of_each, "deals", *faults])


_OF_A_FAULT = ("bot", "seat", "kind", "detail")


def csv_line(exported: Mapping[str, Any]) -> str:
    """A match in one line under `csv_heading`; an empty cell where there is no winner, no share or no fault."""
    end = outcome(exported)
    shares = end.shares if end.shares is not None else ("",) * len(end.names)
    faults: list[object] = []
    for offence in end.offences:
        faults += [csv_cell(offence.bot), offence.seat, offence.kind, csv_cell(offence.detail)]
    faults += [""] * (len(_OF_A_FAULT) * len(end.names) - len(faults))
    start = [csv_cell(end.match), end.board, end.room, csv_cell(end.winner or ""), end.reason]
    return _line([*start, *map(csv_cell, end.names), *end.scores, *shares, end.deals, *faults])


def _line(cells: list[object]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow(cells)
    return out.getvalue()
