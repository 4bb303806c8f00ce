"""The two matches of `arena check`: the protocol tried step by step, then the rules of the game, then the end.

Says what is tried in which order; the table plays it. Called by `conformance`.
"""

import signal
from collections.abc import Mapping, Sequence
from typing import Final

import trio

from arena.bots.bot import Bot
from arena.bots.process import ending
from arena.cli.check_plans import FIRST_SEAT, SECOND_SEAT, Plan, Plans, under
from arena.cli.check_report import Failure, Report
from arena.cli.check_table import QUIET_S, Lost, Table
from arena.games import Deal, Game

READY: Final = "start, and answer match_start with ready"
DEAL_END: Final = "read deal_end, and say nothing"
BACK_TO_BACK: Final = "answer requests that follow one another without a pause"
ONE_PIECE: Final = "read deal_end and the next request where both come in one piece"
PAUSE: Final = "answer after a second of silence"
AGAIN: Final = "read match_end, and answer a second match_start, at another seat"
EXIT: Final = "exit at the end of its standard input"
STDERR: Final = "write to standard error without harm"

_PAUSE_S: Final = 1.0
_NEWS_S: Final = 0.1  # for a bot that answers news
_MOST_TIMEOUTS: Final = 2  # each costs the whole bank
_MOST_LOST: Final = 3  # deals in a row: it fails everywhere
_MOST_FAULTS: Final = 8  # each costs a start
_FAULT_FIRST: Final = "a fault came before"
_NOT_LED_TO: Final = "no deal led to it"
_FAILS: Final = "it does not get ready, or fails again and again"
_PROTOCOL: Final = "Protocol"
_END: Final = "End"


def outline(game: Game, second: Plans) -> Mapping[str, Sequence[str]]:
    """The sections and their steps, in the order in which they are told; the same for every bot."""
    kinds = [_kind(decision) for decision in game.decisions]
    return {
        _PROTOCOL: (READY, *kinds, DEAL_END, BACK_TO_BACK, ONE_PIECE, PAUSE, AGAIN),
        _rules(game): tuple(second.expected),
        _END: (EXIT, STDERR),
    }


async def lead(table: Table, first: Sequence[Plan], second: Plans, is_quick: bool) -> None:
    """Lead the bot through all steps of the outline; `is_quick`: without those that wait."""
    report, rules = table.report, _rules(table.game)
    report.begin(_PROTOCOL)
    begun = await _first_match(table, first, is_quick)
    if begun is not None:
        if begun:
            table.end()
        begun = await table.begin(AGAIN if begun else None, SECOND_SEAT, _first_of(second, report).dealer)
    if not begun:
        report.give_up(_FAILS, (rules, _END))
        return
    if is_quick:
        report.skip(PAUSE, "--quick")
    report.end(_FAULT_FIRST if table.faults else _NOT_LED_TO)
    report.begin(rules)
    if not await _second_match(table, second):
        report.give_up(_FAILS, (_END,))
        return
    report.end(_FAULT_FIRST if table.faults else _NOT_LED_TO)
    report.begin(_END)
    await _last_steps(table)
    report.end(_FAULT_FIRST)


def _rules(game: Game) -> str:
    return f"Rules of {game.name}"


def _first_of(plans: Plans, report: Report) -> Plan:
    return next(iter(plans.deals(report.met)))


def _kind(decision: str) -> str:
    return f"answer {'an' if decision[0] in 'aeiou' else 'a'} {decision} request, once"


def _is_given_up(table: Table) -> bool:
    return table.timeouts >= _MOST_TIMEOUTS or table.faults >= _MOST_FAULTS or table.lost_deals >= _MOST_LOST


# ---- the protocol


async def _first_match(table: Table, plans: Sequence[Plan], is_quick: bool) -> bool | None:
    """Each deal tries something of its own. Whether the match stands at the end; None if the bot is given up."""
    begun = False
    for place, plan in enumerate(plans):
        if not begun and not await table.begin(READY, FIRST_SEAT, plan.dealer):
            return None
        titles = _Titles(table, place, has_news=begun and place == 2, is_quick=is_quick)
        begun = True
        deal = table.start(plan)
        try:
            await table.play(plan, deal, titles.title, _kind)
            if place == 0:
                table.report.at(DEAL_END)
            table.tell_end(deal, with_next_request=place == 1)
            if place == 0:
                await trio.sleep(_NEWS_S)
        except Lost:
            begun = False
            if _is_given_up(table):
                return None
    return begun


class _Titles:
    """The steps of a deal's decisions: how the request comes, or of which kind it is when that is new."""

    def __init__(self, table: Table, place: int, has_news: bool, is_quick: bool) -> None:
        self._table = table
        self._place = place
        self._has_news = has_news  # a deal_end that goes out with the first request
        self._is_quick = is_quick
        self._asked = 0

    async def title(self, deal: Deal) -> str:
        table = self._table
        self._asked += 1
        if self._place == 2 and self._asked == 1 and self._has_news:
            return ONE_PIECE
        if self._place == 2 and self._asked == 2 and not self._is_quick:
            table.report.at(PAUSE)
            await trio.sleep(_PAUSE_S)
            return PAUSE
        if self._place == 0 or deal.decision not in table.decisions:
            if self._asked > 1:
                await trio.sleep(QUIET_S)  # a second answer is to be found at the step of the first
            return _kind(deal.decision)
        return BACK_TO_BACK


# ---- the rules


async def _second_match(table: Table, plans: Plans) -> bool:
    """Play what the plans have; after a fault the rest as another match. False if the bot is given up."""
    report = table.report
    begun = True
    for plan in plans.deals(report.met):
        if not begun and not await table.begin(None, SECOND_SEAT, plan.dealer):
            return False
        begun = True
        deal = table.start(plan)
        try:
            await table.play(plan, deal, plan.title)
            for title in under(deal):
                report.at(title)
            table.tell_end(deal)
        except Lost:
            begun = False
            if _is_given_up(table):
                return False
    if begun:
        table.end()
    return True


# ---- the end


async def _last_steps(table: Table) -> None:
    report, bot = table.report, table.bot
    if bot.process is None and not await table.begin(None, FIRST_SEAT, 0):  # its last deal ended by a fault
        return
    await _end_of_input(bot, report)
    report.at(STDERR)
    kept = bot.entrant.limits.stderr_bytes
    if came := table.stderr_bytes + bot.errors.received:
        report.remark(f"{came:,} bytes came, {kept:,} a match are kept")
    else:
        report.skip(STDERR, "nothing came")


async def _end_of_input(bot: Bot, report: Report) -> None:
    """Close the bot's input and see whether it leaves in time."""
    process = bot.process
    assert process is not None, "a match has begun"
    report.at(EXIT)
    await bot.close()
    if process.status == -signal.SIGKILL:
        rule = f"a bot must exit within exit_ms = {bot.entrant.clock.exit_ms} of the end of its standard input"
        told = 'end the loop when a read gives the end of file (in Python "", in node the event "close")'
        report.fail(Failure(None, b"(end of file)", None, f"{rule}: it was killed", told, bot.errors.excerpt() or None))
    elif process.status:
        report.warn(f"it {ending(process.status)}", "exit with status 0")
