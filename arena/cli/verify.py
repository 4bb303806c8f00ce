"""`arena verify`: does everything in a run or a file of records follow from the seed and the actions?"""

from pathlib import Path
from typing import Annotated

import typer


def verify(
    run: Annotated[
        Path | None,
        typer.Argument(
            metavar="[RUN | FILE.jsonl | FILE.ptn]",
            help="A run's directory or exported records; left out: the newest in runs/.",
        ),
    ] = None,
) -> None:
    """Derive every deal from the seed again, referee every action again; exit 1 naming the first difference.

    Example: arena verify runs/friday
    """
    from arena.cli.run_check import verified_file, verified_run

    is_sound = verified_file(run) if run is not None and not run.is_dir() else verified_run(run)
    if not is_sound:
        raise typer.Exit(1)
