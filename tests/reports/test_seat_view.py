"""The table as a person sees it: right to the character once, and of nothing that the seat may not know in any game."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any
from unittest import mock

import pytest

from arena import replay
from arena.derive import full_record
from arena.games import GAMES, Deal, Game, game
from arena.replay import Acted, DealBegins, Faulted, MatchEnds, Step, TrickTaken, steps
from arena.reports.seat_view import WIDTH, Places, table, told
from arena.rulings import void_record
from tests.contract.redeals import advance, redeals
from tests.played import run_facts, spec

GAMES_PLAYED: list[tuple[str, Mapping[str, Any]]] = [
    *((name, {}) for name in GAMES),
    ("bid-euchre-double", {"players": 8}),
]
FOUR = Places(1, ("ann", "me", "bob", "cyd"), (0, 1, 0, 1))


def started(ruled: Game, random: Random) -> tuple[list[str], Deal]:
    """The first deal of a match, not yet begun, from scores that it might have had."""
    cards = list(ruled.deck)
    random.shuffle(cards)
    scores = [random.randint(-20, 40) for _ in range(ruled.side_count)]
    return cards, ruled.start(cards, random.randrange(ruled.seats), scores, 0)


def so_far(ruled: Game, cards: list[str], deal: Deal, scores: list[int], seat: int | None) -> list[Step]:
    """The steps of a deal that is being played, as `seat` sees them."""
    names = ("a", "b", "c")[: ruled.side_count]
    record = void_record(spec(ruled, 0, "open" if ruled.side_count == 2 else "abc", names), ruled.side_count, "")
    again = ruled.start(cards, deal.dealer, scores, 0)
    with mock.patch.object(replay, "dealt", return_value=again):
        exported = full_record(record, ruled, run_facts(ruled))
        exported["deals"] = [{"actions": deal.actions, "notes": {str(at): "!" for at in range(len(deal.actions))}}]
        return [step for step in steps(exported, seat=seat) if not isinstance(step, MatchEnds)]


def screen(ruled: Game, cards: list[str], deal: Deal, scores: list[int], seat: int) -> str:
    places = Places(seat, tuple(f"bot {number}" for number in range(ruled.seats)), ruled.sides)
    seen = so_far(ruled, cards, deal, scores, seat)
    legal = deal.legal() if deal.to_act == seat else []
    hand = deal.view(seat).get("hand", [])
    size = len(deal.hands[0])
    return "\n".join([*told(seen, places), *table(seen, hand, legal, places, dealt=size, numbered=True)])


@pytest.mark.parametrize(("name", "options"), GAMES_PLAYED)
def test_unseen_cards_do_not_change_the_screen(name: str, options: Mapping[str, Any]) -> None:
    ruled = game(name, options)
    random = Random(name)
    compared = 0
    for _ in range(40):
        cards, deal = started(ruled, random)
        scores = list(deal.scores)
        for _ in range(random.randrange(3 * ruled.seats + 4)):
            if deal.to_act >= 0:
                advance(deal, random, 1)
        if deal.to_act < 0:
            continue
        seat = random.choice((deal.to_act, random.randrange(ruled.seats)))
        shown = screen(ruled, cards, deal, scores, seat)
        begin = ruled.start
        turned: list[list[str]] = []

        def start(deck: list[str], *rest: Any, begin: Callable[..., Deal] = begin, keep: Any = turned) -> Deal:
            keep.append(list(deck))
            return begin(deck, *rest)

        with mock.patch.object(ruled, "start", start):
            twins = [(turned[-1], twin) for twin in redeals(ruled, cards, deal, scores, seat, random)]
        for deck, twin in twins:
            assert screen(ruled, deck, twin, scores, seat) == shown
            compared += deck != cards
    assert compared > 30


@pytest.mark.parametrize(("name", "options"), GAMES_PLAYED)
def test_every_screen_fits(name: str, options: Mapping[str, Any]) -> None:
    ruled = game(name, options)
    random = Random(5)
    _, deal = cards, _ = started(ruled, random)
    scores = list(deal.scores)
    while deal.to_act >= 0:
        seat = deal.to_act
        places = Places(
            seat, ("a name of very many letters, some of them wide: 漢字漢字漢字漢字",) * ruled.seats, ruled.sides
        )
        lines = table(
            so_far(ruled, cards, deal, scores, seat),
            deal.view(seat)["hand"],
            deal.legal(),
            places,
            dealt=len(deal.hands[0]),
            numbered=True,
        )
        assert len(lines) <= 20
        assert max(map(len, lines)) <= WIDTH + 1
        advance(deal, random, 1)


@pytest.mark.parametrize("width", [39, 50, 60, 79, 200])
@pytest.mark.parametrize("name", GAMES)
def test_seats_fit_a_narrow_terminal(name: str, width: int) -> None:
    ruled = game(name, {})
    cards, deal = started(ruled, Random(5))
    seat, scores = deal.to_act, list(deal.scores)
    places = Places(seat, ("a name of very many letters",) * ruled.seats, ruled.sides)
    seen = so_far(ruled, cards, deal, scores, seat)
    hand, legal = deal.view(seat)["hand"], deal.legal()
    lines = table(seen, hand, legal, places, dealt=len(deal.hands[0]), numbered=False, width=width)
    around = [line for line in lines if "seat " in line or "card" in line]
    assert len(around) >= ruled.seats
    assert max(map(len, around)) <= min(WIDTH, max(40, width))


def test_the_table_to_the_character() -> None:
    ruled = game("bid-euchre", {})
    cards = list(ruled.deck)  # each seat has a suit
    scores = [7, -4]
    deal = ruled.start(cards, 0, scores, 0)
    for action in ("3", "pass", "pass", "4", "hearts", "9c", "9d"):
        deal.apply(action)
    assert deal.to_act == 2
    places = Places(2, ("ann", "bob", "me", "cyd"), (0, 1, 0, 1))
    seen = so_far(ruled, cards, deal, scores, 2)
    assert told(seen, places) == [
        "deal 0: partner deals; we 7, they -4",
        "  right: bid 3",
        "  you: bid pass",
        '    you noted: "!"',
        "  left: bid pass",
        "  partner: bid 4",
        "  partner: trump hearts",
        "  contract: partner, 4 hearts",
    ]
    assert table(seen, deal.view(2)["hand"], deal.legal(), places, dealt=len(deal.hands[0]), numbered=True) == [
        "",
        "--- deal 0 · partner deals · we 7, they -4 ------------------------------------",
        "contract: partner, 4 hearts · tricks: we 0, they 0",
        "                   partner · seat 0 · dealer · ann",
        "                   [9c] led · 5 cards · bid 4, trump hearts",
        "left · seat 3 · cyd                     right · seat 1 · bob",
        "6 cards · bid pass                      [9d] · 5 cards · bid 3",
        "                   you · seat 2",
        "                   bid pass",
        "your hand:  1 [9h]  2 [Th]  3 [Jh]  4 [Qh]  5 [Kh]  6 [Ah]",
    ]
    deal.apply("9h")
    deal.apply("9s")
    assert told(so_far(ruled, cards, deal, scores, 2), places)[-2] == (
        "  trick 1: partner 9c, right 9d, you 9h, left 9s -> you"
    )


def test_a_dealer_that_has_not_seen_its_hand_is_shown_it_when_it_may() -> None:
    ruled = game("euchre-railroad", {})
    cards = [card for card in ruled.deck if card != "Jo"]
    cards.insert(20, "Jo")  # turned up
    deal = ruled.start(cards, 1, [0, 0], 0)
    shown = screen(ruled, cards, deal, [0, 0], 1)
    assert "your hand:  not seen yet" in shown
    assert not set(deal.hands[1]) & set(shown.split())
    assert "5 cards" in shown
    deal.apply("clubs")
    assert deal.decision == "discard"
    shown = screen(ruled, cards, deal, [0, 0], 1)
    assert "contract: you, clubs" in shown
    assert [line for line in shown.split("\n") if line.startswith("your hand:  1 [")]
    assert shown.split("--- deal")[1].count("hand") == 1


def test_words_that_are_no_cards_stand_for_themselves() -> None:
    ruled = game("bid-euchre", {})
    cards = list(ruled.deck)
    deal = ruled.start(cards, 0, [0, 0], 0)
    lines = table(
        so_far(ruled, cards, deal, [0, 0], 1), deal.view(1)["hand"], deal.legal(), FOUR, dealt=6, numbered=False
    )
    assert lines[-2:] == ["your hand:  9d  Td  Jd  Qd  Kd  Ad", "you may:    pass  3  4  5  6"]


def test_a_card_that_may_not_be_played_stands_without_brackets() -> None:
    begun = [DealBegins(0, 0, (None, ("9c", "Jh", "As"), None, None), (0, 0))]
    lines = table(begun, ["9c", "Jh", "As"], ["Jh"], FOUR, dealt=3, numbered=True)
    assert lines[-1] == "your hand:  9c  1 [Jh]  As"
    assert table(begun, [], ["clubs"], FOUR, dealt=3, numbered=True)[-2:] == [
        "your hand:  not seen yet",
        "you may:    1 clubs",
    ]


@pytest.mark.parametrize(
    ("sides", "words"),
    [
        ((0, 1), "you opposite"),
        ((0, 1, 2), "you left right"),
        ((0, 1, 0, 1), "you left partner right"),
        ((0, 1) * 3, "you left partner_2 seat_3 partner_4 right"),
        ((0, 1) * 4, "you left partner_2 seat_3 partner_4 seat_5 partner_6 right"),
    ],
)
def test_seats_in_words(sides: tuple[int, ...], words: str) -> None:
    seats = range(len(sides))
    places = Places(0, ("",) * len(sides), sides)
    assert " ".join(places.seat(seat).replace(" ", "_") for seat in seats) == words
    for viewer in seats:
        places = Places(viewer, ("",) * len(sides), sides)
        assert len({places.seat(seat) for seat in seats}) == len(sides)
        assert places.seat(viewer) == "you"


def test_scores_begin_with_the_viewers_side() -> None:
    assert FOUR.by_side((3, -4)) == "we -4, they 3"
    assert FOUR.by_side((3, -4), signed=True) == "we -4, they +3"
    assert Places(1, ("", "", ""), (0, 1, 2)).by_side((1, 2, 3)) == "you 2, right 1, left 3"


@pytest.mark.parametrize(
    ("sides", "winner", "shares", "reason", "line"),
    [
        ((0, 1, 0, 1), 1, (0, 1), "target", "result: your side wins · the target was reached · scores we 2, they 1"),
        ((0, 1, 0, 1), 0, (1, 0), "forfeit", "result: the other side wins · forfeited · scores we 2, they 1"),
        (
            (0, 1, 0, 1),
            None,
            (0.5, 0.5),
            "deal_cap",
            "result: nobody wins · the most deals were played · scores we 2, they 1",
        ),
        (
            (0, 1, 2),
            2,
            (0, 0, 1),
            "target",
            "result: left wins · the target was reached · scores you 2, right 1, left 3",
        ),
        (
            (0, 1, 2),
            None,
            (0.5, 0.5, 0),
            "target",
            "result: right and your side share the match · the target was reached · scores you 2, right 1, left 3",
        ),
    ],
)
def test_how_it_ended(
    sides: tuple[int, ...], winner: int | None, shares: tuple[float, ...], reason: str, line: str
) -> None:
    places = Places(1, ("",) * len(sides), sides)
    assert told([MatchEnds(winner, shares, (1, 2, 3)[: max(sides) + 1], reason)], places) == [line]


def test_a_fault_is_told_in_full_and_harmlessly() -> None:
    fault = Faulted(
        0, "crashed", "it \x1b[2J broke", "play", 12.34, "re\x07ply", "line 1\nline \u202e2", False, ("9c", "Jh")
    )
    lines = told([fault], FOUR)
    assert lines[0] == "FAULT of seat 0 (ann): crashed where play was due after 12.3 ms"
    assert r"  what happened: it \x1b[2J broke" in lines
    assert r"  its reply: re\x07ply" in lines
    assert lines[-2:] == ["    line 1", r"    line \u202e2"]


def test_an_open_deal_shows_hands_and_notes() -> None:
    ruled = game("bid-euchre", {})
    random = Random(3)
    cards, deal = started(ruled, random)
    scores = list(deal.scores)
    advance(deal, random)
    seen = so_far(ruled, cards, deal, scores, None)
    lines = told(seen, FOUR)
    assert [line for line in lines if " held " in line] == [
        f"  {FOUR.seat(seat)} held {' '.join(deal.hands[seat])}" for seat in range(4)
    ]
    assert sum("noted" in line for line in lines) == len(deal.actions) == sum(isinstance(step, Acted) for step in seen)
    assert sum(line.startswith("  trick ") for line in lines) == 6 == sum(isinstance(step, TrickTaken) for step in seen)
    assert not any("noted" in line for line in told(so_far(ruled, cards, deal, scores, 1), FOUR) if "you" not in line)
