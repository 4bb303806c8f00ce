"""The table of `arena check` with a bot of paper: which news go out with the next request, and which do not."""

from collections.abc import Sequence
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
        self.start_ms = None
        self.log: list[str] = []
        self.seen: list[tuple[str, bool]] = []

    def announce(self, message: ArenaMessage) -> bool:
        return True

    def tell(self, line: bytes) -> None:
        self.seen.append(("deal_end", self.is_held))

    async def ask(self, decision: str, legal: Sequence[str], view: bytes) -> str:
        self.seen.append(("request", self.is_held))
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
