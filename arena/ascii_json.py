"""JSON text that no reader can be harmed by: pure ASCII without control characters, the same values.

JSON allows almost everything raw in its strings, and a database or an exported file is read with tools that show what
is there. Knows nothing of what the values mean. Called by `store` and `arena export`.
"""

import re

_RAW = re.compile(r"[^\x20-\x7e]")


def ascii_json(text: bytes) -> bytes:
    r"""Compact JSON in UTF-8, its strings' other characters written as JSON's own escapes.

    >>> ascii_json('["♥\x7f"]'.encode())
    b'["\\u2665\\u007f"]'
    """
    if text.isascii() and b"\x7f" not in text:
        return text
    return _RAW.sub(_escaped, text.decode()).encode("ascii")


def _escaped(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be")
    return "".join(f"\\u{units[place : place + 2].hex()}" for place in range(0, len(units), 2))
