"""What the rogues share: the protocol spoken plainly, standard library only. As a program, a bot that breaks no rule.

`play(choose)` answers every request; a rogue replaces what it does wrong. Thousands of these processes are started by
one tournament, so nothing is imported that would cost more than the rest of a start: no `json`, no `typing`. No model
for a bot. Never imported by arena or by the tests.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Message = dict[str, Any]
else:
    Message = dict

READY = '{"type":"ready"}'
_WORDS: dict[str, object] = {"__builtins__": {}, "null": None, "true": True, "false": False}


def read() -> Message:
    """The next message; at end of file the process exits, as it should."""
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    message: Message = eval(line, _WORDS)  # arena's own JSON: but for three words it is Python
    return message


def say(text: str | bytes) -> None:
    """One line at once: text, or bytes as they are."""
    data = text if isinstance(text, bytes) else text.encode()
    data += b"\n"
    while data:
        data = data[os.write(1, data) :]


def line_of(request: Message, action: str) -> str:
    """The answer; `action` has nothing in it that JSON would have escaped."""
    return f'{{"type": "action", "id": {request["id"]}, "action": "{action}"}}'


def begin() -> None:
    """Wait for the match and say ready."""
    read()
    say(READY)


def requests() -> Iterator[Message]:
    """Every request, `ready` said to every match start."""
    while True:
        message = read()
        if message["type"] == "match_start":
            say(READY)
        elif message["type"] == "request":
            yield message


def next_request() -> Message:
    return next(requests())


def play(choose: Callable[[Message], str]) -> None:
    for request in requests():
        say(line_of(request, choose(request)))


def first_legal(request: Message) -> str:
    legal: list[str] = request["legal"]
    return legal[0]


if __name__ == "__main__":
    play(first_legal)
