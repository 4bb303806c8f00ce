"""Our Euchre against OpenSpiel's, played side by side at random: legal actions, tricks, winners and scores agree.

Where its rules differ from ours the options bring them together, or the difference is bridged here and nowhere else:

- It asks who goes alone after the exchange: `alone_when = "after-exchange"`; and lets nobody throw the up-card back:
  `must_take_up_card` (E4: with us a dealer may decline it by discarding it).
- With `allow_lone_defender` a defender may play alone against any maker: that is `alone = "anyone"` under preset
  `stick`. Under `maker-and-defender` ours does not ask against a maker with a partner; there its question gets a no.
- It asks the defenders from the dealer's left, ours from the maker's left (SPEC.md, after E13): answers are given by
  seat, and at most one defender says yes.
- A deal's returns are the makers' points, and their opposite for the others; ours gives points to one side (E12).
"""

from random import Random
from types import ModuleType
from typing import Any

import pytest

from arena.games.euchre import Euchre, EuchreDeal

DEALS = 150
SUIT_ACTIONS = {25: "clubs", 26: "diamonds", 27: "hearts", 28: "spades"}
PASS, ALONE, TOGETHER = 24, 29, 30


@pytest.fixture(scope="module")
def pyspiel() -> ModuleType:
    found: ModuleType = pytest.importorskip("pyspiel", reason="needs OpenSpiel (pip install 'arena-referee[bench]')")
    return found


def card(number: int) -> str:
    """OpenSpiel numbers cards by rank, then by suit."""
    return "9TJQKA"[number // 4] + "cdhs"[number % 4]


def number_of(text: str) -> int:
    return "9TJQKA".index(text[0]) * 4 + "cdhs".index(text[1])


def word(deal: EuchreDeal, action: int) -> str:
    """OpenSpiel's action in our words, at this decision of ours."""
    if action == PASS:
        return "pass"
    if action in SUIT_ACTIONS:
        return "order up" if deal.decision == "order" else SUIT_ACTIONS[action]
    if action in (ALONE, TOGETHER):
        return "alone" if action == ALONE else "together"
    return card(action)


def dealt(pyspiel: ModuleType, game: Any, random: Random, options: dict[str, Any]) -> tuple[EuchreDeal, Any]:
    """The same cards in both: OpenSpiel deals them one by one from the dealer on, then turns a card up."""
    ruled = Euchre.with_options(options)
    cards = list(ruled.deck)
    random.shuffle(cards)
    dealer = random.randrange(4)
    state = game.new_initial_state()
    state.apply_action(dealer)
    for place in range(20):
        state.apply_action(number_of(cards[(dealer + place) % 4 * 5 + place // 4]))
    state.apply_action(number_of(cards[20]))
    return ruled.start(cards, dealer, (0, 0), 0), state


@pytest.mark.parametrize("stick", [False, True], ids=["redeal", "stick"])
@pytest.mark.parametrize("alone", ["maker", "maker-and-defender", "anyone"])
def test_deals_agree(pyspiel: ModuleType, stick: bool, alone: str) -> None:
    settings = {"allow_lone_defender": alone != "maker", "stick_the_dealer": stick}
    game = pyspiel.load_game("euchre", settings)
    options = {
        "all_pass": "stick" if stick else "redeal",
        "alone": alone,
        "alone_when": "after-exchange",
        "must_take_up_card": True,
    }
    random = Random(f"{stick} {alone}")
    lone_defenders = thrown_in = 0
    for _ in range(DEALS):
        deal, state = dealt(pyspiel, game, random, options)
        play(deal, state, random)
        assert state.is_terminal()
        assert deal.points is not None
        if deal.maker < 0:
            thrown_in += 1
            assert state.returns() == [0, 0, 0, 0]
            continue
        assert [trick.winner() for trick in state.tricks()] == deal.trick_winners
        points = deal.points[deal.maker % 2] - deal.points[1 - deal.maker % 2]
        assert state.returns() == [points if seat % 2 == deal.maker % 2 else -points for seat in range(4)]
        lone_defenders += any(seat % 2 != deal.maker % 2 for seat in deal.alone)
    assert (lone_defenders > 3) == (alone != "maker")
    assert (thrown_in > 3) == (not stick)


def play(deal: EuchreDeal, state: Any, random: Random) -> None:
    """The same decisions in both, to the end of the deal."""
    lone_defender = random.choice((1, 3, None))  # counted from the maker
    while deal.to_act >= 0 or not state.is_terminal():
        theirs = state.legal_actions()
        if theirs == [ALONE, TOGETHER]:
            answer_both(deal, state, random, lone_defender)
            continue
        assert deal.to_act == state.current_player()
        words = {word(deal, action): action for action in theirs}
        assert set(words) == set(deal.legal())
        # passing is made likelier, or deals would hardly ever be thrown in
        chosen = "pass" if "pass" in words and random.random() < 0.7 else random.choice(sorted(words))
        deal.apply(chosen)
        state.apply_action(words[chosen])


def answer_both(deal: EuchreDeal, state: Any, random: Random, lone_defender: int | None) -> None:
    """Answer whoever is asked in either game: the maker as it comes, the defenders by seat."""
    maker = deal.maker
    wishes = {maker: random.random() < 0.5}
    if lone_defender is not None and (wishes[maker] or deal.terms.alone == "anyone"):
        wishes[(maker + lone_defender) % 4] = True
    while deal.decision == "alone":
        assert deal.to_act == maker or deal.to_act % 2 != maker % 2
        deal.apply("alone" if wishes.get(deal.to_act) else "together")
    while state.legal_actions() == [ALONE, TOGETHER]:
        state.apply_action(ALONE if wishes.get(state.current_player()) else TOGETHER)
