"""The games `euchre`, `euchre-cutthroat` and `euchre-two-handed`: their options, what may stand together, their decks.

Makes the `Terms` of a match from options and deals; the rules of a deal are in `deal`. The two presets set several
options at once, each of which may be given as well (docs/rules/euchre.md).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Self

from arena.errors import OptionError
from arena.games.cards import deck
from arena.games.euchre.deal import EuchreDeal
from arena.games.euchre.habits import layouts
from arena.games.euchre.terms import Terms
from arena.games.game import Game
from arena.games.habit_layout import HabitLayout
from arena.games.options import check_keys, flag, one_of, whole
from arena.records import StatColumn

_PRESETS = ("stick", "redeal")


def _among(*values: str | int) -> Callable[[str, Any], Any]:
    return lambda key, value: one_of(key, value, values)


CHECKS: dict[str, Callable[[str, Any], Any]] = {
    "preset": _among(*_PRESETS),
    "all_pass": _among("stick", "redeal"),
    "alone": _among("maker", "maker-and-defender", "anyone"),
    "alone_when": _among("with-call", "after-exchange"),
    "loner_lead": _among("left-of-dealer", "left-of-loner"),
    "lone_defender": _among("four", "by-tricks"),
    "must_take_up_card": flag,
    "canadian_loner": flag,
    "joker": flag,
    "deck": _among(24, 32),
    "march": _among(3, 2),
    "target": whole,
    "best_card": flag,
    "laps": flag,
    "slam": flag,
    "games": whole,
}
"""Every option of the family, with the function that checks its value."""

BOTH = {"must_take_up_card": False, "joker": False, "deck": 24, "target": 10}
STICK = {
    "all_pass": "stick",
    "alone": "maker",
    "alone_when": "with-call",
    "loner_lead": "left-of-dealer",
    "lone_defender": "four",
    "canadian_loner": False,
}
REDEAL = {
    "all_pass": "redeal",
    "alone": "anyone",
    "alone_when": "after-exchange",
    "loner_lead": "left-of-loner",
    "lone_defender": "by-tricks",
    "canadian_loner": False,
}


class EuchreFamily(Game):
    """What the games of standard Euchre have in common. `presets`: every option's default under each preset."""

    decisions: ClassVar[tuple[str, ...]]
    statistics: ClassVar[tuple[StatColumn, ...]] = (
        StatColumn("orders_made", "Orders made %"),
        StatColumn("marches", "Marches %"),
        StatColumn("alone", "Alone %"),
    )
    hidden: ClassVar[frozenset[str]] = frozenset({"discard"})
    presets: ClassVar[Mapping[str, Mapping[str, Any]]]
    terms: Terms

    def __init__(self, options: Mapping[str, Any]):
        """`options`: all of them, checked."""
        self.options = dict(options)
        ranks = "789TJQKA" if options["deck"] == 32 else "9TJQKA"
        self.deck = deck(ranks, joker=options["joker"])
        self.terms = self._terms()

    @classmethod
    def with_options(cls, options: Mapping[str, Any]) -> Self:
        keys = [key for key in CHECKS if key == "preset" or key in cls.presets["stick"]]
        check_keys(options, keys, cls.name)
        given = {key: CHECKS[key](key, value) for key, value in options.items()}
        preset = given.get("preset", _PRESETS[0])
        values = {"preset": preset, **cls.presets[preset], **given}
        cls._check_together(values)
        return cls({key: values[key] for key in keys})

    @classmethod
    def _check_together(cls, options: Mapping[str, Any]) -> None:
        """OptionError for options that contradict one another."""

    def _terms(self) -> Terms:
        options = self.options
        return Terms(
            game=self.name,
            sides=self.sides,
            cards=frozenset(self.deck),
            target=options["target"],
            stick=options["all_pass"] == "stick",
            must_take=options["must_take_up_card"],
        )

    @property
    def habits(self) -> tuple[HabitLayout, ...]:
        return layouts(self.terms)

    def start(
        self, deck: Sequence[str], dealer: int, scores: Sequence[int], number: int, carried: Any = None
    ) -> EuchreDeal:
        return EuchreDeal(self.terms, deck, dealer, scores, number)


class Euchre(EuchreFamily):
    """Standard Euchre: four seats, partners opposite."""

    name: ClassVar[str] = "euchre"
    decisions: ClassVar[tuple[str, ...]] = ("order", "trump", "discard", "alone", "play")
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {"stick": {**STICK, **BOTH}, "redeal": {**REDEAL, **BOTH}}
    seats = 4
    sides = (0, 1, 0, 1)

    @classmethod
    def _check_together(cls, options: Mapping[str, Any]) -> None:
        if options["canadian_loner"] and options["alone_when"] != "with-call":
            raise OptionError(
                'options.canadian_loner: needs alone_when = "with-call": the dealer\'s partner may accept only by '
                f"ordering up alone, got {options['alone_when']!r}"
            )

    def _terms(self) -> Terms:
        options = self.options
        return replace(
            super()._terms(),
            alone=options["alone"],
            partner_alone=options["alone"] == "anyone" and options["preset"] == "redeal",
            with_call=options["alone_when"] == "with-call",
            left_of_loner=options["loner_lead"] == "left-of-loner",
            by_tricks=options["lone_defender"] == "by-tricks",
            canadian=options["canadian_loner"],
        )


class EuchreCutthroat(EuchreFamily):
    """Three seats, each for itself: the maker plays against the other two."""

    name: ClassVar[str] = "euchre-cutthroat"
    decisions: ClassVar[tuple[str, ...]] = ("order", "trump", "discard", "play")
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "stick": {"all_pass": "stick", "march": 3, **BOTH},
        "redeal": {"all_pass": "redeal", "march": 3, **BOTH},
    }
    seats = 3
    sides = (0, 1, 2)

    def _terms(self) -> Terms:
        return replace(super()._terms(), march=self.options["march"])


class EuchreTwoHanded(EuchreFamily):
    """Two seats; the seat that does not deal calls first and always leads."""

    name: ClassVar[str] = "euchre-two-handed"
    decisions: ClassVar[tuple[str, ...]] = ("order", "trump", "discard", "play")
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "stick": {"all_pass": "stick", **BOTH},
        "redeal": {"all_pass": "redeal", **BOTH},
    }
    seats = 2
    sides = (0, 1)
