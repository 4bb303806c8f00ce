"""Arbitrary bytes in arbitrary chunks through framing, codec and session: never an exception, always a ruling.

A conversation is followed as `bot` follows it, without processes: a `ready` is due first, then the answers to request
1, 2, 3 …; the first line that may not be said ends it. What the bytes are cut into must change nothing.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from arena.bots.framing import Lines, Overlong
from arena.bots.session import State, Verdict, judge
from protocol.codec import CodecError, decode, quick_answer
from protocol.messages import Action, Ready
from tests.rogues.wild_lines import LIMIT, READY, answer, conversations, damaged, said, streams

Ruling = tuple[Verdict, Ready | Action | None, str]


def cut(data: bytes, cuts: Iterable[int]) -> Iterator[bytes]:
    """`data` in pieces, cut at these places (modulo its length); none is lost, some are empty."""
    places = [0, *sorted(place % (len(data) + 1) for place in cuts), len(data)]
    for begin, end in pairwise(places):
        yield data[begin:end]


def rulings(chunks: Iterable[bytes]) -> list[Ruling]:
    """The ruling on each line, up to the first that breaks a rule, while answers are always due."""
    lines = Lines(LIMIT)
    state, due = State.STARTING, 1
    found: list[Ruling] = []
    for chunk in chunks:
        lines.feed(chunk)
        while (line := lines.next_line()) is not None:
            judgement = judge(state, line, due, LIMIT)
            assert judgement.detail.isprintable()
            assert len(judgement.detail) < 1000
            found.append((judgement.verdict, judgement.message, judgement.reply))
            if judgement.verdict is not Verdict.ACCEPT:
                assert judgement.detail
                return found
            assert judgement.message is not None
            due += state is State.DUE
            state = State.DUE
        assert lines.unfinished < LIMIT  # what is kept of a bot's output is bounded
    return found


@given(conversations, st.lists(st.integers(0, 5000), max_size=20), st.lists(st.integers(0, 5000), max_size=3))
@settings(max_examples=400)
@example(b"\n".join([READY, answer(1), answer(2), b"x" * LIMIT + b"\n"]), list(range(400)), [])
@example(READY + b"\r\n\r\n" + answer(1)[:10], [17, 18], [])
@example(READY + b"\n\n" + b" " * (LIMIT - 1) + b"\n\n" + answer(1) + b"\n\n" + b" " * LIMIT + b"\n", [40, 300], [])
def test_the_same_bytes_in_other_chunks_are_ruled_alike(data: bytes, cuts: list[int], others: list[int]) -> None:
    whole = rulings([data])
    assert rulings(cut(data, cuts)) == whole
    assert rulings(cut(data, others)) == whole
    assert rulings(bytes([byte]) for byte in data) == whole


@given(conversations)
@settings(max_examples=400)
def test_every_line_has_its_ruling_and_the_first_offence_ends_it(data: bytes) -> None:
    found = rulings([data])
    whole_lines = [line for line in data.split(b"\n")[:-1] if line.strip(b" \t\r\n\v\f")]
    verdicts = [verdict for verdict, _, _ in found]
    assert all(verdict is Verdict.ACCEPT for verdict in verdicts[:-1])
    if verdicts and verdicts[-1] is not Verdict.ACCEPT:
        assert verdicts[-1] in (Verdict.NOT_READY, Verdict.MALFORMED, Verdict.UNEXPECTED, Verdict.FLOODED)
        assert (verdicts[-1] is Verdict.NOT_READY) == (len(verdicts) == 1)
    else:
        assert len(found) == len(whole_lines)
    for place, (verdict, message, _) in enumerate(found):
        if verdict is Verdict.ACCEPT:
            assert isinstance(message, Ready) if place == 0 else isinstance(message, Action) and message.id == place


@given(st.sampled_from(State), st.integers(1, 10**9))
def test_an_over_long_line_is_never_let_pass(state: State, size: int) -> None:
    verdict = judge(state, Overlong(size), 1, LIMIT).verdict
    assert verdict in (Verdict.NOT_READY, Verdict.DROP, Verdict.FLOODED)


@given(streams, st.lists(st.integers(0, 5000), max_size=20))
def test_what_is_held_is_what_came_and_was_not_taken(data: bytes, cuts: list[int]) -> None:
    lines = Lines(len(data) + 1)  # nothing is over-long
    taken = 0
    for chunk in cut(data, cuts):
        lines.feed(chunk)
        while isinstance(line := lines.next_line(), bytes):
            taken += len(line) + 1
    blank = sum(len(line) + 1 for line in data.split(b"\n")[:-1] if not line.strip(b" \t\r\n\v\f"))
    assert taken + blank + lines.unfinished == len(data)
    assert lines.clear() == len(data.split(b"\n")[-1])


# ---- the quick parser and the strict one


def strictly(line: bytes) -> Ready | Action | None:
    try:
        return decode(line)
    except CodecError:
        return None


@given(said | damaged, st.sampled_from([b"", b"\n", b"\r\n", b" \n"]), st.integers(0, 5))
@settings(max_examples=1500)
@example(b'{"type":"action","id":1,"action":"\\ud800"}', b"\n", 1)
@example(b'{"type":"action","id":1,"action":"x","y":NaN}', b"\n", 1)
@example(b'{"type":"action","id":18446744073709551616,"action":"x"}', b"\n", 1)
@example(b'{"type":"action","id":1,"id":1.0,"action":"x"}', b"\n", 1)
@example(b'{"type":"action","id":-0,"action":"x"}', b"\n", 0)
@example(b'{"type":"action","id":1,"action":"x"}\x00', b"\n", 1)
@example(b'{"type":"action","id":1,"action":"\x7f"}', b"\n", 1)
def test_the_quick_parser_says_what_the_strict_one_says_or_nothing(line: bytes, end: bytes, due: int) -> None:
    quick = quick_answer(line + end, due)
    strict = strictly(line + end)
    if quick is not None:
        assert strict == Action(type="action", id=due, action=quick)
    elif isinstance(strict, Action) and strict.id == due and strict.note is None and len(line) < 190:
        # left to the strict parser: only what the quick one refuses, never a plain answer
        assert line != answer(due, strict.action)


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=20), st.integers(0, 10**6))
def test_both_parsers_read_every_plain_answer(action: str, due: int) -> None:
    line = answer(due, action)
    assume(len(line) <= 200)
    assert quick_answer(line, due) == action
    assert strictly(line) == Action(type="action", id=due, action=action)


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n", b" \t\r\n"])
@given(said | damaged)
def test_white_space_behind_a_line_changes_nothing(end: bytes, line: bytes) -> None:
    assume(b"\n" not in line)
    assert strictly(line + end) == strictly(line)
    if len(line + end) <= 200:
        assert quick_answer(line + end, 1) == quick_answer(line, 1)
