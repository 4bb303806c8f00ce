"""`arena tournament`: run or resume a tournament, print its standings."""

from pathlib import Path
from typing import Annotated

import typer


def tournament(
    entries: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE.toml | BOT...]", help="A tournament file, or two or more bots.")
    ] = None,
    boards: Annotated[int | None, typer.Option(help="Boards an encounter; each is played twice.")] = None,
    seed: Annotated[str | None, typer.Option(help="1 to 64 hex digits; left out: drawn at random.")] = None,
    jobs: Annotated[int | None, typer.Option(help="Worker processes; 0: one a core.")] = None,
    tables: Annotated[int | None, typer.Option(help="Matches at once a worker, for bots that wait.")] = None,
    game: Annotated[str | None, typer.Option(help="The game, such as bid-euchre.")] = None,
    isolation: Annotated[
        str | None, typer.Option(metavar="LEVEL", help="How to confine bots: strong, auto, limits or none.")
    ] = None,
    require_isolation: Annotated[
        str | None,
        typer.Option(metavar="LIST", help="Play only if all of this is enforced, such as net,files,kill-tree."),
    ] = None,
    trust_builds: Annotated[bool, typer.Option("--trust-builds", help="Run bots' builds unconfined.")] = False,
    out: Annotated[Path | None, typer.Option(help="The run's directory; left out: runs/NAME-TIME.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with the run in this directory.")] = None,
    format: Annotated[str, typer.Option(help="table, markdown, csv, json or html.")] = "table",
    report: Annotated[bool, typer.Option("--report", help="Write report.html into the run as well.")] = False,
    skip_broken: Annotated[bool, typer.Option("--skip-broken", help="Leave out bots that cannot start.")] = False,
    no_self_check: Annotated[bool, typer.Option("--no-self-check", help="Go straight to the matches.")] = False,
) -> None:
    """Run a tournament and print its standings.

    Example: arena tournament my_bot.py other_bot.py --boards 50

    Without arguments: tournaments/quickstart.toml if there is one here, else the bundled example bots.
    """
    from arena.cli.running import Wishes, listed, run_tournament

    wishes = Wishes(
        entries=entries or [],
        overrides={
            "boards": boards,
            "seed": seed,
            "jobs": jobs,
            "game": game,
            "tables": tables,
            "isolation": isolation,
            "require_isolation": listed(require_isolation),
            "trust_builds": trust_builds or None,
        },
        out=out,
        resume=resume,
        format=format,
        report=report,
        skip_broken=skip_broken,
        self_check=not no_self_check,
    )
    raise typer.Exit(run_tournament(wishes))
