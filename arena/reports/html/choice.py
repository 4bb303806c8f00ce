"""Which matches are told in full in the page: the most telling first, until its bytes are spent.

Pure; keeps a bounded number of matches however many are added. Called by `cli.run_report`.
"""

from collections.abc import Callable, Iterator, Sequence
from heapq import heappush, heappushpop
from itertools import zip_longest

from arena.reports.html.values import Replay
from arena.reports.neutral import html
from arena.reports.outcomes import Outcome
from arena.swings import BoardLine

KEPT = 1_000
"""Of each sort of telling matches."""
_MISSES = 5
_Ranked = tuple[float, int, str]  # how telling, the later the less, the match


class TellingMatches:
    """Add every match with its board; `in_order` names the most telling first, each once.

    First a match for every bot and kind of fault, then one board of every encounter (the largest swing, both rooms),
    then large swings and close finishes by turns, then the other matches that ended by a fault or are void.
    """

    def __init__(self) -> None:
        self._count = 0
        self._faults: dict[tuple[str, str], str] = {}
        self._bare_faults: dict[tuple[str, str], str] = {}
        self._of_encounter: dict[str, tuple[float, tuple[str, ...]]] = {}
        self._swings: list[_Ranked] = []
        self._close: list[_Ranked] = []
        self._others: list[str] = []

    def add(self, line: BoardLine, outcomes: Sequence[Outcome]) -> None:
        """A whole board; `outcomes` are its matches, in any order."""
        matches = tuple(room.match for room in line.rooms if room.deals)
        swing = abs(line.swing)
        if matches:
            encounter = matches[0].rpartition("/")[0].rpartition("/")[0]
            before = self._of_encounter.get(encounter)
            if before is None or swing > before[0]:
                self._of_encounter[encounter] = swing, matches
        for end in outcomes:
            self._count += 1
            for offence in end.offences:
                # one that has deals shows more
                firsts = self._faults if end.match in matches else self._bare_faults
                firsts.setdefault((offence.bot, offence.kind), end.match)
            if end.offences or end.shares is None or end.match not in matches:
                self._keep_other(end.match)
            else:
                _keep(self._swings, (swing, -self._count, end.match))
                second, best = sorted(end.scores)[-2:]
                _keep(self._close, (float(second - best), -self._count, end.match))

    def _keep_other(self, match: str) -> None:
        if len(self._others) < KEPT:
            self._others.append(match)

    def in_order(self) -> Iterator[str]:
        told: set[str] = set()
        for match in self._all():
            if match not in told:
                told.add(match)
                yield match

    def _all(self) -> Iterator[str]:
        yield from self._faults.values()
        yield from (match for key, match in self._bare_faults.items() if key not in self._faults)
        for _, matches in sorted(self._of_encounter.values(), key=lambda best: -best[0]):
            yield from matches
        for swing, close in zip_longest(sorted(self._swings, reverse=True), sorted(self._close, reverse=True)):
            yield from (ranked[2] for ranked in (swing, close) if ranked is not None)
        yield from self._others


def _keep(heap: list[_Ranked], ranked: _Ranked) -> None:
    if len(heap) < KEPT:
        heappush(heap, ranked)
    else:
        heappushpop(heap, ranked)


def within(matches: Iterator[str], pack: Callable[[str], Replay], most_bytes: int) -> tuple[Replay, ...]:
    """The replays of the matches, in order, in at most `most_bytes` of the page.

    `pack` makes one. A long match is passed over; when several in a row do not fit, nothing more is tried.
    """
    told: list[Replay] = []
    left, misses = most_bytes, 0
    for match in matches:
        replay = pack(match)
        size = len(replay.packed) + len(match.encode()) + len(html(replay.end).encode()) + _AROUND
        if size > left:
            misses += 1
            if misses == _MISSES:
                break
            continue
        misses = 0
        left -= size
        told.append(replay)
    return tuple(told)


_AROUND = 140  # bytes of the element that a replay stands in
