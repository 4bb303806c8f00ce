"""The habits that a deal of Bid Euchre shows, with either deck: bidding, trump, both sides' results, leads, trumping.

Derived from the actions of a complete deal when somebody asks; the rules know nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from arena.games.habit_layout import ALL_ROWS, Habit, HabitColumn, HabitForm, HabitLayout
from arena.games.side_habits import side_layout, side_results
from arena.games.trick_habits import lead_layout, play_layout, trick_habits
from arena.games.tricks import TRUMPS

if TYPE_CHECKING:
    from arena.games.bid_euchre import BidEuchreDeal

_COUNT, _PERCENT, _MEAN = HabitForm.COUNT, HabitForm.PERCENT, HabitForm.MEAN
_RESULT = (HabitColumn("made", "Made %", _PERCENT), HabitColumn("points", "Mean points", _MEAN))


def layouts(bids: Sequence[str]) -> tuple[HabitLayout, ...]:
    """The sheets of a game in which these bids may be made."""
    bidding = HabitLayout(
        "bidding",
        "Bidding",
        "A level's row has the bids above those before them. Matched: the dealer took the contract by equalling the "
        "high bid. Forced: nobody had bid, so the dealer had to. Of chances: of the calls when it could be made; for "
        "forced ones, of the deals it dealt. Over own side: of the bids over another, those over one of its own side. "
        "Made and mean points of its side: of the bids that became the contract.",
        (
            HabitColumn("times", "Times", _COUNT),
            HabitColumn("chosen", "Of chances %", _PERCENT),
            HabitColumn("stood", "Became contract %", _PERCENT),
            HabitColumn("over_own", "Over own side %", _PERCENT),
            *_RESULT,
        ),
        (("pass", "pass"), *((bid, bid) for bid in bids), ("matched", "matched"), ("forced", "forced")),
    )
    trump = HabitLayout(
        "trump",
        "Trump",
        "What it named as declarer; high and low are without trump. Points are those of its side.",
        (
            HabitColumn("times", "Times", _COUNT),
            HabitColumn("share", "Of contracts %", _PERCENT),
            HabitColumn("bid", "Mean bid", _MEAN),
            *_RESULT,
        ),
        (("suit", "any suit"), *((trump, trump) for trump in TRUMPS)),
    )
    return (
        bidding,
        trump,
        side_layout("Declaring"),
        lead_layout("Declarer's"),
        play_layout("declarer", has_partners=True),
    )


def deal_habits(
    deal: BidEuchreDeal, acted: Sequence[tuple[int, str]], bids: Sequence[str], deck: Sequence[str]
) -> Iterator[Habit]:
    """The facts of a complete deal; `bids` all that may be made, `acted` who made which decision."""
    assert deal.points is not None
    seats = len(deal.hands)
    sides = tuple([seat % 2 for seat in range(seats)])
    points = deal.points[deal.declarer % 2]
    made = int(points > 0)
    yield from _bidding(deal, [seat for seat, _ in acted[:seats]], bids, made, points)
    for row in (deal.trump,) if deal.trump in ("high", "low") else (deal.trump, "suit"):
        yield deal.declarer, "trump", row, "times", 1, 0
        yield deal.declarer, "trump", row, "share", 1, 0
        yield deal.declarer, "trump", row, "bid", deal.bid, 1
        yield deal.declarer, "trump", row, "made", made, 1
        yield deal.declarer, "trump", row, "points", points, 1
    yield deal.declarer, "trump", ALL_ROWS, "share", 0, 1
    yield from side_results(deal.declarer, sides, deal.points, deal.trick_winners, made)
    first = seats + 1
    played = [(seat, card) for (seat, _), card in zip(acted[first:], deal.actions[first:], strict=True)]
    tricks = [played[start : start + seats] for start in range(0, len(played), seats)]
    yield from trick_habits(tricks, deal.trick_winners, trump=deal.trump, maker=deal.declarer, sides=sides, deck=deck)


def _bidding(
    deal: BidEuchreDeal, callers: Sequence[int], bids: Sequence[str], made: int, points: int
) -> Iterator[Habit]:
    high, holder = 0, -1
    contract = (-1, "")
    for seat, call in zip(callers, deal.actions, strict=False):  # the calls come first
        is_dealer = seat == deal.dealer
        if is_dealer:
            yield seat, "bidding", "forced", "chosen", int(not high), 1
        row = call
        if is_dealer and not high:
            row = "forced"
        else:
            if is_dealer:
                row = "matched" if call == str(high) else call
                yield seat, "bidding", "matched", "chosen", int(row == "matched"), 1
            yield seat, "bidding", "pass", "chosen", int(row == "pass"), 1
            for bid in bids:
                if int(bid) > high:
                    yield seat, "bidding", bid, "chosen", int(row == bid), 1
        yield seat, "bidding", row, "times", 1, 0
        if row == "pass":
            continue
        yield seat, "bidding", row, "stood", int(seat == deal.declarer), 1
        if holder >= 0:
            yield seat, "bidding", row, "over_own", int(holder % 2 == seat % 2), 1
        high, holder, contract = int(call), seat, (seat, row)
    yield contract[0], "bidding", contract[1], "made", made, 1
    yield contract[0], "bidding", contract[1], "points", points, 1
