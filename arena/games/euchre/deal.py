"""One deal of standard Euchre, for two, three or four seats: two rounds of calls, exchange, alone, five tricks, score.

Holds the state of a deal and what may be done in it; what the options mean is ready in its `terms`. Legal actions are
kept in plain lists and tables of strings, because search and referee ask for them at every decision.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Self

from arena.games.cards import JOKER, SUIT_NAMES, sorted_hand
from arena.games.euchre.habits import deal_habits
from arena.games.euchre.illegal import why_illegal
from arena.games.euchre.terms import HAND_SIZE, ORDER_UP_ALONE, SUITS, Terms
from arena.games.euchre.view_text import ViewText
from arena.games.game import Deal, IllegalAction
from arena.games.habit_layout import Habit
from arena.games.tricks import LED

_ALONE = ["together", "alone"]
_NO_TRUMP_YET: dict[str, tuple[frozenset[str], dict[str, int]]] = {}


class EuchreDeal(Deal):
    """Beside the interface: `maker` (-1 until there is one), `trump` (""), `alone` and `sitting_out` (seats),
    `up_card`, `turned_down`, `kitty` (the hidden undealt cards), `discard` (the dealer's, "" until there is one),
    `held` (the cards in each hand), `is_blind` (the dealer names the trump without having seen its hand), `leader` (to
    the first trick, -1 before it) and `first_card` (its place among the actions).
    """

    __slots__ = (
        "_asking",
        "_best",
        "_call_count",
        "_followers",
        "_led",
        "_legal",
        "_next",
        "_step",
        "_strength",
        "_text",
        "_winning",
        "actions",
        "alone",
        "dealer",
        "decision",
        "discard",
        "first_card",
        "hands",
        "held",
        "is_blind",
        "kitty",
        "leader",
        "maker",
        "number",
        "points",
        "scores",
        "sitting_out",
        "terms",
        "to_act",
        "trick_size",
        "trick_winners",
        "trump",
        "turned_down",
        "up_card",
    )

    def __init__(self, terms: Terms, deck: Sequence[str], dealer: int, scores: Sequence[int], number: int):
        seats = len(terms.sides)
        dealt = HAND_SIZE * seats
        self.terms = terms
        self.number = number
        self.dealer = dealer
        self.held = [sorted_hand(deck[first : first + HAND_SIZE]) for first in range(0, dealt, HAND_SIZE)]
        self.hands: tuple[tuple[str, ...], ...] = tuple([tuple(hand) for hand in self.held])
        self.up_card = deck[dealt]
        self.kitty: tuple[str, ...] = tuple(deck[dealt + 1 :])
        self.actions: list[str] = []
        self.points: tuple[int, ...] | None = None
        self.scores: tuple[int, ...] = tuple(scores)
        self.maker = -1
        self.trump = ""
        self.alone: tuple[int, ...] = ()
        self.sitting_out: tuple[int, ...] = ()
        self.turned_down = False
        self.discard = ""
        self.trick_winners: list[int] = []
        self._text: ViewText | None = None
        self._asking: list[int] = []  # who is still to be asked whether to go alone
        self._call_count = 0
        self.first_card = 0
        self.leader = -1
        self._next = terms.clockwise
        self.trick_size = seats
        self._led = _NO_TRUMP_YET
        self._step = 0  # cards in the unfinished trick, which is led with one that these follow, this strong each:
        self._followers: frozenset[str] = frozenset()
        self._strength: dict[str, int] = {}
        self._winning = -1  # the seat that wins it so far
        self._best = 0  # and the strength of its card
        self.is_blind = self.up_card == JOKER
        if self.is_blind:
            self.to_act = dealer
            self.decision = "trump"
            self._legal = SUITS
        else:
            self.to_act = (dealer + 1) % seats
            self.decision = "order"
            self._legal = terms.orders

    def legal(self) -> list[str]:
        return self._legal[:]

    def apply(self, action: str) -> None:
        if action not in self._legal:
            raise IllegalAction(self.why_illegal(action))
        self.actions.append(action)
        if self.decision != "play":
            self._decide(action)
            return
        # a card; all in one place, since search and random playouts spend their time here
        seat = self.to_act
        self.held[seat].remove(action)
        step = self._step
        if step == 0:
            self._followers, self._strength = followers, strength = self._led[action]
            self._best = strength[action]
            self._winning = seat
        else:
            followers = self._followers
            value = self._strength[action]
            if value > self._best:
                self._best = value
                self._winning = seat
            if step == self.trick_size - 1:
                self._end_trick()
                return
        self._step = step + 1
        self.to_act = seat = self._next[seat]
        hand = self.held[seat]
        self._legal = [card for card in hand if card in followers] or hand

    def _end_trick(self) -> None:
        self._step = 0
        winner = self._winning
        self.trick_winners.append(winner)
        if len(self.trick_winners) == HAND_SIZE:
            sides = self.terms.sides
            makers = sides[self.maker]
            tricks = sum([sides[seat] == makers for seat in self.trick_winners])
            self._close(self.terms.points(self.maker, tricks, self.alone))
        else:
            self.to_act = winner
            self._legal = self.held[winner]

    def _close(self, points: tuple[int, ...]) -> None:
        self.points = points
        self.scores = tuple([old + new for old, new in zip(self.scores, points, strict=True)])
        self.to_act = -1
        self.decision = ""
        self._legal = []

    def _decide(self, action: str) -> None:
        """What follows from a decision that is no card played."""
        decision = self.decision
        if decision == "order":
            self._order(action)
        elif decision == "trump":
            self._name(action)
        elif decision == "discard":
            self._lay_away(action)
        else:
            if action == "alone":
                self._go_alone(self.to_act)
            self._ask_alone()

    def _order(self, action: str) -> None:
        """E3: the first round."""
        terms, seat = self.terms, self.to_act
        self._call_count += 1
        if action == "pass":
            self.to_act = caller = terms.clockwise[seat]
            if seat == self.dealer:
                self.turned_down = True
                self.decision = "trump"
                self._legal = terms.names[self.up_card[1]]
            else:
                is_partner = caller == (self.dealer + 2) % len(terms.sides)
                self._legal = terms.partner_orders if is_partner else terms.orders
            return
        self._make(seat, SUIT_NAMES[self.up_card[1]], action == ORDER_UP_ALONE)
        self._exchange()

    def _name(self, action: str) -> None:
        """E5 and E6: the second round; and the joker turned up, when the dealer alone is asked."""
        terms, seat = self.terms, self.to_act
        self._call_count += 1
        if action == "pass":
            if seat == self.dealer:
                self._close((0,) * terms.side_count)
                return
            self.to_act = caller = terms.clockwise[seat]
            self._legal = (terms.stuck_names if caller == self.dealer else terms.names)[self.up_card[1]]
            return
        name, _, alone = action.partition(" ")
        self._make(seat, name, alone == "alone")
        if self.is_blind:
            self.is_blind = False
            self._exchange()
        else:
            self._open_alone()

    def _make(self, maker: int, trump: str, alone: bool) -> None:
        self.maker = maker
        self.trump = trump
        self._led = LED[trump]
        if alone:
            self._go_alone(maker)

    def _exchange(self) -> None:
        """E4: the dealer takes the up-card into the hand, unless it sits out, and lays one card away."""
        dealer = self.dealer
        if dealer in self.sitting_out:
            self._open_alone()
            return
        self.held[dealer] = hand = sorted_hand([*self.held[dealer], self.up_card])
        self.to_act = dealer
        self.decision = "discard"
        self._legal = [card for card in hand if card != self.up_card] if self.terms.must_take else hand

    def _lay_away(self, action: str) -> None:
        self.held[self.dealer].remove(action)
        self.discard = action
        self._open_alone()

    def _open_alone(self) -> None:
        """The alone window: maker, maker's partner, then the defenders clockwise from the maker's left."""
        terms, maker = self.terms, self.maker
        if terms.alone:
            clockwise = terms.clockwise
            if not terms.with_call or self.up_card == JOKER:
                self._asking.append(maker)
            if terms.partner_alone:
                self._asking.append(terms.partner(maker))
            if terms.alone != "maker":
                left = clockwise[maker]
                self._asking += [left, terms.partner(left)]
        self._ask_alone()

    def _ask_alone(self) -> None:
        while self._asking:
            seat = self._asking.pop(0)
            if self._may_go_alone(seat):
                self.to_act = seat
                self.decision = "alone"
                self._legal = _ALONE
                return
        self._ready()

    def _may_go_alone(self, seat: int) -> bool:
        if seat in self.sitting_out:
            return False
        terms = self.terms
        is_makers = terms.sides[seat] == terms.sides[self.maker]
        return is_makers or terms.alone == "anyone" or bool(self.alone)

    def _go_alone(self, seat: int) -> None:
        self.alone = tuple(sorted([*self.alone, seat]))
        self.sitting_out = tuple(sorted([*self.sitting_out, self.terms.partner(seat)]))

    def _ready(self) -> None:
        """Nothing is left to be decided before the lead."""
        terms, out = self.terms, self.sitting_out
        if out:
            self._next = tuple([terms.next_playing(seat, out) for seat in range(len(terms.sides))])
            self.trick_size = len(terms.sides) - len(out)
        self.to_act = self.leader = terms.leader(self.dealer, self.maker, self.alone, out)
        self.decision = "play"
        self.first_card = len(self.actions)
        self._legal = self.held[self.to_act]

    def shares(self) -> tuple[float, ...] | None:
        """E13; of several sides that reach the target together the highest wins, equal ones share the win."""
        best = max(self.scores)
        if self.points is None or best < self.terms.target:
            return None
        winners = self.scores.count(best)
        return tuple([(1 if winners == 1 else 1 / winners) if score == best else 0 for score in self.scores])

    def tallies(self) -> tuple[dict[str, tuple[int, int]], ...]:
        return self.terms.tallies(self.maker, self.trick_winners, self.alone)

    def habits(self, acted: Sequence[tuple[int, str]]) -> Iterator[Habit]:
        return deal_habits(self, acted)

    def _contract(self) -> dict[str, Any] | None:
        if self.maker < 0:
            return None
        return {"maker": self.maker, "trump": self.trump, "alone": list(self.alone)}

    def summary(self) -> dict[str, Any]:
        is_over = self.to_act < 0
        return {
            "contract": self._contract(),
            "tricks": list(self.trick_winners),
            "sitting_out": list(self.sitting_out),
            "up_card": self.up_card,
            # hidden from everybody until the deal is over
            "discard": self.discard or None if is_over else None,
            "kitty": list(self.kitty) if is_over else None,
        }

    def view(self, seat: int) -> dict[str, Any]:
        actions, sides = self.actions, self.terms.sides
        tricks = []
        leader = self.leader
        won = [0] * self.terms.side_count
        first = self.first_card
        size = self.trick_size
        for winner in self.trick_winners:
            tricks.append({"leader": leader, "cards": actions[first : first + size], "winner": winner})
            won[sides[winner]] += 1
            leader = winner
            first += size
        if self._step:
            tricks.append({"leader": leader, "cards": actions[first:], "winner": None})
        return {
            "deal": self.number,
            "dealer": self.dealer,
            "seat": seat,
            "scores": [*self.scores],
            "hand": [] if self.is_blind and seat == self.dealer else self.held[seat][:],
            "up_card": self.up_card,
            "turned_down": self.turned_down,
            "calls": self.calls,
            "contract": self._contract(),
            "sitting_out": [*self.sitting_out],
            "discarded": self.discard or None if seat == self.dealer else None,
            "tricks": tricks,
            "tricks_won": won,
        }

    def view_json(self, seat: int) -> bytes:
        text = self._text
        if text is None or self.to_act < 0:  # the scores have changed with the last action
            text = self._text = ViewText(self)
        return text.view(self, seat).encode()

    def more_json(self, seat: int) -> str:
        """What a variant adds to the view, as text: a comma and the fields."""
        return ""

    @property
    def calls(self) -> list[str]:
        """Of both rounds, in order."""
        return self.actions[: self._call_count]

    def why_illegal(self, action: str) -> str:
        return "" if action in self._legal else why_illegal(self, action)

    @property
    def cards_played(self) -> list[str]:
        """In order, trick after trick."""
        return self.actions[self.first_card :] if self.leader >= 0 else []

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.terms = self.terms
        twin.number = self.number
        twin.dealer = self.dealer
        twin.hands = self.hands
        twin.held = [hand[:] for hand in self.held]
        twin.up_card = self.up_card
        twin.kitty = self.kitty
        twin.actions = self.actions[:]
        twin.to_act = self.to_act
        twin.decision = self.decision
        twin.points = self.points
        twin.scores = self.scores
        twin.maker = self.maker
        twin.trump = self.trump
        twin.alone = self.alone
        twin.sitting_out = self.sitting_out
        twin.turned_down = self.turned_down
        twin.discard = self.discard
        twin.is_blind = self.is_blind
        twin.trick_winners = self.trick_winners[:]
        twin._text = None
        twin._asking = self._asking[:]
        twin._call_count = self._call_count
        twin.first_card = self.first_card
        twin.leader = self.leader
        twin._next = self._next
        twin.trick_size = self.trick_size
        twin._legal = self._legal[:]  # may be the hand itself
        twin._led = self._led
        twin._step = self._step
        twin._followers = self._followers
        twin._strength = self._strength
        twin._winning = self._winning
        twin._best = self._best
        return twin
