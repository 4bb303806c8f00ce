"""What `arena check` does: leads a bot through two scripted matches, lets it play boards, and says how it went.

Puts the parts together and judges nothing itself. Called by `arena.cli.check`.
"""

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final, TypeVar, TypeVarTuple

import trio

from arena.bot_files import copy_into, resolve
from arena.bots.bot import Bot
from arena.bots.warden import HostTroubleError, Warden
from arena.cli import interruption
from arena.cli.check_boards import Boards
from arena.cli.check_matches import lead
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
_IN_TIME: Final = "keep well within the limits"
_LEAVE_A_MARGIN: Final = "leave a margin: a tournament's machine may be slower; plan with the request's clock"

Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")


def check_bot(
    word: str, game_name: str | None, isolation: str | None, *, is_quick: bool = False, lines_to: Path | None = None
) -> bool:
    """Lead the bot (`PATH` or `NAME=PATH`) through all steps and print them; whether all went well.

    `game_name` and `isolation` None: as in a tournament. `is_quick`: without boards, and without what waits.
    `lines_to`: a file for the lines that the bot was sent up to its first fault.
    """
    options = {"game": game_name, "isolation": isolation}
    settings = from_bots([word] * _MOST_SIDES, options)
    game, first, second = planned(settings.game)
    source = resolve(settings.bots[0])
    report, speed = Report(), Speed()
    with folder_for_copies("check") as folder:
        entrant = copy_into(source, folder, source.name, settings)
        sent = _run(_led, entrant, game, first, second, report, speed, is_quick)
    if sent and lines_to is not None:
        _write(lines_to, sent)
    if not is_quick:
        boards = Boards(word, game_called(settings.game, settings.options), options, report, speed)
        report.begin("Boards")
        if report.failed:
            report.skip("a board against each example bot", "mend the failed steps first")
        else:
            _run(boards.play_all)
        report.end()
    _tell_speed(report, speed, entrant)
    _conclude(report)
    of_game = "" if game_name is None else f" --game {game.name}"
    if report.failed:
        if sent and lines_to is None:
            say(f"arena: to have what it was sent: {command('check', word)}{of_game} --lines sent.jsonl")
        say(f"arena: mend step {report.first_failed} first, then again: {command('check', word)}{of_game}")
    else:
        verb = "match" if game.side_count == 2 else "tournament"
        say(f"arena: let it play: {command(verb, *[word] * game.side_count)}{of_game}")
    return not report.failed


async def _led(
    entrant: Entrant, game: Game, first: Sequence[Plan], second: Plans, report: Report, speed: Speed, is_quick: bool
) -> list[bytes]:
    """Both matches and the end, with one process; the lines that it was sent up to its first fault, if any."""
    with Warden() as warden:
        async with trio.open_nursery() as nursery:
            bot = Bot(entrant, nursery, warden)
            table = Table(game, bot, report, speed)
            nursery.start_soon(table.notice_long_waits)
            try:
                await lead(table, first, second, is_quick)
            finally:
                with trio.CancelScope(shield=True):
                    await bot.close()
            nursery.cancel_scope.cancel()
        return table.sent_to_first_fault


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


def _write(path: Path, sent: Sequence[bytes]) -> None:
    try:
        path.write_bytes(b"".join(sent))
    except OSError as problem:
        raise RunError(f"{path}: cannot be written: {(problem.strerror or str(problem)).lower()}") from None
    say(f"arena: {path} holds the {len(sent)} lines that it was sent up to its first fault; feed them: YOUR BOT < FILE")


def _tell_speed(report: Report, speed: Speed, entrant: Entrant) -> None:
    if not speed.answers:
        return
    report.begin("Speed")
    report.at(_IN_TIME)
    for text in speed.warnings(entrant.clock, entrant.limits):
        report.warn(text, _LEAVE_A_MARGIN)
    report.end()
    for label, text in speed.lines(entrant.clock, entrant.limits):
        emit(f"                {label:<11} {terminal(text)}")


def _conclude(report: Report) -> None:
    """Print the count."""
    counts = [f"{report.number - report.failed} of {report.number} steps ok"]
    counts += [f"{report.failed} FAILED"] if report.failed else []
    counts += [f"{report.warned} with a warning"] if report.warned else []
    counts += [f"{report.not_tried} not tried"] if report.not_tried else []
    emit("\n" + ", ".join(counts))
