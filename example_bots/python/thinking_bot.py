"""Remembers, counts and looks ahead: the bot to beat.

- It bids from a table of what each card is worth, listens to the calls, and stops where the odds turn.
- It rebuilds from the view what is gone and who is void, so it knows its sure tricks and who may trump them.
- In the last three tricks it deals the unseen cards a few times, as the voids allow, and plays each ending out.

The numbers of the bidding come from playing some ten thousand random hands and fitting what they won.
"""

from __future__ import annotations

import random

import arena_bot
from arena_bot import DECK, SUITS, TRUMPS, cards_of, partner_of, strengths, suit_of, trump_suit

# --- Tables: filled once, asked for at every decision ----------------------------------------------------------------

# SUIT[trump][card]: the effective suit. STRENGTH[trump][led suit][card]: what wins the trick, 0 cannot.
SUIT = {trump: {card: suit_of(card, trump) for card in DECK} for trump in TRUMPS}
STRENGTH = {trump: {led: strengths(trump, led) for led in SUITS} for trump in TRUMPS}
# BETTER[trump][card]: the cards of its own suit that beat it.
BETTER = {
    trump: {
        card: frozenset(best_first[:place])
        for best_first in [cards_of(suit, trump) for suit in SUITS]
        for place, card in enumerate(best_first)
    }
    for trump in TRUMPS
}
# WORTH[trump][card]: how sorry one is to part with it; any trump is worth more than any other card.
WORTH = {
    trump: {card: (10 if SUIT[trump][card] == trump_suit(trump) else 0) - len(BETTER[trump][card]) for card in DECK}
    for trump in TRUMPS
}


def choose(request: arena_bot.Message) -> arena_bot.Choice:
    view, legal = request["view"], request["legal"]
    if len(legal) == 1:
        return str(legal[0])
    if request["decision"] == "bid":
        return bid(view, legal)
    if request["decision"] == "trump":
        return best_trump(view["hand"])[1]
    return play(view, legal)


# --- Bidding -------------------------------------------------------------------------------------------------------

# Tricks that the side takes on average, partner's share included: a constant, and what each card adds.
SUIT_CONTRACT = 1.25
TRUMP_CARDS = (1.2, 0.75, 0.6, 0.45, 0.45, 0.4, 0.4)  # right bower, left bower, A K Q T 9
TRUMP_LENGTH = (0.0, 0.0, 0.0, 0.2, 0.35, 0.5, 0.5)  # by the number of trumps held
SIDE_ACE, SIDE_KING_BEHIND_ACE, SIDE_KING_GUARDED, SIDE_VOID = 0.6, 0.15, 0.15, 0.2
NO_TRUMP_CONTRACT = 1.95
NO_TRUMP_RUN = (0.0, 0.6, 1.6, 2.4, 3.2, 4.0, 4.8)  # by the number of best cards held in sequence: A, A K, A K Q …
SECOND_BEST_GUARDED = 0.12

# Tricks expected that a bid asks for. A 3 is never worth opening with: the dealer may be forced to call it.
NEEDED = {3: 3.8, 4: 3.8, 5: 4.5, 6: 5.3}
# A jump shuts the others out, but is dear when it fails.
JUMP_NEEDED = {4: 3.8, 5: 5.2, 6: 6.1}
# A partner who bid has tricks, an opponent who bid has some of ours; and a contract that the partner already
# holds is taken over only with a much better hand.
PARTNER_BID, OPPONENT_BID, TAKE_OVER = 0.5, -0.3, -1.1


def tricks_expected(hand: list[str], trump: str) -> float:
    trumps = trump_suit(trump)
    tricks = SUIT_CONTRACT if trumps else NO_TRUMP_CONTRACT
    for suit in SUITS:
        best_first = cards_of(suit, trump)
        places = [place for place, card in enumerate(best_first) if card in hand]
        if suit == trumps:
            tricks += sum(TRUMP_CARDS[place] for place in places) + TRUMP_LENGTH[len(places)]
        elif trumps:
            if not places:
                tricks += SIDE_VOID
            elif places[0] == 0:
                tricks += SIDE_ACE + (SIDE_KING_BEHIND_ACE if places[1:2] == [1] else 0)
            elif places[0] == 1 and len(places) > 1:
                tricks += SIDE_KING_GUARDED
        else:
            run = sum(place == index for index, place in enumerate(places))
            # the cards below a run win once the others have none left
            below = (0, 0.27)[run] if run < 2 else 0.64
            tricks += NO_TRUMP_RUN[run] + below * (len(places) - run)
            if places[:1] == [1] and len(places) > 1:
                tricks += SECOND_BEST_GUARDED
    return tricks


def best_trump(hand: list[str]) -> tuple[float, str]:
    return max((tricks_expected(hand, trump), trump) for trump in TRUMPS)


def bid(view: arena_bot.Message, legal: list[str]) -> tuple[str, str]:
    expected, trump = best_trump(view["hand"])
    note = f"{expected:.1f} tricks with {trump}"
    bids = [(int(call), place) for place, call in enumerate(view["calls"]) if call != "pass"]
    partners_place = len(view["calls"]) - 2
    for _, place in bids:
        expected += PARTNER_BID if place == partners_place else OPPONENT_BID
    if bids and bids[-1][1] == partners_place:
        expected += TAKE_OVER
    lowest = int(legal[1] if legal[0] == "pass" else legal[0])
    if legal[0] != "pass" or expected < NEEDED[lowest]:
        return legal[0], note  # a dealer who must bid has no `pass`: 3
    last_to_call = view["seat"] == view["dealer"]
    if not last_to_call:
        for jump in (6, 5, 4):
            if jump > lowest and expected >= JUMP_NEEDED[jump]:
                return str(jump), note
    return str(lowest), note


# --- Play ----------------------------------------------------------------------------------------------------------


class Table:
    """What a seat can know in the play of a deal: derived from the view, anew for each decision."""

    def __init__(self, view: arena_bot.Message) -> None:
        self.trump: str = view["contract"]["trump"]
        self.trumps = trump_suit(self.trump)
        self.suit = suit = SUIT[self.trump]
        self.worth = WORTH[self.trump]
        self.seat: int = view["seat"]
        self.partner = partner_of(self.seat)
        self.left, self.right = (self.seat + 1) % 4, (self.seat + 3) % 4
        self.hand: list[str] = view["hand"]
        self.declares = (view["contract"]["declarer"] - self.seat) % 2 == 0
        unseen = set(DECK)
        unseen.difference_update(self.hand)
        # voids[seat]: the suits of which a seat has shown that it holds no more
        self.voids: tuple[set[str], ...] = (set(), set(), set(), set())
        for trick in view["tricks"]:
            cards = trick["cards"]
            unseen.difference_update(cards)
            led = suit[cards[0]]
            for place in range(1, len(cards)):
                if suit[cards[place]] != led:
                    self.voids[(trick["leader"] + place) % 4].add(led)
        self.unseen = unseen
        self.out: dict[str, list[str]] = {"c": [], "d": [], "h": [], "s": []}  # unseen cards by suit
        for card in DECK:  # in the deck's order: a set's order differs from run to run
            if card in unseen:
                self.out[suit[card]].append(card)
        better = BETTER[self.trump]
        # no card of its suit that is still out beats it
        self.masters = [card for card in self.hand if better[card].isdisjoint(unseen)]

    def length(self, suit: str) -> int:
        return sum(self.suit[card] == suit for card in self.hand)

    def may_hold(self, seat: int, suit: str | None) -> bool:
        return suit is not None and bool(self.out[suit]) and suit not in self.voids[seat]


def play(view: arena_bot.Message, legal: list[str]) -> str:
    table = Table(view)
    tricks = view["tricks"]
    unfinished = bool(tricks) and tricks[-1]["winner"] is None
    card = follow(table, tricks[-1], legal) if unfinished else lead(table)
    if len(table.hand) <= ENDING:
        return ending(table, view, legal, card)
    return card


def lead(table: Table) -> str:
    worth, suit, trumps = table.worth, table.suit, table.trumps
    mine = [card for card in table.hand if suit[card] == trumps]
    side = [card for card in table.hand if suit[card] != trumps]
    masters = [card for card in side if card in table.masters]
    if table.may_hold(table.left, trumps) or table.may_hold(table.right, trumps):
        # The declaring side draws trumps, from the top, while it has the best one or a second one.
        if table.declares and mine and (len(mine) > 1 or mine[0] in table.masters):
            return max(mine, key=lambda card: worth[card])
        # A master that both opponents can still follow to: the suit with most cards out is the safest.
        safe = [card for card in masters if suit[card] not in table.voids[table.left] | table.voids[table.right]]
        if safe:
            return max(safe, key=lambda card: len(table.out[suit[card]]))
    else:
        # Nobody can trump: the masters are tricks, those of a long suit first, for they clear the way for the rest.
        if masters:
            return max(masters, key=lambda card: table.length(suit[card]))
        if mine:
            return max(mine, key=lambda card: worth[card])
    if not side:
        pick = max if any(card in table.masters for card in mine) else min
        return pick(mine, key=lambda card: worth[card])
    return min(side, key=lambda card: cost_of_leading(table, card))


def cost_of_leading(table: Table, card: str) -> float:
    """How bad a lead is, of cards that win nothing by themselves."""
    suit = table.suit[card]
    cost: float = table.worth[card]
    if table.trumps is None:
        # from length, in the hope that the small ones become masters; into the partner's hand, not past it
        return cost - 2 * table.length(suit) + (3 if suit in table.voids[table.partner] else 0)
    if table.length(suit) > 1:
        cost += 2  # a lone card makes the hand void, to trump the next one
    if suit in table.voids[table.partner] and table.trumps not in table.voids[table.partner]:
        cost -= 3  # the partner may trump it
    if suit in table.voids[table.left] and table.trumps not in table.voids[table.left]:
        cost += 1
    return cost


def follow(table: Table, trick: arena_bot.Message, legal: list[str]) -> str:
    cards, seat = trick["cards"], table.seat
    led = table.suit[cards[0]]
    strength = STRENGTH[table.trump][led]
    best = max(strength[card] for card in cards)
    winner = (trick["leader"] + [strength[card] for card in cards].index(best)) % 4
    # of the seats still to play, only the left neighbour can be an opponent
    opponent_follows = len(cards) < 3

    def beatable(value: int) -> bool:
        """Whether the opponent still to play may beat a card of this strength."""
        if not opponent_follows:
            return False
        if table.may_hold(table.left, led) and any(strength[card] > value for card in table.out[led]):
            return True
        if led == table.trumps or not table.may_hold(table.left, table.trumps):
            return False
        likely_void = led in table.voids[table.left] or len(table.out[led]) <= 2
        return likely_void and any(strength[card] > value for card in table.out[table.trumps or led])

    winners = [card for card in legal if strength[card] > best]
    sure = [card for card in winners if not beatable(strength[card])]
    if winner == partner_of(seat):
        # Help the partner only where the trick would be lost otherwise, and never with a trump.
        if sure and beatable(best) and led != table.trumps and table.suit[sure[0]] == led:
            return min(sure, key=lambda card: strength[card])
        return worst(table, legal)
    if sure:
        return min(sure, key=lambda card: strength[card])
    if winners:
        if table.suit[winners[0]] != led:
            return min(winners, key=lambda card: strength[card])  # a small trump, and hope
        if len(cards) == 2:
            return max(winners, key=lambda card: strength[card])  # third hand high
    return worst(table, legal)


def worst(table: Table, legal: list[str]) -> str:
    """The card to part with: small, not a master, and rather a lone one if there are trumps to be had instead."""
    has_trumps = table.trumps is not None and table.length(table.trumps) > 0

    def regret(card: str) -> float:
        suit = table.suit[card]
        value: float = table.worth[card]
        if suit != table.trumps:
            if card in table.masters:
                value += 5
            if has_trumps and table.length(suit) == 1:
                value -= 1.5
        return value

    return min(legal, key=regret)


# --- The ending ----------------------------------------------------------------------------------------------------

ENDING = 3  # from how many cards in hand on
LAYOUTS = 6  # how many ways to deal the unseen cards are looked at: more is better and slower

Hands = list[list[str]]


def ending(table: Table, view: arena_bot.Message, legal: list[str], rule_of_thumb: str) -> str:
    """The legal card that scores most on average over a few layouts, each played out with all cards open.

    Every layout is solved as if everybody saw everything, which is wrong, but wrong in the same way for each card.
    """
    unfinished = view["tricks"] and view["tricks"][-1]["winner"] is None
    on_table: list[str] = view["tricks"][-1]["cards"] if unfinished else []
    leader: int = view["tricks"][-1]["leader"] if unfinished else table.seat
    side = table.seat % 2
    won: int = view["tricks_won"][side]
    left = 6 - sum(view["tricks_won"])
    declares = table.declares
    level: int = view["contract"]["bid"]
    totals = dict.fromkeys(legal, 0)
    for _ in range(LAYOUTS):
        hands = layout(table, on_table)
        if hands is None:
            continue
        for card in legal:
            hands[table.seat].remove(card)
            mine = won + tricks_taken(hands, [*on_table, card], leader, side, table.trump, left)
            hands[table.seat].append(card)
            theirs = 6 - mine
            # what the tricks score: the contract decides how much the last one is worth
            if declares:
                totals[card] += (mine if mine >= level else -level) - theirs
            else:
                totals[card] += mine - (theirs if theirs >= level else -level)
    most = max(totals.values())
    return rule_of_thumb if totals[rule_of_thumb] == most else max(legal, key=lambda card: totals[card])


def layout(table: Table, on_table: list[str]) -> Hands | None:
    """The unseen cards dealt at random to the other seats, as many as each still holds, as the voids allow."""
    cards = [card for suit in SUITS for card in table.out[suit]]
    hands: Hands = [[], [], [], []]
    hands[table.seat] = table.hand[:]
    others = [(table.seat + step) % 4 for step in (1, 2, 3)]
    # the seats that have played to this trick stand right of this one
    room = {seat: len(table.hand) - (step > 3 - len(on_table)) for step, seat in enumerate(others, 1)}
    for _ in range(10):
        random.shuffle(cards)
        first = 0
        for seat in others:
            hands[seat] = cards[first : first + room[seat]]
            first += room[seat]
        if all(table.suit[card] not in table.voids[seat] for seat in others for card in hands[seat]):
            return hands
    return None


def trick_winner(cards: list[str], leader: int, trump: str) -> int:
    strength = STRENGTH[trump][SUIT[trump][cards[0]]]
    values = [strength[card] for card in cards]
    return (leader + values.index(max(values))) % 4


def tricks_taken(hands: Hands, on_table: list[str], leader: int, side: int, trump: str, left: int) -> int:
    """How many of the `left` tricks `side` takes if everybody plays perfectly with open cards."""
    suit = SUIT[trump]
    if len(on_table) == 4:
        leader = trick_winner(on_table, leader, trump)
        taken = int(leader % 2 == side)
        if left == 1:
            return taken
        if left == 2:  # nobody has a choice in the last trick
            last = [hands[(leader + place) % 4][0] for place in range(4)]
            return taken + int(trick_winner(last, leader, trump) % 2 == side)
        return taken + tricks_taken(hands, [], leader, side, trump, left - 1)
    seat = (leader + len(on_table)) % 4
    hand = hands[seat]
    legal = hand
    if on_table:
        led = suit[on_table[0]]
        legal = [card for card in hand if suit[card] == led] or hand
    ours = seat % 2 == side
    best = -1 if ours else 7
    for card in legal[:]:
        hand.remove(card)
        taken = tricks_taken(hands, [*on_table, card], leader, side, trump, left)
        hand.append(card)
        if ours:
            best = max(best, taken)
            if best == left:
                break
        else:
            best = min(best, taken)
            if best == 0:
                break
    return best


if __name__ == "__main__":
    arena_bot.run(choose, name="Thinking", version="1.0")
