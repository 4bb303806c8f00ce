"""`arena check`: does a bot speak the protocol and keep the rules?"""

from pathlib import Path
from typing import Annotated

import typer


def check(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="The bot, PATH or NAME=PATH.")],
    game: Annotated[str | None, typer.Option(help="The game, such as bid-euchre.")] = None,
    isolation: Annotated[
        str | None, typer.Option(metavar="LEVEL", help="How to confine it: strong, auto, limits or none.")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Leave out the boards against the example bots and what waits.")
    ] = False,
    lines: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the lines that the bot was sent up to its first fault."),
    ] = None,
) -> None:
    """Lead a bot through every situation of the protocol and the game; exit 1 if any step fails.

    Example: arena check my_bot.py

    A step that fails shows the exact line sent, the reply, the rule, what to do, and what the bot wrote to standard
    error.
    """
    from arena.cli.conformance import check_bot

    if not check_bot(bot, game, isolation, is_quick=quick, lines_to=lines):
        raise typer.Exit(1)
