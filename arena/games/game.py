"""The interface that every game implements, and that the referee, derivation and reports are written against.

It knows nothing of bidding, cards in tricks or partners: an action is an opaque string, a decision has a name.
Pure: standard library only, no I/O, no clock, no global randomness. A game never sees a bot.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from json import JSONEncoder
from typing import Any, ClassVar, Self

from arena.games.habit_layout import Habit, HabitLayout
from arena.records import StatColumn

_compact = JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


class IllegalAction(ValueError):
    """An action that the rules forbid; the text says which rule, in words ("must follow hearts: holds Jd, …")."""


class Deal(ABC):
    """Cards dealt until scored: a small mutable object advanced only by `apply`.

    `to_act` is the seat whose decision is due, -1 when the deal is over. `hands` are the cards as dealt, sorted,
    `actions` everything decided so far in order. `scores` are by side: as before the deal until it is over, then
    with its points; `points` is None until then.
    """

    __slots__ = ()

    number: int
    dealer: int
    hands: tuple[tuple[str, ...], ...]
    actions: list[str]
    to_act: int
    decision: str
    points: tuple[int, ...] | None
    scores: tuple[int, ...]

    @property
    def carried(self) -> Any:
        """What the next deal of the match must know of this one beside the scores, JSON-ready; None in most games."""
        return None

    @abstractmethod
    def legal(self) -> list[str]:
        """The legal actions of the seat to act, never empty, in the fixed order of the spec. The caller may keep it."""

    @abstractmethod
    def apply(self, action: str) -> None:
        """Make the decision that is due; raise IllegalAction, leaving the deal untouched, if it is not legal."""

    @abstractmethod
    def why_illegal(self, action: str) -> str:
        """The rule, in words, that forbids `action` now ("" if it is legal)."""

    @abstractmethod
    def view(self, seat: int) -> dict[str, Any]:
        """The whole of what `seat` may know, JSON-ready: the only door for hidden information."""

    def view_json(self, seat: int) -> bytes:
        """`view` as compact JSON in UTF-8, for the wire. A game may write it faster, byte for byte the same."""
        return _compact(self.view(seat)).encode()

    @abstractmethod
    def summary(self) -> dict[str, Any]:
        """What only this game knows of the deal, as far as it has come, JSON-ready; a replay tells it as it comes.

        `contract` (None until it is made) begins with the seat that made it, under what that is in it, such as
        declarer; `tricks` are the seats that won them. Other keys are the game's own.
        """

    @abstractmethod
    def shares(self) -> tuple[float, ...] | None:
        """By side, how the match is shared if it ends with this deal ((1, 0), (0, 1), halves), else None."""

    @abstractmethod
    def tallies(self) -> tuple[dict[str, tuple[int, int]], ...]:
        """By side: statistics column key -> (numerator, denominator) of this complete deal."""

    def habits(self, acted: Sequence[tuple[int, str]]) -> Iterable[Habit]:
        """What this complete deal says of each seat's habits, for the sheets of the game.

        `acted`: for each of `actions`, who made it and which decision it was, as `to_act` and `decision` said then.
        Derived when somebody asks; nothing is kept for it while the deal is played.
        """
        return ()

    @abstractmethod
    def copy(self) -> Self:
        """An independent deal in the same state, cheap enough to search with."""


class Game(ABC):
    """A game: rules with all their options fixed. Immutable; share one instance freely.

    `hidden`: those of `decisions` whose actions no other seat is told of while the deal lasts (a discard).
    """

    name: ClassVar[str]
    seats: int
    sides: tuple[int, ...]
    decisions: ClassVar[tuple[str, ...]]
    hidden: ClassVar[frozenset[str]] = frozenset()
    """The decisions whose action only the seat itself sees until the deal is over, such as a discard."""
    statistics: ClassVar[tuple[StatColumn, ...]]
    deck: tuple[str, ...]
    options: Mapping[str, Any]

    @classmethod
    @abstractmethod
    def with_options(cls, options: Mapping[str, Any]) -> Self:
        """The game under `options`, defaults filled in; raise errors.OptionError naming a key that is wrong."""

    @abstractmethod
    def start(self, deck: Sequence[str], dealer: int, scores: Sequence[int], number: int, carried: Any = None) -> Deal:
        """Deal the shuffled `deck`: seat s gets the s-th run of hand size, the rest stays undealt.

        `scores` and `carried` are those of the deal before, zeros and None for the first of a match. The deal may begin
        from other scores: a game within a match has ended, the next begins at nothing.
        """

    @property
    def habits(self) -> tuple[HabitLayout, ...]:
        """The sheets of habits that deals under these options fill, none by default."""
        return ()

    @property
    def side_count(self) -> int:
        return max(self.sides) + 1
