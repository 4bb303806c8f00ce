"""Which deals `arena check` leads a bot through, and the steps that they should try.

Scripted deals for Bid Euchre; for every other game drawn ones, chosen while the bot plays so that each kind of decision
and each rule of following suit comes up. Pure: positions by the rules, starts nothing. Called by `conformance`.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any, Final, Protocol

from arena.cli import check_deals
from arena.cli.check_situations import (
    NEGATIVE_CALL,
    NEGATIVE_PLAY,
    PLAY,
    RULES,
    UNDER,
    call_situation,
    play_situation,
)
from arena.games import Deal, Game
from arena.games import game as game_called
from arena.games.dealing import board_key, shuffled

FIRST_SEAT: Final = 0  # the bot's in the first match
SECOND_SEAT: Final = 1  # in the second: another side too
_TARGET: Final = 1000  # no side reaches it in so few deals
_LEAST_ROUNDS: Final = 2  # how often every seat deals
_MOST_DEALS: Final = 30
_SAMPLED: Final = 12  # places in a match, for what a game has at all
_LOOKED_AT: Final = 16  # deals, of which the one that tries most is played
_PASSING: Final = (1.0, 0.0, 0.7, None)
_KEY: Final = board_key("0", "check", 0)


class Plan(Protocol):
    """A deal to be led: the cards, what the other seats do, and the step to which the bot's decisions belong."""

    @property
    def dealer(self) -> int: ...
    def start(self, game: Game, number: int, scores: tuple[int, ...], carried: Any = None) -> Deal: ...
    def others(self, deal: Deal) -> str: ...
    def title(self, deal: Deal) -> str: ...


@dataclass(frozen=True, slots=True)
class DrawnDeal:
    """A deal of its own cards, the same at every check; the other seats decide at random, the same at every check.

    `passing`: how likely the others pass; None: they call the most that they may. `passable`: decisions in which
    passing may be legal.
    """

    dealer: int
    number: int
    passing: float | None
    sides: tuple[int, ...]
    passable: frozenset[str] = frozenset()

    def start(self, game: Game, number: int, scores: tuple[int, ...], carried: Any = None) -> Deal:
        """The deal, not yet begun."""
        return game.start(shuffled(_KEY, self.number, game.deck), self.dealer, scores, number, carried)

    def others(self, deal: Deal) -> str:
        """What the seat to act, not the bot's, decides."""
        drawn = Random(f"{self.number}/{len(deal.actions)}")
        legal = deal.legal()
        calls = [action for action in legal if action != "pass"]
        if len(calls) == len(legal) or not calls:
            return drawn.choice(legal)
        if self.passing is None:
            return calls[-1]
        return "pass" if drawn.random() < self.passing else drawn.choice(calls)

    def title(self, deal: Deal) -> str:
        """The step of the bot's decision that is due."""
        side = self.sides[deal.to_act]
        if deal.decision == PLAY:
            return play_situation(deal.view(deal.to_act), side) or PLAY
        return call_situation(deal.decision, deal.legal(), deal.scores[side], deal.decision in self.passable)


class Plans(Protocol):
    """The second match, deal after deal."""

    @property
    def expected(self) -> Sequence[str]: ...
    def deals(self, met: Set[str]) -> Iterator[Plan]: ...


@dataclass(frozen=True, slots=True)
class Scripted:
    """The deals of a script, whatever has been met."""

    script: tuple[check_deals.PlannedDeal, ...]
    expected: tuple[str, ...]

    def deals(self, met: Set[str]) -> Iterator[Plan]:
        return iter(self.script)


@dataclass(frozen=True, slots=True)
class Drawn:
    """Deals of a game without a script, drawn until all is met that a cautious bot would meet, within bounds."""

    game: Game
    passable: frozenset[str]
    expected: tuple[str, ...]

    def deals(self, met: Set[str]) -> Iterator[Plan]:
        """`met`: the steps tried so far, which grows while this is used."""
        for position in range(_MOST_DEALS):
            missing = set(self.expected) - met
            if not missing and position >= _LEAST_ROUNDS * self.game.seats:
                return
            looked_at = (_drawn(self.game, position, each, self.passable) for each in range(_LOOKED_AT))
            yield max(looked_at, key=lambda plan: self._promise(plan, missing))

    def _promise(self, plan: DrawnDeal, missing: Set[str]) -> tuple[int, int]:
        """How many of the missing steps come up whatever the bot does, as far as one can see, and at least for one."""
        cautious, bold = (_steps_of(plan, self.game, choice) & missing for choice in (0, -1))
        return len(cautious & bold), len(cautious | bold)


def _drawn(game: Game, position: int, candidate: int, passable: frozenset[str] = frozenset()) -> DrawnDeal:
    number = position * _LOOKED_AT + candidate
    return DrawnDeal(position % game.seats, number, _PASSING[candidate % len(_PASSING)], game.sides, passable)


def _steps_of(plan: DrawnDeal, game: Game, choice: int = 0) -> set[str]:
    """The steps of a bot at SECOND_SEAT that always takes the first legal action, or the last (`choice` -1)."""
    met = set()
    deal = plan.start(game, 0, (0,) * game.side_count)
    while deal.to_act >= 0:
        if deal.to_act == SECOND_SEAT:
            met.add(plan.title(deal))
            deal.apply(deal.legal()[choice])
        else:
            deal.apply(plan.others(deal))
    is_a_loss = min(deal.points or (0,)) < 0
    return met | under(deal) | ({NEGATIVE_PLAY} if is_a_loss else set())


def under(deal: Deal) -> set[str]:
    """The step that a complete deal is: its contract."""
    trump = (deal.summary().get("contract") or {}).get("trump")
    return {UNDER[trump]} if trump in UNDER else set()


@cache
def planned(name: str) -> tuple[Game, Sequence[Plan], Plans]:
    """The game called `name` with a target out of reach, three deals of the first match, and the second match."""
    if name == check_deals.GAME:
        game = game_called(name, check_deals.OPTIONS)
        script = tuple(replace(deal, turned=SECOND_SEAT) for deal in check_deals.DEALS)
        tried = {*UNDER.values(), NEGATIVE_CALL, NEGATIVE_PLAY, *(deal.tries for deal in script)}
        return game, _first_match(game), Scripted(script, (*check_deals.CALLS, *(one for one in RULES if one in tried)))
    defaults: Mapping[str, Any] = game_called(name, {}).options
    game = game_called(name, {"target": _TARGET} if "target" in defaults else {})
    passable = frozenset(_passable(game))
    met = set[str]()
    for position in range(_SAMPLED):
        for candidate in range(_LOOKED_AT):
            met |= _steps_of(_drawn(game, position, candidate, passable), game)
    if met & {NEGATIVE_CALL, NEGATIVE_PLAY}:  # which depends on the deals before; a bot may as well call as play then
        met |= {NEGATIVE_PLAY} | ({NEGATIVE_CALL} if passable else set())
    calls = sorted(met - {*RULES, PLAY}, key=lambda title: game.decisions.index(title.partition(":")[0].split()[0]))
    return game, _first_match(game), Drawn(game, passable, (*calls, *(rule for rule in RULES if rule in met)))


def _first_match(game: Game) -> tuple[Plan, ...]:
    """The bot deals and all others pass, so that it has to decide; then nobody passes; then either."""
    return tuple(DrawnDeal((FIRST_SEAT + place) % game.seats, place, _PASSING[place], game.sides) for place in range(3))


def _passable(game: Game) -> set[str]:
    found = set()
    for number in range(game.seats * 3):
        plan = _drawn(game, number, number)
        deal = plan.start(game, 0, (0,) * game.side_count)
        while deal.to_act >= 0:
            if "pass" in deal.legal():
                found.add(deal.decision)
            deal.apply(plan.others(deal))
    return found
