"""Bid Euchre with a double deck (game `bid-euchre-double`): six seats in two teams of three, or eight in two of four.

The rules are those of six-card Bid Euchre, B5 to B23, with eight or six tricks; of two identical cards the earlier
played wins. Identical cards are written alike, so a hand may hold a card twice and its legal actions name it once.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

from arena.errors import OptionError
from arena.games.bid_reasons import BidTable, why_illegal
from arena.games.cards import deck, sorted_hand
from arena.games.game import Deal, Game, IllegalAction
from arena.games.options import check_keys, one_of, whole
from arena.games.tricks import LED, TRUMPS
from arena.games.view_text import ViewText
from arena.records import StatColumn

DECK = deck(copies=2)
_LEAST_BID = {6: 4, 8: 3}
_TRUMPS = list(TRUMPS)
_NO_TRUMP_YET: dict[str, tuple[frozenset[str], dict[str, int]]] = {}


class _Rules:
    """What the options make of the rules; `calls` and `dealer_calls` by the high bid so far (0: none)."""

    __slots__ = ("calls", "dealer_calls", "seats", "table", "target", "tricks")

    def __init__(self, players: int, min_bid: int, target: int) -> None:
        self.seats = players
        self.tricks = len(DECK) // players
        self.target = target
        levels = range(min_bid, self.tricks + 1)
        bids = tuple([str(level) for level in levels])
        self.table = BidTable(players, bids, frozenset(DECK), 2)
        self.calls = {high: ["pass", *(bid for bid in bids if int(bid) > high)] for high in (0, *levels)}
        self.dealer_calls = {high: ["pass", *(bid for bid in bids if int(bid) >= high)] for high in levels}
        self.dealer_calls[0] = list(bids)


class BidEuchreDoubleDeal(Deal):
    """One deal; beside the interface: `declarer` (-1 until bid), `bid` (0 until bid), `trump` ("")."""

    __slots__ = (
        "_best",
        "_followers",
        "_held",
        "_led",
        "_legal",
        "_rules",
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

    def __init__(self, rules: _Rules, cards: Sequence[str], dealer: int, scores: Sequence[int], number: int):
        size = rules.tricks
        self._rules = rules
        self.number = number
        self.dealer = dealer
        self._held = [sorted_hand(cards[first : first + size]) for first in range(0, len(cards), size)]
        self.hands: tuple[tuple[str, ...], ...] = tuple([tuple(hand) for hand in self._held])
        self.actions: list[str] = []
        self.to_act = (dealer + 1) % rules.seats
        self.decision = "bid"
        self.points: tuple[int, ...] | None = None
        self.scores: tuple[int, ...] = tuple(scores)
        self.declarer = -1
        self.bid = 0
        self.trump = ""
        self.trick_winners: list[int] = []
        self._text: ViewText | None = None
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
        seat = self.to_act
        seats = self._rules.seats
        self._held[seat].remove(action)
        step = self._step
        if step == 0:
            self._followers, self._strength = followers, strength = self._led[action]
            self._best = strength[action]
            self._winning = seat
        else:
            followers = self._followers
            value = self._strength[action]
            if value > self._best:  # of two identical cards the earlier played stays the best
                self._best = value
                self._winning = seat
            if step == seats - 1:
                self._end_trick()
                return
        self._step = step + 1
        self.to_act = seat = (seat + 1) % seats
        hand = self._held[seat]
        self._legal = list(dict.fromkeys([card for card in hand if card in followers] or hand))

    def _end_trick(self) -> None:
        self._step = 0
        winner = self._winning
        self.trick_winners.append(winner)
        if len(self.trick_winners) == self._rules.tricks:
            self._score()
        else:
            self.to_act = winner
            self._legal = list(dict.fromkeys(self._held[winner]))

    def _call(self, action: str) -> None:
        rules = self._rules
        if self.decision == "trump":
            self.trump = action
            self.decision = "play"
            self._led = LED[action]
            self._legal = list(dict.fromkeys(self._held[self.declarer]))
            return
        if action != "pass":
            self.bid = int(action)
            self.declarer = self.to_act
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
        tricks = sum([winner % 2 == side for winner in self.trick_winners])
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

    def _contract(self) -> dict[str, Any] | None:
        if len(self.actions) < self._rules.seats:
            return None
        return {"declarer": self.declarer, "bid": self.bid, "trump": self.trump or None}

    def summary(self) -> dict[str, Any]:
        return {"contract": self._contract(), "tricks": list(self.trick_winners)}

    def view(self, seat: int) -> dict[str, Any]:
        actions, seats = self.actions, self._rules.seats
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
            text = self._text = ViewText(self.number, self.dealer, self.scores, self._rules.seats)
        contract = (self.declarer, self.bid, self.trump)
        return text.view(seat, self._held[seat], self.actions, contract, self.trick_winners)

    def why_illegal(self, action: str) -> str:
        if action in self._legal:
            return ""
        if self.to_act < 0:
            return "the deal is over: no decision is due"
        led = self.actions[-self._step] if self._step else ""
        return why_illegal(self, action, self._rules.table, self._held[self.to_act], led)

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin._rules = self._rules
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
        twin._held = [hand[:] for hand in self._held]
        twin._text = None
        twin._legal = self._legal
        twin._led = self._led
        twin._step = self._step
        twin._followers = self._followers
        twin._strength = self._strength
        twin._winning = self._winning
        twin._best = self._best
        return twin


class BidEuchreDouble(Game):
    """Options: `players` (6 or 8), `min_bid` (4 with six seats, 3 with eight), `target` (32)."""

    name: ClassVar[str] = "bid-euchre-double"
    decisions: ClassVar[tuple[str, ...]] = ("bid", "trump", "play")
    statistics: ClassVar[tuple[StatColumn, ...]] = (StatColumn("bids_made", "Bids made %"),)
    deck = DECK

    def __init__(self, players: int = 6, min_bid: int = 4, target: int = 32):
        self.seats = players
        self.sides = (0, 1) * (players // 2)
        self.options = {"players": players, "min_bid": min_bid, "target": target}
        self._rules = _Rules(players, min_bid, target)

    @classmethod
    def with_options(cls, options: Mapping[str, Any]) -> Self:
        check_keys(options, ("players", "min_bid", "target"), cls.name)
        players = one_of("players", options.get("players", 6), (6, 8))
        min_bid = whole("min_bid", options.get("min_bid", _LEAST_BID[players]))
        tricks = len(DECK) // players
        if min_bid > tricks:
            raise OptionError(
                f"options.min_bid: expected at most {tricks}, the tricks of {players} players, got {str(min_bid)[:40]}"
            )
        return cls(players, min_bid, whole("target", options.get("target", 32)))

    def start(
        self, deck: Sequence[str], dealer: int, scores: Sequence[int], number: int, carried: Any = None
    ) -> BidEuchreDoubleDeal:
        return BidEuchreDoubleDeal(self._rules, deck, dealer, scores, number)
