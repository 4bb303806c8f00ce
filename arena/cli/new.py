"""`arena new`: write a working bot to start from."""

from typing import Annotated

import typer


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The bot's name, or a path that ends in it.")],
    language: Annotated[
        str | None,
        typer.Option(help="python, javascript, c, rust, go, java or bash; left out: by NAME's extension, else python."),
    ] = None,
) -> None:
    """Write a commented bot that plays, to be changed; nothing is overwritten.

    Example: arena new my_bot --language javascript

    What is compiled becomes a folder with the command that builds it. For other languages see docs/languages.md.
    """
    import shlex

    from arena.cli.output import emit, say
    from arena.cli.templates import write_bot
    from arena.reports.neutral import command

    written = write_bot(name, language)
    emit(str(written.path))
    if written.build:
        say(f"arena: arena builds it by itself, in a copy, with: {shlex.join(written.build)}")
    for lack in written.lacking:
        say(f"arena: it cannot be played here yet: {lack}")
    say(f"arena: try it: {command('check', str(written.path))}")
