"""The store: what goes in comes out, in order, once; writers one at a time; every refusal one line."""

import contextlib
import os
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from arena.derive import summary_of
from arena.errors import RecordError, RunError, UserError
from arena.games import game
from arena.records import Clock, Entrant, FaultKind, Limits, MatchRecord, MatchSummary
from arena.store import FORMAT, Counts, Store
from tests.played import SEED, forfeited, not_begun, played_match, spec

RULED = game("bid-euchre", {"target": 9})
ROOMS = ("closed", "open")


def summarise(record: MatchRecord) -> MatchSummary:
    return summary_of(record, RULED)


def played(board: int, room: str, names: tuple[str, ...] = ("a", "b")) -> MatchRecord:
    return played_match(RULED, spec(RULED, board, room, names), random.Random(f"{board}{room}"))[0]


def void(board: int, room: str) -> MatchRecord:
    return played_match(RULED, spec(RULED, board, room), random.Random(1), stop_after=5)[0]


def entrant(name: str, command: tuple[str, ...] = ("/usr/bin/true",), folder: str | None = None) -> Entrant:
    return Entrant(name, "sha256:" + "0" * 64, command, folder, Clock(1, None, 3, 4), Limits(5, 6), {"A": "b"})


def created(run_dir: Path) -> Store:
    return Store.create(run_dir, '{"boards":3}', SEED, [entrant("a"), entrant("b")], 2)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with created(tmp_path / "run") as store:
        yield store


def test_a_run_keeps_what_it_was_begun_with(tmp_path: Path) -> None:
    created(tmp_path / "deep" / "run").close()
    for write in (False, True):
        with Store.open(tmp_path / "deep" / "run", write=write) as store:
            assert store.settings_json == '{"boards":3}'
            assert store.seed == SEED
            assert store.entrants == (entrant("a"), entrant("b"))
            assert store.room_count == 2
            assert not store.finished
            assert store.counts() == Counts(0, 0)


def test_paths_inside_a_run_move_with_it(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    command = ("/usr/bin/python3", f"{here}/bots/0/bot.py", f"{here}x", "--fast")
    Store.create(here, "{}", SEED, [entrant("a", command, f"{here}/bots/0")], 2).close()
    here.rename(there)
    with Store.open(there) as store:
        assert store.entrants[0].command == ("/usr/bin/python3", f"{there}/bots/0/bot.py", f"{here}x", "--fast")
        assert store.entrants[0].folder == f"{there}/bots/0"


ENDINGS = [
    played(0, "open"),
    void(1, "closed"),
    forfeited(RULED, spec(RULED, 2, "open"), random.Random(2), FaultKind.ILLEGAL, stop_after=20),
    replace(not_begun(RULED, spec(RULED, 3, "closed"), 1), log={"1": "no such file"}),
    not_begun(RULED, spec(RULED, 4, "open"), 0, other=3),
    not_begun(RULED, spec(RULED, 5, "open"), 2, unplayed=True),
    played(2**53, "open", ("ä b", "日本")),
]


@pytest.mark.parametrize("record", ENDINGS, ids=lambda record: record.spec.match_id)
def test_every_ending_comes_out_as_it_went_in(store: Store, record: MatchRecord) -> None:
    assert store.add([record], summarise) == 1
    assert store.find(record.spec.match_id) == record
    assert list(store.records(complete_boards_only=False)) == [record]
    assert list(store.summaries(complete_boards_only=False)) == [summarise(record)]


def test_records_come_in_order_of_encounter_board_and_room(store: Store) -> None:
    records = [
        played(board, room, names)
        for names in (("B", "a"), ("a", "b"), ("a", "é"))
        for board in (2, 10)
        for room in ROOMS
    ]
    shuffled = random.Random(3).sample(records, len(records))
    for record in shuffled:
        store.add([record], summarise)
    assert list(store.records()) == records
    assert list(store.summaries()) == [summarise(record) for record in records]
    assert store.counts_by_encounter() == {"B~a": Counts(4, 0), "a~b": Counts(4, 0), "a~é": Counts(4, 0)}


def test_a_board_shows_when_all_its_rooms_are_done(store: Store) -> None:
    store.add([played(0, "open"), void(1, "open"), played(1, "closed"), played(2, "closed")], summarise)
    assert [record.spec.match_id for record in store.records()] == ["a~b/1/closed", "a~b/1/open"]
    assert [(row.board, row.room) for row in store.summaries()] == [(1, "closed"), (1, "open")]
    assert store.counts() == Counts(4, 1)


def test_no_match_is_stored_twice_and_only_a_void_one_is_replaced(store: Store) -> None:
    first, again, nothing = played(0, "open"), played(0, "open"), void(0, "open")
    again.timing.elapsed_ms += 1
    assert store.add([nothing], summarise) == 1
    assert store.add([nothing], summarise) == 1  # tried again and void again
    assert store.add([first], summarise) == 1
    assert store.add([again, nothing], summarise) == 0
    assert list(store.records(complete_boards_only=False)) == [first]
    assert list(store.summaries(complete_boards_only=False)) == [summarise(first)]
    assert store.counts() == Counts(1, 0)


def test_a_batch_is_stored_as_a_whole_or_not_at_all(store: Store) -> None:
    def fails_on_board_1(record: MatchRecord) -> MatchSummary:
        if record.spec.board == 1:
            raise ZeroDivisionError
        return summarise(record)

    with pytest.raises(ZeroDivisionError):
        store.add([played(0, "open"), played(1, "open")], fails_on_board_1)
    assert store.counts() == Counts(0, 0)
    assert store.add([played(0, "open")], summarise) == 1


def test_the_state_of_a_sitting_is_its_stored_boards_in_order(store: Store) -> None:
    fault = not_begun(RULED, spec(RULED, 12, "open"), 1)
    store.add([played(19, "open"), void(11, "open"), fault, played(13, "closed"), played(20, "open")], summarise)
    state = store.sitting_state("a~b", "open", 10, 20)
    assert [(row.board, row.reason, row.faults) for row in state] == [
        (11, "void", ()),
        (12, "forfeit", ((1, FaultKind.NOT_READY, False),)),
        (19, "target", ()),
    ]


def test_reading_goes_on_undisturbed_while_matches_are_added(store: Store) -> None:
    store.add([played(board, room) for board in (1, 2) for room in ROOMS], summarise)
    reading = store.records(complete_boards_only=False)
    assert next(reading).spec.board == 1
    store.add([played(board, room) for board in (0, 3) for room in ROOMS], summarise)
    assert [record.spec.board for record in reading] == [1, 2, 2]


def test_another_process_reads_a_running_run(store: Store) -> None:
    store.add([played(0, "open")], summarise)
    with Store.open(store.run_dir) as reader:
        assert reader.counts() == Counts(1, 0)
        store.add([played(0, "closed")], summarise)
        assert len(list(reader.records())) == 2
        store.mark_finished()
        assert not reader.finished
    with Store.open(store.run_dir) as reader:
        assert reader.finished


def test_a_resume_may_change_the_settings(store: Store) -> None:
    store.mark_finished()
    store.change_settings('{"boards":9}')
    store.mark_finished(False)
    with Store.open(store.run_dir) as reader:
        assert (reader.settings_json, reader.finished) == ('{"boards":9}', False)


@pytest.mark.parametrize(
    ("match_id", "message"),
    [
        ("a~b/1/open", r'no match "a~b/1/open" in .*/run \(such as a~b/0/open\)'),
        ("a~b/0/closed", "no match"),
        ("a~b/0", '"a~b/0" is no match id: expected A~B/BOARD/ROOM, such as a~b/0/open'),
        ("", "is no match id"),
        ("a~b/x/open", "is no match id"),
        ("a~b/-1/open", "is no match id"),
        ("a~b/²/open", "is no match id"),
        ("a~b/99999999999999999999/open", "is no match id"),
    ],
)
def test_a_match_that_is_not_there(store: Store, match_id: str, message: str) -> None:
    store.add([played(0, "open")], summarise)
    with pytest.raises(RecordError, match=message):
        store.find(match_id)


def test_a_match_id_is_explained_even_without_matches(store: Store) -> None:
    with pytest.raises(RecordError, match="such as a~b/0/open"):
        store.find("x")


# ---- who may open what


def test_two_cannot_write_one_run(store: Store) -> None:
    in_use = rf"run is in use by process {os.getpid()}; two cannot write one run"
    with pytest.raises(RunError, match=in_use):
        Store.open(store.run_dir, write=True)
    with pytest.raises(RunError, match=in_use):
        created(store.run_dir)
    store.close()
    Store.open(store.run_dir, write=True).close()


def test_a_killed_writer_leaves_its_matches_and_no_lock(tmp_path: Path) -> None:
    script = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from tests.test_store import *\n"
        "store = created(Path(sys.argv[1]))\n"
        "store.add([played(0, 'open')], summarise)\n"
        "store._database.execute('begin immediate')\n"
        "store._database.execute('delete from match')\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    root = Path(__file__).parents[1]
    run = subprocess.run([sys.executable, "-c", script, str(tmp_path / "run")], cwd=root, check=False)
    assert run.returncode == -signal.SIGKILL
    with Store.open(tmp_path / "run", write=True) as store:
        assert list(store.records(complete_boards_only=False)) == [played(0, "open")]
        assert store.add([played(0, "open"), played(0, "closed")], summarise) == 1


def test_a_forked_child_does_not_keep_the_lock(store: Store) -> None:
    ours, childs = socket.socketpair()
    child = os.fork()
    if child == 0:
        ours.close()
        childs.send(b"here")
        childs.recv(1)  # lives until the parent closes its end
        os._exit(0)
    childs.close()
    assert ours.recv(4) == b"here"
    try:
        store.close()
        Store.open(store.run_dir, write=True).close()
    finally:
        ours.close()
        os.waitpid(child, 0)


def test_a_run_is_not_begun_twice(store: Store) -> None:
    store.close()
    with pytest.raises(RunError, match=r"run holds a run already \(go on with it: --resume "):
        created(store.run_dir)
    Store.open(store.run_dir, write=True).close()


def test_a_run_that_was_killed_before_it_began_can_be_begun(tmp_path: Path) -> None:
    (tmp_path / "arena.db").touch()
    with pytest.raises(RunError, match="is empty: its run ended before it began"):
        Store.open(tmp_path)
    created(tmp_path).close()
    Store.open(tmp_path).close()


def test_there_is_no_run(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="none: no such run directory"):
        Store.open(tmp_path / "none")
    with pytest.raises(RunError, match=r"holds no run: there is no arena\.db in it"):
        Store.open(tmp_path)


def test_a_file_stands_where_the_run_should(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(RunError, match="file: file exists"):
        created(tmp_path / "file")
    with pytest.raises(RunError, match="run: not a directory"):
        created(tmp_path / "file" / "run")


def test_a_lock_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "lock").mkdir()
    with pytest.raises(RunError, match="is a directory"):
        created(tmp_path)


def changed(run_dir: Path, statement: str) -> Path:
    created(run_dir).close()
    database = sqlite3.connect(run_dir / "arena.db")
    database.execute(statement)
    database.commit()
    database.close()
    return run_dir


@pytest.mark.parametrize("write", [False, True])
def test_a_run_of_another_version(tmp_path: Path, write: bool) -> None:
    run_dir = changed(tmp_path / "run", f"pragma user_version = {FORMAT + 1}")
    expected = f"of another version: format {FORMAT + 1}, this arena reads and writes format {FORMAT}"
    with pytest.raises(RunError, match=expected):
        Store.open(run_dir, write=write)
    with pytest.raises(RunError, match=expected):  # the lock was given back: not "in use"
        Store.open(run_dir, write=True)


def test_a_foreign_database(tmp_path: Path) -> None:
    with pytest.raises(RunError, match=r"arena\.db is not a run of arena's"):
        Store.open(changed(tmp_path / "run", "pragma application_id = 7"))


def test_a_damaged_database(tmp_path: Path) -> None:
    (tmp_path / "arena.db").write_bytes(b"no database at all, but long enough to be looked at" * 100)
    for write in (False, True):
        with pytest.raises(RunError, match=r"arena\.db is damaged or no database"):
            Store.open(tmp_path, write=write)


def read_all(run: Path) -> None:
    with Store.open(run) as reader:
        list(reader.summaries(complete_boards_only=False))
        list(reader.records(complete_boards_only=False))
        reader.find("a~b/0/open")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("delete from run", "it does not say what run it holds"),
        ("update run set entrants = '[{}]'", "0.name: field required"),
        ("update run set entrants = cast(x'5bff' as text)", "it holds text that is none"),
        ("alter table record rename column body to corpse", "its table record lacks body"),
        ("drop table match", "its table match lacks board, encounter, is_void, record, room, summary"),
        ("update record set body = x'7b'", "JSON: invalid JSON: EOF while parsing"),
        (
            "update record set body = cast(json_set(cast(body as text), '$.result.reason', '<b>') as blob)",
            "result.reason: input should be",
        ),
        ("update match set summary = x'5b5d'", "JSON: input should be an object"),
    ],
)
def test_a_run_that_somebody_has_changed(tmp_path: Path, change: str, said: str) -> None:
    with created(tmp_path / "run") as store:
        store.add([played(0, "open")], summarise)
    with contextlib.closing(sqlite3.connect(tmp_path / "run" / "arena.db")) as database, database:
        database.execute(change)
    with pytest.raises(UserError) as told:
        read_all(tmp_path / "run")
    assert str(tmp_path / "run") in str(told.value)
    assert said in str(told.value)
    assert "\n" not in str(told.value)


def test_a_full_disk_loses_nothing_that_was_stored(store: Store) -> None:
    store.add([played(0, room) for room in ROOMS], summarise)
    pages = store._database.execute("pragma page_count").fetchone()[0]
    store._database.execute(f"pragma max_page_count = {pages}")
    with pytest.raises(RunError, match="the disk is full; what is stored is safe"):
        store.add([played(board, "open") for board in range(1, 20)], summarise)
    assert store.counts() == Counts(2, 0)
    store._database.execute("pragma max_page_count = 1000000")
    assert store.add([played(board, "open") for board in range(1, 20)], summarise) == 19


def test_a_reader_cannot_write(store: Store) -> None:
    with Store.open(store.run_dir) as reader, pytest.raises(RunError, match=r"cannot be written \(read-only\)"):
        reader.mark_finished()


def test_a_database_held_by_another_program(store: Store) -> None:
    other = sqlite3.connect(store.run_dir / "arena.db")
    other.execute("begin immediate")
    store._database.execute("pragma busy_timeout = 1")
    with pytest.raises(RunError, match="held by another program"):
        store.mark_finished()
    other.close()


def in_the_run(run_dir: Path) -> set[str]:
    return {path.name for path in run_dir.iterdir()}


def test_a_finished_run_is_one_file_also_after_it_was_read(tmp_path: Path) -> None:
    with created(tmp_path) as store:
        store.add([played(0, "open")], summarise)
        assert in_the_run(tmp_path) == {"arena.db", "arena.db-shm", "arena.db-wal", "lock"}
        store.mark_finished()
    for board in (1, 2):  # made longer, and finished again
        stored = 2 * board - 1
        assert in_the_run(tmp_path) == {"arena.db", "lock"}
        with Store.open(tmp_path) as reader:
            assert len(list(reader.records(complete_boards_only=False))) == stored
            assert in_the_run(tmp_path) == {"arena.db", "lock"}
        with Store.open(tmp_path, write=True) as store:
            store.add([played(board, "open")], summarise)
            with Store.open(tmp_path) as reader:
                rows = reader.records(complete_boards_only=False)
                next(rows)
                store.add([played(board, "closed")], summarise)  # readers disturb nobody
                assert len(list(rows)) == stored
    assert in_the_run(tmp_path) == {"arena.db", "lock"}


def test_a_run_that_finishes_while_it_is_read_loses_nothing(tmp_path: Path) -> None:
    with created(tmp_path) as store, Store.open(tmp_path) as reader:
        store.add([played(0, "open")], summarise)
        store.mark_finished()
        store.close()
        assert reader.counts() == Counts(1, 0)
    with Store.open(tmp_path) as again:
        assert again.finished
        assert again.counts() == Counts(1, 0)


def test_a_run_whose_writer_was_killed_as_it_closed_can_be_read(tmp_path: Path) -> None:
    with created(tmp_path / "run") as store:
        store.add([played(0, "open")], summarise)
        store.mark_finished()
    with contextlib.closing(sqlite3.connect(tmp_path / "run" / "arena.db", isolation_level=None)) as writer:
        writer.execute("pragma synchronous = off")  # the journal counts at once
        writer.execute("begin immediate")
        writer.execute("pragma user_version = 99")
        shutil.copytree(tmp_path / "run", tmp_path / "left")  # as a kill in the middle of a change leaves it
        writer.execute("rollback")
    assert "arena.db-journal" in in_the_run(tmp_path / "left")
    with Store.open(tmp_path / "left") as reader:
        assert len(list(reader.records(complete_boards_only=False))) == 1
    assert in_the_run(tmp_path / "left") == {"arena.db", "lock"}


def test_a_mistake_in_a_statement_is_a_bug_and_no_users_error(store: Store) -> None:
    store._database.execute("drop table record")
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        store.add([played(0, "open")], summarise)


def as_nobody(action: str, run_dir: Path) -> str:
    """What `action` prints in a process that may only read (root may write anywhere)."""
    if os.geteuid() != 0:
        pytest.skip("needs root, to become somebody who may not write")
    script = (
        "import os, sys\n"
        "from arena.store import Store\n"
        "from arena.errors import RunError\n"
        "os.setgroups([]); os.setgid(65534); os.setuid(65534)\n"
        "try:\n"
        f"    print({action})\n"
        "except RunError as problem:\n"
        "    print(problem)\n"
    )
    root = Path(__file__).parents[1]
    command = [sys.executable, "-c", script, str(run_dir)]
    return subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def readable_run() -> Iterator[Path]:
    """A run in a directory that everybody may read and only its owner may write (tmp_path is private)."""
    run_dir = Path("/tmp") / f"arena-test-store-{os.getpid()}"
    with created(run_dir) as store:
        store.add([played(0, room) for room in ROOMS], summarise)
    run_dir.chmod(0o755)
    yield run_dir
    shutil.rmtree(run_dir)


def test_a_run_in_a_read_only_directory_can_be_read(readable_run: Path) -> None:
    action = "len(list(Store.open(sys.argv[1]).records()))"
    assert as_nobody(action, readable_run) == "2\n"


def test_a_run_in_a_read_only_directory_cannot_be_written(readable_run: Path) -> None:
    assert "permission denied" in as_nobody("Store.open(sys.argv[1], write=True)", readable_run)


def test_an_interrupted_run_in_a_read_only_directory_is_refused_rather_than_cut(readable_run: Path) -> None:
    for leftover in ("arena.db-wal", "arena.db-shm"):
        (readable_run / leftover).unlink(missing_ok=True)
    (readable_run / "arena.db-wal").write_bytes(b"something")
    (readable_run / "arena.db-wal").chmod(0o600)
    assert "cannot be opened" in as_nobody("Store.open(sys.argv[1])", readable_run)


def test_reading_takes_no_more_memory_for_more_matches(store: Store) -> None:
    record = played(0, "open")

    def peak_of_reading() -> int:
        tracemalloc.start()
        for _ in store.records(complete_boards_only=True):
            pass
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return peak

    def add_boards(first: int, end: int) -> None:
        specs = [replace(record.spec, board=board, room=room) for board in range(first, end) for room in ROOMS]
        store.add([replace(record, spec=each) for each in specs], summarise)

    add_boards(0, 10)
    peak_of_reading()  # once for what is loaded only once
    few = peak_of_reading()
    add_boards(10, 200)
    assert peak_of_reading() < 2 * few
