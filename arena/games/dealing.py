"""From the tournament seed to cards: every deal is a pure function of (seed, encounter, board, deal number).

Holds the whole of the arena's randomness, the same on every machine and in every language: keyed hashes and a
Fisher-Yates shuffle without bias. Must never draw from a global source. The seed stays with the director;
workers get board keys; a bot gets its seat's seed, which tells nothing about the deals.
"""

import re
from collections.abc import Sequence
from hashlib import sha256
from hmac import digest
from struct import Struct

from arena.errors import SettingsError

_WORD = 2**32
_eight_words = Struct(">8I").unpack


def normal_seed(text: str) -> str:
    """A tournament seed as written by a person (1 to 64 hex digits) as its 64 lower-case digits; else SettingsError."""
    if not re.fullmatch(r"[0-9a-fA-F]{1,64}", text):
        shown = repr(text[:80]) + ("…" if len(text) > 80 else "")
        raise SettingsError(f"seed: expected 1 to 64 hex digits, got {shown}")
    return text.lower().zfill(64)


def commitment(seed: str) -> str:
    """The SHA-256 of the seed's 32 bytes as 64 hex digits: printed at the start, it binds without telling."""
    return sha256(bytes.fromhex(normal_seed(seed))).hexdigest()


def board_key(seed_hex: str, encounter: str, board: int) -> str:
    """The key (64 hex digits) of all deals of a board; `encounter` is `a~b`, or `*` for deals common to all."""
    seed = bytes.fromhex(normal_seed(seed_hex))
    return digest(seed, f"arena/1/board/{encounter}/{board}".encode(), "sha256").hex()


def seat_seed(board_key_hex: str, room: str, seat: int) -> str:
    """A seat's private randomness in one room of a board: 32 hex digits."""
    return digest(bytes.fromhex(board_key_hex), f"seat/{room}/{seat}".encode(), "sha256")[:16].hex()


def shuffled(board_key_hex: str, deal: int, deck: Sequence[str]) -> list[str]:
    """The deck (given in canonical order) as shuffled for deal number `deal` of a board."""
    key = bytes.fromhex(board_key_hex)
    cards = list(deck)
    words: list[int] = []
    block = 0
    for last in range(len(cards) - 1, 0, -1):
        size = last + 1
        # draws at or above the largest multiple of `size` would favour low cards: they are drawn again
        limit = _WORD - _WORD % size
        while True:
            if not words:
                words = [*reversed(_eight_words(digest(key, b"deal/%d/%d" % (deal, block), "sha256")))]
                block += 1
            drawn = words.pop()
            if drawn < limit:
                break
        other = drawn % size
        cards[last], cards[other] = cards[other], cards[last]
    return cards
