"""From bots as the user named them to entrants that can be started: named, copied, built, tried in a self-check.

Called by the verbs that run bots (`tournament`, `match`).
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import trio

from arena.bot_files import BotSource, copy_into, name_entrants, resolve
from arena.bot_programs import copy_sdk
from arena.cli import interruption
from arena.cli.machine import Room
from arena.errors import BotFileError, BrokenBotError, RunError
from arena.executors.sitting import Board, Sitting, play_sitting
from arena.games import Game
from arena.records import Entrant, Fault, FaultKind, MatchRecord, Reason
from arena.reports.neutral import command, terminal
from arena.tournament_file import Settings

SELF_CHECKS_AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class Named:
    """The bots as found, under the names that they play by: `settings` has an entry for each of `sources`."""

    settings: Settings
    sources: tuple[BotSource, ...]


def named(settings: Settings, say: Callable[[str], None], skip_broken: bool = False) -> Named:
    """Find every bot and give it its name, which is said if it could not keep its own.

    `skip_broken` leaves out, with a notice, a bot that cannot be found.
    """
    sources, entries = [], []
    for entry in settings.bots:
        try:
            sources.append(resolve(entry))
            entries.append(entry)
        except BotFileError as problem:
            if not skip_broken:
                raise
            say(f"arena: left out: {problem}")
    names, notices = name_entrants(sources)
    for notice in notices:
        say(f"arena: {notice}")
    bots = (
        entry.model_copy(update={"name": name}).of(entry.origin) for name, entry in zip(names, entries, strict=True)
    )
    return Named(settings.model_copy(update={"bots": tuple(bots)}), tuple(sources))


def copied(
    bots: Named, bots_dir: Path, say: Callable[[str], None], skip_broken: bool = False
) -> tuple[Settings, list[Entrant]]:
    """Copy every bot into the run and build it there; the settings of those that are left, and the entrants.

    `skip_broken` leaves out, with a notice, a bot that cannot be built.
    """
    copy_sdk(bots_dir)
    entrants, kept = [], []
    for entry, source in zip(bots.settings.bots, bots.sources, strict=True):
        assert entry.name is not None, "named"
        try:
            entrants.append(copy_into(source, bots_dir, entry.name, bots.settings))
            kept.append(entry)
        except BotFileError as problem:
            if not skip_broken:
                raise
            say(f"arena: left out: {problem}")
    return bots.settings.model_copy(update={"bots": tuple(kept)}), entrants


def self_check(
    settings: Settings,
    entrants: Sequence[Entrant],
    game: Game,
    say: Callable[[str], None],
    skip_broken: bool = False,
    room: Room | None = None,
) -> list[Entrant]:
    """Let every bot play one deal against itself, on cards of its own; the entrants that can be started.

    A few bots at once, as many as there is `room` for.

    One that cannot start is a BrokenBotError (`skip_broken`: is left out and this is said); one that breaks a rule is
    warned about and plays.
    """
    at_once = SELF_CHECKS_AT_ONCE
    if room is not None:
        at_once = max(1, room.bots_at_once(at_once * game.seats) // game.seats)
    faults = interruption.run(_self_checks, entrants, game, at_once)
    sound = []
    for entry, entrant, fault in zip(settings.bots, entrants, faults, strict=True):
        if fault is not None and fault.kind is FaultKind.NOT_READY:
            told = f'bot "{entrant.name}" cannot be started: {terminal(fault.detail)}'
            if not skip_broken:
                hint = f"({command('check', entry.path or 'BOT')} says more; --skip-broken leaves it out)"
                raise BrokenBotError(f"{told}\n{hint}")
            say(f"arena: left out: {told}")
            continue
        if fault is not None:
            broke = f"{fault.kind}: {terminal(fault.detail)}"
            say(f'arena: warning: bot "{entrant.name}" broke a rule in its self-check: {broke}')
        sound.append(entrant)
    return sound


async def _self_checks(entrants: Sequence[Entrant], game: Game, at_once: int) -> list[Fault | None]:
    faults: list[Fault | None] = [None] * len(entrants)
    troubles: list[str] = []
    places = trio.CapacityLimiter(at_once)

    async def one(index: int) -> None:
        async def note(record: MatchRecord) -> None:
            faults[index] = record.result.fault
            if record.result.reason is Reason.VOID:
                troubles.append(record.log["void"])
            await trio.lowlevel.checkpoint()

        # the same bot in every seat
        entrant = entrants[index]
        board = Board(0, secrets.token_hex(32), 0)
        sitting = Sitting(
            entrants=(entrant,) * game.side_count,
            room="self-check",
            seats=game.sides,
            boards=(board,),
            game=game.name,
            options=game.options,
            max_deals=1,
            give_up_after=1,
        )
        async with places:
            await play_sitting(sitting, game, note)

    async with trio.open_nursery() as nursery:
        for index in range(len(entrants)):
            nursery.start_soon(one, index)
    if troubles:
        raise RunError(f"the self-check cannot be played here: {terminal(troubles[0])}")
    return faults
