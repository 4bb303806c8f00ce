"""`arena play` with real bots and no terminal: a whole match through a pipe, a fault in full, streams without use."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.e2e.arena_command import EXAMPLES, arena, shell

BOT = EXAMPLES / "lowest_bot.py"
# whatever is due, one of these answers it; what does not is explained
ANYTHING = "1\npass\n3\n4\n5\n6\n" * 400


def play(*words: str | Path, typed: str = ANYTHING, status: int = 0) -> subprocess.CompletedProcess[str]:
    return arena("play", "--isolation", "none", *words, typed=typed, status=status)


def written(folder: Path, body: str) -> Path:
    bot = folder / "broken.py"
    bot.write_text(f"import arena_bot\n\n\ndef choose(request):\n    {body}\n\n\narena_bot.run(choose)\n")
    return bot


def test_a_match_is_played_written_down_and_proved(tmp_path: Path) -> None:
    record = tmp_path / "played.jsonl"
    bots = [EXAMPLES / f"{name}_bot.py" for name in ("lowest", "counting", "random")]
    done = play(*bots, "--seat", "2", "--seed", "c0ffee", "--board", "5", "--name", "ann b", "--record", record)
    assert arena("verify", record).stdout.startswith("1 match verified: every deal, action, trick, score and result")
    exported = json.loads(record.read_text())
    assert [entrant["name"] for entrant in exported["entrants"]] == ["counting_bot + ann b", "random_bot + lowest_bot"]
    assert (exported["board"], exported["room"]) == (5, "open")
    assert done.stdout.count("\n--- deal ") > len(exported["deals"])
    assert f"result: {'your side' if exported['result']['winner'] == 0 else 'the other side'} wins" in done.stdout
    written, again = done.stderr.splitlines()[-2:]
    assert written == f"arena: the match is written down; look at it again: arena replay {record}"
    assert again.endswith("--seat 2 --seed c0ffee --board 5")
    # the same cards, whoever plays
    twice = play(BOT, "--seed", "c0ffee", "--board", "5", "--deals", "1", "--record", tmp_path / "other.jsonl")
    assert "the most deals were played" in twice.stdout
    assert json.loads((tmp_path / "other.jsonl").read_text())["deals"][0]["hands"] == exported["deals"][0]["hands"]


def test_a_bots_fault_ends_the_match_and_is_told_in_full(tmp_path: Path) -> None:
    record = tmp_path / "played.jsonl"
    broken = tmp_path / "broken.py"
    broken.write_text(
        "import arena_bot\n\ndef choose(request):\n    raise ValueError('lost count')\n\narena_bot.run(choose)\n"
    )
    done = play(broken, "--record", record)
    lines = done.stdout.splitlines()
    (at,) = [
        place for place, line in enumerate(lines) if line.startswith("FAULT of seat 1 (broken): crashed where bid")
    ]
    assert lines[at + 1].startswith("  what happened: the process exited with status 1")
    assert "    ValueError: lost count" in lines[at + 2 :]
    assert lines[-3].startswith("result: your side wins · forfeited")
    assert arena("verify", record).stdout.startswith("1 match verified")


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("ARENA < /dev/null | true", 0),
        ("ARENA > /dev/full", 2),
        ("ARENA <&- >&- 2>&-", 0),
    ],
)
def test_streams_that_carry_nothing(line: str, status: int, tmp_path: Path) -> None:
    record = tmp_path / "played.jsonl"
    done = shell(line, "play", BOT, "--isolation", "none", "--record", record)
    assert done.returncode == status, done.stderr
    assert not record.exists()
