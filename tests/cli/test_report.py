"""`arena report` and `arena tournament --report`: where the page goes, what an unfinished run tells, and its size."""

import contextlib
import errno
import os
import platform
import sqlite3
import subprocess
from pathlib import Path
from random import Random

import pytest

from arena.cli import running
from arena.cli.run_choice import OpenRun
from arena.cli.run_report import MOST_BYTES, report_text, write_report
from arena.records import FaultKind
from arena.reports.neutral import terminal
from tests.cli.in_process import BOARDS, RULED, arena, played, revoked, run_of, whole_run
from tests.cli.test_hostile_text import NAMES, assert_harmless, hostile_records, pair_with
from tests.played import SEED, forfeited, not_begun, spec
from tests.reports.pages import Page, assert_closed

EXAMPLES = Path(__file__).parents[2] / "example_bots" / "python"
BOTS = (EXAMPLES / "lowest_bot.py", EXAMPLES / "random_bot.py")


def read(path: Path) -> Page:
    return Page(path.read_text(encoding="utf-8"))


def test_the_page_goes_into_the_run_and_its_path_to_standard_output(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", whole_run())
    said = arena("report", run)
    path = run / "report.html"
    assert said.out == f"{path}\n"
    assert said.last == f"arena: open it in a browser: {path.as_uri()}"
    assert_closed(path.read_text(encoding="utf-8"))
    page = read(path)
    assert len(page.matches()) == 2 * BOARDS
    assert page.replays.keys() == page.matches().keys()
    assert SEED in page.with_id("run").text
    assert f"arena verify {run}" in page.with_id("run").text


def test_out_says_where_instead(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", whole_run())
    out = tmp_path / "page of the run.html"
    said = arena("report", run, "--out", out)
    assert said.out == f"{out}\n"
    assert said.last.endswith("page%20of%20the%20run.html")
    assert read(out).matches()
    assert not (run / "report.html").exists()


def test_a_pipe_and_a_link_stay_what_they_are(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", whole_run()[:2], finished=False)
    pipe, link, page = tmp_path / "pipe", tmp_path / "link.html", tmp_path / "page.html"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE)
    try:
        arena("report", run, "--out", pipe)
        assert (reader.communicate(timeout=60)[0] or b"").endswith(b"</html>\n")
    finally:
        reader.kill()
    assert pipe.is_fifo()
    link.symlink_to(page)
    arena("report", run, "--out", link)
    assert link.is_symlink()
    assert read(page).matches()


def test_a_run_that_looks_like_an_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_of(tmp_path / "--run", whole_run())
    assert arena("report", "--", "--run").out == "--run/report.html\n"
    told = read(Path("--run/report.html")).with_id("run").text
    assert "arena verify -- --run" in told
    assert f"arena tournament ./--run/tournament.toml --seed {SEED}" in told


def test_without_a_run_it_is_the_newest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_of(tmp_path / "runs" / "friday", whole_run())
    assert arena("report").out == "runs/friday/report.html\n"


def test_an_unfinished_run_tells_whole_boards_and_no_seed(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", [*whole_run()[:2], played(1, "open")], finished=False)
    arena("report", run)
    text = (run / "report.html").read_text(encoding="utf-8")
    assert SEED not in text
    page = Page(text)
    assert page.matches().keys() == page.replays.keys() == {"a~b/0/open", "a~b/0/closed"}
    assert [each.text for each in page.all("p", "warning")][:2] == [
        "The run is unfinished: 3 matches still to be played.",
        "1 match is not counted yet: the other room of the board is still to come.",
    ]
    assert f"arena tournament --resume {run}" in page.with_id("run").text


def test_before_the_first_match(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", [], finished=False)
    arena("report", run)
    page = read(run / "report.html")
    assert not page.matches()
    assert "6 matches still to be played" in page.all("p", "warning")[0].text
    assert "a" in page.with_id("bots").text


def test_a_fault_is_told_with_what_was_asked(tmp_path: Path) -> None:
    record = revoked(0, "open")
    fault = record.result.fault
    assert fault is not None
    run = run_of(tmp_path / "run", [record, played(0, "closed")])
    arena("report", run)
    page = read(run / "report.html")
    told = page.with_id("forfeits").text
    assert f"a~b/0/open, deal {fault.deal}, seat {fault.seat}" in told
    assert fault.detail in told
    assert fault.reply is not None
    assert fault.reply in told
    with OpenRun(run) as opened:
        exported = arena("replay", run, "a~b/0/open").out
        assert opened.game.name in exported
    (link,) = [each for each in page.all("a") if "where it happened" in each.text]
    assert link.attributes["href"] == f"#replay=a~b%2F0%2Fopen&deal={fault.deal}&card={(fault.action_index or 0) + 1}"
    # what was legal follows from the deal: cut off before the fault, its next decision
    deal, decision = legal_at_the_end(run)
    items = [each.text for each in page.all("li") if any(parent.has("legal") for parent in each.parents)]
    assert items == deal
    assert decision in told


def legal_at_the_end(run: Path) -> tuple[list[str], str]:
    """Of the faulted match in the run, by playing its last deal again."""
    from arena.derive import dealt

    with OpenRun(run) as opened:
        record = opened.store.find("a~b/0/open")
    deal = None
    for number, told in enumerate(record.deals):
        deal = dealt(RULED, record.spec.board_key, record.spec.first_dealer, number, deal)
        for action in told.actions:
            deal.apply(action)
    assert deal is not None
    return deal.legal(), deal.decision


@pytest.mark.parametrize("name", [*NAMES[:3], NAMES[16], NAMES[21], NAMES[27]])
def test_what_bots_write_is_text_on_the_page(name: str, tmp_path: Path) -> None:
    names = pair_with(name)
    run = run_of(tmp_path / "run", hostile_records(names), names=names)
    said = arena("standings", run, "--format", "html")
    arena("report", run)
    text = (run / "report.html").read_text(encoding="utf-8")
    for html in (said.out, text):
        assert_harmless(html)
        assert_closed(html)
        assert terminal(name) in Page(html).with_id("standings").text
    page = Page(text)
    told = page.with_id("forfeits").text
    assert "it said \\x1b[2J" in told
    assert not page.all("img")
    assert {match for match in page.matches() if name in match} == page.matches().keys() == page.replays.keys()


# ---- mistakes


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", whole_run()[:2], finished=False)
    file = tmp_path / "file"
    file.touch()
    for out, said in (
        (tmp_path / "nowhere" / "page.html", "no such file or directory"),
        (file / "page.html", "not a directory"),
        (tmp_path, "is a directory; expected a file to write the report to (--out FILE)"),
    ):
        done = arena("report", run, "--out", out, status=2)
        assert done.out == ""
        assert done.err.startswith(f"arena: {out}: ")
        assert done.last.endswith(said)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["file", "run"]


def test_a_full_disk_leaves_the_old_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = run_of(tmp_path / "run", whole_run()[:2], finished=False)
    path = run / "report.html"
    path.write_text("old")
    whole_write = Path.write_text

    def full(self: Path, text: str, encoding: str | None = None) -> int:
        whole_write(self, text[:100], encoding)
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    done = arena("report", run, status=2)
    assert done.last == (
        f"arena: {path}: the report cannot be written: no space left on device (write it elsewhere: --out FILE)"
    )
    assert path.read_text() == "old"
    assert [each.name for each in run.iterdir() if "report" in each.name] == ["report.html"]


def test_no_run(tmp_path: Path) -> None:
    assert "no such run directory" in arena("report", tmp_path / "nowhere", status=2).last


@pytest.mark.parametrize(
    ("column", "place", "value", "said"),
    [
        ("settings", "bots[0].clock", "[]", "the settings that the run keeps are damaged: bots[0].clock: "),
        ("settings", "game", '"<b>"', "unknown game"),
        ("entrants", "[0].name", "7", "arena.db is damaged: 0.name: "),
        ("entrants", "[1].clock.action_ms", "-1", "arena.db is damaged: the clock or the limits of b"),
        ("entrants", "[0].limits.line_bytes", "0", "arena.db is damaged: the clock or the limits of a"),
        ("body", "result.reason", '"</script>"', "arena.db is damaged: result.reason: "),
        ("body", "spec.names[0]", '"B"', "its spec.names can be of no match of this run"),
        ("body", "spec.seats[3]", "7", "its spec.seats can be of no match of this run"),
        ("body", "spec.board_key", '"<b>"', "its spec.board_key can be of no match of this run"),
        ("body", "spec.first_dealer", "4", "its spec.first_dealer can be of no match of this run"),
        ("body", "spec.room", '"x\\ny"', "its spec.room can be of no match of this run"),
        ("body", "result.shares[0]", "0.25", "its result.shares can be of no match of this run"),
        ("body", "result.winner", "2", "its result.winner can be of no match of this run"),
        ("body", "result.scores[0]", "1e17", "its result.scores can be of no match of this run"),
        ("body", "result.fault.seat", "-1", "its result.fault can be of no match of this run"),
        ("body", "timing.total_ms[0]", "1e308", "its timing.total_ms can be of no match of this run"),
        ("body", "timing.decisions", "[]", "its timing.decisions can be of no match of this run"),
        ("body", "deals[0].ms[0]", "-1.5", "its deals.0.ms can be of no match of this run"),
        ("body", "deals[0].actions[0]", '"<b>"', "does not follow the rules"),
        ("body", "tallies", "[{}]", "its tallies can be of no match of this run"),
    ],
)
def test_a_run_that_a_stranger_has_changed_ends_in_a_line(
    column: str, place: str, value: str, said: str, tmp_path: Path
) -> None:
    run = run_of(tmp_path / "run", [played(0, "closed"), played(0, "open"), played(1, "closed"), revoked(1, "open")])
    path = f"${place}" if place.startswith("[") else f"$.{place}"
    changed = f"json_set(cast({column} as text), '{path}', json(?))"
    change = f"update run set {column} = {changed}"
    if column == "body":
        change = f"update record set body = cast({changed} as blob) where cast(body as text) like '%illegal%'"
    with contextlib.closing(sqlite3.connect(run / "arena.db")) as database, database:
        assert database.execute(change, (value,)).rowcount == 1
    done = arena("report", run, status=2)
    assert said in done.last
    assert len(done.err.splitlines()) == 1
    assert not (run / "report.html").exists()


def test_a_run_in_which_one_match_stands_for_all(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", whole_run())
    with contextlib.closing(sqlite3.connect(run / "arena.db")) as database, database:
        database.execute("update match set record = 1")
    assert arena("report", run, status=2).last.endswith("is damaged: it stands where another match should")


# ---- size


def test_the_page_keeps_to_its_bytes_and_tells_the_most_telling(tmp_path: Path) -> None:
    kinds = [FaultKind.TIMEOUT, FaultKind.CRASHED, FaultKind.ILLEGAL]
    records = [played(board, room) for board in range(8) for room in ("open", "closed")]
    for place, kind in enumerate(kinds):
        match = records[2 * place].spec
        records[2 * place] = forfeited(RULED, match, Random(1), kind)
    records[7] = not_begun(RULED, spec(RULED, 3, "closed"), 1)
    run = run_of(tmp_path / "run", records, settings={"boards": 8})
    with OpenRun(run) as opened:
        whole = report_text(opened)
        bare = len(report_text(opened, 0).encode())
        for most in (bare + 20_000, bare + 45_000):
            text = report_text(opened, most)
            assert len(text.encode()) <= most
            page = Page(text)
            assert 4 <= len(page.replays) < 16
            # all matches are listed, and a fault of each kind can be stepped through
            assert len(page.matches()) == 16
            assert {records[2 * place].spec.match_id for place in range(3)} <= page.replays.keys()
            commands = [each.text for each in page.all("code", "command")]
            assert any("arena replay" in command for command in commands)
    assert len(Page(whole).replays) == 16
    assert len(whole.encode()) < MOST_BYTES


def test_as_many_bytes_for_boards_however_many_there_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals are left out first; every match stays in the standings."""
    monkeypatch.setattr("arena.cli.run_report.BOARDS_BYTES", 1_500)
    monkeypatch.setattr("arena.cli.run_report.KEPT_BOARDS", 10)
    records = [played(board, room) for board in range(30) for room in ("open", "closed")]
    run = run_of(tmp_path / "run", records, settings={"boards": 30})
    with OpenRun(run) as opened:
        page = Page(report_text(opened, 0))
    (packed,) = page.all("script", "packed")
    assert len(packed.text) <= 1_500
    (encounter,) = page.encounters()
    with_deals = [board for board, _, rooms in encounter["boards"] if rooms[0][4]]
    assert 0 < len(with_deals) < 10
    assert "30 boards" in page.all("summary")[0].text


# ---- with a tournament


FLAGS = ("--boards", "1", "--no-self-check", "--isolation", "none", "--jobs", "1", "--report")


def test_a_tournament_writes_it_at_its_end(tmp_path: Path) -> None:
    run = tmp_path / "run"
    said = arena("tournament", *BOTS, *FLAGS, "--out", run)
    path = run / "report.html"
    assert "lowest_bot" in said.out
    assert f"arena: report {path} (open it in a browser: {path.as_uri()})\n" in said.err
    assert "arena replay" in said.last
    page = read(path)
    assert len(page.matches()) == 2
    with OpenRun(run) as opened:
        host = next(opened.store.records()).host
    assert platform.release() in host["machine"]
    assert f"Machine{host['machine']}" in page.with_id("run").text.replace("\n", "")


@pytest.mark.parametrize(("boards", "written"), [(1, True), (0, False)])
def test_an_interrupted_one_too_when_there_is_a_whole_board(
    boards: int, written: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def interrupted(*_: object) -> int:
        return 130

    monkeypatch.setattr(running, "check_copy", lambda entrant, bots_dir: None)
    monkeypatch.setattr(running, "_directed", interrupted)
    monkeypatch.setattr(running, "enforced", lambda settings, run_dir: "none: not measured")
    run = run_of(tmp_path / "run", whole_run()[: 2 * boards], finished=False, settings={"isolation": "none"})
    said = arena("tournament", "--resume", run, "--report", status=130)
    assert (run / "report.html").exists() is written
    assert "Go on: arena tournament --resume" in said.last
    if written:
        assert "unfinished" in read(run / "report.html").all("p", "warning")[0].text


def test_it_is_replaced_at_once(tmp_path: Path) -> None:
    """Whoever reads meanwhile has the old page or the new one."""
    run = run_of(tmp_path / "run", whole_run()[:2], finished=False)
    arena("report", run)
    with (run / "report.html").open(encoding="utf-8") as old:
        with OpenRun(run) as opened:
            write_report(opened)
        assert old.read().endswith("</html>\n")
    assert [each.name for each in run.iterdir() if "report" in each.name] == ["report.html"]
