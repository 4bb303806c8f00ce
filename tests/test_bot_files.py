"""Bots' files: what is found, what each mistake is called, what is copied, built, checked, and what a bot is given."""

import hashlib
import json
import os
import re
import select
import shutil
import socket
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena import bot_builds, bot_files, bot_folders, bot_programs
from arena.bot_files import (
    BotSource,
    SourceKind,
    bundled_bots_dir,
    changed_since,
    check_copy,
    copy_into,
    environment,
    hint_for,
    name_entrants,
    resolve,
    sdk_dir,
)
from arena.errors import BotFileError, SettingsError
from arena.records import Clock, Entrant, Isolation, Limits
from arena.setting_values import name_fault
from arena.tournament_file import BotEntry, Settings, bot_entry, load

PYTHON = sys.executable
SHELL = "#!/bin/sh\necho ok\n"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def file(path: str, text: str = "", *, executable: bool = False) -> Path:
    made = Path(path).absolute()
    made.parent.mkdir(parents=True, exist_ok=True)
    made.write_text(text)
    made.chmod(0o755 if executable else 0o644)
    return made


def folder(name: str, toml: str | None, files: Mapping[str, str] | None = None) -> Path:
    """A folder of a bot; of `files`, those that begin with #! are executable."""
    Path(name).mkdir()
    if toml is not None:
        file(f"{name}/bot.toml", toml)
    for path, text in (files or {}).items():
        file(f"{name}/{path}", text, executable=text.startswith("#!"))
    return Path(name).absolute()


def found(word: str) -> BotSource:
    return resolve(bot_entry(word))


def placed(source: BotSource, name: str = "x") -> Entrant:
    return copy_into(source, "run/bots", name, Settings())


def copied(word: str) -> tuple[Path, tuple[str, ...]]:
    """The folder of the copy, and the command with the copy written as COPY."""
    entrant = placed(found(word))
    assert entrant.folder is not None
    return Path(entrant.folder), tuple(part.replace(entrant.folder, "COPY") for part in entrant.command)


def refused(entry: BotEntry | str) -> str:
    """The one line said of a bot, whether it is found out before or at the copy."""
    with pytest.raises(BotFileError) as caught:
        placed(resolve(bot_entry(entry) if isinstance(entry, str) else entry))
    line = str(caught.value)
    assert "\n" not in line
    assert "\x1b" not in line
    return line


# ---- scripts


@pytest.mark.parametrize(
    ("name", "text", "command"),
    [
        ("a.py", "", (PYTHON, "COPY/a.py")),
        ("a.sh", "", (bot_programs.program_called("bash"), "COPY/a.sh")),
        ("a.b.py", "", (PYTHON, "COPY/a.b.py")),
        ("a", SHELL, ("COPY/a",)),
        ("a.rb", "#!/usr/bin/env sh\n", ("COPY/a.rb",)),
        ("a.rb", "#!/usr/bin/env -S sh -e\n", ("COPY/a.rb",)),
        ("a.rb", "#! /usr/bin/env A=b sh\n", ("COPY/a.rb",)),
        ("a.exe", "\x7fELF and so on", ("COPY/a.exe",)),
    ],
)
def test_a_script_runs_with_its_interpreter_or_by_itself(name: str, text: str, command: tuple[str, ...]) -> None:
    file(name, text, executable=text != "")
    file("neighbour.py")
    copy, found_command = copied(name)
    assert found_command == command
    assert [path.name for path in copy.iterdir()] == [name]


def test_a_javascript_bot_needs_node(monkeypatch: pytest.MonkeyPatch) -> None:
    file("a.js")
    file("bin/node", SHELL, executable=True)
    monkeypatch.setenv("PATH", "/nowhere")
    assert refused("a.js") == (
        '"a.js" needs node: "node" is not on this machine\'s PATH (install Node.js, e.g. apt install nodejs)'
    )
    monkeypatch.setenv("PATH", str(Path("bin").absolute()))
    assert copied("a.js")[1] == (str(Path("bin/node").absolute()), "COPY/a.js")


@pytest.mark.parametrize(
    ("command", "args", "expected"),
    [
        (("sh", "a.x"), (), ("/bin/sh", "COPY/a.x")),
        (("sh", "./a.x", "b"), ("--fast",), ("/bin/sh", "COPY/a.x", "b", "--fast")),
        (("sh",), ("--fast",), ("/bin/sh", "COPY/a.x", "--fast")),
        (("python3", "-S"), (), (PYTHON, "-S", "COPY/a.x")),
        ((PYTHON, "a.x"), (), (PYTHON, "COPY/a.x")),
        (("./a.x", "b"), ("c",), ("COPY/a.x", "b", "c")),
    ],
)
def test_a_script_with_a_command_of_its_own(
    command: tuple[str, ...], args: tuple[str, ...], expected: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/bin")
    file("a.x", SHELL, executable=True)
    entrant = placed(resolve(BotEntry(path="a.x", command=command, args=args)))
    assert entrant.command == tuple(part.replace("COPY", entrant.folder or "") for part in expected)


SCRIPTS = [
    ("none.py", None, False, '"none.py" does not exist'),
    (
        *("a.rb", "x", False),
        '"a.rb" is not executable (chmod +x it and begin it with #!/usr/bin/env ruby, '
        'or name its interpreter in bot.toml: command = ["ruby", "a.rb"])',
    ),
    (
        *("a.lua", "#!/bin/lua\n", False),
        '"a.lua" is not executable (chmod +x it, or name its interpreter in bot.toml: command = ["lua", "a.lua"])',
    ),
    ("a", "x", False, '"a" is not executable (chmod +x it and begin it with #!/usr/bin/env python3)'),
    ("a", "\x7fELF", False, '"a" is not executable (chmod +x it)'),
    ("a", "echo", True, '"a" has no first line such as #!/usr/bin/env python3 and is no program (add one)'),
    ("a.pl", "echo", True, '"a.pl" has no first line such as #!/usr/bin/env perl and is no program (add one, or name'),
    ("a", "", True, '"a" has no first line such as'),
    ("a", "#!/bin/sh\r\n", True, '"a" ends its first line with a carriage return (save it with Unix line ends)'),
    ("a", "#!/no/such\n", True, '"a" names "/no/such" in its first line, which is not on this machine'),
    (
        "a",
        "#!/usr/bin/env nosuch\n",
        True,
        '"a" needs "nosuch" by its first line: "nosuch" is not on this machine\'s P',
    ),
    ("a", "#!\n", True, '"a" has an empty first line #! (name an interpreter there)'),
    (
        "a~b.py",
        "",
        False,
        '"a~b.py": the name "a~b" contains "~"; none of ~ / * may stand in a name (give it another: ',
    ),
    ("a\x1b.py", "", False, '"a\\x1b.py": the name "a\\x1b" contains a character that cannot be printed'),
    (f"{'x' * 65}.py", "", False, f'"{"x" * 65}.py": the name "xxxxxxxxxxxxxxxxxxxx…" has 65 characters'),
    (" a.py", "", False, '" a.py": the name " a" has a space at one end'),
    (f"{'x' * 300}.py", None, False, f'"{"x" * 300}.py" cannot be read (file name too long)'),
    ("a.py/b", None, False, '"a.py/b" does not exist'),
]


@pytest.mark.parametrize(("name", "text", "executable", "said"), SCRIPTS, ids=[said[:40] for *_, said in SCRIPTS])
def test_mistakes_with_scripts(name: str, text: str | None, executable: bool, said: str) -> None:
    if text is not None:
        file(name, text, executable=executable)
    assert refused(name).startswith(said)


def test_a_bot_that_is_neither_a_file_nor_a_folder() -> None:
    os.mkfifo("pipe")
    os.symlink("nothing", "link")
    os.symlink("loop", "loop")
    assert refused("pipe") == '"pipe" is neither a file nor a folder'
    assert refused("link") == '"link" is neither a file nor a folder'
    assert "loop" in refused("loop")


def test_a_file_name_that_is_not_text() -> None:
    Path(os.fsdecode(b"\xff.py")).touch()
    with pytest.raises(SettingsError, match="is not UTF-8"):
        found(os.fsdecode(b"\xff.py"))


def test_a_link_to_a_script_is_the_script_under_the_links_name() -> None:
    file("a.py", "x")
    os.symlink("a.py", "b.py")
    assert found("b.py").name == "b"
    assert (copied("b.py")[0] / "b.py").read_text() == "x"


def test_the_address_in_a_tournament_file_is_said() -> None:
    file("a.rb")
    folder("d", None)
    toml = """
    [[bots]]
    path = "a.rb"
    [[bots]]
    path = "d"
    [[bots]]
    path = "a.rb"
    command = ["nosuch"]
    [[bots]]
    command = ["./nosuch"]
    [[bots]]
    command = ["nosuch"]
    """
    lines = [refused(entry) for entry in load(file("t/a.toml", toml.replace('path = "', 'path = "../'))).bots]
    at = f"{Path('t/a.toml').absolute()}:"
    assert lines == [
        f'{at}3: bots[0].path: "a.rb" is not executable (chmod +x it and begin it with #!/usr/bin/env ruby, or '
        'name its interpreter in bot.toml: command = ["ruby", "a.rb"])',
        f'{at}5: bots[1].path: "d" is a folder without bot.toml (add one with a line such as '
        'command = ["python", "bot.py"])',
        f'{at}8: bots[2].command: "nosuch" is not on this machine\'s PATH',
        f'{at}10: bots[3].command: "t/nosuch" does not exist',
        f'{at}12: bots[4].command: "nosuch" is not on this machine\'s PATH',
    ]


# ---- folders


def test_a_folder_is_copied_without_what_can_be_made_again() -> None:
    left_out = [
        ".git/x",
        "__pycache__/x",
        ".venv/x",
        "node_modules/x",
        "target/x",
        "deep/__pycache__/x",
        "env/bin/python",
    ]
    files = dict.fromkeys([*left_out, "env/pyvenv.cfg", "deep/data.txt", "target.txt", "bot.py"], "x") | {"run": SHELL}
    folder("f", 'name = "Bot"\ncommand = ["python", "bot.py", "deep/data.txt", "deep", "--x"]', files)
    os.symlink("deep/data.txt", "f/link.txt")
    copy, command = copied("f")
    assert command == (PYTHON, "COPY/bot.py", "COPY/deep/data.txt", "deep", "--x")
    stand = sorted(path.relative_to(copy).as_posix() for path in copy.rglob("*") if path.is_file())
    assert stand == ["bot.py", "bot.toml", "deep/data.txt", "link.txt", "run", "target.txt"]
    assert not (copy / "link.txt").is_symlink()
    assert {path.name for path in copy.rglob("*") if path.is_file() and os.access(path, os.X_OK)} == {"run"}
    assert all(path.stat().st_mode & 0o222 == 0 for path in copy.rglob("*") if path.is_file())


@pytest.mark.parametrize(
    ("toml", "command"),
    [
        ('command = ["./run"]', ("COPY/run",)),
        ('command = ["run", "run"]', ("COPY/run", "COPY/run")),
        ('command = ["HERE/run"]', ("COPY/run",)),
        ('command = ["python", "-m", "bot"]', (PYTHON, "-m", "bot")),
        # code and words of a bot's own may look like the name of a script
        ('command = ["python", "-c", "x.py"]', (PYTHON, "-c", "x.py")),
        ('command = ["./run", "x.py"]', ("COPY/run", "x.py")),
        ('command = ["python", "bot.py", "x.py"]', (PYTHON, "COPY/bot.py", "x.py")),
        ('command = ["/bin/sh", "bot.py"]', ("/bin/sh", "COPY/bot.py")),
        ('command = ["/bin/sh", "HERE/bot.py"]', ("/bin/sh", "COPY/bot.py")),
        ('command = [".venv/bin/python", "bot.py"]', ("HERE/.venv/bin/python", "COPY/bot.py")),
        ('command = ["HERE/.venv/bin/python", "bot.py"]', ("HERE/.venv/bin/python", "COPY/bot.py")),
        (f'command = ["python", "{"x" * 5000}"]', (PYTHON, "x" * 5000)),
    ],
)
def test_what_a_command_means(toml: str, command: tuple[str, ...]) -> None:
    here = str(Path("f").absolute())
    folder(
        "f", toml.replace("HERE", here), {"run": SHELL, "bot.py": "", ".venv/bin/python": SHELL, ".venv/pyvenv.cfg": ""}
    )
    assert copied("f")[1] == tuple(part.replace("HERE", here) for part in command)


def test_names_of_folders() -> None:
    folder("v1.2", 'command = ["true"]')
    folder("w", 'name = "Other"\ncommand = ["true"]')
    assert [found(word).name for word in ("v1.2", "w", "Mine=w")] == ["v1.2", "Other", "Mine"]
    assert found("v1.2").kind is SourceKind.FOLDER


def test_the_entrys_command_replaces_the_folders() -> None:
    folder("f", 'command = ["nosuch"]', {"bot.py": ""})
    folder("plain", None, {"bot.py": ""})
    for path in ("f", "plain"):
        entrant = placed(resolve(BotEntry(path=path, command=("python", "bot.py"), args=("bot.py",), env={"A": "b"})))
        assert entrant.command == (PYTHON, f"{entrant.folder}/bot.py", f"{entrant.folder}/bot.py")
        assert entrant.env == {"A": "b"}
    assert refused(BotEntry(path="f", command=("./no",))) == '"./no" is not in the bot\'s folder'


FOLDERS = [
    (None, '"f" is a folder without bot.toml (add one with a line such as command = ["python", "bot.py"])'),
    ("", 'f/bot.toml: command: is missing (a list, such as command = ["python", "bot.py"])'),
    ('\ncomand = ["x"]', 'f/bot.toml:2: unknown key "comand"; did you mean "command"?'),
    (
        'command = "python bot.py"',
        'f/bot.toml:1: command: expected a list, such as ["python", "bot.py"], got "python b',
    ),
    ("command = []", "f/bot.toml:1: command: expected a list that begins with a program, got an empty one"),
    ('command = ["true"]\nname = "a/b"', 'f/bot.toml:2: name: the name "a/b" contains "/"'),
    (
        'command = ["true"]\nnetwork = true',
        "f/bot.toml:2: network: is the organiser's to set, in the tournament file",
    ),
    ("command = [\n", "f/bot.toml:1: not TOML: "),
    ('command = ["nosuch"]', 'f/bot.toml:1: command: "nosuch" is not on this machine\'s PATH'),
    ('command = ["./nosuch"]', 'f/bot.toml:1: command: "./nosuch" is not in the bot\'s folder'),
    ('command = ["/no/such"]', 'f/bot.toml:1: command: "/no/such" does not exist'),
    ('command = ["/tmp"]', 'f/bot.toml:1: command: "/tmp" is a folder, not a program'),
    (
        'command = ["bot.py"]',
        'f/bot.toml:1: command: "bot.py" is not executable (chmod +x it and begin it with #!/usr/bin/env python3, or '
        'name its interpreter in bot.toml: command = ["python3", "bot.py"])',
    ),
    (
        'command = ["python", "-u", "bto.py"]',
        'f/bot.toml:1: command: "bto.py" is no file of the bot\'s folder (it has "bot.py")',
    ),
    ('command = ["sh", "./bot.sh"]', 'f/bot.toml:1: command: "./bot.sh" is no file of the bot\'s folder'),
    ('command = ["target/x"]', 'f/bot.toml:1: command: "target/x": target/ is not copied; make it with build = [...]'),
    (
        'command = ["python", "../outside.py"]',
        'f/bot.toml:1: command: "../outside.py" is outside the bot\'s folder, whi',
    ),
    ('command = ["true"]\nbuild = ["nosuch"]', 'f/bot.toml: build: "nosuch" is not on this machine\'s PATH'),
    ('command = ["true"]\nbuild = ["./bot.py"]', 'f/bot.toml: build: "./bot.py" is not executable'),
    ('command = ["./made"]\nbuild = ["true"]', '"f" has a build that does not make "./made"'),
    ('command = ["made"]\nbuild = ["true"]', '"f" has a build that does not make "made"'),
    ('command = ["./made"]\nbuild = ["touch", "made"]', '"f" cannot be started: "./made" is not executable'),
    (
        'command = ["true"]\nbuild = ["false"]',
        '"f" cannot be used: its build exited with status 1: it said nothing (build: ',
    ),
    (
        'command = ["true"]\nbuild = ["sh", "-c", "kill -9 $$"]',
        '"f" cannot be used: its build was killed by SIGKILL: it',
    ),
    (
        'command = ["true"]\nbuild = ["sh", "-c", "for i in 1 2 3 4 5 6; do echo \\u001b$i >&2; done; exit 7"]',
        '"f" cannot be used: its build exited with status 7: \\x1b2 | \\x1b3 | \\x1b4 | \\x1b5 | \\x1b6 (build: ',
    ),
]


@pytest.mark.parametrize(("toml", "said"), FOLDERS, ids=[str(toml) for toml, _ in FOLDERS])
def test_mistakes_with_folders(toml: str | None, said: str) -> None:
    file("outside.py")
    folder("f", toml, {"bot.py": "", "target/x": SHELL})
    assert refused("f").startswith(said)


def test_a_bot_toml_that_is_not_text() -> None:
    (folder("f", "") / "bot.toml").write_bytes(b"command = ['\xff']")
    assert refused("f") == "f/bot.toml:1: not UTF-8 text (byte 0xff)"


def test_what_cannot_be_copied() -> None:
    for name in ("out", "nothing", "inner", "fifo", "bytes"):
        folder(name, 'command = ["true"]', {"deep/x": ""})
    os.symlink("/etc/passwd", "out/deep/l")
    os.symlink("no", "nothing/l")
    os.symlink("deep", "inner/l")
    os.mkfifo("fifo/l")
    Path(os.fsdecode(b"bytes/\xff")).touch()
    said = {name: refused(name).removeprefix(f'"{name}" cannot be copied: ') for name in os.listdir() if name != "run"}
    assert said == {
        "out": '"deep/l" is a link out of the folder, to /etc/passwd; only the folder is copied',
        "nothing": '"l" is a link to nothing',
        "inner": '"l" is a link to a folder; links to files alone are copied',
        "fifo": '"l" is neither a file nor a folder',
        "bytes": 'the file name "\\udcff" is not UTF-8',
    }


def test_a_socket_is_no_bot() -> None:
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind("s")
        assert refused("s") == '"s" is neither a file nor a folder'


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_what_may_not_be_read() -> None:
    file("a.py").chmod(0)
    file("d/a.py").parent.chmod(0)
    assert "cannot be copied" in refused("a.py")
    assert "permission denied" in refused("d/a.py")
    Path("d").chmod(0o755)


def test_a_file_that_cannot_be_read_or_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    file("a.py")

    def denied(self: Path) -> bool:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "is_dir", denied)
    assert refused("a.py") == '"a.py" cannot be read (permission denied)'


def test_unreadable_parts_of_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    folder("f", 'command = ["true"]', {"deep/x": ""})

    def denied(path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "scandir", denied)
    assert refused("f").startswith('"f" cannot be copied: "" cannot be read (Permission denied)')


# ---- bare commands


def test_a_bare_command_runs_where_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/bin")
    engine, script = file("bots/engine.x", SHELL, executable=True), file("bots/bot.py")
    rows = [
        (("./engine.x", "--fast"), "engine", (str(engine), "--fast")),
        (("python3", "bot.py"), "bot", (PYTHON, str(script))),
        (("sh", "-c", "exit"), "sh", ("/bin/sh", "-c", "exit")),
        (("/bin/sh", "./bot.py"), "sh", ("/bin/sh", str(script))),
    ]
    for command, name, expected in rows:
        source = resolve(BotEntry(command=command), "bots")
        entrant = placed(source)
        assert (source.kind, source.name, entrant.folder) == (SourceKind.COMMAND, name, None)
        assert entrant.command == expected
        check_copy(entrant, "run/bots")
    assert not Path("run").exists()


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("nosuch", '"nosuch" is not on this machine\'s PATH'),
        ("nosuch\x1b", '"nosuch\\x1b" is not on this machine\'s PATH'),
        ("./nosuch", '"nosuch" does not exist'),
        ("./d", '"d" is a folder, not a program'),
        ("./x", '"x" is not executable (chmod +x it and begin it with #!/usr/bin/env python3)'),
        ("./" + "x" * 300, f'"{"x" * 300}" does not exist'),
    ],
)
def test_mistakes_with_bare_commands(command: str, said: str) -> None:
    Path("d").mkdir()
    file("x")
    assert refused(BotEntry(command=(command,))) == said


def test_a_bare_command_that_changed_is_refused_on_resume() -> None:
    file("x", SHELL, executable=True)
    entrant = placed(resolve(BotEntry(command=("./x",))), "Engine")
    file("x", SHELL + "# changed", executable=True)
    with pytest.raises(BotFileError, match=r'^bot "Engine": its program has changed since the run began'):
        check_copy(entrant, "run/bots")


def test_a_bare_commands_file_name_must_be_text() -> None:
    path = Path(os.fsdecode(b"\xff"))
    path.write_text(SHELL)
    path.chmod(0o755)
    with pytest.raises(SettingsError, match="is not UTF-8"):
        resolve(BotEntry(name="x", command=(f"./{path}",)))


# ---- digests


def digest(rows: list[tuple[str, bool, bytes]]) -> str:
    """By the contract's words: SHA-256 over the sorted list of (path, execute bit, SHA-256 of content)."""
    listed = sorted([path, executable, hashlib.sha256(content).hexdigest()] for path, executable, content in rows)
    return (
        "sha256:" + hashlib.sha256(json.dumps(listed, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()
    )


def test_the_digest_is_of_paths_execute_bits_and_contents() -> None:
    toml = 'command = ["true"]'
    folder("f", toml, {"é/b": "x", "a": SHELL, ".git/x": ""})
    assert found("f").digest == digest(
        [("é/b", False, b"x"), ("a", True, SHELL.encode()), ("bot.toml", False, toml.encode())]
    )
    file("s.py", "y")
    assert found("s.py").digest == digest([("s.py", False, b"y")])


def test_a_digest_that_never_changes() -> None:
    file("bot.py", "print()\n")
    assert found("bot.py").digest == "sha256:335d72b00d1d14abf0b53a0d9e6185255895c44acab7ceb58900777ec135c623"


@pytest.mark.parametrize("change", ["content", "mode", "name", "new"])
def test_any_change_is_another_digest(change: str) -> None:
    here = folder("f", 'command = ["true"]', {"x": ""})
    source = found("f")
    assert changed_since(source.entry, source.digest) is None
    match change:
        case "content":
            file("f/x", "y")
        case "mode":
            (here / "x").chmod(0o755)
        case "name":
            (here / "x").rename(here / "z")
        case "new":
            file("f/y")
    assert changed_since(source.entry, source.digest) == "the original, f, has changed; the run keeps to its own copy"


def test_an_original_that_is_gone() -> None:
    file("a.py")
    source = found("a.py")
    Path("a.py").unlink()
    said = 'the original can no longer be read: "a.py" does not exist'
    assert changed_since(source.entry, source.digest) == said


# ---- the copy


def test_entrants_are_what_the_settings_say() -> None:
    file("a.py")
    entry = BotEntry.model_validate({"path": "a.py", "env": {"X": "1"}, "clock": {"action_ms": "untimed"}})
    source = resolve(entry)
    entrant = copy_into(source, "run/bots", "Name", Settings())
    assert (entrant.name, entrant.digest, entrant.env) == ("Name", source.digest, {"X": "1"})
    assert (entrant.clock, entrant.limits) == (Clock(10_000, None, 5_000, 500), Limits(65_536, 65_536))
    assert (entrant.isolation, entrant.network, entrant.pondering) == (Isolation.AUTO, False, False)
    assert entrant.folder == str(Path("run/bots", source.digest.removeprefix("sha256:")).absolute())


def test_an_entrant_is_confined_as_its_entry_and_the_tournament_say() -> None:
    file("a.py")
    settings = Settings.model_validate({"isolation": "strong", "pondering": True, "limits": {"memory_mb": 64}})
    own = {"isolation": "limits", "network": True, "pondering": False, "limits": {"memory_mb": 2048, "files": 99}}
    plain, special = (
        copy_into(resolve(BotEntry.model_validate({"path": "a.py"} | more)), "run/bots", "Name", settings)
        for more in ({}, own)
    )
    assert (plain.isolation, plain.network, plain.pondering) == (Isolation.STRONG, False, True)
    assert (plain.limits.memory_mb, plain.limits.files) == (64, 256)
    assert (special.isolation, special.network, special.pondering) == (Isolation.LIMITS, True, False)
    assert (special.limits.memory_mb, special.limits.files) == (2048, 99)


BUILD = 'command = ["./made"]\nbuild = ["sh", "build.sh"]'
BUILDS = {"build.sh": "printf '#!/bin/sh\\n' > made; chmod +x made; mkdir target; ln -s ../made target/l"}


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The copies that were built, as it happens."""
    done: list[Path] = []

    def counted(build: bot_builds.Build, copy: Path) -> None:
        done.append(copy)
        bot_builds.run_build(build, copy)

    monkeypatch.setattr(bot_files, "run_build", counted)
    return done


def test_one_copy_and_one_build_for_all_bots_of_one_digest(builds: list[Path]) -> None:
    folder("f", BUILD, BUILDS)
    folder("g", BUILD, BUILDS)
    first, again, other = placed(found("f")), placed(found("f")), placed(found("g"), "y")
    assert first.command == again.command == other.command == (f"{first.folder}/made",)
    assert builds == [Path(first.folder or "")]
    check_copy(first, "run/bots")


def test_a_build_sees_arenas_python_its_scratch_and_nothing_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "x")
    folder(
        "f", 'command = ["true"]\nbuild = ["python", "build.py"]', {"build.py": "import os; print(dict(os.environ))"}
    )
    copy, _ = copied("f")
    said = copy.with_name(copy.name + ".build.log").read_text()
    assert "SECRET" not in said
    scratch = re.search(r"'HOME': '(.*?)'", said)
    assert scratch is not None
    assert not Path(scratch.group(1)).exists()


def test_a_virtual_environment_that_the_build_makes_comes_before_the_authors_own() -> None:
    build = 'build = ["sh", "-c", "mkdir -p .venv/bin; cp run .venv/bin/python; touch .venv/pyvenv.cfg"]\n'
    files = {"run": SHELL, ".venv/bin/python": SHELL, ".venv/pyvenv.cfg": ""}
    folder("f", build + 'command = [".venv/bin/python"]', files)
    folder("g", 'build = ["true"]\ncommand = [".venv/bin/python"]', files)
    assert copied("f")[1] == ("COPY/.venv/bin/python",)
    assert copied("g")[1] == (str(Path("g/.venv/bin/python").absolute()),)


@pytest.fixture
def _unboxed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Builds see the numbers of their processes as we do."""
    monkeypatch.setattr(bot_files, "level_for_builds", lambda level: level)


@pytest.mark.usefixtures("_unboxed")
def test_a_build_that_takes_too_long_is_ended_with_all_that_it_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_builds, "BUILD_SECONDS", 0.3)
    folder("f", 'command = ["true"]\nbuild = ["sh", "-c", "sleep 1000 & echo $!; wait"]')
    said = refused("f")
    assert "its build took longer than 0.3 s: " in said
    assert is_gone(int(re.findall(r"s: (\d+) ", said)[0]))


@pytest.mark.usefixtures("_unboxed")
def test_what_a_build_leaves_running_is_ended() -> None:
    folder("f", 'command = ["true"]\nbuild = ["sh", "-c", "sleep 1000 & echo $!"]')
    copy, _ = copied("f")
    assert is_gone(int(copy.with_name(copy.name + ".build.log").read_text()))


def is_gone(pid: int) -> bool:
    """Whether a process ends: a kill that was sent takes a moment, and 20 s pass only for one that was not."""
    try:
        process = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([process], [], [], 20)[0])
    finally:
        os.close(process)


def test_a_copy_that_was_interrupted_is_made_again(builds: list[Path]) -> None:
    folder("f", BUILD, BUILDS)
    entrant = placed(found("f"))
    assert entrant.folder is not None
    copy = Path(entrant.folder)
    copy.with_name(copy.name + ".json").unlink()
    (copy / "made").unlink()
    file(f"run/bots/.{copy.name}.part/rest")
    assert placed(found("f")) == entrant
    check_copy(entrant, "run/bots")
    assert builds == [copy, copy]
    assert not Path(f"run/bots/.{copy.name}.part").exists()


@pytest.mark.parametrize("built", [False, True])
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("echo x > FOLDER/build.sh", "the run's copy of it has changed since the run began: build.sh"),
        ("chmod +x FOLDER/build.sh", "the run's copy of it has changed since the run began: build.sh"),
        ("rm FOLDER/build.sh", "the run's copy of it has changed since the run began: build.sh"),
        ("touch FOLDER/new", "the run's copy of it has changed since the run began: new"),
        ("ln -s /etc FOLDER/new", "the run's copy of it has changed since the run began: new"),
        ("rm -r FOLDER", "the run's copy of it has changed since the run began: "),
        ("rm FOLDER.json", "the run's copy of it is missing from run/bots"),
        ("echo [] > FOLDER.json", "the run's copy of it has an unreadable list of files, "),
        ("echo x > FOLDER.json", "the run's copy of it has an unreadable list of files, "),
        ("sed -i s/bot.toml/bot.tom/ FOLDER.json", "the run's copy of it has changed since the run began: bot.tom"),
    ],
)
def test_a_copy_that_changed_is_refused(change: str, said: str, built: bool) -> None:
    folder("f", BUILD if built else 'command = ["true"]', BUILDS)
    entrant = placed(found("f"), "Bot")
    check_copy(entrant, "run/bots")
    subprocess.run(["sh", "-c", change.replace("FOLDER", entrant.folder or "")], check=True)
    with pytest.raises(BotFileError, match=f'^bot "Bot": {re.escape(said)}'):
        check_copy(entrant, "run/bots")


def test_a_list_of_files_that_was_rewritten_with_the_files_is_found_out() -> None:
    folder("f", 'command = ["true"]')
    entrant = placed(found("f"))
    copy = Path(entrant.folder or "")
    file(f"{copy}/new")
    manifest = copy.with_name(copy.name + ".json")
    listed = json.loads(manifest.read_text()) | {"files": bot_folders.contents(copy)}
    manifest.write_text(json.dumps(listed))
    with pytest.raises(BotFileError, match="its list of files does not fit its digest"):
        check_copy(entrant, "run/bots")


def test_pythons_caches_do_not_change_a_copy() -> None:
    entrant = placed(found(str(folder("f", 'command = ["true"]'))))
    file(f"{entrant.folder}/__pycache__/x.pyc")
    check_copy(entrant, "run/bots")


def test_a_file_that_changes_while_it_is_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    file("a.py", "x")
    source = found("a.py")
    file("a.py", "y")
    with pytest.raises(BotFileError, match="cannot be used: its files changed while they were copied; try again"):
        placed(source)
    assert os.listdir("run/bots") == []


def test_a_copy_that_the_disk_refuses() -> None:
    file("a.py")
    file("run")
    assert refused("a.py").startswith('"a.py" cannot be used: cannot be copied to ')


def test_a_copy_can_be_removed_with_its_run() -> None:
    placed(found(str(folder("f", BUILD, BUILDS))))
    shutil.rmtree("run")
    assert not Path("run").exists()


# ---- names


def named(*names: str) -> tuple[list[str], list[str]]:
    base = resolve(BotEntry(command=("sh",)))
    return name_entrants([replace(base, name=name) for name in names])


@pytest.mark.parametrize(
    ("names", "given"),
    [
        (["a", "b"], ["a", "b"]),
        (["a", "a", "a"], ["a", "a-2", "a-3"]),
        (["a", "a-2", "a"], ["a", "a-2", "a-3"]),
        (["a", "a", "a-2"], ["a", "a-3", "a-2"]),
        (["a-2", "a-2", "a"], ["a-2", "a-2-2", "a"]),
        (["x" * 64, "x" * 64], ["x" * 64, "x" * 62 + "-2"]),
        (["x" * 61 + " yz", "x" * 61 + " yz"], ["x" * 61 + " yz", "x" * 61 + "-2"]),
    ],
)
def test_a_further_bot_of_one_name_gets_a_number(names: list[str], given: list[str]) -> None:
    assert named(*names)[0] == given


def test_a_number_is_said() -> None:
    assert named("a", "b", "a")[1] == ['two bots are called "a": the later one plays as "a-2"']
    assert named("a", "b")[1] == []


@given(st.lists(st.sampled_from(["a", "a-2", "a-3", "a-2-2", "x" * 64, "x" * 62 + "-2"]), max_size=12))
def test_names_are_unique_and_valid_and_the_first_bearer_keeps_its_own(names: list[str]) -> None:
    given = named(*names)[0]
    assert len(set(given)) == len(names)
    assert all(name_fault(name) is None for name in given)
    for name in set(names):
        assert given[names.index(name)] == name


# ---- what a bot is given


def entrant(command: tuple[str, ...] = (PYTHON, "x"), folder: str | None = None, **env: str) -> Entrant:
    return Entrant("x", "sha256:0", command, folder, Clock(1, 1, 1, 1), Limits(1, 1), env)


def test_the_environment_is_built_from_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for key in ("SECRET", "PYTHONUNBUFFERED", "PYTHONPATH", "LC_ALL"):
        monkeypatch.setenv(key, "1")
    given = environment(entrant(folder="/copy"), "/scratch")
    assert {key: value for key, value in given.items() if key != "PATH"} == {
        "HOME": "/scratch",
        "TMPDIR": "/scratch",
        "LANG": "C.UTF-8",
        "ARENA_BOT_DIR": "/copy",
        "PYTHONPATH": str(sdk_dir()),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
    }
    assert given["PATH"].endswith("/usr/local/bin:/usr/bin:/bin")


def test_the_path_begins_with_the_interpreters(monkeypatch: pytest.MonkeyPatch) -> None:
    bot_programs._node.cache_clear()
    monkeypatch.setattr(bot_programs, "program_called", lambda word: f"/opt/{word}/bin/{word}")
    own = os.path.dirname(PYTHON)
    last = ["/usr/local/bin", "/usr/bin", "/bin"]
    rows = [
        (entrant(("/venv/bin/python",)), ["/venv/bin", own, "/opt/node/bin", *last]),
        (entrant(("/bin/sh",)), [own, "/opt/node/bin", *last]),
        (entrant(("/copy/bin/x",), "/copy"), [own, "/opt/node/bin", *last]),
        (entrant((PYTHON,)), [own, "/opt/node/bin", *last]),
    ]
    for bot, folders in rows:
        assert environment(bot, "/s")["PATH"].split(":") == folders
    bot_programs._node.cache_clear()


def test_the_file_adds_to_the_environment_but_does_not_move_the_scratch() -> None:
    given = environment(entrant(A="b", HOME="/home/me", PYTHONPATH="/lib", PYTHONHASHSEED="random", LANG="de"), "/s")
    assert (given["A"], given["HOME"], given["LANG"], given["PYTHONHASHSEED"]) == ("b", "/s", "de", "random")
    assert given["PYTHONPATH"] == f"/lib:{sdk_dir()}"
    assert "ARENA_BOT_DIR" not in given


def test_the_sdk_can_be_imported_in_a_bots_environment(tmp_path: Path) -> None:
    command = [PYTHON, "-c", "import arena_bot; print(arena_bot.__name__)"]
    given = environment(entrant(tuple(command)), str(tmp_path))
    assert subprocess.run(command, env=given, capture_output=True, text=True, check=True).stdout == "arena_bot\n"


def test_the_example_bots_are_found_in_a_checkout_and_in_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (bundled_bots_dir() / "sdk" / "arena_bot.py").is_file()
    Path("arena/_bundled").mkdir(parents=True)
    monkeypatch.setattr(bot_programs, "__file__", str(Path("arena/bot_programs.py").absolute()))
    assert bundled_bots_dir() == Path("arena/_bundled").resolve()
    assert sdk_dir() == Path("arena/_bundled/sdk").resolve()


NO_NUMPY = "Traceback\nModuleNotFoundError: No module named 'numpy.linalg'\n"


def test_a_missing_module_is_explained() -> None:
    said = f"ModuleNotFoundError: numpy: the bot ran with {PYTHON}, which has no numpy; "
    said += "name another interpreter in bot.toml, or install it there"
    file("one/bot.py")
    file("one/__pycache__/x.pyc")
    file("two/bot.toml")
    assert hint_for(NO_NUMPY, entrant()) == said
    assert hint_for(NO_NUMPY, entrant(folder=str(Path("two").absolute()))) == said
    alone = "a script is that one file; put it, with what else it needs, into a folder with bot.toml"
    assert hint_for(NO_NUMPY, entrant(folder=str(Path("one").absolute()))) == f"{said} ({alone})"


@pytest.mark.parametrize("tail", ["./helper.sh: No such file or directory", "Error: Cannot find module './helper.js'"])
def test_a_missing_neighbour_is_explained(tail: str) -> None:
    file("one/bot.sh")
    file("two/bot.toml")
    assert "a script is that one file" in (hint_for(tail, entrant(folder=str(Path("one").absolute()))) or "")
    assert hint_for(tail, entrant(folder=str(Path("two").absolute()))) is None
    assert hint_for(tail, entrant()) is None


def test_other_last_words_need_no_hint() -> None:
    assert hint_for("ZeroDivisionError", entrant()) is None
    assert hint_for("", entrant()) is None


def test_a_program_that_may_be_run_but_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    path = file("x", executable=True)

    def denied(self: Path, mode: str) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "open", denied)
    assert bot_programs.start_fault(path) is None


@pytest.mark.usefixtures("_unboxed")
def test_an_interrupted_build_ends_too(monkeypatch: pytest.MonkeyPatch) -> None:
    folder("f", 'command = ["true"]\nbuild = ["sh", "-c", "sleep 1000 & echo $!; wait"]')
    said: list[str] = []

    def interrupted(output: int, *_: object) -> str | None:
        select.select([output], [], [], 60)
        said.append(os.read(output, 100).decode())
        raise KeyboardInterrupt

    monkeypatch.setattr(bot_builds, "_watched", interrupted)
    source = found("f")
    with pytest.raises(KeyboardInterrupt):
        placed(source)
    copy = Path("run/bots", source.digest.removeprefix("sha256:"))
    assert is_gone(int(said[0]))
    assert not copy.with_name(copy.name + ".json").exists()


def test_a_file_that_cannot_be_opened() -> None:
    with pytest.raises(BotFileError, match=r'^"none" cannot be read \(No such file or directory\)$'):
        bot_folders.file_row(Path(), "none")


def test_a_pipe_that_a_build_makes_is_nobodys_business() -> None:
    folder("f", 'command = ["true"]\nbuild = ["mkfifo", "pipe"]')
    check_copy(placed(found("f")), "run/bots")
