"""`arena check`: does a bot speak the protocol and keep the rules?"""

from typing import Annotated

import typer


def check(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="The bot, PATH or NAME=PATH.")],
    game: Annotated[str | None, typer.Option(help="The game, such as bid-euchre.")] = None,
    isolation: Annotated[
        str | None, typer.Option(metavar="LEVEL", help="How to confine it: strong, auto, limits or none.")
    ] = None,
) -> None:
    """Lead a bot through every situation of the protocol and the game; exit 1 if any step fails.

    Example: arena check my_bot.py

    A step that fails shows the exact line sent, the reply, the rule, and what the bot wrote to standard error.
    """
    from arena.cli.conformance import check_bot

    if not check_bot(bot, game, isolation):
        raise typer.Exit(1)
