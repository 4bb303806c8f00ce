"""`arena new`: write a working bot to start from."""

from typing import Annotated

import typer


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The bot's name, or a path that ends in it.")],
    language: Annotated[
        str | None, typer.Option(help="python, javascript, bash or c; left out: by NAME's extension, else python.")
    ] = None,
) -> None:
    """Write a commented bot that plays, to be changed; nothing is overwritten.

    Example: arena new my_bot --language javascript
    """
    import shlex

    from arena.cli.output import emit, say
    from arena.cli.templates import write_bot

    path = write_bot(name, language)
    emit(str(path))
    say(f"arena: try it: arena check {shlex.quote(str(path))}")
