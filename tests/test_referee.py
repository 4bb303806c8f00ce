"""Matches refereed with scripted bots in memory: no process, no pipe. Every record is verified."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

import pytest
import trio
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.bots.bot import Offence
from arena.bots.errlog import ErrorLog
from arena.bots.warden import HostTroubleError
from arena.derive import full_record
from arena.games import Deal, Game, game
from arena.games.dealing import seat_seed
from arena.records import Clock, Entrant, FaultKind, Limits, MatchRecord, PlayedDeal, Reason
from arena.referee import Seated, play_match
from arena.verify import first_difference
from protocol.messages import ArenaMessage, MatchStart
from tests.played import run_facts, spec

RULED = game("bid-euchre", {})
SHORT = game("bid-euchre", {"target": 9})

Answer = str | Offence
Choose = Callable[[int, str, Sequence[str], Mapping[str, Any]], Answer]
"""Number of the request (from 1), decision, legal, view -> action or offence."""


def modest(_number: int, _decision: str, legal: Sequence[str], _view: Mapping[str, Any]) -> Answer:
    return legal[0]


class Scripted:
    """A bot in memory: `choose` answers, `offence` is its fault instead of `ready`; what it was told is kept."""

    def __init__(self, choose: Choose = modest, offence: Offence | None = None, untimed: bool = False) -> None:
        clock = Clock(10_000, None if untimed else 1000, 5000, 500)
        self.entrant = Entrant("a", "sha256:" + "0" * 64, ("a",), None, clock, Limits(65536, 65536))
        self.note: str | None = None
        self.elapsed_ms = 0.25
        self.start_ms: float | None = 12.34
        self.uncharged_ms = 0.0
        self.lag_ms = 0.0
        self.last_line = b""
        self.log: list[str] = []
        self.told: list[dict[str, Any]] = []
        self.started: MatchStart | None = None
        self.is_held = False
        self.errors = ErrorLog(65536)
        self.looked_at = 0
        self.places: list[frozenset[int] | None] = []
        self.dismissed: Offence | None = None
        self._choose = choose
        self._offence = offence
        self._requests = 0

    def announce(self, match_start: ArenaMessage, /) -> bool:
        assert isinstance(match_start, MatchStart)
        self.started = match_start
        return False

    async def begin(self) -> Offence | None:
        await trio.lowlevel.checkpoint()
        return self._offence

    async def ask(self, decision: str, legal: Sequence[str], view_json: bytes, /) -> str | Offence:
        self._requests += 1
        self.note = None
        action = self._choose(self._requests, decision, legal, json.loads(view_json))
        self.last_line = json.dumps({"type": "action", "id": self._requests, "action": str(action)}).encode()
        return action

    def tell(self, line: bytes, /) -> None:
        assert line.endswith(b"\n")
        self.told.append(json.loads(line))

    def settle(self, cores: frozenset[int] | None, /) -> None:
        self.places.append(cores)

    def look(self, deals: int, /) -> None:
        self.looked_at += deals

    async def dismiss(self, offence: Offence, /) -> None:
        self.dismissed = offence


def refereed(bots: Sequence[Seated], ruled: Game = SHORT, *, max_deals: int = 200, board: int = 17) -> MatchRecord:
    """The record of a match of these bots; it is verified."""
    record = trio.run(play_match, ruled, spec(ruled, board), bots, max_deals, {"arena": "0"}, frozenset({0}))
    facts = run_facts(ruled, max_deals=max_deals)
    assert first_difference(full_record(record, ruled, facts)) is None
    return record


def table(**changed: Scripted) -> list[Scripted]:
    """Four modest bots, some seats changed: `table(seat1=…)`."""
    return [changed.get(f"seat{seat}") or Scripted() for seat in range(4)]


def at_random(seed: int) -> Choose:
    random = Random(seed)
    return lambda _number, _decision, legal, _view: legal[int(random.random() ** 3 * len(legal))]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 1000))
def test_a_whole_match_follows_from_its_record(seed: int, board: int) -> None:
    bots = [Scripted(at_random(seed + seat)) for seat in range(4)]
    record = refereed(bots, RULED, board=board)
    result = record.result
    assert result.reason in (Reason.TARGET, Reason.DEAL_CAP)
    assert (result.winner is None) == (result.reason is Reason.DEAL_CAP)
    for bot in bots:
        assert [message["type"] for message in bot.told] == ["deal_end"] * len(record.deals) + ["match_end"]
        assert [message["actions"] for message in bot.told[:-1]] == [deal.actions for deal in record.deals]
        assert bot.told[-1] == {
            "type": "match_end",
            "winner": result.winner,
            "scores": result.scores,
            "reason": result.reason,
        }
        assert (bot.dismissed, bot.places) == (None, [frozenset({0})])
    assert sum(record.timing.decisions) == sum(len(deal.actions) for deal in record.deals)
    assert record.timing.total_ms == [count * 0.25 for count in record.timing.decisions]
    assert record.timing.max_ms == [0.25] * 4
    assert record.timing.start_ms == [12.3] * 4


def test_each_seat_is_told_what_it_may_know_of_the_match() -> None:
    bots = table(seat2=Scripted(untimed=True))
    record = refereed(bots)
    for seat, bot in enumerate(bots):
        start = bot.started
        assert start is not None
        assert (start.game, start.match, start.seat, start.sides) == ("bid-euchre", "17/open", seat, [0, 1, 0, 1])
        assert (start.options, start.first_dealer, start.max_line_bytes) == ({"target": 9}, 1, 65536)
        assert start.seed == seat_seed(record.spec.board_key, "open", seat)
        bank = None if seat == 2 else 5000
        assert (start.clock.start_ms, start.clock.bank_ms) == (10_000, bank)
        assert start.clock.action_ms == (None if seat == 2 else 1000)
        assert "a~b" not in start.model_dump_json()


def test_each_deal_can_be_watched() -> None:
    seen: list[Deal] = []
    begun: list[int] = []

    def watch(deal: Deal, played: PlayedDeal) -> None:
        assert played.actions is deal.actions
        seen.append(deal)
        begun.append(len(deal.actions))

    record = trio.run(partial(play_match, watch=watch), RULED, spec(RULED), table(), 3, {})
    assert begun == [0, 0, 0]
    assert [deal.actions for deal in seen] == [deal.actions for deal in record.deals]


def test_the_deal_cap_shares_the_match() -> None:
    bots = table()
    result = refereed(bots, RULED, max_deals=2).result
    assert (result.winner, result.shares, result.reason) == (None, [0.5, 0.5], Reason.DEAL_CAP)
    assert bots[0].told[-1]["reason"] == "deal_cap"


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("number", [1, 2, 9])
def test_an_illegal_action_forfeits_and_is_kept_word_for_word(seat: int, number: int) -> None:
    offender = Scripted(lambda asked, _decision, legal, _view: legal[0] if asked < number else 'J♥"\u200b\\\x1b')
    bots = table(**{f"seat{seat}": offender})
    record = refereed(bots)
    fault = record.result.fault
    assert fault is not None
    assert (fault.seat, fault.kind, fault.stderr) == (seat, FaultKind.ILLEGAL, None)
    assert (fault.deal, fault.action_index) == (len(record.deals) - 1, len(record.deals[-1].actions))
    assert "is illegal" in fault.detail
    assert "(legal: " in fault.detail
    assert fault.detail.isprintable()
    assert fault.reply is not None
    assert fault.reply.isprintable()
    assert json.loads(fault.reply)["action"] == 'J♥"\u200b\\\x1b'
    winner = 1 - seat % 2
    assert (record.result.winner, record.result.shares) == (winner, [1 - winner, winner])
    assert offender.dismissed is not None
    assert offender.dismissed.detail == fault.detail
    assert [message for message in offender.told if message["type"] == "match_end"] == []
    for other in range(4):
        if other != seat:
            end = bots[other].told[-1]
            assert (end["reason"], end["fault"]) == ("forfeit", {"seat": seat, "kind": "illegal"})
            assert bots[other].dismissed is None


def raw(line: bytes) -> Scripted:
    """A bot whose first line, as bytes, was this and held the action `x`."""

    def choose(_number: int, _decision: str, _legal: Sequence[str], _view: Mapping[str, Any]) -> Answer:
        return "x"

    class Raw(Scripted):
        async def ask(self, decision: str, legal: Sequence[str], view_json: bytes, /) -> str | Offence:
            answer = await super().ask(decision, legal, view_json)
            self.last_line = line
            return answer

    return Raw(choose)


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        (b'{"type":"action","id":1,"action":"x"}', '{"type":"action","id":1,"action":"x"}'),
        (b'\t{"id":1,\r"action":"x"}\r\n', '{"id":1, "action":"x"}'),
        ('{"action":"x","n":"\u202e\U000e0001é"}'.encode(), '{"action":"x","n":"\\u202e\\udb40\\udc01é"}'),
        (
            b'{"action":"x","n":"' + b"y" * 300 + b'"}',
            '{"action":"x","n":"' + "y" * 181 + " … (the first 200 of 321 bytes)",
        ),
    ],
)
def test_the_reply_is_shown_safely_and_is_json_where_it_is_whole(line: bytes, reply: str) -> None:
    fault = refereed([raw(line) for _ in range(4)]).result.fault
    assert fault is not None
    assert fault.reply == reply


def test_an_offence_is_placed_in_its_deal() -> None:
    offence = Offence(FaultKind.CRASHED, "exited with status 1", 3.14159, None, "Traceback")
    bots = table(seat3=Scripted(lambda number, _decision, legal, _view: offence if number == 8 else legal[0]))
    bots[1].log.append("the process was started again")
    bots[3].errors.feed(b"Traceback")
    record = refereed(bots)
    fault = record.result.fault
    assert fault is not None
    assert (fault.seat, fault.kind, fault.detail) == (3, FaultKind.CRASHED, offence.detail)
    assert (fault.elapsed_ms, fault.reply, fault.stderr) == (3.1, None, "Traceback")
    assert (fault.deal, fault.action_index) == (len(record.deals) - 1, len(record.deals[-1].actions))
    assert record.log == {"seat 1": "the process was started again", "seat 3 stderr": "Traceback"}
    assert bots[3].dismissed is offence


NOT_READY = Offence(FaultKind.NOT_READY, "exited with status 127", 2.0)


@pytest.mark.parametrize(
    ("seats", "winner", "fault_seat", "other_seat"),
    [([0], 1, 0, None), ([3], 0, 3, None), ([0, 2], 1, 0, None), ([1, 2], None, 1, 2), ([0, 1, 2, 3], None, 0, 1)],
)
def test_who_is_not_ready(seats: list[int], winner: int | None, fault_seat: int, other_seat: int | None) -> None:
    bots = table(**{f"seat{seat}": Scripted(offence=NOT_READY) for seat in seats})
    record = refereed(bots)
    result = record.result
    assert (result.winner, result.reason, record.deals) == (winner, Reason.FORFEIT, [])
    assert result.shares == ([0.5, 0.5] if winner is None else [1 - winner, winner])
    assert result.fault is not None
    assert (result.fault.seat, result.fault.deal, result.fault.action_index) == (fault_seat, None, None)
    assert (result.other_fault.seat if result.other_fault else None) == other_seat
    for seat, bot in enumerate(bots):
        assert (bot.dismissed is NOT_READY) == (seat in seats)
        assert bot.places == []
        if seat not in seats:
            end = bot.told[-1]
            assert (end["winner"], end["fault"]) == (winner, {"seat": fault_seat, "kind": "not_ready"})


def test_notes_stand_by_the_number_of_their_action() -> None:
    class Talkative(Scripted):
        async def ask(self, decision: str, legal: Sequence[str], view_json: bytes, /) -> str | Offence:
            action = await super().ask(decision, legal, view_json)
            self.note = f"{decision} ♥"
            return action

    record = refereed(table(seat0=Talkative()), RULED, max_deals=1)
    notes = record.deals[0].notes
    assert {notes[index][-1] for index in notes} == {"♥"}
    assert len(notes) == record.timing.decisions[0]
    assert next(iter(notes)) == "2"  # seat 0 calls third: the first dealer is 1


def test_so_much_of_a_seats_notes_is_kept_and_no_more() -> None:
    class Talkative(Scripted):
        async def ask(self, decision: str, legal: Sequence[str], view_json: bytes, /) -> str | Offence:
            action = await super().ask(decision, legal, view_json)
            self.note = "♥" * 1000
            return action

    record = refereed(table(seat0=Talkative(), seat1=Talkative()), RULED, max_deals=20)
    kept = [note for deal in record.deals for note in deal.notes.values()]
    assert len(kept) == 2 * (65_536 // 3000), "a heart is three bytes"
    assert record.log == {
        f"seat {seat}": "its notes came to more than 65536 bytes: no further ones are kept" for seat in (0, 1)
    }


class Troubled(Scripted):
    async def begin(self) -> Offence | None:
        raise HostTroubleError("cannot start a process: too many open files")


class Buggy(Scripted):
    async def begin(self) -> Offence | None:
        raise ZeroDivisionError


def test_trouble_of_the_host_comes_out_alone() -> None:
    with pytest.raises(HostTroubleError, match="too many open files"):
        refereed(table(seat0=Troubled(), seat2=Troubled()))


@pytest.mark.parametrize("bots", [table(seat1=Buggy()), table(seat0=Troubled(), seat1=Buggy())])
def test_a_bug_is_caught_by_nobody(bots: list[Scripted]) -> None:
    with pytest.raises(ExceptionGroup) as raised:
        refereed(bots)
    assert raised.value.subgroup(ZeroDivisionError) is not None


def test_no_process_is_pinned_without_cores() -> None:
    bots = table()
    trio.run(play_match, SHORT, spec(SHORT), bots, 1, {})
    assert [bot.places for bot in bots] == [[None]] * 4
