"""Actions that the rules forbid, from a program: `illegal`, with the rule in words."""

from collections.abc import Callable

import pytest

from arena.games.dealing import board_key, shuffled
from tests.rogues.conftest import Play
from tests.rogues.ruled import ILLEGAL, RULED, assert_ruled, split
from tests.sittings import SEED

OFFENCES: list[tuple[str, tuple[str, ...]]] = [
    ("card_not_held", ("you do not hold", "legal:")),
    ("card_played_twice", ("was already played",)),
    ("bids_too_low", ('bid "3"', "bid not high enough: 3 does not exceed the high bid 4")),
    ("says_action bid PASS", ('"PASS"', "legal: pass, 3, 4, 5, 6")),
    ("says_action bid 7", ('"7"', "not a call")),
    ("says_action play 10h", ('"10h"', "Th")),
    ("says_action play J♥", ('"J♥"', "Jh")),
    ("says_action play jh", ('"jh"', "Jh")),
]


@pytest.mark.parametrize(("words", "phrases"), OFFENCES, ids=[row[0] for row in OFFENCES])
def test_each_offence_is_ruled(play: Play, words: str, phrases: tuple[str, ...]) -> None:
    [record] = play(split(words))
    assert_ruled(record, ILLEGAL, *phrases)


def test_the_dealer_must_bid_when_nobody_has(play: Play) -> None:
    [record] = play(split("says_action bid pass"), first=1)
    assert_ruled(record, ILLEGAL, 'bid "pass"', "the dealer must bid", "legal: 3, 4, 5, 6")
    assert record.deals[0].actions == ["pass", "pass", "pass"]


def first_board(revoke: Callable[[list[str], list[str], str, str], bool]) -> int:
    """The first board where, all playing their first legal action, a rogue's position in deal 0 is such a one."""
    for board in range(5000):
        key = board_key(SEED, "honest~rogue", board)
        deal = RULED.start(shuffled(key, 0, RULED.deck), board % 4, (0, 0), 0)
        while deal.to_act >= 0:
            legal = deal.legal()
            if deal.decision == "play" and deal.to_act % 2:
                view = deal.view(deal.to_act)
                tricks = view["tricks"]
                led = tricks[-1]["cards"][0] if tricks and tricks[-1]["winner"] is None else ""
                if led and revoke(view["hand"], legal, view["contract"]["trump"], led):
                    return board
            deal.apply(legal[0])
    raise AssertionError("no such board")


def test_a_revoke_is_illegal(play: Play) -> None:
    board = first_board(lambda hand, legal, _trump, _led: len(legal) < len(hand))
    [record] = play(split("revokes any"), first=board)
    assert_ruled(record, ILLEGAL, "must follow")


def test_the_left_bower_must_follow_trumps(play: Play) -> None:
    board = first_board(lambda hand, legal, trump, _led: legal == ["Js"] and trump == "clubs" and len(hand) > 1)
    [record] = play(split("revokes left"), first=board)
    assert_ruled(record, ILLEGAL, "must follow clubs: holds Js, the left bower")


def test_the_left_bower_does_not_follow_its_printed_suit(play: Play) -> None:
    board = first_board(
        lambda hand, legal, trump, led: (
            trump == "clubs" and led[1] == "s" and led != "Js" and "Js" in hand and "Js" not in legal
        )
    )
    [record] = play(split("left_bower_as_its_print"), first=board)
    assert_ruled(record, ILLEGAL, "must follow spades", "left bower")
