"""The boards of `arena check`: every example bot that knows the game, faults that only a whole match brings out."""

from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest

from arena.bot_files import bundled_bots_dir
from arena.cli import check_boards
from arena.cli.check_boards import Boards, example_bots
from arena.cli.check_report import Report
from arena.cli.check_speed import Answer, Speed
from arena.cli.machine import Room
from arena.games import GAMES, game
from arena.tournament_file import Settings
from tests.cli.check_bots import bot, first_failed, program, steps, told
from tests.cli.in_process import arena
from tests.needs import needs

PYTHON = bundled_bots_dir() / "python"
RANDOM = PYTHON / "random_bot.py"
NO_WALL = ("--isolation", "none")


@pytest.fixture(name="opponents")
def fixture_opponents() -> Iterator[list[Path]]:
    """The example bots: the random one, or what a test puts in its place. No waiting for what a bot might say."""
    paths = [RANDOM]
    with (
        mock.patch.object(check_boards, "example_bots", return_value=paths),
        mock.patch("arena.cli.check_matches._PAUSE_S", 0.0),
        mock.patch("arena.cli.check_matches.QUIET_S", 0.0),
        mock.patch("arena.cli.check_matches._NEWS_S", 0.0),
    ):
        yield paths


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_its_example_bots(name: str) -> None:
    found = {path.relative_to(bundled_bots_dir()).as_posix() for path in example_bots(name)}
    assert {"python/random_bot.py", "javascript/random_bot.js", "bash/random_bot.sh", "c"} <= found
    assert ("python/euchre_bot.py" in found) == name.startswith("euchre")
    assert ("python/counting_bot.py" in found) == (name in ("bid-euchre", "bid-euchre-double"))
    assert ("python/thinking_bot.py" in found) == (name == "bid-euchre")


def test_every_example_bot_is_met_somewhere() -> None:
    met = {path for name in GAMES for path in example_bots(name)}
    assert set(PYTHON.glob("*.py")) <= met
    assert {path.stem for path in met} >= set(check_boards._KNOWS)


@needs("node")
@needs("cc")
def test_a_whole_check(tmp_path: Path) -> None:
    """With the second of silence and a board against each example bot, however long that takes here."""
    with mock.patch.object(check_boards, "_SECONDS", 3600.0):
        said = arena("check", bot(tmp_path), *NO_WALL, "--game", "euchre-two-handed")
    assert steps(said, "FAILED") == []
    assert "answer after a second of silence" in steps(said, "ok")
    boards = [step.split()[3] for step in steps(said, "ok") if step.startswith("a board against ")]
    assert boards == [
        *("python/euchre_bot.py", "python/random_bot.py", "javascript/random_bot.js", "bash/random_bot.sh", "c")
    ]
    assert "in boards   mean " in said.out


def test_a_board_is_the_same_in_a_match(tmp_path: Path, opponents: list[Path]) -> None:
    said = arena("check", bot(tmp_path, REQUEST="act(legal[0])"), *NO_WALL)
    (board,) = (step for step in steps(said, "ok") if step.startswith("a board against "))
    words = ("--seed", "0", "--board", "0", "--no-show", *NO_WALL)
    match = arena("match", tmp_path / "bot.py", RANDOM, *words)
    for line in match.out.splitlines():
        scores = dict(part.rsplit(" ", 1) for part in line.split(" — ")[1].split(", "))
        assert f"{line.partition(':')[0]} " in board
        assert f" {scores['bot']} to {scores['random_bot']}" in board
    assert len(match.out.splitlines()) == 2


def test_three_sides_play_six_rooms(tmp_path: Path, opponents: list[Path]) -> None:
    said = arena("check", bot(tmp_path, REQUEST="act(legal[0])"), *NO_WALL, "--game", "euchre-cutthroat")
    (board,) = (step for step in steps(said, "ok") if step.startswith("a board against "))
    assert board.endswith("of 6 rooms)")


def test_a_fault_that_only_a_whole_match_brings_out(tmp_path: Path, opponents: list[Path]) -> None:
    """The line that it was sent is shown, the traceback, and the command that shows it again."""
    crashes = "assert view['seat'] != 3 or view['deal'] < 2, 'lost at seat 3'; act(legal[0])"
    opponents.append(PYTHON / "lowest_bot.py")
    said = arena("check", bot(tmp_path, REQUEST=crashes), *NO_WALL, status=1)
    first, second = steps(said, "FAILED")
    assert first.startswith("a board against python/random_bot.py (")
    assert "forfeit" in first
    sent = told(said, "sent:")
    assert sent.startswith('{"type":"request","id":')
    assert '"view":{"deal":2,' in sent
    assert '"seat":3,' in sent
    assert told(said, "rule:").startswith("crashed (room ")
    assert "seat 3, deal 2): the process exited with status 1" in told(said, "rule:")
    assert "in line 18 of bot.py" in told(said, "what to do:")
    assert told(said, "again:").startswith(f"arena match {tmp_path}/bot.py ")
    assert told(said, "again:").endswith(" --seed 0 --board 0")
    assert said.out.count("AssertionError: lost at seat 3") == 1
    assert second.startswith("a board against python/lowest_bot.py (")
    assert said.out.count("(as at step 37)") == 1
    assert first_failed(said) == first
    assert "by hand" not in said.out


def test_a_fault_of_an_example_bot_is_none_of_the_bots(tmp_path: Path, opponents: list[Path]) -> None:
    (tmp_path / "example").mkdir()
    opponents[:] = [bot(tmp_path / "example", REQUEST="sys.exit(3)")]
    with mock.patch.object(check_boards, "bundled_bots_dir", return_value=tmp_path):
        said = arena("check", bot(tmp_path), *NO_WALL)
    assert "the example bot broke a rule: crashed: the process exited with status 3" in said.out
    assert steps(said, "FAILED") == []


def test_what_cannot_be_played_is_said(tmp_path: Path, opponents: list[Path]) -> None:
    (tmp_path / "example").mkdir()
    opponents[:] = [program(tmp_path / "example", "#!/usr/bin/env no-such-tongue\n", "bot")]
    with mock.patch.object(check_boards, "bundled_bots_dir", return_value=tmp_path):
        said = arena("check", bot(tmp_path), *NO_WALL)
    skipped = steps(said, "not tried")[-1]
    assert skipped.startswith("a board against example/bot (")
    assert "is not executable" in skipped


def test_too_little_room_is_said(tmp_path: Path, opponents: list[Path]) -> None:
    with mock.patch.object(Room, "here", return_value=Room(files=24, threads=None)):
        said = arena("check", bot(tmp_path), *NO_WALL)
    skipped = steps(said, "not tried")[-1]
    assert "opens up to 88 files, and this shell allows 24" in skipped


def test_boards_end_with_their_time(tmp_path: Path, opponents: list[Path]) -> None:
    with mock.patch.object(check_boards, "_SECONDS", -1.0):
        said = arena("check", bot(tmp_path), *NO_WALL)
    skipped = steps(said, "not tried")[-1]
    assert f"s are over; arena match {tmp_path}/bot.py " in skipped


def test_a_bot_that_failed_before_plays_no_boards(tmp_path: Path, opponents: list[Path]) -> None:
    said = arena("check", bot(tmp_path, READY="sys.exit(1)"), *NO_WALL, status=1)
    assert steps(said, "not tried")[-2] == "a board against python/random_bot.py (mend the failed steps first)"


@pytest.mark.parametrize(("ms", "least", "most"), [(0.0, 200, 200), (0.1, 200, 200), (10.0, 10, 30), (5_000.0, 1, 1)])
def test_a_slow_bot_plays_fewer_deals(ms: float, least: int, most: int) -> None:
    boards = Boards("bot", game("bid-euchre", {}), {"game": None}, Report(), Speed(answers=[Answer(ms, "bid")]))
    assert least <= boards._most_deals(Settings()) <= most


def test_how_few_deals_a_slow_bot_played_is_said(tmp_path: Path, opponents: list[Path]) -> None:
    with mock.patch.object(check_boards, "_ROOM_MS", 0.0):
        said = arena("check", bot(tmp_path), *NO_WALL)
    (board,) = (step for step in steps(said, "ok") if step.startswith("a board against "))
    assert "deal cap; no more than 1 deal, as an answer takes" in board
