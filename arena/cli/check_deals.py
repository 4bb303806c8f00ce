"""The deals of Bid Euchre that `arena check` leads a bot through: stacked cards, scripted calls, a title a step.

Plain data and positions by the rules; starts nothing. The bot sits at seat 0 and its own decisions are its own, so
every view is true to what it did. Called by `check_plans`.
"""

from dataclasses import dataclass, field
from typing import Any

from arena.games import Deal, Game
from arena.games.bid_euchre import DECK, SEATS

BOT_SEAT = 0
# no side can reach it in the deals below: each is played to its end
OPTIONS = {"target": 52}


@dataclass(frozen=True, slots=True)
class PlannedDeal:
    """`hands`: stacked cards by seat, first of all the one that the declarer leads (it plays its lowest legal card).

    `calls` and `trump`: what the other seats say.

    `titles`: the step to which the bot's decisions belong: "bid", "trump", a trick's number as text, or "play".
    """

    dealer: int
    titles: dict[str, str]
    calls: dict[int, str] = field(default_factory=dict)
    trump: str = ""
    hands: dict[int, str] = field(default_factory=dict)

    def start(self, game: Game, number: int, scores: tuple[int, ...], carried: Any = None) -> Deal:
        """The deal, not yet begun."""
        stacked = {seat: cards.split() for seat, cards in self.hands.items()}
        taken = {card for cards in stacked.values() for card in cards}
        # every seventh, so that hands are mixed (7 and 24 have no common factor)
        mixed = [DECK[(7 * place) % len(DECK)] for place in range(len(DECK))]
        rest = [card for card in mixed if card not in taken]
        size = len(DECK) // SEATS
        deck = []
        for seat in range(SEATS):
            hand = stacked.get(seat, [])
            missing = size - len(hand)
            deck += hand + rest[:missing]
            rest = rest[missing:]
        return game.start(deck, self.dealer, scores, number, carried)

    def others(self, deal: Deal) -> str:
        """What the seat to act, not the bot's, decides: as scripted where that is legal, else the first legal."""
        legal = deal.legal()
        wish = self.calls.get(deal.to_act, "pass") if deal.decision == "bid" else self.trump
        return wish if wish in legal else legal[0]

    def title(self, deal: Deal) -> str:
        """The step of the bot's decision that is due."""
        if deal.decision == "play":
            trick = len(deal.summary()["tricks"]) + 1
            return self.titles.get(str(trick), self.titles["play"])
        return self.titles.get(deal.decision, self.titles["play"])


FIRST_MATCH = (
    PlannedDeal(
        dealer=3,
        calls={3: "6"},
        trump="clubs",
        hands={0: "9d Kd 9h Qh Ts Js", 3: "9c Jc Tc Ad As Ks"},
        titles={
            "bid": "call first: pass or bid",
            "1": "follow clubs with the left bower: Js is a club when clubs are trump",
            "2": "lead a card after winning a trick",
            "play": "play out a deal under clubs",
        },
    ),
    PlannedDeal(
        dealer=0,
        titles={
            "bid": "bid as the dealer when nobody has: pass is not legal",
            "trump": "name the trump",
            "1": "lead as the declarer",
            "play": "play out a deal as the declarer",
        },
    ),
    PlannedDeal(
        dealer=1,
        calls={3: "3", 1: "6"},
        trump="diamonds",
        hands={0: "9c Kc Jh Kh Ts As", 1: "9h Th Qh 9s Qs Ks"},
        titles={
            "bid": "call over a bid of 3",
            "1": "follow hearts with Kh alone: Jh is a diamond when diamonds are trump",
            "play": "play out a deal under diamonds",
        },
    ),
    PlannedDeal(
        dealer=2,
        calls={2: "6"},
        trump="hearts",
        titles={
            "bid": "call with the partner as dealer",
            "play": "play out a deal under hearts, the partner declaring",
        },
    ),
    PlannedDeal(
        dealer=3,
        calls={3: "6"},
        trump="spades",
        titles={"bid": "call first again", "play": "play out a deal under spades"},
    ),
    PlannedDeal(
        dealer=0,
        calls={3: "4"},
        trump="clubs",
        titles={
            "bid": "call as the dealer after a bid of 4: 4 may be equalled",
            "trump": "name the trump, if it bid",
            "play": "play out that deal",
        },
    ),
    PlannedDeal(
        dealer=1,
        calls={1: "6"},
        trump="high",
        hands={0: "9c Jc Jd Td Jh Qs", 1: "9d Qd 9h Qh 9s Ks"},
        titles={
            "bid": "call third",
            "1": "follow diamonds under high: no card is a bower",
            "play": "play out a deal under high",
        },
    ),
    PlannedDeal(
        dealer=2,
        calls={2: "6"},
        trump="low",
        titles={"bid": "call second", "play": "play out a deal under low"},
    ),
)
SECOND_MATCH = (
    PlannedDeal(
        dealer=2,
        calls={2: "6"},
        trump="clubs",
        hands={3: "Jc Js Ac Kc Qc Tc"},
        titles={"bid": "call in a new match", "play": "play out a deal that the partner cannot make"},
    ),
    PlannedDeal(
        dealer=3,
        calls={3: "6"},
        trump="spades",
        titles={"bid": "call with a negative score", "play": "play out a deal with a negative score"},
    ),
)
