"""The sections of SPEC.md on Euchre and the double deck hold what they say; their views are of real deals."""

import json
from typing import Any

import pytest

from arena.games import game
from arena.games.euchre import Euchre, EuchreCutthroat, EuchreRailroad, EuchreTwoHanded
from arena.games.euchre.variants import EuchreFamily
from tests.games.euchre_tables import finished, started
from tests.protocol.test_spec import OTHER_VIEWS, section, table

EUCHRE = game("euchre", {})


def test_the_table_of_options() -> None:
    rows = table(section("Options of Euchre"))
    assert [row[0] for row in rows] == list(EUCHRE.options)
    redeal = game("euchre", {"preset": "redeal"}).options
    for key, values, *_ in rows:
        shown = [(value.removesuffix(" *"), value.endswith(" *")) for value in values.split(" · ")]
        assert json.loads(shown[0][0]) == EUCHRE.options[key]
        for text, of_redeal in shown:
            value = json.loads(text)
            if key in ("canadian_loner", "preset"):
                continue
            assert game("euchre", {key: value}).options[key] == value
            assert not of_redeal or redeal[key] == value
        assert redeal[key] in [json.loads(text) for text, _ in shown]


def test_rules_and_decisions_are_all_there() -> None:
    text = section("Rules of Euchre")
    assert [line[2:].partition(".")[0] for line in text.splitlines() if line.startswith("- E")] == [
        f"E{number}" for number in range(1, 14)
    ]
    assert [row[0] for row in table(section("Decisions in Euchre"))] == list(EUCHRE.decisions)


@pytest.mark.parametrize(("row", "alone"), [(0, []), (1, [0]), (2, [1]), (3, [0, 1])])
def test_the_table_of_points(row: int, alone: list[int]) -> None:
    cells = table(section("Points in Euchre"))[row][1:]
    options = {"preset": "redeal", "lone_defender": "four"}
    for cell, counts in zip(cells, ([5], [3, 4], [0, 1, 2]), strict=True):
        side, points = cell.split()[:2]
        for tricks in counts:
            deal = finished(Euchre, options, 0, tricks, alone)
            assert deal.points == ((int(points), 0) if side == "makers" else (0, int(points)))


HANDS = {0: "9c Kc Jd Ah Qs", 1: "Tc Ad 9h Kh Ts", 2: "Ac 9d Qd Jh As", 3: "Qc Td Kd Qh 9s"}


@pytest.mark.parametrize(
    ("rules", "options", "scores", "shown", "legal"),
    [
        (Euchre, {}, (4, 7), ["P P", "P P O", "P P O Qc Ah 9h Jh Qh As"], "9s"),
        (EuchreCutthroat, {}, (1, 2, 3), ["P O Ac Ah 9h Jh As"], "Qs"),
        (EuchreTwoHanded, {}, (3, 6), ["P O Tc Ah"], "9h Th Kh"),
        (EuchreRailroad, {"games": 3}, (4, 7), ["OA Qc A 9c"], "Ac 9d Qd Jh As"),
    ],
)
def test_the_views_are_of_one_real_deal(
    rules: type[EuchreFamily], options: dict[str, Any], scores: tuple[int, ...], shown: list[str], legal: str
) -> None:
    seats = rules.with_options({}).seats
    hands = {seat: cards for seat, cards in HANDS.items() if seat < seats}
    views = [json.loads(line) for name, line in OTHER_VIEWS if name == rules.name]
    for view, actions in zip(views, shown, strict=True):
        deal = started(rules, options, seats - 1, actions, up_card="Th", hands=hands, scores=scores)
        assert deal.view(deal.to_act) == view
    assert deal.legal() == legal.split()


@pytest.mark.parametrize("rules", [EuchreCutthroat, EuchreTwoHanded, EuchreRailroad])
def test_options_and_decisions_of_the_variants(rules: type[EuchreFamily]) -> None:
    heading = {"euchre-cutthroat": "Cut-throat", "euchre-two-handed": "Two-handed Euchre"}.get(rules.name, "Railroad")
    text = section(heading)
    own = [key for key in rules.with_options({}).options if key not in EUCHRE.options or rules is not EuchreRailroad]
    assert all(f"`{key}`" in text for key in own)
    assert all(f"`{decision}`" in text for decision in rules.decisions if decision not in EUCHRE.decisions)


def test_the_double_deck() -> None:
    ruled = game("bid-euchre-double", {})
    text = section("Double deck")
    assert [row[0] for row in table(text)] == list(ruled.options)
    (line,) = [line for name, line in OTHER_VIEWS if name == ruled.name]
    view = json.loads(line)
    hands = ["Jc Jd Qd Kd Ad Kh Ts Qs", "Tc Kc Th Jh 9s Js Qs Ks", "Jc Qc Kc Ac 9h Jh Ah Ts"]
    hands += ["9c 9d Td Jd Ad 9h Th 9s", "9c Qc 9d Td Kd Qh As As", "Tc Ac Qd Qh Kh Ah Js Ks"]
    deal = ruled.start(" ".join(hands).split(), 5, (10, -3), 4)
    for action in [*view["calls"], "hearts", "9s"]:
        deal.apply(action)
    assert (deal.view(deal.to_act), deal.legal()) == (view, ["As"])
