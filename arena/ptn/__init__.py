"""A match of Bid Euchre as tags and rows of text, and back: `text` and `records` (docs/ptn.md).

The notation is the one of TricksterBots' tests, with tags of our own for what it does not say. Pure: reads no file, and
never judges whether a record follows from its seed; that is `verify`'s, to which a record read here is like any other.
Called by `arena export --format ptn` and by `arena verify FILE.ptn`.
"""

from arena.ptn.reading import records
from arena.ptn.writing import text

__all__ = ["records", "text"]
