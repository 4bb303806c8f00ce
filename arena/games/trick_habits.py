"""Habits in the tricks of every game that has a trump: what is led, and when a seat without the suit led trumps.

Judged by what the seat saw: a card is the best of its suit when all that beat it were played or are in its own hand.
Needs only who played which card and what was trump. Called by the habits of Bid Euchre and of the Euchre family, for
complete deals.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from arena.games.habit_layout import ALL_ROWS, Habit, HabitColumn, HabitForm, HabitLayout
from arena.games.tricks import STRENGTH, SUIT

_COUNT, _PERCENT, _MEAN = HabitForm.COUNT, HabitForm.PERCENT, HabitForm.MEAN
_LEADS = (
    ("best_trump", "best trump left"),
    ("other_trump", "other trump"),
    ("best", "best of a plain suit"),
    ("only", "only card of a plain suit"),
    ("other", "other card"),
)
_NO_TRUMP = ("high", "low")


def lead_layout(makers: str) -> HabitLayout:
    """`makers`: whose a lead of the making side is in this game."""
    titles = {"making": (makers, "first"), "defending": ("Defenders'", "first"), "all": ("All", "leads")}
    return HabitLayout(
        "leads",
        "Leads",
        "What was led: the first time that the side of the contract led in a deal, the first time of defenders, and "
        "at all; not a last card, which is no choice. The best of a suit: it held or had seen played every "
        "better card of it. A plain suit is one that is not trump. % is of these leads, won % how often the leading "
        "side took the trick.",
        tuple(
            column
            for key, (whose, what) in titles.items()
            for column in (
                HabitColumn(key, f"{whose} {what}", _COUNT),
                HabitColumn(f"{key}_share", f"{whose} %", _PERCENT),
                HabitColumn(f"{key}_won", f"{whose} won %", _PERCENT),
            )
        ),
        _LEADS,
    )


def play_layout(maker: str, *, has_partners: bool) -> HabitLayout:
    """`maker`: what the seat that made the contract is called."""
    rows = [("maker", maker), ("partner", f"{maker}'s side"), ("defender", "defender")]
    columns = [
        HabitColumn("deals", "Deals", _COUNT),
        HabitColumn("tricks", "Tricks a deal", _MEAN),
        HabitColumn("trump_led", "Trump led %", _PERCENT),
        HabitColumn("ruffs", "Trumped", _COUNT),
        HabitColumn("ruffed", "Trumped %", _PERCENT),
        HabitColumn("ruff_won", "Took trick %", _PERCENT),
        HabitColumn("ruffed_own", "Own side's trick %", _PERCENT),
    ]
    own = " so, and how often its own side was winning it already" if has_partners else " so"
    if not has_partners:
        del rows[1], columns[-1]
    return HabitLayout(
        "play",
        "Trump in play",
        "By the seat's part in the deal, a deal once for each seat. Trump led: of its leads while it held trump and "
        "other cards. Trumped: it could not follow a plain suit and played trump; of the times when it could have "
        f"played either, and how often it took the trick{own}.",
        tuple(columns),
        tuple(rows),
    )


@cache
def _beaten_by(trump: str) -> Mapping[str, tuple[str, ...]]:
    """For every card those of its suit that beat it, best not first."""
    suits = SUIT[trump]
    beaten = {}
    for card, suit in suits.items():
        strength = STRENGTH[trump][suit]
        beaten[card] = tuple(o for o, of in suits.items() if of == suit and strength[o] > strength[card])
    return beaten


def trick_habits(
    tricks: Sequence[Sequence[tuple[int, str]]],
    winners: Sequence[int],
    *,
    trump: str,
    maker: int,
    sides: Sequence[int],
    deck: Iterable[str],
) -> Iterator[Habit]:
    """The facts of both sheets. `tricks`: (seat, card) in the order played, with every card that these seats held."""
    suits, beaten_by = SUIT[trump], _beaten_by(trump)
    trumps = "" if trump in _NO_TRUMP else trump[0]
    held: dict[int, list[str]] = {}
    for trick in tricks:
        for seat, card in trick:
            held.setdefault(seat, []).append(card)
    makers = sides[maker]
    roles = {seat: "maker" if seat == maker else "partner" if sides[seat] == makers else "defender" for seat in held}
    for seat, role in roles.items():
        yield seat, "play", role, "deals", 1, 0
        yield seat, "play", role, "tricks", winners.count(seat), 1
    unplayed = Counter(deck)
    have_led: set[int] = set()
    for trick, winner in zip(tricks, winners, strict=True):
        leader, led = trick[0]
        side, hand = sides[leader], held[leader]
        suits_held = [suits[card] for card in hand]
        columns = ["all"]
        if side not in have_led:
            have_led.add(side)
            columns.append("making" if side == makers else "defending")
        if len(hand) > 1:
            is_best = not any(unplayed[other] > hand.count(other) for other in beaten_by[led])
            if suits[led] == trumps:
                row = "best_trump" if is_best else "other_trump"
            elif is_best:
                row = "best"
            else:
                row = "only" if suits_held.count(suits[led]) == 1 else "other"
            won = int(sides[winner] == side)
            for column in columns:
                yield leader, "leads", row, column, 1, 0
                yield leader, "leads", row, f"{column}_share", 1, 0
                yield leader, "leads", ALL_ROWS, f"{column}_share", 0, 1
                yield leader, "leads", row, f"{column}_won", won, 1
        if trumps in suits_held and len(set(suits_held)) > 1:
            yield leader, "play", roles[leader], "trump_led", int(suits[led] == trumps), 1
        yield from _trumping(trick, winner, held, roles, sides, trump, trumps)
        for seat, card in trick:
            held[seat].remove(card)
            unplayed[card] -= 1


def _trumping(
    trick: Sequence[tuple[int, str]],
    winner: int,
    held: Mapping[int, Sequence[str]],
    roles: Mapping[int, str],
    sides: Sequence[int],
    trump: str,
    trumps: str,
) -> Iterator[Habit]:
    """What seats without the suit led did that had the choice between a trump and another card; `held` before it."""
    suits = SUIT[trump]
    led = suits[trick[0][1]]
    strength = STRENGTH[trump][led]
    best, winning = -1, -1
    for seat, card in trick:
        suits_held = {suits[each] for each in held[seat]}
        if led not in suits_held and trumps in suits_held and len(suits_held) > 1:
            role = roles[seat]
            is_ruff = suits[card] == trumps
            yield seat, "play", role, "ruffed", int(is_ruff), 1
            if is_ruff:
                yield seat, "play", role, "ruffs", 1, 0
                yield seat, "play", role, "ruff_won", int(winner == seat), 1
                if len(sides) > max(sides) + 1:  # there are partners
                    yield seat, "play", role, "ruffed_own", int(sides[winning] == sides[seat]), 1
        if strength[card] > best:
            best, winning = strength[card], seat
