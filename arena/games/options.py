"""Checks of rule options: each returns the value or raises OptionError naming the key and what was expected.

Knows no game. A wrong value is shown short, since a tournament file may hold anything. Called by `Game.with_options`.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from arena.errors import OptionError

_SHOWN = 40


def check_keys(options: Mapping[str, Any], known: Sequence[str], game: str) -> None:
    """OptionError for the first key of `options` that is not `known` to `game`."""
    for key in options:
        if key not in known:
            from difflib import get_close_matches  # only a mistake needs it

            text = str(key)
            close = get_close_matches(text[:_SHOWN], known, n=1)
            hint = f"did you mean {close[0]}?" if close else f"known: {', '.join(known)}"
            raise OptionError(f"options.{text[:_SHOWN]}: unknown option of {game} ({hint})")


def whole(key: str, value: Any, least: int = 1, most: int | None = None) -> int:
    """A whole number from `least` up to `most`."""
    # a bool is an int to Python, and `target = true` is a slip
    if type(value) is not int or value < least or (most is not None and value > most):
        expected = f"of at least {least}" if most is None else f"from {least} to {most}"
        raise _wrong(key, f"a whole number {expected}", value)
    return value


def flag(key: str, value: Any) -> bool:
    """True or false."""
    if type(value) is not bool:
        raise _wrong(key, "true or false", value)
    return value


def one_of(key: str, value: Any, values: Collection[str | int]) -> Any:
    """One of `values`, of the same type."""
    for each in values:
        if type(value) is type(each) and value == each:
            return each
    texts = [f'"{each}"' if isinstance(each, str) else str(each) for each in values]
    raise _wrong(key, f"{', '.join(texts[:-1])} or {texts[-1]}", value)


def _wrong(key: str, expected: str, value: Any) -> OptionError:
    return OptionError(f"options.{key}: expected {expected}, got {repr(value)[:_SHOWN]}")
