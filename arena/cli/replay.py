"""`arena replay`: look at a match, step through it, put its questions to a bot again."""

from pathlib import Path
from typing import Annotated

import typer


def replay(
    run: Annotated[
        Path | None,
        typer.Argument(
            metavar="[RUN | FILE]",
            help="The run's directory, or a file of exported records; left out: the newest in runs/.",
        ),
    ] = None,
    match: Annotated[
        str | None,
        typer.Argument(
            metavar="[MATCH]", help="The match, A~B/BOARD/ROOM; left out: one with a fault, else a close one."
        ),
    ] = None,
    lost: Annotated[
        str | None, typer.Option(metavar="BOT", help="Choose the match that BOT, a bot of the run, lost worst.")
    ] = None,
    deal: Annotated[int | None, typer.Option(help="Show this deal alone, from 0.")] = None,
    card: Annotated[
        int | None, typer.Option(help="Stop after so many decisions of the deal, and show what stands there.")
    ] = None,
    seat: Annotated[int | None, typer.Option(help="Show only what this seat could see.")] = None,
    times: Annotated[
        bool, typer.Option("--times", help="Show how long every decision took; else only what took unusually long.")
    ] = False,
    raw: Annotated[
        bool, typer.Option("--raw", help="Show the line that asked for each decision, and what was answered.")
    ] = False,
    step: Annotated[bool, typer.Option("--step", help="Step through the match with keys, in a terminal.")] = False,
    feed: Annotated[
        str | None,
        typer.Option(
            metavar="BOT",
            help="Send what a seat was sent to BOT (a path, or a bot of the run) and show where it answers otherwise. "
            "Default seat: that of the fault, else the first of the bot or of the first entrant.",
        ),
    ] = None,
    sitting: Annotated[
        bool, typer.Option("--sitting", help="With --feed: send first what the seat's process had played before.")
    ] = False,
) -> None:
    """Look at a match: hands, calls, tricks, notes, and faults where they happened.

    Example: arena replay runs/friday 'counting_bot~random_bot/17/open' --deal 3

    The worst match that a bot lost: arena replay runs/friday --lost my_bot

    A crash of a tournament again, in one command: arena replay runs/friday 'a~b/17/open' --feed a
    """
    from arena.cli.run_replay import Wishes, run_replay

    if match is None and run is not None and "~" in str(run) and not run.is_dir():
        run, match = None, str(run)
    status = run_replay(Wishes(run, match, deal, card, seat, times, raw, step, feed, sitting, lost))
    if status:
        raise typer.Exit(status)
