"""Pages that speak of what code holds elsewhere: the rules by number, the columns of standings, the words."""

import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

import pytest

from arena.bots.warden_process import THREADS_A_PROCESS
from arena.cli.check_deals import OPTIONS
from arena.cli.check_report import Failure, Report
from arena.games import GAMES, game
from arena.records import FaultKind, Isolation, Limits
from arena.reports.footer import footer
from arena.reports.tables import standings_table
from arena.standings import Standings
from arena.store import Store
from arena.tournament_file import load
from tests.benchmarks import isolation, referee, rules
from tests.docs.pages import DOCS, MARKDOWN, ROOT, Block, blocks
from tests.reports.made import facts, made_standings
from tests.reports.test_threes import made as made_of_threes


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def first_cells(text: str) -> set[str]:
    """The first cell of every row of every table, without what stands in brackets behind a word."""
    return {re.sub(r" \(.*\)$", "", cell).strip(" `*") for cell in re.findall(r"^\| ([^|]+?) \|", text, re.MULTILINE)}


# ---- the rules of Bid Euchre


def test_the_rules_have_the_numbers_that_the_protocol_gives_them() -> None:
    numbers = [f"B{number}" for number in range(1, 24)]
    assert re.findall(r"^- \*\*(B\d+)\.\*\*", page("rules/bid-euchre.md"), re.MULTILINE) == numbers
    spec = (ROOT / "protocol" / "SPEC.md").read_text(encoding="utf-8")
    assert re.findall(r"^- (B\d+)\.", spec, re.MULTILINE) == numbers


def test_the_page_of_bid_euchre_has_its_difference_and_its_options() -> None:
    text = page("rules/bid-euchre.md")
    assert text.startswith("# Six-card Bid Euchre (`bid-euchre`)")
    differences = text[text.index("## What differs from standard Euchre") : text.index("## The rules")]
    assert set(re.findall(r"B(\d+)", differences)) >= {"6", "7", "8", "11", "16", "20", "22"}
    options = text[text.index("## Options") :]
    assert all(f"| `{key}` | `{value}` |" in options for key, value in game("bid-euchre", {}).options.items())


@pytest.mark.parametrize("name", sorted(set(GAMES) - {"bid-euchre"}))
def test_rules_named_elsewhere_exist(name: str) -> None:
    assert {int(number) for number in re.findall(r"\bB(\d+)\b", page(f"rules/{name}.md"))} <= set(range(1, 24))


# ---- standings


@pytest.mark.parametrize("standings", [made_standings(), made_of_threes(5)], ids=["pairs", "threes"])
def test_every_column_and_line_of_standings_is_explained(standings: Standings) -> None:
    cells = first_cells(page("standings.md"))
    headings = set(standings_table(standings).headings) - {"Boards", "Taken %"}
    assert headings <= cells
    unplayed = [replace(row, forfeits={**row.forfeits, "unplayed": 1}) for row in standings.rows]
    labels = {label for label, _ in footer(replace(standings, rows=tuple(unplayed)), facts())}
    assert "Unplayed" in labels
    assert labels <= cells


def test_what_stands_for_an_interval_of_few_pairs_is_explained() -> None:
    assert "too few pairs" in page("standings.md")


# ---- words

TERMS = re.findall(r"^([^\s:#].*)\n:   (.+)", page("glossary.md"), re.MULTILINE)
WORDS = {"follow suit", "void match"} | set(
    re.findall(
        r"\w+",
        "seat side entrant bot game match deal board room sitting pair encounter pairing round call bid pass contract "
        "declarer defenders trump bower lead void trick play fault ruling forfeit referee director warden",
    )
)


def test_every_word_has_one_meaning() -> None:
    names = Counter(name.strip() for term, _ in TERMS for name in term.split(", "))
    assert not [name for name, times in names.items() if times > 1]
    assert set(names) >= WORDS


def test_the_glossary_names_every_fault_and_level() -> None:
    meanings = dict(TERMS)
    assert set(re.findall(r"`(\w+)`", meanings["fault"])) >= {"not_ready", "timeout"}
    text = page("glossary.md")
    assert all(f"`{kind.value}`" in text for kind in FaultKind)
    assert all(f"`{level.value}`" in text for level in Isolation)


@pytest.mark.parametrize("path", sorted(DOCS.rglob("*.md")), ids=lambda path: path.name)
def test_pages_open_with_a_title_and_what_they_are_for(path: Path) -> None:
    text = re.sub(r"\A---\n.*?\n---\n+", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    title, blank, opening = text.split("\n")[:3]
    assert title.startswith("# ")
    assert not blank
    assert re.match(r"[A-Za-z`*]", opening)


# ---- links

_LINKS = re.compile(r"\]\(([^)\s#:]+)(?:#[^)\s]*)?\)")


@pytest.mark.parametrize("path", MARKDOWN, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere_in_a_checkout_too(path: Path) -> None:
    prose = re.sub(r"^(`{3,}).*?^\1 *$|`[^`\n]+`", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    assert [link for link in _LINKS.findall(prose) if not (path.parent / unquote(link)).exists()] == []


# ---- what other pages claim


def test_pages_agree_on_processes_and_threads() -> None:
    processes = Limits(0, 0).processes
    threads = processes * THREADS_A_PROCESS
    assert THREADS_A_PROCESS == 8
    authors = page("isolation-for-bot-authors.md")
    assert re.search(rf"^\| processes,[^|]*\| {processes} \|", authors, re.MULTILINE)
    assert f"| threads | {threads}, eight for each of the processes |" in authors
    (told,) = re.findall(rf"^\| `processes` \| `{processes}` \| (.*) \|$", page("tournament-file.md"), re.MULTILINE)
    assert f"eight threads for each, {threads}" in told
    assert "eight times as many threads" in page("security.md")


def test_the_page_on_the_check_has_every_word_of_a_step(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report()
    report.begin("Protocol")
    report.at("in order")
    report.at("with a warning")
    report.warn("slow")
    report.at("broken")
    report.fail(Failure(None, None, None, "late"))
    report.skip("left out", "a fault came before")
    report.end()
    words = {line[5:14].strip() for line in capsys.readouterr().out.splitlines() if re.match(r" +[\d-]+  \S", line)}
    assert len(words) == 4
    assert words <= first_cells(page("check.md"))
    assert json.dumps({"options": OPTIONS}, separators=(",", ":"))[1:-1] in page("check.md")


def test_the_organisers_page_names_all_that_a_run_holds(tmp_path: Path) -> None:
    """All files of a run: those of the store while it is written, and what the code writes beside them."""
    named = {
        name
        for cell in re.findall(r"^\| (`[^|]+) \|", page("organising.md"), re.MULTILINE)
        for name in re.findall(r"`([^`]+)`", cell)
    }
    with Store.create(tmp_path, "{}", "0" * 64, [], 2) as store:
        written = {path.name for path in store.run_dir.iterdir()}
    assert written == {"arena.db", "arena.db-wal", "arena.db-shm", "lock"}
    assert named >= written | {"tournament.toml", "bots/", "logs/", "report.html"}


def test_the_page_on_performance_gives_the_gates_that_are_held() -> None:
    text = page("performance.md")
    for told in (
        f"at least {rules.GATE} times",
        f"{referee.GATES[1]} of its rate",
        f"{referee.GATES[2]} of their rate",
        f"at most {isolation.TIME_GATE} times",
        f"less than {isolation.START_GATE_MS:g} ms",
    ):
        assert told in text
    shown = set(re.findall(r"`python -m tests\.benchmarks\.(\w+)`", text))
    assert shown == {path.stem for path in (ROOT / "tests" / "benchmarks").glob("[a-z]*.py")}


def test_the_page_on_the_report_names_its_parts() -> None:
    templates = ROOT / "arena" / "reports" / "html" / "templates"
    html = "".join(path.read_text(encoding="utf-8") for path in templates.glob("*.html"))
    parts = set(re.findall(r'<li><a href="#\w+">(\w+)</a></li>', html))
    assert len(parts) > 4
    assert parts <= first_cells(page("report.md"))


@pytest.mark.parametrize("block", [block for block in blocks(page("organising.md")) if block.kind == "toml"])
def test_the_organisers_files_are_tournament_files(tmp_path: Path, block: Block) -> None:
    file = tmp_path / "friday.toml"
    another = '\n[[bots]]\npath = "another.py"\n'  # the page shows an entry by itself, too
    file.write_text(block.text + another, encoding="utf-8")
    assert load(file).bots[-1].path is not None
