"""`arena play`: a person takes a seat in the terminal, against and beside bots."""

from pathlib import Path
from typing import Annotated

import typer


def play(
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT [BOT BOT]",
            help="One bot for all other seats, or one for each: clockwise from your left (left, partner, right).",
        ),
    ],
    seat: Annotated[int, typer.Option(help="Your seat.")] = 0,
    board: Annotated[int, typer.Option(min=0, help="The board's number.")] = 0,
    seed: Annotated[str | None, typer.Option(help="1 to 64 hex digits; left out: drawn at random.")] = None,
    deals: Annotated[int | None, typer.Option(min=1, help="The most deals; left out: as in a tournament.")] = None,
    game: Annotated[str | None, typer.Option(help="The game, such as bid-euchre.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="A rule option, such as target=11; as many as wanted.")
    ] = None,
    name: Annotated[str, typer.Option(help="Your name in the record.")] = "you",
    isolation: Annotated[
        str | None, typer.Option(metavar="LEVEL", help="How to confine bots: strong, auto, limits or none.")
    ] = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE.jsonl", help="Write the match there when it is over.")
    ] = None,
) -> None:
    """Take a seat and play a match against and beside bots, under the same referee.

    Example: arena play my_bot.py --deals 3

    You have all the time that you want; an illegal choice is explained and asked again. Bots are held to their clock.
    """
    from arena.cli.run_play import Wishes, play_with

    play_with(Wishes(tuple(bots), seat, board, seed, deals, game, tuple(option or ()), name, isolation, record))
