"""`arena new`: what it writes plays, and it never overwrites."""

from pathlib import Path

import pytest

from arena.cli.templates import LANGUAGES
from tests.cli.in_process import arena
from tests.needs import needs

NEEDS = {"python": "python3", "javascript": "node", "bash": "bash", "c": "cc"}
WRITTEN = {"python": "my_bot.py", "javascript": "my_bot.js", "bash": "my_bot.sh", "c": "my_bot"}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("language", [pytest.param(one, marks=needs(NEEDS[one])) for one in LANGUAGES])
def test_a_new_bot_passes_the_check(language: str) -> None:
    said = arena("new", "my_bot", "--language", language)
    assert said.out == f"{WRITTEN[language]}\n"
    assert said.last == f"arena: try it: arena check {WRITTEN[language]}"
    checked = arena("check", WRITTEN[language])
    assert "FAILED" not in checked.out


@pytest.mark.parametrize(
    ("words", "written"),
    [
        (["counter"], "counter.py"),
        (["counter.py"], "counter.py"),
        (["counter.js"], "counter.js"),
        (["counter.v2"], "counter.v2.py"),
        (["sub/counter.sh"], "sub/counter.sh"),
        (["counter", "--language", "c"], "counter"),
    ],
)
def test_the_extension_says_the_language(words: list[str], written: str) -> None:
    Path("sub").mkdir()
    assert arena("new", *words).out == f"{written}\n"
    assert Path(written).is_dir() == (written == "counter")


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_overwritten(language: str) -> None:
    path = Path(WRITTEN[language])
    if language == "c":
        path.mkdir()
    else:
        path.write_text("mine")
    said = arena("new", "my_bot", "--language", language, status=2)
    assert said.last == f"arena: {path} is there already; nothing was written (choose another name)"
    assert path.read_text() == "mine" if path.is_file() else not list(path.iterdir())


def test_not_even_what_a_link_names() -> None:
    Path("my_bot.py").symlink_to("elsewhere.py")
    arena("new", "my_bot", status=2)
    assert not Path("elsewhere.py").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["x", "--language", "phyton"], 'unknown language "phyton"; did you mean "python"?'),
        (["x", "--language", "cobol"], 'unknown language "cobol" (known: python, javascript, bash, c)'),
        (["x.py", "--language", "c"], "x.py: its extension says python, --language says c"),
        (["a~b"], 'NAME: the name "a~b" contains "~"'),
        ([""], "NAME: a name cannot be empty"),
        (["nowhere/x"], "nowhere/x.py cannot be written: no such file or directory"),
    ],
)
def test_mistakes(words: list[str], message: str) -> None:
    said = arena("new", *words, status=2)
    assert message in said.last
    assert not list(Path().iterdir())
