"""Which row each call of Euchre falls into, who could go alone and did, and what is said of a thrown-in deal."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from arena.games.euchre import Euchre, EuchreCutthroat, EuchreDeal, EuchreRailroad, EuchreTwoHanded
from arena.games.euchre.variants import EuchreFamily
from arena.games.habit_layout import ALL_ROWS, Habit
from tests.games.euchre_tables import started, words

STICK: dict[str, Any] = {}
REDEAL = {"preset": "redeal"}
JOKER = {"joker": True}


def habits(
    game: type[EuchreFamily], options: Mapping[str, Any], actions: str, up_card: str = "9h"
) -> tuple[EuchreDeal, list[Habit]]:
    """Of a deal with these decisions first (the dealer is seat 3, or the last one), all others at random."""
    ruled = game.with_options(options)
    deal = started(game, options, ruled.seats - 1, up_card=up_card)
    acted = []
    random = Random(3)
    given = words(actions)
    while deal.to_act >= 0:
        acted.append((deal.to_act, deal.decision))
        # what is not given is played at random, with nobody alone
        deal.apply(given.pop(0) if given and deal.decision != "play" else quiet(deal, random))
    assert not given
    return deal, list(deal.habits(acted))


def quiet(deal: EuchreDeal, random: Random) -> str:
    return "together" if deal.decision == "alone" else random.choice(deal.legal())


CALLS = [
    # game, options, calls, up-card, rows by call, chances by call ("-": there was no choice)
    (Euchre, STICK, "O", "9h", "order", "pass_first+order"),
    (Euchre, STICK, "P O", "9h", "pass_first assist", "pass_first+order pass_first+assist"),
    (Euchre, STICK, "P P P O", "9h", "pass_first pass_first pass_first pick_up", "O A O D"),
    (Euchre, STICK, "P P P P D", "9h", "pass_first pass_first pass_first pass_first next", "O A O D S"),
    (Euchre, STICK, "P P P P P C", "9h", "pass_first " * 4 + "pass_second across", "O A O D S S"),
    (Euchre, STICK, "P P P P P C+", "9s", "pass_first " * 4 + "pass_second next", "O A O D S S"),
    (Euchre, STICK, "P P P P P P P S", "9h", "pass_first " * 4 + "pass_second " * 3 + "stuck", "O A O D S S S -"),
    (Euchre, REDEAL, "P P P P P P P P", "9h", "pass_first " * 4 + "pass_second " * 4, "O A O D S S S S"),
    (Euchre, JOKER, "D", "J", "blind", "-"),
    (EuchreCutthroat, STICK, "P P O", "9h", "pass_first pass_first pick_up", "O O D"),
    (EuchreTwoHanded, STICK, "P P H", "9d", "pass_first pass_first next", "O D S"),
    (EuchreRailroad, STICK, "OA", "9h", "order", "O"),
]
CHANCES = {
    "O": "pass_first+order",
    "A": "pass_first+assist",
    "D": "pass_first+pick_up",
    "S": "pass_second+next+across",
    "-": "",
}


@pytest.mark.parametrize(("game", "options", "calls", "up_card", "rows", "chances"), CALLS)
def test_calls_fall_into_rows(
    game: type[EuchreFamily], options: Mapping[str, Any], calls: str, up_card: str, rows: str, chances: str
) -> None:
    deal, facts = habits(game, options, calls, words(up_card)[0])
    told = [(seat, row, column, amount, of) for seat, sheet, row, column, amount, of in facts if sheet == "calls"]
    times = [(seat, row) for seat, row, column, *_ in told if column == "times"]
    by_call = rows.split()
    seats = len(deal.hands)
    first = deal.dealer if by_call == ["blind"] else 0
    assert times == [((first + step) % seats, row) for step, row in enumerate(by_call)]
    could = [row for each in chances.split() for row in CHANCES.get(each, each).split("+") if row]
    had_to = [row for row in ("stuck", "blind") if row in dict(ruled_rows(game, options))]
    chosen = [(row, amount) for _, row, column, amount, of in told if column == "chosen" and of == 1]
    assert [row for row, _ in chosen] == could + had_to
    assert sorted(row for row, amount in chosen if amount) == sorted(by_call)
    came = {(seat, row): amount for seat, row, column, amount, _ in told if column == "made"}
    assert deal.points is not None
    if deal.maker < 0:
        assert came == {}
    else:
        side = deal.terms.sides[deal.maker]
        assert came == {(deal.maker, by_call[-1]): int(deal.points[side] > 0)}


def ruled_rows(game: type[EuchreFamily], options: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    return next(layout.rows for layout in game.with_options(options).habits if layout.key == "calls")


ALONE = [
    # game, options, decisions, up-card, who could go alone, who did
    (Euchre, STICK, "O", "9h", "0 maker", ""),
    (Euchre, STICK, "OA", "9h", "0 maker", "0 maker"),
    (Euchre, STICK, "P OA", "9h", "1 maker", "1 maker"),
    (Euchre, REDEAL, "O 9h T T T T", "9h", "0 maker, 2 partner, 1 defender, 3 defender", ""),
    (Euchre, REDEAL, "O 9h A A", "9h", "0 maker, 1 defender", "0 maker, 1 defender"),
    (Euchre, REDEAL, "O 9h T A T A", "9h", "0 maker, 2 partner, 1 defender, 3 defender", "2 partner, 3 defender"),
    (EuchreRailroad, STICK, "OA 9h A", "9h", "1 defender, 0 maker", "1 defender, 0 maker"),
    (EuchreRailroad, STICK, "O", "9h", "0 maker", ""),
    # with the joker up the maker is asked after the exchange
    (Euchre, JOKER, "D J A", "J", "3 maker", "3 maker"),
    (Euchre, JOKER, "D J T", "J", "3 maker", ""),
]


@pytest.mark.parametrize(("game", "options", "decisions", "up_card", "could", "did"), ALONE)
def test_who_could_go_alone_and_did(
    game: type[EuchreFamily], options: Mapping[str, Any], decisions: str, up_card: str, could: str, did: str
) -> None:
    deal, facts = habits(game, options, decisions, words(up_card)[0])
    alone = [(f"{seat} {row}", column, amount) for seat, sheet, row, column, amount, _ in facts if sheet == "alone"]
    assert [who for who, column, _ in alone if column == "chosen"] == could.split(", ")
    went = did.split(", ") if did else []
    assert [who for who, column, amount in alone if (column, amount) == ("times", 1)] == went
    assert [who for who, column, amount in alone if (column, amount) == ("chosen", 1)] == went
    assert deal.points is not None
    sides = deal.terms.sides
    makers = sides[deal.maker]
    tricks = sum(sides[winner] == makers for winner in deal.trick_winners)
    for who in went:
        seat = int(who[0])
        mine = tricks if sides[seat] == makers else 5 - tricks
        told = {column: amount for each, column, amount in alone if each == who}
        assert told == {
            "chosen": 1,
            "times": 1,
            "won": int(mine >= 3),
            "all": int(mine == 5),
            "points": deal.points[sides[seat]],
        }
    if went and "maker" in went[-1]:
        assert (deal.maker, "alone", 1) in {(fact[0], fact[3], fact[4]) for fact in facts if fact[1] == "calls"}


def test_a_deal_that_is_thrown_in_says_nothing_of_play() -> None:
    for game, sides in ((Euchre, [0, 1]), (EuchreCutthroat, [0, 1, 2]), (EuchreTwoHanded, [0, 1])):
        passes = "P " * (2 * game.seats)
        _, facts = habits(game, REDEAL, passes)
        assert {fact[1] for fact in facts} == {"calls", "sides"}
        assert [(fact[0], fact[2], fact[3]) for fact in facts if fact[1] == "sides"] == [
            (side, row, column)
            for side in sides
            for row, column in (("thrown_in", "deals"), ("thrown_in", "share"), (ALL_ROWS, "share"))
        ]


def test_each_defender_of_three_is_a_side() -> None:
    deal, facts = habits(EuchreCutthroat, STICK, "P O")
    assert deal.points is not None
    points = {(fact[0], fact[2]): fact[4] for fact in facts if fact[1::2][:2] == ("sides", "points")}
    assert points == {
        (1, "making"): deal.points[1],
        (2, "defending"): deal.points[2],
        (0, "defending"): deal.points[0],
    }
    assert {fact[2] for fact in facts if fact[1] == "play"} == {"maker", "defender"}


SHEETS = [
    (Euchre, STICK, "calls alone sides leads play", "stuck", "maker"),
    (Euchre, REDEAL, "calls alone sides leads play", "", "maker partner defender"),
    (Euchre, JOKER, "calls alone sides leads play", "stuck blind", "maker"),
    (EuchreRailroad, STICK, "calls alone sides leads play", "stuck blind", "maker defender"),
    (EuchreCutthroat, STICK, "calls sides leads play", "stuck", ""),
    (EuchreTwoHanded, REDEAL, "calls sides leads play", "", ""),
]


@pytest.mark.parametrize(("game", "options", "keys", "had_to", "alone"), SHEETS)
def test_sheets_have_what_the_options_leave_room_for(
    game: type[EuchreFamily], options: Mapping[str, Any], keys: str, had_to: str, alone: str
) -> None:
    layouts = {layout.key: layout for layout in game.with_options(options).habits}
    assert list(layouts) == keys.split()
    rows = [key for key, _ in layouts["calls"].rows]
    assert [row for row in rows if row in ("stuck", "blind")] == had_to.split()
    assert ("assist" in rows) == (game.seats == 4)
    assert ("alone" in {column.key for column in layouts["calls"].columns}) == bool(alone)
    assert [key for key, _ in layouts["alone"].rows] == alone.split() if alone else "alone" not in layouts
    assert ("thrown_in" in dict(layouts["sides"].rows)) == (options == REDEAL)
    assert ("partner" in dict(layouts["play"].rows)) == (game.seats == 4)
