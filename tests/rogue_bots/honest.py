"""What the rogues share: the protocol spoken plainly, standard library only. As a program, a bot that breaks no rule.

`play(choose)` answers every request; a rogue replaces what it does wrong. Never imported by arena or by the tests.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any

Message = dict[str, Any]
READY = '{"type":"ready"}'


def read() -> Message:
    """The next message; at end of file the process exits, as it should."""
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    message: Message = json.loads(line)
    return message


def say(text: str | bytes) -> None:
    """One line at once: text, or bytes as they are."""
    data = text if isinstance(text, bytes) else text.encode()
    data += b"\n"
    while data:
        data = data[os.write(1, data) :]


def line_of(request: Message, action: str) -> str:
    return json.dumps({"type": "action", "id": request["id"], "action": action})


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
