"""What the tests of rogues share: the honest opponent, and what a ruling must say. The fixture is in `conftest`."""

from arena.games import game
from arena.records import FaultKind, Isolation, MatchRecord, Reason
from tests.sittings import entrant, program

RULED = game("bid-euchre", {})
HONEST = entrant("honest", program("honest.py"))
LEVELS = [Isolation.AUTO, Isolation.NONE]

NOT_READY, TIMEOUT, CRASHED = FaultKind.NOT_READY, FaultKind.TIMEOUT, FaultKind.CRASHED
MALFORMED, UNEXPECTED, FLOODED = FaultKind.MALFORMED, FaultKind.UNEXPECTED, FaultKind.FLOODED
ILLEGAL, LIMIT = FaultKind.ILLEGAL, FaultKind.LIMIT


def assert_ruled(record: MatchRecord, kind: FaultKind, *phrases: str) -> None:
    """The rogue's side lost by a fault of this kind whose detail says all this."""
    fault = record.result.fault
    assert fault is not None
    assert (fault.kind, fault.seat % 2, record.result.reason) == (kind, 1, Reason.FORFEIT), fault.detail
    assert (record.result.winner, record.result.shares, record.result.other_fault) == (0, [1, 0], None)
    assert [phrase for phrase in phrases if phrase not in fault.detail] == [], fault.detail
    assert fault.detail.isprintable() or "standard error" in fault.detail


def assert_fine(records: list[MatchRecord]) -> None:
    """Every match was played to its end without a fault."""
    results = [(record.result.fault, record.result.reason) for record in records]
    assert results == [(None, Reason.DEAL_CAP)] * len(records)


def split(words: str) -> list[str]:
    """`name argument …` as the command of that program; `|` stands for an empty argument."""
    name, *arguments = words.split()
    return program(f"{name}.py", *("" if argument == "|" else argument for argument in arguments))
