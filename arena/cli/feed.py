"""One seat's side of recorded matches, said once more to a real process: every line as it was sent, the answers kept.

The process is a `bots.bot.Bot`, started, timed and judged as in a tournament, its clock set to what the record says
before each request. Compares nothing and prints nothing. Called by `run_feed`.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import orjson
import trio

from arena.bots.bot import Bot, Offence
from arena.bots.warden import Warden
from arena.records import Entrant, FaultKind
from arena.referee import illegal_detail
from arena.transcript import Sent, Sort
from protocol.codec import excerpt
from protocol.messages import MatchStart

WhyIllegal = Callable[[int, Sent, str], str]
"""The rule, in words, that an answer to a request breaks; the match by its place among those that are said."""

_QUIET_S: Final = 0.001  # the others' turns: what a bot says unasked shows before the next request
_LAST_WORDS_S: Final = 0.02  # for what it wrote to standard error before an answer that breaks a rule


@dataclass(frozen=True, slots=True)
class Answered:
    """A legal answer to the request `sent`."""

    sent: Sent
    action: str
    note: str | None
    ms: float


@dataclass(frozen=True, slots=True)
class Broke:
    """A fault: `asked` is the line it is placed at, `sent` the last line written before it, `stderr` all there was."""

    asked: Sent
    sent: Sent
    offence: Offence
    stderr: str


@dataclass(frozen=True, slots=True)
class Talk:
    """What came of it: the answers in the match that it ended with, and the fault that ended it if there was one.

    `match`: the place of that match; the last one, but for a fault in an earlier one. `start_ms`: how long the process
    took to its first `ready`, None if it was not.
    """

    match: int
    answers: tuple[Answered, ...]
    broke: Broke | None
    start_ms: float | None


class _Fed(Bot):
    """A bot whose clock is set from outside."""

    def set_clock(self, told: dict[str, Any]) -> None:
        self._budget.bank_ms, self._budget.last_ms = told["bank_ms"], told["last_ms"]


async def talk(entrant: Entrant, matches: Sequence[Sequence[Sent]], why_illegal: WhyIllegal) -> Talk:
    """Say transcripts, one match after the other, to one new process; none is left. Raises HostTroubleError.

    The fault notice of the record is not said: what this bot did is its own.
    """
    with Warden() as warden:
        async with trio.open_nursery() as nursery:
            bot = _Fed(entrant, nursery, warden)
            try:
                start_ms = None
                for match, told in enumerate(matches):
                    answers, broke = await _talked(bot, told, partial(why_illegal, match))
                    start_ms = bot.start_ms if match == 0 else start_ms
                    if broke is not None:
                        break
                return Talk(match, answers, broke, start_ms)
            finally:
                with trio.CancelScope(shield=True):
                    await bot.close()


async def _talked(
    bot: _Fed, told: Sequence[Sent], why_illegal: Callable[[Sent, str], str]
) -> tuple[tuple[Answered, ...], Broke | None]:
    answers: list[Answered] = []
    before = told[0]
    offence = None if bot.announce(MatchStart.model_validate_json(before.line)) else await bot.begin()
    if offence is not None:
        return (), await _broke(bot, before, before, offence)
    bot.settle(None)
    for sent in told[1:]:
        if sent.kind is Sort.REQUEST:
            await trio.sleep(_QUIET_S)
            answer = await _asked(bot, sent, why_illegal)
            if isinstance(answer, Offence):
                # found before the request was written
                is_early = not bot.elapsed_ms
                return tuple(answers), await _broke(bot, sent, before if is_early else sent, answer)
            answers.append(answer)
        elif sent.kind is not Sort.FAULT:
            bot.tell(sent.line)
            bot.look(1)
        before = sent
    return tuple(answers), None


async def _asked(bot: _Fed, sent: Sent, why_illegal: Callable[[Sent, str], str]) -> Answered | Offence:
    request = json.loads(sent.line)
    legal = request["legal"]
    bot.set_clock(request["clock"])
    action = await bot.ask(request["decision"], legal, orjson.dumps(request["view"]))
    if isinstance(action, Offence):
        return action
    if action in legal:
        return Answered(sent, action, bot.note, bot.elapsed_ms)
    await trio.sleep(_LAST_WORDS_S)
    rule = illegal_detail(request["decision"], action, why_illegal(sent, action), legal)
    return Offence(FaultKind.ILLEGAL, rule, bot.elapsed_ms, excerpt(bot.last_line), bot.errors.excerpt() or None)


async def _broke(bot: _Fed, asked: Sent, sent: Sent, offence: Offence) -> Broke:
    stderr = bot.errors.text() or offence.stderr or ""
    await bot.dismiss(offence)
    return Broke(asked, sent, offence, stderr)
