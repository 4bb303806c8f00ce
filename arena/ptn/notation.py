"""The words of the notation that writer and reader share: seats, suits, trumps, and the tags that hold JSON.

Holds no rule of the game. Called by `writing` and `reading`.
"""

from typing import Final

GAME: Final = "bid-euchre"
DIALECT: Final = "arena-ptn/1"
SEATS: Final = "SWNE"
"""Seat 0 is South, the others follow clockwise."""
PEOPLE: Final = ("South", "West", "North", "East")
"""The tags that name the bot of each seat."""
SUITS: Final = "shdc"
"""In the order in which a hand lists them."""
TRUMPS: Final = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠", "high": "NT↑", "low": "NT↓"}
TRUMP_NAMED: Final = {text: trump for trump, text in TRUMPS.items()} | {
    "C": "clubs",
    "D": "diamonds",
    "H": "hearts",
    "S": "spades",
    "NT": "high",
}
"""What a reader takes: also letters for suits, and no arrow where high cards win."""
AT_THE_START: Final = {"OptionsJson": "options", "SettingsJson": "settings", "EntrantsJson": "entrants"}
"""Tags whose value is JSON, in a match's first block, and where in the record it stands."""
AT_THE_END: Final = {"ResultJson": "result", "TimingJson": "timing", "HostJson": "host"}
"""The same in its last block."""
NO_TURN: Final = "-"
"""In a row's column: this seat has nothing to say here, or had not played yet."""
