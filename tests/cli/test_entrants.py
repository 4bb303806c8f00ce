"""What a run copies before it begins."""

import tempfile
from pathlib import Path

import pytest

from arena.bot_programs import environment, sdk_dir
from arena.cli.entrants import copied, named, self_check
from arena.cli.machine import Room
from arena.errors import RunError
from arena.games import game
from arena.records import Entrant
from arena.tournament_file import from_bots

EXAMPLES = Path(__file__).parents[2] / "example_bots" / "python"
SETTINGS = from_bots([str(EXAMPLES / "lowest_bot.py"), str(EXAMPLES / "random_bot.py")])


def test_a_run_has_its_own_copy_of_the_sdk(tmp_path: Path) -> None:
    said: list[str] = []
    _, entrants = copied(named(SETTINGS, said.append), tmp_path / "bots", said.append)
    copy = tmp_path / "bots" / "sdk"
    assert (copy / "arena_bot.py").read_bytes() == (sdk_dir() / "arena_bot.py").read_bytes()
    assert {environment(entrant, "/scratch")["PYTHONPATH"] for entrant in entrants} == {str(copy)}
    (copy / "arena_bot.py").write_text("kept")
    copied(named(SETTINGS, said.append), tmp_path / "bots", said.append)
    assert (copy / "arena_bot.py").read_text() == "kept"
    assert said == []


def test_a_place_that_cannot_be_written_is_a_mistake_of_the_user(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RunError, match="cannot be written"):
        copied(named(SETTINGS, print), tmp_path / "file" / "bots", print)


def test_trouble_of_the_machine_in_the_self_check_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings, entrants = copied(named(SETTINGS, print), tmp_path / "bots", print)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    with pytest.raises(RunError, match=r"cannot be played here: cannot make a scratch directory in [^:]*/nowhere: no"):
        self_check(settings, entrants, game("bid-euchre", {}), print)


@pytest.mark.parametrize(
    ("room", "at_once"),
    [(None, 4), (Room(None, None), 4), (Room(4096, None), 4), (Room(140, None), 2), (Room(64, 9), 1)],
)
def test_as_many_self_checks_at_once_as_there_is_room_for(
    room: Room | None, at_once: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def run(_: object, entrants: list[Entrant], game: object, at_once: int) -> list[None]:
        asked.append(at_once)
        return [None for _ in entrants]

    monkeypatch.setattr("arena.cli.entrants.interruption.run", run)
    settings, entrants = copied(named(SETTINGS, print), tmp_path / "bots", print)
    assert self_check(settings, entrants, game("bid-euchre", {}), print, False, room) == entrants
    assert asked == [at_once]
