"""A seat filled by a person: the referee asks it as it asks a bot, and somebody else shows, listens and answers.

Holds a seat's side of a match and neither a screen nor a keyboard, nor a game: an action is an opaque string here. A
person has no clock and commits no fault: who answers is asked until the answer is legal. Called by `arena play`.
"""

from collections.abc import Awaitable, Callable, Sequence
from time import perf_counter
from typing import Any

import orjson
import trio

from arena.bots.bot import Offence
from arena.bots.errlog import ErrorLog
from arena.records import Clock, Entrant, Limits
from protocol.messages import ArenaMessage

Decide = Callable[[str, Sequence[str], dict[str, Any]], Awaitable[str]]
"""A decision's name, its legal actions and the seat's view to the action chosen, one of the legal ones."""
Hear = Callable[[dict[str, Any]], None]
"""News, as the messages of the protocol: the end of a deal, the end of the match."""

UNTIMED = Clock(start_ms=0, action_ms=None, bank_ms=0, exit_ms=0)


class Person:
    """What the referee needs of a seat; nothing of it is a process."""

    def __init__(self, name: str, digest: str, decide: Decide, hear: Hear) -> None:
        self.entrant = Entrant(name, digest, (), None, UNTIMED, Limits(line_bytes=65_536, stderr_bytes=0))
        self.note: str | None = None
        self.elapsed_ms = 0.0
        self.start_ms: float | None = None
        self.uncharged_ms = 0.0
        self.lag_ms = 0.0
        self.is_held = False
        self.last_line = b""
        self.log: list[str] = []
        self.errors = ErrorLog(0)
        self._decide = decide
        self._hear = hear

    def announce(self, match_start: ArenaMessage) -> bool:
        """Always ready."""
        return True

    async def begin(self) -> Offence | None:
        await trio.lowlevel.checkpoint()
        return None

    async def ask(self, decision: str, legal: Sequence[str], view_json: bytes) -> str | Offence:
        """The person's choice; `elapsed_ms` tells how long it took."""
        start = perf_counter()
        action = await self._decide(decision, legal, orjson.loads(view_json))
        self.elapsed_ms = (perf_counter() - start) * 1000
        return action

    def tell(self, line: bytes) -> None:
        self._hear(orjson.loads(line))

    def settle(self, cores: frozenset[int] | None) -> None:
        """There is no process to keep on a core."""

    def look(self, deals: int) -> None:
        """Nobody minds what a person thinks off turn."""

    async def dismiss(self, offence: Offence) -> None:
        await trio.lowlevel.checkpoint()
