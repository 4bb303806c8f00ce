"""Which row of the bidding sheet each call falls into, what it had chances of, and what came of it."""

from collections import Counter
from random import Random

import pytest

from arena.games import game
from arena.games.bid_euchre import BidEuchreDeal
from arena.games.habit_layout import ALL_ROWS, Habit
from tests.games.tables import started

# the dealer is seat 3, so that seats call in their order
AUCTIONS = [
    # calls, rows of seats 0 to 3, the chances that they had, and whose are above the own side's
    ("pass pass pass 3", "pass pass pass forced", "P3456 P3456 P3456 F", ""),
    ("pass pass pass 6", "pass pass pass forced", "P3456 P3456 P3456 F", ""),
    ("3 pass pass pass", "3 pass pass pass", "P3456 P456 P456 FMP456", ""),
    ("3 4 5 6", "3 4 5 6", "P3456 P456 P56 FMP6", ""),
    ("pass 3 4 4", "pass 3 4 matched", "P3456 P3456 P456 FMP56", ""),
    ("pass 3 pass 3", "pass 3 pass matched", "P3456 P3456 P456 FMP456", "3"),
    ("6 pass pass 6", "6 pass pass matched", "P3456 P P FMP", ""),
    ("4 pass 5 6", "4 pass 5 6", "P3456 P56 P56 FMP6", "2"),
]
ROWS = {"P": "pass", "F": "forced", "M": "matched"}


def finished(deal: BidEuchreDeal) -> tuple[BidEuchreDeal, list[tuple[int, str]]]:
    acted = [((deal.dealer + 1 + step) % 4, "bid") for step in range(len(deal.actions))]
    random = Random(7)
    while deal.to_act >= 0:
        acted.append((deal.to_act, deal.decision))
        deal.apply(random.choice(deal.legal()))
    return deal, acted


def habits(calls: str) -> tuple[BidEuchreDeal, list[Habit]]:
    deal, acted = finished(started(3, calls.split()))
    return deal, list(deal.habits(acted))


@pytest.mark.parametrize(("calls", "rows", "chances", "over_own"), AUCTIONS)
def test_calls_fall_into_rows(calls: str, rows: str, chances: str, over_own: str) -> None:
    deal, facts = habits(calls)
    bidding = [(seat, row, column, amount, of) for seat, sheet, row, column, amount, of in facts if sheet == "bidding"]
    by_seat = rows.split()
    assert [(seat, row) for seat, row, column, *_ in bidding if column == "times"] == list(enumerate(by_seat))
    for seat, letters in enumerate(chances.split()):
        could = [ROWS.get(letter, letter) for letter in letters]
        chosen = {row: (amount, of) for who, row, column, amount, of in bidding if (who, column) == (seat, "chosen")}
        assert chosen == {row: (int(row == by_seat[seat]), 1) for row in could}
    stood = {seat: amount for seat, _, column, amount, _ in bidding if column == "stood"}
    assert stood == {seat: int(seat == deal.declarer) for seat in range(4) if by_seat[seat] != "pass"}
    over = [(seat, amount) for seat, _, column, amount, _ in bidding if column == "over_own"]
    assert [str(seat) for seat, amount in over if amount] == over_own.split()
    assert len(over) == max(0, len(stood) - 1)
    assert deal.points is not None
    points = deal.points[deal.declarer % 2]
    came = [fact for fact in bidding if fact[2] in ("made", "points")]
    row = by_seat[deal.declarer]
    assert came == [(deal.declarer, row, "made", int(points > 0), 1), (deal.declarer, row, "points", points, 1)]


@pytest.mark.parametrize("trump", ["hearts", "high", "low"])
def test_the_trump_is_told_of_its_declarer(trump: str) -> None:
    deal, acted = finished(started(3, ["pass", "4", "pass", "pass", trump]))
    trumps = {fact[2:] for fact in deal.habits([*acted]) if fact[:2] == (1, "trump")}
    assert deal.points is not None
    points = deal.points[1]
    rows = {trump, "suit"} if trump == "hearts" else {trump}
    told = {
        (row, *each)
        for row in rows
        for each in (
            ("times", 1, 0),
            ("share", 1, 0),
            ("bid", 4, 1),
            ("made", int(points > 0), 1),
            ("points", points, 1),
        )
    }
    assert trumps == told | {(ALL_ROWS, "share", 0, 1)}


def test_both_sides_are_told_once() -> None:
    deal, facts = habits("pass 3 pass pass")
    assert deal.points is not None
    made = int(deal.points[1] > 0)
    won = [sum(winner % 2 == side for winner in deal.trick_winners) for side in (0, 1)]
    sides = [(seat, row, column, amount) for seat, sheet, row, column, amount, _ in facts if sheet == "sides" and row]
    assert sorted(sides) == sorted(
        (seat, row, column, amount)
        for seat, row, side, success in ((1, "making", 1, made), (2, "defending", 0, 1 - made))
        for column, amount in (
            ("deals", 1),
            ("share", 1),
            ("won", success),
            ("all", int(won[side] == 6)),
            ("tricks", won[side]),
            ("points", deal.points[side]),
        )
    )


def test_six_and_eight_seats_have_their_own_bids() -> None:
    for players, bids in ((6, "45678"), (8, "3456")):
        ruled = game("bid-euchre-double", {"players": players})
        bidding = next(layout for layout in ruled.habits if layout.key == "bidding")
        assert [key for key, _ in bidding.rows] == ["pass", *bids, "matched", "forced"]
        deal = ruled.start(ruled.deck, 0, (0, 0), 0)
        acted = []
        while deal.to_act >= 0:
            acted.append((deal.to_act, deal.decision))
            deal.apply(deal.legal()[-1])
        times = Counter(fact[2] for fact in deal.habits(acted) if fact[1::2] == ("bidding", "times", 0))
        # the first bids the most, the dealer alone may equal it
        assert times == Counter({bids[-1]: 1, "pass": players - 2, "matched": 1})
