"""What `arena play` does: bots for the other seats, one match with a person in it, its end told and written down.

The match is the referee's, the bots are real processes; a person has no clock. Called by `arena.cli.play`.
"""

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from io import FileIO
from pathlib import Path
from typing import Any, Final

import orjson
import trio

from arena.ascii_json import ascii_json
from arena.bots.bot import Bot
from arena.bots.person import Person
from arena.bots.warden import HostTroubleError, Warden
from arena.cli import interruption
from arena.cli.copies import folder_for_copies
from arena.cli.enforced import enforced
from arena.cli.entrants import copied, named
from arena.cli.game_named import game_named
from arena.cli.keyboard import Keyboard
from arena.cli.machine import Room
from arena.cli.output import emit, say
from arena.cli.table_talk import PersonLeftError, TableTalk
from arena.derive import RunFacts, full_record
from arena.errors import OptionError, RecordError, RunError, SettingsError, UserError
from arena.executors.sitting import close_all, host_facts
from arena.games import Game
from arena.games.dealing import board_key, normal_seed
from arena.records import Entrant, MatchRecord, MatchSpec
from arena.referee import Seated, play_match
from arena.replay import Faulted, MatchEnds, steps
from arena.reports.neutral import command, terminal
from arena.reports.seat_view import Places, told
from arena.seating import rooms, seated
from arena.setting_values import NAME_LENGTH, name_fault
from arena.tournament_file import Settings, from_bots

_PERSON: Final = sha256(b"person").hexdigest()


@dataclass(frozen=True, slots=True)
class Wishes:
    """The command line, as given; None means not given."""

    bots: tuple[str, ...]
    seat: int
    board: int
    seed: str | None
    deals: int | None
    game: str | None
    options: tuple[str, ...]
    name: str
    isolation: str | None
    record: Path | None


def play_with(wishes: Wishes) -> None:
    """Play and tell. Raises UserError."""
    game = game_named(wishes.game, dict(map(_option, wishes.options)))
    by_seat = _words_by_seat(wishes, game)
    words = list(dict.fromkeys(word for word in by_seat if word))
    settings = _settings(words, wishes, game)
    seed = normal_seed(os.urandom(32).hex() if wishes.seed is None else wishes.seed)
    if fault := name_fault(wishes.name):
        raise SettingsError(f"--name: {fault}")
    Room.here().jobs(1, game.seats, 1)
    with _opened(wishes.record) as file, folder_for_copies("play") as folder:
        found = named(settings, say)
        isolation_facts = enforced(found.settings)
        settings, entrants = copied(found, folder, say)
        entrant_of = dict(zip(words, entrants, strict=True))
        people = [entrant_of[word] if word else None for word in by_seat]
        match = _Match.of(game, settings, people, wishes, seed)

        def keep(record: MatchRecord) -> None:
            if file is not None:
                _write(file, full_record(record, game, match.run))

        outcome = interruption.run(match.played, host_facts(isolation_facts), keep)
        if outcome is not None:
            raise outcome
    if match.is_over and wishes.record is not None:
        say(f"arena: the match is written down; look at it again: {command('replay', str(wishes.record))}")
    elif not match.is_over:
        say("arena: you left: nothing counts of a match that was not played to its end (a short one: --deals 3)")
    say(f"arena: the same deals again: {_again(wishes, seed)}")


def _again(wishes: Wishes, seed: str) -> str:
    options = [part for option in wishes.options for part in ("--option", option)]
    given = {"--game": wishes.game, "--seat": wishes.seat or None, "--deals": wishes.deals}
    more = [part for key, value in given.items() if value is not None for part in (key, str(value))]
    return command("play", *wishes.bots) + "".join(
        f" {part}" for part in [*more, *options, "--seed", seed.lstrip("0") or "0", "--board", str(wishes.board)]
    )


# ---- who sits where


def _option(text: str) -> tuple[str, Any]:
    """A rule option as in a tournament file's `[options]`: a whole number, true, false, or a word."""
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise OptionError(f'--option: expected KEY=VALUE, such as target=11, got "{terminal(text)}"')
    if value in ("true", "false"):
        return key, value == "true"
    return key, int(value) if value.removeprefix("-").isdecimal() and len(value) <= 9 else value


def _words_by_seat(wishes: Wishes, game: Game) -> list[str]:
    """The bot of each seat as it was named, "" for the person's own."""
    if not 0 <= wishes.seat < game.seats:
        raise SettingsError(f"--seat: expected a seat from 0 to {game.seats - 1} in {game.name}, got {wishes.seat}")
    others = game.seats - 1
    if len(wishes.bots) not in (1, others):
        for_each = {1: "", 3: ", or 3: left, partner, right"}.get(others, f", or {others}: clockwise from your left")
        place = "it sits opposite" if others == 1 else f"it sits in all {others} other seats"
        raise SettingsError(f"play {game.name}: expected 1 bot ({place}){for_each}, got {len(wishes.bots)}")
    words = wishes.bots if len(wishes.bots) == others else wishes.bots * others
    by_seat = [""] * game.seats
    for away, word in enumerate(words, 1):
        by_seat[(wishes.seat + away) % game.seats] = word
    return by_seat


def _settings(words: list[str], wishes: Wishes, game: Game) -> Settings:
    """As in a tournament, with an entry for each of the `words`, and deals that do not depend on who plays."""
    overrides = {
        "isolation": wishes.isolation,
        "game": game.name,
        "options": dict(game.options),
        "max_deals": wishes.deals,
        "common_deals": True,
    }
    # a tournament has as many bots as there are sides or more
    settings = from_bots(words * game.side_count, overrides)
    return settings.model_copy(update={"bots": settings.bots[: len(words)]})


def _teams(names: Sequence[str], sides: Sequence[int]) -> list[str]:
    """A name for each side, no two the same: its bots' names, or one where all are the same."""
    teams: list[str] = []
    for side in range(max(sides) + 1):
        members = dict.fromkeys(name for name, of_seat in zip(names, sides, strict=True) if of_seat == side)
        team = first = " + ".join(members)[:NAME_LENGTH].strip()
        number = 2
        while team in teams:
            ending = f" {number}"
            team = first[: NAME_LENGTH - len(ending)].strip() + ending
            number += 1
        teams.append(team)
    return teams


def _digest(digests: Sequence[str]) -> str:
    """Of a side: its bot's own where it has one alone, else of the digests of its seats; a person's is `_PERSON`."""
    if len(set(digests)) == 1:
        return digests[0]
    return f"sha256:{sha256(' '.join(digests).encode()).hexdigest()}"


# ---- the match


@dataclass(slots=True)
class _Match:
    """One match with a person in it. `people` by seat, None for the person; `is_over` when there is a record of it."""

    game: Game
    spec: MatchSpec
    run: RunFacts
    people: Sequence[Entrant | None]
    name: str
    max_deals: int
    is_over: bool = False

    @classmethod
    def of(
        cls, game: Game, settings: Settings, people: Sequence[Entrant | None], wishes: Wishes, seed: str
    ) -> "_Match":
        names = [wishes.name if entrant is None else entrant.name for entrant in people]
        digests = [f"sha256:{_PERSON}" if entrant is None else entrant.digest for entrant in people]
        teams = _teams(names, game.sides)
        in_order = tuple(sorted(teams))
        room = next(room for room, on in rooms(game.side_count).items() if [in_order[one] for one in on] == teams)
        board = wishes.board
        spec = MatchSpec(
            names=in_order,
            board=board,
            room=room,
            board_key=board_key(seed, "*", board),
            seats=seated(room, game.sides),
            first_dealer=board % game.seats,
        )
        of_side = {team: [digests[seat] for seat, of in enumerate(game.sides) if teams[of] == team] for team in teams}
        run = RunFacts(
            game=game.name,
            options=game.options,
            seed=seed,
            settings={
                "common_deals": settings.common_deals,
                "max_deals": settings.max_deals,
                "sitting": settings.sitting,
                "give_up_after": settings.give_up_after,
            },
            digests={team: _digest(each) for team, each in of_side.items()},
        )
        return cls(game, spec, run, people, wishes.name, settings.max_deals)

    async def played(self, host: dict[str, str], keep: Callable[[MatchRecord], None]) -> BaseException | None:
        """Play and tell; what ended it otherwise than the rules. `keep` gets the record as soon as there is one."""
        viewer = self.people.index(None)
        names = tuple(self.name if entrant is None else entrant.name for entrant in self.people)
        places = Places(viewer, names, tuple(self.game.sides))
        talk = TableTalk(self.game, self.spec, self.run, places, Keyboard())
        try:
            record = await self._refereed(talk, host)
            self.is_over = True
            keep(record)
            for step in steps(full_record(record, self.game, self.run)):
                if isinstance(step, Faulted | MatchEnds):
                    emit("\n".join(told([step], places)))
            await talk.after()
        except PersonLeftError:
            pass
        except HostTroubleError as trouble:
            return RunError(f"the match cannot be played on here: {terminal(str(trouble))}")
        except (UserError, SystemExit) as leaving:  # the output cannot be written, or nobody reads it
            return leaving
        return None

    async def _refereed(self, talk: TableTalk, host: dict[str, str]) -> MatchRecord:
        """Raises what ended the match alone, not in a group, when all bots are closed."""
        outcome: MatchRecord | BaseException | None = None
        with Warden() as warden:
            async with trio.open_nursery() as nursery:
                bots: list[Bot] = []
                seats: list[Seated] = []
                for entrant in self.people:
                    if entrant is None:
                        seats.append(Person(self.name, f"sha256:{_PERSON}", talk.decide, talk.hear))
                    else:
                        bot = Bot(entrant, nursery, warden)
                        bots.append(bot)
                        seats.append(bot)
                try:
                    outcome = await play_match(self.game, self.spec, seats, self.max_deals, host, watch=talk.watch)
                except (PersonLeftError, HostTroubleError, UserError, SystemExit) as leaving:
                    outcome = leaving
                finally:
                    await close_all(bots)
        if isinstance(outcome, BaseException):
            raise outcome
        assert outcome is not None
        return outcome


def _write(file: FileIO, exported: dict[str, Any]) -> None:
    line = ascii_json(orjson.dumps(exported)) + b"\n"
    try:
        while line:
            line = line[file.write(line) :]
    except OSError as problem:
        raise RecordError(f"--record: {file.name}: {(problem.strerror or str(problem)).lower()}") from None


@contextlib.contextmanager
def _opened(path: Path | None) -> Iterator[FileIO | None]:
    """A new file for the record, before the match is played; gone again if nothing was written."""
    if path is None:
        yield None
        return
    try:
        file = path.open("xb", buffering=0)
    except FileExistsError:
        raise RecordError(f"--record: {path} is there already: give the name of a new file") from None
    except OSError as problem:
        raise RecordError(f"--record: {path}: {(problem.strerror or str(problem)).lower()}") from None
    with file:
        try:
            yield file
        finally:
            if file.tell() == 0:
                path.unlink(missing_ok=True)
