"""A tournament of rogues and honest bots, played once for all tests that look at its report in a browser.

Among them a bot whose name, notes, replies and standard error try to become elements of the page. `page_of` opens a
report from disk in Debian's chromium and keeps what a careful visitor would see: console, errors, requests.
"""

import json
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tests.cli.in_process import arena
from tests.e2e.arena_command import EXAMPLES
from tests.sittings import ROGUES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

INJECTED: Final = "<img src=x onerror=alert(1)>"
"""Its name, and part of all that it says; legal as a name, for all but `~ / *` is."""
TEXT: Final = f"{INJECTED}</script><script>alert(2)</script>\"'><svg onload=alert(3)>\u202e\x1b[2J\u2028"
"""What it says."""
FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
)

# notes beside each answer and noise on standard error; in every second match it says TEXT where an answer is due
_BOT: Final = """\
import json, os, sys
TEXT = {text!r}
matches = asked = 0
for line in sys.stdin.buffer:
    message = json.loads(line)
    if message["type"] == "match_start":
        matches += 1
        asked = 0
        answer = {{"type": "ready", "name": TEXT, "version": TEXT, "author": TEXT}}
    elif message["type"] == "request":
        asked += 1
        legal = message["legal"]
        answer = {{"type": "action", "id": message["id"], "action": legal[-1], "note": TEXT}}
        if matches % 2 == 0 and asked == 5:
            answer["action"] = TEXT
            os.write(2, TEXT.encode())
    else:
        continue
    os.write(1, json.dumps(answer).encode() + b"\\n")
"""

# name in the tournament -> words of its command in tests/rogue_bots, and the kind of its fault (None: it makes none)
ROGUE_BOTS: Final = {
    "revokes": (("revokes.py", "any"), "illegal"),
    "crashes": (("crashes.py", "raise"), "crashed"),
    "late": (("late.py", "0.6"), "timeout"),
}
HONEST_BOTS: Final = {"counting": "counting_bot.py", "lowest": "lowest_bot.py"}


@dataclass(frozen=True, slots=True)
class ReportedRun:
    """`report` is the page of the whole run; `records` are its exported matches by id."""

    run: Path
    report: Path
    records: dict[str, dict[str, Any]]

    def fault_of(self, bot: str) -> dict[str, Any]:
        """The first exported match that this bot lost by a fault within a deal."""
        for record in self.records.values():
            fault = record["result"]["fault"]
            if fault is not None and fault["deal"] is not None:
                entrant = record["entrants"][record["seats"][fault["seat"]]]
                if entrant["name"] == bot:
                    return record
        raise AssertionError(f"{bot} made no fault")


def played_run(folder: Path) -> ReportedRun:
    """Play the tournament below `folder` and write its report; a few seconds."""
    (folder / "evil").mkdir()
    (folder / "evil" / "bot.py").write_text(_BOT.format(text=TEXT), encoding="utf-8")
    file = folder / "rogues.toml"
    file.write_text(_tournament(folder / "evil"), encoding="utf-8")
    run = folder / "run"
    said = arena("tournament", file, "--out", run, "--no-self-check", "--report")
    assert str(run / "report.html") in said.err
    records = [json.loads(line) for line in arena("export", run).out.splitlines()]
    return ReportedRun(run, run / "report.html", {record["match"]: record for record in records})


def _tournament(evil: Path) -> str:
    lines = [
        'name = "rogues"',
        f'seed = "{"5eed" * 16}"',
        "boards = 2",
        "max_deals = 6",
        'isolation = "none"',
        "tables = 4",
    ]
    lines += ["[clock]", "start_ms = 30000", "action_ms = 10000", "bank_ms = 0", "exit_ms = 100"]
    for name, script in HONEST_BOTS.items():
        lines += ["[[bots]]", f'name = "{name}"', f"path = {json.dumps(str(EXAMPLES / script))}"]
    lines += ["[[bots]]", f'name = "{INJECTED}"', f"path = {json.dumps(str(evil))}"]
    lines += [f'command = [{json.dumps(sys.executable)}, "-S", "bot.py"]']
    for name, (words, kind) in ROGUE_BOTS.items():
        command = json.dumps([sys.executable, "-S", *words])
        lines += ["[[bots]]", f'name = "{name}"', f"path = {json.dumps(str(ROGUES))}", f"command = {command}"]
        lines += ["clock = { action_ms = 100 }"] if kind == "timeout" else []
    return "\n".join(lines) + "\n"


# ---- in the browser


@dataclass(slots=True)
class Heard:
    """What the page did beside what it shows; all of it should stay empty but for the file itself in `requests`."""

    console: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    dialogs: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def assert_nothing(self, report: Path) -> None:
        """No message, no error, no dialog, and no request but the one for the page."""
        assert (self.console, self.errors, self.dialogs) == ([], [], [])
        assert {request.partition("#")[0] for request in self.requests} == {report.as_uri()}


@contextmanager
def browser() -> Iterator["Browser"]:
    """Debian's chromium, without a window; it ends with the block."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(FLAGS))
        yield started
        started.close()


@contextmanager
def page_in(
    browser: "Browser", report: Path, fragment: str = "", *, width: int = 1280, **context: Any
) -> Iterator[tuple["Page", Heard]]:
    """The report opened from disk, in a context of its own; `fragment` such as `#replay=…`."""
    of_its_own = browser.new_context(viewport={"width": width, "height": 900}, **context)
    page = of_its_own.new_page()
    heard = Heard()
    page.on("console", lambda message: heard.console.append(message.text))
    page.on("pageerror", lambda problem: heard.errors.append(str(problem)))
    page.on("request", lambda request: heard.requests.append(request.url))

    def dismissed(dialog: Any) -> None:
        heard.dialogs.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", dismissed)
    page.goto(report.as_uri() + fragment)
    yield page, heard
    of_its_own.close()


@contextmanager
def page_of(report: Path, fragment: str = "", *, width: int = 1280, **context: Any) -> Iterator[tuple["Page", Heard]]:
    """`page_in` a browser of its own."""
    with browser() as started, page_in(started, report, fragment, width=width, **context) as opened:
        yield opened
