"""Runs the hostile program through the real warden at a level, and says of every attack whether it got through.

The host's side. Two hostile seats at once: one listens, the other tries everything; attacks on limits have a bot each.
Called by `facts` (the quick ones, before a run) and by `doctor`.
"""

import json
import os
import select
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from arena.bot_programs import environment
from arena.bots import process_tree
from arena.bots.isolation import attack
from arena.bots.isolation.attack_ground import Ground
from arena.bots.isolation.attacks import ATTACKS, Targets
from arena.bots.process import BotProcess
from arena.bots.warden import Warden

_WAIT_S: Final = 60.0  # for a machine that has nearly no processor left
_HOLD_S: Final = {"none": 1.3}
_LONG_HOLD_S: Final = 10.0  # a bot that is held is ended long before
_NO_PROCESS: Final = 1 << 22  # above the largest process id
_OF_THE_SYSTEM: Final = {"PWD", "SHLVL", "_", "LC_CTYPE"}

_UNTRIED: Final = "not tried: the hostile bot ended first"

assert attack.MODULES  # they fill the register


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one attack; `how` it got through, or what stopped it."""

    key: str
    got_through: bool
    how: str


@dataclass(frozen=True, slots=True)
class Seen:
    """What the host saw of the hostile seat itself: fields of its /proc status, its namespaces, its limits."""

    status: dict[str, str]
    own_namespaces: frozenset[str]
    limits: dict[str, str]


@dataclass(frozen=True, slots=True)
class Attacked:
    """A level, tried."""

    level: str
    outcomes: dict[str, Outcome]
    seen: Seen


class _Seat:
    """One hostile process and the lines that it says."""

    def __init__(self, ground: Ground, warden: Warden, level: str, alone: bool = False) -> None:
        entrant = ground.entrant(level, alone)
        self.process = BotProcess(entrant, warden, None)
        self.environment = tuple({*environment(entrant, self.process.scratch), *_OF_THE_SYSTEM})
        self._data = b""

    def order(self, **words: Any) -> None:
        data = json.dumps(words).encode() + b"\n"
        try:
            while data:
                select.select([], [self.process.stdin], [], _WAIT_S)
                data = data[os.write(self.process.stdin, data) :]
        except BrokenPipeError:
            pass  # it has ended: `lines` says so

    def lines(self) -> Iterator[dict[str, Any]]:
        """What it says, up to the end of an order or of itself."""
        deadline = time.monotonic() + _WAIT_S
        while time.monotonic() < deadline:
            line, found, rest = self._data.partition(b"\n")
            if found:
                self._data = rest
                words = json.loads(line)
                if "done" in words:
                    return
                yield words
                continue
            ready, _, _ = select.select([self.process.stdout, self.process.stderr, self.process.ended], [], [], 1)
            if self.process.stderr in ready and not os.read(self.process.stderr, 65536):
                ready.append(self.process.ended)
            if self.process.stdout in ready:
                data = os.read(self.process.stdout, 65536)
                self._data += data
                if data:
                    continue
            if self.process.ended in ready:
                return

    def bot_pid(self) -> int:
        """The hostile program itself, below the processes that wrap it, before it starts any of its own."""
        self.order(do="hear")
        list(self.lines())  # it runs
        return _innermost(self.process.pid)

    def close(self) -> None:
        self.process.end()
        self.process.release()


def attacked(level: str, quick: bool, place: Path | None = None) -> Attacked:
    """Try the attacks (the `quick` ones) at `level`, on secrets that lie in `place`.

    Raises what starting a bot raises; takes 1 to 4 s.
    """
    hold_s = _HOLD_S.get(level, _LONG_HOLD_S)
    with Warden() as warden, Ground(warden, place) as ground:
        seats: list[_Seat] = []
        try:
            listener = _Seat(ground, warden, level)
            seats.append(listener)
            sender = _Seat(ground, warden, level)
            seats.append(sender)
            alone = {}
            for key, tried in ATTACKS.items():
                if tried.alone and (tried.quick or not quick):
                    alone[key] = seat = _Seat(ground, warden, level, alone=True)
                    seats.append(seat)
                    seat.order(do="alone", key=key, target=asdict(Targets(hold_s=hold_s)))
            sibling = listener.bot_pid()
            listener.order(do="listen", target=asdict(ground.shared))
            list(listener.lines())
            pids = {
                "worker": os.getpid(),
                "warden": warden.pid or 0,
                "sibling": sibling,
            }
            seen = _seen(sender.bot_pid())
            if "pid" in seen.own_namespaces:
                pids = {role: _beyond(pid) for role, pid in pids.items()}
            target = ground.targets(pids, listener.process.scratch, sender.environment, hold_s)
            sender.order(do="attack", quick=quick, target=asdict(target))
            outcomes = dict(map(_outcome, sender.lines()))
            listener.order(do="hear")
            outcomes |= dict(map(_outcome, listener.lines()))
            for key, seat in alone.items():
                outcomes |= dict(map(_outcome, seat.lines()))
                seat.process.end()
                if key not in outcomes:
                    outcomes[key] = Outcome(key, False, f"ended: it {seat.process.limit or 'was killed'}")
            sender.process.end()
            for key, pipe in (("outlive", sender.process.stdout), ("outlive-hopping", sender.process.stderr)):
                if key in outcomes:
                    lives = _is_held(pipe)
                    outcomes[key] = Outcome(key, lives, "lives on" if lives else "nothing was left")
        finally:
            for seat in seats:
                seat.close()
        if left := _left_behind(ground.token):
            outcomes["outlive"] = Outcome("outlive", True, f"{left} processes live on")
    expected = [key for key, tried in ATTACKS.items() if tried.quick or not quick]
    return Attacked(level, {key: outcomes.get(key) or Outcome(key, True, _UNTRIED) for key in expected}, seen)


def _outcome(words: dict[str, Any]) -> tuple[str, Outcome]:
    return words["attack"], Outcome(words["attack"], words["got_through"], words["how"])


def _innermost(pid: int) -> int:
    """The bot itself, below the processes that wrap it."""
    table = process_tree.processes()
    while children := [child for child, process in table.items() if process.parent == pid]:
        pid = min(children)
    return pid


def _beyond(pid: int) -> int:
    """From a namespace of its own no number names a process outside; a small one might name one of the bot's."""
    return pid if pid > 5000 else _NO_PROCESS - pid


def _seen(pid: int) -> Seen:
    fields = {}
    for line in _text(f"/proc/{pid}/status").splitlines():
        name, _, value = line.partition(":")
        fields[name] = value.strip()
    others = set()
    for kind in ("pid", "mnt", "net", "user", "ipc"):
        try:
            if os.readlink(f"/proc/{pid}/ns/{kind}") != os.readlink(f"/proc/self/ns/{kind}"):
                others.add(kind)
        except OSError:
            continue
    limits = {line[:26].strip(): line[26:].split()[0] for line in _text(f"/proc/{pid}/limits").splitlines()[1:]}
    return Seen(fields, frozenset(others), limits)


def _text(path: str) -> str:
    try:
        return Path(path).read_text("utf-8", "replace")
    except OSError:
        return ""


def _is_held(pipe: int) -> bool:
    """Whether a process still holds the other end."""
    deadline = time.monotonic() + 0.3
    while (left := deadline - time.monotonic()) > 0:
        ready, _, _ = select.select([pipe], [], [], left)
        if ready and not os.read(pipe, 65536):
            return False
    return True


def _left_behind(token: str) -> int:
    """How many processes of the hostile program there are."""
    return sum(token.encode() in _command_line(name) for name in os.listdir("/proc") if name.isdigit())


def _command_line(name: str) -> bytes:
    try:
        return Path(f"/proc/{name}/cmdline").read_bytes()
    except OSError:
        return b""
