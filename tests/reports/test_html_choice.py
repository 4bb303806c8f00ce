"""Which replays the page holds: the order, that it is bounded, and that their bytes are."""

from collections.abc import Sequence

from arena.reports.html import choice
from arena.reports.html.choice import TellingMatches, within
from arena.reports.html.values import Replay
from arena.reports.outcomes import Offence, Outcome
from arena.swings import BoardLine, DealLine, RoomLine

DEAL = DealLine(0, "a", "", (1, 0), (1, 0))


def add(
    telling: TellingMatches,
    encounter: str,
    board: int,
    swing: float = 0.0,
    scores: Sequence[tuple[int, int]] = ((32, 0), (32, 0)),
    faults: Sequence[tuple[str, str]] = (),
    *,
    played: bool = True,
) -> None:
    """A board of two rooms; the open one ends by the `faults` (bot, kind)."""
    names = tuple(encounter.split("~"))
    rooms, ends = [], []
    for room, score in zip(("open", "closed"), scores, strict=True):
        match = f"{encounter}/{board}/{room}"
        offences = tuple(Offence(bot, 0, kind, "") for bot, kind in faults) if room == "open" else ()
        has_deals = played or not offences
        reason = "forfeit" if offences else "target"
        rooms.append(RoomLine(room, match, names[0], (1, 0), score, reason, (DEAL,) if has_deals else ()))
        ends.append(Outcome(match, board, room, names, names[0], score, (1, 0), reason, 1, offences))
    telling.add(BoardLine(board, tuple(rooms), swing), ends)


def test_faults_first_then_every_encounter_then_swings_and_close_finishes() -> None:
    telling = TellingMatches()
    add(telling, "a~b", 0, 5.0)
    add(telling, "a~b", 1, -50.0)
    add(telling, "a~b", 2, 0.0, scores=((32, 31), (32, 30)))
    add(telling, "a~c", 0, 0.0, faults=[("c", "timeout")])
    add(telling, "a~c", 1, 0.0, faults=[("c", "timeout")])
    add(telling, "a~c", 2, 0.0, faults=[("c", "illegal")])
    add(telling, "a~c", 3, 10.0)
    add(telling, "b~c", 0, 60.0)
    assert list(telling.in_order()) == [
        # a match for each bot and kind
        "a~c/0/open",
        "a~c/2/open",
        # a board for each encounter, the largest swings first
        "b~c/0/open",
        "b~c/0/closed",
        "a~b/1/open",
        "a~b/1/closed",
        "a~c/3/open",
        "a~c/3/closed",
        # by turns
        "a~b/2/open",
        "a~b/2/closed",
        "a~b/0/open",
        "a~b/0/closed",
        "a~c/0/closed",
        "a~c/1/closed",
        "a~c/2/closed",
        # what is left
        "a~c/1/open",
    ]


def test_of_a_fault_the_match_that_shows_more_is_told() -> None:
    telling = TellingMatches()
    add(telling, "a~b", 0, faults=[("b", "crashed")], played=False)
    add(telling, "a~b", 1, faults=[("b", "crashed")])
    add(telling, "a~b", 2, faults=[("b", "not_ready")], played=False)
    assert list(telling.in_order())[:2] == ["a~b/1/open", "a~b/2/open"]
    assert list(telling.in_order())[-1] == "a~b/0/open"


def test_however_many_there_are_it_keeps_a_bounded_number() -> None:
    telling = TellingMatches()
    for board in range(3_000):
        add(telling, "a~b", board, float(board), faults=[("a", "timeout")] if board % 3 == 0 else [])
    matches = list(telling.in_order())
    assert len(set(matches)) == len(matches) <= 3 * choice.KEPT
    assert matches[:3] == ["a~b/0/open", "a~b/2999/open", "a~b/2999/closed"]
    assert "a~b/2998/closed" in matches[:10]


def test_replays_within_their_bytes() -> None:
    asked: list[str] = []

    def pack(match: str) -> Replay:
        asked.append(match)
        return Replay(match, match[0] * (int(match[1:]) - 50), "<" * 10)  # written as four signs each

    names = ["a100", "b5000", "c100", *(f"d{550 + number}" for number in range(20)), "e51"]
    told = within(iter(names), pack, 1_000)
    assert [replay.match for replay in told][:2] == ["a100", "c100"]
    assert sum(len(replay.packed) + 40 for replay in told) <= 1_000
    # after several in a row that do not fit nothing more is tried
    assert len(asked) < len(names)
    assert within(iter(names), pack, 0) == ()
    assert [replay.match for replay in within(iter(names), pack, 10**6)] == names
