"""What `arena doctor` finds and how it is shown: tables by level, facts of the kernel, room for jobs.

Every cell comes from a probe. What takes a while is announced on standard error. Called by `doctor`.
"""

import os
import platform
import resource
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tabulate import tabulate

from arena.bots.isolation import IsolationError, bubblewrap, landlock, seccomp
from arena.bots.isolation.attack_run import Attacked
from arena.bots.isolation.attacks import ATTACKS, PROTECTIONS
from arena.bots.isolation.facts import Facts, State, declared, measured, tried
from arena.cli.machine import Room
from arena.cli.output import say
from arena.errors import RunError, SettingsError
from arena.executors.local import usable_cores
from arena.reports.text import WIDTH

LEVELS: Final = ("none", "limits", "auto", "strong")
SEATS: Final = 4
_WORDS: Final = {State.ENFORCED: "enforced", State.BACKSTOP: "backstop", State.NOT_ENFORCED: "open"}
_HOW_WIDTH: Final = 60


@dataclass(frozen=True, slots=True)
class Report:
    """What to print, and a line for every attack that got through where the level claims to hold it."""

    text: str
    complaints: tuple[str, ...]


def machine_report(levels: Sequence[str] | None = None) -> str:
    """Isolation by level, the kernel, the room for jobs. SettingsError for a level asked for that cannot be had."""
    found: list[Facts] = []
    absent: list[str] = []
    for level in levels or LEVELS:
        say(f"arena: trying isolation {level}")
        try:
            found.append(measured(level, Path.cwd()))
        except SettingsError as problem:
            if levels:
                raise
            absent.append(f"{level}: not to be had here: {problem}")
    rows = [
        [protection, against, *(_WORDS[facts.of(protection).state] for facts in found)]
        for protection, against in PROTECTIONS.items()
    ]
    parts = [
        tabulate(rows, headers=["protection", "against", *(facts.level for facts in found)], tablefmt="simple"),
        "\n".join(map(_filled, [*(f"{facts.level}: {facts.text()}" for facts in found), *absent])),
        tabulate([*_kernel_rows(), *_room_rows()], tablefmt="plain"),
    ]
    return "\n\n".join(parts) + "\n"


def _filled(line: str) -> str:
    return textwrap.fill(line, WIDTH, subsequent_indent="    ", break_on_hyphens=False)


def attack_report(levels: Sequence[str] | None = None) -> Report:
    """The attacks by level. SettingsError for a level asked for that cannot be had."""
    results: list[Attacked] = []
    for level in levels or LEVELS:
        say(f"arena: a hostile bot attacks isolation {level}")
        try:
            results.append(tried(level, False, Path.cwd()))
        except SettingsError as problem:
            if levels:
                raise
            say(f"arena: isolation {level} was not attacked: {problem}")
    alone = len(results) == 1
    rows = [
        [attack.protection, attack.title, *(_verdict(result, key) for result in results)]
        + ([results[0].outcomes[key].how[:_HOW_WIDTH]] if alone else [])
        for key, attack in ATTACKS.items()
    ]
    rows.sort(key=lambda row: list(PROTECTIONS).index(row[0]))
    headers = ["protection", "attack", *(result.level for result in results), *(["how"] if alone else [])]
    complaints = tuple(
        f"isolation {result.level}: {ATTACKS[key].title} ({key}) got through: {result.outcomes[key].how}"
        for result in results
        for key in _undeclared(result)
    )
    table = tabulate(rows, headers=headers, tablefmt="simple")
    counts = "\n".join(map(_counted, results))
    return Report(f"{table}\n\n{counts}\n", complaints)


def _counted(result: Attacked) -> str:
    opened = sum(_is_open(result, key) for key in result.outcomes)
    undeclared = len(_undeclared(result))
    return (
        f"{result.level}: {len(result.outcomes)} attacks, {len(result.outcomes) - opened} blocked, "
        f"{opened - undeclared} open as declared, {undeclared} open against what the level claims"
    )


def _is_open(result: Attacked, key: str) -> bool:
    return result.outcomes[key].got_through


def _undeclared(result: Attacked) -> list[str]:
    return [key for key in result.outcomes if _is_open(result, key) and not declared(key, result.level)]


def _verdict(result: Attacked, key: str) -> str:
    if not _is_open(result, key):
        return "blocked"
    return "OPEN (declared)" if declared(key, result.level) else "OPEN"


# ---- the machine


def _kernel_rows() -> list[tuple[str, str]]:
    version = landlock.version()
    return [
        ("system", f"{platform.system()} {platform.release()} {platform.machine()}"),
        ("Landlock", _landlock_says(version)),
        ("seccomp", "filters" if seccomp.available() else "none"),
        ("user namespaces", _user_namespaces()),
        ("bubblewrap", _bubblewrap()),
    ]


def _landlock_says(version: int) -> str:
    if not version:
        return "none: auto cannot hold files (Linux 5.13, with landlock among its security modules)"
    lacks = [
        text
        for since, text in ((3, "truncation is held by seccomp"), (6, "signals are held by seccomp"))
        if version < since
    ]
    return f"version {version}" + (f" ({', '.join(lacks)})" if lacks else "")


def _user_namespaces() -> str:
    """Whether this user may make one: tried in a child."""
    child = os.fork()
    if not child:
        code = 1
        try:
            import ctypes

            code = 0 if ctypes.CDLL(None).unshare(0x10000000) == 0 else 1  # CLONE_NEWUSER
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    return "allowed" if os.waitstatus_to_exitcode(status) == 0 else "not allowed to this user"


def _bubblewrap() -> str:
    try:
        return f"{bubblewrap.program()}, works"
    except IsolationError as problem:
        return str(problem)


def _room_rows() -> list[tuple[str, str]]:
    affinity, cores = len(os.sched_getaffinity(0)), usable_cores()
    files, threads = resource.getrlimit(resource.RLIMIT_NOFILE), resource.getrlimit(resource.RLIMIT_NPROC)
    quota = f" ({affinity} in the affinity set, the cgroup's quota is less)" if len(cores) < affinity else ""
    try:
        jobs, why = Room.here().jobs(len(cores), SEATS, tables=1)
        allowed = why or f"{jobs} at once with {SEATS} bots each, one a core"
    except RunError as problem:
        allowed = f"none: {problem}"
    return [
        ("cores", f"{len(cores)} of {os.cpu_count()}{quota}"),
        ("open files", f"{_number(files[0])} a process, can be raised to {_number(files[1])} (ulimit -n)"),
        ("processes", f"{_number(threads[0])} a user{' (root is not held to it)' if os.geteuid() == 0 else ''}"),
        ("jobs", allowed),
    ]


def _number(limit: int) -> str:
    return "unlimited" if limit == resource.RLIM_INFINITY else f"{limit:,}"
