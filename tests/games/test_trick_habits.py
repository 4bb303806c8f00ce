"""What a lead is called, and which plays are chances to trump, on tricks written out."""

import pytest

from arena.games.cards import deck
from arena.games.habit_layout import Habit
from arena.games.trick_habits import trick_habits
from arena.games.tricks import winning_index

FOUR = (0, 1, 0, 1)


def habits(
    tricks: str, trump: str = "hearts", maker: int = 0, sides: tuple[int, ...] = FOUR, copies: int = 1
) -> list[Habit]:
    """`tricks` as "0 Ah Qc Kh 9h / 0 …": the leader and the cards, clockwise."""
    played, winners = [], []
    for text in tricks.split(" / "):
        leader, *cards = text.split()
        seats = [(int(leader) + step) % len(sides) for step in range(len(cards))]
        played.append(list(zip(seats, cards, strict=True)))
        winners.append(seats[winning_index(cards, trump)])
    pack = deck(copies=copies)
    return list(trick_habits(played, winners, trump=trump, maker=maker, sides=sides, deck=pack))


def leads(facts: list[Habit], column: str) -> list[tuple[int, str]]:
    return [(fact[0], fact[2]) for fact in facts if (fact[1], fact[3]) == ("leads", column)]


LEADS = [
    # tricks, trump, the rows of all leads in order; the last trick is never one of them
    ("0 Jh 9h Th Qh / 0 9c Tc Qc Kc", "hearts", ["best_trump"]),
    ("0 Jd 9h Th Qh / 0 9c Tc Qc Kc", "hearts", ["other_trump"]),  # the right bower is out
    ("0 Jd 9h Th Qh / 0 Jh Tc Qc Kc", "hearts", ["best_trump"]),  # the right bower is in its own hand
    ("0 Ac 9c Tc Qc / 0 9s Ts Qs Ks", "hearts", ["best"]),
    ("0 Kc 9c Tc Qc / 0 Ac Ts Qs Ks", "hearts", ["best"]),  # it holds the ace
    ("0 Kc 9c Tc Ac / 3 9s Ts Qs Ks", "hearts", ["only"]),
    ("0 Qc Ac 9c Tc / 1 9s Kc Qs Ks / 3 Td Ad Jd Kd", "hearts", ["only", "only"]),
    ("0 9c Ac Jc Tc / 1 9s Qs Ts Ks / 0 Qc Kd Jd Td", "hearts", ["other", "only"]),
    # when the ace is gone the king is best
    ("0 9c Tc Ac Qc / 2 Kc 9s Jc Ts / 2 Td Ad Jd Kd", "hearts", ["other", "best"]),
    ("0 Ac Tc 9c Qc / 0 Kc 9s Jc Ts / 0 Td Ad Jd Kd", "hearts", ["best", "best"]),
    ("0 9c Tc Ac Qc / 0 9s Ts Qs Ks", "low", ["best"]),
    ("0 Ac Tc 9c Qc / 2 9s Ts Qs Ks", "low", ["only"]),
    ("0 Jh 9h Th Qh / 0 9c Tc Qc Kc", "high", ["only"]),
    ("0 Ah 9h Th Qh / 0 9c Tc Qc Kc", "high", ["best"]),
    ("0 Js 9s Ts Qs / 0 9c Tc Qc Kc", "clubs", ["other_trump"]),  # the left bower, of its colour
]


@pytest.mark.parametrize(("tricks", "trump", "rows"), LEADS)
def test_a_lead_is_called(tricks: str, trump: str, rows: list[str]) -> None:
    assert [row for _, row in leads(habits(tricks, trump), "all")] == rows


def test_of_two_identical_cards_the_other_does_not_beat_the_one_led() -> None:
    six = (0, 1, 0, 1, 0, 1)
    facts = habits("0 Ac 9c Tc Qc Ac Kc / 0 Kd Ad Td Qd 9d Jd", sides=six, copies=2)
    assert leads(facts, "all") == [(0, "best")]
    facts = habits("0 Kc 9c Tc Qc Ac Kc / 4 Kd Ad Td Qd 9d Jd", sides=six, copies=2)
    assert leads(facts, "all") == [(0, "only")]
    # one ace is in its own hand, the other is not
    facts = habits("0 Kc 9c Tc Qc Jc Kc / 0 Ac Ad Td Qd 9d Jd", sides=six, copies=2)
    assert leads(facts, "all") == [(0, "other")]


def test_the_first_leads_of_each_side_stand_apart() -> None:
    facts = habits("1 9c Tc Qc Ac / 0 9s Ts Qs As / 3 9d Td Qd Ad / 2 9h Th Qh Ah", trump="high", maker=2)
    assert leads(facts, "all") == [(1, "only"), (0, "only"), (3, "only")]
    assert leads(facts, "defending") == [(1, "only")]
    assert leads(facts, "making") == [(0, "only")]
    won = {fact[3]: fact[4:] for fact in facts if fact[:2] == (0, "leads") and fact[3].endswith("won")}
    assert won == {"all_won": (0, 1), "making_won": (0, 1)}
    facts = habits("0 9c Tc Ac Qc / 2 9d Td Qd Ad", trump="high", maker=0)
    assert {fact[4:] for fact in facts if fact[3] == "making_won"} == {(1, 1)}  # its partner took it


def ruffs(facts: list[Habit]) -> list[tuple[int, str, str, int]]:
    columns = ("ruffed", "ruffs", "ruff_won", "ruffed_own")
    return [(fact[0], fact[2], fact[3], fact[4]) for fact in facts if fact[1] == "play" and fact[3] in columns]


def test_trumping_is_told_where_there_was_a_choice() -> None:
    # seat 1 trumps, seat 2 overtrumps and takes it, seat 3 could have trumped and later has no choice
    facts = habits("0 Ac 9h Th Ts / 2 Qd Jh 9s Kd", maker=0)
    assert ruffs(facts) == [
        (1, "defender", "ruffed", 1),
        (1, "defender", "ruffs", 1),
        (1, "defender", "ruff_won", 0),
        (1, "defender", "ruffed_own", 0),
        (2, "partner", "ruffed", 1),
        (2, "partner", "ruffs", 1),
        (2, "partner", "ruff_won", 1),
        (2, "partner", "ruffed_own", 0),
        (3, "defender", "ruffed", 0),
    ]


def test_trumping_the_own_sides_trick_is_told() -> None:
    facts = habits("0 Ac 9c 9h Tc / 2 Td Kd Ad Qd", maker=2)
    assert ruffs(facts) == [
        (2, "maker", "ruffed", 1),
        (2, "maker", "ruffs", 1),
        (2, "maker", "ruff_won", 1),
        (2, "maker", "ruffed_own", 1),
    ]


def test_a_trump_that_the_partner_beats_has_not_taken_the_trick() -> None:
    facts = habits("0 Ac 9h 9c Th / 3 Td Kd Ad Qd", maker=0)
    assert [(fact[0], fact[4]) for fact in facts if fact[3] == "ruff_won"] == [(1, 0), (3, 1)]


def test_without_a_choice_or_a_trump_suit_nothing_is_trumped() -> None:
    # only trumps left; only other cards; the suit led is trump
    assert ruffs(habits("0 Ac 9h 9d Tc / 1 Th Kc Kd Qc")) == []
    assert ruffs(habits("0 Ac 9h Th Tc / 0 Kc Qd Kd Qc", trump="high")) == []
    assert ruffs(habits("0 Ah 9c Th Qh / 0 Kc Qc 9d Tc")) == []


def test_trump_is_led_or_not_by_who_holds_both() -> None:
    facts = habits("0 Jh 9h Th Qh / 0 Jd Kh Ah Qs / 0 9c Tc Jc Kc", maker=0)
    assert [fact[4:] for fact in facts if fact[3] == "trump_led"] == [(1, 1), (1, 1)]
    assert [fact for fact in habits("0 Jh 9h Th Qh / 0 Ah Kc Kh Qs") if fact[3] == "trump_led"] == []  # only trumps
    facts = habits("0 9c Ac Jc Tc / 1 Qh Kh Jh Ah / 2 Td Ad Qd Kd", maker=0)
    assert [fact[:1] + fact[2:] for fact in facts if fact[3] == "trump_led"] == [
        (0, "maker", "trump_led", 0, 1),
        (1, "defender", "trump_led", 1, 1),
    ]


def test_only_who_plays_has_a_part_in_the_deal() -> None:
    played = [[(0, "Ah"), (1, "9h"), (3, "Th")], [(0, "Ac"), (1, "9c"), (3, "Tc")]]
    facts = list(trick_habits(played, [0, 0], trump="hearts", maker=0, sides=FOUR, deck=deck()))
    parts = {(fact[0], fact[2]): fact[4:] for fact in facts if fact[3] == "tricks"}
    assert parts == {(0, "maker"): (2, 1), (1, "defender"): (0, 1), (3, "defender"): (0, 1)}
