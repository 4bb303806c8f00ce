"""Text in the columns of a terminal: how wide it is, cut, padded or broken to a width.

Pure, for text that `neutral` has made printable: some characters take two columns, some none. Called by `table_view`.
"""

import unicodedata
from collections.abc import Iterator


def cells(text: str) -> int:
    """How many columns of a terminal printable text takes."""
    return sum(map(_cells_of, text))


def _cells_of(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def shortened(text: str, width: int) -> str:
    """The text, its end left out where it is too wide."""
    if cells(text) <= width:
        return text
    kept, left = [], width - 1
    for character in text:
        left -= _cells_of(character)
        if left < 0:
            break
        kept.append(character)
    return "".join(kept) + "…" if width > 0 else ""


def padded(text: str, width: int) -> str:
    text = shortened(text, width)
    return text + " " * (width - cells(text))


def words(text: str, width: int) -> list[str]:
    """Lines of whole words where they fit, and of pieces of a word where it is too wide."""
    lines = [""]
    for word in text.split(" "):
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if cells(joined) <= width or not lines[-1]:
            lines[-1] = joined
        else:
            lines.append(word)
    return [piece for line in lines for piece in pieces(line, width)]


def pieces(text: str, width: int) -> Iterator[str]:
    piece, left = "", width
    for character in text:
        left -= _cells_of(character)
        if left < 0:
            yield piece
            piece, left = "", width - _cells_of(character)
        piece += character
    yield piece
