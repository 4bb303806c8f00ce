"""`arena report`: a run as one HTML file."""

from pathlib import Path
from typing import Annotated

import typer


def report(
    run: Annotated[
        Path | None, typer.Argument(metavar="[RUN]", help="The run's directory; left out: the newest in runs/.")
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Left out: report.html in the run.")] = None,
) -> None:
    """Write a run's report, one HTML file that opens from disk: standings, boards, forfeits, replays.

    Example: arena report runs/friday --out friday.html

    Also while the run is being played: then without the seed, and of whole boards only.
    """
    from arena.cli.output import emit, say
    from arena.cli.run_choice import OpenRun, chosen
    from arena.cli.run_report import write_report

    with OpenRun(chosen(run)) as opened:
        path = write_report(opened, out)
        emit(str(path))
        say(f"arena: open it in a browser: {path.resolve().as_uri()}")
