"""The table at which `arena check` leads a bot: one seat with its process, the others scripted.

Sends and judges a match's lines through `bots.bot`, as the referee does, and says at which step what went wrong. Never
chooses what is tried. Called by `check_matches`.
"""

import os
import re
import secrets
from collections.abc import Awaitable, Callable
from statistics import fmean
from typing import Any, Final

import trio

from arena.announcements import match_start
from arena.bots.bot import Bot, Offence
from arena.bots.clock import Budget
from arena.cli.check_advice import Known, advice
from arena.cli.check_plans import Plan
from arena.cli.check_report import Failure, Report
from arena.cli.check_situations import NEGATIVE_CALL, NEGATIVE_PLAY, PLAY
from arena.cli.check_speed import Answer, Speed, busy_ms, computes
from arena.cli.output import say
from arena.games import Deal, Game
from arena.last_words import NOTHING_QUOTED, QUOTED
from arena.records import Entrant, FaultKind, Isolation, Reason
from arena.referee import illegal_detail
from arena.reports.neutral import terminal
from arena.seating import rooms
from protocol.codec import encode, encode_deal_end, encode_request, excerpt
from protocol.messages import MatchEnd

QUIET_S: Final = 0.03  # for a bot that has more to say, to say it before the next request
_PATIENCE_S: Final = 2.0  # of the person at the keyboard
_RESTART: Final = "start again after a fault, and answer match_start with ready"
_DOES_IT_FLUSH: Final = re.compile(r" \(does it flush[^)]*\)")
_STDERR_IN_RULE: Final = (QUOTED, NOTHING_QUOTED)


class Lost(Exception):
    """The bot committed a fault that ends the match; it was told so and ended."""


class Table:
    """One bot's process under a match after another. `by_hand`: commands that feed it what it was sent.

    `faults`: how many so far, `timeouts` of them. `decisions`: the kinds that were answered. `lines`: those that the
    process with the first fault was sent up to it; without a fault, those to the process that runs.
    """

    def __init__(self, game: Game, bot: Bot, report: Report, speed: Speed, by_hand: str | None = None) -> None:
        self.game = game
        self.bot = bot
        self.report = report
        self.speed = speed
        self.sent = b""
        self.faults = 0
        self.timeouts = 0
        self.lost_deals = 0  # that followed one another, but for illegal actions later in a match
        self.stderr_bytes = 0
        self.decisions: set[str] = set()
        self._by_hand = by_hand
        self._to_first_fault: list[bytes] = []
        self._lines: list[bytes] = []  # to the process that runs
        self._answers_ms: list[float] = []  # of the process that runs
        self._is_returning = False
        self._matches = 0
        self._seat = 0
        self._budget = Budget(bot.entrant.clock)
        self._id = 0
        self._is_held_news = False
        self._bears_negative = False  # an answer has come where a score was negative
        self._waits_for = ""
        self._scores: tuple[int, ...] = ()
        self._number = 0
        self._carried: Any = None

    @property
    def lines(self) -> list[bytes]:
        return self._to_first_fault or self._lines

    # ---- a match

    async def begin(self, title: str | None, seat: int, first_dealer: int) -> bool:
        """Begin a match at `seat`, with a new process if there is none; whether the bot is ready.

        `title`: the step at which to say how it went; None: only if it fails.
        """
        bot = self.bot
        room = next(iter(rooms(self.game.side_count)))
        key = secrets.token_hex(32)
        clock, line_bytes = bot.entrant.clock, bot.entrant.limits.line_bytes
        start = match_start(self.game, self._matches, room, key, first_dealer, seat, clock, line_bytes)
        self._matches += 1
        self._seat = seat
        self._id = self._number = 0
        self._carried = None
        self._scores = (0,) * self.game.side_count
        self._budget.refill()
        if title is not None:
            self.report.at(title)
        process = bot.process
        self._note_errors()
        self._note(encode(start))
        if not bot.announce(start):
            self._waits_for = f"ready, start_ms = {clock.start_ms}"
            offence = await bot.begin()
            self._waits_for = ""
            if offence is not None:
                self._is_returning = process is not None and bot.process is process
                self.report.at(title or _RESTART)
                await self._lose(offence)
                return False
        if bot.start_ms is not None:
            self._answers_ms.clear()
            self.speed.ready_ms = max(self.speed.ready_ms or 0.0, bot.start_ms)
            if process is not None and not bot.log:
                self.report.remark("it left after the match and was started again, as it may")
            self._lines = self._lines[-1:]
        if title is not None:
            for line in bot.log:
                says = "dropped" in line
                told = "write nothing between two matches" if says else "exit with status 0, if it exits after a match"
                self.report.warn(line, told)
        return True

    def start(self, plan: Plan) -> Deal:
        """The next deal of the match, not yet begun."""
        return plan.start(self.game, self._number, self._scores, self._carried)

    async def play(
        self,
        plan: Plan,
        deal: Deal,
        title: Callable[[Deal], str | Awaitable[str]],
        kind: Callable[[str], str] | None = None,
    ) -> None:
        """Play a deal to its end, the bot's decisions at the step that `title` says; raises Lost after a fault.

        `title` may be a coroutine that waits before the request is sent. `kind`: the step of a decision of that
        kind, to which all faults after the first belong; None: they belong to the step of the title.
        """
        while deal.to_act >= 0:
            if deal.to_act != self._seat:
                deal.apply(plan.others(deal))
                continue
            met = frozenset(self.report.met)
            step = title(deal)
            step = step if isinstance(step, str) else await step
            deal.apply(await self._asked(plan, deal, step, step not in met, kind))
        self.lost_deals = 0
        self._scores, self._carried = deal.scores, deal.carried
        self._number += 1

    def tell_end(self, deal: Deal, *, with_next_request: bool = False) -> None:
        """Tell the news that a deal is over; `with_next_request`: in one piece with the request that comes next."""
        assert deal.points is not None, "the deal is over"
        line = encode_deal_end(deal.number, deal.points, deal.scores, deal.hands, deal.actions, deal.summary())
        self.bot.is_held = self._is_held_news = with_next_request
        self.bot.tell(line)
        self._note(line)

    def end(self) -> None:
        """Tell the news that the match is over."""
        line = encode(MatchEnd(winner=None, scores=list(self._scores), reason=Reason.DEAL_CAP))
        if self.bot.process is not None:
            self.speed.remember(self.bot.process.pid)
        self._note(line)
        self.bot.tell(line)

    # ---- a decision

    async def _asked(self, plan: Plan, deal: Deal, title: str, is_new: bool, kind: Callable[[str], str] | None) -> str:
        """The bot's action, legal; raises Lost after a fault, which is reported at its step."""
        bot, report, budget = self.bot, self.report, self._budget
        legal, view = deal.legal(), deal.view_json(self._seat)
        self._id += 1
        line = encode_request(self._id, deal.decision, legal, view, budget.action_ms, budget.bank_ms, budget.last_ms)
        assert bot.process is not None, "a match has begun"
        busy, uncharged = busy_ms(bot.process.pid), bot.uncharged_ms
        self._waits_for = f"an answer: {title}"
        action = await bot.ask(deal.decision, legal, view)
        self._waits_for = ""
        came_with_news = self._is_held_news
        if came_with_news:
            self._is_held_news = bot.is_held = False
            if bot.process is not None:
                bot.process.go_on()
        # found before the request was written: it belongs to what was sent before
        is_early = isinstance(action, Offence) and not bot.elapsed_ms
        if not is_early or not report.title:
            report.at(title)
        if not is_early:
            self._note(line)
        if not isinstance(action, Offence) and action not in legal:
            await trio.sleep(QUIET_S)  # what it wrote to standard error first may not have been read yet
            rule = illegal_detail(deal.decision, action, deal.why_illegal(action), legal)
            action = Offence(
                FaultKind.ILLEGAL, rule, bot.elapsed_ms, excerpt(bot.last_line), bot.errors.excerpt() or None
            )
        is_negative = min(deal.scores) < 0
        if isinstance(action, Offence):
            if is_negative and not self._bears_negative and not is_early and not came_with_news:
                report.at(NEGATIVE_PLAY if deal.decision == PLAY else NEGATIVE_CALL)
            elif action.kind is FaultKind.ILLEGAL and deal.decision == PLAY:
                report.at(plan.title(deal))  # the protocol was kept: it is a rule that was not
            elif kind is not None and self.faults and not is_early:
                # what was to be tried did not come about: it is the decision that the bot cannot make
                if is_new:
                    report.withdraw()
                report.at(kind(deal.decision))
            await self._lose(action, busy, deal.decision)
            raise Lost
        waited_ms = bot.uncharged_ms - uncharged
        charged_ms = bot.elapsed_ms - waited_ms
        self._answers_ms.append(charged_ms)
        self.decisions.add(deal.decision)
        self.speed.answers.append(Answer(charged_ms, f'{deal.decision} at "{title}"', waited_ms))
        self._bears_negative |= is_negative
        budget.charge(charged_ms)
        if budget.bank_ms is not None:
            self.speed.bank_ms = max(self.speed.bank_ms, budget.full_bank_ms - budget.bank_ms)
        return action

    async def _lose(self, offence: Offence, busy_before: float | None = 0.0, due: str | None = None) -> None:
        """Report a fault at the step that is tried, and end the process. `due`: the decision that it was asked for."""
        process = self.bot.process
        busy, is_at_work = None, False
        if process is not None and busy_before is not None:
            now = busy_ms(process.pid)
            busy = None if now is None else now - busy_before
            is_at_work = computes(process.pid)
            self.speed.remember(process.pid)
        if not self.faults:
            self._to_first_fault = self._lines[:]
        self.faults += 1
        self.lost_deals += offence.kind is not FaultKind.ILLEGAL or self._id <= 1
        self.timeouts += offence.kind is FaultKind.TIMEOUT
        offence.stderr = short_paths(offence.stderr or "", self.bot.entrant)
        rule = rule_of(offence)
        known = Known(
            busy,
            is_at_work,
            len(self._answers_ms),
            fmean(self._answers_ms) if self._answers_ms else 0.0,
            self._is_returning,
            self.bot.entrant.isolation in (Isolation.STRONG, Isolation.AUTO),
            self._lines[-2] if len(self._lines) > 1 else b"",
            self._by_hand,
        )
        told = advice(offence, self.sent, known)
        self.report.fail(Failure(offence.kind, self.sent, offence.reply, rule, told, offence.stderr, due=due))
        await self.bot.dismiss(offence)
        self._note_errors()

    # ---- beside the match

    async def notice_long_waits(self) -> None:
        """Say on standard error what is waited for, where it takes long. Runs until it is cancelled."""
        said = ""
        while True:
            waits_for = self._waits_for
            await trio.sleep(_PATIENCE_S)
            if waits_for and waits_for == self._waits_for != said:
                say(f"arena: waiting for {terminal(waits_for)}")
                said = waits_for

    def _note(self, line: bytes) -> None:
        self.sent = line
        self._lines.append(line)

    def _note_errors(self) -> None:
        """Count what came on standard error, which is forgotten when a match begins."""
        self.stderr_bytes += self.bot.errors.received
        self.bot.errors.clear()


def short_paths(text: str, entrant: Entrant) -> str:
    """Names of files as the bot's author knows them: without the folder that arena has copied them to."""
    if entrant.folder is None:
        return text
    folder = os.path.basename(entrant.folder)
    # some languages show only the end of a long path
    text = re.sub(r"\.\.\.([^\s/]{4,})/", lambda end: "" if folder.endswith(end[1]) else end[0], text)
    return text.replace(f"{entrant.folder}/", "").replace(f"{os.path.dirname(entrant.folder)}/", "")


def rule_of(offence: Offence, where: str = "") -> str:
    """Kind, `where` and detail, without the reply, standard error and a guess: these are shown by themselves."""
    detail = offence.detail
    for words in _STDERR_IN_RULE:
        detail = detail.partition(words)[0]
    detail = _DOES_IT_FLUSH.sub("", detail)
    if offence.reply is not None:
        detail = detail.removesuffix(f"got {offence.reply}").rstrip(" ;:")
    return f"{offence.kind}{where}: {detail}"
