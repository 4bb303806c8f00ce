"""The game `euchre-railroad`: Euchre with the joker, the partner's best card for a loner, laps and slam in a rubber.

Adds to a deal of Euchre the exchange between partners, and to the scores the games won so far, which a deal carries to
the next (docs/rules/euchre-railroad.md).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Self

from arena.errors import OptionError
from arena.games.cards import sorted_hand
from arena.games.euchre.deal import EuchreDeal
from arena.games.euchre.terms import Terms
from arena.games.euchre.variants import BOTH, REDEAL, STICK, Euchre

_MOST_POINTS = 4  # in one deal


class RailroadDeal(EuchreDeal):
    """Beside those of Euchre: `games_won` by side, with this deal when it is over, and `best_cards`, the exchanges made
    as (lone seat, what it discarded, what its partner gave).
    """

    __slots__ = ("_laid_away", "_to_exchange", "best_cards", "games_won")

    def __init__(
        self,
        terms: Terms,
        deck: Sequence[str],
        dealer: int,
        scores: Sequence[int],
        number: int,
        games_won: tuple[int, ...],
    ):
        super().__init__(terms, deck, dealer, scores, number)
        self.games_won = games_won
        self.best_cards: tuple[tuple[int, str, str], ...] = ()
        self._to_exchange: list[int] = []  # lone seats, the first of which is at it
        self._laid_away = ""  # by that one

    @property
    def carried(self) -> list[int]:
        return list(self.games_won)

    def _ready(self) -> None:
        sides = self.terms.sides
        if self.terms.best_card:
            self._to_exchange = sorted(self.alone, key=lambda seat: sides[seat] != sides[self.maker])
        self._exchange_best()

    def _exchange_best(self) -> None:
        if not self._to_exchange:
            super()._ready()
            return
        self.to_act = self._to_exchange[0]
        self.decision = "discard"
        self._legal = self.held[self.to_act]

    def _decide(self, action: str) -> None:
        if not self._to_exchange:
            super()._decide(action)
            return
        loner = self._to_exchange[0]
        giver = self.terms.partner(loner)
        self.held[self.to_act].remove(action)
        if self.decision == "discard":
            self._laid_away = action
            self.to_act = giver
            self.decision = "give"
            self._legal = self.held[giver]
            return
        self.held[loner] = sorted_hand([*self.held[loner], action])
        self.best_cards = (*self.best_cards, (loner, self._laid_away, action))
        self._laid_away = ""
        self._to_exchange.pop(0)
        self._exchange_best()

    def _close(self, points: tuple[int, ...]) -> None:
        super()._close(points)
        best = max(self.scores)
        if best >= self.terms.target:
            worth = 2 if self.terms.slam and min(self.scores) <= 0 else 1
            self.games_won = tuple(
                [
                    games + worth if score == best else games
                    for games, score in zip(self.games_won, self.scores, strict=True)
                ]
            )

    def shares(self) -> tuple[float, ...] | None:
        """The rubber is over when a side has won more than half of its games, or all are played: then it is shared."""
        games = self.terms.games
        first, second = self.games_won
        if self.points is None or (2 * max(first, second) <= games and first + second < games):
            return None
        if first == second:
            return (0.5, 0.5)
        return (1, 0) if first > second else (0, 1)

    def summary(self) -> dict[str, Any]:
        is_over = self.to_act < 0
        exchanges = [{"seat": seat, "discarded": laid, "given": given} for seat, laid, given in self.best_cards]
        return {
            **super().summary(),
            "best_cards": exchanges if is_over else None,
            "games_won": list(self.games_won),
        }

    def view(self, seat: int) -> dict[str, Any]:
        return {**super().view(seat), "best_card": self._best_card(seat), "games_won": list(self.games_won)}

    def more_json(self, seat: int) -> str:
        best_card = self._best_card(seat)
        shown = "null"
        if best_card is not None:
            discarded, passed = [f'"{card}"' if card else "null" for card in best_card.values()]
            shown = f'{{"discarded":{discarded},"passed":{passed}}}'
        first, second = self.games_won
        return f',"best_card":{shown},"games_won":[{first},{second}]'

    def _best_card(self, seat: int) -> dict[str, str | None] | None:
        """What `seat` knows of an exchange between partners."""
        best_card: dict[str, str | None] | None = None
        partner = self.terms.partner(seat)
        for loner, laid_away, given in self.best_cards:
            if loner == seat:
                best_card = {"discarded": laid_away, "passed": given}
            elif loner == partner:
                best_card = {"discarded": None, "passed": given}
        if self._laid_away and seat == self._to_exchange[0]:
            best_card = {"discarded": self._laid_away, "passed": None}
        return best_card

    def copy(self) -> Self:
        twin = super().copy()
        twin.games_won = self.games_won
        twin.best_cards = self.best_cards
        twin._to_exchange = self._to_exchange[:]
        twin._laid_away = self._laid_away
        return twin


_RULES = {"alone": "maker-and-defender", "lone_defender": "four"}
_RAILROAD = {**BOTH, "joker": True, "best_card": True, "laps": False, "slam": False, "games": 1}


class EuchreRailroad(Euchre):
    """Railroad Euchre: a match is a rubber of `games` games."""

    name: ClassVar[str] = "euchre-railroad"
    decisions: ClassVar[tuple[str, ...]] = ("order", "trump", "discard", "alone", "give", "play")
    hidden: ClassVar[frozenset[str]] = frozenset({"discard", "give"})
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "stick": {**STICK, **_RULES, **_RAILROAD},
        "redeal": {**REDEAL, **_RULES, **_RAILROAD},
    }

    @classmethod
    def _check_together(cls, options: Mapping[str, Any]) -> None:
        super()._check_together(options)
        if options["laps"] and options["target"] < _MOST_POINTS:
            raise OptionError(
                f"options.laps: needs a target of at least {_MOST_POINTS}, got {options['target']}: "
                "the points left over would win the next game before it begins"
            )

    def _terms(self) -> Terms:
        options = self.options
        return replace(
            super()._terms(),
            best_card=options["best_card"],
            laps=options["laps"],
            slam=options["slam"],
            games=options["games"],
        )

    def start(
        self, deck: Sequence[str], dealer: int, scores: Sequence[int], number: int, carried: Any = None
    ) -> RailroadDeal:
        games_won = (0, 0) if carried is None else tuple(carried)
        target = self.terms.target
        if max(scores) >= target:  # a game has ended with the deal before
            scores = [score % target if self.terms.laps and score >= target else 0 for score in scores]
        return RailroadDeal(self.terms, deck, dealer, scores, number, games_won)
