"""What `arena check` does: one process, two scripted matches, a verdict for every step.

The rules are the game's, the faults are those that `bots.bot` finds; this holds neither. Called by `arena.cli.check`.
"""

import secrets
import signal
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import trio

from arena.bot_files import copy_into, resolve
from arena.bots.bot import Bot, Offence
from arena.bots.clock import Budget
from arena.bots.process import ending
from arena.bots.warden import HostTroubleError, Warden
from arena.cli import interruption
from arena.cli.check_plans import BOT_SEAT, Plan, planned
from arena.cli.copies import folder_for_copies
from arena.cli.output import emit, say
from arena.errors import RunError, UserError, all_of_kind
from arena.games import Deal, Game
from arena.records import Clock, Entrant, FaultKind, MatchSpec, Reason
from arena.referee import match_start
from arena.reports.neutral import command, terminal
from arena.seating import rooms, seated
from arena.tournament_file import from_bots
from protocol.codec import encode, encode_deal_end, encode_request, excerpt
from protocol.messages import MatchEnd

_READY = "start, and answer match_start with ready"
_AGAIN = "read match_end, and answer a second match_start with ready"
_DEAL_END = "read deal_end, and say nothing"
_AFTER_A_FAULT = "start again after a fault, and answer match_start with ready"
_EXIT = "exit at the end of its standard input"

_QUIET_S = 0.02  # for a bot that has something to say of the news, to say it before the next request
_MOST_SIDES = 3  # bots that a match of any game needs
_MOST_TIMEOUTS = 2  # each costs the whole bank


def check_bot(word: str, game_name: str | None, isolation: str | None) -> bool:
    """Lead the bot (`PATH` or `NAME=PATH`) through all steps and print them; whether all went well.

    `game_name` and `isolation` None: as in a tournament.
    """
    settings = from_bots([word] * _MOST_SIDES, {"game": game_name, "isolation": isolation})
    entry = settings.bots[0]
    game, first, second = planned(settings.game)
    source = resolve(entry)
    with folder_for_copies("check") as folder:
        entrant = copy_into(source, folder, source.name, settings)
        report = _Report()
        try:
            interruption.run(_checked, entrant, game, (first, second), report)
        except BaseExceptionGroup as group:
            _leave_quietly(group)
            if (trouble := all_of_kind(group, HostTroubleError)) is not None:
                raise RunError(f"the bot cannot be checked here: {terminal(str(trouble))}") from None
            raise
    missed = [decision for decision in game.decisions if decision not in report.decisions]
    report.conclude(entrant.clock, missed)
    of_game = "" if game_name is None else f" --game {game.name}"
    if report.failed:
        say(f"arena: mend the first failed step, then again: {command('check', word)}{of_game}")
    else:
        verb = "match" if game.side_count == 2 else "tournament"
        say(f"arena: let it play: {command(verb, *[word] * game.side_count)}{of_game}")
    return not report.failed


def _leave_quietly(group: BaseExceptionGroup[BaseException]) -> None:
    """End the program where only its output was closed, or cannot be written."""
    if group.split(SystemExit)[1] is None:
        raise SystemExit(0) from None
    if (mistake := all_of_kind(group, UserError)) is not None:
        raise mistake from None


# ---- the verdicts


@dataclass(slots=True)
class _Failure:
    """What went wrong at a step: the line that arena had sent, the reply as shown, the rule, standard error."""

    sent: bytes
    reply: str | None
    rule: str
    stderr: str | None


@dataclass(slots=True)
class _Report:
    """Prints a step when the next one begins; a step is made of all consecutive decisions under one title."""

    steps: int = 0
    failed: int = 0
    slowest_ms: float = 0.0
    ready_ms: float = 0.0
    decisions: set[str] = field(default_factory=set)
    _title: str = ""
    _failures: list[_Failure] = field(default_factory=list)
    _remark: str = ""

    def at(self, title: str) -> None:
        """What follows belongs to this step."""
        if title != self._title:
            self._print()
            self._title = title

    def fail(self, failure: _Failure) -> None:
        self._failures.append(failure)

    def remark(self, text: str) -> None:
        self._remark = text

    def skip(self, why: str) -> None:
        """The step cannot be tried."""
        self._print_line("  -", "not tried", f"{self._title} ({why})")
        self._title = ""

    def stop(self, why: str) -> None:
        """Say that no further steps are tried."""
        self._print()
        self._print_line("  -", "not tried", f"all further steps ({why})")

    def _print(self) -> None:
        if not self._title:
            return
        self.steps += 1
        self.failed += bool(self._failures)
        remark = f" ({self._remark})" if self._remark else ""
        self._print_line(f"{self.steps:>3}", "FAILED" if self._failures else "ok", f"{self._title}{remark}")
        for failure in self._failures[:1]:
            emit(f"                sent:   {terminal(failure.sent.decode().rstrip())}")
            emit(f"                reply:  {'none' if failure.reply is None else terminal(failure.reply)}")
            emit(f"                rule:   {terminal(failure.rule)}")
            errors = (failure.stderr or "").splitlines()
            emit("                standard error:" + ("" if errors else " nothing"))
            for line in errors:
                emit(f"                  {terminal(line)}")
        self._title, self._failures, self._remark = "", [], ""

    def _print_line(self, number: str, verdict: str, text: str) -> None:
        emit(f"{number}  {verdict:<9}  {text}")

    def conclude(self, clock: Clock, missed: Sequence[str]) -> None:
        """Print what is left, the decisions that did not come up, the count, the slowest answer against the limits."""
        self._print()
        if missed and not self.failed:
            self._print_line("  -", "not tried", f"no deal led to: {', '.join(missed)}")
        emit("")
        emit(f"{self.steps - self.failed} of {self.steps} steps ok" + (f", {self.failed} FAILED" * bool(self.failed)))
        limit = "untimed" if clock.action_ms is None else f"limit {clock.action_ms} ms, then a bank of {clock.bank_ms}"
        emit(f"slowest answer {self.slowest_ms:.1f} ms ({limit})")
        if self.ready_ms:
            emit(f"ready {self.ready_ms:.0f} ms after its start (limit {clock.start_ms} ms)")


# ---- the matches


class _Lost(Exception):
    """The bot committed a fault that ends the match; it was told so and ended."""


Matches = tuple[Sequence[Plan], Sequence[Plan]]


async def _checked(entrant: Entrant, game: Game, matches: Matches, report: _Report) -> None:
    with Warden() as warden:
        async with trio.open_nursery() as nursery:
            await _led(Bot(entrant, nursery, warden), game, matches, report)


async def _led(bot: Bot, game: Game, matches: Matches, report: _Report) -> None:
    table = _Table(game, bot, report)
    try:
        if await table.play_all(_READY, matches[0]) and await table.play_all(_AGAIN, matches[1]):
            await _end_of_input(bot, report)
        else:
            report.stop("it does not get ready, or does not answer")
    finally:
        with trio.CancelScope(shield=True):
            await bot.close()


class _Table:
    """The scripted side: three seats without processes, one with the bot."""

    def __init__(self, game: Game, bot: Bot, report: _Report) -> None:
        self.game = game
        self.bot = bot
        self.report = report
        self.sent = b""
        self.matches = 0
        self._budget = Budget(bot.entrant.clock)
        self._id = 0
        self._quiet_due = False  # a deal_end was sent: an answer to it shows before the next request
        self._was_quiet = False
        self._timeouts = 0
        self._lost = False  # the last match ended by a fault, the process with it

    async def play_all(self, title: str, planned: Sequence[Plan]) -> bool:
        """Play the deals as one match, after a fault the rest of them as another; False if no more can be tried."""
        scores: tuple[int, ...] = (0,) * self.game.side_count
        number = 0
        carried: Any = None
        begun = False
        for plan in planned:
            if not begun:
                if not await self._begin(_AFTER_A_FAULT if self._lost else title, plan.dealer):
                    return False
                begun, number, carried = True, 0, None
                scores = (0,) * self.game.side_count
            deal = plan.start(self.game, number, scores, carried)
            try:
                await self._play(plan, deal)
            except _Lost:
                if self._timeouts == _MOST_TIMEOUTS:
                    return False
                begun, self._lost = False, True
                continue
            scores, number, carried = deal.scores, number + 1, deal.carried
            assert deal.points is not None
            line = encode_deal_end(deal.number, deal.points, deal.scores, deal.hands, deal.actions, deal.summary())
            self._tell_deal_end(line)
            await trio.sleep(_QUIET_S)
        if begun:
            self.bot.tell(encode(MatchEnd(winner=None, scores=list(scores), reason=Reason.DEAL_CAP)))
        return True

    async def _begin(self, title: str, first_dealer: int) -> bool:
        room = next(iter(rooms(self.game.side_count)))
        seats = seated(room, self.game.sides)
        names = ("check", *("others",) * (self.game.side_count - 1))
        spec = MatchSpec(names, self.matches, room, secrets.token_hex(32), seats, first_dealer)
        self.matches += 1
        announcement = match_start(self.game, spec, BOT_SEAT, self.bot.entrant)
        self.report.at(title)
        self.sent = encode(announcement)
        self._id = 0
        self._quiet_due = self._lost = False
        self._budget.refill()
        offence = None if self.bot.announce(announcement) else await self.bot.begin()
        self.report.ready_ms = max(self.report.ready_ms, self.bot.start_ms or 0.0)
        if offence is not None:
            self._fail(offence)
            await self.bot.dismiss(offence)
            return False
        if self.bot.log:
            self.report.remark("; ".join(terminal(line) for line in self.bot.log))
        return True

    def _tell_deal_end(self, line: bytes) -> None:
        self.bot.tell(line)
        self._quiet_due = True
        self.sent = line

    async def _play(self, plan: Plan, deal: Deal) -> None:
        while deal.to_act >= 0:
            if deal.to_act == BOT_SEAT:
                deal.apply(await self._asked(deal, plan.title(deal)))
            else:
                deal.apply(plan.others(deal))

    async def _asked(self, deal: Deal, title: str) -> str:
        """The bot's action, legal; _Lost after a fault, which is reported at its step."""
        bot, report = self.bot, self.report
        legal, view = deal.legal(), deal.view_json(BOT_SEAT)
        self._id += 1
        budget = self._budget
        line = encode_request(self._id, deal.decision, legal, view, budget.action_ms, budget.bank_ms, budget.last_ms)
        action = await bot.ask(deal.decision, legal, view)
        # found before the request was written: it is the news that the bot did not bear
        is_early = isinstance(action, Offence) and self._quiet_due and not bot.elapsed_ms
        if self._quiet_due and (is_early or not self._was_quiet):
            report.at(_DEAL_END)
            self._was_quiet = not is_early
        self._quiet_due = False
        if not is_early:
            report.at(title)
            report.decisions.add(deal.decision)
            self.sent = line
            report.slowest_ms = max(report.slowest_ms, bot.elapsed_ms)
        if not isinstance(action, Offence) and action not in legal:
            await trio.sleep(_QUIET_S)  # what it wrote to standard error first may not have been read yet
            shown = excerpt(action.encode("utf-8", "replace"), 60)
            rule = f'{deal.decision} "{shown}" is illegal: {deal.why_illegal(action)} (legal: {" ".join(legal)})'
            action = Offence(FaultKind.ILLEGAL, rule, bot.elapsed_ms, excerpt(bot.last_line), bot.errors.tail() or None)
        if isinstance(action, Offence):
            self._fail(action)
            self._timeouts += action.kind is FaultKind.TIMEOUT
            await bot.dismiss(action)
            raise _Lost
        budget.charge(bot.elapsed_ms)
        return action

    def _fail(self, offence: Offence) -> None:
        rule = f"{offence.kind}: {offence.detail}"
        self.report.fail(_Failure(self.sent, offence.reply, rule, offence.stderr))


async def _end_of_input(bot: Bot, report: _Report) -> None:
    """Close the bot's input and see whether it leaves in time."""
    report.at(_EXIT)
    process = bot.process
    if process is None:
        report.skip("its last match ended by a fault")
        return
    await bot.close()
    if process.status == -signal.SIGKILL:
        rule = f"a bot must exit within exit_ms = {bot.entrant.clock.exit_ms} of the end of its standard input"
        report.fail(_Failure(b"(end of file)", None, f"{rule}: it was killed", bot.errors.tail() or None))
    elif process.status:
        report.remark(f"it {ending(process.status)}; status 0 is better")
