"""`arena match`: one board between two bots, both rooms, printed deal by deal (three and six where three play)."""

from typing import Annotated

import typer


def match(
    bots: Annotated[
        list[str], typer.Argument(metavar="BOT BOT", help="Two bots, PATH or NAME=PATH (three where three play).")
    ],
    board: Annotated[int, typer.Option(min=0, help="The board's number.")] = 0,
    seed: Annotated[str | None, typer.Option(help="1 to 64 hex digits; left out: drawn at random.")] = None,
    game: Annotated[str | None, typer.Option(help="The game, such as bid-euchre.")] = None,
    isolation: Annotated[
        str | None, typer.Option(metavar="LEVEL", help="How to confine bots: strong, auto, limits or none.")
    ] = None,
    show: Annotated[bool, typer.Option("--show/--no-show", help="Print every deal, or the results only.")] = True,
) -> None:
    """Play one board in both rooms and print it deal by deal.

    Example: arena match my_bot.py other_bot.py --board 3 --seed c0ffee
    """
    from arena.cli.one_board import play_board

    raise typer.Exit(play_board(bots, board, seed, show, isolation, game))
