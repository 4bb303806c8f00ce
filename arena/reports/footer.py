"""What stands under the tables: what was played and how, how far to trust it, and the forfeits one by one.

Lines of plain text, the same for a terminal and for Markdown; names and details as they came, the writers
neutralise them. Called by `text` and `markdown`.
"""

from dataclasses import dataclass

from arena.reports.facts import RunFacts, options_text
from arena.reports.neutral import command
from arena.reports.tables import number, percent, too_few, units
from arena.standings import Ranking, Standings

SHOWN_FORFEITS = 10
DETAIL_CHARS = 240
_SCORE_OF_THREES = "finished above the other, a half where level: 50 % is fair, of wins 33.3 %"
CROSS_TABLE_TITLE = "Row against column, %"
CROSS_TABLE_LEGEND = (
    "+ and - mark scores surely above and below 50 % (sign test at 5 %, corrected over all encounters)."
)


@dataclass(frozen=True, slots=True)
class ForfeitGroup:
    """All forfeits of one bot and kind. Of the first, if it is known: how its `detail` begins, and the `command`, ready
    for a shell, that shows all of it.
    """

    bot: str
    kind: str
    count: int
    detail: str
    command: str


def warnings(standings: Standings, facts: RunFacts) -> list[str]:
    """What a reader must see before the figures are believed."""
    lines = []
    if not facts.finished:
        lines.append(f"The run is unfinished: {_counted(facts.unfinished, 'match', 'matches')} still to be played.")
    if standings.waiting_matches:
        waiting = _counted(standings.waiting_matches, "match is", "matches are")
        rooms = "room of the board is" if standings.size == 2 else "rooms of the board are"
        lines.append(f"{waiting} not counted yet: the other {rooms} still to come.")
    if standings.void_matches:
        lines.append(f"{_counted(standings.void_matches, 'match', 'matches')} void, left out with the whole board.")
    return [*lines, *standings.notes]


def forfeit_groups(standings: Standings, facts: RunFacts) -> tuple[list[ForfeitGroup], int]:
    """Forfeits by bot and kind, in the order of the rows, the first few; and how many groups are left out."""
    firsts = {(one.bot, one.kind): one for one in reversed(facts.forfeits)}
    groups = []
    for row in standings.rows:
        for kind, count in row.forfeits.items():
            if count:
                first = firsts.get((row.bot, kind))
                replay = command("replay", facts.run, first.match) if first else ""
                groups.append(ForfeitGroup(row.bot, kind, count, brief(first.detail) if first else "", replay))
    return groups[:SHOWN_FORFEITS], max(0, len(groups) - SHOWN_FORFEITS)


def brief(detail: str) -> str:
    """The first line of a fault's detail, with a mark where there is more."""
    line, *more = detail.strip().splitlines() or [""]
    if len(line) > DETAIL_CHARS:
        return f"{line[: DETAIL_CHARS - 1].rstrip()}…"
    return f"{line} …" if more else line


def footer(standings: Standings, facts: RunFacts) -> list[tuple[str, str]]:
    """Label and text, line by line."""
    options = options_text(facts.options)
    seed = facts.shown_seed
    boards = _counted(facts.boards, "board", "boards")
    lines = [
        ("Game", f"{facts.game} ({options})" if options else facts.game),
        ("Seed", seed if seed is not None else "secret until the run is complete"),
        ("Its SHA-256", facts.commitment),
        ("Played", f"{boards} an encounter, {facts.matches:,} matches, {facts.deals:,} deals"),
        *([] if standings.size == 2 else [("Score", _SCORE_OF_THREES)]),
        ("Comparisons", _decided(standings)),
        ("Mirroring", _mirroring(standings)),
        ("First dealer", _first_dealer(standings)),
        ("Elo", f"{standings.anchor} stands at 0" if standings.anchor is not None else "mean 0"),
        ("ms/decision", "mean/longest, as measured on this machine"),
    ]
    unplayed = sum(row.forfeits["unplayed"] for row in standings.rows)
    if unplayed:
        count = _counted(unplayed, "match was", "matches were")
        lines.append(("Unplayed", f"{count} not played after repeated faults and counted as forfeits"))
    lines += [
        (label, text)
        for label, text in (
            ("Faults", facts.faults),
            ("Isolation", facts.isolation),
            ("Machine", facts.machine),
            ("Host", facts.host),
        )
        if text
    ]
    return lines + [("Setting", line) for line in facts.settings]


def _decided(standings: Standings) -> str:
    if standings.ranking is Ranking.SCORE:
        text = f"{standings.comparisons_decided} of {standings.comparisons} comparisons decided"
    else:
        text = f"{standings.comparisons_decided} of {standings.comparisons} comparisons (by Elo) decided"
    separation = standings.separation
    if separation is None:
        return text
    upper, lower = separation.places
    more = _more(separation.more_pairs, units(standings))
    return f"{text}; {more} an encounter to separate places {upper} and {lower}"


def _more(count: int, of: str) -> str:
    """Two digits: the estimate is not good for more."""
    if count == 0:
        return f"a few more {of}"
    if count > 1_000_000:
        return f"more than a million {of}"
    rounded = int(float(f"{count:.1e}"))
    return f"about {rounded:,} more {of[:-1] if rounded == 1 else of}"


def _mirroring(standings: Standings) -> str:
    ratio = standings.variance_ratio
    if ratio is None:
        return "no variance to compare yet"
    if standings.size == 2:
        return f"a pair's variance is {number(ratio, 2)} of that of two unpaired matches"
    return f"a board's variance is {number(ratio, 2)} of that of six matches on deals of their own"


def _first_dealer(standings: Standings) -> str:
    if standings.first_dealer_score is None:
        return "no board without a fault yet"
    error = standings.first_dealer_error
    score = f"scores {percent(standings.first_dealer_score)} %"
    return f"{score}, {too_few(standings)} for an interval" if error is None else f"{score} ±{percent(error)}"


def _counted(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"
