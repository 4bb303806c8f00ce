"""The command line: one module a verb, thin. Catches the user's mistakes, and nothing else, in one place.

Exit status: 0 done, 1 a check failed or a match is void, 2 the user's mistake, 130 and 143 interrupted with all
finished matches saved. Heavy imports are inside the verbs, so that `arena --help` is quick.
"""

import signal
import sys
from typing import Annotated

import typer

from arena import __version__
from arena.cli.check import check
from arena.cli.doctor import doctor
from arena.cli.export import export
from arena.cli.match import match
from arena.cli.new import new
from arena.cli.output import open_missing_streams, say
from arena.cli.play import play
from arena.cli.replay import replay
from arena.cli.report import report
from arena.cli.standings import standings
from arena.cli.tournament import tournament
from arena.cli.verify import verify
from arena.errors import UserError

app = typer.Typer(
    name="arena",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"arena {__version__}")
        raise typer.Exit


@app.callback()
def arena(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Run fair tournaments between game bots, programs in any language that speak JSON lines.

    Start with: arena tournament
    """


for verb in (tournament, match, play, check, new, standings, report, replay, verify, export, doctor):
    app.command()(verb)


def main() -> None:
    """The console script."""
    open_missing_streams()
    signal.signal(signal.SIGTERM, _terminated)
    try:
        run_command()
    finally:
        # the status is decided: a signal that meets the interpreter while it winds up must not change it
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


def run_command() -> None:
    """Runs the verb of the command line; raises `SystemExit` with its status."""
    try:
        app()
    except UserError as mistake:
        say(f"arena: {mistake}")
        sys.exit(mistake.exit_status)
    except KeyboardInterrupt:
        # while matches are played, `running` hears signals itself
        say("arena: interrupted")
        sys.exit(128 + signal.SIGINT)
    except BrokenPipeError:
        sys.exit(0)


def _terminated(number: int, frame: object) -> None:
    sys.exit(128 + number)
