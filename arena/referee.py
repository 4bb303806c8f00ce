"""Plays one match: asks, checks every action against the rules, rules on faults, tells the news, makes the record.

Knows the Game interface and bots, and neither a phase nor a particular game. Called by `executors`
and by `arena check`.
"""

from collections.abc import Callable, Mapping, Sequence
from time import perf_counter
from typing import Any, Final, Protocol

import trio

from arena import announcements
from arena.bots.bot import Offence
from arena.bots.errlog import ErrorLog
from arena.bots.warden import HostTroubleError
from arena.errors import all_of_kind
from arena.games import Deal, Game
from arena.games.dealing import shuffled
from arena.records import (
    Entrant,
    Fault,
    FaultKind,
    MatchRecord,
    MatchResult,
    MatchSpec,
    PlayedDeal,
    Reason,
    Timing,
)
from arena.rulings import forfeit, shared
from protocol.codec import encode, encode_deal_end, excerpt
from protocol.messages import ArenaMessage, MatchStart

_REPLY_BYTES: Final = 200
_NOTE_BYTES: Final = 65_536
_REST_S: Final = 0.002  # how long deals may follow one another before other tasks have a turn: quick ones take 0.4 ms


class Seated(Protocol):
    """What the referee needs of a bot (`bots.bot.Bot`, or a scripted one in tests)."""

    entrant: Entrant
    note: str | None
    elapsed_ms: float
    start_ms: float | None
    uncharged_ms: float
    lag_ms: float
    is_held: bool
    last_line: bytes
    log: list[str]
    errors: ErrorLog

    def announce(self, match_start: ArenaMessage, /) -> bool: ...
    async def begin(self) -> Offence | None: ...
    async def ask(self, decision: str, legal: Sequence[str], view_json: bytes, /) -> str | Offence: ...
    def tell(self, line: bytes, /) -> None: ...
    def settle(self, cores: frozenset[int] | None, /) -> None: ...
    def look(self, deals: int, /) -> None: ...
    async def dismiss(self, offence: Offence, /) -> None: ...


async def play_match(
    game: Game,
    spec: MatchSpec,
    bots: Sequence[Seated],
    max_deals: int,
    host: Mapping[str, Any],
    cores: frozenset[int] | None = None,
    watch: Callable[[Deal, PlayedDeal], None] | None = None,
) -> MatchRecord:
    """Play `spec` with the bot of each seat; processes are pinned to `cores` when all are ready.

    `watch` gets each deal and its record as they begin, to look at while it is played and never to touch.
    """
    table = _Table(game, spec, bots)
    result = await table.seat_all()
    if result is None:
        for bot in bots:
            bot.settle(cores)
        result = await table.play(max_deals, watch)
    await table.end(result)
    return table.record(result, host)


class _Table:
    """One match in progress."""

    def __init__(self, game: Game, spec: MatchSpec, bots: Sequence[Seated]) -> None:
        self.game = game
        self.spec = spec
        self.bots = bots
        self.deals: list[PlayedDeal] = []
        self.scores: tuple[int, ...] = (0,) * game.side_count
        self.tallies: list[dict[str, tuple[int, int]]] = [{} for _ in range(game.side_count)]
        self.decisions = [0] * game.seats
        self.total_ms = [0.0] * game.seats
        self.max_ms = [0.0] * game.seats
        self.note_room = [_NOTE_BYTES] * game.seats
        self.offences: dict[int, Offence] = {}
        self.started = perf_counter()

    async def seat_all(self) -> MatchResult | None:
        """Begin the match with every bot at once; the result if one is not ready."""
        waiting = [
            seat
            for seat, bot in enumerate(self.bots)
            if not bot.announce(match_start(self.game, self.spec, seat, bot.entrant))
        ]
        if not waiting:
            return None
        try:
            async with trio.open_nursery() as nursery:
                for seat in waiting:
                    nursery.start_soon(self._begin, seat)
        except BaseExceptionGroup as group:
            # trouble of the host comes alone out of here, a bug stays a group with its traceback
            if (trouble := all_of_kind(group, HostTroubleError)) is not None:
                raise trouble from None
            raise
        if not self.offences:
            return None
        return self._forfeit([_fault(seat, offence) for seat, offence in self.offences.items()])

    async def _begin(self, seat: int) -> None:
        offence = await self.bots[seat].begin()
        if offence is not None:
            self.offences[seat] = offence

    def _forfeit(self, faults: Sequence[Fault]) -> MatchResult:
        return forfeit(faults, self.game.sides, self.scores)

    async def play(self, max_deals: int, watch: Callable[[Deal, PlayedDeal], None] | None) -> MatchResult:
        game, spec = self.game, self.spec
        carried = None
        rest_at = self.started
        rested = -1
        for number in range(max_deals):
            dealer = (spec.first_dealer + number) % game.seats
            deal = game.start(shuffled(spec.board_key, number, game.deck), dealer, self.scores, number, carried)
            played = PlayedDeal(actions=deal.actions)
            self.deals.append(played)
            if watch is not None:
                watch(deal, played)
            fault = await self._play_deal(deal, played)
            if fault is not None:
                return self._forfeit([fault])
            self._close_deal(deal)
            carried = deal.carried
            if perf_counter() > rest_at:
                for bot in self.bots:
                    bot.look(number - rested)
                rested = number
                await trio.lowlevel.checkpoint()
                rest_at = perf_counter() + _REST_S
            shares = deal.shares()
            if shares is not None:
                winner = shares.index(1) if 1 in shares else None
                return MatchResult(winner, list(shares), list(self.scores), Reason.TARGET)
        everybody = range(game.side_count)
        return MatchResult(None, shared(everybody, game.side_count), list(self.scores), Reason.DEAL_CAP)

    async def _play_deal(self, deal: Deal, played: PlayedDeal) -> Fault | None:
        bots, decisions, total_ms, max_ms = self.bots, self.decisions, self.total_ms, self.max_ms
        times = played.ms
        while (seat := deal.to_act) >= 0:
            bot = bots[seat]
            legal = deal.legal()
            action = await bot.ask(deal.decision, legal, deal.view_json(seat))
            elapsed = bot.elapsed_ms
            decisions[seat] += 1
            total_ms[seat] += elapsed
            if elapsed > max_ms[seat]:
                max_ms[seat] = elapsed
            if isinstance(action, Offence):
                self.offences[seat] = action
                return _fault(seat, action, deal)
            if action not in legal:
                offence = _illegal(deal, action, legal, elapsed, bot.last_line)
                self.offences[seat] = offence
                return _fault(seat, offence, deal)
            if bot.note is not None and self._has_room(seat, bot.note):
                played.notes[str(len(times))] = bot.note
            deal.apply(action)
            times.append(int(elapsed * 1000 + 0.5) / 1000)  # `round` costs thrice as much
        return None

    def _has_room(self, seat: int, note: str) -> bool:
        """Whether a note is kept: of a seat's notes a match keeps so much, since strangers write them."""
        room = self.note_room[seat]
        if room < 0:
            return False
        self.note_room[seat] = room = room - len(note.encode("utf-8", "surrogatepass"))
        if room < 0:
            self.bots[seat].log.append(f"its notes came to more than {_NOTE_BYTES} bytes: no further ones are kept")
        return room >= 0

    def _close_deal(self, deal: Deal) -> None:
        assert deal.points is not None
        self.scores = deal.scores
        for sums, side in zip(self.tallies, deal.tallies(), strict=True):
            for key, (numerator, denominator) in side.items():
                old = sums.get(key, (0, 0))
                sums[key] = (old[0] + numerator, old[1] + denominator)
        line = encode_deal_end(deal.number, deal.points, deal.scores, deal.hands, deal.actions, deal.summary())
        for bot in self.bots:
            bot.tell(line)

    async def end(self, result: MatchResult) -> None:
        """Tell the offenders first, then the others how it ended."""
        for seat, offence in self.offences.items():
            await self.bots[seat].dismiss(offence)
        fault = None if result.fault is None else (result.fault.seat, result.fault.kind)
        line = encode(announcements.match_end(result.winner, result.scores, result.reason, fault))
        for seat, bot in enumerate(self.bots):
            if seat not in self.offences:
                bot.tell(line)

    def record(self, result: MatchResult, host: Mapping[str, Any]) -> MatchRecord:
        timing = Timing(
            decisions=self.decisions,
            total_ms=[round(ms, 3) for ms in self.total_ms],
            max_ms=[round(ms, 3) for ms in self.max_ms],
            start_ms=[None if bot.start_ms is None else round(bot.start_ms, 1) for bot in self.bots],
            elapsed_ms=round((perf_counter() - self.started) * 1000, 1),
            lag_ms=round(max(bot.lag_ms for bot in self.bots), 1),
            uncharged_ms=[round(bot.uncharged_ms, 1) for bot in self.bots],
            held=[bot.is_held for bot in self.bots],
        )
        log = {f"seat {seat}": "\n".join(bot.log) for seat, bot in enumerate(self.bots) if bot.log}
        if self.offences:
            texts = {f"seat {seat} stderr": bot.errors.text() for seat, bot in enumerate(self.bots)}
            log |= {whose: text for whose, text in texts.items() if text}
        return MatchRecord(self.spec, self.deals, result, timing, dict(host), self.tallies, log)


def match_start(game: Game, spec: MatchSpec, seat: int, entrant: Entrant) -> MatchStart:
    """The announcement of a match to one seat: board and room, never the opponents' names."""
    line_bytes = entrant.limits.line_bytes
    return announcements.match_start(
        game, spec.board, spec.room, spec.board_key, spec.first_dealer, seat, entrant.clock, line_bytes
    )


def _illegal(deal: Deal, action: str, legal: Sequence[str], elapsed: float, line: bytes) -> Offence:
    detail = illegal_detail(deal.decision, action, deal.why_illegal(action), legal, f" in deal {deal.number}")
    return Offence(FaultKind.ILLEGAL, detail, elapsed, _json_excerpt(line))


def illegal_detail(decision: str, action: str, why: str, legal: Sequence[str], place: str = "") -> str:
    """What is said of an answer that the rules forbid: `why` is the rule in words; also where no match is refereed."""
    shown = excerpt(action.encode("utf-8", "replace"), 60)
    return f'{decision} "{shown}"{place} is illegal: {why} (legal: {", ".join(legal)})'


def _json_excerpt(line: bytes) -> str:
    """The first bytes of a well-formed message as printable text that is JSON still: verification reads the action."""
    text = line[:_REPLY_BYTES].decode("utf-8", "ignore").strip(" \t\r\n")
    shown = "".join(character if character.isprintable() else _json_escape(character) for character in text)
    return shown if len(line) <= _REPLY_BYTES else f"{shown} … (the first {_REPLY_BYTES} of {len(line)} bytes)"


def _json_escape(character: str) -> str:
    if character in "\t\r\n":  # between tokens
        return " "
    code = character.encode("utf-16-be").hex()
    return "".join(f"\\u{code[i : i + 4]}" for i in range(0, len(code), 4))


def _fault(seat: int, offence: Offence, deal: Deal | None = None) -> Fault:
    return Fault(
        seat,
        offence.kind,
        offence.detail,
        None if deal is None else deal.number,
        None if deal is None else len(deal.actions),
        None if offence.elapsed_ms is None else round(offence.elapsed_ms, 1),
        offence.reply,
        offence.stderr,
    )
