"""What a command prints: no control character gets out, and no stream stops it."""

import io
import sys

import pytest

from arena.cli.output import emit, say


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("one\ntwo", "one\ntwo\n"),
        ("one\n", "one\n"),
        ("", "\n"),
        ("\x1b[2J\n\u202e\r\n", "\\x1b[2J\n\\u202e\\x0d\n"),
        ("\udcff ♥", "\\udcff ♥\n"),
    ],
)
def test_emit(text: str, printed: str, capsys: pytest.CaptureFixture[str]) -> None:
    emit(text)
    assert capsys.readouterr() == (printed, "")


def test_say(capsys: pytest.CaptureFixture[str]) -> None:
    say("a\x1b[2J\nb")
    assert capsys.readouterr() == ("", "a\\x1b[2J\nb\n")


def test_a_terminal_of_another_encoding_shows_an_escape(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="latin-1")
    monkeypatch.setattr(sys, "stdout", stream)
    emit("Zoë ♥")
    assert stream.buffer.getvalue() == b"Zo\xeb \\u2665\n"
