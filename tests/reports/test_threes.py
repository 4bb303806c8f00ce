"""Reports of standings where three meet: boards for pairs, the share of wins, and words that fit."""

import csv
import io
import json
from itertools import combinations
from random import Random

import pytest

from arena.records import StatColumn
from arena.reports import render
from arena.standings import Standings, standings
from tests.reports.made import facts
from tests.standings.made import match_of_three, random_board, tally_of

GOLDEN = """\
Place  Bot  Score %  ±95  Elo  ±95  Boards  Won/Split/Lost  Wins %  Pts/deal  Taken %  Forfeits  ms/decision
-----  ---  -------  ---  ---  ---  ------  --------------  ------  --------  -------  --------  -----------
  1-3  a       56.9  4.1   37   22      30         33/18/9    41.9      0.06     50.0         0    0.00/0.00
  1-3  c       53.2  4.4   17   23      30        24/19/17    35.6      0.03     20.0         0    0.00/0.00
  1-3  b       50.4  4.1    2   22      30        18/22/20    34.6      0.00     37.5         0    0.00/0.00
    4  d       39.4  4.1  −56   22      30         8/15/37    21.3     −0.09      0.0         0    0.00/0.00

1 match is not counted yet: the other rooms of the board are still to come.

Row against column, %
       a      c      b      d
-  -----  -----  -----  -----
a     ·   53.8   53.8   63.3+
c  46.2      ·   52.1   61.3
b  46.2   47.9      ·   57.1
d  36.7-  38.7   42.9      ·
"""
FOOTER = """\
Score         finished above the other, a half where level: 50 % is fair, of wins 33.3 %
Comparisons   3 of 6 comparisons decided; about 58 more boards an encounter to separate places 1 and 2
Mirroring     a board's variance is 0.53 of that of six matches on deals of their own
First dealer  scores 58.9 % ±8.2
"""


def made(boards: int) -> Standings:
    random = Random(1)
    matches = [
        match
        for three in combinations("abcd", 3)
        for board in range(boards)
        for match in random_board(random, " ".join(three), board, {"a": 0.6, "d": -0.4})
    ]
    matches.append(match_of_three("a b c", boards, "abc", "a>b>c"))
    return standings(tally_of(*matches), list("abcd"), [StatColumn("taken", "Taken %")])


def test_golden_text_of_threes() -> None:
    text = render(made(10), facts(), "table")
    assert text.startswith(GOLDEN)
    assert FOOTER in text
    assert "pair" not in text


@pytest.mark.parametrize("form", ["table", "markdown"])
def test_few_boards_are_said_to_be_boards(form: str) -> None:
    text = render(made(1), facts(), form)
    assert text.count("too few boards") == 8 + 1
    assert "pairs" not in text


def test_the_share_of_wins_is_in_json_and_csv_of_threes_only() -> None:
    found = made(10)
    rows = json.loads(render(found, facts(), "json"))["rows"]
    lines = list(csv.DictReader(io.StringIO(render(found, facts(), "csv"))))
    for row, line, standing in zip(rows, lines, found.rows, strict=True):
        assert row["win_share"] == float(line["win_share"]) == standing.win_share
        assert row["pairs"] == 30
        keys = list(row)
        assert keys[keys.index("win_share") - 1] == "matches_drawn"
