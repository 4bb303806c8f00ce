"""The page itself: what templates are given, and what keeps the page closed.

Whatever a template prints goes through `neutral.html` by the environment's own rule, so that no text can be forgotten;
only this module's marked-up parts (styles, scripts, packed data) pass as they are. The page's policy names the digests
of its own styles and scripts and allows nothing else. Called by `report_page`.
"""

from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, assert_never

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from arena.habits import HabitForm
from arena.last_words import without_quoted
from arena.reports.facts import RunFacts, options_text
from arena.reports.footer import CROSS_TABLE_LEGEND, CROSS_TABLE_TITLE, ForfeitGroup, footer, forfeit_groups, warnings
from arena.reports.html import shown
from arena.reports.html.replay_data import SCRIPTS, replay_href
from arena.reports.html.values import BotPart, Findings, ForfeitCase
from arena.reports.neutral import command, html
from arena.reports.tables import NOTHING, number, percent, places, too_few, units
from arena.standings import Encounter, Standings

_SCRIPTS = ("page.js", *SCRIPTS, "encounters.js")
_STYLES = ("page.css", "replayer.css")


def report_page(standings: Standings, facts: RunFacts, found: Findings | None = None) -> str:
    """The whole page, ending in a newline. Without `found` it holds what standings alone can say: no replays."""
    has_matches = found is not None and found.matches > 0
    styles = [_asset(name) for name in (_STYLES if has_matches else _STYLES[:1])]
    scripts = [_asset(name) for name in (_SCRIPTS if has_matches else _SCRIPTS[:1])]
    encounter_of = _encounter_numbers(found, standings.size)
    page = _environment().get_template("page.html")
    return page.render(
        standings=standings,
        facts=facts,
        found=found,
        policy=_policy(styles, scripts),
        styles=styles,
        scripts=scripts,
        run=facts.run,
        has_matches=has_matches,
        run_name=facts.run.rstrip("/").rpartition("/")[2] or facts.run,
        options=options_text(facts.options),
        warnings=warnings(standings, facts),
        units=units(standings),
        size=standings.size,
        columns=shown.columns(standings),
        rows=list(shown.standing_rows(standings)),
        bar_width=shown.BAR_WIDTH,
        crosses=shown.cross_rows(standings, encounter_of),
        many=shown.MANY,
        cross_title=CROSS_TABLE_TITLE,
        cross_legend=CROSS_TABLE_LEGEND,
        results={(one.a, one.b): _result(one, standings) for one in standings.encounters},
        standing={row.bot: {"place": places(row), "score": percent(row.score)} for row in standings.rows},
        bots=_bots(standings, found),
        forfeits=_forfeits(standings, facts, found),
        replayed={replay.match for replay in found.replays} if found else set(),
        footer=footer(standings, facts),
        export_command=f"{command('export', facts.run)} --format csv",
    )


def _encounter_numbers(found: Findings | None, size: int) -> dict[tuple[str, str], int]:
    if found is None or size != 2:
        return {}
    return {(part.names[0], part.names[1]): number for number, part in enumerate(found.encounters)}


def _result(encounter: Encounter, standings: Standings) -> dict[str, str]:
    """An encounter in words, from the view of its first."""
    interval = too_few(standings)
    if encounter.low is not None:
        interval = f"{percent(encounter.low)} to {percent(encounter.high)}"
    mark = ("+" if encounter.won > encounter.lost else "-") if encounter.significant else ""
    points = f", {number(encounter.points_per_deal, 2)} pts/deal" if encounter.points_per_deal is not None else ""
    return {
        "score": percent(encounter.score),
        "mark": mark,
        "interval": interval,
        "won": f"won {encounter.won}, split {encounter.split}, lost {encounter.lost}{points}",
    }


def _bots(standings: Standings, found: Findings | None) -> list[BotPart]:
    """In the order of the standings."""
    order = {row.bot: place for place, row in enumerate(standings.rows)}
    return sorted(found.bots, key=lambda bot: order[bot.name]) if found else []


# ---- forfeits


def _forfeits(standings: Standings, facts: RunFacts, found: Findings | None) -> list[dict[str, Any]]:
    """Groups by bot and kind with their cases; without findings, of each the first as the standings tell it."""
    if found is None:
        groups, _ = forfeit_groups(standings, facts)
        return [{"bot": one.bot, "kind": one.kind, "count": one.count, "cases": [_told(one)]} for one in groups]
    return [
        {"bot": one.bot, "kind": one.kind, "count": one.count, "cases": list(map(_case, one.cases))}
        for one in found.forfeits
    ]


def _told(group: ForfeitGroup) -> dict[str, Any]:
    return {"detail": group.detail.splitlines(), "commands": [group.command] if group.command else []}


def _case(case: ForfeitCase) -> dict[str, Any]:
    return {
        "match": case.match,
        "seat": case.seat,
        "deal": case.deal,
        "detail": without_quoted(case.detail, case.stderr).splitlines(),
        "decision": case.decision,
        "legal": case.legal,
        "reply": case.reply,
        "elapsed_ms": case.elapsed_ms,
        "stderr": (case.stderr or "").splitlines(),
        "href": replay_href(case.match, case.deal, case.card),
        "commands": case.commands,
    }


# ---- what keeps the page closed


def _policy(styles: Sequence[str], scripts: Sequence[str]) -> str:
    """Nothing from anywhere, and of styles and scripts these alone."""
    return (
        f"default-src 'none'; style-src {_digests(styles)}; script-src {_digests(scripts)}; "
        "base-uri 'none'; form-action 'none'"
    )


def _digests(texts: Sequence[str]) -> str:
    return " ".join(f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in texts)


@cache
def _asset(name: str) -> Markup:
    """A style or script of our own, to stand between its tags byte for byte."""
    text = files("arena.reports.html").joinpath(name).read_text("utf-8").replace("\r\n", "\n")
    assert "</s" not in text.lower(), f"{name} would end its own element"
    return Markup(text)


@cache
def _environment() -> Environment:
    def neutral(value: Any) -> Any:
        if isinstance(value, Markup) or value is None:
            return value
        return Markup(html(str(value)))

    environment = Environment(
        loader=PackageLoader("arena.reports.html"),
        autoescape=True,
        finalize=neutral,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["key"] = _key
    environment.filters["packed"] = _packed
    environment.filters["formed"] = _formed
    environment.filters["breakable"] = _breakable
    return environment


def _key(text: str) -> Markup:
    """A match's id where a script looks it up: as it is, but for what HTML would take for its own."""
    return Markup.escape(text)


def _breakable(text: str) -> Markup:
    """A heading that may be broken after a slash."""
    return Markup(html(text).replace("/", "/<wbr>"))


def _formed(value: float | None, form: HabitForm) -> str:
    """A habit's figure."""
    match form:
        case HabitForm.COUNT:
            return NOTHING if value is None else f"{value:,}"
        case HabitForm.PERCENT:
            return number(value, 1)
        case HabitForm.MEAN:
            return number(value, 2)
        case other:
            assert_never(other)


def _packed(text: str) -> Markup:
    """Base64, which has nothing to make harmless and may be megabytes."""
    return Markup(text)
