"""What `arena check` calls a decision of a bot: the rule of following suit that it tries, the call, the contract.

Reads a view, never a game's name: a game whose view has a `contract` with a trump, `tricks` and a `hand` has its plays
told apart, any other only its decisions. Pure. Called by `check_plans` and `check_table`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from arena.games.cards import JOKER
from arena.games.tricks import SUIT, TRUMPS, left_bower

PLAIN: Final = "follow a plain suit"
TRUMP: Final = "follow trump"
LEFT_LED: Final = "follow the left bower when it is led: with a trump"
LEFT_HELD: Final = "follow trump with the left bower: it counts as trump"
LEFT_APART: Final = "follow the suit printed on the left bower with another card: the left bower is a trump"
LEFT_VOID: Final = "void but for the left bower of that print: any card may be played"
JOKER_LED: Final = "follow the joker, the best trump, when it is led: with a trump"
JOKER_HELD: Final = "follow trump with the joker: it is the best trump"
VOID: Final = "void in the suit led: any card may be played"
NO_BOWERS: Final = {
    trump: f"follow with a jack under {trump}: there are no bowers, its suit is the printed one"
    for trump in ("high", "low")
}
NEGATIVE_CALL: Final = "call with a negative score"
NEGATIVE_PLAY: Final = "play with a negative score"
UNDER: Final = {trump: f"play out a deal under {trump}" for trump in TRUMPS}
PLAY: Final = "play"

RULES: Final = (
    *(PLAIN, TRUMP, LEFT_LED, LEFT_HELD, LEFT_APART, LEFT_VOID, JOKER_LED, JOKER_HELD, VOID),
    *(*NO_BOWERS.values(), *UNDER.values(), NEGATIVE_CALL, NEGATIVE_PLAY),
)
"""In the order of the list that is printed; what stands before them are calls."""


def play_situation(view: Mapping[str, Any], side: int) -> str | None:
    """The step of a play that is due; None where the view tells of no trump.

    `side`: of the seat to act. A play belongs to a rule only where that rule forbids a card of the hand, or where a
    bot that has the rule wrong would be forbidden one.
    """
    trump = (view.get("contract") or {}).get("trump")
    if trump not in SUIT:
        return None
    if rule := following_rule(view["tricks"], view["hand"], trump):
        return rule
    return NEGATIVE_PLAY if view["scores"][side] < 0 else UNDER[trump]


def following_rule(tricks: Sequence[Mapping[str, Any]], hand: Sequence[str], trump: str) -> str | None:
    """Which rule of following suit tells what is legal; None for a lead, and where the whole hand follows."""
    if not tricks or tricks[-1]["winner"] is not None or len(set(hand)) == 1:
        return None
    led = tricks[-1]["cards"][0]
    suits = SUIT[trump]
    left = left_bower(trump)
    follows = [card for card in hand if suits[card] == suits[led]]
    if not follows:
        return LEFT_VOID if left in hand and left is not None and suits[led] == left[1] else VOID
    if len(follows) == len(hand):
        return None
    if trump in NO_BOWERS:
        return NO_BOWERS[trump] if all(card[0] == "J" for card in follows) else PLAIN
    if suits[led] != trump[0]:
        return LEFT_APART if left in hand and left is not None and left[1] == suits[led] else PLAIN
    if led in (JOKER, left):
        return JOKER_LED if led == JOKER else LEFT_LED
    return {JOKER: JOKER_HELD, left: LEFT_HELD}.get(follows[0], TRUMP) if len(set(follows)) == 1 else TRUMP


def call_situation(decision: str, legal: Sequence[str], score: int, may_pass: bool) -> str:
    """The step of a decision that is no play. `may_pass`: whether passing is ever legal in such a decision."""
    if not may_pass:
        return f"{decision}: choose one of those legal"
    if "pass" not in legal:
        return f"{decision} where pass is not legal"
    if len(legal) == 1:
        return f"{decision} where pass is the only legal action"
    return f"{decision} where pass is legal" if score >= 0 else NEGATIVE_CALL
