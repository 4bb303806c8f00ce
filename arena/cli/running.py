"""What `arena tournament` does, step by step: settings, run directory, self-check, matches, standings.

Everything the user sees on the way goes to standard error. Called by `arena.cli.tournament`.
"""

import contextlib
import itertools
import os
import shlex
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import trio

from arena.bot_files import bundled_bots_dir, changed_since, check_copy
from arena.bots import scratch
from arena.cli.enforced import enforced
from arena.cli.entrants import copied, named, self_check
from arena.cli.interruption import interruptible
from arena.cli.machine import OthersLoad, Room, overload
from arena.cli.output import emit, say
from arena.cli.progress import Progress
from arena.cli.run_choice import OpenRun
from arena.director import Director, plan_size
from arena.errors import RunError, SettingsError, all_of_kind
from arena.executors.local import usable_cores
from arena.games import Game
from arena.games import game as game_called
from arena.games.dealing import commitment, normal_seed
from arena.records import Reason
from arena.reports import Format
from arena.reports.neutral import command, terminal
from arena.seating import rooms
from arena.store import Store
from arena.tournament_file import Settings, from_bots, from_json, load, seed_warning, to_json, to_toml, with_overrides

QUICKSTART = Path("tournaments/quickstart.toml")
BUNDLED_BOTS = ("counting_bot", "lowest_bot", "random_bot", "thinking_bot")
BUNDLED_BOARDS = 20
_HOW_TO_PLAY = ("jobs", "tables", "require_isolation")
_RESUMED_ANEW = ("boards", *_HOW_TO_PLAY)


@dataclass(frozen=True, slots=True)
class Wishes:
    """The command line, as given; None in `overrides` means not given."""

    entries: list[str]
    overrides: dict[str, Any]
    out: Path | None
    resume: Path | None
    format: str
    report: bool
    skip_broken: bool
    self_check: bool


def listed(words: str | None) -> tuple[str, ...] | None:
    """The words of a list on the command line, with commas between them; None if it was not given."""
    return None if words is None else tuple(word.strip() for word in words.split(",") if word.strip())


def run_tournament(wishes: Wishes) -> int:
    """Do it; the exit status."""
    if wishes.format not in set(Format):
        raise SettingsError(f'--format: expected one of {", ".join(Format)}, got "{wishes.format}"')
    load = OthersLoad(usable_cores())
    store, settings, game, ground = _resumed(wishes, load) if wishes.resume is not None else _begun(wishes, load)
    with store:
        total = plan_size(settings, len(store.entrants), game)
        played_before = store.counts().matches
        tables = f" at {settings.tables} tables each" if settings.tables > 1 else ""
        say(
            f"arena: {len(store.entrants)} bots, {total:,} matches "
            f"({settings.boards} board{'s' if settings.boards > 1 else ''} an encounter), "
            f"{ground.jobs} worker{'s' if ground.jobs > 1 else ''}{tables}, run {_short(store.run_dir)}"
        )
        say(f"arena: seed commitment (SHA-256) {commitment(store.seed)}")
        if played_before:
            say(f"arena: {played_before:,} matches are there already")
        load = OthersLoad(usable_cores())
        with Progress(total, store, game) as progress:
            director = Director(store, settings, game, progress.record, ground.isolation)
            status = trio.run(_directed, director, ground.jobs, settings.tables)
        if warning := overload(load.measured(), len(usable_cores()), ground.jobs, "kept"):
            say(f"arena: warning: while the matches were played, {warning}")
        void = store.counts().voids
    run = _short(store.run_dir)
    resume = f"arena tournament --resume {shlex.quote(run)}"
    opened = OpenRun(store.run_dir)
    if status:
        if wishes.report and opened.telling_match():
            _report(opened)
        say(f"arena: interrupted; every finished match is saved. Go on: {resume}")
        return status
    emit(opened.render_standings(wishes.format))
    if wishes.report:
        _report(opened)
    if void:
        say(f"arena: {void} void matches (trouble of this machine{_why_void(opened)}). Try them again: {resume}")
        return 1
    match_id = opened.telling_match()
    if not wishes.report:
        say(f"arena: all of it as a page: {command('report', run)}")
    say(f"arena: look at a match: {command('replay', run, match_id)}")
    return 0


def _report(opened: OpenRun) -> None:
    from arena.cli.run_report import write_report  # templates and all: only for who wants it

    path = write_report(opened)
    say(f"arena: report {path} (open it in a browser: {path.resolve().as_uri()})")


def _why_void(opened: OpenRun) -> str:
    """Of the first void match, as far as it is known."""
    for summary in opened.store.summaries():
        if summary.reason is Reason.VOID:
            why = opened.store.find(summary.match_id).log.get("void")
            return f": {terminal(why)}" if why else ""
    return ""


# ---- what the run stands on


@dataclass(frozen=True, slots=True)
class _Ground:
    """What the machine gives: `jobs` that fit, `isolation` as measured, for the records."""

    jobs: int
    isolation: str
    room: Room


def _ground(settings: Settings, game: Game, load: OthersLoad, run_dir: Path) -> _Ground:
    """Find out what this machine gives, and say it. Raises UserError if it is too little or not what is required."""
    room = Room.here()
    jobs, fewer = room.jobs(settings.jobs or len(usable_cores()), game.seats, settings.tables)
    if fewer:
        say(f"arena: warning: {fewer}")
    isolation = enforced(settings, run_dir)
    if warning := overload(load.measured(wait=True), len(usable_cores()), jobs, "are keeping"):
        say(f"arena: warning: {warning}")
    return _Ground(jobs, isolation, room)


# ---- the run's beginning


def _settings(wishes: Wishes) -> Settings:
    """From a file, from bots, or the default tournament."""
    entries = wishes.entries
    files = [entry for entry in entries if entry.endswith(".toml")]
    if files and len(entries) > 1:
        raise SettingsError("give one tournament file or bots, not both (bots can stand in the file, as [[bots]])")
    if files:
        return load(files[0], wishes.overrides)
    if entries:
        return from_bots(entries, wishes.overrides)
    if QUICKSTART.is_file():
        say(f"arena: playing {QUICKSTART}")
        return load(QUICKSTART, wishes.overrides)
    say("arena: playing the bundled example bots (give your own: arena tournament my_bot.py other_bot.py)")
    folder = bundled_bots_dir() / "python"
    defaults = {"boards": BUNDLED_BOARDS, "name": "quickstart"}
    given = {key: value for key, value in wishes.overrides.items() if value is not None}
    return from_bots([str(folder / f"{name}.py") for name in BUNDLED_BOTS], defaults | given)


def _begun(wishes: Wishes, load: OthersLoad) -> tuple[Store, Settings, Game, _Ground]:
    settings = _settings(wishes)
    if warning := seed_warning(settings):
        say(f"arena: warning: {warning}")
    game = game_called(settings.game, settings.options)
    seed = normal_seed(settings.seed or os.urandom(32).hex())
    run_dir = wishes.out or _free_directory(settings.name)
    if (run_dir / "arena.db").exists():
        raise RunError(f"{run_dir} holds a run already (go on with it: --resume {run_dir})")
    with _removed_on_error(run_dir):
        bots = named(settings, say, wishes.skip_broken)
        ground = _ground(bots.settings, game, load, run_dir)
        settings, entrants = copied(bots, run_dir / "bots", say, wishes.skip_broken)
        if wishes.self_check:
            entrants = self_check(settings, entrants, game, say, wishes.skip_broken, ground.room)
            sound = {entrant.name for entrant in entrants}
            settings = settings.model_copy(update={"bots": tuple(bot for bot in settings.bots if bot.name in sound)})
        if len(entrants) < game.side_count:
            raise SettingsError(f"a tournament needs {game.side_count} bots or more that can be started")
        # the seed stands in the database alone until the run is complete
        settings = settings.model_copy(update={"seed": None})
        store = Store.create(run_dir, to_json(settings), seed, entrants, len(rooms(game.side_count)))
        _write_settings(run_dir, settings)
    return store, settings, game, ground


def _resumed(wishes: Wishes, load: OthersLoad) -> tuple[Store, Settings, Game, _Ground]:
    assert wishes.resume is not None
    if wishes.entries:
        raise SettingsError("--resume goes on with the run's own bots and settings: give no bots or file with it")
    if wishes.out is not None:
        raise SettingsError("--resume goes on in the run's own directory: give no --out with it")
    fixed = [key for key in wishes.overrides if wishes.overrides[key] is not None and key not in _RESUMED_ANEW]
    if fixed:
        raise SettingsError(
            f"--resume keeps the run's settings: --{fixed[0].replace('_', '-')} cannot change "
            "(only --boards can be raised)"
        )
    store = Store.open(wishes.resume, write=True)
    with contextlib.ExitStack() as opened:
        opened.enter_context(store)
        settings = from_json(store.settings_json)
        boards = wishes.overrides.get("boards")
        if boards is not None and boards < settings.boards:
            raise SettingsError(f"--boards: a run's boards can only be raised: it has {settings.boards}, got {boards}")
        longer = with_overrides(settings, boards=boards) if boards not in (None, settings.boards) else None
        # how to play on, not what: not stored
        settings = with_overrides(longer or settings, **{key: wishes.overrides.get(key) for key in _HOW_TO_PLAY})
        entries = {entry.name: entry for entry in settings.bots}
        for entrant in store.entrants:
            check_copy(entrant, store.run_dir / "bots")
            if entrant.name in entries and (change := changed_since(entries[entrant.name], entrant.digest)):
                say(f'arena: bot "{entrant.name}": {change}')
        game = game_called(settings.game, settings.options)
        ground = _ground(settings, game, load, store.run_dir)
        if longer is not None:
            store.change_settings(to_json(longer))
            store.mark_finished(False)
        # a run that was killed as it began, or as it was made longer, may lack it or hold the old one
        _write_settings(store.run_dir, from_json(store.settings_json))
        opened.pop_all()
        return store, settings, game, ground


def _free_directory(name: str) -> Path:
    """`runs/NAME-TIME`, with `-2`, `-3`, … behind it where that is taken."""
    first = f"{_file_name(name)}-{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}"
    names = itertools.chain([first], (f"{first}-{number}" for number in itertools.count(2)))
    return next(path for path in map(Path("runs").joinpath, names) if not path.exists())


def _file_name(name: str) -> str:
    kept = "".join(character if character.isalnum() or character in "-_." else "-" for character in name)
    return kept.strip("-.") or "tournament"


def _write_settings(run_dir: Path, settings: Settings) -> None:
    with _told(run_dir):
        written = run_dir / "tournament.toml.new"
        written.write_text(to_toml(settings), encoding="utf-8")
        written.replace(run_dir / "tournament.toml")


def _short(path: Path) -> str:
    relative = os.path.relpath(path)
    return str(path) if relative.startswith("..") else relative


@contextlib.contextmanager
def _removed_on_error(run_dir: Path) -> Iterator[None]:
    """A run that did not begin leaves no directory behind (one that was there before is kept)."""
    was_there = run_dir.exists()
    try:
        with _told(run_dir):
            run_dir.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        if not was_there:
            scratch.remove(str(run_dir))
        raise


@contextlib.contextmanager
def _told(run_dir: Path) -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        raise RunError(f"{run_dir}: cannot be written: {(problem.strerror or str(problem)).lower()}") from None


# ---- the matches


async def _directed(director: Director, jobs: int, tables: int) -> int:
    """Run the tournament; 0, or the exit status of an interruption after which everything is saved."""
    notice = "stopping: ending the bots, saving what is finished"
    try:
        return await interruptible(notice, director.run, jobs, tables)
    except BaseExceptionGroup as group:
        if (trouble := all_of_kind(group, RunError)) is not None:
            raise trouble from None
        raise
