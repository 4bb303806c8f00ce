"""The Python SDK for arena bots: one file, standard library only, Python 3.9 or newer. Copy it beside your bot.

A bot is one function that picks one of the legal actions:

    import arena_bot

    def choose(request):
        return request["legal"][0]

    arena_bot.run(choose, name="First")

`run` does the talking (protocol/SPEC.md): it answers `match_start` with `ready` and every `request` with what
`choose` returned, and ends when arena closes the bot's standard input. Below it stand small functions for card
games with trumps: the left bower's suit, which cards follow, who wins a trick. It holds nothing that decides.

    >>> suit_of("Jd", "hearts")               # the left bower is a heart
    'h'
    >>> followers(["9c", "Jd", "Ah"], "Kh", "hearts")
    ['Jd', 'Ah']
    >>> winning(["9c", "Ac", "9h"], "hearts")   # index into the trick: 0 led
    2
"""

from __future__ import annotations

import json
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # never true when the bot runs: importing typing costs start-up time
    from collections.abc import Callable
    from typing import Any, BinaryIO

    Message = dict[str, Any]
    Choice = str | tuple[str, str]
    News = Callable[[Message], object]
else:
    Message = dict


def run(
    choose: Callable[[Message], Choice],
    name: str | None = None,
    version: str | None = None,
    author: str | None = None,
    match_start: News | None = None,
    deal_end: News | None = None,
    match_end: News | None = None,
) -> None:
    """Play until end of file, then return.

    `choose(request)` returns one of `request["legal"]`, or `(action, note)`: the note is shown in replays.
    `name`, `version` and `author` are for display. `match_start`, `deal_end` and `match_end` are optional
    functions of one argument, called with those messages; what they return is ignored.

    - `print` writes to standard error, so that debugging cannot break the protocol.
    - `random` is seeded with the match's `seed`: the same match again makes the same choices.
    - An exception ends the bot with status 1. Standard error then holds the traceback and the two lines to
      feed to the bot to see it again.
    """
    answers = _take_standard_output()
    if sys.stdin.isatty():
        print("this is a bot: it reads arena's messages, one JSON object a line (end: Ctrl-D)")
    shown = {"name": name, "version": version, "author": author}
    ready = {"type": "ready", **{key: value for key, value in shown.items() if value}}
    readline = sys.stdin.buffer.readline  # not `for line in …`, which may wait for more lines than one
    started = line = b""
    try:
        while True:
            line = readline()
            if not line.endswith(b"\n"):
                return  # end of file: exit now
            if line.isspace():
                continue
            message = json.loads(str(line, "utf-8"))
            kind = message["type"]
            if kind == "request":
                _send(answers, _action(message, choose(message)))
            elif kind == "match_start":
                started = line
                _seed_random(message.get("seed"))
                if match_start:
                    match_start(message)
                _send(answers, ready)
            elif kind == "deal_end":
                if deal_end:
                    deal_end(message)
            elif kind == "match_end":
                if match_end:
                    match_end(message)
            elif kind == "fault":
                print(f"arena ruled {message.get('kind')}: {message.get('detail')}")
            # any other message is from a newer protocol: not meant for this bot
    except Exception:
        _explain(started, line)
        sys.exit(1)


def _take_standard_output() -> BinaryIO:
    """Keep standard output for the protocol alone; whatever else writes there from now on reaches standard error.

    Done with the descriptor, not only with `sys.stdout`: libraries in C and child processes write there as well.
    """
    answers = os.fdopen(os.dup(1), "wb", 0)
    os.dup2(2, 1)
    sys.stdout.flush()  # what was printed before `run`
    sys.stdout = sys.stderr
    return answers


def _send(answers: BinaryIO, message: Message) -> None:
    try:
        answers.write(json.dumps(message).encode() + b"\n")
        answers.flush()  # without this an answer may wait in a buffer until the clock runs out
    except BrokenPipeError:
        sys.exit(0)  # arena no longer reads: nothing is left to do


def _action(request: Message, choice: Choice) -> Message:
    if isinstance(choice, str):
        return {"type": "action", "id": request["id"], "action": choice}
    if isinstance(choice, tuple) and len(choice) == 2 and isinstance(choice[0], str):
        return {"type": "action", "id": request["id"], "action": choice[0], "note": str(choice[1])}
    raise TypeError(f"choose returned {choice!r}: expected one of {request['legal']}, or (action, note)")


def _seed_random(seed: str | None) -> None:
    import random  # here, so that importing this file stays cheap

    random.seed(seed)


def _explain(started: bytes, line: bytes) -> None:
    import traceback  # slow to import, and rarely needed

    traceback.print_exc()
    print("arena_bot: the bot failed at the last of these lines; feed them to it to see this again:", file=sys.stderr)
    for text in (started, line) if started != line else (line,):
        if text:
            print(str(text, "utf-8", "backslashreplace").rstrip(), file=sys.stderr)
    sys.stderr.flush()


# --- Cards -----------------------------------------------------------------------------------------------------------
# A card is rank and suit, "Td" or "Jh". `trump` is what a contract names: "clubs", "diamonds", "hearts", "spades",
# or "high" (no trump, the ace best), "low" (no trump, the nine best). A suit is a letter: c, d, h, s.

SUITS = "cdhs"
RANKS = "9TJQKA"
DECK = [rank + suit for suit in SUITS for rank in RANKS]
TRUMPS = ["clubs", "diamonds", "hearts", "spades", "high", "low"]
SAME_COLOUR = {"c": "s", "s": "c", "d": "h", "h": "d"}


def trump_suit(trump: str) -> str | None:
    """The letter of the trump suit; None in `high` and `low`, which have none.

    >>> trump_suit("clubs"), trump_suit("low")
    ('c', None)
    """
    return None if trump in ("high", "low") else trump[0]


def suit_of(card: str, trump: str) -> str:
    """The suit that a card belongs to: its printed one, but for the left bower, the jack of the trump's colour.

    >>> [suit_of("Jc", trump) for trump in ("spades", "clubs", "hearts", "high")]
    ['s', 'c', 'c', 'c']

    The joker of Euchre, "Jo", is a trump.

    >>> suit_of("Jo", "hearts")
    'h'
    """
    if card[0] == "J" and (card[1] == "o" or trump_suit(trump) == SAME_COLOUR[card[1]]):
        return trump[0]
    return card[1]


def cards_of(suit: str, trump: str) -> list[str]:
    """All cards of a suit under `trump`, the best first.

    >>> cards_of("h", "hearts")
    ['Jh', 'Jd', 'Ah', 'Kh', 'Qh', 'Th', '9h']
    >>> cards_of("d", "hearts")
    ['Ad', 'Kd', 'Qd', 'Td', '9d']
    >>> cards_of("d", "low")
    ['9d', 'Td', 'Jd', 'Qd', 'Kd', 'Ad']
    """
    return _best_first(suit, trump, RANKS)


def _best_first(suit: str, trump: str, ranks: str) -> list[str]:
    bowers = ["J" + suit, "J" + SAME_COLOUR[suit]] if trump_suit(trump) == suit else []
    others = [rank + suit for rank in (ranks if trump == "low" else ranks[::-1])]
    return bowers + [card for card in others if suit_of(card, trump) == suit and card not in bowers]


_EVERY_RANK = "78" + RANKS  # some games of the family have sevens, eights and a joker, the best trump
_STRENGTHS: dict[tuple[str, str], dict[str, int]] = {}


def strengths(trump: str, led: str) -> dict[str, int]:
    """What each card is worth in a trick in which the suit `led` was led: the largest wins, 0 cannot win.

    >>> worth = strengths("hearts", "c")
    >>> worth["Jo"] > worth["Jh"] > worth["Jd"] > worth["9h"] > worth["Ac"] > worth["9c"] > worth["As"] == 0
    True
    """
    table = _STRENGTHS.get((trump, led))
    if table is None:
        winners = _best_first(led, trump, _EVERY_RANK)
        suit = trump_suit(trump)
        if suit and suit != led:
            winners = _best_first(suit, trump, _EVERY_RANK) + winners
        if suit:
            winners.insert(0, "Jo")
        table = _STRENGTHS[trump, led] = {rank + suit: 0 for suit in SUITS for rank in _EVERY_RANK}
        for place, card in enumerate(winners):
            table[card] = len(winners) - place
    return table


def followers(hand: list[str], led_card: str, trump: str) -> list[str]:
    """The cards in `hand` of the suit of the card led; empty when the hand is void in it (then any may be played).

    >>> followers(["Jd", "Ad", "Kh"], "9d", "hearts")
    ['Ad']
    """
    led = suit_of(led_card, trump)
    return [card for card in hand if suit_of(card, trump) == led]


def winning(cards: list[str], trump: str) -> int:
    """Which card of a trick, complete or not, wins so far: its index, 0 being the card led.

    >>> winning(["Th", "Ac", "Qh"], "high"), winning(["Ad", "9d"], "low")
    (2, 1)
    """
    worth = strengths(trump, suit_of(cards[0], trump))
    best = 0
    for place in range(1, len(cards)):
        if worth[cards[place]] > worth[cards[best]]:
            best = place
    return best


def partner_of(seat: int) -> int:
    """The seat opposite, of four.

    >>> partner_of(3)
    1
    """
    return (seat + 2) % 4
