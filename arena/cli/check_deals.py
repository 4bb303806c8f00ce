"""The deals of Bid Euchre that `arena check` leads a bot through: stacked cards, scripted calls, a title for its calls.

Plain data and positions by the rules; starts nothing. Seats are counted from the bot: 0 is the bot, 1 its left, 2 its
partner. Its decisions are its own, so every view is true to what it did, and each first trick tries the rule that is
named here whatever it has called. Called by `check_plans`.
"""

from dataclasses import dataclass, field
from typing import Any

from arena.cli import check_situations as situations
from arena.cli.check_situations import NEGATIVE_CALL
from arena.games import Deal, Game
from arena.games.bid_euchre import DECK, SEATS

GAME = "bid-euchre"
# no side can reach it in the deals below: each is played to its end
OPTIONS = {"target": 78}


@dataclass(frozen=True, slots=True)
class PlannedDeal:
    """`hands`: stacked cards by seat. `lead`: the card that the declarer leads first, where the bot does not declare.

    `calls` and `trump`: what the other seats say. `bid`: the step to which the bot's call belongs. `tries`: the rule of
    its first play, for readers and for the tests. `turned`: the bot's seat. `is_below_zero`: the deal before
    has left the bot's side with less than nothing, unless a fault came in between.
    """

    dealer_from_bot: int
    bid: str
    calls: dict[int, str] = field(default_factory=dict)
    trump: str = ""
    hands: dict[int, str] = field(default_factory=dict)
    lead: str = ""
    tries: str = ""
    turned: int = 0
    is_below_zero: bool = False

    @property
    def dealer(self) -> int:
        return (self.dealer_from_bot + self.turned) % SEATS

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
            hand = stacked.get((seat - self.turned) % SEATS, [])
            missing = size - len(hand)
            deck += hand + rest[:missing]
            rest = rest[missing:]
        return game.start(deck, self.dealer, scores, number, carried)

    def others(self, deal: Deal) -> str:
        """What the seat to act, not the bot's, decides: as scripted where that is legal, else the first legal."""
        legal = deal.legal()
        seat = (deal.to_act - self.turned) % SEATS
        wish = {"bid": self.calls.get(seat, "pass"), "trump": self.trump}.get(deal.decision, self.lead)
        return wish if wish in legal else legal[0]

    def title(self, deal: Deal) -> str:
        """The step of the bot's decision that is due."""
        if deal.decision == "bid":
            return NEGATIVE_CALL if self.is_below_zero and deal.scores[deal.to_act % 2] < 0 else self.bid
        if deal.decision == "trump":
            return NAME_TRUMP
        return situations.play_situation(deal.view(deal.to_act), deal.to_act % 2) or situations.PLAY


FIRST = "call first: pass or any bid"
MUST = "call last when nobody has bid: pass is not legal"
NAME_TRUMP = "name the trump: a suit, high or low"
OVER_3 = "call over a bid of 3: pass or more"
OVER_6 = "call over a bid of 6: pass alone is legal"
EQUAL = "call last, as the dealer, after a bid of 4: 4 may be equalled"
TAKE_6 = "call last, as the dealer, after a bid of 6: pass or 6"
PARTNER = "call before the dealer, who is the partner"

CALLS = (FIRST, OVER_3, OVER_6, PARTNER, MUST, EQUAL, TAKE_6, NAME_TRUMP)
DEALS = (
    # the partner cannot make it: its left takes all tricks with trumps
    PlannedDeal(
        dealer_from_bot=2,
        bid=PARTNER,
        calls={2: "6"},
        trump="hearts",
        hands={0: "9c Kc 9d Ts As 9h", 2: "Tc Qc Td Kd 9s Qs", 3: "Jh Jd Ah Kh Qh Th"},
        lead="Tc",
        tries=situations.PLAIN,
    ),
    PlannedDeal(
        dealer_from_bot=3,
        bid=FIRST,
        is_below_zero=True,
        calls={3: "6"},
        trump="spades",
        hands={0: "9c Tc 9d Qh 9s Kd", 3: "Jc Qc Kc As Js Ah"},
        lead="Jc",
        tries=situations.LEFT_LED,
    ),
    PlannedDeal(dealer_from_bot=0, bid=EQUAL, calls={3: "4"}, trump="clubs"),
    PlannedDeal(
        dealer_from_bot=1,
        bid=OVER_6,
        calls={2: "6", 1: "6"},
        trump="high",
        hands={0: "9c Jc Jd Ah Jh Qs", 1: "Td Qd 9h Qh 9s Ks"},
        lead="Td",
        tries=situations.NO_BOWERS["high"],
    ),
    PlannedDeal(
        dealer_from_bot=2,
        bid=PARTNER,
        calls={2: "6"},
        trump="low",
        hands={0: "9d Jd Jc Ah Jh 9h", 2: "Tc Qc Td Kd 9s Qs"},
        lead="Qc",
        tries=situations.NO_BOWERS["low"],
    ),
    PlannedDeal(
        dealer_from_bot=3,
        bid=FIRST,
        calls={3: "6"},
        trump="hearts",
        hands={0: "9c Jc Kd Kh 9h As", 3: "Jh Qh Th Ad Ks Ac"},
        lead="Th",
        tries=situations.TRUMP,
    ),
    PlannedDeal(dealer_from_bot=0, bid=TAKE_6, calls={3: "6"}, trump="diamonds"),
    PlannedDeal(
        dealer_from_bot=1,
        bid=OVER_6,
        calls={2: "6", 1: "6"},
        trump="spades",
        hands={0: "9c Kc Th Qh 9s As", 1: "Td Qd Js Jc Ks Ah"},
        lead="Td",
        tries=situations.VOID,
    ),
    PlannedDeal(
        dealer_from_bot=2,
        bid=PARTNER,
        calls={2: "6"},
        trump="diamonds",
        hands={0: "9c Kc Jh 9d Ts As", 2: "Th Qh Jd Ad Kd Qs"},
        lead="Qh",
        tries=situations.LEFT_VOID,
    ),
    PlannedDeal(
        dealer_from_bot=3,
        bid=FIRST,
        calls={3: "6"},
        trump="clubs",
        hands={0: "9d Kd 9h Qh Ts Js", 3: "9c Jc Tc Ad As Ks"},
        lead="9c",
        tries=situations.LEFT_HELD,
    ),
    PlannedDeal(dealer_from_bot=0, bid=MUST),
    PlannedDeal(
        dealer_from_bot=1,
        bid=OVER_3,
        calls={3: "3", 1: "6"},
        trump="diamonds",
        hands={0: "9c Kc Jh Kh Ts As", 1: "9h Th Qh 9s Qs Ks"},
        lead="9h",
        tries=situations.LEFT_APART,
    ),
)
