"""What `arena verify` does: hands the records of a run or file to `arena.verify` and says what it found.

For a run also what its database keeps beside the records: tallies and the rows that standings count. Called by
`arena.cli.verify`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import orjson

from arena.cli.output import emit, say
from arena.cli.record_files import record_lines
from arena.cli.run_choice import OpenRun, chosen
from arena.derive import dealt, full_record, summary_of
from arena.director import plan_size
from arena.errors import RecordError
from arena.games import Game, IllegalAction
from arena.records import MatchRecord, MatchSummary
from arena.reports.neutral import command, terminal
from arena.verify import verify_lines


class _DifferenceError(Exception):
    """What only a run shows, on its way through the lines that `verify_lines` asks for."""


class _Counted:
    """The lines, as far as they were read: how many matches stand on them, and whether all of them name the seed."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self._lines = lines
        self.matches = 0
        self.with_seed = True

    def __iter__(self) -> Iterator[bytes]:
        for line in self._lines:
            self.matches += bool(line.strip())
            self.with_seed &= b'"seed":null' not in line
            yield line


def verified_file(path: Path) -> bool:
    """Whether every record of the file follows from its seed or board key and its actions."""
    with record_lines(path) as lines:
        counted = _Counted(lines)
        difference = next(verify_lines(counted), None)
    if difference is None and not counted.matches:
        raise RecordError(f"{path}: expected records, one a line, found none (arena export writes them)")
    source = "the seed" if counted.with_seed else "the board keys (the seed is told when a run is complete)"
    return _told(difference, counted.matches, source, None)


def verified_run(run: Path | None) -> bool:
    """Whether every record of the run follows from its seed, and all that is counted from the records."""
    with OpenRun(chosen(run)) as opened:
        counted = _Counted(_lines(opened))
        try:
            difference = next(verify_lines(counted), None)
        except _DifferenceError as found:
            difference = str(found)
        except RecordError as problem:  # what is stored there is no record
            where = f"after match {counted.matches}" if counted.matches else "the first match"
            difference = f"{where}: expected a record found {str(problem).rpartition('is damaged: ')[2]}"
        return _told(difference, counted.matches, "the seed", opened)


def _told(difference: str | None, matches: int, source: str, opened: OpenRun | None) -> bool:
    if difference is not None:
        emit(f"DIFFERENCE {terminal(difference)}")
        if opened is not None and (match := difference.partition(": ")[0]).count("/") == 2:
            say(f"arena: look at the match: {command('replay', opened.name, match)}")
        return False
    noun = "match" if matches == 1 else "matches"
    emit(f"{matches:,} {noun} verified: every deal, action, trick, score and result follows from {source}")
    if opened is not None:
        say(f"arena: the standings count the same: arena standings {opened.quoted}")
    else:
        say("arena: a run of your own: arena tournament")
    return True


def _lines(opened: OpenRun) -> Iterator[bytes]:
    """Every match as exported, the seed always in it, after what the database keeps beside it was compared."""
    store, game = opened.store, opened.game
    facts = opened.run_facts(secret=True)
    summaries = store.summaries(complete_boards_only=False)
    count = 0
    for record in store.records(complete_boards_only=False):
        match = record.spec.match_id
        strangers = set(record.spec.names) - facts.digests.keys()
        if strangers:
            raise _DifferenceError(f"{match}: entrants: expected bots of this run found {', '.join(sorted(strangers))}")
        try:
            exported = full_record(record, game, facts)
            derived = replace(record, tallies=_tallies(record, game))
        except IllegalAction as why:
            raise _DifferenceError(f"{match}: deals: expected legal actions only found {why}") from None
        _same(f"{match}: tallies", derived.tallies, record.tallies)
        _same(f"{match}: its row in the standings", summary_of(derived, game), _row_of(match, summaries))
        count += 1
        yield orjson.dumps(exported)
    if store.finished:
        planned = plan_size(opened.settings, len(store.entrants), game)
        _same("the finished run: matches", planned, count)


def _row_of(match: str, summaries: Iterator[MatchSummary]) -> MatchSummary | None:
    """The next row, if it is this match's; rows of matches that came in meanwhile stand between them."""
    return next((summary for summary in summaries if summary.match_id == match), None)


def _tallies(record: MatchRecord, game: Game) -> list[dict[str, tuple[int, int]]]:
    """The game's statistics by side, from the complete deals alone."""
    sums: list[dict[str, tuple[int, int]]] = [{} for _ in range(game.side_count)]
    deal = None
    for number, played in enumerate(record.deals):
        deal = dealt(game, record.spec.board_key, record.spec.first_dealer, number, deal)
        for action in played.actions:
            deal.apply(action)
        if deal.points is not None:
            for side, tally in zip(sums, deal.tallies(), strict=True):
                for key, (numerator, denominator) in tally.items():
                    old = side.get(key, (0, 0))
                    side[key] = (old[0] + numerator, old[1] + denominator)
    return sums


def _same(path: str, expected: object, found: object) -> None:
    if expected != found:
        raise _DifferenceError(f"{path}: expected {expected} found {found}")
