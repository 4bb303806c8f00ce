"""What SPEC.md shows of faults is what arena says: every example's detail is made by the code, up to its numbers."""

import json
import re
import tempfile
from pathlib import Path
from typing import Any

import pytest
import trio

from arena.bots.bot import Bot, Offence
from arena.bots.framing import Overlong
from arena.bots.session import State, judge
from arena.bots.warden import Warden
from arena.games import game
from arena.records import Clock, Entrant, FaultKind, Limits
from arena.referee import _illegal, match_start
from arena.reports.footer import brief
from protocol.messages import FaultNotice
from tests.docs.pages import DOCS
from tests.played import spec
from tests.protocol.test_spec import EXAMPLES, SESSION, section
from tests.sittings import PATIENT, entrant, program

NOTICES = [FaultNotice.model_validate_json(line) for line in EXAMPLES if '"type":"fault"' in line]
RULED = game("bid-euchre", {})
WIDE = Limits(65536, 65536)
_NO_CORE = re.compile(r", \d+ of them without a processor to run on")  # where other programs keep the machine busy


def shape(detail: str) -> str:
    """A detail with its numbers replaced: times differ, words must not. A card or a call keeps its rank."""
    return re.sub(r"(?<![\w\"])\d+(\.\d+)?(?![\w\"])", "#", _NO_CORE.sub("", detail))


def shown(kind: str) -> list[str]:
    """The details of the examples of `kind`, in the order of the page."""
    return [notice.detail for notice in NOTICES if notice.kind == kind]


def test_every_kind_is_shown() -> None:
    assert {notice.kind for notice in NOTICES} == set(FaultKind)


# ---- of a line: told from the line alone


@pytest.mark.parametrize("number", range(2))
def test_what_is_unexpected(number: int) -> None:
    line, notice = re.findall(r"```text\n(.*)\n```\n```json\n(.*)\n```", section("unexpected"))[number]
    judgement = judge([State.DUE, State.QUIET][number], line.encode(), 5, WIDE.line_bytes)
    assert judgement.verdict.value == "unexpected"
    assert json.loads(notice)["detail"] == judgement.detail


def test_other_text_where_nothing_is_due() -> None:
    text = section("unexpected")
    line = re.findall(r"A line such as `(.*?)` in that place is `malformed`", text)[0]
    judgement = judge(State.QUIET, line.encode(), 5, WIDE.line_bytes)
    assert judgement.verdict.value == "malformed"
    (begins,) = re.findall(r"the detail then begins\s+with `(.*?)`", text)
    assert judgement.detail.startswith(begins)


def test_what_is_flooded() -> None:
    judgement = judge(State.DUE, Overlong(70000), 5, WIDE.line_bytes)
    assert shown("flooded") == [judgement.detail]


# ---- of an action: told by the rules


def _deal_ends() -> list[dict[str, Any]]:
    return [json.loads(line.removeprefix("arena> ")) for line in [*SESSION, *EXAMPLES] if '"type":"deal_end"' in line]


@pytest.mark.parametrize("detail", shown("illegal"))
def test_what_is_illegal(detail: str) -> None:
    found = re.match(r'(\w+) "(.+?)" in deal (\d+) is illegal: ', detail)
    assert found is not None
    (end,) = [end for end in _deal_ends() if end["deal"] == int(found[3])]
    told = set()
    for dealer in range(RULED.seats):
        deal = RULED.start([card for hand in end["hands"] for card in hand], dealer, (0, 0), end["deal"])
        for action in end["actions"]:
            if action not in deal.legal():
                break  # another seat dealt
            if deal.decision == found[1] and found[2] not in deal.legal():
                told.add(_illegal(deal, found[2], deal.legal(), 1.0, b"").detail)
            deal.apply(action)
    assert detail in told


# ---- of a process: told by what it does

_READY = 'read -r line; echo \'{"type":"ready"}\'; read -r line; '
_STAY = "; while read -r line; do :; done"


def _shell(script: str, start_ms: int = 20_000, action_ms: int = 10_000) -> Entrant:
    return entrant("a", ["/bin/sh", "-c", script], Clock(start_ms, action_ms, 0, 200))


def fault(bot_of: Entrant, requests: int = 1) -> Offence:
    """What is ruled when the bot gets ready and answers `requests` requests, of which the last one fails."""

    async def scenario() -> Offence | str | None:
        with Warden() as warden:
            async with trio.open_nursery() as nursery:
                bot = Bot(bot_of, nursery, warden)
                assert not bot.announce(match_start(RULED, spec(RULED), 0, bot.entrant))
                said: Offence | str | None = await bot.begin()
                for _ in range(requests):
                    said = said if isinstance(said, Offence) else await bot.ask("bid", ["pass", "3"], b"{}")
                await bot.kill()
                return said

    said = trio.run(scenario)
    assert isinstance(said, Offence)
    return said


@pytest.fixture(autouse=True)
def scratch_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def _ruled(kind: FaultKind, offence: Offence) -> None:
    assert offence.kind is kind
    assert shape(offence.detail) in [shape(detail) for detail in shown(kind)]


def test_what_is_not_ready() -> None:
    unfinished = """printf %s '{"type":"ready","name":"Counter","version'"""
    _ruled(FaultKind.NOT_READY, fault(_shell(unfinished + _STAY, start_ms=1000)))


def test_what_is_a_timeout() -> None:
    unfinished = """printf %s '{"type":"action","id":7,"action":"Jh"'"""
    offence = fault(_shell(_READY + unfinished + _STAY, action_ms=300))
    _ruled(FaultKind.TIMEOUT, offence)
    (told,) = re.findall(r"`timeout: ([^`]*)`", (DOCS / "languages.md").read_text("utf-8"))
    assert all(part in shape(offence.detail) for part in shape(told).split(" …"))


def test_the_timeout_in_the_standings() -> None:
    (told,) = re.findall(r" timeout x\d+: (.*)", (DOCS / "standings.md").read_text("utf-8"))
    assert shape(brief(fault(_shell(_READY + ":" + _STAY, action_ms=300)).detail)) == shape(told)


def test_what_is_a_crash() -> None:
    _ruled(FaultKind.CRASHED, fault(_shell(_READY + """echo "KeyError: 'Jo'" >&2; exit 1""")))


def test_what_is_over_a_limit() -> None:
    tight = Limits(65536, 65536, memory_mb=64)
    _ruled(FaultKind.LIMIT, fault(entrant("a", program("allocates.py", "request", "2048"), PATIENT, limits=tight)))
