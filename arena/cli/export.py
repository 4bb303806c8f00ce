"""`arena export`: a run's records, a line each."""

from pathlib import Path
from typing import Annotated

import typer


def export(
    run: Annotated[
        Path | None, typer.Argument(metavar="[RUN]", help="The run's directory; left out: the newest in runs/.")
    ] = None,
    format: Annotated[str, typer.Option(help="jsonl: one JSON object a match and line.")] = "jsonl",
) -> None:
    """Print the records of a run; of an unfinished one only whole boards, and without the seed.

    Example: arena export runs/friday > friday.jsonl
    """
    import orjson

    from arena.ascii_json import ascii_json
    from arena.cli.output import emit, say
    from arena.cli.run_choice import OpenRun, chosen
    from arena.derive import full_record
    from arena.errors import RecordError, SettingsError
    from arena.games import IllegalAction

    if format != "jsonl":
        raise SettingsError(f'--format: expected jsonl, got "{format}"')
    with OpenRun(chosen(run)) as opened:
        facts = opened.run_facts()
        count = 0
        for record in opened.store.records():
            try:
                exported = full_record(record, opened.game, facts)
            except IllegalAction as why:
                match = record.spec.match_id
                raise RecordError(f"{match} does not follow the rules: {why} (arena verify {opened.quoted})") from None
            emit(ascii_json(orjson.dumps(exported)).decode())
            count += 1
        seed = "" if facts.seed else ", without the seed: the run is unfinished"
        say(f"arena: {count:,} matches of {opened.name}{seed}")
        say("arena: whoever has the file can check it: arena verify FILE.jsonl")
