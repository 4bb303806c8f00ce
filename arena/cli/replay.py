"""`arena replay`: step through a match."""

from pathlib import Path
from typing import Annotated

import typer


def replay(
    run: Annotated[
        Path | None, typer.Argument(metavar="[RUN]", help="The run's directory; left out: the newest in runs/.")
    ] = None,
    match: Annotated[
        str | None, typer.Argument(metavar="[MATCH]", help="The match, A~B/BOARD/ROOM; left out: a telling one.")
    ] = None,
    deal: Annotated[int | None, typer.Option(help="Show this deal alone, from 0.")] = None,
    seat: Annotated[int | None, typer.Option(help="Show only what this seat could see.")] = None,
) -> None:
    """Step through a match: hands, calls, tricks, notes, and faults where they happened.

    Example: arena replay runs/friday 'counting_bot~random_bot/17/open' --deal 3
    """
    from arena.cli.output import emit, say
    from arena.cli.run_choice import OpenRun, chosen
    from arena.derive import full_record
    from arena.errors import RecordError
    from arena.games import IllegalAction
    from arena.replay import steps
    from arena.reports.replays import replay_text

    if match is None and run is not None and "~" in str(run) and not run.is_dir():
        run, match = None, str(run)
    with OpenRun(chosen(run)) as opened:
        if match is None:
            match = opened.telling_match()
            if not match:
                raise RecordError(f"{opened.name} has no match yet whose board is complete")
            say(f"arena: match {match}")
        record = opened.store.find(match)
        try:
            exported = full_record(record, opened.game, opened.run_facts())
        except IllegalAction as why:
            raise RecordError(f"{match} does not follow the rules: {why} (arena verify {opened.quoted})") from None
        emit(replay_text(steps(exported, deal=deal, seat=seat)))
        say(f"arena: check that every deal and trick follows from the seed: arena verify {opened.quoted}")
