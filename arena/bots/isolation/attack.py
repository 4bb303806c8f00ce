"""The hostile program: tries every attack that is registered and prints one JSON line each. Started as a bot by
`attack_run`, from a copy of this folder, inside the confinement; two of them at once for talk between seats.

Orders come as JSON lines on standard input. Each attack runs in a process of its own, so that one that is killed or
that changes its process spoils no other. Standard library only, and nothing of arena but the `attacks` modules.
"""

import json
import os
import select
import signal
import sys
from typing import Any, Final

from arena.bots.isolation import (
    attacks_channels,
    attacks_files,
    attacks_limits,
    attacks_net,
    attacks_reach,
    attacks_rights,
    attacks_side_channels,
)
from arena.bots.isolation.attacks import ATTACKS, Attack, Targets

_ATTACK_S: Final = 10
MODULES: Final = (
    attacks_files,
    attacks_net,
    attacks_channels,
    attacks_reach,
    attacks_rights,
    attacks_limits,
    attacks_side_channels,
)


def say(words: dict[str, Any]) -> None:
    """One JSON line."""
    sys.stdout.write(json.dumps(words) + "\n")
    sys.stdout.flush()


def verdict(key: str, got_through: bool, how: str) -> None:
    """One attack's outcome."""
    say({"attack": key, "got_through": got_through, "how": how})


def attempted(attack: Attack, target: Targets) -> tuple[bool, str]:
    """Try it in this process: whether it got through, and how, or what stopped it."""
    try:
        how = attack.attempt(target)
    except OSError as problem:
        return False, os.strerror(problem.errno).lower() if problem.errno else str(problem).lower()
    except Exception as problem:
        # a bug of this program must not pass for a protection
        return True, f"not tried: {type(problem).__name__}: {problem}"
    return how is not None, how or "came to nothing"


def outcome(attack: Attack, target: Targets) -> tuple[bool, str]:
    """Try it in a process of its own."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        signal.alarm(_ATTACK_S)
        os.write(writer, json.dumps(attempted(attack, target)).encode())
        os._exit(0)
    os.close(writer)
    # not until the end of file: an attack may leave processes that hold the pipe
    ready, _, _ = select.select([reader], [], [], _ATTACK_S + 1)
    said = os.read(reader, 65536) if ready else b""
    os.close(reader)
    _, status = os.waitpid(child, 0)
    if said:
        got_through, how = json.loads(said)
        return bool(got_through), str(how)
    code = os.waitstatus_to_exitcode(status)
    return False, signal.Signals(-code).name if code < 0 else f"ended with status {code}"


def attack_all(target: Targets, quick: bool) -> None:
    """Every attack of those that need no bot of their own, or the quick ones."""
    for attack in ATTACKS.values():
        if not attack.alone and (attack.quick or not quick):
            verdict(attack.key, *outcome(attack, target))


def listen(target: Targets) -> dict[str, object]:
    """Open the listening ends, in this process: they must last. Says what was refused."""
    kept: dict[str, object] = {}
    refused: dict[str, str] = {}
    for key, listener in attacks_channels.LISTENERS.items():
        try:
            kept[key] = listener.opened(target)
        except OSError as problem:
            refused[key] = str(problem.strerror).lower()
    say({"refused": refused})
    return kept


def hear(kept: dict[str, object]) -> None:
    """Say what came in."""
    for key, thing in kept.items():
        try:
            how = attacks_channels.LISTENERS[key].heard(thing)
        except OSError:
            how = None
        if how is not None:
            verdict(key, True, how)


def main() -> None:
    """Follow orders until the end of the input."""
    kept: dict[str, object] = {}
    for line in sys.stdin:
        order = json.loads(line)
        match order["do"]:
            case "attack":
                attack_all(Targets(**order["target"]), order["quick"])
            case "listen":
                kept = listen(Targets(**order["target"]))
            case "hear":
                hear(kept)
            case "alone":
                attack = ATTACKS[order["key"]]
                verdict(attack.key, *attempted(attack, Targets(**order["target"])))
        say({"done": order["do"]})


if __name__ == "__main__":
    main()
