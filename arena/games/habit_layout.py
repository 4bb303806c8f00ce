"""What a game says of habits: the sheets that it can fill, as plain values, and one fact of a deal.

Holds no counting (that is `arena.habits`) and no rule. Every game writes its own sheets with these.
"""

from dataclasses import dataclass
from enum import StrEnum


class HabitForm(StrEnum):
    """How a column's facts become a value."""

    COUNT = "count"  # how often
    PERCENT = "percent"  # 100 times how often, of how many chances
    MEAN = "mean"  # a sum over how many


@dataclass(frozen=True, slots=True)
class HabitColumn:
    key: str
    title: str
    form: HabitForm


@dataclass(frozen=True, slots=True)
class HabitLayout:
    """A named sheet: `rows` as (key, title). `note` says, in a sentence or two, of what the percentages are."""

    key: str
    title: str
    note: str
    columns: tuple[HabitColumn, ...]
    rows: tuple[tuple[str, str], ...]


Habit = tuple[int, str, str, str, int, int]
"""Seat, keys of sheet, row and column, amount, of how many. For ALL_ROWS the amount is 0 and only the last counts.

A fact of a whole side stands at one of its seats. Of a COUNT the last is 0 and means nothing.
"""

ALL_ROWS = ""
