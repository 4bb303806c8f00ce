"""What a level of isolation enforces on this machine, and by which mechanism: measured, never taken from its name.

`measured` runs the quick attacks through the real warden, about a second, once a run. The mechanism beside a protection
is named only where it was found at work on the hostile program itself. Called by the command line.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from arena.bots.isolation import IsolationError, bubblewrap, landlock
from arena.bots.isolation.attack_run import Attacked, Seen, attacked
from arena.bots.isolation.attacks import ATTACKS, PROTECTIONS
from arena.bots.process import StartError
from arena.bots.warden import HostTroubleError
from arena.errors import SettingsError

_GIB: Final = 1 << 30
_MIB: Final = 1 << 20


class State(StrEnum):
    """How far a protection holds."""

    ENFORCED = "enforced"
    BACKSTOP = "backstop"  # held late or roughly
    NOT_ENFORCED = "not enforced"


@dataclass(frozen=True, slots=True)
class Fact:
    """One protection: `by` names the mechanisms, `open_ways` the attacks that got through."""

    protection: str
    state: State
    by: str = ""
    open_ways: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """All protections of one level, in the order of PROTECTIONS."""

    level: str
    facts: tuple[Fact, ...]

    def of(self, protection: str) -> Fact:
        return next(fact for fact in self.facts if fact.protection == protection)

    def text(self, *, by: bool = True) -> str:
        """One line: what is enforced, what has a backstop only, what is not enforced; `by` which mechanisms."""
        parts = []
        for state in State:
            named = [
                f"{fact.protection} ({fact.by})" if by and fact.by else fact.protection
                for fact in self.facts
                if fact.state is state
            ]
            if named:
                parts.append(f"{state}: {', '.join(named)}")
        return "; ".join(parts)

    def broken(self) -> list[str]:
        """What got through against what the level claims, as `protection: attacks`."""
        found = []
        for fact in self.facts:
            ways = [key for key in fact.open_ways if not declared(key, self.level)]
            if ways:
                found.append(f"{fact.protection}: {', '.join(ways)}")
        return found

    def missing(self, required: Iterable[str]) -> list[str]:
        """Those of `required` that are not enforced. SettingsError for a protection that does not exist."""
        wanted = list(required)
        for word in wanted:
            if word not in PROTECTIONS:
                raise SettingsError(f'unknown protection "{word}": expected {", ".join(PROTECTIONS)}')
        return [word for word in wanted if self.of(word).state is not State.ENFORCED]


def measured(level: str, place: Path | None = None) -> Facts:
    """Try the level here. SettingsError where it cannot be had, with what to do about it.

    `place`: where the run's directory is or will be; None: where temporary files are.
    """
    return facts_of(tried(str(level), True, place))


def tried(level: str, quick: bool, place: Path | None = None) -> Attacked:
    """Run the attacks. SettingsError where the level cannot be had, or nothing can be started."""
    try:
        if level == "strong":
            bubblewrap.program()
        return attacked(level, quick, place)
    except IsolationError as problem:
        raise SettingsError(str(problem)) from None
    except (HostTroubleError, StartError) as problem:
        raise SettingsError(f"isolation {level} cannot be tried: {problem}") from None
    except OSError as problem:  # no room for the attack's ground, or no permission
        where = problem.filename2 or problem.filename or place
        reason = (problem.strerror or str(problem)).lower()
        raise SettingsError(f"isolation {level} cannot be tried: {f'{where}: ' if where else ''}{reason}") from None


def facts_of(result: Attacked) -> Facts:
    """Judge what was tried: one attack that got through, and its protection is not enforced."""
    found = []
    for protection in PROTECTIONS:
        outcomes = [each for each in result.outcomes.values() if ATTACKS[each.key].protection == protection]
        open_ways = tuple(each.key for each in outcomes if each.got_through)
        if not outcomes or open_ways:
            backstop = _BACKSTOPS[protection](result.seen) if protection in _BACKSTOPS else ""
            state = State.BACKSTOP if backstop else State.NOT_ENFORCED
            found.append(Fact(protection, state, backstop, open_ways))
        else:
            found.append(Fact(protection, State.ENFORCED, ", ".join(_mechanisms(protection, result.seen))))
    return Facts(result.level, tuple(found))


def declared(key: str, level: str) -> bool:
    """Whether the level says itself that this attack gets through on this machine."""
    attack = ATTACKS[key]
    if level in attack.open_at:
        return True
    return level == "auto" and attack.protection in _NEEDS_LANDLOCK and not landlock.version()


# ---- which mechanism was at work


def _mechanisms(protection: str, seen: Seen) -> list[str]:
    return [name for name in (_NAMES[kind](seen) for kind in _AT_WORK[protection]) if name]


def _landlock(seen: Seen) -> str:
    # /proc does not tell it: it stands where the attacks were held and no file system of its own explains it
    guarded = "mnt" not in seen.own_namespaces and _filtered(seen) and landlock.version()
    return f"Landlock {landlock.version()}" if guarded else ""


def _filtered(seen: Seen) -> bool:
    return seen.status.get("Seccomp") == "2"


def _namespace(kind: str, name: str) -> Callable[[Seen], str]:
    return lambda seen: f"{name} namespace" if kind in seen.own_namespaces else ""


def _capabilities(seen: Seen) -> str:
    return "no capabilities" if int(seen.status.get("CapEff", "1"), 16) == 0 else ""


def _limit(name: str, text: str, unit: int) -> Callable[[Seen], str]:
    def found(seen: Seen) -> str:
        value = seen.limits.get(name, "unlimited")
        return text.format(int(value) // unit) if value.isdigit() else ""

    return found


_NAMES: Final[dict[str, Callable[[Seen], str]]] = {
    "mount": _namespace("mnt", "mount"),
    "network": _namespace("net", "network"),
    "process": _namespace("pid", "process"),
    "ipc": _namespace("ipc", "IPC"),
    "user": _namespace("user", "user"),
    "landlock": _landlock,
    "seccomp": lambda seen: "seccomp" if _filtered(seen) else "",
    "no_new_privs": lambda seen: "no_new_privs" if seen.status.get("NoNewPrivs") == "1" else "",
    "capabilities": _capabilities,
    "warden": lambda seen: "warden",
    "address_space": _limit("Max address space", "RLIMIT_AS {} GiB behind it", _GIB),
    "file_size": _limit("Max file size", "RLIMIT_FSIZE {} MiB", _MIB),
}

# in `auto`: by name, so are files of other seats and what /proc shows of other processes
_NEEDS_LANDLOCK: Final = {"files", "signals", "channels", "pids"}

_AT_WORK: Final[dict[str, Sequence[str]]] = {
    "files": ("mount", "landlock", "seccomp"),
    "net": ("network", "seccomp"),
    "signals": ("process", "landlock", "seccomp"),
    "kill-tree": ("warden",),
    "memory": ("warden", "address_space"),
    "processes": ("warden",),
    "scratch": ("warden", "file_size"),
    "privileges": ("user", "seccomp", "no_new_privs", "capabilities"),
    "channels": ("mount", "network", "ipc", "landlock", "seccomp"),
    "names": ("mount",),
    "pids": ("process",),
    "timing": (),
}

_BACKSTOPS: Final[dict[str, Callable[[Seen], str]]] = {
    "memory": _limit("Max address space", "RLIMIT_AS {} GiB a process", _GIB),
    "scratch": _limit("Max file size", "RLIMIT_FSIZE {} MiB a file", _MIB),
}
