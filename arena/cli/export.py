"""`arena export`: a run's records, a line each."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer


class ExportFormat(StrEnum):
    """The forms in which a run's matches can be written."""

    JSONL = "jsonl"
    CSV = "csv"
    PTN = "ptn"


def export(
    run: Annotated[
        Path | None, typer.Argument(metavar="[RUN]", help="The run's directory; left out: the newest in runs/.")
    ] = None,
    format: Annotated[
        str,
        typer.Option(
            help="jsonl: one JSON object a match and line; csv: how each match ended, a line each; "
            "ptn: tags and rows of cards, for bid-euchre alone."
        ),
    ] = ExportFormat.JSONL,
) -> None:
    """Print the records of a run; of an unfinished one only whole boards, and without the seed.

    Example: arena export runs/friday > friday.jsonl
    """
    from arena.cli.output import emit, say
    from arena.cli.run_choice import OpenRun, chosen
    from arena.derive import full_record
    from arena.errors import RecordError, SettingsError
    from arena.games import IllegalAction

    if format not in set(ExportFormat):
        raise SettingsError(f'--format: expected one of {", ".join(ExportFormat)}, got "{format}"')
    with OpenRun(chosen(run)) as opened:
        heading, line_of = _written(ExportFormat(format), opened.game.side_count)
        facts = opened.run_facts()
        count = 0
        if heading:
            emit(heading)
        for record in opened.store.records():
            try:
                exported = full_record(record, opened.game, facts)
            except IllegalAction as why:
                match = record.spec.match_id
                raise RecordError(f"{match} does not follow the rules: {why} (arena verify {opened.quoted})") from None
            emit(line_of(exported))
            count += 1
        seed = "" if facts.seed else ", without the seed: the run is unfinished"
        say(f"arena: {count:,} matches of {opened.name}{seed}")
        if format != ExportFormat.CSV:
            say(f"arena: whoever has the file can check it: arena verify FILE.{format}")
        else:
            say(f"arena: whole records, that can be checked: arena export {opened.quoted}")


def _written(format: ExportFormat, entrants: int) -> tuple[str, Callable[[Mapping[str, Any]], str]]:
    """What stands before the first match, "" for nothing, and how a match is written."""
    match format:
        case ExportFormat.JSONL:
            import orjson

            from arena.ascii_json import ascii_json

            return "", lambda exported: ascii_json(orjson.dumps(exported)).decode()
        case ExportFormat.CSV:
            from arena.reports.outcomes import csv_heading, csv_line

            return csv_heading(entrants), csv_line
        case ExportFormat.PTN:
            from arena import ptn

            return "", ptn.text
