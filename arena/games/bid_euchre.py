"""Six-card Bid Euchre (game `bid-euchre`): auction, trump, six tricks, scoring and the winning rule, B1 to B23.

Holds the rules and nothing else: no bot, no clock, no shuffle. Legal actions are kept ready in plain lists and
tables of strings, because search and referee ask for them at every decision. The deal serves the double deck as well,
with other numbers of seats, tricks and bids.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Self

from arena.games.bid_habits import deal_habits, layouts
from arena.games.bid_reasons import BidTable, why_illegal
from arena.games.cards import deck, sorted_hand
from arena.games.game import Deal, Game, IllegalAction
from arena.games.habit_layout import Habit, HabitLayout
from arena.games.options import check_keys, whole
from arena.games.tricks import LED, TRUMPS
from arena.games.view_text import ViewText
from arena.records import StatColumn

SEATS = 4
BIDS = ("3", "4", "5", "6")
DECK = deck()

_TRUMPS = list(TRUMPS)
_NO_TRUMP_YET: dict[str, tuple[frozenset[str], dict[str, int]]] = {}


class BidRules:
    """What is fixed for a match: seats, tricks, target, and what may be called by the high bid so far (0: none).

    `calls` holds B6 for the seats before the dealer, `dealer_calls` B7 and B8. Their lists must not be altered.
    """

    __slots__ = ("calls", "dealer_calls", "deck", "seats", "table", "target", "tricks")

    def __init__(self, seats: int, bids: Sequence[str], cards: Sequence[str], target: int, copies: int = 1) -> None:
        self.seats = seats
        self.deck = tuple(cards)
        self.tricks = len(cards) // seats
        self.target = target
        self.table = BidTable(seats, tuple(bids), frozenset(cards), copies)
        levels = [int(bid) for bid in bids]
        self.calls = {high: ["pass", *(bid for bid in bids if int(bid) > high)] for high in (0, *levels)}
        self.dealer_calls = {high: ["pass", *(bid for bid in bids if int(bid) >= high)] for high in levels}
        self.dealer_calls[0] = list(bids)


class BidEuchreDeal(Deal):
    """One deal of Bid Euchre; beside the interface: `declarer` (-1 until bid), `bid` (0 until bid), `trump` ("")."""

    __slots__ = (
        "_best",
        "_followers",
        "_held",
        "_last",
        "_led",
        "_legal",
        "_rules",
        "_seats",
        "_step",
        "_strength",
        "_text",
        "_winning",
        "actions",
        "bid",
        "dealer",
        "decision",
        "declarer",
        "hands",
        "number",
        "points",
        "scores",
        "to_act",
        "trick_winners",
        "trump",
    )

    def __init__(self, rules: BidRules, deck: Sequence[str], dealer: int, scores: Sequence[int], number: int):
        seats = rules.seats
        size = rules.tricks
        hands = [sorted_hand(deck[first : first + size]) for first in range(0, seats * size, size)]
        self.number = number
        self.dealer = dealer
        self.hands: tuple[tuple[str, ...], ...] = tuple([tuple(hand) for hand in hands])
        self.actions: list[str] = []
        self.to_act = (dealer + 1) % seats
        self.decision = "bid"
        self.points: tuple[int, ...] | None = None
        self.scores: tuple[int, ...] = tuple(scores)
        self.declarer = -1
        self.bid = 0
        self.trump = ""
        self.trick_winners: list[int] = []
        self._rules = rules
        self._seats = seats
        self._last = seats - 1  # the step of a trick's last card
        self._text: ViewText | None = None
        self._held = hands
        self._legal = rules.calls[0]
        self._led = _NO_TRUMP_YET
        self._step = 0  # cards in the unfinished trick, which is led with one that these follow, this strong each:
        self._followers: frozenset[str] = frozenset()
        self._strength: dict[str, int] = {}
        self._winning = -1  # the seat that wins it so far
        self._best = 0  # and the strength of its card

    def legal(self) -> list[str]:
        return self._legal[:]

    def apply(self, action: str) -> None:
        if action not in self._legal:
            raise IllegalAction(self.why_illegal(action))
        self.actions.append(action)
        if self.decision != "play":
            self._call(action)
            return
        # a card; all in one place, since search and random playouts spend their time here
        seat = self.to_act
        self._held[seat].remove(action)
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
            if step == self._last:
                self._end_trick()
                return
        self._step = step + 1
        self.to_act = seat = (seat + 1) % self._seats
        hand = self._held[seat]
        self._legal = [card for card in hand if card in followers] or hand

    def _end_trick(self) -> None:
        self._step = 0
        winner = self._winning
        self.trick_winners.append(winner)
        if len(self.trick_winners) == self._rules.tricks:
            self._score()
        else:
            self.to_act = winner
            self._legal = self._held[winner]

    def _call(self, action: str) -> None:
        if self.decision == "trump":
            self.trump = action
            self.decision = "play"
            self._led = LED[action]
            self._legal = self._held[self.declarer]
            return
        if action != "pass":
            self.bid = int(action)
            self.declarer = self.to_act
        rules = self._rules
        if len(self.actions) == rules.seats:
            self.to_act = self.declarer
            self.decision = "trump"
            self._legal = _TRUMPS
            return
        self.to_act = seat = (self.to_act + 1) % rules.seats
        self._legal = (rules.dealer_calls if seat == self.dealer else rules.calls)[self.bid]

    def _score(self) -> None:
        """B20: the declaring side scores its tricks or loses its bid, the defenders always score their tricks."""
        side = self.declarer % 2
        tricks = sum(winner % 2 == side for winner in self.trick_winners)
        declaring = tricks if tricks >= self.bid else -self.bid
        defending = self._rules.tricks - tricks
        self.points = (declaring, defending) if side == 0 else (defending, declaring)
        self.scores = (self.scores[0] + self.points[0], self.scores[1] + self.points[1])
        self.to_act = -1
        self.decision = ""
        self._legal = []

    def shares(self) -> tuple[float, ...] | None:
        """B22 and B23: only the declaring side that made its bid, or the defenders of a set one, may win."""
        if self.points is None:
            return None
        side = self.declarer % 2
        eligible = side if self.points[side] > 0 else 1 - side
        if self.scores[eligible] < self._rules.target:
            return None
        return (1, 0) if eligible == 0 else (0, 1)

    def tallies(self) -> tuple[dict[str, tuple[int, int]], ...]:
        side = self.declarer % 2
        made = int(self.points is not None and self.points[side] > 0)
        of_declarers, of_defenders = {"bids_made": (made, 1)}, {"bids_made": (0, 0)}
        return (of_declarers, of_defenders) if side == 0 else (of_defenders, of_declarers)

    def habits(self, acted: Sequence[tuple[int, str]]) -> Iterator[Habit]:
        return deal_habits(self, acted, self._rules.table.bids, self._rules.deck)

    def _contract(self) -> dict[str, Any] | None:
        if len(self.actions) < self._seats:
            return None
        return {"declarer": self.declarer, "bid": self.bid, "trump": self.trump or None}

    def summary(self) -> dict[str, Any]:
        return {"contract": self._contract(), "tricks": list(self.trick_winners)}

    def view(self, seat: int) -> dict[str, Any]:
        actions = self.actions
        seats = self._seats
        tricks = []
        leader = self.declarer
        won = [0, 0]
        first = seats + 1
        for winner in self.trick_winners:
            tricks.append({"leader": leader, "cards": actions[first : first + seats], "winner": winner})
            won[winner % 2] += 1
            leader = winner
            first += seats
        if self._step:
            tricks.append({"leader": leader, "cards": actions[first:], "winner": None})
        return {
            "deal": self.number,
            "dealer": self.dealer,
            "seat": seat,
            "scores": [*self.scores],
            "hand": self._held[seat][:],
            "calls": actions[:seats],
            "contract": self._contract(),
            "tricks": tricks,
            "tricks_won": won,
        }

    def view_json(self, seat: int) -> bytes:
        text = self._text
        if text is None or self.to_act < 0:  # the scores have changed with the last card
            text = self._text = ViewText(self.number, self.dealer, self.scores, self._seats)
        contract = (self.declarer, self.bid, self.trump)
        return text.view(seat, self._held[seat], self.actions, contract, self.trick_winners)

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.number = self.number
        twin.dealer = self.dealer
        twin.hands = self.hands
        twin.actions = self.actions[:]
        twin.to_act = self.to_act
        twin.decision = self.decision
        twin.points = self.points
        twin.scores = self.scores
        twin.declarer = self.declarer
        twin.bid = self.bid
        twin.trump = self.trump
        twin.trick_winners = self.trick_winners[:]
        twin._rules = self._rules
        twin._seats = self._seats
        twin._last = self._last
        twin._text = None
        twin._held = [hand[:] for hand in self._held]
        twin._legal = self._legal[:]  # may be the hand itself
        twin._led = self._led
        twin._step = self._step
        twin._followers = self._followers
        twin._strength = self._strength
        twin._winning = self._winning
        twin._best = self._best
        return twin

    def why_illegal(self, action: str) -> str:
        if action in self._legal:
            return ""
        if self.to_act < 0:
            return "the deal is over: no decision is due"
        led = self.actions[-self._step] if self._step else ""
        return why_illegal(self, action, self._rules.table, self._held[self.to_act], led)


class BidEuchre(Game):
    """Bid Euchre to `target` (option, default 32)."""

    name: ClassVar[str] = "bid-euchre"
    decisions: ClassVar[tuple[str, ...]] = ("bid", "trump", "play")
    statistics: ClassVar[tuple[StatColumn, ...]] = (StatColumn("bids_made", "Bids made %"),)
    seats = SEATS
    sides = (0, 1, 0, 1)
    deck = DECK

    def __init__(self, target: int = 32):
        self.target = target
        self.options = {"target": target}
        self._rules = BidRules(SEATS, BIDS, DECK, target)

    @property
    def habits(self) -> tuple[HabitLayout, ...]:
        return layouts(BIDS)

    @classmethod
    def with_options(cls, options: Mapping[str, Any]) -> Self:
        check_keys(options, ("target",), cls.name)
        return cls(whole("target", options.get("target", 32)))

    def start(
        self, deck: Sequence[str], dealer: int, scores: Sequence[int], number: int, carried: Any = None
    ) -> BidEuchreDeal:
        return BidEuchreDeal(self._rules, deck, dealer, scores, number)
