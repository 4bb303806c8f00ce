"""The deals of `arena check`: each tries what its title says, whatever the bot calls; drawn ones try all."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from arena.cli.check_deals import CALLS, DEALS, GAME, OPTIONS, PlannedDeal
from arena.cli.check_plans import FIRST_SEAT, SECOND_SEAT, DrawnDeal, planned, under
from arena.cli.check_situations import (
    JOKER_HELD,
    JOKER_LED,
    LEFT_APART,
    LEFT_HELD,
    LEFT_LED,
    LEFT_VOID,
    NEGATIVE_CALL,
    NEGATIVE_PLAY,
    NO_BOWERS,
    PLAIN,
    RULES,
    TRUMP,
    UNDER,
    VOID,
    call_situation,
    following_rule,
    play_situation,
)
from arena.games import GAMES, Deal, game

RULED = game(GAME, OPTIONS)
CHOICES: dict[str, Callable[[list[str]], str]] = {"first": lambda legal: legal[0], "last": lambda legal: legal[-1]}
choices = pytest.mark.parametrize("choose", CHOICES.values(), ids=CHOICES)


# ---- what a decision tries


@pytest.mark.parametrize(
    ("trump", "led", "hand", "rule"),
    [
        ("clubs", "9d", "Td 9h", PLAIN),
        ("clubs", "9d", "9h Th", VOID),
        ("clubs", "9c", "Tc 9h", TRUMP),
        ("clubs", "Jc", "Tc Js 9h", TRUMP),
        ("clubs", "9c", "Js 9h", LEFT_HELD),
        ("clubs", "Js", "9c 9s", LEFT_LED),
        ("clubs", "9s", "Js Ts 9h", LEFT_APART),
        ("clubs", "9s", "Js 9h", LEFT_VOID),
        ("clubs", "9s", "Jc Ts", PLAIN),
        ("hearts", "9d", "Jd Td", LEFT_APART),
        ("high", "9s", "Js 9h", NO_BOWERS["high"]),
        ("high", "9s", "Js Ts 9h", PLAIN),
        ("low", "9d", "Jd 9h", NO_BOWERS["low"]),
        ("high", "9d", "9h Jh", VOID),
        ("hearts", "Jo", "9h 9c", JOKER_LED),
        ("hearts", "9h", "Jo 9c", JOKER_HELD),
        ("hearts", "Jd", "Jo 9d", LEFT_LED),
        # nothing is tried where the whole hand follows, or one card is left
        ("clubs", "9d", "Td Qd", None),
        ("clubs", "9c", "Js Tc", None),
        ("clubs", "9d", "9h", None),
        ("clubs", "9d", "9h 9h", None),
    ],
)
def test_the_rule_that_a_play_tries(trump: str, led: str, hand: str, rule: str | None) -> None:
    assert following_rule([{"cards": [led], "winner": None}], hand.split(), trump) == rule


def test_a_lead_tries_no_rule() -> None:
    assert following_rule([], ["9c", "9d"], "clubs") is None
    assert following_rule([{"cards": ["9c", "9d"], "winner": 0}], ["9c", "9d"], "clubs") is None


@pytest.mark.parametrize(
    ("view", "title"),
    [
        ({"contract": {"trump": "low"}, "scores": [0, -1]}, UNDER["low"]),
        ({"contract": {"trump": "low"}, "scores": [-1, 0]}, NEGATIVE_PLAY),
        ({"contract": None, "scores": [0, 0]}, None),
        ({"scores": [0, 0]}, None),
    ],
)
def test_the_step_of_a_play(view: dict[str, Any], title: str | None) -> None:
    assert play_situation({"tricks": [], "hand": ["9c", "9d"]} | view, 0) == title


@pytest.mark.parametrize(
    ("legal", "score", "may_pass", "title"),
    [
        (["pass", "3"], 0, True, "bid where pass is legal"),
        (["pass", "3"], -1, True, NEGATIVE_CALL),
        (["3"], 0, True, "bid where pass is not legal"),
        (["pass"], -1, True, "bid where pass is the only legal action"),
        (["3"], 0, False, "bid: choose one of those legal"),
    ],
)
def test_the_step_of_a_call(legal: list[str], score: int, may_pass: bool, title: str) -> None:
    assert call_situation("bid", legal, score, may_pass) == title


# ---- the script of Bid Euchre


def led_through(
    seat: int, choose: Callable[[list[str]], str]
) -> list[tuple[PlannedDeal, list[tuple[str, list[str]]], Deal]]:
    """Each deal of the script with the bot's decisions in it, title and legal actions, and as it was in the end."""
    scores: tuple[int, ...] = (0, 0)
    found = []
    for number, plan in enumerate(replace(deal, turned=seat) for deal in DEALS):
        deal = plan.start(RULED, number, scores)
        met = []
        while deal.to_act >= 0:
            if deal.to_act == seat:
                met.append((plan.title(deal), deal.legal()))
                deal.apply(choose(deal.legal()))
            else:
                deal.apply(plan.others(deal))
        scores = deal.scores
        found.append((plan, met, deal))
    return found


@choices
@pytest.mark.parametrize("seat", range(4))
def test_whatever_the_bot_calls_its_first_play_tries_the_rule(seat: int, choose: Callable[[list[str]], str]) -> None:
    tried = [(plan.tries, [title for title, _ in met if title in RULES]) for plan, met, _ in led_through(seat, choose)]
    assert [tries for tries, titles in tried if tries and titles[0] != tries and tries not in titles[:2]] == []
    assert {LEFT_LED, LEFT_HELD, LEFT_APART, LEFT_VOID, PLAIN, TRUMP, VOID} <= {tries for tries, _ in tried}
    assert {*NO_BOWERS.values()} <= {tries for tries, _ in tried}


@choices
def test_all_that_is_expected_comes_up(choose: Callable[[list[str]], str]) -> None:
    _, _, plans = planned(GAME)
    led = led_through(SECOND_SEAT, choose)
    met = {title for _, titles, _ in led for title, _ in titles} | {
        title for _, _, deal in led for title in under(deal)
    }
    assert met == set(plans.expected)
    assert {*CALLS, *UNDER.values(), NEGATIVE_CALL, NEGATIVE_PLAY} <= met


@pytest.mark.parametrize(
    ("words", "legal"),
    [
        ("call first: pass or any bid", ["pass", "3", "4", "5", "6"]),
        ("pass is not legal", ["3", "4", "5", "6"]),
        ("name the trump", ["clubs", "diamonds", "hearts", "spades", "high", "low"]),
        ("call over a bid of 3", ["pass", "4", "5", "6"]),
        ("pass alone is legal", ["pass"]),
        ("4 may be equalled", ["pass", "4", "5", "6"]),
        ("after a bid of 6: pass or 6", ["pass", "6"]),
        (LEFT_HELD, ["Js"]),
        (LEFT_APART, ["Kh"]),
        (LEFT_LED, ["9s"]),
        (TRUMP, ["9h", "Kh"]),
        (NO_BOWERS["high"], ["Jd"]),
        (NO_BOWERS["low"], ["Jc"]),
        (LEFT_VOID, ["9c", "Kc", "9d", "Jh", "Ts", "As"]),
    ],
)
def test_a_title_says_what_is_tried(words: str, legal: list[str]) -> None:
    assert legal in [
        found for _, met, _ in led_through(SECOND_SEAT, CHOICES["first"]) for title, found in met if words in title
    ]


@choices
@pytest.mark.parametrize("seat", [0, 1])
def test_the_bots_side_is_below_zero_where_a_deal_says_so(seat: int, choose: Callable[[list[str]], str]) -> None:
    led = led_through(seat, choose)
    place = next(place for place, (plan, _, _) in enumerate(led) if plan.is_below_zero)
    assert led[place - 1][2].scores[seat % 2] == -6
    assert led[place][1][0] == (NEGATIVE_CALL, ["pass", "3", "4", "5", "6"])


def test_a_side_that_a_fault_left_with_nothing_is_not_below_zero() -> None:
    plan = next(plan for plan in DEALS if plan.is_below_zero)
    assert plan.title(plan.start(RULED, 0, (0, 0))) == plan.bid != NEGATIVE_CALL


@pytest.mark.parametrize("name", GAMES)
def test_dealers_follow_one_another(name: str) -> None:
    ruled, first, second = planned(name)
    for plans in (first, list(second.deals(set()))):
        dealers = [plan.dealer for plan in plans]
        assert dealers == [(dealers[0] + place) % ruled.seats for place in range(len(dealers))]


# ---- drawn deals


@pytest.mark.parametrize("name", [name for name in GAMES if name != GAME])
def test_drawn_deals_are_chosen_until_all_has_come_up(name: str) -> None:
    ruled, _, plans = planned(name)
    assert {PLAIN, TRUMP, LEFT_LED, LEFT_HELD, LEFT_APART, VOID} <= set(plans.expected)
    assert ({JOKER_LED, JOKER_HELD} <= set(plans.expected)) == ("Jo" in ruled.deck)
    met: set[str] = set()
    count = 0
    scores: tuple[int, ...] = (0,) * ruled.side_count
    for plan in plans.deals(met):
        count += 1
        deal = plan.start(ruled, count, scores)
        while deal.to_act >= 0:
            if deal.to_act == SECOND_SEAT:
                met.add(plan.title(deal))
                deal.apply(deal.legal()[0])
            else:
                deal.apply(plan.others(deal))
        met |= under(deal)
        scores = deal.scores
    assert set(plans.expected) == met
    assert 2 * ruled.seats <= count <= 30
    assert ruled.decisions[0] in {title.split()[0].rstrip(":") for title in plans.expected}


@pytest.mark.parametrize("name", GAMES)
def test_the_first_match_asks_for_a_call_and_a_play(name: str) -> None:
    """In its first deal the bot deals and nobody else calls: it has to."""
    ruled, first, _ = planned(name)
    plan = first[0]
    deal = plan.start(ruled, 0, (0,) * ruled.side_count)
    met = []
    while deal.to_act >= 0:
        if deal.to_act == FIRST_SEAT:
            met.append(deal.decision)
            deal.apply(deal.legal()[0])
        else:
            deal.apply(plan.others(deal))
    assert {ruled.decisions[0], "trump", "play"} <= set(met)


def test_a_drawn_deal_is_the_same_at_every_check() -> None:
    ruled = game("euchre", {})
    for passing in (1.0, 0.0, 0.7, None):
        played = []
        for _ in range(2):
            plan = DrawnDeal(1, 7, passing, ruled.sides)
            deal = plan.start(ruled, 0, (0, 0))
            while deal.to_act >= 0:
                deal.apply(plan.others(deal))
            played.append(deal.actions)
        assert played[0] == played[1]
