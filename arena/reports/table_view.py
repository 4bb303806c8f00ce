"""A position as a screen of text: the seats around the table, what lies on it, and what came before.

Lays out and derives nothing; knows no terminal: rows of spans, each with a style, for whoever draws them. Every row
fits the width, and there are never more than the height. Called by the stepping of `arena replay`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from arena.positions import Line, Position
from arena.reports.cells import cells, padded, shortened, words
from arena.reports.neutral import terminal
from arena.reports.replays import Names, action_of, is_slow, line_of, named


class Style(StrEnum):
    PLAIN = "plain"
    BOLD = "bold"
    DIM = "dim"
    REVERSE = "reverse"


Span = tuple[str, Style]
Row = tuple[Span, ...]

# the place of each seat in three columns and three rows, clockwise from the bottom, by the number of seats
_PLACES: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    2: ((2, 1), (0, 1)),
    3: ((2, 1), (0, 0), (0, 2)),
    4: ((2, 1), (1, 0), (0, 1), (1, 2)),
    6: ((2, 1), (2, 0), (0, 0), (0, 1), (0, 2), (2, 2)),
    8: ((2, 1), (2, 0), (1, 0), (0, 0), (0, 1), (0, 2), (1, 2), (2, 2)),
}
_CENTRE: Final = (1, 1)
_CELL_ROWS: Final = 4
_KEYS: Final = "n → on  p ← back  t T trick  d D deal  g G ends  a all  0-9 seat  r raw  q quit"
_KEYS_SHORT: Final = "n p card  t T trick  d D deal  a 0-9 seat  r raw  q quit"


@dataclass(frozen=True, slots=True)
class Look:
    """How to look: `viewer` the seat whose eyes they are, None: all hands.

    `request`: the raw line to show in place of the table ("": there is none yet); None: the table.
    """

    viewer: int | None = None
    request: str | None = None
    width: int = 80
    height: int = 24


def screen(position: Position, look: Look) -> list[Row]:
    """The whole screen, from top to bottom, the keys in the last row."""
    rows = [*_head(position, look)]
    if look.request is None:
        rows += [*_grid(position, look.width), ()]
        rows += _fitting(_story(position), look.width, look.height - len(rows) - 1)
    else:
        rows.append(())
        raw = [row for text in _raw(position, look.request) for row in _wrapped(text, look.width)]
        rows += _cut_rows(raw, look.height - len(rows) - 1)
    rows = rows[: look.height - 1]
    rows += [()] * (look.height - 1 - len(rows))
    keys = _KEYS if cells(_KEYS) <= look.width else _KEYS_SHORT
    return [_cut(row, look.width) for row in (*rows, ((keys, Style.DIM),))]


# ---- the parts


def _names(position: Position) -> Names:
    return Names(position.begins.bots, position.begins.sides)


def _head(position: Position, look: Look) -> Iterator[Row]:
    names, begins = _names(position), position.begins
    eyes = "all hands" if look.viewer is None else f"what {names.seat(look.viewer)} sees"
    yield (f"match {terminal(begins.match)} · {begins.game}", Style.BOLD), (f" · {eyes}", Style.PLAIN)
    if position.deal is None or position.dealer is None:
        yield ((f"no deal was begun · scores {names.by_side(position.scores)}", Style.PLAIN),)
        return
    where = f"deal {position.deal} (of {position.deals}) · decision {position.shown} of {position.decisions}"
    yield ((f"{where} · dealer {names.seat(position.dealer)}", Style.PLAIN),)
    facts = f" · {named(position.known)}" if position.known else ""
    yield ((f"scores {names.by_side(position.scores)}{facts}", Style.PLAIN),)
    stands = [] if position.contract is None else [names.contract(position.contract)]
    if stands or position.tricks:
        stands.append(f"tricks {names.by_side(position.tricks_by_side)}")
    yield ((" · ".join(stands), Style.PLAIN),)


def _grid(position: Position, width: int) -> Iterator[Row]:
    column = max(1, width // 3)
    blank: list[Span] = [("", Style.PLAIN)] * _CELL_ROWS
    of_place = {_CENTRE: _centre(position, column - 1)}
    seats = len(position.begins.bots)
    for seat, at in enumerate(_PLACES.get(seats, _PLACES[8])[:seats]):
        of_place[at] = _cell(position, seat, column - 1)
    for row in range(3):
        three = [of_place.get((row, at), blank) for at in range(3)]
        for line in range(_CELL_ROWS):
            yield tuple((padded(text, column), style) for text, style in (cell[line] for cell in three))


def _cell(position: Position, seat: int, width: int) -> list[Span]:
    """A seat's name, what it holds in two lines, what it did last of what is on the table."""
    moment = position.moment
    is_due = moment is not None and moment.to_act == seat
    deals = " dealer" if position.dealer == seat else ""
    name = shortened(f"{seat} {terminal(position.begins.bots[seat])}", width - 2 - len(deals))
    head = (f"{'>' if is_due else ' '} {name}{deals}", Style.BOLD if is_due else Style.PLAIN)
    hand = None if moment is None else moment.hands[seat]
    held = "(not seen)" if hand is None else " ".join(hand) or "-"
    lines = [*words(held, width - 2), ""][:2]
    last = position.lines[-1] if position.lines else None
    done, style = "", Style.PLAIN
    for one in last.acted if last else ():
        if one.seat == seat:
            done, style = f"[{action_of(one)}]", Style.BOLD
    if last is not None and last.winner == seat:
        done, style = f"{done} takes it", Style.REVERSE
    if any(fault.seat == seat for fault in position.faults):
        done, style = "FAULT", Style.REVERSE
    return [head, *((f"  {line}", Style.PLAIN) for line in lines), (f"  {done}" if done else "", style)]


def _centre(position: Position, width: int) -> list[Span]:
    """What is on the table, and what may be done."""
    tricks = len(position.tricks)
    last = position.lines[-1] if position.lines else None
    what = "" if last is None else f"trick {tricks}" if last.winner is not None else last.decision
    moment = position.moment
    due = []
    if moment is not None and moment.to_act >= 0:
        due = words(
            f"{moment.decision}: {', '.join(moment.legal)}" if moment.legal else f"{moment.decision} is due", width
        )
    spans = [(shortened(what, width), Style.DIM), *((terminal(line), Style.DIM) for line in due)]
    return [*spans, *[("", Style.PLAIN)] * _CELL_ROWS][:_CELL_ROWS]


@dataclass(frozen=True, slots=True)
class _Story:
    """What came before, oldest first, and what must be seen whatever the room."""

    before: list[str]
    now: list[str]


def _story(position: Position) -> _Story:
    names = _names(position)
    before, tricks = [], 0
    for line in position.lines:
        tricks += line.winner is not None
        before.append(_told(names, line, tricks))
    now = []
    if (last := position.last) is not None:
        took = "" if last.ms is None else f" in {last.ms:.1f} ms"
        slow = ", unusually long" if is_slow(last, position.begins.usual_ms) else ""
        note = f': "{terminal(last.note)}"' if last.note else ""
        now.append(f"{names.seat(last.seat)}: {last.decision} {action_of(last)}{took}{slow}{note}")
    if position.points is not None:
        points = names.by_side(position.points, signed=True)
        now.append(f"points {points} · scores {names.by_side(position.scores)}")
    for fault in position.faults:
        now += names.fault(fault)
    if position.end is not None:
        now.append(names.result(position.end))
    return _Story(before, now)


def _told(names: Names, line: Line, number: int) -> str:
    if line.winner is None:
        return line_of(line.decision, line.acted)
    return f"{line_of(f'trick {number}', line.acted)}  -> {names.seat(line.winner)}"


def _fitting(story: _Story, width: int, room: int) -> list[Row]:
    """As much of the story as there is room for: of what was before the latest."""
    now = [row for text in story.now for row in _wrapped(text, width)]
    if len(now) >= room:
        return _cut_rows(now, room)
    before: list[Row] = [((text, Style.DIM),) for text in story.before]
    left = room - len(now)
    return [*before[-left:], *now]


def _raw(position: Position, request: str) -> Iterator[str]:
    """The line as it was sent, and what came back, with all that is known of a fault."""
    names = _names(position)
    if not request:
        yield "no request was sent yet in this deal, or none that this seat could see"
        return
    if position.faults:
        yield f"{names.seat(position.faults[0].seat)} was sent:"
        yield terminal(request.rstrip())
        for fault in position.faults:
            yield from names.fault(fault)
    elif position.last is not None:
        yield f"{names.seat(position.last.seat)} was sent:"
        yield terminal(request.rstrip())
        note = f', note "{terminal(position.last.note)}"' if position.last.note else ""
        yield f"and answered: {action_of(position.last)}{note}"


def _cut(row: Row, width: int) -> Row:
    left, kept = width, []
    for text, style in row:
        if left <= 0:
            break
        text = shortened(text, left)
        kept.append((text, style))
        left -= cells(text)
    return tuple(kept)


def _wrapped(text: str, width: int) -> Iterable[Row]:
    indent = text[: len(text) - len(text.lstrip(" "))]
    return [((f"{indent}{line}", Style.PLAIN),) for line in words(text.lstrip(" "), max(1, width - len(indent)))]


def _cut_rows(rows: Sequence[Row], room: int) -> list[Row]:
    if len(rows) <= room:
        return list(rows)
    return [*rows[: max(0, room - 1)], (("…", Style.DIM),)]
