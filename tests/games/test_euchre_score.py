"""E8 to E13: who leads and who plays, points, who wins and when, options and statistics. Tables EC, EL, EW."""

from typing import Any

import pytest

from arena.errors import OptionError
from arena.games.euchre import Euchre, EuchreDeal
from tests.games.euchre_tables import finished, started
from tests.games.tables import rows

SPRUCE: dict[str, Any] = {"preset": "redeal"}
FOUR = {**SPRUCE, "lone_defender": "four"}
DEFENDER = {"alone": "maker-and-defender"}


def alone(row: dict[str, Any]) -> list[int]:
    return [0] * row["maker_alone"] + [1] * row["defender_alone"]


@pytest.mark.parametrize("row", rows("euchre/score.json"))
@pytest.mark.parametrize(("options", "key"), [(SPRUCE, "points_spruce"), (FOUR, "points_lone_defender_four")])
def test_points(options: dict[str, Any], key: str, row: dict[str, Any]) -> None:
    deal = finished(Euchre, options, 0, row["makers_tricks"], alone(row))
    assert deal.points == tuple(row[key])
    assert finished(Euchre, options, 3, row["makers_tricks"], [(seat + 3) % 4 for seat in alone(row)]).points == tuple(
        reversed(row[key])
    )


@pytest.mark.parametrize(("tricks", "points"), [(5, (4, 0)), (3, (1, 0)), (2, (0, 2)), (0, (0, 2))])
def test_a_lone_partner_of_the_maker_scores_like_a_lone_maker(tricks: int, points: tuple[int, int]) -> None:
    deal = finished(Euchre, SPRUCE, 0, tricks, [2])
    assert (deal.points, deal.sitting_out) == (points, (0,))


def at_the_lead(row: dict[str, Any], options: dict[str, Any]) -> EuchreDeal:
    """A deal in which the maker of the row has named the trump and the row's seats have gone alone."""
    options = {**options, "alone": "anyone", "alone_when": "after-exchange", "all_pass": "redeal"}
    before = (row["maker"] - row["dealer"] - 1) % 4
    deal = started(Euchre, options, row["dealer"], "P P P P " + "P " * before + "C")
    while deal.decision == "alone":
        deal.apply("alone" if deal.to_act in row["alone"] else "together")
    return deal


@pytest.mark.parametrize("row", rows("euchre/lead.json"))
@pytest.mark.parametrize(("lead", "key"), [("left-of-dealer", "lead_site"), ("left-of-loner", "lead_spruce")])
def test_who_leads_and_who_plays(lead: str, key: str, row: dict[str, Any]) -> None:
    deal = at_the_lead(row, {"loner_lead": lead})
    assert (deal.to_act, list(deal.alone)) == (row[key], row["alone"])
    assert [seat for seat in range(4) if seat not in deal.sitting_out] == row["active"]
    acted = []
    for _ in row["active"]:
        acted.append(deal.to_act)
        deal.apply(deal.legal()[0])
    turns = [(row[key] + step) % 4 for step in range(4)]
    assert acted == [seat for seat in turns if seat in row["active"]]
    assert len(deal.trick_winners) == 1


@pytest.mark.parametrize(
    ("table", "first", "turns", "cards"),
    [
        pytest.param({"dealer": 3, "alone": [0], "maker": 0}, 0, [0, 1, 3], 15, id="EL12"),
        pytest.param({"dealer": 3, "alone": [0, 1], "maker": 0}, 0, [0, 1], 10, id="EL13"),
    ],
)
def test_turns_and_cards_of_a_whole_lone_deal(table: dict[str, Any], first: int, turns: list[int], cards: int) -> None:
    deal = at_the_lead(table, {"loner_lead": "left-of-dealer"})
    calls = len(deal.actions)
    assert deal.to_act == first
    while deal.to_act >= 0:
        done = len(deal.actions) - calls
        if done < len(turns):
            assert deal.to_act == turns[done]
        assert deal.to_act in turns  # EL14: seat 2, who sits out, is never asked
        deal.apply(deal.legal()[0])
    assert len(deal.actions) - calls == cards
    assert {len(trick["cards"]) for trick in deal.view(0)["tricks"]} == {len(turns)}
    assert sorted(len(deal.view(seat)["hand"]) for seat in range(4)) == [0] * len(turns) + [5] * (4 - len(turns))


A, B = (1, 0), (0, 1)


@pytest.mark.parametrize(
    ("options", "before", "maker", "tricks", "lone", "after", "shares"),
    [
        pytest.param({}, [9, 8], 0, 3, [], [10, 8], A, id="EW01"),
        pytest.param({}, [8, 9], 0, 2, [], [8, 11], B, id="EW02"),
        pytest.param({}, [9, 9], 0, 5, [], [11, 9], A, id="EW03"),
        pytest.param({}, [9, 6], 1, 5, [1], [9, 10], B, id="EW04"),
        pytest.param({}, [8, 8], 0, 4, [0], [9, 8], None, id="EW05"),
        pytest.param({"target": 5}, [4, 4], 0, 2, [], [4, 6], B, id="EW06"),
        pytest.param({"target": 11}, [10, 3], 0, 4, [], [11, 3], A, id="EW08"),
        pytest.param(DEFENDER, [7, 7], 0, 2, [0, 1], [7, 11], B, id="EW11-without-the-railroad"),
    ],
)
def test_winning(
    options: dict[str, Any],
    before: list[int],
    maker: int,
    tricks: int,
    lone: list[int],
    after: list[int],
    shares: tuple[int, int] | None,
) -> None:
    deal = finished(Euchre, options, maker, tricks, lone, scores=before)
    assert (list(deal.scores), deal.shares()) == (after, shares)


def test_nobody_wins_before_the_end_of_the_deal() -> None:
    assert started(Euchre, {}, 3, scores=(12, 3)).shares() is None


SITE_OPTIONS = {
    "preset": "stick",
    "all_pass": "stick",
    "alone": "maker",
    "alone_when": "with-call",
    "loner_lead": "left-of-dealer",
    "lone_defender": "four",
    "must_take_up_card": False,
    "canadian_loner": False,
    "joker": False,
    "deck": 24,
    "target": 10,
}
SPRUCE_OPTIONS = SITE_OPTIONS | {
    "preset": "redeal",
    "all_pass": "redeal",
    "alone": "anyone",
    "alone_when": "after-exchange",
    "loner_lead": "left-of-loner",
    "lone_defender": "by-tricks",
}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, SITE_OPTIONS),
        ({"preset": "stick"}, SITE_OPTIONS),
        (SPRUCE, SPRUCE_OPTIONS),
        ({**SPRUCE, "all_pass": "stick"}, SPRUCE_OPTIONS | {"all_pass": "stick"}),
        ({"target": 5, "deck": 32, "joker": True}, SITE_OPTIONS | {"target": 5, "deck": 32, "joker": True}),
    ],
)
def test_presets_set_what_is_not_given(options: dict[str, Any], expected: dict[str, Any]) -> None:
    filled = Euchre.with_options(options).options
    assert filled == expected
    assert list(filled) == list(SITE_OPTIONS)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"preset": "site"}, 'options.preset: expected "stick" or "redeal", got \'site\''),
        ({"alone": "all"}, 'options.alone: expected "maker", "maker-and-defender" or "anyone", got \'all\''),
        ({"deck": 52}, "options.deck: expected 24 or 32, got 52"),
        ({"deck": True}, "options.deck: expected 24 or 32, got True"),
        ({"joker": 1}, "options.joker: expected true or false, got 1"),
        ({"target": 0}, "options.target: expected a whole number of at least 1, got 0"),
        ({"stick": True}, "options.stick: unknown option of euchre (known: preset, all_pass, "),
        ({"all_pas": "stick"}, "options.all_pas: unknown option of euchre (did you mean all_pass?)"),
        (
            {"canadian_loner": True, "preset": "redeal"},
            'options.canadian_loner: needs alone_when = "with-call": the dealer\'s partner may accept only by '
            "ordering up alone, got 'after-exchange'",
        ),
    ],
)
def test_wrong_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as raised:
        Euchre.with_options(options)
    assert str(raised.value).startswith(message)


@pytest.mark.parametrize(
    ("tricks", "lone", "expected"),
    [
        (5, [0], {"orders_made": (1, 1), "marches": (1, 1), "alone": (1, 1)}),
        (3, [], {"orders_made": (1, 1), "marches": (0, 1), "alone": (0, 1)}),
        (2, [0], {"orders_made": (0, 1), "marches": (0, 1), "alone": (1, 1)}),
        (2, [1], {"orders_made": (0, 1), "marches": (0, 1), "alone": (0, 1)}),
    ],
)
def test_tallies_are_of_the_makers(tricks: int, lone: list[int], expected: dict[str, tuple[int, int]]) -> None:
    nothing = dict.fromkeys(expected, (0, 0))
    assert finished(Euchre, SPRUCE, 0, tricks, lone).tallies() == (expected, nothing)
    assert finished(Euchre, SPRUCE, 1, tricks, [(seat + 1) % 4 for seat in lone]).tallies() == (nothing, expected)
