"""The fast way of reading an answer never says more than the strict one; what a bot is told of its clock.

What a whole process does is in `tests/rogues`.
"""

import contextlib
import json
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from arena.bots.bot import Bot, Offence
from arena.bots.warden import Warden
from arena.games import game
from arena.records import FaultKind
from arena.referee import match_start
from protocol.codec import CodecError, decode, quick_answer
from protocol.messages import Action
from tests.played import spec
from tests.sittings import HASTY, SHORT, entrant, program

RULED = game("bid-euchre", {})

PLAIN = b'{"type":"action","id":3,"action":"Jh"}'


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (PLAIN, "Jh"),
        (PLAIN + b"\r\n", "Jh"),
        (b' {"action": "\\u2665", "id": 3, "x": [1], "type": "action"}', "♥"),
        (b'{"type":"action","id":4,"action":"Jh"}', None),
        (b'{"type":"action","id":3,"action":"Jh","note":"why"}', None),
        (b'{"type":"action","id":3.0,"action":"Jh"}', None),
        (b'{"type":"action","id":true,"action":"Jh"}', None),
        (b'{"type":"action","id":3,"action":5}', None),
        (b'{"type":"ready","id":3,"action":"Jh"}', None),
        (b'{"id":3,"action":"Jh"}', None),
        (b"[3]", None),
        (b"Jh", None),
        (PLAIN.replace(b"}", b',"x":' + b"[" * 90 + b"]" * 90 + b"}"), None),  # long: for the strict parser
    ],
)
def test_a_quick_answer(line: bytes, answer: str | None) -> None:
    assert quick_answer(line, 3) == answer


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)
objects = st.fixed_dictionaries(
    {"type": st.just("action") | values, "id": st.just(3) | values, "action": st.just("Jh") | values},
    optional={"x": values, "note": values},
)


@given(objects.map(lambda message: json.dumps(message).encode()) | st.binary(max_size=60))
def test_a_quick_answer_is_what_the_strict_parser_says(line: bytes) -> None:
    answer = quick_answer(line, 3)
    if answer is not None:
        assert decode(line) == Action(type="action", id=3, action=answer)


@given(st.integers(0, len(PLAIN)), st.integers(0, 5), st.binary(max_size=4))
def test_a_damaged_answer_is_read_alike(at: int, gone: int, put: bytes) -> None:
    line = PLAIN[:at] + put + PLAIN[at + gone :]
    answer = quick_answer(line, 3)
    try:
        strict = decode(line)
    except CodecError:
        assert answer is None
    else:
        same = isinstance(strict, Action) and strict.id == 3 and strict.note is None
        assert answer == (strict.action if same and isinstance(strict, Action) else None)


@pytest.fixture(autouse=True)
def scratch_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


@contextlib.asynccontextmanager
async def _nursery_and_warden() -> AsyncIterator[tuple[trio.Nursery, Warden]]:
    with Warden() as warden:
        async with trio.open_nursery() as nursery:
            yield nursery, warden


async def _begun(bot: Bot) -> Offence | None:
    return None if bot.announce(match_start(RULED, spec(RULED), 0, bot.entrant)) else await bot.begin()


def test_a_bot_answers_is_dismissed_and_started_again(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with _nursery_and_warden() as (nursery, warden):
            bot = Bot(entrant("a", program("honest.py")), nursery, warden)
            bot.tell(b"{}\n")  # nobody there: nothing happens
            await bot.dismiss(Offence(FaultKind.CRASHED, "gone"))
            await bot.close()
            assert await _begun(bot) is None
            assert bot.start_ms is not None
            assert await bot.ask("bid", ["pass", "3"], b"{}") == "pass"
            assert bot.elapsed_ms > 0
            await bot.dismiss(Offence(FaultKind.ILLEGAL, "no such bid"))
            assert await _begun(bot) is None
            assert await bot.ask("trump", ["clubs"], b"{}") == "clubs"
            assert await _begun(bot) is None
            assert bot.start_ms is None  # the same process
            await bot.close()

    trio.run(scenario)
    assert list(tmp_path.glob("arena-*")) == []


def test_a_request_that_is_not_read_is_a_timeout() -> None:
    async def scenario() -> Offence | str:
        async with _nursery_and_warden() as (nursery, warden):
            bot = Bot(entrant("a", program("never_reads.py"), SHORT), nursery, warden)
            assert await _begun(bot) is None
            answer = await bot.ask("bid", ["x" * 100_000], b"{}")  # more than a pipe holds
            await bot.kill()
            return answer

    offence = trio.run(scenario)
    assert isinstance(offence, Offence)
    assert offence.kind is FaultKind.TIMEOUT
    assert "did not read its input" in offence.detail


def test_news_that_is_not_read_waits_for_the_next_request() -> None:
    async def scenario() -> Offence | str:
        async with _nursery_and_warden() as (nursery, warden):
            bot = Bot(entrant("a", program("honest.py")), nursery, warden)
            assert await _begun(bot) is None
            for _ in range(40):
                bot.tell(b'{"type":"news"}'.ljust(10_000) + b"\n")
            answer = await bot.ask("bid", ["4"], b"{}")
            await bot.close()
            return answer

    assert trio.run(scenario) == "4"


def test_silence_before_ready_names_the_time() -> None:
    async def scenario() -> Offence | None:
        async with _nursery_and_warden() as (nursery, warden):
            bot = Bot(entrant("a", program("never_ready.py"), HASTY), nursery, warden)
            offence = await _begun(bot)
            await bot.close()
            return offence

    offence = trio.run(scenario)
    assert offence is not None
    assert (offence.kind, "start_ms = 600" in offence.detail) == (FaultKind.NOT_READY, True)
