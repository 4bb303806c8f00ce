"""The table of `arena check` with a bot of paper: which news go out with the next request, and which do not."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import pytest
import trio

from arena.bots.bot import Bot, Offence
from arena.bots.errlog import ErrorLog
from arena.cli.check_plans import FIRST_SEAT, planned
from arena.cli.check_report import Report
from arena.cli.check_speed import Speed
from arena.cli.check_table import Table, rule_of, short_paths
from arena.records import Clock, Entrant, FaultKind, Limits
from protocol.messages import ArenaMessage

ENTRANT = Entrant("paper", "sha256:0", ("/bin/true",), "/tmp/copies/abc", Clock(1, None, 0, 1), Limits(65_536, 100))


class _Process:
    """One that is never stopped, only let go on."""

    pid = 0

    def __init__(self) -> None:
        self.went_on = 0

    def go_on(self) -> None:
        self.went_on += 1


class _Paper:
    """Answers with the first legal action, and notes what it was sent and whether it was held then."""

    def __init__(self) -> None:
        self.entrant = ENTRANT
        self.process = _Process()
        self.errors = ErrorLog(100)
        self.is_held = False
        self.elapsed_ms = 1.0
        self.uncharged_ms = 0.0
        self.without_processor_ms = 0.0  # in each decision
        self.start_ms = None
        self.log: list[str] = []
        self.seen: list[tuple[str, bool]] = []

    def announce(self, message: ArenaMessage) -> bool:
        return True

    def tell(self, line: bytes) -> None:
        self.seen.append(("deal_end", self.is_held))

    async def ask(self, decision: str, legal: Sequence[str], view: bytes) -> str:
        self.seen.append(("request", self.is_held))
        self.elapsed_ms = 1.0 + self.without_processor_ms
        self.uncharged_ms += self.without_processor_ms
        return legal[0]


@pytest.mark.parametrize("together", [True, False])
def test_news_that_go_out_with_the_next_request_are_kept_until_then(together: bool) -> None:
    game, first, _ = planned("bid-euchre")
    paper = _Paper()
    table = Table(game, cast(Bot, paper), Report(), Speed())

    async def play() -> None:
        await table.begin("a step", FIRST_SEAT, first[0].dealer)
        for place, plan in enumerate(first[:2]):
            deal = table.start(plan)
            await table.play(plan, deal, plan.title)
            if place == 0:
                table.tell_end(deal, with_next_request=together)

    trio.run(play)
    place = paper.seen.index(("deal_end", together))
    assert paper.seen[place + 1] == ("request", together)
    assert not any(is_held for _, is_held in paper.seen[place + 2 :])
    assert paper.process.went_on == together


def test_time_without_a_processor_is_not_charged() -> None:
    """Neither in what is told of the bot's speed nor in the bank of the lines that are shown."""
    game, first, _ = planned("bid-euchre")
    paper, speed = _Paper(), Speed()
    paper.entrant = replace(ENTRANT, clock=Clock(1_000, 2, 50, 1))
    paper.without_processor_ms = 7_000.0
    table = Table(game, cast(Bot, paper), Report(), speed)

    async def play() -> None:
        await table.begin("a step", FIRST_SEAT, first[0].dealer)
        await table.play(first[0], table.start(first[0]), first[0].title)

    trio.run(play)
    assert {(answer.ms, answer.waited_ms) for answer in speed.answers} == {(1.0, 7_000.0)}
    assert json.loads(table.sent)["clock"] == {"action_ms": 2, "bank_ms": 50, "last_ms": 1.0}
    assert speed.bank_ms == 0.0


def test_a_rule_does_not_guess_at_flushing() -> None:
    detail = "no answer within 9 ms; nothing came (does it flush its output after each line?)"
    assert rule_of(Offence(FaultKind.TIMEOUT, detail)) == "timeout: no answer within 9 ms; nothing came"


def test_a_rule_says_neither_the_reply_nor_standard_error() -> None:
    offence = Offence(FaultKind.NOT_READY, "the line is not JSON; got x; standard error: got x", 1.0, "x", "got x")
    assert rule_of(offence) == "not_ready: the line is not JSON"
    assert (
        rule_of(Offence(FaultKind.CRASHED, "it ended; nothing on standard error"), " (here)")
        == "crashed (here): it ended"
    )


def test_paths_are_those_of_the_author() -> None:
    assert short_paths('File "/tmp/copies/abc/bot.py", File "/tmp/copies/sdk/a.py"', ENTRANT) == (
        'File "bot.py", File "sdk/a.py"'
    )
    # Lua shows the end of a long path
    of_long_name = replace(ENTRANT, folder="/tmp/copies/sha256-0123456789abcdef")
    assert short_paths("lua: ...89abcdef/bot.lua:7: ...cdef/a.lua ...dcba/b", of_long_name) == (
        "lua: bot.lua:7: a.lua ...dcba/b"
    )
