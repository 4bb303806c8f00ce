"""Which deals `arena check` leads a bot through: the scripted ones of Bid Euchre, drawn ones for every other game.

Plain data and positions by the rules; starts nothing. Called by `conformance`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Protocol

from arena.cli import check_deals
from arena.games import Deal, Game
from arena.games import game as game_called
from arena.games.dealing import board_key, shuffled

BOT_SEAT: Final = check_deals.BOT_SEAT
_TARGET: Final = 1000  # no side reaches it in so few deals
_ROUNDS: Final = 3  # how often every seat deals


class Plan(Protocol):
    """A deal to be led: the cards, what the other seats do, and the step to which the bot's decisions belong."""

    @property
    def dealer(self) -> int: ...
    def start(self, game: Game, number: int, scores: tuple[int, ...], carried: Any = None) -> Deal: ...
    def others(self, deal: Deal) -> str: ...
    def title(self, deal: Deal) -> str: ...


@dataclass(frozen=True, slots=True)
class DrawnDeal:
    """A deal of its own cards, the same at every check; the other seats decide at random, the same at every check."""

    dealer: int
    number: int

    def start(self, game: Game, number: int, scores: tuple[int, ...], carried: Any = None) -> Deal:
        """The deal, not yet begun."""
        return game.start(shuffled(_KEY, self.number, game.deck), self.dealer, scores, number, carried)

    def others(self, deal: Deal) -> str:
        """What the seat to act, not the bot's, decides: all pass, nobody passes, either, from round to round."""
        drawn = Random(f"{self.number}/{len(deal.actions)}")
        legal = deal.legal()
        calls = [action for action in legal if action != "pass"]
        if len(calls) == len(legal) or not calls:
            return drawn.choice(legal)
        passes = (1.0, 0.0, 0.7)[self.number // len(deal.hands) % 3]
        return "pass" if drawn.random() < passes else drawn.choice(calls)

    def title(self, deal: Deal) -> str:
        """The step of the bot's decision that is due."""
        return f"deal {self.number + 1}: {deal.decision}"


_KEY: Final = board_key("0", "check", 0)


_SCRIPTED: Final = {"bid-euchre": (check_deals.OPTIONS, check_deals.FIRST_MATCH, check_deals.SECOND_MATCH)}


def planned(name: str) -> tuple[Game, Sequence[Plan], Sequence[Plan]]:
    """The game called `name` with a target out of reach, and the deals of two matches."""
    if name in _SCRIPTED:
        options, first, second = _SCRIPTED[name]
        return game_called(name, options), first, second
    defaults: Mapping[str, Any] = game_called(name, {}).options
    game = game_called(name, {"target": _TARGET} if "target" in defaults else {})
    drawn = [DrawnDeal(number % game.seats, number) for number in range(_ROUNDS * game.seats)]
    return game, drawn, [DrawnDeal(0, len(drawn)), DrawnDeal(1, len(drawn) + 1)]
