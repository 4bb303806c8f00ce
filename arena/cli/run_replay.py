"""What `arena replay` does: finds the match and tells it, as text, in steps, or to a bot. Called by `arena.cli.replay`.

Derives nothing and lays nothing out: `replay`, `positions`, `transcript` and `reports` do.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from arena.cli.hints import feed_command, replay_command
from arena.cli.output import emit, say
from arena.cli.record_files import record_in
from arena.cli.run_choice import OpenRun, chosen
from arena.derive import full_record
from arena.errors import RecordError, SettingsError
from arena.games import IllegalAction
from arena.positions import Position, place, positions
from arena.records import MatchRecord, faults_in
from arena.replay import Acted, Step, steps
from arena.reports.neutral import command, terminal
from arena.reports.replays import replay_text
from arena.transcript import Sort, lines

Requests = dict[tuple[int, int], str]


@dataclass(frozen=True, slots=True)
class Wishes:
    """The command line, as given; None: not given."""

    run: Path | None
    match: str | None
    deal: int | None
    card: int | None
    seat: int | None
    times: bool
    raw: bool
    step: bool
    feed: str | None
    sitting: bool
    lost: str | None = None


def run_replay(wishes: Wishes) -> int:
    """Do it; the exit status. Raises UserError."""
    _check(wishes)
    if wishes.run is not None and wishes.run.exists() and not wishes.run.is_dir():  # also what comes out of a pipe
        return _replay_file(wishes.run, wishes)
    with OpenRun(chosen(wishes.run)) as opened:
        match = _chosen_match(opened, wishes)
        record = _found(opened, match)
        try:
            exported = full_record(record, opened.game, opened.run_facts())
        except IllegalAction as why:
            raise RecordError(f"{match} does not follow the rules: {why} (arena verify {opened.quoted})") from None
        told = steps(exported, deal=wishes.deal, seat=wishes.seat)  # first of all: it knows which deals and seats are
        if wishes.feed is not None:
            from arena.cli.run_feed import Feeding, feed

            return feed(opened, exported, Feeding(wishes.feed, wishes.seat, wishes.deal, wishes.sitting))
        if wishes.step:
            _step(opened.name, exported, requests_of(opened, exported, None), wishes)
            return 0
        _tell(told, exported, requests_of(opened, exported, wishes.seat) if wishes.raw else {}, wishes)
        _say_what_next(opened, exported)
    return 0


def _chosen_match(opened: OpenRun, wishes: Wishes) -> str:
    """The one that is named; else the one to look at, which is said."""
    if wishes.match is not None:
        return wishes.match
    if wishes.lost is not None:
        match, lost = opened.worst_loss(wishes.lost)
        say(f"arena: match {match}, the worst of {lost} that {terminal(wishes.lost)} lost")
        return match
    match = opened.telling_match()
    if not match:
        raise RecordError(f"{opened.name} has no match yet whose board is complete")
    say(f"arena: match {match}")
    return match


def _found(opened: OpenRun, match: str) -> MatchRecord:
    """The record; RecordError, with the match that was meant where one is near."""
    try:
        return opened.store.find(match)
    except RecordError as problem:
        known = [summary.match_id for summary in opened.store.summaries(complete_boards_only=False)]
        names, slash, place = match.partition("/")
        in_order = "~".join(sorted(names.split("~"))) + slash + place
        near = [in_order] if in_order in known else get_close_matches(match, known, n=1, cutoff=0.8)
        if not near:
            raise
        reason = f'no match "{terminal(match)}" in {opened.name}; did you mean "{terminal(near[0])}"?'
        raise RecordError(reason) from problem


def _replay_file(path: Path, wishes: Wishes) -> int:
    """The same of a file of exported records, which do not say how the bots were started and timed."""
    if wishes.lost is not None:
        raise SettingsError(f"--lost needs a run: {path} holds records")
    if (needless := _given(wishes, "feed", "raw")) is not None:
        raise SettingsError(f"--{needless} needs a run: {path} holds records, and they do not say the bots' clocks")
    exported = record_in(path, wishes.match)
    if wishes.match is None:
        say(f"arena: match {exported['match']}")
    told = steps(exported, deal=wishes.deal, seat=wishes.seat)
    if wishes.step:
        _step(str(path), exported, {}, wishes)
        return 0
    _tell(told, exported, {}, wishes)
    say(f"arena: check that every deal and trick follows from the seed: {command('verify', str(path))}")
    return 0


def _step(source: str, exported: Mapping[str, Any], requests: Requests, wishes: Wishes) -> None:
    from arena.cli.stepping import step_through

    left = step_through(exported, requests, wishes.seat, wishes.deal, wishes.card, is_raw=wishes.raw)
    if left.deal is not None:
        options = ("--step", "--deal", str(left.deal), "--card", str(left.shown))
        say(f"arena: go on from there: {replay_command(source, exported['match'], *options)}")


def _tell(told: Iterable[Step], exported: Mapping[str, Any], requests: Requests, wishes: Wishes) -> None:
    position = None
    if wishes.card is not None:
        position = _position(exported, wishes)
        told = _until(told, wishes.card)
    emit(replay_text(told, times=wishes.times, requests=requests, position=position))


def _check(wishes: Wishes) -> None:
    """Wishes that do not go together."""
    if wishes.lost is not None and wishes.match is not None:
        raise SettingsError(f"--lost chooses a match by itself: leave {terminal(wishes.match)} out")
    if wishes.card is not None and wishes.deal is None:
        raise SettingsError("--card: expected the deal too, as in --deal 0 --card 5")
    if wishes.feed is not None and (other := _given(wishes, "step", "card", "raw", "times")):
        raise SettingsError(f"--feed compares answers: it goes with --deal and --seat, not with --{other}")
    if wishes.sitting and wishes.feed is None:
        raise SettingsError("--sitting: expected with --feed BOT")
    if wishes.step and wishes.times:
        raise SettingsError("--step shows the time of each decision as it is: leave --times out")


def _given(wishes: Wishes, *names: str) -> str | None:
    return next((name for name in names if getattr(wishes, name) not in (None, False)), None)


def _position(exported: Mapping[str, Any], wishes: Wishes) -> Position:
    """The one to stop at; RecordError if the deal has fewer decisions."""
    found = positions(exported, seat=wishes.seat)
    assert wishes.card is not None
    position = found[place(found, wishes.deal, wishes.card)]
    if not 0 <= wishes.card <= position.decisions:
        where = f"deal {wishes.deal} of {exported['match']}"
        raise RecordError(f"--card: {where} has {position.decisions} decisions, got {wishes.card}")
    return position


def _until(told: Iterable[Step], card: int) -> Iterator[Step]:
    """The steps of one deal up to the decision after so many."""
    made = 0
    for step in told:
        made += isinstance(step, Acted)
        if made > card:
            return
        yield step


def requests_of(opened: OpenRun, exported: Mapping[str, Any], seat: int | None) -> Requests:
    """The line that asked for each decision, by deal and place in it; of one seat if it is given."""
    entrants = {entrant.name: entrant for entrant in opened.store.entrants}
    found: Requests = {}
    for each, index in enumerate(exported["seats"]):
        if seat in (None, each):
            entrant = entrants[exported["entrants"][index]["name"]]
            for sent in lines(exported, each, entrant.clock, entrant.limits.line_bytes):
                if sent.kind is Sort.REQUEST and sent.deal is not None and sent.index is not None:
                    found[sent.deal, sent.index] = sent.line.decode()
    return found


def _say_what_next(opened: OpenRun, exported: Mapping[str, Any]) -> None:
    say(f"arena: check that every deal and trick follows from the seed: arena verify {opened.quoted}")
    faults = faults_in(exported["result"])
    if faults and not faults[0]["unplayed"]:
        guilty = exported["entrants"][exported["seats"][faults[0]["seat"]]]["name"]
        again = feed_command(opened.name, exported["match"], guilty)
        say(f"arena: put the same questions to the bot again: {again}")
