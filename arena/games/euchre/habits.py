"""The habits that a deal of Euchre shows: calls of both rounds, going alone, both sides' results, leads, trumping.

Derived from the actions of a complete deal when somebody asks; the rules know nothing of it. Sheets and rows are those
that the options leave room for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from arena.games.cards import JOKER, SUIT_NAMES
from arena.games.euchre.terms import Terms
from arena.games.habit_layout import Habit, HabitColumn, HabitForm, HabitLayout
from arena.games.side_habits import side_layout, side_results
from arena.games.trick_habits import lead_layout, play_layout, trick_habits
from arena.games.tricks import SAME_COLOUR

if TYPE_CHECKING:
    from arena.games.euchre.deal import EuchreDeal

_COUNT, _PERCENT, _MEAN = HabitForm.COUNT, HabitForm.PERCENT, HabitForm.MEAN
_TIMES = (HabitColumn("times", "Times", _COUNT), HabitColumn("chosen", "Of chances %", _PERCENT))
_ALL, _POINTS = HabitColumn("all", "All tricks %", _PERCENT), HabitColumn("points", "Mean points", _MEAN)


def layouts(terms: Terms) -> tuple[HabitLayout, ...]:
    """The sheets of a game with these rules."""
    has_partners = _has_partners(terms)
    return (
        _calls_layout(terms),
        *([_alone_layout(terms)] if terms.alone else []),
        side_layout("Making", thrown_in=not terms.stick),
        lead_layout("Makers'"),
        play_layout("maker", has_partners=has_partners),
    )


def _calls_layout(terms: Terms) -> HabitLayout:
    rows = [
        ("pass_first", "pass, first round"),
        ("pick_up", "picked up as dealer"),
        *([("assist", "ordered up own side's dealer")] if _has_partners(terms) else []),
        ("order", "ordered up another dealer"),
        ("pass_second", "pass, second round"),
        ("next", "next: same colour"),
        ("across", "across: other colour"),
        *([("stuck", "stuck: dealer had to")] if terms.stick else []),
        *([("blind", "joker up: dealer had to")] if JOKER in terms.cards else []),
    ]
    return HabitLayout(
        "calls",
        "Calls",
        "Next and across: a suit of the colour of the card turned down, or of the other. Of chances: of the times when "
        "it was asked and could have; what the dealer had to do, of the deals it dealt. The rest is of the contracts "
        "made so, with the tricks and points of its side.",
        (
            *_TIMES,
            *([HabitColumn("alone", "Alone %", _PERCENT)] if terms.alone else []),
            HabitColumn("made", "Made %", _PERCENT),
            _ALL,
            _POINTS,
        ),
        tuple(rows),
    )


def _alone_layout(terms: Terms) -> HabitLayout:
    return HabitLayout(
        "alone",
        "Alone",
        "Of chances: of the times when it could go alone; a maker can with its call, or is asked. Made or set: makers "
        "made the contract, a defender defeated it. Tricks and points are those of its side.",
        (*_TIMES, HabitColumn("won", "Made or set %", _PERCENT), _ALL, _POINTS),
        (
            ("maker", "maker"),
            *([("partner", "maker's partner")] if terms.partner_alone else []),
            *([("defender", "defender")] if terms.alone != "maker" else []),
        ),
    )


def deal_habits(deal: EuchreDeal, acted: Sequence[tuple[int, str]]) -> Iterator[Habit]:
    """The facts of a complete deal; `acted` who made which decision."""
    assert deal.points is not None
    terms, maker = deal.terms, deal.maker
    sides = terms.sides
    made = int(maker >= 0 and deal.points[sides[maker]] > 0)
    yield from _calls(deal, acted, made)
    yield from side_results(maker, sides, deal.points, deal.trick_winners, made)
    if maker < 0:
        return
    if terms.alone:
        yield from _alone(deal, acted, made)
    first, size = deal.first_card, deal.trick_size
    played = [(seat, card) for (seat, _), card in zip(acted[first:], deal.actions[first:], strict=True)]
    tricks = [played[start : start + size] for start in range(0, len(played), size)]
    yield from trick_habits(tricks, deal.trick_winners, trump=deal.trump, maker=maker, sides=sides, deck=terms.cards)


def _calls(deal: EuchreDeal, acted: Sequence[tuple[int, str]], made: int) -> Iterator[Habit]:
    terms, dealer = deal.terms, deal.dealer
    sides = terms.sides
    row, had_to = "", ""
    for (seat, decision), action in zip(acted, deal.actions, strict=True):
        if decision == "order":
            order = "pick_up" if seat == dealer else "assist" if sides[seat] == sides[dealer] else "order"
            rows: tuple[str, ...] = ("pass_first", order)
            row = rows[action != "pass"]
        elif decision == "trump":
            if deal.up_card == JOKER:
                rows, row, had_to = (), "blind", "blind"
            elif seat == dealer and terms.stick:
                rows, row, had_to = (), "stuck", "stuck"
            else:
                rows = ("pass_second", "next", "across")
                named = action.partition(" ")[0]
                is_next = named == SUIT_NAMES[SAME_COLOUR[deal.up_card[1]]]
                row = "pass_second" if action == "pass" else "next" if is_next else "across"
        else:
            break  # the calls are over
        yield seat, "calls", row, "times", 1, 0
        for each in rows:
            yield seat, "calls", each, "chosen", int(each == row), 1
    for each, may_be in (("stuck", terms.stick), ("blind", JOKER in terms.cards)):
        if may_be:
            yield dealer, "calls", each, "chosen", int(each == had_to), 1
    if deal.maker >= 0:
        yield from _contract(deal, row, made)


def _contract(deal: EuchreDeal, row: str, made: int) -> Iterator[Habit]:
    """What came of the call in `row`, the last, which made the trump."""
    assert deal.points is not None
    maker = deal.maker
    side = deal.terms.sides[maker]
    if deal.terms.alone:
        yield maker, "calls", row, "alone", int(maker in deal.alone), 1
    yield maker, "calls", row, "made", made, 1
    yield maker, "calls", row, "all", int(_took_all(deal, side)), 1
    yield maker, "calls", row, "points", deal.points[side], 1


def _alone(deal: EuchreDeal, acted: Sequence[tuple[int, str]], made: int) -> Iterator[Habit]:
    assert deal.points is not None
    sides, maker = deal.terms.sides, deal.maker
    asked = [seat for seat, decision in acted if decision == "alone"]
    if maker not in asked:
        asked.append(maker)  # its call said it
    for seat in asked:
        side = sides[seat]
        is_makers = side == sides[maker]
        row = "maker" if seat == maker else "partner" if is_makers else "defender"
        is_alone = seat in deal.alone
        yield seat, "alone", row, "chosen", int(is_alone), 1
        if is_alone:
            yield seat, "alone", row, "times", 1, 0
            yield seat, "alone", row, "won", made if is_makers else 1 - made, 1
            yield seat, "alone", row, "all", int(_took_all(deal, side)), 1
            yield seat, "alone", row, "points", deal.points[side], 1


def _took_all(deal: EuchreDeal, side: int) -> bool:
    return all(deal.terms.sides[winner] == side for winner in deal.trick_winners)


def _has_partners(terms: Terms) -> bool:
    return len(terms.sides) > terms.side_count
