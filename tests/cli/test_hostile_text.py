"""What bots write can harm no reader: not in any format of any command, not in a command to copy, not in the database.

First runs that are made of hostile text, then hostile programs as they are played and checked.
"""

import csv
import io
import json
import re
import shlex
import sqlite3
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from unittest import mock

import pytest
from markdown_it import MarkdownIt

from arena.cli.progress import Progress
from arena.derive import summary_of
from arena.records import MatchRecord
from arena.reports.neutral import terminal
from arena.store import Store
from tests.cli.in_process import BOARDS, RULED, Said, arena, played, run_of
from tests.played import not_begun, spec

# all that is printable may stand in a name, but for ~ / *
NAMES = [
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)",
    "&lt;b&gt;",
    "=cmd|' -C calc'!A0",
    "+1",
    "-1",
    "@SUM(A1:A9)",
    "x;=1+1",
    "[x](javascript:alert(1))",
    "![x](y)",
    "|",
    "a | b |",
    "\\|",
    "`x`",
    "__x__",
    "[bold red]x",
    "{{ 7 }}",
    "%s {0} $x$",
    "# head",
    "---",
    "'; echo $(id) `id` \"; '",
    "--help",
    "http:",
    "www.evil.example",
    "a, b",
    '"a"',
    "x\u3164\ufe0f",
    "Z\u0351\u0351a",
    "数" * 64,
    "١٢٣ אבג",
]
# an escape sequence, a title, a carriage return, other line ends, bidi and invisible marks, C1, half a surrogate pair
TEXT = (
    "\x1b[2J\x1b]0;gone\x07\rarena: all is well\n\u2028\x85\x0b\x00\x7f\x9b31m\u202egnp\u2066\u200b\ufeff\u3164 <b>|`=1"
)
DETAIL = f"it said {TEXT}"
INVISIBLE = re.compile("[\u034f\u115f\u1160\u2800\u3164\ufe00-\ufe0f\uffa0]")


def assert_harmless(text: str) -> None:
    for line in text.split("\n"):
        assert line.isprintable(), ascii(line)
        assert not INVISIBLE.search(line), ascii(line)


def hostile_records(names: tuple[str, str]) -> list[MatchRecord]:
    """Boards that ended by faults with hostile details, and one with hostile notes."""
    records = [played(board, room, names) for board in range(BOARDS) for room in ("open", "closed")]
    for place in (0, 1):
        match = records[place].spec
        records[place] = not_begun(RULED, match, place, other=place + 1)
        for fault in records[place].result.faults:
            fault.detail, fault.reply, fault.stderr = DETAIL, TEXT, f"one\n{TEXT}"
    for deal in records[2].deals:
        deal.notes = {str(index): TEXT for index in range(len(deal.actions))}
    records[2].host["isolation"] = TEXT
    records[2].log = {"seat 0": TEXT, "seat 0 stderr": TEXT}
    return records


def pair_with(name: str) -> tuple[str, str]:
    first, second = sorted((name, "honest"))
    return first, second


@pytest.fixture(params=NAMES)
def names(request: pytest.FixtureRequest) -> tuple[str, str]:
    return pair_with(request.param)


@pytest.fixture
def run(names: tuple[str, str], tmp_path: Path) -> Path:
    return run_of(tmp_path / "run", hostile_records(names), names=names)


def fault_match(names: tuple[str, str]) -> str:
    return spec(RULED, 0, "closed", names).match_id


def loser(names: tuple[str, str]) -> str:
    """One who has lost a match, as it happens."""
    match = played(1, "open", names)
    assert match.result.winner is not None
    return names[match.spec.seats[1 - match.result.winner]]


def next_command(said: Said) -> list[str]:
    """The words that a shell makes of the command to try next."""
    return shlex.split(said.last[said.last.index(": arena ") + 2 :])


COMMANDS: dict[str, Callable[[Path, tuple[str, str]], Said]] = {
    "table": lambda run, names: arena("standings", run),
    "markdown": lambda run, names: arena("standings", run, "--format", "markdown"),
    "csv": lambda run, names: arena("standings", run, "--format", "csv"),
    "json": lambda run, names: arena("standings", run, "--format", "json"),
    "html": lambda run, names: arena("standings", run, "--format", "html"),
    "report": lambda run, names: arena("report", run),
    "export": lambda run, names: arena("export", run),
    "export csv": lambda run, names: arena("export", run, "--format", "csv"),
    "export ptn": lambda run, names: arena("export", run, "--format", "ptn"),
    "verify": lambda run, names: arena("verify", run),
    "the telling match": lambda run, names: arena("replay", run),
    "notes": lambda run, names: arena("replay", "--", run, spec(RULED, 1, "open", names).match_id),
    "raw": lambda run, names: arena("replay", "--raw", "--times", "--", run, spec(RULED, 1, "open", names).match_id),
    "a position": lambda run, names: arena(
        "replay", "--deal", "0", "--card", "1", "--", run, spec(RULED, 1, "open", names).match_id
    ),
    "no terminal": lambda run, names: arena("replay", "--step", run, status=2),
    "the worst loss": lambda run, names: arena("replay", f"--lost={loser(names)}", run),
    "of nobody": lambda run, names: arena("replay", f"--lost={TEXT}", run, status=2),
    "nobody fed": lambda run, names: arena("replay", f"--feed={TEXT}".replace("\0", ""), run, status=2),
    "a match that is not there": lambda run, names: arena("replay", "--", run, f"{TEXT}~b/0/open", status=2),
    "no match": lambda run, names: arena("replay", "--", run, TEXT, status=2),
    "no run": lambda run, names: arena("standings", f"/nowhere/{TEXT}".replace("\0", ""), status=2),
    "no format": lambda run, names: arena("standings", run, "--format", TEXT, status=2),
    "no bot": lambda run, names: arena("check", f"{TEXT}".replace("\0", ""), status=2),
}


def test_no_command_prints_a_control_character(run: Path, names: tuple[str, str]) -> None:
    for command in COMMANDS.values():
        said = command(run, names)
        assert_harmless(said.out)
        assert_harmless(said.err)
        assert "\narena: all is well" not in f"\n{said.out}{said.err}"


def test_notes_and_faults_are_shown_nevertheless(tmp_path: Path) -> None:
    names = ("evil", "honest")
    run = run_of(tmp_path / "run", hostile_records(names), names=names)
    shown = terminal(TEXT)
    assert f'notes at pass: "{shown}"' in COMMANDS["notes"](run, names).out
    replayed = COMMANDS["the telling match"](run, names).out
    assert f"what happened: {terminal(DETAIL)}" in replayed
    assert f"its reply: {shown}" in replayed
    assert f"{terminal(DETAIL.splitlines()[0])} …" in COMMANDS["table"](run, names).out
    exported = [json.loads(line) for line in COMMANDS["export"](run, names).out.splitlines()]
    notes = {each["match"]: each["deals"][0]["notes"] for each in exported if each["deals"]}
    assert notes["evil~honest/1/open"]["0"] == TEXT


def test_the_command_to_try_next_names_the_match_and_nothing_else(run: Path, names: tuple[str, str]) -> None:
    said = arena("standings", run)
    words = [word for word in next_command(said) if word != "--"]
    shown = [terminal(word) for word in (str(run), fault_match(names))]
    assert words[:2] == ["arena", "replay"]
    assert [Path(words[2]).name, words[3]] == [Path(shown[0]).name, shown[1]]
    (in_table,) = {line.strip() for line in said.out.splitlines() if line.strip().startswith("arena replay ")}
    assert next_command(Said(0, "", f": {in_table}")) == next_command(said)


def test_the_command_to_try_next_works(tmp_path: Path) -> None:
    names = pair_with("--help")
    said = arena("standings", run_of(tmp_path / "run", hostile_records(names), names=names))
    assert fault_match(names) in arena(*next_command(said)[1:]).out


# ---- what a format makes of it


class Page(HTMLParser):
    """The elements of a page, and the text of its table cells."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: set[str] = set()
        self.cells: list[str] = []
        self._in_cell = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.elements.add(tag)
        if tag in ("td", "th"):
            self._in_cell = True
            self.cells.append("")

    def handle_endtag(self, tag: str) -> None:
        self._in_cell = self._in_cell and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self._in_cell:
            self.cells[-1] += data


def test_markdown_renders_as_the_text_and_nothing_else(run: Path, names: tuple[str, str]) -> None:
    source = arena("standings", run, "--format", "markdown").out
    page = Page(MarkdownIt("commonmark").enable("table").render(source))
    assert page.elements <= {"p", "strong", "ul", "li", "table", "thead", "tbody", "tr", "th", "td", "code"}
    for name in names:
        # in its row, and in both directions of the crosstable
        assert page.cells.count(terminal(name)) == 3, page.cells


VERBS = ("standings", "export")


def test_a_spreadsheet_finds_no_formula(run: Path, names: tuple[str, str]) -> None:
    rows, matches = (list(csv.reader(io.StringIO(arena(verb, run, "--format", "csv").out))) for verb in VERBS)
    assert len(rows) == 3
    assert len(matches) == 7
    for row in (*rows, *matches):
        assert len(row) == len(rows[0] if row in rows else matches[0])
        for cell in row:
            for part in cell.split(";"):
                assert re.fullmatch(r"-?[0-9.e-]*", part) or not part.lstrip().startswith(tuple("=+-@")), part
    bots = {row[rows[0].index("bot")] for row in rows[1:]}
    assert {bot.replace("'", "") for bot in bots} == {terminal(name).replace("'", "") for name in names}


def test_json_holds_the_names_as_they_are(run: Path, names: tuple[str, str]) -> None:
    said = arena("standings", run, "--format", "json").out
    assert said.isascii()
    assert {row["bot"] for row in json.loads(said)["rows"]} == set(names)


@pytest.mark.parametrize("form", ["jsonl", "ptn"])
def test_an_exported_file_is_verified(run: Path, form: str, tmp_path: Path) -> None:
    text = arena("export", run, "--format", form).out
    assert text.isascii() or form == "ptn"
    file = tmp_path / f"records.{form}"
    file.write_text(text)
    assert "6 matches verified" in arena("verify", file).out


def test_who_looks_into_the_database_sees_no_control_character(tmp_path: Path) -> None:
    names = ("evil", "honest")
    run = run_of(tmp_path / "run", hostile_records(names), names=names)
    with sqlite3.connect(run / "arena.db") as database:
        for (table,) in database.execute("select name from sqlite_master where type = 'table'").fetchall():
            for row in database.execute(f"select * from {table}"):
                for value in row:
                    assert_harmless(value.decode() if isinstance(value, bytes) else str(value))
    with Store.open(run) as store:
        notes = store.find(spec(RULED, 1, "open", names).match_id).deals[0].notes
        assert set(notes.values()) == {TEXT}


def test_progress(run: Path, names: tuple[str, str]) -> None:
    terminal_like = io.StringIO()
    terminal_like.isatty = lambda: True  # type: ignore[method-assign]
    settings = {"TERM": "xterm", "COLUMNS": "200"}
    with (
        Store.open(run) as store,
        mock.patch.dict("os.environ", settings),
        mock.patch.object(sys, "stderr", terminal_like),
        mock.patch("arena.cli.progress._REFRESH_S", 0.0),
        Progress(6, store, RULED) as progress,
    ):
        for record in hostile_records(names):
            progress.record(summary_of(record, RULED))
    drawn = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", terminal_like.getvalue())
    assert_harmless(drawn)
    assert all(terminal(name) in drawn for name in names)


# ---- programs

# how a bot may put TEXT before its judges: READY when the match starts, else at its first request
BOT = """\
import json, os, sys
TEXT = {text!r}
def say(message, raw=False):
    os.write(1, message.encode("utf-8", "surrogatepass") if raw else json.dumps(message).encode())
    os.write(1, b"\\n")
def err():
    os.write(2, TEXT.encode("utf-8", "surrogatepass") + b"\\n\\xff\\xfe\\n" + TEXT.encode("utf-8", "surrogatepass"))
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "match_start":
        ready = {{"type": "ready", "name": TEXT, "version": TEXT, "author": TEXT}}
        {ready}
        say(ready)
    elif message["type"] == "request":
        due, action = message["id"], message["legal"][0]
        answer = {{"type": "action", "id": due, "action": action, "note": TEXT}}
        {request}
        say(answer)
"""
NOTHING = "pass"
MISDEEDS = {
    "notes": (NOTHING, "err()"),
    "dies at once": ("err(); sys.exit(3)", NOTHING),
    "greets": ("say(TEXT.replace(chr(10), ''), raw=True)", NOTHING),
    "dies": (NOTHING, "err(); sys.exit(3)"),
    "raises": (NOTHING, "raise SystemError(TEXT)"),
    "plays TEXT": (NOTHING, "answer['action'] = TEXT"),
    "chatters": (NOTHING, "say(TEXT.replace(chr(10), ''), raw=True)"),
    "lies about the id": (NOTHING, "answer['id'] = TEXT"),
    "says what it is": (NOTHING, "say({'type': TEXT})"),
    "never ends a line": (NOTHING, "os.write(1, TEXT.replace(chr(10), '').encode()); sys.exit(0)"),
}


def hostile_bot(folder: Path, name: str, misdeed: str) -> Path:
    """A bot in a folder of its own, under any name."""
    ready, request = MISDEEDS[misdeed]
    folder.mkdir()
    (folder / "bot.py").write_text(BOT.format(text=TEXT, ready=ready, request=request))
    (folder / "bot.toml").write_text(f'name = {json.dumps(name)}\ncommand = ["{sys.executable}", "-S", "bot.py"]\n')
    return folder


def assert_told_plainly(*all_said: Said) -> None:
    for said in all_said:
        assert_harmless(said.out)
        assert_harmless(said.err)
        for line in f"{said.out}\n{said.err}".split("\n"):
            assert not line.startswith("arena: all is well")


@pytest.mark.parametrize("misdeed", MISDEEDS)
def test_a_check_shows_what_a_bot_wrote_without_harm(tmp_path: Path, misdeed: str) -> None:
    bot = hostile_bot(tmp_path / "bot", "[bold red]x", misdeed)
    said = arena("check", bot, "--quick", status=0 if misdeed == "notes" else 1)
    assert_told_plainly(said)


@pytest.mark.parametrize("misdeed", ["notes", "dies", "plays TEXT"])
def test_a_match_shows_what_a_bot_wrote_without_harm(tmp_path: Path, misdeed: str) -> None:
    bots = [hostile_bot(tmp_path / str(place), NAMES[place], misdeed) for place in (0, 1)]
    said = arena("match", *bots, "--seed", "c0ffee")
    assert_told_plainly(said)
    assert r"\x1b[2J" in said.out


def test_a_tournament_of_them(tmp_path: Path) -> None:
    """Before the first match, while it is played, and in all that reads the run afterwards."""
    misdeeds = ("notes", "dies at once", "dies", "plays TEXT", "chatters")
    bots = [hostile_bot(tmp_path / str(place), NAMES[place], misdeed) for place, misdeed in enumerate(misdeeds)]
    run = tmp_path / "run"
    refused = arena("tournament", *bots, "--boards", "1", "--out", tmp_path / "refused", status=2)
    assert_told_plainly(refused)
    assert r"\x9b31m" in refused.err
    played = arena("tournament", *bots, "--boards", "1", "--jobs", "1", "--out", run, "--skip-broken")
    assert_told_plainly(played)
    assert "left out" in played.err
    assert r"\x1b[2J" in played.out
    assert_told_plainly(*(arena("standings", run, "--format", form) for form in ("table", "markdown", "csv", "json")))
    assert_told_plainly(arena("replay", run), arena("verify", run), arena("export", run))
    with Store.open(run) as store:
        assert_told_plainly(*(arena("replay", "--", run, one.match_id) for one in store.summaries()))
    for file in run.rglob("*"):
        assert_harmless(file.name)
        if file.suffix == ".toml" and file.parent == run:
            assert_harmless(file.read_text())
