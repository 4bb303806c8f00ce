"""What every game must hold to in what it says of habits, run over all of GAMES and their options."""

from collections import defaultdict
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games import GAMES, Deal, Game
from arena.games.habit_layout import ALL_ROWS, Habit, HabitForm
from tests.contract.combinations import combinations, some_game
from tests.contract.redeals import started
from tests.toy_games import Alone

SEEDS = st.integers(0, 2**32)
NAMES = pytest.mark.parametrize("name", sorted(GAMES))

Sums = dict[tuple[str, str, str], list[int]]


def played(ruled: Game, random: Random, timidity: int = 2) -> tuple[Deal, list[tuple[int, str]]]:
    """A complete deal, and who made which decision; early actions, such as to pass, are the likelier ones."""
    _, deal = started(ruled, random)
    acted = []
    while deal.to_act >= 0:
        legal = deal.legal()
        acted.append((deal.to_act, deal.decision))
        deal.apply(legal[int(random.random() ** timidity * len(legal))])
    return deal, acted


def summed(facts: Sequence[Habit]) -> Sums:
    sums: Sums = defaultdict(lambda: [0, 0])
    for _, sheet, row, column, amount, of in facts:
        sums[sheet, row, column][0] += amount
        sums[sheet, row, column][1] += of
    return sums


def check_facts(ruled: Game, deal: Deal, facts: Sequence[Habit]) -> None:
    """Each stands in a place that the game declares, by a seat at the table, with numbers that its column can take."""
    forms = {
        (layout.key, row, column.key): column.form
        for layout in ruled.habits
        for row in (*dict(layout.rows), ALL_ROWS)
        for column in layout.columns
    }
    for seat, sheet, row, column, amount, of in facts:
        fact = (sheet, row, column, amount, of, dict(ruled.options))
        assert 0 <= seat < ruled.seats, fact
        assert (sheet, row, column) in forms, fact
        form = forms[sheet, row, column]
        if row == ALL_ROWS:
            assert (amount, of) == (0, 1), fact
            assert form is not HabitForm.COUNT, fact
        elif form is HabitForm.COUNT:
            assert (amount, of) == (1, 0), fact
        elif form is HabitForm.PERCENT:
            assert 0 <= amount <= max(of, 1) == 1, fact
        else:
            assert of == 1, fact


def check_sums(ruled: Game, deal: Deal, facts: Sequence[Habit]) -> None:
    """What must come out the same when it is counted from what the deal itself says."""
    sums = summed(facts)
    summary = deal.summary()
    contract = bool(summary["contract"])
    sides = ruled.side_count
    assert deal.points is not None
    assert sums["sides", "making", "deals"][0] == contract
    assert sums["sides", "defending", "deals"][0] == contract * (sides - 1)
    assert sums["sides", "thrown_in", "deals"][0] == (not contract) * sides
    assert sums["sides", ALL_ROWS, "share"][1] == sides
    rows = ("making", "defending", "thrown_in")
    assert sum(sums["sides", row, "points"][0] for row in rows) == sum(deal.points)
    assert sum(sums["sides", row, "tricks"][0] for row in rows) == len(summary["tricks"])
    took_all = len({ruled.sides[winner] for winner in summary["tricks"]}) == 1
    assert sum(sums["sides", row, "all"][0] for row in rows) == took_all
    by_role = [sums["play", role, "tricks"][0] for role in ("maker", "partner", "defender")]
    assert sum(by_role) == len(summary["tricks"])
    assert sums["sides", "making", "won"] == [int(sums["sides", "defending", "won"][0] == 0 < contract), contract]
    for layout in ruled.habits:
        for column in layout.columns:
            if (layout.key, ALL_ROWS, column.key) in sums:
                shares = [sums[layout.key, row, column.key][0] for row, _ in layout.rows if row != "suit"]
                assert sum(shares) == sums[layout.key, ALL_ROWS, column.key][1], (layout.key, column.key)
        for row, _ in layout.rows:
            chosen = sums.get((layout.key, row, "chosen"))
            if chosen is not None:
                assert sums[layout.key, row, "times"][0] == chosen[0] <= chosen[1], (layout.key, row)
    made = [column for column in ("bids_made", "orders_made") if column in deal.tallies()[0]]
    assert len(made) == 1
    tallied = [sum(tally[made[0]][place] for tally in deal.tallies()) for place in (0, 1)]
    assert tallied == sums["sides", "making", "won"]
    calls = "bidding" if made[0] == "bids_made" else "calls"
    assert sum(numbers[1] for place, numbers in sums.items() if place[::2] == (calls, "made")) == contract


@NAMES
def test_the_sheets_of_a_game_describe_themselves(name: str) -> None:
    for ruled in combinations(name):
        layouts = ruled.habits
        assert {"sides", "leads", "play"} <= {layout.key for layout in layouts}
        assert len({layout.key for layout in layouts}) == len(layouts) <= 5
        for layout in layouts:
            keys = [column.key for column in layout.columns]
            assert len(set(keys)) == len(keys) <= 9
            assert len(dict(layout.rows)) == len(layout.rows) <= 11
            assert ALL_ROWS not in dict(layout.rows)
            assert layout.note.endswith(".")
            titles = [layout.title, *(column.title for column in layout.columns), *dict(layout.rows).values()]
            assert all(title.strip() for title in titles)
            assert len(set(dict(layout.rows).values())) == len(layout.rows)
            assert len({column.title for column in layout.columns}) == len(keys)


@NAMES
@given(SEEDS)
@settings(max_examples=50, deadline=None)
def test_the_habits_of_a_deal_follow_from_it(name: str, seed: int) -> None:
    random = Random(seed)
    ruled = some_game(name, random)
    deal, acted = played(ruled, random)
    views = [deal.view(seat) for seat in range(ruled.seats)]
    facts = list(deal.habits(acted))
    check_facts(ruled, deal, facts)
    check_sums(ruled, deal, facts)
    assert list(deal.copy().habits(tuple(acted))) == facts
    assert [deal.view(seat) for seat in range(ruled.seats)] == views


@NAMES
def test_the_habits_of_every_combination_of_options(name: str) -> None:
    random = Random(name)
    for ruled in combinations(name):
        deal, acted = played(ruled, random)
        facts = list(deal.habits(acted))
        check_facts(ruled, deal, facts)
        check_sums(ruled, deal, facts)


@NAMES
def test_every_row_and_every_column_is_filled_by_some_deal(name: str) -> None:
    """No sheet promises what no deal can show."""
    random = Random(name)
    filled: set[tuple[str, str]] = set()
    declared: set[tuple[str, str]] = set()
    for options in SOME_OPTIONS[name]:
        ruled = GAMES[name].with_options(options)
        for layout in ruled.habits:
            declared |= {(layout.key, key) for key, _ in layout.rows}
            declared |= {(layout.key, column.key) for column in layout.columns}
        for _ in range(400):
            deal, acted = played(ruled, random, random.choice((2, 4, 8)))
            for _, sheet, row, column, amount, _ in deal.habits(acted):
                if amount:
                    filled |= {(sheet, row), (sheet, column)}
    assert filled == declared


SOME_OPTIONS: dict[str, list[dict[str, object]]] = {
    "bid-euchre": [{}],
    "bid-euchre-double": [{}, {"players": 8, "min_bid": 3}],
    "euchre": [{"joker": True}, {"preset": "redeal"}],
    "euchre-cutthroat": [{"joker": True}, {"preset": "redeal"}],
    "euchre-two-handed": [{"joker": True}, {"preset": "redeal"}],
    "euchre-railroad": [{}, {"alone": "anyone"}],
}


def test_a_game_need_not_say_anything_of_habits() -> None:
    ruled = Alone({})
    assert ruled.habits == ()
    deal, acted = played(ruled, Random(1))
    assert list(deal.habits(acted)) == []
