"""The manual's page of commands, written from the command line itself: every verb with its arguments and options.

Called by `hooks` when the site is built. Holds the page's opening words and nothing about any verb.
"""

import typer
import typer.main

from arena.cli import app

OPENING = """# Commands

Every command of `arena` with all that it takes, as `arena COMMAND --help` says it too.

- **Results go to standard output**, everything else (progress, warnings, the command to try next) to standard error. So
  `arena standings --format csv > friday.csv` writes the table and nothing more.
- **BOT** is a script or a folder: `my_bot.py`, or with a name of your choice `deep=my_bot.py`.
  [The tournament file](tournament-file.md#bots) says what a bot may be.
- **RUN** is a run's directory. Left out, it is the newest one under `runs/`, which is named on standard error.
- **MATCH** is the id of a match, `A~B/BOARD/ROOM`: both bots' names in alphabetical order, the board's number, `open`
  or `closed`.

| exit status | means |
|---|---|
| 0 | done; bots may have forfeited |
| 1 | a check failed, or a match was void because of this machine |
| 2 | a mistake of yours, told in one line |
| 130, 143 | interrupted; all finished matches are saved |
"""


def page() -> str:
    """The page in Markdown."""
    group = typer.main.get_command(app)
    names = list(group.commands)  # type: ignore[attr-defined]
    return "\n".join([OPENING, *(_section(name, group.commands[name]) for name in names)])  # type: ignore[attr-defined]


def _section(name: str, command: typer.core.TyperCommand) -> str:
    context = command.context_class(command, info_name=f"arena {name}")
    told = [part.strip() for part in (command.help or "").split("\n\n")]
    lines = [f"## arena {name}", ""]
    for part in told:
        example = part.removeprefix("Example: ")
        lines += [f"```sh\n{example}\n```" if example != part else " ".join(part.split()), ""]
    pieces = command.collect_usage_pieces(context)
    lines += [f"`{' '.join([context.info_name or '', *pieces])}`", "", "| | |", "|---|---|"]
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and "--help" not in parameter.opts:
            word, meaning = (_cell(part) for part in record)
            if parameter.param_type_name == "argument":
                word = word.partition(" <")[0]  # what kind of value it takes is told in words
            lines.append(f"| `{word}` | {meaning} |")
    return "\n".join([*lines, ""])


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("  ", " ")
