"""What `arena replay --feed BOT` does: which seat's questions, to which program, and the comparison in words.

Prints where the bot answers otherwise than the record, and its fault as it would be reported in a tournament. Called
by `run_replay`.
"""

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from arena.bot_files import check_copy, copy_into, resolve
from arena.bots.warden import HostTroubleError
from arena.cli import interruption
from arena.cli.copies import folder_for_copies
from arena.cli.feed import Answered, Broke, Talk, talk
from arena.cli.hints import replay_command
from arena.cli.output import emit, say
from arena.cli.run_choice import OpenRun
from arena.derive import full_record
from arena.errors import BotFileError, RecordError, RunError, all_of_kind
from arena.positions import Position, positions
from arena.records import Entrant, Reason, faults_in, match_id
from arena.replay import deal_at
from arena.reports.neutral import terminal
from arena.reports.replays import Names, line_of, what_happened
from arena.tournament_file import BotEntry, bot_entry
from arena.transcript import Sent, Sort, lines

_MOST_SHOWN: Final = 20  # differences in full; another bot than the one that played may have a hundred


@dataclass(frozen=True, slots=True)
class Feeding:
    """The command line: `bot` an entrant of the run, `PATH` or `NAME=PATH`; `seat` None: the most telling one.

    `deal`: compare that deal alone; the earlier ones are sent all the same, so that the bot knows what it knew.
    `sitting`: send first what the seat's process had played before this match.
    """

    bot: str
    seat: int | None
    deal: int | None
    sitting: bool


def feed(opened: OpenRun, exported: Mapping[str, Any], wish: Feeding) -> int:
    """Send and compare; the exit status: 0 where every answer is the record's and there is no fault, else 1.

    Raises UserError.
    """
    seat = _seat(exported, wish)
    matches = [*(_before(opened, exported, seat) if wish.sitting else ()), exported]
    with _entrant(opened, exported, wish.bot, seat) as entrant:
        told = [list(lines(match, seat, entrant.clock, entrant.limits.line_bytes)) for match in matches]
        if wish.deal is not None:
            told[-1] = _up_to(told[-1], wish.deal)
        if not told[-1] or told[-1][-1].kind is Sort.MATCH_START:
            raise RecordError(f"{exported['match']} was not played: seat {seat} was asked nothing")
        requests = sum(sent.kind is Sort.REQUEST for sent in told[-1])
        earlier = f", after the {len(matches) - 1} matches before it" if len(matches) > 1 else ""
        whose = f"seat {seat} ({terminal(_name(exported, seat))}) in {terminal(exported['match'])}"
        say(
            f"arena: to {terminal(entrant.name)}: the {requests} requests of {whose}{earlier}, "
            f"isolation {entrant.isolation}"
        )
        verdicts = [_Verdict(match, seat) for match in matches]

        def why_illegal(match: int, sent: Sent, action: str) -> str:
            return verdicts[match].why_illegal(sent, action)

        try:
            found = interruption.run(talk, entrant, told, why_illegal)
        except BaseExceptionGroup as group:
            if (trouble := all_of_kind(group, HostTroubleError)) is not None:
                raise RunError(f"the bot cannot be started here: {terminal(str(trouble))}") from None
            raise
    if found.start_ms is not None:
        emit(f"ready after {found.start_ms:.0f} ms")
    if found.match < len(matches) - 1:
        emit(f"in {terminal(matches[found.match]['match'])}, before the match that was asked for")
        found = replace(found, answers=())
    verdict = verdicts[found.match]
    is_same = verdict.tell(found, wish.deal)
    verdict.say_what_next(opened, wish)
    return 0 if is_same else 1


def _up_to(told: Sequence[Sent], deal: int) -> list[Sent]:
    """The transcript to the end of a deal."""
    last = max((number for number, sent in enumerate(told) if sent.deal is not None and sent.deal <= deal), default=-1)
    return list(told[: last + 1])


def _name(exported: Mapping[str, Any], seat: int) -> str:
    """Of the entrant that played there."""
    return str(exported["entrants"][exported["seats"][seat]]["name"])


def _before(opened: OpenRun, exported: Mapping[str, Any], seat: int) -> list[Mapping[str, Any]]:
    """The matches that the seat's process had played before this one, in order.

    A process is started for the first board of a sitting, and again after a fault of its own or trouble of the machine.
    """
    names = tuple(entrant["name"] for entrant in exported["entrants"])
    found: list[Mapping[str, Any]] = []
    board = exported["board"]
    while board > 0 and (found or [exported])[0]["timing"]["start_ms"][seat] is None:
        board -= 1
        try:
            record = opened.store.find(match_id(names, board, exported["room"]))
        except RecordError:
            break
        faults = record.result.faults
        if record.result.reason is Reason.VOID or any(fault.seat == seat or fault.unplayed for fault in faults):
            break
        found.insert(0, full_record(record, opened.game, opened.run_facts()))
    return found


# ---- whose questions, and who answers them


def _seat(exported: Mapping[str, Any], wish: Feeding) -> int:
    """The seat that was given; else that at fault, if the bot named is not another one; else the bot's first, or 0."""
    if wish.seat is not None:
        return wish.seat
    seats, names = exported["seats"], [entrant["name"] for entrant in exported["entrants"]]
    own = [at for at, index in enumerate(seats) if names[index] == wish.bot]
    guilty = [fault["seat"] for fault in faults_in(exported["result"])]
    candidates = [at for at in guilty if at in own or not own] or own or [seats.index(0)]
    return int(candidates[0])


@contextlib.contextmanager
def _entrant(opened: OpenRun, exported: Mapping[str, Any], word: str, seat: int) -> Iterator[Entrant]:
    """The bot as the run would start it: an entrant's own copy, or a copy of what stands at a path, gone afterwards."""
    entrants = {entrant.name: entrant for entrant in opened.store.entrants}
    if word in entrants:
        check_copy(entrants[word], opened.store.run_dir / "bots")
        yield entrants[word]
        return
    if "/" not in word and "=" not in word and not os.path.exists(word):
        known = ", ".join(map(terminal, entrants))
        raise BotFileError(f'--feed: expected a path or a bot of the run ({known}), got "{terminal(word)}"')
    entry, like = _entry(opened, word, entrants[_name(exported, seat)])
    source = resolve(entry)
    with folder_for_copies("feed") as folder:
        made = copy_into(source, folder, source.name, opened.settings)
        yield replace(
            made,
            clock=like.clock,
            limits=like.limits,
            isolation=like.isolation,
            network=like.network,
            pondering=like.pondering,
        )


def _entry(opened: OpenRun, word: str, seated: Entrant) -> tuple[BotEntry, Entrant]:
    """How to start what stands at a path, and the entrant whose time and limits it has.

    `NAME=PATH` with an entrant's name: with that bot's own command, arguments and variables, from another path.
    """
    entry = bot_entry(word)
    named = {bot.name: bot for bot in opened.settings.bots}.get(entry.name) if entry.name is not None else None
    if named is None or entry.path is None:
        return entry, seated
    own = {entrant.name: entrant for entrant in opened.store.entrants}
    return named.model_copy(update={"path": str(Path(entry.path))}), own[str(entry.name)]


# ---- the comparison


@dataclass(slots=True)
class _Count:
    same: int = 0
    otherwise: int = 0
    mended: int = 0


class _Verdict:
    """What is to be said of a talk, against the record."""

    def __init__(self, exported: Mapping[str, Any], seat: int) -> None:
        self._exported = exported
        self._seat = seat
        self._first: Sent | None = None
        self._is_again = False
        self._differs = False
        self._positions: dict[tuple[int | None, int], Position] = {}

    def why_illegal(self, sent: Sent, action: str) -> str:
        assert sent.deal is not None
        assert sent.index is not None
        return deal_at(self._exported, sent.deal, sent.index).why_illegal(action)

    def tell(self, found: Talk, deal: int | None) -> bool:
        """Print the differences (in `deal` alone, if given) and the fault, then the count; whether there are none."""
        count = _Count()
        for answer in found.answers:
            if deal not in (None, answer.sent.deal):
                continue
            if answer.sent.action is None:
                count.mended += 1
                self._tell_mended(answer)
            elif answer.sent.action == answer.action:
                count.same += 1
            else:
                count.otherwise += 1
                self._differs = True
                if count.otherwise <= _MOST_SHOWN:
                    self._tell_difference(answer)
        if count.otherwise > _MOST_SHOWN:
            emit(f"… and {count.otherwise - _MOST_SHOWN} more (--deal N shows those of a deal)")
        if found.broke is not None:
            self._tell_fault(found.broke)
        elif self._fault is not None and not count.mended and self._fault["deal"] is None:
            emit(f"the fault of the record does not come again: {self._fault['kind']}")
        parts = [f"{count.same} as recorded", f"{count.otherwise} otherwise"]
        parts += ["1 where the record has a fault"] * bool(count.mended)
        ending = f"a fault: {found.broke.offence.kind}" if found.broke else "no fault"
        emit(f"seat {self._seat}: answers: {', '.join(parts)}; {ending}")
        return not count.otherwise and found.broke is None

    def say_what_next(self, opened: OpenRun, wish: Feeding) -> None:
        match = self._exported["match"]
        if self._first is not None and self._first.deal is not None:
            options = ("--deal", str(self._first.deal), "--card", str(self._first.index), "--seat", str(self._seat))
            say(f"arena: look at where it begins: {replay_command(opened.name, match, *options)}")
        if self._differs and wish.bot == _name(self._exported, self._seat):
            say("arena: the very program answers otherwise than it did: it goes by time, or by chance of its own")
        had_played = self._exported["timing"]["start_ms"][self._seat] is None
        if self._fault is not None and not self._is_again and had_played and not wish.sitting:
            again = replay_command(opened.name, match, f"--feed={wish.bot}", "--seat", str(self._seat), "--sitting")
            say(f"arena: its process had played other boards before; with what it heard there: {again}")

    @property
    def _fault(self) -> Mapping[str, Any] | None:
        """The seat's own in the record."""
        return next((fault for fault in faults_in(self._exported["result"]) if fault["seat"] == self._seat), None)

    def _tell_difference(self, answer: Answered) -> None:
        sent = answer.sent
        assert sent.action is not None
        self._tell_place(sent)
        emit(f"  recorded: {_said(sent.action, sent.note, sent.ms)}")
        emit(f"  answered: {_said(answer.action, answer.note, answer.ms)}")
        emit("")

    def _tell_mended(self, answer: Answered) -> None:
        self._tell_place(answer.sent)
        fault = self._fault
        assert fault is not None
        emit(f"  recorded: FAULT {fault['kind']}: {what_happened(fault['detail'], fault['stderr'])}")
        emit(f"  answered: {_said(answer.action, answer.note, answer.ms)}, which is legal")
        emit("")

    def _tell_fault(self, broke: Broke) -> None:
        asked, offence = broke.asked, broke.offence
        fault = self._fault
        if asked.deal is None:
            emit("before the first deal")
        else:
            self._tell_place(asked)
        here = fault is not None and (fault["deal"], fault["action_index"]) == (asked.deal, asked.index)
        if here and fault is not None and fault["kind"] == offence.kind:
            self._is_again = True
            emit(f"  recorded: the same fault, {fault['kind']}")
        elif here and fault is not None:
            emit(f"  recorded: FAULT {fault['kind']}: {what_happened(fault['detail'], fault['stderr'])}")
        elif asked.action is not None:
            emit(f"  recorded: {_said(asked.action, asked.note, asked.ms)}")
        elapsed = "" if offence.elapsed_ms is None else f" after {offence.elapsed_ms:.1f} ms"
        emit(f"  answered: FAULT {offence.kind}{elapsed}")
        emit(f"    sent:   {terminal(broke.sent.line.decode().rstrip())}")
        emit(f"    reply:  {'none' if offence.reply is None else terminal(offence.reply)}")
        emit(f"    rule:   {what_happened(offence.detail, offence.stderr)}")
        errors: Sequence[str] = broke.stderr.splitlines()
        emit("    standard error:" + ("" if errors else " nothing"))
        for line in errors:
            emit(f"      {terminal(line)}")
        emit("")

    def _tell_place(self, sent: Sent) -> None:
        """Where in the match it is, and what the seat could see there, in words."""
        self._first = self._first or sent
        if not self._positions:
            found = positions(self._exported, seat=self._seat)
            self._positions = {(position.deal, position.shown): position for position in found}
        assert sent.index is not None
        position = self._positions[sent.deal, sent.index]
        moment = position.moment
        assert moment is not None
        names = Names(position.begins.bots, position.begins.sides)
        emit(f"deal {sent.deal}, decision {sent.index}: {names.seat(self._seat)} to {moment.decision}")
        emit(f"  holds     {' '.join(moment.hands[self._seat] or ()) or 'nothing'}")
        told = [f"  {line_of(line.decision, line.acted)}" for line in position.lines if line.winner is None]
        if position.contract is not None:  # before the cards on the table
            stands = f"  {names.contract(position.contract)} · tricks {names.by_side(position.tricks_by_side)}"
            told.insert(max(0, len(told) - 1), stands)
        for line in told:
            emit(line)
        emit(f"  legal     {terminal(', '.join(moment.legal))}")


def _said(action: str, note: str | None, ms: float | None) -> str:
    took = "" if ms is None else f" ({ms:.1f} ms)"
    return f"{terminal(action)}{took}" + (f', note "{terminal(note)}"' if note else "")
