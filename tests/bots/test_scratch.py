"""A bot's scratch directory goes, whatever the bot made of it, and nothing in it is kept out of sight."""

import mmap
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arena.bots import process_tree, scratch

MIB = 1 << 20
UNSEEN = 1 << 40
NOBODY = 65534


def as_ordinary_user(work: Callable[[], object]) -> None:
    """Do `work` in a process that modes bind: root is not bound."""
    child = os.fork()
    if not child:
        code = 1
        try:
            if os.geteuid() == 0:
                os.setgroups([])
                os.setresgid(NOBODY, NOBODY, NOBODY)
                os.setresuid(NOBODY, NOBODY, NOBODY)
            work()
            code = 0
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0


@pytest.fixture(name="room")
def fixture_room() -> Iterator[Path]:
    """A folder of the ordinary user's; pytest keeps its own to root."""
    room = Path(tempfile.mkdtemp(prefix="arena-test-"))
    if os.geteuid() == 0:
        os.chown(room, NOBODY, NOBODY)
    yield room
    scratch.remove(str(room))


def nested(folder: Path, depth: int) -> None:
    """Deeper than a path can say: made step by step, without ever changing this process's own folder."""
    folder.mkdir()
    handle = os.open(folder, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir("d", dir_fd=handle)
        inner = os.open("d", os.O_RDONLY, dir_fd=handle)
        os.close(handle)
        handle = inner
    os.close(os.open("deepest", os.O_CREAT | os.O_WRONLY, dir_fd=handle))
    os.close(handle)


def test_a_folder_nested_deeper_than_a_path_is_removed(tmp_path: Path) -> None:
    nested(tmp_path / "scratch", 3000)
    scratch.remove(str(tmp_path / "scratch"))
    assert list(tmp_path.iterdir()) == []


def test_folders_that_nobody_may_list_are_removed(room: Path) -> None:
    folder = room / "scratch"

    def work() -> None:
        inner = folder / "a" / "b" / "c"
        inner.mkdir(parents=True)
        (inner / "file").write_text("x")
        (folder / "link").symlink_to(room)
        for each in (inner, inner.parent, inner.parent.parent, folder):
            each.chmod(0)
        scratch.remove(str(folder))

    as_ordinary_user(work)
    assert list(room.iterdir()) == []


def test_what_a_link_leads_to_stays(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "file").write_text("x")
    folder = tmp_path / "scratch"
    (folder / "deep").mkdir(parents=True)
    (folder / "link").symlink_to(kept)
    (folder / "deep" / "link").symlink_to(kept)
    scratch.remove(str(folder))
    folder.symlink_to(kept)
    scratch.remove(str(folder))
    assert [path.name for path in tmp_path.rglob("*")] == ["kept", "file"]


def test_a_folder_that_is_not_there_is_removed_already(tmp_path: Path) -> None:
    scratch.remove(str(tmp_path / "none"))


def test_a_folder_takes_what_its_files_take(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "file").write_bytes(os.urandom(MIB))
    assert MIB <= process_tree.folder_bytes(str(tmp_path), unseen=UNSEEN) < 2 * MIB


def test_what_cannot_be_looked_at_counts_as_unseen(tmp_path: Path, room: Path) -> None:
    nested(tmp_path / "deep", 3000)
    found = [process_tree.folder_bytes(str(tmp_path / "deep"), unseen=unseen) for unseen in (0, UNSEEN)]
    scratch.remove(str(tmp_path / "deep"))  # pytest cannot
    assert found[0] < UNSEEN <= found[1]

    def work() -> None:
        (room / "hidden").mkdir(mode=0o300)
        assert process_tree.folder_bytes(str(room), unseen=UNSEEN) >= UNSEEN

    as_ordinary_user(work)


def test_more_entries_than_are_looked_at_count_as_unseen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_tree, "_MOST_ENTRIES", 10)
    for number in range(12):
        (tmp_path / f"{number}").mkdir()
    assert process_tree.folder_bytes(str(tmp_path), unseen=UNSEEN) >= UNSEEN


def unnamed(folder: Path) -> tuple[int, int]:
    """MiB of memory and of disk that this process keeps without a name."""
    memory, disk = process_tree.unnamed_bytes([os.getpid(), os.getpid()], str(folder))
    return memory // MIB, disk // MIB


def test_a_removed_file_counts_while_it_is_held(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(os.urandom(3 * MIB))
    before = unnamed(tmp_path)
    with path.open("rb") as file:
        assert unnamed(tmp_path) == before
        path.unlink()
        assert unnamed(tmp_path) == (before[0], before[1] + 3)
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ):
            assert unnamed(tmp_path) == (before[0], before[1] + 3)
            assert unnamed(tmp_path / "other") == before
    assert unnamed(tmp_path) == before


def test_a_removed_file_counts_while_it_is_mapped_alone(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(os.urandom(3 * MIB))
    before = unnamed(tmp_path)
    handle = os.open(path, os.O_RDONLY)
    mapped = mmap.mmap(handle, 0, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ)
    os.close(handle)
    path.unlink()
    # mmap keeps a descriptor of its own besides: the file counts once
    assert unnamed(tmp_path) == (before[0], before[1] + 3)
    mapped.close()
    assert unnamed(tmp_path) == before


def test_shared_pages_count_though_the_process_has_let_go_of_them(tmp_path: Path) -> None:
    before = unnamed(tmp_path)
    with mmap.mmap(-1, 5 * MIB) as pages:
        pages.write(bytes(5 * MIB))
        pages.madvise(mmap.MADV_DONTNEED)
        assert unnamed(tmp_path) == (before[0] + 5, before[1])
    handle = os.memfd_create("kept")
    os.write(handle, bytes(2 * MIB))
    assert unnamed(tmp_path) == (before[0] + 2, before[1])
    os.close(handle)
    assert unnamed(tmp_path) == before
