"""`arena standings`: the standings of a run, finished or not."""

from pathlib import Path
from typing import Annotated

import typer


def standings(
    run: Annotated[
        Path | None, typer.Argument(metavar="[RUN]", help="The run's directory; left out: the newest in runs/.")
    ] = None,
    format: Annotated[str, typer.Option(help="table, markdown, csv, json or html.")] = "table",
) -> None:
    """Print the standings of a run, also while it is being played.

    Example: arena standings runs/friday --format markdown
    """
    from arena.cli.output import emit, say
    from arena.cli.run_choice import OpenRun, chosen
    from arena.reports.neutral import command

    with OpenRun(chosen(run)) as opened:
        emit(opened.render_standings(format))
        match = opened.telling_match()
        if match:
            say(f"arena: look at a match: {command('replay', opened.name, match)}")
        else:
            say(f"arena: no board is complete yet; go on: arena tournament --resume {opened.quoted}")
