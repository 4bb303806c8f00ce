"""A run's report: gathers in one pass over the records what the page says, chooses its replays, writes the file.

Of an unfinished run only boards whose rooms are all done are told, and never the seed. Called by the verbs `report`
and `tournament`.
"""

import contextlib
import os
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import orjson

from arena.cli.fit import is_playable, misfit
from arena.cli.freedoms import own_ways, own_words
from arena.cli.hints import feed_command, replay_command
from arena.cli.output import say
from arena.cli.run_choice import OpenRun
from arena.derive import full_record, summary_of
from arena.errors import RecordError, RunError
from arena.games import IllegalAction
from arena.habits import HabitTally
from arena.records import Clock, MatchRecord, MatchSummary, faults_in
from arena.reports.html import BotPart, EncounterPart, Findings, ForfeitCase, ForfeitKind, Replay, report_page
from arena.reports.html.boards import packed
from arena.reports.html.choice import TellingMatches, within
from arena.reports.html.replay_data import replay_script
from arena.reports.neutral import command, terminal
from arena.reports.outcomes import Offence, Outcome, ending, outcome
from arena.seating import rooms
from arena.swings import BoardLine, BoardLines, board_line, room_line
from arena.transcript import Sort, lines

FILE: Final = "report.html"
MOST_BYTES: Final = 10_000_000
"""Of the page, for a run of ten thousand matches."""
BOARDS_BYTES: Final = 4_000_000
"""Of it, for the boards of all encounters."""
KEPT_BOARDS: Final = 6_000
"""Boards told deal by deal, of all encounters together."""
MANY_MATCHES: Final = 200
"""From so many on it is said that the report is being written: it takes some seconds."""
CASES: Final = 3
"""Forfeits told in full, of each bot and kind."""
STDERR_BYTES: Final = 4_000
"""The end of what a bot wrote there, in each of them."""


def write_report(opened: OpenRun, out: Path | None = None, most_bytes: int = MOST_BYTES) -> Path:
    """Write the page, whole or not at all; where it is: RUN/report.html unless `out` says otherwise.

    Raises RunError where it cannot be written, RecordError for a record that does not follow the rules.
    """
    path = out if out is not None else Path(opened.name) / FILE
    if path.is_dir():
        raise RunError(f"{path}: is a directory; expected a file to write the report to (--out FILE)")
    matches = opened.store.counts().matches
    if matches >= MANY_MATCHES:
        say(f"arena: writing the report of {matches:,} matches")
    page = report_text(opened, most_bytes)
    # a link goes on leading to the page; a pipe or a device takes it as it comes, and stays what it is
    place = path if path.exists() and not path.is_file() else path.resolve()
    written = place.with_name(f".{place.name}.{os.getpid()}.new")
    try:
        if place.exists() and not place.is_file():
            place.write_text(page, encoding="utf-8")
        else:
            written.write_text(page, encoding="utf-8")
            written.replace(place)
    except OSError as problem:
        with contextlib.suppress(OSError):
            written.unlink()
        elsewhere = "" if out is not None else " (write it elsewhere: --out FILE)"
        why = (problem.strerror or str(problem)).lower()
        raise RunError(f"{path}: the report cannot be written: {why}{elsewhere}") from None
    return path


def report_text(opened: OpenRun, most_bytes: int = MOST_BYTES) -> str:
    """The page, of at most `most_bytes` as far as its tables allow."""
    gathering = _Gathering(opened)
    standings, facts = opened.gathered(gathering.summaries())
    found = gathering.findings()
    left = most_bytes - len(report_page(standings, facts, found).encode())
    replays = within(gathering.telling.in_order(), gathering.replay, left)
    return report_page(standings, facts, replace(found, replays=replays))


class _Gathering:
    """What is found on the way through the records, board by board; encounters come one after the other."""

    def __init__(self, opened: OpenRun) -> None:
        self._opened = opened
        self._facts = opened.run_facts()
        if broken := [entrant.name for entrant in opened.store.entrants if not is_playable(entrant)]:
            raise RunError(f"{opened.name}: arena.db is damaged: the clock or the limits of {terminal(broken[0])}")
        self._clocks: Mapping[str, Clock] = {entrant.name: entrant.clock for entrant in opened.store.entrants}
        self._line_bytes = {entrant.name: entrant.limits.line_bytes for entrant in opened.store.entrants}
        self._rooms = tuple(rooms(opened.game.side_count))
        counts = opened.store.counts_by_encounter()
        self._all_matches = max(1, sum(count.matches for count in counts.values()))
        self._all_encounters = max(1, len(counts))
        self._keep = max(1, KEPT_BOARDS // self._all_encounters)
        self._habits = HabitTally(opened.game)
        self._encounters: list[EncounterPart] = []
        self._forfeits: dict[tuple[str, str], tuple[int, list[ForfeitCase]]] = {}
        self._matches = 0
        self.telling = TellingMatches()

    def summaries(self) -> Iterator[MatchSummary]:
        """What standings count of every match stored, also of boards that are not whole yet."""
        for _, of_encounter in groupby(self._records(), lambda record: record.spec.names):
            boards = BoardLines(self._keep)
            offences: dict[str, tuple[Offence, ...]] = {}
            whole = faults = 0
            names: tuple[str, ...] = ()
            for _, of_board in groupby(of_encounter, lambda record: record.spec.board):
                board = list(of_board)
                yield from (summary_of(record, self._opened.game) for record in board)
                if len(board) < len(self._rooms):
                    continue
                names = board[0].spec.names
                whole += 1
                for end in self._add_board(boards, [self._exported(record) for record in board]):
                    if end.offences:
                        faults += 1
                        offences[end.match] = end.offences
            if whole:
                self._end_encounter(names, boards, offences, whole, faults)

    def _records(self) -> Iterator[MatchRecord]:
        before: tuple[str, int, str] | None = None
        for record in self._opened.store.records(complete_boards_only=False):
            spec = record.spec
            match = terminal(spec.match_id)
            if where := misfit(record, self._opened.game, self._line_bytes):
                raise RecordError(f"{match} is damaged: its {where} can be of no match of this run")
            here = "~".join(spec.names), spec.board, spec.room
            if before is not None and here <= before:
                raise RecordError(f"{match} is damaged: it stands where another match should")
            before = here
            yield record

    def _add_board(self, boards: BoardLines, exported: Sequence[Mapping[str, Any]]) -> list[Outcome]:
        outcomes = [outcome(each) for each in exported]
        for each, end in zip(exported, outcomes, strict=True):
            boards.add(each)
            self._habits.add(each)
            for offence, fault in zip(end.offences, faults_in(each["result"]), strict=True):
                self._add_forfeit(each, offence, fault)
        self._matches += len(exported)
        self.telling.add(_line(exported), outcomes)
        return outcomes

    def _end_encounter(
        self,
        names: tuple[str, ...],
        boards: BoardLines,
        offences: Mapping[str, Sequence[Offence]],
        whole: int,
        faults: int,
    ) -> None:
        encounter = "~".join(names)
        matches = whole * len(self._rooms)
        text, listed = packed(
            names,
            self._rooms,
            boards.encounters()[encounter],
            boards.results()[encounter],
            offences,
            # half of them by its matches, half as everybody's
            BOARDS_BYTES * matches // (2 * self._all_matches) + BOARDS_BYTES // (2 * self._all_encounters),
        )
        self._encounters.append(EncounterPart(names, whole, matches, faults, listed, text))

    def _add_forfeit(self, exported: Mapping[str, Any], offence: Offence, fault: Mapping[str, Any]) -> None:
        count, cases = self._forfeits.get((offence.bot, offence.kind), (0, []))
        if len(cases) < CASES:
            cases.append(self._case(exported, offence, fault))
        self._forfeits[offence.bot, offence.kind] = count + 1, cases

    def _case(self, exported: Mapping[str, Any], offence: Offence, fault: Mapping[str, Any]) -> ForfeitCase:
        deal, index = fault["deal"], fault["action_index"]
        request = None if deal is None else self._request(exported, offence, deal, index)
        run = self._opened.name
        again = () if request is None else (feed_command(run, exported["match"], offence.bot),)
        return ForfeitCase(
            match=exported["match"],
            seat=offence.seat,
            detail=offence.detail,
            deal=deal,
            card=None if index is None else index + 1,
            decision=None if request is None else request["decision"],
            legal=() if request is None else tuple(request["legal"]),
            reply=fault["reply"],
            elapsed_ms=fault["elapsed_ms"],
            stderr=None if fault["stderr"] is None else fault["stderr"][-STDERR_BYTES:],
            commands=(replay_command(run, exported["match"]), *again),
        )

    def _request(self, exported: Mapping[str, Any], offence: Offence, deal: int, index: int | None) -> Any:
        """What the seat had been asked, if the decision was its own."""
        sent = lines(exported, offence.seat, self._clocks[offence.bot], self._line_bytes[offence.bot])
        for line in sent:
            if line.kind is Sort.REQUEST and (line.deal, line.index) == (deal, index):
                return orjson.loads(line.line)
        return None

    def replay(self, match: str) -> Replay:
        """A match for the page's replayer."""
        exported = self._exported(self._opened.store.find(match))
        return Replay(match, replay_script(exported, self._clocks), ending(outcome(exported)))

    def _exported(self, record: MatchRecord) -> dict[str, Any]:
        try:
            return full_record(record, self._opened.game, self._facts)
        except IllegalAction as why:
            match = record.spec.match_id
            raise RecordError(
                f"{match} does not follow the rules: {why} (arena verify {self._opened.quoted})"
            ) from None

    # ---- what was found

    def findings(self) -> Findings:
        opened = self._opened
        entries = {entry.name: entry for entry in opened.settings.bots}
        bots = []
        for entrant in opened.store.entrants:
            entry = entries.get(entrant.name)
            own = () if entry is None else (*own_ways(opened.settings, entry), *own_words(entry))
            bots.append(BotPart(entrant.name, entrant.digest, tuple(own), self._habits.sheets(entrant.name)))
        forfeits = [
            ForfeitKind(bot, kind, count, tuple(cases)) for (bot, kind), (count, cases) in self._forfeits.items()
        ]
        return Findings(
            matches=self._matches,
            bots=tuple(bots),
            encounters=tuple(self._encounters),
            forfeits=tuple(sorted(forfeits, key=lambda group: (group.bot, group.kind))),
            commands=tuple(self._commands()),
            settings=tuple(self._settings()),
        )

    def _commands(self) -> Iterator[tuple[str, str]]:
        run, finished = self._opened.name, self._opened.store.finished
        if not finished:
            yield "Go on with it", f"arena tournament --resume {self._opened.quoted}"
        yield "Prove every deal, trick, score and result again", command("verify", run)
        yield "All matches as records", f"{command('export', run)} > matches.jsonl"
        if finished:
            file = str(Path(run) / "tournament.toml")
            file = shlex.quote(f"./{file}" if file.startswith("-") else file)  # no option of the command's
            yield (
                "Play the same matches again, where the bots are (equal records if they are deterministic)",
                f"arena tournament {file} --seed {self._opened.store.seed}",
            )

    def _settings(self) -> Iterator[tuple[str, str]]:
        """The settings in force, but for what stands under the standings and for where the bots are."""
        settings = self._opened.settings
        for title, table in (("Clock", settings.clock), ("Limits", settings.limits)):
            yield title, _listed(table.model_dump())
        others = {key: getattr(settings, key) for key in _TOLD_SETTINGS}
        yield "Settings", _listed(others)
        yield "Digests", "the SHA-256 of each bot's files stands with the bot, above"


_TOLD_SETTINGS: Final = ("format", "sitting", "give_up_after", "common_deals", "max_deals", "tables", "isolation")


def _listed(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} {str(value).lower()}" for key, value in values.items())


def _line(exported: Sequence[Mapping[str, Any]]) -> BoardLine:
    return board_line(exported[0]["board"], [room_line(each) for each in exported])
