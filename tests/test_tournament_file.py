"""The tournament file: what it may say, what each mistake is called, and that the resolved file says the same again."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.bots.isolation.attacks import PROTECTIONS
from arena.errors import OptionError, SettingsError
from arena.games import GAMES
from arena.games.bid_euchre import BidEuchre
from arena.records import Clock, Entrant, Isolation, Limits
from arena.setting_values import name_fault
from arena.toml_places import as_toml, dotted, lines_of, read_toml
from arena.tournament_file import (
    BotEntry,
    ClockOverrides,
    LimitOverrides,
    Settings,
    bot_entry,
    from_bots,
    from_json,
    load,
    seed_warning,
    to_json,
    to_toml,
    with_overrides,
)

DOCS = Path(__file__).parents[1] / "docs" / "tournament-file.md"
TWO_BOTS = '[[bots]]\npath = "a.py"\n[[bots]]\npath = "b.py"\n'


def written(folder: Path, text: str | bytes, name: str = "t.toml") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def mistake(folder: Path, text: str | bytes, kind: type[SettingsError] = SettingsError) -> str:
    """The one line said about a file, without the folder's name."""
    path = written(folder, text)
    with pytest.raises(kind) as caught:
        load(path)
    line = str(caught.value)
    assert "\n" not in line
    assert line.startswith(str(path))
    return line.removeprefix(f"{folder}/")


def test_a_file_of_bots_alone_has_every_default(tmp_path: Path) -> None:
    loaded = load(written(tmp_path, TWO_BOTS, "league.toml"))
    assert loaded.model_dump(exclude={"bots"}) == {
        "name": "league",
        "game": "bid-euchre",
        "format": "round-robin",
        "boards": 50,
        "seed": None,
        "jobs": 0,
        "sitting": 50,
        "give_up_after": 5,
        "common_deals": False,
        "max_deals": 200,
        "tables": 1,
        "isolation": "auto",
        "require_isolation": (),
        "pondering": False,
        "trust_builds": False,
        "options": {"target": 32},
        "clock": {"start_ms": 10_000, "action_ms": 1_000, "bank_ms": 5_000, "exit_ms": 500},
        "limits": {
            "line_bytes": 65_536,
            "stderr_bytes": 65_536,
            "memory_mb": 512,
            "scratch_mb": 256,
            "files": 256,
            "processes": 64,
        },
    }
    assert [entry.path for entry in loaded.bots] == [str(tmp_path / "a.py"), str(tmp_path / "b.py")]
    assert loaded.clock_of(loaded.bots[0]) == Clock(10_000, 1_000, 5_000, 500)
    assert loaded.limits_of(loaded.bots[0]) == Limits(65_536, 65_536, 512, 256, 256, 64)


def test_what_travels_has_the_files_defaults() -> None:
    entry = BotEntry(path="/a.py")
    assert Settings().limits_of(entry) == Limits(65_536, 65_536)
    plain = Entrant("a", "sha256:", ("/a",), None, Settings().clock_of(entry), Settings().limits_of(entry))
    assert plain.isolation is Settings().isolation_of(entry)
    assert (plain.network, plain.pondering) == (entry.network, Settings().lets_ponder(entry))


def test_everything_can_be_said(tmp_path: Path) -> None:
    text = """
    name = "Friday league"
    boards = 3
    seed = "C0FFEE"
    jobs = 2
    sitting = 1
    give_up_after = 4
    common_deals = true
    max_deals = 9
    tables = 3
    isolation = "strong"
    require_isolation = ["net", "files"]
    pondering = true
    trust_builds = true
    options.target = 40
    clock = { action_ms = "untimed", bank_ms = 0 }
    limits = { line_bytes = 2048, stderr_bytes = 4096, memory_mb = 100, scratch_mb = 1, files = 32, processes = 2 }
    [[bots]]
    name = "Counter"
    path = "../bots/counter.py"
    args = ["--deep"]
    env = { DEPTH = "3" }
    [bots.clock]
    action_ms = 250
    start_ms = 1
    [[bots]]
    command = ["./engine", "--fast"]
    isolation = "none"
    network = true
    pondering = false
    limits = { memory_mb = 4096, processes = 500 }
    """
    loaded = load(written(tmp_path, text))
    assert loaded.seed == "c0ffee".zfill(64)
    assert loaded.options == {"target": 40}
    counter, engine = loaded.bots
    assert loaded.clock_of(counter) == Clock(1, 250, 0, 500)
    assert loaded.clock_of(engine) == Clock(10_000, None, 0, 500)
    assert counter.path == str(tmp_path.parent / "bots" / "counter.py")
    assert (counter.name, counter.args, counter.env) == ("Counter", ("--deep",), {"DEPTH": "3"})
    assert engine.command == (str(tmp_path / "engine"), "--fast")
    assert (loaded.tables, loaded.require_isolation, loaded.trust_builds) == (3, ("net", "files"), True)
    assert (loaded.isolation_of(counter), counter.network, loaded.lets_ponder(counter)) == (
        Isolation.STRONG,
        False,
        True,
    )
    assert (loaded.isolation_of(engine), engine.network, loaded.lets_ponder(engine)) == (Isolation.NONE, True, False)
    assert loaded.limits_of(counter) == Limits(2048, 4096, 100, 1, 32, 2)
    assert loaded.limits_of(engine) == Limits(2048, 4096, 4096, 1, 32, 500)


TOP = [
    ("bords = 5", '1: unknown key "bords"; did you mean "boards"?'),
    ("xyzzy = 5", '1: unknown key "xyzzy" (known: name, game, '),
    ("\n\nboards = true", "3: boards: expected a whole number, got true"),
    ("boards = 0", "1: boards: expected at least 1, got 0"),
    ("boards = -1", "1: boards: expected at least 1, got -1"),
    ("boards = 5.0", "1: boards: expected a whole number, got 5.0"),
    ('boards = "5"', '1: boards: expected a whole number, got "5"'),
    ("boards = 99999999999999999999", "1: boards: expected at most 1000000000, got 99999999999999999999"),
    ("boards = 1979-05-27", "1: boards: expected a whole number, got 1979-05-27"),
    ("boards = []", "1: boards: expected a whole number, got a list"),
    ("boards = {}", "1: boards: expected a whole number, got a table"),
    ("jobs = -1", "1: jobs: expected at least 0, got -1"),
    ("sitting = 0", "1: sitting: expected at least 1, got 0"),
    ("give_up_after = 0", "1: give_up_after: expected at least 1, got 0"),
    ("max_deals = 0", "1: max_deals: expected at least 1, got 0"),
    ("common_deals = 1", "1: common_deals: expected true or false, got 1"),
    ('seed = "xyz"', '1: seed: expected 1 to 64 hex digits (0-9, a-f), got "xyz"'),
    ('seed = ""', '1: seed: expected 1 to 64 hex digits (0-9, a-f), got ""'),
    (f'seed = "{"0" * 65}"', "1: seed: expected 1 to 64 hex digits (0-9, a-f), got "),
    ("seed = 12", '1: seed: expected 1 to 64 hex digits in quotes, such as seed = "c0ffee", got 12'),
    ("seed = []", "1: seed: expected a text in quotes, got a list"),
    ('game = "bid-euchr"', '1: game: unknown game "bid-euchr"; did you mean "bid-euchre"?'),
    ('game = "go"', '1: game: unknown game "go" (known: bid-euchre'),
    ("game = 5", "1: game: expected a text in quotes, got 5"),
    ('format = "swiss"', '1: format: expected "round-robin", got "swiss"'),
    ("name = 5", "1: name: expected a text in quotes, got 5"),
    ('name = "a/b"', '1: name: the name "a/b" contains "/"; none of ~ / * may stand in a name'),
    ("on_fault = 1", "1: on_fault: not enforced by this version of arena; leave it out"),
    ('isolation = "gaurd"', '1: isolation: expected "strong", "auto", "limits" or "none", got "gaurd"'),
    ("isolation = true", '1: isolation: expected "strong", "auto", "limits" or "none", got true'),
    ('require_isolation = "net, files"', '1: require_isolation: expected a list, such as ["net", "files"], got "net,'),
    ('require_isolation = ["nets"]', '1: require_isolation: unknown protection "nets"; did you mean "net"?'),
    ('require_isolation = ["xyzzy"]', '1: require_isolation: unknown protection "xyzzy" (known: files, net, signals, '),
    ("require_isolation = 5", "1: require_isolation: expected a list, got 5"),
    ("require_isolation = [5]", "1: require_isolation[0]: expected a text in quotes, got 5"),
    ('pondering = "yes"', '1: pondering: expected true or false, got "yes"'),
    ("trust_builds = 1", "1: trust_builds: expected true or false, got 1"),
    ("tables = 0", "1: tables: expected at least 1, got 0"),
    ("tables = 65", "1: tables: expected at most 64, got 65"),
    ("memory_mb = 64", '1: unknown key "memory_mb" (known: '),
    ("[limits]\nmemory_mb = 15", "2: limits.memory_mb: expected at least 16, got 15"),
    ("[limits]\nmemory_mb = 1048577", "2: limits.memory_mb: expected at most 1048576, got 1048577"),
    ("[limits]\nmemory_mb = 512.0", "2: limits.memory_mb: expected a whole number, got 512.0"),
    ("[limits]\nscratch_mb = 0", "2: limits.scratch_mb: expected at least 1, got 0"),
    ("[limits]\nfiles = 15", "2: limits.files: expected at least 16, got 15"),
    ("[limits]\nprocesses = 0", "2: limits.processes: expected at least 1, got 0"),
    ("[limits]\nprocesses = 99999", "2: limits.processes: expected at most 32768, got 99999"),
    ("[limits]\nmemory = 5", '2: limits: unknown key "memory"; did you mean "memory_mb"?'),
    ("limits.line_bytes = 5", "1: limits.line_bytes: expected at least 1024, got 5"),
    ("[clock]\naction_ms = 0", '2: clock.action_ms: expected milliseconds (a whole number from 1) or "untimed", got 0'),
    ("[clock]\naction_ms = true", "2: clock.action_ms: expected milliseconds"),
    ('[clock]\naction_ms = "none"', "2: clock.action_ms: expected milliseconds"),
    ("[clock]\naction_ms = -5", "2: clock.action_ms: expected milliseconds"),
    ("[clock]\nstart_ms = 0", "2: clock.start_ms: expected at least 1, got 0"),
    ("[clock]\nbank_ms = -1", "2: clock.bank_ms: expected at least 0, got -1"),
    ("[clock]\nexit_ms = false", "2: clock.exit_ms: expected a whole number, got false"),
    ("[clock]\nacton_ms = 5", '2: clock: unknown key "acton_ms"; did you mean "action_ms"?'),
    ("clock = 5", "1: clock: expected a table, got 5"),
    ("options = 5", "1: options: expected a table, got 5"),
    ("[options]\ntarget = 2020-01-01", '1: options: option "target": expected true, false, a number or a text'),
    ("[options]\ntarget = inf", '1: options: option "target": expected true, false, a number or a text'),
    ("[options]\ntarget = [nan]", '1: options: option "target": expected true, false, a number or a text'),
    ("boards = 1\nboards = 2", "2: not TOML: cannot overwrite a value"),
    ("a = [", "2: not TOML: "),
    ("\n[bots", "2: not TOML: expected ']' at the end of a table declaration"),
    ("boards =", "1: not TOML: invalid value"),
    ('"\\u001b[31m" = 1', '1: unknown key "\\x1b[31m" (known: '),
]


@pytest.mark.parametrize(("text", "said"), TOP, ids=[text for text, _ in TOP])
def test_mistakes_at_the_top(tmp_path: Path, text: str, said: str) -> None:
    assert mistake(tmp_path, f"{text}\n{TWO_BOTS}").startswith(f"t.toml:{said}")


OPTIONS = [
    ("[options]\n\ntarge = 3", "3: options.targe: unknown option of bid-euchre"),
    ("[options]\ntarget = true", "2: options.target: expected a whole number"),
    ("options = { target = 0 }", "1: options.target: expected a whole number"),
]


@pytest.mark.parametrize(("text", "said"), OPTIONS)
def test_mistakes_in_rule_options_have_their_line(tmp_path: Path, text: str, said: str) -> None:
    assert mistake(tmp_path, f"{text}\n{TWO_BOTS}", OptionError).startswith(f"t.toml:{said}")


BOTS = [
    ("", " bots: a tournament needs two bots or more, got none"),
    ('[[bots]]\npath = "a.py"\n', "1: bots: a tournament needs two bots or more, got 1"),
    ("bots = 5", "1: bots: expected a list, got 5"),
    ("bots = [5, 6]", "1: bots[0]: expected a table, got 5"),
    ('[bots]\npath = "a.py"', "1: bots: expected [[bots]] in double brackets, once for each bot, got a table"),
    (TWO_BOTS + '[[bots]]\nname = "x"', "5: bots[2]: expected a path (script or folder) or a command (list)"),
    (TWO_BOTS + 'comand = ["x"]', '5: bots[1]: unknown key "comand"; did you mean "command"?'),
    (
        TWO_BOTS + 'command = "./a --fast"',
        '5: bots[1].command: expected a list, such as ["./a", "--fast"], got "./a --',
    ),
    (TWO_BOTS + "command = []", "5: bots[1].command: expected a list that begins with a program, got an empty one"),
    (TWO_BOTS + 'command = [""]', "5: bots[1].command: expected a list that begins with a program, got an empty one"),
    (TWO_BOTS + "command = 5", "5: bots[1].command: expected a list, got 5"),
    (TWO_BOTS + 'command = ["a", "\\u0000"]', "5: bots[1].command: a NUL character cannot stand in a command"),
    (TWO_BOTS + "command = [\n'x',\n5]", "7: bots[1].command[1]: expected a text in quotes, got 5"),
    (TWO_BOTS + 'args = "x"', '5: bots[1].args: expected a list, got "x"'),
    (TWO_BOTS + "path = 5", "5: not TOML"),
    (TWO_BOTS + "[[bots]]\npath = 5", "6: bots[2].path: expected a text in quotes, got 5"),
    (TWO_BOTS + '[[bots]]\npath = ""', "6: bots[2].path: expected the path of a script or a folder, got an empty one"),
    (TWO_BOTS + "env = 5", "5: bots[1].env: expected a table, got 5"),
    (TWO_BOTS + "env = { A = 1 }", "5: bots[1].env.A: expected a text in quotes, got 1"),
    (TWO_BOTS + 'env = { "A=B" = "c" }', '5: bots[1].env: "A=B" cannot be set in an environment'),
    (TWO_BOTS + "network = 1", "5: bots[1].network: expected true or false, got 1"),
    (TWO_BOTS + "pondering = 0", "5: bots[1].pondering: expected true or false, got 0"),
    (TWO_BOTS + 'isolation = "no"', '5: bots[1].isolation: expected "strong", "auto", "limits" or "none", got "no"'),
    (TWO_BOTS + "trust_builds = true", '5: bots[1]: unknown key "trust_builds" (known: name, path, '),
    (TWO_BOTS + "memory_mb = 64", '5: bots[1]: unknown key "memory_mb" (known: name, path, '),
    (TWO_BOTS + "limits = 5", "5: bots[1].limits: expected a table, got 5"),
    (TWO_BOTS + "[bots.limits]\nmemory_mb = 1", "6: bots[1].limits.memory_mb: expected at least 16, got 1"),
    (TWO_BOTS + "[bots.limits]\nfile = 1", '6: bots[1].limits: unknown key "file"; did you mean "files"?'),
    (TWO_BOTS + "clock.action_ms = 0", "5: bots[1].clock.action_ms: expected milliseconds"),
    (
        TWO_BOTS + "[bots.clock]\nfoo = 1",
        '6: bots[1].clock: unknown key "foo" (known: start_ms, action_ms, bank_ms, exit_',
    ),
    (TWO_BOTS + 'name = "x~y"', '5: bots[1].name: the name "x~y" contains "~"; none of ~ / * may stand in a name'),
    (TWO_BOTS + 'name = ""', "5: bots[1].name: a name cannot be empty"),
]


@pytest.mark.parametrize(("text", "said"), BOTS, ids=[text.removeprefix(TWO_BOTS) for text, _ in BOTS])
def test_mistakes_in_bots(tmp_path: Path, text: str, said: str) -> None:
    assert mistake(tmp_path, text).startswith(f"t.toml:{said}")


def test_the_first_of_several_mistakes_is_named(tmp_path: Path) -> None:
    text = "boards = 1\n[clock]\nstart_ms = 0\n[limits]\nline_bytes = 0\n"
    assert mistake(tmp_path, text + TWO_BOTS).startswith("t.toml:3: clock.start_ms")


UNREADABLE: list[tuple[bytes, str]] = [
    (b'name = "x"\nname2 = "\xff"', "t.toml:2: not UTF-8 text (byte 0xff)"),
    (b"x = " + b"[" * 5000 + b"]" * 5000, "t.toml: nested too deeply"),
    (b"x = " + b"9" * 5000, "t.toml: not TOML: a number of too many digits"),
]


@pytest.mark.parametrize(("text", "said"), UNREADABLE, ids=[said for _, said in UNREADABLE])
def test_a_file_that_cannot_be_understood(tmp_path: Path, text: bytes, said: str) -> None:
    assert mistake(tmp_path, text) == said


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"none\.toml: no such file$"):
        load(tmp_path / "none.toml")
    with pytest.raises(SettingsError, match=r"is a folder, not a file$"):
        load(tmp_path)
    with pytest.raises(SettingsError, match=r"not a directory$"):
        load(written(tmp_path, "") / "t.toml")


def test_windows_line_ends_and_a_byte_order_mark_are_fine(tmp_path: Path) -> None:
    text = b"\xef\xbb\xbf" + TWO_BOTS.replace("\n", "\r\n").encode()
    assert len(load(written(tmp_path, text)).bots) == 2


def test_a_file_with_a_name_that_no_tournament_can_have(tmp_path: Path) -> None:
    assert load(written(tmp_path, TWO_BOTS, "a~b.toml")).name == "tournament"


# ---- names and seeds

NAMES = [
    ("a", None),
    ("Friday league é", None),
    ("日" * 64, None),
    ("", "empty"),
    ("x" * 65, "65 characters"),
    ("a~b", "~"),
    ("a/b", "/"),
    ("a*", r"\*"),
    (" a", "space at one end"),
    ("a\u2003", "space at one end"),
    ("a\x1b[31m", "cannot be printed"),
    ("a\nb", "cannot be printed"),
    ("a\u202eb", "cannot be printed"),
    ("a\ud800", "cannot be printed"),
]


@pytest.mark.parametrize(("name", "fault"), NAMES)
def test_names(name: str, fault: str | None) -> None:
    found = name_fault(name)
    if fault is None:
        assert found is None
    else:
        assert re.search(fault, found or "")
        assert (found or "").isprintable()


@pytest.mark.parametrize(
    ("seed", "digits"), [("c0ffee", 6), ("0", 0), ("0" * 40 + "1", 1), ("f" * 31, 31), ("f" * 32, None), (None, None)]
)
def test_a_seed_that_can_be_guessed_is_warned_about(seed: str | None, digits: int | None) -> None:
    warning = seed_warning(Settings(seed=seed))
    assert warning is None if digits is None else f"only {digits} hex digits" in (warning or "")


# ---- the command line


def test_a_path_that_is_no_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = r'"[^"]*x\\udcff/bot.py": the path is not UTF-8 \(rename the file or its folder\)'
    with pytest.raises(SettingsError, match=said):
        from_bots(["x\udcff/bot.py", "b.py"])
    folder = tmp_path / "x\udcff"
    folder.mkdir()
    monkeypatch.chdir(folder)
    with pytest.raises(SettingsError, match=said):
        from_bots(["bot.py", "b.py"])


def test_bots_of_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "odd=name.py").touch()
    words = ["bots/a.py", "Me=b.py", "odd=name.py", "x/y=z.py"]
    made = from_bots(words, {"boards": 7, "seed": None})
    assert (made.name, made.boards, made.options) == ("tournament", 7, {"target": 32})
    assert [(entry.name, entry.path) for entry in made.bots] == [
        (None, str(tmp_path / "bots/a.py")),
        ("Me", str(tmp_path / "b.py")),
        (None, str(tmp_path / "odd=name.py")),
        (None, str(tmp_path / "x/y=z.py")),
    ]


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("", 'bot "": path: expected the path'),
        ("x=", 'bot "x=": path: expected the path'),
        ("=a.py", 'bot "=a.py": name: a name cannot be empty'),
        ("x~=a.py", 'bot "x~=a.py": name: the name "x~" contains "~"'),
    ],
)
def test_mistakes_in_a_bot_of_the_command_line(word: str, said: str) -> None:
    with pytest.raises(SettingsError, match=f"^{re.escape(said)}"):
        bot_entry(word)


def test_one_bot_is_no_tournament() -> None:
    with pytest.raises(SettingsError, match=r"^bots: a tournament needs two bots or more, got 1$"):
        from_bots(["a.py"])


OVERRIDES: list[tuple[dict[str, Any], str]] = [
    ({"boards": 0}, "boards: expected at least 1, got 0"),
    ({"seed": "zz"}, 'seed: expected 1 to 64 hex digits (0-9, a-f), got "zz"'),
    ({"game": "x"}, 'game: unknown game "x" (known: bid-euchre'),
    ({"options": {"target": 0}}, "options.target: expected a whole number"),
    ({"nonsense": 1}, 'unknown key "nonsense"'),
    ({"isolation": "x"}, 'isolation: expected "strong", "auto", "limits" or "none", got "x"'),
    ({"require_isolation": ("nets",)}, 'require_isolation: unknown protection "nets"; did you mean "net"?'),
    ({"tables": 0}, "tables: expected at least 1, got 0"),
]


@pytest.mark.parametrize(("overrides", "said"), OVERRIDES, ids=[said for _, said in OVERRIDES])
def test_mistakes_of_the_command_line_are_not_put_down_to_the_file(
    tmp_path: Path, overrides: dict[str, Any], said: str
) -> None:
    path = written(tmp_path, TWO_BOTS)
    for attempt in (load, lambda path, overrides: with_overrides(load(path), **overrides)):
        with pytest.raises(SettingsError, match=f"^{re.escape(said)}"):
            attempt(path, overrides)


def test_the_command_line_overrides_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, f'boards = 9\ngame = "no such"\noptions = {{ target = 7 }}\n{TWO_BOTS}')
    loaded = load(path, {"game": "bid-euchre", "boards": 3, "jobs": None})
    assert (loaded.boards, loaded.jobs, loaded.options) == (3, 0, {"target": 7})
    assert load(path, {"game": "bid-euchre", "options": {"target": 8}}).options == {"target": 8}
    assert with_overrides(loaded, boards=4, seed="f", jobs=None) == loaded.model_copy(
        update={"boards": 4, "seed": "f".zfill(64)}
    )


def test_another_game_gets_its_own_defaults_and_refuses_the_old_games_options(monkeypatch: pytest.MonkeyPatch) -> None:
    class Other(BidEuchre):
        name = "other"

        @classmethod
        def with_options(cls, options: Any) -> Any:
            if options:
                raise OptionError(f"options.{next(iter(options))}: unknown option of other")
            return super().with_options({"target": 11})

    monkeypatch.setitem(GAMES, "other", Other)
    plain = from_bots(["a.py", "b.py"])
    assert with_overrides(plain, game="other").options == {"target": 11}
    with pytest.raises(OptionError, match=r"^options\.target: unknown option of other$"):
        with_overrides(with_overrides(plain, options={"target": 9}), game="other")


def test_a_game_of_three_sides_needs_three_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    class Three(BidEuchre):
        side_count = 3

    monkeypatch.setitem(GAMES, "bid-euchre", Three)
    with pytest.raises(SettingsError, match="needs three bots or more, got 2"):
        from_bots(["a", "b"])


# ---- out and in again

printable_texts = st.text(st.characters(codec="utf-8"), max_size=12)
names = st.text(st.characters(categories=("L", "N", "P", "S"), exclude_characters="~/*"), min_size=1, max_size=64)
words = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=8)
milliseconds = st.integers(1, 86_400_000)
times = {
    "start_ms": milliseconds,
    "action_ms": milliseconds | st.just("untimed"),
    "bank_ms": st.integers(0, 86_400_000),
    "exit_ms": milliseconds,
}
limits = {
    "line_bytes": st.integers(1024, 2**30),
    "stderr_bytes": st.integers(1024, 2**30),
    "memory_mb": st.integers(16, 2**20),
    "scratch_mb": st.integers(1, 2**20),
    "files": st.integers(16, 2**20),
    "processes": st.integers(1, 2**15),
}
levels = st.sampled_from(sorted(str(level) for level in Isolation))
bots = st.builds(
    BotEntry,
    name=st.none() | names,
    path=words.map(lambda word: "/bots/" + word.replace("/", "_").replace(".", "_")),
    command=st.none() | st.lists(words, min_size=1, max_size=3),
    args=st.lists(printable_texts.filter(lambda text: "\0" not in text), max_size=2),
    env=st.dictionaries(words.filter(lambda word: "=" not in word), words, max_size=2),
    clock=st.builds(ClockOverrides, **{key: st.none() | value for key, value in times.items()}),
    limits=st.builds(LimitOverrides, **{key: st.none() | value for key, value in limits.items()}),
    isolation=st.none() | levels,
    network=st.booleans(),
    pondering=st.none() | st.booleans(),
)
tournaments = st.fixed_dictionaries(
    {"bots": st.lists(bots, min_size=2, max_size=3).map(tuple), "name": names},
    optional={
        "boards": st.integers(1, 10**9),
        "seed": st.text("0123456789abcdefABCDEF", min_size=1, max_size=64),
        "jobs": st.integers(0, 4096),
        "sitting": st.integers(1, 10**9),
        "give_up_after": st.integers(1, 10**9),
        "common_deals": st.booleans(),
        "max_deals": st.integers(1, 10**6),
        "options": st.fixed_dictionaries({"target": st.integers(1, 1000)}),
        "clock": st.fixed_dictionaries({}, optional=times),
        "limits": st.fixed_dictionaries({}, optional=limits),
        "tables": st.integers(1, 64),
        "isolation": levels,
        "require_isolation": st.lists(st.sampled_from(sorted(PROTECTIONS)), max_size=2).map(tuple),
        "pondering": st.booleans(),
        "trust_builds": st.booleans(),
    },
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
@given(tournaments)
def test_the_resolved_file_and_the_json_say_the_same_again(tmp_path: Path, values: dict[str, Any]) -> None:
    resolved = with_overrides(Settings.model_validate(values))
    text = to_toml(resolved)
    path = written(tmp_path, text)
    assert load(path) == resolved
    assert to_toml(load(path)) == text
    assert from_json(to_json(resolved)) == resolved


def test_the_resolved_file_shows_every_default() -> None:
    text = to_toml(from_bots(["/a.py", "/b.py"]))
    for key in ("jobs = 0", "sitting = 50", "target = 32", "exit_ms = 500", "stderr_bytes = 65536", 'format = "round'):
        assert key in text


# ---- lines

PLACES = """\
a = 1                                   # 1
"b.c" = [1,                             # 2
  "x # ] ' \\" y",                      # 3
  [2, { d = 3 }]]                       # 4
e = \"\"\"one "" quote
[not.a.table]
\"\"\"\"                                # 7
f = '''
# nothing'''                            # 9
[g . "h i"]                             # 10
j.k = true                              # 11
[[l]]                                   # 12
m = {}                                  # 13
[[l]]                                   # 14
[l.n]                                   # 15
o = [                                   # 16
  # a comment ]
  1979-05-27T07:32:00Z,                 # 18
]
[[l.p]]                                 # 20
q = inf                                 # 21
"""
LINES = [
    (("a",), 1),
    (("b.c",), 2),
    (("b.c", 0), 2),
    (("b.c", 1), 3),
    (("b.c", 2), 4),
    (("b.c", 2, 1, "d"), 4),
    (("e",), 5),
    (("f",), 8),
    (("g", "h i"), 10),
    (("g", "h i", "j"), 11),
    (("g", "h i", "j", "k"), 11),
    (("l",), 12),
    (("l", 0), 12),
    (("l", 0, "m"), 13),
    (("l", 1), 14),
    (("l", 1, "n"), 15),
    (("l", 1, "n", "o", 0), 18),
    (("l", 1, "p", 0), 20),
    (("l", 1, "p", 0, "q"), 21),
]


@pytest.mark.parametrize(("place", "line"), LINES)
def test_every_key_has_its_line(place: tuple[str | int, ...], line: int) -> None:
    assert lines_of(PLACES)[place] == line


def test_nothing_else_has_a_line() -> None:
    def places(value: object, place: tuple[str | int, ...]) -> set[tuple[str | int, ...]]:
        pairs: list[tuple[str | int, object]] = []
        if isinstance(value, dict):
            pairs = list(value.items())
        elif isinstance(value, list):
            pairs = list(enumerate(value))
        return {place}.union(*(places(inner, (*place, key)) for key, inner in pairs))

    assert {(), *lines_of(PLACES)} == places(tomllib.loads(PLACES), ())


def test_what_is_not_in_the_file_is_placed_at_what_holds_it(tmp_path: Path) -> None:
    file = read_toml(written(tmp_path, "\n[a]\nb = 1\n"), SettingsError)
    assert file.address(("a", "c", 3)) == f"{file.shown}:2: a.c[3]"
    assert file.address(("z",)) == f"{file.shown}: z"
    assert file.address(()) == file.shown


def test_odd_keys_are_quoted_in_addresses() -> None:
    assert dotted(("a b", 0, "c\x1b")) == '"a b"[0]."c\\u001b"'


toml_values = st.recursive(
    st.booleans() | st.integers(-(2**63), 2**63 - 1) | printable_texts | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(printable_texts, inner, max_size=3),
    max_leaves=6,
)


@given(toml_values)
def test_values_are_written_as_toml_reads_them(value: object) -> None:
    assert tomllib.loads(f"x = {as_toml(value)}")["x"] == value


# ---- the manual


def examples() -> list[str]:
    return re.findall(r"```toml\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("text", [text for text in examples() if "[[bots]]" in text])
def test_the_manuals_examples_load(tmp_path: Path, text: str) -> None:
    load(written(tmp_path, text))


def test_the_manual_names_every_key_with_its_default() -> None:
    text = DOCS.read_text(encoding="utf-8")
    resolved = to_toml(with_overrides(from_bots(["/a", "/b"]), name="tournament"))
    for line in resolved.partition("[[bots]]")[0].splitlines():
        key, equals, value = line.partition(" = ")
        if equals and key not in ("name", "target"):
            assert f"| `{key}` | `{value}` |" in text
    entries = text.partition("### `[[bots]]`")[2]
    for key in BotEntry.model_fields:
        assert f"| `{key}` |" in entries


def test_the_manual_names_all_that_can_be_required() -> None:
    said = DOCS.read_text(encoding="utf-8").partition("## Isolation")[2].partition("## Bots")[0]
    for word in PROTECTIONS:
        assert f"`{word}`" in said
