"""`arena doctor`: what this machine can isolate and how many bots it carries; the attack that shows it."""

from enum import StrEnum
from typing import Annotated

import typer


class Level(StrEnum):
    """The levels of isolation as words of the command line."""

    STRONG = "strong"
    AUTO = "auto"
    LIMITS = "limits"
    NONE = "none"


def doctor(
    attack: Annotated[
        bool, typer.Option("--attack", help="Run a hostile bot and say of each of its attacks whether it got through.")
    ] = False,
    isolation: Annotated[
        Level | None, typer.Option(help="Try this level alone; left out: every level that this machine has.")
    ] = None,
) -> None:
    """Say what this machine can isolate, from probes; with --attack, exit 1 if a level holds less than it claims.

    Example: arena doctor --attack --isolation auto

    enforced: every attack was blocked; backstop: held late or roughly; open: not held. docs/security.md says more.
    """
    from arena.cli.diagnosis import attack_report, machine_report
    from arena.cli.output import emit, say

    levels = [isolation.value] if isolation else None
    if not attack:
        emit(machine_report(levels))
        return
    report = attack_report(levels)
    emit(report.text)
    for line in report.complaints:
        say(f"arena: {line}")
    if report.complaints:
        raise typer.Exit(1)
