"""`arena new`: what it writes plays, under the name that was asked for, and it never overwrites."""

from pathlib import Path
from typing import Any

import pytest

from arena.bot_files import resolve
from arena.cli.templates import LANGUAGES
from arena.toml_places import as_toml
from arena.tournament_file import bot_entry
from tests.cli.in_process import arena
from tests.needs import needs

WRITTEN = {
    "python": "my_bot.py",
    "javascript": "my_bot.js",
    "c": "my_bot",
    "rust": "my_bot",
    "go": "my_bot",
    "java": "my_bot",
    "bash": "my_bot.sh",
}
SOURCES = {"c": "bot.c", "rust": "bot.rs", "go": "bot.go", "java": "Bot.java"}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# the other languages are tried by tests/languages.sh
@pytest.mark.parametrize(
    ("language", "isolation"),
    [
        ("python", "none"),
        pytest.param("javascript", "none", marks=needs("node")),
        pytest.param("c", "auto", marks=needs("cc")),
        pytest.param("bash", "none", marks=needs("bash")),
    ],
)
def test_a_new_bot_passes_the_check(language: str, isolation: str) -> None:
    said = arena("new", "my_bot", "--language", language)
    assert said.out == f"{WRITTEN[language]}\n"
    assert said.last == f"arena: try it: arena check {WRITTEN[language]}"
    checked = arena("check", WRITTEN[language], "--quick", "--isolation", isolation)
    assert "FAILED" not in checked.out


@pytest.mark.parametrize("language", SOURCES)
def test_what_is_compiled_is_a_folder_whose_build_is_said(language: str) -> None:
    said = arena("new", "my_bot", "--language", language)
    folder = Path("my_bot")
    assert {"bot.toml", SOURCES[language]} <= {path.name for path in folder.iterdir()}
    toml = (folder / "bot.toml").read_text()
    (build,) = (line for line in toml.splitlines() if line.startswith("build = "))
    shown = said.err.splitlines()[0].removeprefix("arena: arena builds it by itself, in a copy, with: ")
    assert build == f"build = {as_toml(shown.split())}"


@pytest.mark.parametrize(
    ("words", "written"),
    [
        (["counter"], "counter.py"),
        (["counter.py"], "counter.py"),
        (["counter.js"], "counter.js"),
        (["counter.v2"], "counter.v2.py"),
        (["sub/counter.sh"], "sub/counter.sh"),
        (["counter", "--language", "c"], "counter"),
        (["counter.v2", "--language", "c"], "counter.v2"),
        (["counter.c"], "counter"),
        (["sub/counter.rs"], "sub/counter"),
        (["counter.go"], "counter"),
        (["counter.java"], "counter"),
        (["counter.rs", "--language", "rust"], "counter"),
    ],
)
def test_the_extension_says_the_language(words: list[str], written: str) -> None:
    Path("sub").mkdir()
    assert arena("new", *words).out == f"{written}\n"
    sources = {path.suffix for path in Path(written).glob("[bB]ot.*")} - {".toml"}
    assert not sources or sources == {Path(words[0]).suffix} or "--language" in words
    assert Path(written).is_dir() == bool(sources)


@needs("cc")
@pytest.mark.parametrize("language", ["python", "c"])
@pytest.mark.parametrize(
    "name",
    ['say "hi"', "it's", "back\\slash", "{x} #1", "größe 日本", "a=b", "-o", "$(id)", "x" * 64, "my.bot", "v1.2"],
)
def test_any_name_that_a_bot_may_have(name: str, language: str) -> None:
    written = arena("new", "--language", language, "--", name).out.removesuffix("\n")
    assert written == name + (".py" if language == "python" else "")
    assert resolve(bot_entry(written)).name == name
    if language == "c":  # and it keeps it in a folder of another name
        Path(written).rename("moved")
        assert resolve(bot_entry("moved")).name == name


def test_the_command_to_try_next_is_one_for_a_shell() -> None:
    assert arena("new", "two words").last == "arena: try it: arena check 'two words.py'"
    assert arena("new", "--", "-o").last == "arena: try it: arena check -- -o.py"


@pytest.mark.parametrize(
    ("language", "lacking"),
    [
        ("python", []),
        ("javascript", ['"node" is not on this machine\'s PATH (install Node.js, e.g. apt install nodejs)']),
        ("c", ['"cc" is not on this machine\'s PATH (e.g. apt install gcc)']),
        (
            "rust",
            [
                '"rustc" is not on this machine\'s PATH (e.g. apt install rustc, or rustup)',
                '"cc" is not on this machine\'s PATH (e.g. apt install gcc)',
            ],
        ),
        ("go", ['"go" is not on this machine\'s PATH (e.g. apt install golang-go)']),
        (
            "java",
            [
                '"java" is not on this machine\'s PATH (e.g. apt install default-jdk-headless)',
                '"javac" is not on this machine\'s PATH (e.g. apt install default-jdk-headless)',
            ],
        ),
        ("bash", ['"bash" is not on this machine\'s PATH (e.g. apt install bash)']),
    ],
)
def test_what_the_machine_lacks_is_said_and_the_bot_written(
    language: str, lacking: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    said = arena("new", "my_bot", "--language", language)
    begins = "arena: it cannot be played here yet: "
    assert [line for line in said.err.splitlines() if line.startswith(begins)] == [begins + lack for lack in lacking]
    assert Path(WRITTEN[language]).exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_overwritten(language: str) -> None:
    path = Path(WRITTEN[language])
    if language in SOURCES:
        path.mkdir()
    else:
        path.write_text("mine")
    said = arena("new", "my_bot", "--language", language, status=2)
    assert said.last == f"arena: {path} is there already; nothing was written (choose another name)"
    assert path.read_text() == "mine" if path.is_file() else not list(path.iterdir())


@pytest.mark.parametrize("language", ["python", "c"])
def test_not_even_what_a_link_names(language: str) -> None:
    Path(WRITTEN[language]).symlink_to("elsewhere")
    arena("new", "my_bot", "--language", language, status=2)
    assert not Path("elsewhere").exists()


def test_a_folder_that_the_disk_refuses_does_not_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: Any) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert arena("new", "my_bot.rs", status=2).last == "arena: my_bot cannot be written: no space left on device"
    assert not list(Path().iterdir())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["x", "--language", "phyton"], 'unknown language "phyton"; did you mean "python"?'),
        (["x", "--language", "Rust"], 'unknown language "Rust"; did you mean "rust"?'),
        (["x", "--language", "js"], 'unknown language "js"; did you mean "javascript"?'),
        (
            ["x", "--language", "cobol"],
            'unknown language "cobol" (known: python, javascript, c, rust, go, java, bash)',
        ),
        (["x.py", "--language", "c"], "x.py: its extension says python, --language says c"),
        (["x.rs", "--language", "go"], "x.rs: its extension says rust, --language says go"),
        (["x.cpp"], 'NAME: no language here has the extension ".cpp" (known: .py, .js, .c, .rs, .go, .java, .sh; for'),
        (["a~b"], 'NAME: the name "a~b" contains "~"'),
        (["a\x1b[2J"], 'NAME: the name "a\\x1b[2J" contains a character that cannot be printed'),
        ([""], "NAME: a name cannot be empty"),
        ([".rs", "--language", "rust"], "NAME: a name cannot be empty"),
        (["nowhere/x"], "nowhere/x.py cannot be written: no such file or directory"),
        (["nowhere/x.go"], "nowhere/x cannot be written: no such file or directory"),
        (["\N{GRINNING FACE}" * 64], "cannot be written: file name too long"),
    ],
)
def test_mistakes(words: list[str], message: str) -> None:
    said = arena("new", *words, status=2)
    assert message in said.last
    assert not list(Path().iterdir())


@pytest.mark.parametrize("name", ["file/x", "file/x.c"])
def test_a_place_in_a_file(name: str) -> None:
    Path("file").write_text("")
    said = arena("new", name, status=2)
    assert said.last.endswith("cannot be written: not a directory")
