"""The rule that forbids an action of Euchre, in words.

Called by `EuchreDeal.why_illegal` for an action that is not legal; decides nothing itself. What a bot sent may be any
text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games.cards import SUIT_NAMES, why_no_card
from arena.games.euchre.terms import ORDER_UP, ORDER_UP_ALONE, SUITS, SUITS_ALONE
from arena.games.reasons import shown, why_not_following, why_not_written

if TYPE_CHECKING:
    from arena.games.euchre.deal import EuchreDeal

_ORDERS = ("pass", ORDER_UP, ORDER_UP_ALONE)
_NAMES = ("pass", *SUITS, *SUITS_ALONE)
_ALONE = ("together", "alone")
_WORDS = frozenset({*_ORDERS, *_NAMES, *_ALONE})


def why_illegal(deal: EuchreDeal, action: str) -> str:
    """Why `action`, which is not legal now, is not."""
    if deal.to_act < 0:
        return "the deal is over: no decision is due"
    return _WHY[deal.decision](deal, action)


def _due(deal: EuchreDeal) -> str:
    return f"expected one of {', '.join(deal.legal())}"


def _no_call(deal: EuchreDeal, action: str, words: tuple[str, ...], due: str) -> str:
    """An answer of another kind, badly written, or nonsense."""
    if action in deal.terms.cards:
        return f"{due} is due, not a card: {action} cannot be played yet ({_due(deal)})"
    if action in _WORDS:
        return f"{due} is due, not {action}: {_due(deal)}"
    return why_not_written(action, words) or f"{shown(action)} is not known here: {due} is due, {_due(deal)}"


def _why_no_order(deal: EuchreDeal, action: str) -> str:
    if action == ORDER_UP:
        return "the dealer's partner may order up in the first round by going alone only: order up alone, or pass"
    if action == ORDER_UP_ALONE:
        return _why_not_with_call(deal)
    if action in _NAMES:
        return f"no suit is named in the first round: order up {deal.up_card}, which makes its suit trump, or pass"
    return _no_call(deal, action, _ORDERS, "a call")


def _why_no_name(deal: EuchreDeal, action: str) -> str:
    if action == "pass":
        if deal.is_blind:
            return "the joker is turned up: the dealer must name a suit"
        return "all others have passed: the dealer must name a suit"
    if action in (ORDER_UP, ORDER_UP_ALONE):
        if deal.is_blind:
            return "the joker is turned up: the dealer names a suit"
        return f"{deal.up_card} was turned down: name another suit or pass"
    if action in SUITS:  # all others could be named
        return f"{action} was turned down with {deal.up_card} and may not be named"
    if action in SUITS_ALONE:
        if action.startswith(SUIT_NAMES.get(deal.up_card[1], "no suit")):
            return f"{action.split()[0]} was turned down with {deal.up_card} and may not be named"
        if deal.is_blind:
            return "the joker is turned up: the dealer names a suit first, and says later whether it goes alone"
        return _why_not_with_call(deal)
    return _no_call(deal, action, _NAMES, "a suit")


def _why_not_with_call(deal: EuchreDeal) -> str:
    if not deal.terms.alone:
        return f"there are no lone hands in {deal.terms.game}"
    return "to go alone is declared after the dealer's exchange, not with the call"


def _why_no_discard(deal: EuchreDeal, action: str) -> str:
    if action not in deal.terms.cards:
        return _no_card(deal, action, "to be discarded")
    if action == deal.up_card and action in deal.held[deal.to_act]:
        return f"the dealer must take {action}, the turned-up card, and discard another"
    return f"you do not hold {action}"


def _why_no_alone(deal: EuchreDeal, action: str) -> str:
    return _no_call(deal, action, _ALONE, "together or alone")


def _why_no_gift(deal: EuchreDeal, action: str) -> str:
    if action not in deal.terms.cards:
        return _no_card(deal, action, "to be given to your partner")
    return f"you do not hold {action}"


def _why_no_play(deal: EuchreDeal, action: str) -> str:
    if action not in deal.terms.cards:
        return _no_card(deal, action, "to be played")
    played = deal.cards_played
    if action in played:
        return f"{action} was already played, to trick {played.index(action) // deal.trick_size + 1}"
    if action not in deal.held[deal.to_act]:
        if action == deal.discard and deal.to_act == deal.dealer:
            return f"you do not hold {action}: you discarded it"
        return f"you do not hold {action}"
    led = played[len(deal.trick_winners) * deal.trick_size]
    return why_not_following(action, deal.legal(), led, deal.trump)


def _no_card(deal: EuchreDeal, action: str, use: str) -> str:
    if action in _WORDS:
        return f"a card is due {use}, not {action}"
    return f"{shown(action)} is {why_no_card(action, deal.terms.cards)}"


_WHY = {
    "order": _why_no_order,
    "trump": _why_no_name,
    "discard": _why_no_discard,
    "alone": _why_no_alone,
    "give": _why_no_gift,
    "play": _why_no_play,
}
