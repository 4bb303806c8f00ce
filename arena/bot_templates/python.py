"""My bot: bids by counting, plays the first card that is allowed. Improve it from here.

arena puts its SDK, the file arena_bot.py, on the path of every Python bot. To print, simply print: it goes to
standard error, which arena keeps in the match's log.
"""

from __future__ import annotations

try:
    import arena_bot
except ImportError:
    raise SystemExit("arena_bot.py is missing: arena provides it; to run a bot by hand, copy it there") from None


def choose(request: arena_bot.Message) -> arena_bot.Choice:
    """Return one of `request["legal"]`, or (action, note): notes are shown in replays.

    `request["view"]` is all that your seat may know: hand, calls, contract, tricks so far, scores.
    """
    view, legal = request["view"], request["legal"]
    if request["decision"] == "bid":
        return bid(view["hand"], legal)
    if request["decision"] == "trump":
        return trump(view["hand"], legal)
    return play(view, legal)


def tricks_expected(hand: list[str], trump: str) -> int:
    """A rough count: a trick for every trump but one, and one for every other ace."""
    trumps = [card for card in hand if arena_bot.suit_of(card, trump) == trump[0]]  # the left bower counts too
    aces = [card for card in hand if card[0] == "A" and card not in trumps]
    return len(trumps) - 1 + len(aces)


def best_suit(hand: list[str]) -> str:
    # To try: "high" (no trump, the ace is best) and "low" (no trump, the nine is best).
    return max(("clubs", "diamonds", "hearts", "spades"), key=lambda trump: tricks_expected(hand, trump))


def bid(hand: list[str], legal: list[str]) -> tuple[str, str]:
    suit = best_suit(hand)
    tricks = tricks_expected(hand, suit)
    # To try: what did the partner call (view["calls"])? And how many tricks will the partner take?
    wanted = str(min(tricks, 6))
    note = f"{tricks} tricks with {suit}"
    # `legal` begins with "pass", or with "3" for a dealer who must bid
    return (wanted if wanted in legal else legal[0]), note


def trump(hand: list[str], legal: list[str]) -> str:
    suit = best_suit(hand)
    return suit if suit in legal else legal[0]  # in Euchre, not all suits are legal


def play(view: arena_bot.Message, legal: list[str]) -> str:
    # To try: lead aces, win with the cheapest card, do not beat the partner.
    # `arena_bot.winning(cards, trump)` and `arena_bot.strengths(trump, led)` help.
    return legal[0]


if __name__ == "__main__":
    arena_bot.run(choose)
