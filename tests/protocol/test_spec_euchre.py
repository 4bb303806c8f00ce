"""The sections of SPEC.md on Euchre hold what they say: options, rules, points, decisions, and views of a real deal."""

import json

import pytest

from arena.games import game
from arena.games.euchre import Euchre
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


def test_the_views_are_of_one_real_deal() -> None:
    hands = {0: "9c Kc Jd Ah Qs", 1: "Tc Ad 9h Kh Ts", 2: "Ac 9d Qd Jh As", 3: "Qc Td Kd Qh 9s"}
    views = [json.loads(line) for name, line in OTHER_VIEWS if name == "euchre"]
    shown = ["P P", "P P O", "P P O Qc Ah 9h Jh Qh As"]
    assert len(views) == len(shown)
    for view, actions in zip(views, shown, strict=True):
        deal = started(Euchre, {}, 3, actions, up_card="Th", hands=hands, scores=(4, 7))
        assert deal.view(deal.to_act) == view
    assert deal.legal() == ["9s"]
