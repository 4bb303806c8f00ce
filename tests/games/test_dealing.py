"""The shuffle: check values, and the properties that make it fair and independent."""

from collections import Counter
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import SettingsError
from arena.games.bid_euchre import BidEuchre
from arena.games.cards import deck
from arena.games.dealing import board_key, commitment, normal_seed, seat_seed, shuffled
from tests.games.tables import vector

SHUFFLES = [pytest.param(row, id=f"{row['encounter']}/{row['board']}/{row['deal']}") for row in vector("shuffle.json")]


@pytest.mark.parametrize("row", SHUFFLES)
def test_check_values(row: dict[str, Any]) -> None:
    key = board_key(row["seed"], row["encounter"], row["board"])
    cards = shuffled(key, row["deal"], deck())
    deal = BidEuchre().start(cards, row["dealer"], (0, 0), row["deal"])
    assert key == row["board_key"]
    assert cards == row["shuffled"]
    assert [list(hand) for hand in deal.hands] == row["hands"]
    assert seat_seed(key, "open", 0) == row["seat_seed_open_0"]
    assert row["board"] % 4 == row["first_dealer"]
    assert (row["first_dealer"] + row["deal"]) % 4 == row["dealer"]


@pytest.mark.parametrize(
    ("text", "seed"),
    [
        ("1", "1".zfill(64)),
        ("C0FFEE", "c0ffee".zfill(64)),
        ("0", "0" * 64),
        ("f" * 64, "f" * 64),
    ],
)
def test_a_seed_is_padded_on_the_left(text: str, seed: str) -> None:
    assert normal_seed(text) == seed


@pytest.mark.parametrize(
    "text", ["", "f" * 65, "0x1", "g", " 1", "1\n", "-1", "١", "1_0", "q" * 100_000], ids=lambda text: text[:8]
)
def test_what_is_no_seed(text: str) -> None:
    with pytest.raises(SettingsError, match="seed: expected 1 to 64 hex digits, got ") as raised:
        normal_seed(text)
    assert len(str(raised.value)) < 200


def test_a_seed_may_be_given_short() -> None:
    assert board_key("1", "a~b", 0) == board_key("1".zfill(64), "a~b", 0)
    assert commitment("1") == commitment("1".zfill(64)) == sha256(bytes(31) + b"\x01").hexdigest()


KEYS = st.binary(min_size=32, max_size=32).map(bytes.hex)


@given(KEYS, st.integers(0, 500), st.sampled_from([deck(), deck(joker=True), deck("789TJQKA"), deck(copies=2), ()]))
def test_a_shuffle_keeps_the_cards_and_repeats(key: str, deal: int, cards: tuple[str, ...]) -> None:
    before = list(cards)
    once = shuffled(key, deal, before)
    assert Counter(once) == Counter(cards)
    assert before == list(cards)
    assert shuffled(key, deal, cards) == once


@given(KEYS, st.integers(0, 500))
def test_another_deal_board_room_or_seat_is_another_value(key: str, number: int) -> None:
    assert shuffled(key, number, deck()) != shuffled(key, number + 1, deck())
    assert board_key(key, "a~b", number) != board_key(key, "a~b", number + 1)
    assert board_key(key, "a~b", number) != board_key(key, "*", number)
    seeds = {seat_seed(key, room, seat) for room in ("open", "closed") for seat in range(4)}
    assert len(seeds) == 8


def test_a_draw_above_the_largest_multiple_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    # with real hashes a refusal is one draw in 2^28: the blocks are given instead; three cards allow draws
    # below 4294967295 (a multiple of 3), so ff ff ff ff is refused and the next word decides
    blocks = {b"deal/5/0": b"\xff\xff\xff\xff" * 8, b"deal/5/1": b"\x00\x00\x00\x02" + b"\x00\x00\x00\x01" + bytes(24)}
    monkeypatch.setattr("arena.games.dealing.digest", lambda key, message, name: blocks[message])
    assert shuffled("00" * 32, 5, ("a", "b", "c")) == ["a", "b", "c"]
    blocks[b"deal/5/1"] = b"\x00\x00\x00\x00" + b"\x00\x00\x00\x00" + bytes(24)
    assert shuffled("00" * 32, 5, ("a", "b", "c")) == ["b", "c", "a"]
