"""Small games that are none of arena's own, for what must hold of every game: three sides, six seats, two.

A seat may take the deal; when nobody does it is thrown in. The taker buries a card that the others do not see, then
tricks are played, the highest card winning, with nothing to follow. A trick is a point; who has most at the target
wins, and equals share the match.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

import pytest

from arena.games import GAMES, Deal, Game, IllegalAction
from arena.records import StatColumn

HAND_SIZE = 4
DECK = tuple(f"{rank:02}" for rank in range(1, 28))


class ToyDeal(Deal):
    __slots__ = (
        "_held",
        "_rules",
        "_trick",
        "actions",
        "buried",
        "dealer",
        "decision",
        "hands",
        "number",
        "points",
        "scores",
        "taker",
        "to_act",
        "winners",
    )

    def __init__(self, rules: "ToyGame", deck: Sequence[str], dealer: int, scores: Sequence[int], number: int):
        self._rules = rules
        self.number = number
        self.dealer = dealer
        self.hands = tuple(
            tuple(sorted(deck[seat * HAND_SIZE : (seat + 1) * HAND_SIZE])) for seat in range(rules.seats)
        )
        self._held = [list(hand) for hand in self.hands]
        self._trick: list[tuple[str, int]] = []
        self.actions: list[str] = []
        self.to_act = (dealer + 1) % rules.seats
        self.decision = "take"
        self.points: tuple[int, ...] | None = None
        self.scores = tuple(scores)
        self.taker = -1
        self.buried = ""
        self.winners: list[int] = []

    def legal(self) -> list[str]:
        return ["pass", "take"] if self.decision == "take" else self._held[self.to_act][:]

    def why_illegal(self, action: str) -> str:
        return "" if action in self.legal() else f"{action} is not among {' '.join(self.legal())}"

    def apply(self, action: str) -> None:
        if self.why_illegal(action):
            raise IllegalAction(self.why_illegal(action))
        self.actions.append(action)
        seats = self._rules.seats
        if self.decision == "take":
            if action == "take":
                self.taker, self.decision = self.to_act, "bury"
            elif self.to_act == self.dealer:
                self._score()
            else:
                self.to_act = (self.to_act + 1) % seats
            return
        self._held[self.to_act].remove(action)
        if self.decision == "bury":
            self.buried, self.decision = action, "play"
            self.to_act = (self.dealer + 1) % seats
            return
        self._trick.append((action, self.to_act))
        self.to_act = (self.to_act + 1) % seats
        if len(self._trick) == seats:
            self.to_act = max(self._trick)[1]
            self.winners.append(self.to_act)
            self._trick = []
        if len(self.winners) == HAND_SIZE - 1:
            self._score()

    def _score(self) -> None:
        sides = [self._rules.sides[winner] for winner in self.winners]
        self.points = tuple(sides.count(side) for side in range(self._rules.side_count))
        self.scores = tuple(old + new for old, new in zip(self.scores, self.points, strict=True))
        self.to_act = -1

    def view(self, seat: int) -> dict[str, Any]:
        return {
            "deal": self.number,
            "dealer": self.dealer,
            "seat": seat,
            "scores": list(self.scores),
            "hand": list(self._held[seat]),
            "contract": self.summary()["contract"],
            "bottom": self._rules.bottom,
            "buried": self.buried if seat == self.taker else None,
            "tricks": list(self.winners),
        }

    def summary(self) -> dict[str, Any]:
        return {
            "contract": None if self.taker < 0 else {"maker": self.taker, "alone": []},
            "tricks": list(self.winners),
            "bottom": self._rules.bottom,
            "secret": "27",
        }

    def shares(self) -> tuple[float, ...] | None:
        best = max(self.scores)
        if best < self._rules.options["target"]:
            return None
        winners = self.scores.count(best)
        return tuple((1 if winners == 1 else 1 / winners) if score == best else 0 for score in self.scores)

    def tallies(self) -> tuple[dict[str, tuple[int, int]], ...]:
        taken = [int(self.taker >= 0 and self._rules.sides[self.taker] == side) for side in self._sides()]
        return tuple({"taken": (one, 1)} for one in taken)

    def _sides(self) -> range:
        return range(self._rules.side_count)

    def copy(self) -> Self:
        copy = type(self).__new__(type(self))
        for name in ToyDeal.__slots__:
            value = getattr(self, name)
            setattr(copy, name, list(value) if isinstance(value, list) else value)
        copy._held = [list(hand) for hand in self._held]
        return copy


class ToyGame(Game):
    decisions = ("take", "bury", "play")
    hidden = frozenset({"bury"})
    statistics = (StatColumn("taken", "Taken %"),)
    deck = DECK
    bottom: ClassVar[str] = "01"

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options = {"target": 4} | dict(options)

    @classmethod
    def with_options(cls, options: Mapping[str, Any]) -> Self:
        return cls(options)

    def start(
        self, deck: Sequence[str], dealer: int, scores: Sequence[int], number: int, carried: Any = None
    ) -> ToyDeal:
        return ToyDeal(self, deck, dealer, scores, number)


class Alone(ToyGame):
    """Three seats, each for itself."""

    name = "toy-alone"
    seats = 3
    sides = (0, 1, 2)


class Teams(ToyGame):
    """Six seats, two sides of three."""

    name = "toy-teams"
    seats = 6
    sides = (0, 1, 0, 1, 0, 1)


class Duel(ToyGame):
    """Two seats."""

    name = "toy-duel"
    seats = 2
    sides = (0, 1)


TOYS: tuple[type[ToyGame], ...] = (Alone, Teams, Duel)


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy games stand among arena's while the test runs."""
    for toy in TOYS:
        monkeypatch.setitem(GAMES, toy.name, toy)
