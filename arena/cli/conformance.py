"""What `arena check` does: leads a bot through two scripted matches, lets it play boards, and says how it went.

Puts the parts together and judges nothing itself. Called by `arena.cli.check`.
"""

import contextlib
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, TypeVar, TypeVarTuple

import trio

from arena.bot_files import BotSource, copy_into, resolve
from arena.bot_sources import short
from arena.bots.bot import Bot
from arena.bots.warden import HostTroubleError, Warden
from arena.cli import check_boards, interruption
from arena.cli.check_boards import Boards, example_bots
from arena.cli.check_by_hand import LINES, by_hand
from arena.cli.check_matches import lead, outline
from arena.cli.check_plans import Plan, Plans, planned
from arena.cli.check_report import Report
from arena.cli.check_speed import Speed
from arena.cli.check_table import Table
from arena.cli.copies import folder_for_copies
from arena.cli.output import emit, say
from arena.errors import RunError, UserError, all_of_kind
from arena.games import Game
from arena.games import game as game_called
from arena.records import Entrant
from arena.reports.neutral import command, terminal
from arena.tournament_file import from_bots

_MOST_SIDES: Final = 3  # bots that a match of any game needs
_BOARDS: Final = "Boards"
_SPEED: Final = "Speed"
_IN_TIME: Final = "keep well within the limits"
_LEAVE_A_MARGIN: Final = "leave a margin: a tournament's machine may be slower; plan with the request's clock"

Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")


def check_bot(
    word: str, game_name: str | None, isolation: str | None, *, is_quick: bool = False, lines_to: Path | None = None
) -> bool:
    """Lead the bot (`PATH` or `NAME=PATH`) through all steps and print them; whether all went well.

    `game_name` and `isolation` None: as in a tournament. `is_quick`: without boards, and without what waits.
    `lines_to`: a file for the lines that the bot was sent while it was led, up to its first fault.
    """
    if lines_to is not None:
        _try_to_write(lines_to)
    options = {"game": game_name, "isolation": isolation}
    settings = from_bots([word] * _MOST_SIDES, options)
    game, first, second = planned(settings.game)
    source = resolve(settings.bots[0])
    boards_and_speed = {_BOARDS: check_boards.steps(game.name), _SPEED: (_IN_TIME,)}
    report, speed = Report({**outline(game, second), **boards_and_speed}), Speed()
    again = f"{_command('check', [word], game_name)} --lines {LINES}"
    with folder_for_copies("check") as folder:
        entrant = copy_into(source, folder, source.name, settings)
        sent = _run(_led, entrant, game, first, second, report, speed, is_quick, f"{again}; {by_hand(source)}")
    has_failed_led = bool(report.failed)
    if lines_to is not None:
        _write(lines_to, sent, source, has_failed_led)
    report.begin(_BOARDS)
    if is_quick or has_failed_led:
        report.end("mend the failed steps first" if has_failed_led else "--quick")
    else:
        _run(Boards(word, game_called(settings.game, settings.options), options, report, speed).play_all)
        report.end()
    _tell_speed(report, speed, entrant)
    _conclude(report)
    if report.failed:
        if has_failed_led and lines_to is None:
            say(f"arena: to have what it was sent: {again}")
        say(f"arena: mend {report.first_failed} first, then again: {_command('check', [word], game_name)}")
    else:
        words = [word, *other_bots(settings.bots[0].path, game)]
        say(f"arena: let it play: {_command('match' if game.side_count == 2 else 'tournament', words, game_name)}")
    return not report.failed


def other_bots(own: str | None, game: Game) -> list[str]:
    """Example bots for a match with the bot at the path `own`, as one would type them."""
    paths = [path for path in example_bots(game.name) if own is None or path.resolve() != Path(own).resolve()]
    return [short(path) for path in paths[: game.side_count - 1]]


def _command(verb: str, words: Sequence[str], game_name: str | None) -> str:
    return command(verb, *words) + ("" if game_name is None else f" --game {game_name}")


async def _led(
    entrant: Entrant,
    game: Game,
    first: Sequence[Plan],
    second: Plans,
    report: Report,
    speed: Speed,
    is_quick: bool,
    by_hand: str,
) -> list[bytes]:
    """Both matches and the end, with one process; the lines that it was sent, up to its first fault if there is one."""
    with Warden() as warden:
        async with trio.open_nursery() as nursery:
            bot = Bot(entrant, nursery, warden)
            table = Table(game, bot, report, speed, by_hand)
            nursery.start_soon(table.notice_long_waits)
            try:
                await lead(table, first, second, is_quick)
            finally:
                with trio.CancelScope(shield=True):
                    await bot.close()
            nursery.cancel_scope.cancel()
        return table.lines


def _run(task: Callable[[*Arguments], Awaitable[Result]], *arguments: *Arguments) -> Result:
    """Run it; a closed output ends the program quietly, trouble of the machine is raised as RunError."""
    try:
        return interruption.run(task, *arguments)
    except BaseExceptionGroup as group:
        if group.split(SystemExit)[1] is None:
            raise SystemExit(0) from None
        if (mistake := all_of_kind(group, UserError)) is not None:
            raise mistake from None
        if (trouble := all_of_kind(group, HostTroubleError)) is not None:
            raise RunError(f"the bot cannot be checked here: {terminal(str(trouble))}") from None
        raise


def _try_to_write(path: Path) -> None:
    """Before the bot is led, which takes a while: what stands in the file stays, and no new one is left."""
    was_there = path.exists()
    with _writing(path):
        path.open("ab").close()
        if not was_there:
            path.unlink()


@contextlib.contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        raise RunError(f"--lines: {path} cannot be written: {(problem.strerror or str(problem)).lower()}") from None


def _write(path: Path, sent: Sequence[bytes], source: BotSource, has_failed: bool) -> None:
    with _writing(path):
        path.write_bytes(b"".join(sent))
    until = "up to its first fault" if has_failed else "while it was led, without a fault"
    say(f"arena: {path} holds the {len(sent)} lines that it was sent {until}; feed them: {by_hand(source, path)}")


def _tell_speed(report: Report, speed: Speed, entrant: Entrant) -> None:
    report.begin(_SPEED)
    if not speed.answers:
        report.end("it gave no answer")
        return
    report.at(_IN_TIME)
    for text in speed.warnings(entrant.clock, entrant.limits):
        report.warn(text, _LEAVE_A_MARGIN)
    report.end()
    for label, text in speed.lines(entrant.clock, entrant.limits):
        emit(f"                {label:<11} {terminal(text)}")


def _conclude(report: Report) -> None:
    """Print the count."""
    counts = [f"{report.tried - report.failed} of {report.tried} steps ok"]
    counts += [f"{report.failed} FAILED"] if report.failed else []
    counts += [f"{report.warned} with a warning"] if report.warned else []
    counts += [f"{report.not_tried} not tried"] if report.not_tried else []
    emit("\n" + ", ".join(counts))
