"""What `arena match` does: one board, all its rooms, in this process. Called by `arena.cli.match`."""

import os

import trio

from arena.cli import interruption
from arena.cli.copies import folder_for_copies
from arena.cli.enforced import enforced
from arena.cli.entrants import copied, named
from arena.cli.game_named import game_named
from arena.cli.machine import Room
from arena.cli.output import emit, say
from arena.cli.run_choice import facts_in_records
from arena.derive import full_record
from arena.errors import SettingsError
from arena.executors.sitting import Board, Sitting, play_sitting
from arena.games import Game
from arena.games.dealing import board_key, normal_seed
from arena.records import Entrant, MatchRecord, Reason, encounter_name
from arena.replay import steps
from arena.reports.neutral import command, terminal
from arena.reports.replays import replay_text
from arena.seating import rooms, seated
from arena.tournament_file import Settings, from_bots


def play_board(
    bots: list[str], board: int, seed: str | None, show: bool, isolation: str | None, game_name: str | None
) -> int:
    """Play and print; the exit status. `isolation` and `game_name` None: as in a tournament."""
    game = game_named(game_name, {})
    if len(bots) != game.side_count:
        wanted = {2: "two", 3: "three"}.get(game.side_count, str(game.side_count))
        more = " (more: arena tournament)" if len(bots) > game.side_count else ""
        raise SettingsError(f"a match of {game.name} is between {wanted} bots, got {len(bots)}{more}")
    settings = from_bots(bots, {"isolation": isolation, "game": game_name})
    seed = normal_seed(os.urandom(32).hex() if seed is None else seed)
    Room.here().jobs(1, game.seats, 1)
    with folder_for_copies("match") as folder:
        found = named(settings, say)
        isolation_facts = enforced(found.settings)
        settings, entrants = copied(found, folder, say)
        by_name = tuple(sorted(entrants, key=lambda entrant: entrant.name))
        records = interruption.run(_all_rooms, by_name, game, settings, seed, board, isolation_facts)
    names = tuple(entrant.name for entrant in by_name)
    run = facts_in_records(settings, game, seed, entrants)
    for record in records:
        if show:
            emit(replay_text(steps(full_record(record, game, run))))
        emit(_result_line(record, names))
    say(f"arena: seed {seed}; the same board again: --seed {seed} --board {board}")
    of_game = "" if game_name is None else f" --game {game.name}"
    say(f"arena: many boards: {command('tournament', *bots)}{of_game}")
    return 1 if any(record.result.reason is Reason.VOID for record in records) else 0


async def _all_rooms(
    entrants: tuple[Entrant, ...], game: Game, settings: Settings, seed: str, number: int, isolation_facts: str
) -> list[MatchRecord]:
    records: list[MatchRecord] = []

    async def keep(record: MatchRecord) -> None:
        records.append(record)
        await trio.lowlevel.checkpoint()

    key = board_key(seed, encounter_name(tuple(entrant.name for entrant in entrants)), number)
    for room in rooms(game.side_count):
        sitting = Sitting(
            entrants=entrants,
            room=room,
            seats=seated(room, game.sides),
            boards=(Board(number, key, number % game.seats),),
            game=game.name,
            options=game.options,
            max_deals=settings.max_deals,
            give_up_after=settings.give_up_after,
            isolation_facts=isolation_facts,
        )
        await play_sitting(sitting, game, keep)
    return records


def _result_line(record: MatchRecord, names: tuple[str, ...]) -> str:
    result, spec = record.result, record.spec
    sides = [terminal(names[spec.seats[side]]) for side in range(len(names))]
    score = ", ".join(f"{name} {points}" for name, points in zip(sides, result.scores, strict=True))
    winner = f"{sides[result.winner]} wins" if result.winner is not None else "no winner"
    why = "" if result.fault is None else f": {result.fault.kind}: {terminal(result.fault.detail)}"
    return f"{spec.room}: {winner} ({result.reason}) — {score}{why}"
