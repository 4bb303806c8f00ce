"""Habits in the tricks of every game that has a trump: what is led, and when a seat without the suit led trumps.

Judged by what lies open at the table: a card is the best of its suit when all that beat it have been played. Needs
only who played which card and what was trump. Called by the habits of Bid Euchre and of the Euchre family, for
complete deals.
"""

from collections.abc import Iterator, Mapping, Sequence
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
_BY = (("making", "Making side"), ("defending", "Defending side"), ("all", "All leads"))
_NO_TRUMP = ("high", "low")


def lead_layout(makers: str) -> HabitLayout:
    """`makers`: what the making side is called in this game."""
    titles = {"making": f"First of {makers}", "defending": "First of defenders", "all": "All leads"}
    return HabitLayout(
        "leads",
        "Leads",
        f"What was led: the first time that the side of the {makers} led in a deal, the first time of defenders, and "
        "at all. The best of a suit: every better card of it has been played. A plain suit is one that is not trump. "
        "% is of these leads, won % how often the leading side took the trick.",
        tuple(
            column
            for key, _ in _BY
            for column in (
                HabitColumn(key, titles[key], _COUNT),
                HabitColumn(f"{key}_share", "%", _PERCENT),
                HabitColumn(f"{key}_won", "won %", _PERCENT),
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
        HabitColumn("ruffed", "Of chances %", _PERCENT),
        HabitColumn("ruff_won", "won %", _PERCENT),
        HabitColumn("ruffed_own", "Own side's trick %", _PERCENT),
    ]
    if not has_partners:
        del rows[1], columns[-1]
    return HabitLayout(
        "play",
        "Trump in play",
        "By the seat's part in the deal, a deal once for each seat. Trump led: of its leads while it held trump. "
        "Trumped: it could not follow a plain suit and played trump; of the times when it could have, and how often it "
        "took the trick so" + (", and how often its own side was winning it already." if has_partners else "."),
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
    deck: Sequence[str],
) -> Iterator[Habit]:
    """The facts of both sheets. `tricks`: (seat, card) in the order played, with every card that these seats held."""
    suits, strengths, beaten_by = SUIT[trump], STRENGTH[trump], _beaten_by(trump)
    trumps = "" if trump in _NO_TRUMP else trump[0]
    makers = sides[maker]
    held: dict[int, list[str]] = {}
    for trick in tricks:
        for seat, card in trick:
            held.setdefault(seat, []).append(card)
    has_partners = len(sides) > max(sides) + 1
    roles = {seat: "maker" if seat == maker else "partner" if sides[seat] == makers else "defender" for seat in held}
    for seat, role in roles.items():
        yield seat, "play", role, "deals", 1, 0
        yield seat, "play", role, "tricks", winners.count(seat), 1
    out = dict.fromkeys(deck, 0)
    for card in deck:
        out[card] += 1
    have_led: set[int] = set()
    for trick, winner in zip(tricks, winners, strict=True):
        leader, led = trick[0]
        suit, hand = suits[led], held[leader]
        is_best = not any(out.get(other) for other in beaten_by[led])
        if suit == trumps:
            row = "best_trump" if is_best else "other_trump"
        elif is_best:
            row = "best"
        else:
            row = "only" if sum([suits[card] == suit for card in hand]) == 1 else "other"
        side = sides[leader]
        columns = ["all"]
        if side not in have_led:
            have_led.add(side)
            columns.append("making" if side == makers else "defending")
        won = int(sides[winner] == side)
        for column in columns:
            yield leader, "leads", row, column, 1, 0
            yield leader, "leads", row, f"{column}_share", 1, 0
            yield leader, "leads", ALL_ROWS, f"{column}_share", 0, 1
            yield leader, "leads", row, f"{column}_won", won, 1
        if trumps and any(suits[card] == trumps for card in hand):
            yield leader, "play", roles[leader], "trump_led", int(suit == trumps), 1
        best, winning = -1, leader
        strength = strengths[suit]
        for seat, card in trick:
            hand = held[seat]
            if trumps and suit != trumps and seat != leader and _is_void_with(hand, suit, trumps, suits):
                ruffed = suits[card] == trumps
                role = roles[seat]
                yield seat, "play", role, "ruffed", int(ruffed), 1
                if ruffed:
                    yield seat, "play", role, "ruffs", 1, 0
                    yield seat, "play", role, "ruff_won", int(winner == seat), 1
                    if has_partners:
                        yield seat, "play", role, "ruffed_own", int(sides[winning] == sides[seat]), 1
            if strength[card] > best:
                best, winning = strength[card], seat
            hand.remove(card)
            out[card] -= 1


def _is_void_with(hand: Sequence[str], suit: str, trumps: str, suits: Mapping[str, str]) -> bool:
    """Whether a hand has none of `suit` but a trump."""
    in_hand = [suits[card] for card in hand]
    return suit not in in_hand and trumps in in_hand
