"""What a bot may say when: the whole table, with the verdicts written out again as the spec has them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.bots.framing import Overlong
from arena.bots.session import TABLE, Said, State, Verdict, judge
from arena.records import FaultKind

LIMIT = 65536
DUE_ID = 7
READY = b'{"type":"ready","name":"A"}'
ANSWER = b'{"type":"action","id":7,"action":"Jh"}'
STALE = b'{"type":"action","id":6,"action":"Jh"}'
NONSENSE = b"thinking"
OVERLONG = Overlong(70_000)

# state -> verdict on: ready, the answer that is due, another action, no message, an over-long line
SPEC = {
    State.STARTING: "accept not_ready not_ready not_ready not_ready",
    State.RETURNING: "accept drop drop drop drop",
    State.QUIET: "unexpected unexpected unexpected malformed flooded",
    State.DUE: "unexpected accept unexpected malformed flooded",
}
LINES = [READY, ANSWER, STALE, NONSENSE, OVERLONG]
ROWS = [
    (state, line, verdict)
    for state, verdicts in SPEC.items()
    for line, verdict in zip(LINES, verdicts.split(), strict=True)
]


@pytest.mark.parametrize(("state", "line", "verdict"), ROWS)
def test_the_verdict_on_each_line_in_each_state(state: State, line: bytes | Overlong, verdict: str) -> None:
    judgement = judge(state, line, DUE_ID, LIMIT)
    assert judgement.verdict == verdict
    assert (judgement.message is None) == (line in (NONSENSE, OVERLONG))
    assert judgement.reply == (line.decode() if isinstance(line, bytes) else "")


@pytest.mark.parametrize(
    ("state", "line", "phrases"),
    [
        (State.STARTING, NONSENSE, ["expected a ready message as the first line", "standard error", "thinking"]),
        (State.STARTING, ANSWER, ["expected a ready message as the first line", ANSWER.decode()]),
        (State.STARTING, OVERLONG, ["first line", "more than 65536 bytes: 70000 bytes"]),
        (State.QUIET, ANSWER, ["nobody asked for", "before request 7", "a second answer", ANSWER.decode()]),
        (State.QUIET, READY, ["nobody asked for", READY.decode()]),
        (State.QUIET, NONSENSE, ["written while nothing was due", "standard error"]),
        (State.QUIET, OVERLONG, ["written while nothing was due", "70000 bytes"]),
        (State.DUE, READY, ["ready where the answer to request 7 is due"]),
        (State.DUE, STALE, ["an action with another id", "request 7", '"id":7', STALE.decode()]),
        (State.DUE, NONSENSE, ["is not JSON", "standard error", "got thinking"]),
        (State.DUE, OVERLONG, ["a line of more than 65536 bytes: 70000 bytes came"]),
    ],
)
def test_the_detail_says_what_was_expected_and_what_came(
    state: State, line: bytes | Overlong, phrases: list[str]
) -> None:
    detail = judge(state, line, DUE_ID, LIMIT).detail
    assert [phrase for phrase in phrases if phrase not in detail] == []


def test_the_table_is_complete_and_its_faults_are_kinds() -> None:
    assert {state: set(row) for state, row in TABLE.items()} == {state: set(Said) for state in State}
    kinds = {verdict.value for row in TABLE.values() for verdict in row.values()} - {"accept", "drop"}
    assert kinds <= {kind.value for kind in FaultKind}
    assert {verdict.value for verdict in Verdict} == kinds | {"accept", "drop"}


messages = st.sampled_from([READY, ANSWER, STALE, b"{}", b"[[", b'{"type":"action","id":7,"action":"\\ud800"}'])
lines = st.binary(max_size=300) | st.text(max_size=100).map(str.encode) | messages
mixed = st.tuples(lines, messages, st.integers(0, 40)).map(lambda row: row[1][: row[2]] + row[0] + row[1][row[2] :])


@given(st.sampled_from(State), lines | mixed, st.integers(0, 9))
def test_no_line_raises_and_what_is_shown_is_printable(state: State, line: bytes, due_id: int) -> None:
    judgement = judge(state, line, due_id, LIMIT)
    assert judgement.verdict in TABLE[state].values()
    assert judgement.reply.isprintable()
    assert judgement.detail.isprintable()
    if judgement.verdict is Verdict.ACCEPT:
        assert judgement.message is not None
