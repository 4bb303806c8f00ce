"""Stepping through a match in a terminal: a place among its positions, moved by keys. Called by `run_replay`.

What a position is, `arena.positions` says; how it looks, `reports.table_view`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from arena.cli.terminal_keys import Terminal
from arena.errors import RecordError
from arena.positions import Position, place, positions
from arena.reports.table_view import Look, screen

Requests = Mapping[tuple[int, int], str]


def step_through(
    exported: Mapping[str, Any],
    requests: Requests,
    seat: int | None,
    deal: int | None,
    card: int | None,
    *,
    is_raw: bool,
) -> Position:
    """Step until the user leaves, from the position after `card` decisions of `deal` on, through `seat`'s eyes.

    The position that was looked at last.

    `requests`: the line that asked for each decision, by deal and place in it. Raises UserError without a terminal, and
    for a place that the match does not have.
    """
    terminal = Terminal()
    walk = Walk(exported, requests, viewer=seat, is_raw=is_raw)
    if deal is not None:
        walk.at = place(walk.positions, deal, card)
        most = walk.position.decisions
        if not 0 <= (card or 0) <= most:
            raise RecordError(f"--card: deal {deal} of {exported['match']} has {most} decisions, got {card}")
    with terminal.opened():
        while not walk.is_over:
            columns, rows = terminal.size
            terminal.draw(screen(walk.position, walk.look(columns, rows)))
            for key in terminal.pressed():
                walk.press(key)
    return walk.position


@dataclass(slots=True)
class Walk:
    """Where one is in a match, and how one looks at it. `at` counts the positions from 0."""

    exported: Mapping[str, Any]
    requests: Requests
    viewer: int | None = None
    is_raw: bool = False
    at: int = 0
    is_over: bool = False
    _seen: dict[int | None, list[Position]] = field(default_factory=dict)

    @property
    def positions(self) -> list[Position]:
        """All of the match as the viewer sees them."""
        if self.viewer not in self._seen:
            self._seen[self.viewer] = positions(self.exported, seat=self.viewer)
        return self._seen[self.viewer]

    @property
    def position(self) -> Position:
        return self.positions[self.at]

    def look(self, columns: int, rows: int) -> Look:
        return Look(self.viewer, self._request() if self.is_raw else None, columns, rows)

    def press(self, key: str) -> None:
        """Move, or look otherwise; a key that means nothing does nothing."""
        if key.isdecimal() and int(key) < len(self.position.begins.bots):
            self.viewer = int(key)
        elif key == "a":
            self.viewer = None
        elif key == "r":
            self.is_raw = not self.is_raw
        elif key == "q":
            self.is_over = True
        elif key in _MOVES:
            _MOVES[key](self)

    def by_card(self, way: int) -> None:
        self.at = min(max(self.at + way, 0), len(self.positions) - 1)

    def to_end_of_trick(self, way: int) -> None:
        """To the next (or last) trick that lies complete, or where a deal ends."""
        self._to(way, lambda position: _is_trick(position) or position.shown == position.decisions)

    def to_deal(self, way: int) -> None:
        """To the start of the next deal, or of this one, then of the one before."""
        self._to(way, lambda position: position.shown == 0)

    def to_start(self) -> None:
        self.at = 0

    def to_end(self) -> None:
        self.at = len(self.positions) - 1

    def _to(self, way: int, is_wanted: Callable[[Position], bool]) -> None:
        """The nearest such position that way, else the outermost."""
        there = range(self.at + 1, len(self.positions)) if way > 0 else range(self.at - 1, -1, -1)
        outermost = len(self.positions) - 1 if way > 0 else 0
        self.at = next((at for at in there if is_wanted(self.positions[at])), outermost)

    def _request(self) -> str:
        """The line that asked for what was decided last, or that a fault followed; "" where there is none to see."""
        here = self.position
        if here.deal is None:
            return ""
        asked = here.faults[0].seat if here.faults else None if here.last is None else here.last.seat
        if asked is None or self.viewer not in (None, asked):
            return ""
        return self.requests.get((here.deal, here.shown if here.faults else here.shown - 1), "")


def _is_trick(position: Position) -> bool:
    return bool(position.lines) and position.lines[-1].winner is not None


_MOVES: Final[dict[str, Callable[[Walk], None]]] = {
    **dict.fromkeys(("n", "right", "enter", " "), lambda walk: walk.by_card(1)),
    **dict.fromkeys(("p", "left"), lambda walk: walk.by_card(-1)),
    **dict.fromkeys(("t", "down"), lambda walk: walk.to_end_of_trick(1)),
    **dict.fromkeys(("T", "up"), lambda walk: walk.to_end_of_trick(-1)),
    "d": lambda walk: walk.to_deal(1),
    "D": lambda walk: walk.to_deal(-1),
    **dict.fromkeys(("g", "home"), lambda walk: walk.to_start()),
    **dict.fromkeys(("G", "end"), lambda walk: walk.to_end()),
}
