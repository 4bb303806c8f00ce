"""The sheet that every game with a contract has: how a side fared when it made the contract, and when it defended.

The facts of a side stand at one of its seats: the maker, and of the others the first clockwise from the maker. Called
by the habits of each game.
"""

from collections.abc import Iterator, Sequence

from arena.games.habit_layout import ALL_ROWS, Habit, HabitColumn, HabitForm, HabitLayout


def side_layout(making: str, *, thrown_in: bool = False) -> HabitLayout:
    """`making`: what making a contract is called; `thrown_in`: a deal may have no contract."""
    percent, mean = HabitForm.PERCENT, HabitForm.MEAN
    columns = (
        HabitColumn("deals", "Deals", HabitForm.COUNT),
        HabitColumn("share", "Of deals %", percent),
        HabitColumn("won", "Made or set %", percent),
        HabitColumn("all", "All tricks %", percent),
        HabitColumn("tricks", "Mean tricks", mean),
        HabitColumn("points", "Mean points", mean),
    )
    rows = [("making", making.lower()), ("defending", "defending")]
    return HabitLayout(
        "sides",
        f"{making} and defending",
        f"A deal once for each side. Made or set: when {making.lower()}, the contract was made; when defending, it "
        "failed. Tricks and points are the side's own.",
        columns,
        (*rows, *([("thrown_in", "thrown in")] if thrown_in else [])),
    )


def side_results(
    maker: int, sides: Sequence[int], points: Sequence[int], winners: Sequence[int], made: int
) -> Iterator[Habit]:
    """`maker` -1 when the deal was thrown in; `made` 0 or 1; `winners` the seats that won the tricks."""
    won = [0] * len(points)
    for winner in winners:
        won[sides[winner]] += 1
    told: set[int] = set()
    for step in range(len(sides)):
        seat = (max(maker, 0) + step) % len(sides)
        side = sides[seat]
        if side in told:
            continue
        told.add(side)
        row = "thrown_in" if maker < 0 else "defending" if step else "making"
        yield seat, "sides", row, "deals", 1, 0
        yield seat, "sides", row, "share", 1, 0
        yield seat, "sides", ALL_ROWS, "share", 0, 1
        if maker < 0:
            continue
        yield seat, "sides", row, "won", 1 - made if step else made, 1
        yield seat, "sides", row, "all", int(won[side] == len(winners)), 1
        yield seat, "sides", row, "tricks", won[side], 1
        yield seat, "sides", row, "points", points[side], 1
