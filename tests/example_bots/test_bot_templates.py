"""The starter bots that `arena new` writes: each runs, plays legally, and plays as its brothers in other languages.

Those of some languages are tried by hand, with `tests/languages.sh`, which names them in ARENA_LANGUAGES.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.cli.templates import LANGUAGES, TEMPLATES
from tests.example_bots.talking import (
    built,
    environment,
    line_of,
    match_start,
    play_match,
    python,
    request,
    talking_to,
)
from tests.needs import needs

BY_HAND = ("rust", "go", "java")


def _tried(language: str) -> pytest.MarkDecorator:
    if language not in BY_HAND:
        return needs({"python": "python3", "javascript": "node", "c": "cc", "bash": "bash"}[language])
    asked_for = language in os.environ.get("ARENA_LANGUAGES", "").split()
    return pytest.mark.skipif(not asked_for, reason=f"tests/languages.sh tries {language}")


EVERY_LANGUAGE = [pytest.param(language, marks=_tried(language)) for language in LANGUAGES]

Command = Callable[[str], list[str]]


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory) -> Command:
    """The command line of a starter bot by language, from a copy such as `arena new` makes."""
    binaries: dict[str, list[str]] = {}

    def find(language: str) -> list[str]:
        if language not in binaries:
            folder = tmp_path_factory.mktemp(language)
            if LANGUAGES[language].is_folder:
                binaries[language] = built(TEMPLATES / language, folder)
            else:
                source = next(TEMPLATES.glob(f"{language}.*"))
                copy = Path(shutil.copy(source, folder))
                start = {".py": python(copy), ".js": ["node", str(copy)], ".sh": ["bash", str(copy)]}
                binaries[language] = start[source.suffix]
        return binaries[language]

    return find


def test_a_template_stands_for_each_language_and_for_nothing_else() -> None:
    found = {path.name for path in TEMPLATES.iterdir() if path.name != "__pycache__"}
    scripts = {f"{name}{each.extension}" for name, each in LANGUAGES.items() if not each.is_folder}
    assert found == scripts | {name for name, each in LANGUAGES.items() if each.is_folder}


@pytest.mark.parametrize("language", EVERY_LANGUAGE)
def test_plays_as_the_python_template_does_and_exits_at_end_of_file(
    language: str, command: Command, tmp_path: Path
) -> None:
    choices = []
    for bot in ("python", language):
        with talking_to(command(bot), tmp_path) as process:
            choices.append([play_match(process, "ab", deals=40), play_match(process, "cd", deals=2, seat=3)])
            process.tell({"type": "weather"})
            assert process.finish() == 0
            assert process.stderr.read_text() == ""
    assert choices[0] == choices[1]
    assert {"pass", "3", "4"} <= set(choices[0][0])  # it bids


@pytest.mark.parametrize("language", EVERY_LANGUAGE)
@pytest.mark.parametrize(
    ("hand", "decision", "legal", "choice"),
    [
        ("9c Kc Tc Ac Ah 9s", "bid", "pass 3 4 5 6", "4"),  # four clubs but one, and the ace
        ("9c Kc Tc Ac Ah 9s", "bid", "pass 5 6", "pass"),
        ("9c Kc Tc Jc Js As", "bid", "pass 3 4 5 6", "5"),  # both bowers
        ("9c Td Kd 9h Th 9s", "bid", "pass 3 4 5 6", "pass"),
        ("9c Td Kd 9h Th 9s", "bid", "3 4 5 6", "3"),
        ("9c Td Kd 9h Jd Qd", "trump", "clubs diamonds hearts spades high low", "diamonds"),
        ("9s Td Kd Qh Jd Jh", "trump", "clubs diamonds hearts spades high low", "diamonds"),
        ("9s Td Kh Qh Jd 9h", "trump", "clubs diamonds hearts spades high low", "hearts"),
        ("9s Qs Js Jc As 9h", "trump", "clubs diamonds hearts spades high low", "spades"),
        ("9s Td Kd Qh Jd Jh", "trump", "pass clubs hearts spades", "pass"),  # Euchre: turned down, the dealer not yet
        ("9s Td Kd Qh Jd Jh", "trump", "clubs|hearts|clubs alone|hearts alone", "clubs"),
        ("Qc Ad 9h Js Jo", "trump", "pass|clubs|clubs alone|hearts|spades", "clubs"),  # with the joker
        ("9s Td Kd Qh Jd Jh", "order", "pass|order up|order up alone", "pass"),
        ("9s Td Kh Qh Jd 9h", "play", "Kh Qh 9h", "Kh"),
    ],
)
def test_choices(
    hand: str, decision: str, legal: str, choice: str, language: str, command: Command, tmp_path: Path
) -> None:
    with talking_to(command(language), tmp_path) as process:
        process.ask(match_start())
        view: dict[str, object] = {"calls": [], "hand": hand.split(), "contract": None, "tricks": []}
        options = legal.split("|" if "|" in legal else None)
        assert process.ask(request(1, decision, options, view))["action"] == choice


@pytest.mark.parametrize("language", EVERY_LANGUAGE)
def test_reads_json_with_spaces_and_with_fields_that_it_does_not_know(
    language: str, command: Command, tmp_path: Path
) -> None:
    view: dict[str, object] = {"calls": [], "hand": ["9c", "Kc", "Tc", "Ac", "Ah", "9s"], "contract": None}
    if language != "bash":  # which has no parser: the first field of a name is the one
        view = {"later": {"hand": ["9d"]}, **view}
    words = {"later": [True, -1.5e3, {}, [], 'a "quoted" ] } \\'], "id": 12, "decision": "bid"}
    message = {**words, "legal": ["pass", "3", "4"], "view": view, "type": "request"}
    with talking_to(command(language), tmp_path) as process:
        process.ask(match_start())
        process.write(json.dumps(message).encode() + b"\n")
        answer = process.hear()
        assert (answer["id"], answer["action"]) == (12, "4")
        assert process.finish() == 0


def test_the_python_template_says_what_it_misses_without_the_sdk(tmp_path: Path) -> None:
    alone = {**environment(tmp_path), "PYTHONPATH": ""}
    done = subprocess.run(
        python(Path(shutil.copy(TEMPLATES / "python.py", tmp_path))),
        input=line_of(match_start()),
        capture_output=True,
        env=alone,
        cwd=tmp_path,
    )
    assert done.returncode == 1
    assert done.stderr.startswith(b"arena_bot.py is missing")
    assert b"Traceback" not in done.stderr
