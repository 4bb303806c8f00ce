"""A real process that writes arbitrary bytes at arbitrary moments: a game or a ruling, never an exception of ours."""

import json
from typing import Any

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from arena.bots.framing import Lines, Overlong
from arena.bots.session import State, Verdict, judge
from arena.records import Clock, FaultKind, Limits, Reason
from tests.rogues.conftest import Play
from tests.rogues.ruled import CRASHED, FLOODED, NOT_READY, assert_fine
from tests.rogues.wild_lines import READY, answer, conversations, damaged, said
from tests.sittings import program

LINE_BYTES = 1024
SMALL = Limits(line_bytes=LINE_BYTES, stderr_bytes=4096)
# the rogue has little time, so that a script that says nothing costs little; the honest bot has its own
CLOCK = Clock(start_ms=500, action_ms=100, bank_ms=0, exit_ms=100)

pieces = st.lists(conversations | said | damaged | st.binary(max_size=80), max_size=4)
scripts = st.fixed_dictionaries(
    {
        "before": st.just([]) | pieces,
        "at": st.dictionaries(st.integers(1, 9).map(str), pieces, max_size=3),
        "instead": st.lists(st.integers(1, 9), max_size=2),
        "end": st.tuples(st.integers(1, 40), st.sampled_from(["exit", "out", "in"])),
    }
)
fuzzed = settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    database=None,
)


def playing_back(script: dict[str, Any]) -> list[str]:
    return program("plays_back.py", json.dumps(script, default=bytes.hex))


def test_an_empty_script_breaks_no_rule(play: Play) -> None:
    assert_fine(play(playing_back({"before": [], "at": {}, "instead": [], "end": [0, "exit"]}), boards=2))


@given(script=scripts)
@example(script={"before": [READY + b"\n"], "at": {}, "instead": [1], "end": [40, "exit"]})
@example(script={"before": [b"\xff" * 3000], "at": {}, "instead": [], "end": [40, "exit"]})
@example(script={"before": [], "at": {"2": [b"\n", b"\r\n", b" "]}, "instead": [], "end": [40, "in"]})
@fuzzed
def test_there_is_a_game_or_a_ruling(play: Play, script: dict[str, Any]) -> None:
    for record in play(playing_back(script), clock=CLOCK, limits=SMALL, boards=2, deals=1):
        fault = record.result.fault
        if fault is None:
            assert record.result.reason is Reason.DEAL_CAP
        else:
            assert (record.result.reason, record.result.shares) == (Reason.FORFEIT, [1, 0])
            assert fault.seat % 2 == 1
            assert fault.kind in set(FaultKind) - {FaultKind.LIMIT}
            assert fault.detail


def ruling_on(state: State, data: bytes) -> FaultKind | Verdict | None:
    """What the bytes deserve that a process says, all at once, before it exits; None: its exit is what is ruled on."""
    lines = Lines(LINE_BYTES)
    lines.feed(data)
    line = lines.next_line()
    if line is None:
        return None
    if isinstance(line, Overlong):
        return NOT_READY if state is State.STARTING else FLOODED
    verdict = judge(state, line, 1, LINE_BYTES).verdict
    return verdict if verdict is Verdict.ACCEPT else FaultKind(verdict.value)


@given(data=said | damaged | conversations, state=st.sampled_from([State.STARTING, State.DUE]), cut=st.integers(0, 400))
@example(data=answer(1, "3") + b"\n" + answer(2), state=State.DUE, cut=5)
@example(data=b"x" * 1024, state=State.DUE, cut=1000)
@fuzzed
def test_a_process_is_ruled_on_as_its_bytes_are(play: Play, data: bytes, state: State, cut: int) -> None:
    """In place of its `ready`, or of its first answer, and in two pieces: what a process writes decides, not when."""
    place = 1 if state is State.STARTING else 2
    script = {"before": [], "at": {place: [data[:cut], data[cut:]]}, "instead": [place], "end": [place, "exit"]}
    clock = Clock(start_ms=20_000, action_ms=20_000, bank_ms=0, exit_ms=100)
    [record] = play(playing_back(script), clock=clock, limits=SMALL, deals=1)
    fault = record.result.fault
    assert fault is not None  # at the latest it has exited
    expected = ruling_on(state, data)
    if expected is None:
        assert fault.kind is (NOT_READY if state is State.STARTING else CRASHED)
    elif expected is Verdict.ACCEPT:
        assert fault.kind is not NOT_READY
    else:
        assert fault.kind is expected
