"""A run as the reading verbs see it: which one is meant, and what standings, exports and replays need of it.

Opens the store read-only, also while another process writes. Holds no formula and no formatting. Called by the verbs
`standings`, `replay`, `verify` and `export`, and by `tournament` when its matches are played.
"""

import os
import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from arena.cli.freedoms import common_freedoms, measured_part, own_ways, own_words
from arena.cli.output import say
from arena.cli.telling import telling_match, worst_loss
from arena.derive import RunFacts
from arena.director import plan_size
from arena.errors import RecordError, RunError, SettingsError
from arena.games import Game
from arena.games import game as game_called
from arena.games.dealing import commitment
from arena.records import Entrant, FaultKind, MatchSummary
from arena.reports import ForfeitDetail, render
from arena.reports import RunFacts as ReportFacts
from arena.reports.neutral import terminal
from arena.standings import Standings, Tally
from arena.standings import standings as ranked
from arena.store import Store
from arena.tournament_file import Settings, from_json

RUNS = Path("runs")
_SETTINGS_IN_RECORDS = ("common_deals", "max_deals", "sitting", "give_up_after")


def chosen(run: Path | None) -> Path:
    """The run that was named, or else the newest under `runs/`, which is said. RunError for what is no run at sight."""
    if run is not None:
        if run.exists() and not run.is_dir():
            raise RunError(f"{terminal(str(run))} is a file: expected a run's directory, as arena tournament makes it")
        if not (run / "arena.db").is_file() and (inside := _newest_in(run)) is not None:
            raise RunError(f"{terminal(str(run))} is no run: it holds runs, such as {terminal(str(inside))}")
        return run
    newest = _newest_in(RUNS)
    if newest is None:
        raise RunError(f"no run is named, and there is none under {RUNS}/ here (play one: arena tournament)")
    say(f"arena: run {newest} (the newest)")
    return newest


def _newest_in(folder: Path) -> Path | None:
    databases = folder.glob("*/arena.db")
    newest = max(databases, key=lambda path: path.stat().st_mtime, default=None)
    return None if newest is None else newest.parent


def facts_in_records(settings: Settings, game: Game, seed: str | None, entrants: Iterable[Entrant]) -> RunFacts:
    """What every match record of a run says of it."""
    return RunFacts(
        game=game.name,
        options=game.options,
        seed=seed,
        settings={key: getattr(settings, key) for key in _SETTINGS_IN_RECORDS},
        digests={entrant.name: entrant.digest for entrant in entrants},
    )


class OpenRun:
    """A run opened to be read. A context manager; used without one it lives as long as the process."""

    def __init__(self, run_dir: str | Path) -> None:
        self.store = Store.open(run_dir)
        self.settings: Settings = from_json(self.store.settings_json)
        self.game = game_called(self.settings.game, self.settings.options)
        relative = os.path.relpath(self.store.run_dir)
        self.name = str(self.store.run_dir) if relative.startswith("..") else relative

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.store.close()

    @property
    def quoted(self) -> str:
        """The run as a shell's word, for the command to try next."""
        return shlex.quote(self.name)

    def run_facts(self, *, secret: bool = False) -> RunFacts:
        """What every exported record says; the seed of an unfinished run only if it stays `secret`."""
        seed = self.store.seed if self.store.finished or secret else None
        return facts_in_records(self.settings, self.game, seed, self.store.entrants)

    # ---- standings

    def standings(self) -> Standings:
        """Of what is stored now; whole boards count."""
        return self.gathered(self._all_summaries())[0]

    def report_facts(self) -> ReportFacts:
        """What a report says beside the standings, as of the same moment."""
        return self.gathered(self._all_summaries())[1]

    def render_standings(self, format: str) -> str:
        """The whole report in one of the formats of `reports.Format`."""
        return render(*self.gathered(self._all_summaries()), format)

    def telling_match(self) -> str:
        """The match to look at first: one with a fault if there is any, else the closest; empty if there is none."""
        return telling_match(self.store.summaries())

    def worst_loss(self, bot: str) -> tuple[str, int]:
        """The match that `bot` lost worst, and how many it lost. Raises UserError if there is none."""
        names = [entrant.name for entrant in self.store.entrants]
        if bot not in names:
            known = ", ".join(map(terminal, names))
            raise SettingsError(f'--lost: expected a bot of {self.name} ({known}), got "{terminal(bot)}"')
        match, lost = worst_loss(self.store.summaries(), bot)
        if not lost:
            raise RecordError(f'--lost: "{terminal(bot)}" has lost no match of {self.name} whose board is complete')
        return match, lost

    def _all_summaries(self) -> Iterator[MatchSummary]:
        return self.store.summaries(complete_boards_only=False)

    def gathered(self, summaries: Iterable[MatchSummary]) -> tuple[Standings, ReportFacts]:
        """Standings and facts of all matches stored, read once: what is written meanwhile must not tear a report."""
        tally = Tally()
        matches = deals = 0
        firsts: dict[tuple[str, FaultKind, bool], str] = {}
        for summary in summaries:
            tally.add(summary)
            matches += 1
            deals += summary.deals
            for entrant, kind, unplayed in summary.faults:
                firsts.setdefault((summary.names[entrant], kind, unplayed), summary.match_id)
        names = [entrant.name for entrant in self.store.entrants]
        facts = ReportFacts(
            run=self.name,
            game=self.game.name,
            options=self.game.options,
            seed=self.store.seed if self.store.finished else None,
            commitment=commitment(self.store.seed),
            boards=self.settings.boards,
            matches=matches,
            deals=deals,
            finished=self.store.finished,
            unfinished=max(0, plan_size(self.settings, len(names), self.game) - matches),
            faults="a fault forfeits the match",
            isolation=self._isolation(),
            machine=str(self._host_facts().get("machine", "")),
            host=self._host(),
            settings=tuple(self._settings()),
            forfeits=tuple(self._details(firsts)),
        )
        return ranked(tally, names, self.game.statistics), facts

    def _details(self, firsts: dict[tuple[str, FaultKind, bool], str]) -> Iterator[ForfeitDetail]:
        for (bot, kind, unplayed), match_id in firsts.items():
            record = self.store.find(match_id)
            for fault in record.result.faults:
                if record.spec.names[record.spec.seats[fault.seat]] == bot and fault.kind is kind:
                    yield ForfeitDetail(match_id, bot, "unplayed" if unplayed else str(kind), fault.detail)

    def _host_facts(self) -> dict[str, object]:
        first = next(self.store.records(complete_boards_only=False), None)
        return {} if first is None else first.host

    def _isolation(self) -> str:
        return measured_part(str(self._host_facts().get("isolation", "")))

    def _host(self) -> str:
        facts = self._host_facts()
        return f"arena {facts['arena']}, Python {facts['python']}" if {"arena", "python"} <= facts.keys() else ""

    def _settings(self) -> Iterator[str]:
        """A line for each freedom of all bots, and for every bot with settings of its own."""
        yield from common_freedoms(self.settings)
        for bot in self.settings.bots:
            if own := own_ways(self.settings, bot) + own_words(bot):
                yield f"{bot.name}: {', '.join(own)}"
