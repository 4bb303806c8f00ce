"""A run on disk: `<run>/arena.db` (SQLite), locked for one writer, open to any number of readers.

Keeps what it is given and derives nothing: no game, no schedule, no standings. What it writes is ASCII JSON, so that a
bot's text does no harm to who looks into the database by other means. Whatever the disk or the database refuses is a
RunError with the path; the database stays consistent. Called by `director` (writes) and `cli` (reads).
"""

import contextlib
import errno
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TypeVar

import orjson
from pydantic import TypeAdapter, ValidationError

from arena import run_lock
from arena.ascii_json import ascii_json
from arena.errors import RecordError, RunError
from arena.records import Entrant, MatchRecord, MatchSummary, Reason

FORMAT: Final = 1
_APPLICATION_ID: Final = 0x6172656E  # "aren"
_HERE: Final = "\0run/"  # stands for the run directory in stored paths: no argument of a program can hold a NUL

_COLUMNS: Final = {
    "run": {"settings", "seed", "entrants", "rooms", "finished"},
    "match": {"encounter", "board", "room", "is_void", "summary", "record"},
    "record": {"id", "body"},
}

_NOT_WRITABLE: Final = {errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EDQUOT}

_RECORD: Final = TypeAdapter(MatchRecord)
_SUMMARY: Final = TypeAdapter(MatchSummary)
_ENTRANTS: Final = TypeAdapter(tuple[Entrant, ...])

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Counts:
    """Matches stored, and how many of them are void."""

    matches: int
    voids: int


class Store:
    """An open run. Made by `create` or `open`; a context manager that closes it."""

    def __init__(self, run_dir: Path, database: sqlite3.Connection, uri: str, lock: int | None) -> None:
        self.run_dir = run_dir
        self._database = database
        self._uri = uri
        self._lock = lock
        row = database.execute("select settings, seed, entrants, rooms, finished from run").fetchone()
        if row is None:
            raise RunError(f"{run_dir}: arena.db is damaged: it does not say what run it holds")
        self.settings_json: str = row[0]
        self.seed: str = row[1]
        self.entrants: tuple[Entrant, ...] = _with_paths(_understood(_ENTRANTS, row[2], run_dir), _HERE, f"{run_dir}/")
        self.room_count: int = row[3]
        self.finished: bool = bool(row[4])

    # ---- opening and closing

    @classmethod
    def create(
        cls, run_dir: str | Path, settings_json: str, seed: str, entrants: Sequence[Entrant], room_count: int
    ) -> Self:
        """Begin a run in `run_dir`, made if it is not there; RunError if it holds a run already or is in use.

        `seed` is 64 hex digits, `room_count` the matches of a board.
        """
        run_dir = Path(os.path.abspath(run_dir))
        path = run_dir / "arena.db"
        with _telling(run_dir):
            run_dir.mkdir(parents=True, exist_ok=True)
        lock = _taken(run_dir)
        with run_lock.released_on_error(lock), _telling(run_dir), contextlib.ExitStack() as opened:
            database = opened.enter_context(contextlib.closing(sqlite3.connect(path, isolation_level=None)))
            if _pragma(database, "user_version") or _pragma(database, "application_id") or _has_tables(database):
                raise RunError(f"{run_dir} holds a run already (go on with it: --resume {run_dir})")
            database.execute("pragma journal_mode = wal")
            database.execute("begin immediate")
            for statement in resources.files("arena").joinpath("store.sql").read_text("utf-8").split(";\n"):
                database.execute(statement)
            stored = ascii_json(_ENTRANTS.dump_json(_with_paths(tuple(entrants), f"{run_dir}/", _HERE))).decode()
            database.execute(
                "insert into run (only_row, settings, seed, entrants, rooms) values (1, ?, ?, ?, ?)",
                (settings_json, seed, stored, room_count),
            )
            database.execute(f"pragma application_id = {_APPLICATION_ID}")
            database.execute(f"pragma user_version = {FORMAT}")
            database.execute("commit")
            store = cls(run_dir, _prepared(database), _uri(path, "ro"), lock)
            opened.pop_all()
            return store

    @classmethod
    def open(cls, run_dir: str | Path, *, write: bool = False) -> Self:
        """Open the run in `run_dir`, to read it (also while another process writes) or to go on with it.

        RunError if there is none, if it is of another format, or, to write, if another process does.
        """
        run_dir = Path(os.path.abspath(run_dir))
        path = run_dir / "arena.db"
        if not run_dir.is_dir():
            raise RunError(f"{run_dir}: no such run directory")
        if not path.is_file():
            raise RunError(f"{run_dir} holds no run: there is no arena.db in it")
        lock = _taken(run_dir) if write else None
        with run_lock.released_on_error(lock), _telling(run_dir):
            uri = _uri(path, "rw") if write else _readable_uri(path)
            with contextlib.ExitStack() as opened:
                database = opened.enter_context(contextlib.closing(_connected(uri)))
                _check_format(database, path)
                if write:
                    database.execute("pragma journal_mode = wal")  # which a finished run has left
                store = cls(run_dir, _prepared(database), _uri(path, "ro") if write else uri, lock)
                opened.pop_all()
                return store

    def close(self) -> None:
        """Leave the run to others. A writer's last words go into the database file itself.

        A finished run is that one file: readers, who may not write, make no write-ahead log beside it any more.
        """
        if self._lock is not None:
            last_words = ["pragma wal_checkpoint(truncate)"] + ["pragma journal_mode = delete"] * self.finished
            with contextlib.suppress(sqlite3.Error):  # a reader may hold it open: the log then stays beside it
                for statement in last_words:
                    self._database.execute(statement)
        self._database.close()
        if self._lock is not None:
            run_lock.release(self._lock)
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # ---- writing

    def add(self, records: Iterable[MatchRecord], summarise: Callable[[MatchRecord], MatchSummary]) -> int:
        """Commit finished matches, all or none; the number of those that were new.

        A match that is stored already stays as it is, unless it was void.
        """
        added = 0
        with _telling(self.run_dir), self._transaction() as database:
            for record in records:
                spec = record.spec
                key = ("~".join(spec.names), spec.board, spec.room)
                summary = ascii_json(orjson.dumps(summarise(record)))
                body = ascii_json(orjson.dumps(record))  # what _RECORD would write, in half the time
                is_void = record.result.reason is Reason.VOID
                old = database.execute(
                    "select is_void, record from match where (encounter, board, room) = (?, ?, ?)", key
                ).fetchone()
                if old is None:
                    number = database.execute("insert into record (body) values (?)", (body,)).lastrowid
                    database.execute("insert into match values (?, ?, ?, ?, ?, ?)", (*key, is_void, summary, number))
                elif old[0]:
                    database.execute("update record set body = ? where id = ?", (body, old[1]))
                    database.execute(
                        "update match set is_void = ?, summary = ? where (encounter, board, room) = (?, ?, ?)",
                        (is_void, summary, *key),
                    )
                else:
                    continue
                added += 1
        return added

    def mark_finished(self, finished: bool = True) -> None:
        """Say whether all matches of the schedule are stored (a run with more boards is unfinished again)."""
        with _telling(self.run_dir), self._transaction() as database:
            database.execute("update run set finished = ?", (finished,))
        self.finished = finished

    def change_settings(self, settings_json: str) -> None:
        """Replace the settings: a resume may raise the number of boards."""
        with _telling(self.run_dir), self._transaction() as database:
            database.execute("update run set settings = ?", (settings_json,))
        self.settings_json = settings_json

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        self._database.execute("begin immediate")
        try:
            yield self._database
            self._database.execute("commit")
        finally:
            if self._database.in_transaction:
                self._database.execute("rollback")

    # ---- reading

    def sitting_state(self, encounter: str, room: str, first_board: int, end_board: int) -> list[MatchSummary]:
        """The stored matches of a sitting in order of board, void ones included."""
        with _telling(self.run_dir):
            rows = self._database.execute(
                "select summary from match"
                " where encounter = ? and room = ? and board >= ? and board < ? order by board",
                (encounter, room, first_board, end_board),
            )
            return [_understood(_SUMMARY, row[0], self.run_dir) for row in rows]

    def records(self, *, complete_boards_only: bool = True) -> Iterator[MatchRecord]:
        """Every record in order of encounter, board and room, one at a time, as the run stands now.

        `complete_boards_only` leaves out boards of which a room is not yet played (void counts as played).
        """
        rows = self._rows("(select body from record where id = match.record)", complete_boards_only)
        return (_understood(_RECORD, body, self.run_dir) for body in rows)

    def summaries(self, *, complete_boards_only: bool = True) -> Iterator[MatchSummary]:
        """What standings count, in the same order, without reading the records."""
        rows = self._rows("summary", complete_boards_only)
        return (_understood(_SUMMARY, row, self.run_dir) for row in rows)

    def _rows(self, what: str, complete_boards_only: bool) -> Iterator[bytes]:
        """One value a match from a connection of its own: what is written meanwhile does not disturb the order."""
        select = f"select {what} from match"
        if complete_boards_only:
            select = (
                f"select {what} from (select *, count(*) over (partition by encounter, board) as played from match)"
                " as match where played = ?"
            )
        select += " order by encounter, board, room"
        with _telling(self.run_dir), contextlib.closing(_connected(self._uri)) as database:
            parameters = (self.room_count,) if complete_boards_only else ()
            for row in database.execute(select, parameters):
                yield row[0]

    def find(self, match_id: str) -> MatchRecord:
        """The record of `<A>~<B>/<board>/<room>`; RecordError if it is not (yet) in the run."""
        encounter, _, rest = match_id.rpartition("/")[0].rpartition("/") if match_id.count("/") >= 2 else ("", "", "")
        if not encounter or not (rest.isascii() and rest.isdigit() and len(rest) < 19):
            raise RecordError(f'"{match_id}" is no match id: expected A~B/BOARD/ROOM, such as {self._example()}')
        key = (encounter, int(rest), match_id.rpartition("/")[2])
        with _telling(self.run_dir):
            row = self._database.execute(
                "select body from record join match on match.record = record.id"
                " where (encounter, board, room) = (?, ?, ?)",
                key,
            ).fetchone()
        if row is None:
            raise RecordError(f'no match "{match_id}" in {self.run_dir} (such as {self._example()})')
        return _understood(_RECORD, row[0], self.run_dir)

    def _example(self) -> str:
        row = self._database.execute("select encounter, board, room from match limit 1").fetchone()
        return "/".join(map(str, row)) if row else "a~b/0/open"

    def counts(self) -> Counts:
        """How many matches are stored."""
        with _telling(self.run_dir):
            return Counts(*self._database.execute("select count(*), coalesce(sum(is_void), 0) from match").fetchone())

    def counts_by_encounter(self) -> Mapping[str, Counts]:
        """The same for each encounter that has any."""
        with _telling(self.run_dir):
            rows = self._database.execute("select encounter, count(*), sum(is_void) from match group by encounter")
            return {row[0]: Counts(*row[1:]) for row in rows}


# ---- the database


def _understood(adapter: TypeAdapter[Value], text: str | bytes, run_dir: Path) -> Value:
    """What is stored as JSON; RecordError, with the place, for what no arena has written."""
    try:
        return adapter.validate_json(text)
    except ValidationError as problem:
        first = problem.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])).encode("unicode_escape").decode()  # keys may be anybody's
        what = first["msg"][:1].lower() + first["msg"][1:]
        raise RecordError(f"{run_dir}: arena.db is damaged: {where or 'JSON'}: {what}") from None


def _uri(path: Path, mode: str) -> str:
    return f"{path.as_uri()}?mode={mode}"


def _connected(uri: str) -> sqlite3.Connection:
    return sqlite3.connect(uri, uri=True, isolation_level=None, timeout=10)


def _prepared(database: sqlite3.Connection) -> sqlite3.Connection:
    # with a write-ahead log: a killed process loses nothing, a power cut at most the newest matches
    database.execute("pragma synchronous = normal")
    return database


def _readable_uri(path: Path) -> str:
    """How to read the database: SQLite wants to write beside it, which a read-only directory does not allow."""
    uri = _uri(path, "ro")
    try:
        with contextlib.closing(_connected(uri)) as database:
            _pragma(database, "schema_version")
        return uri
    except sqlite3.OperationalError as problem:
        may_write = os.access(path.parent, os.W_OK)
        if may_write and problem.sqlite_errorcode == sqlite3.SQLITE_READONLY_ROLLBACK:
            # its writer was killed as it took up the write-ahead log or left it: nothing of the run is in the journal
            with contextlib.closing(_connected(_uri(path, "rw"))) as database:
                _pragma(database, "schema_version")
            return uri
        log = path.with_name(path.name + "-wal")
        if may_write or (log.exists() and log.stat().st_size):
            raise
        return f"{path.as_uri()}?mode=ro&immutable=1"


def _pragma(database: sqlite3.Connection, name: str) -> int:
    return int(database.execute(f"pragma {name}").fetchone()[0])


def _has_tables(database: sqlite3.Connection) -> bool:
    return bool(database.execute("select count(*) from sqlite_master").fetchone()[0])


def _check_format(database: sqlite3.Connection, path: Path) -> None:
    found = _pragma(database, "user_version")
    if found == 0 and not _has_tables(database):
        raise RunError(f"{path} is empty: its run ended before it began (remove {path.parent} and start anew)")
    if _pragma(database, "application_id") != _APPLICATION_ID:
        raise RunError(f"{path} is not a run of arena's")
    if found != FORMAT:
        raise RunError(
            f"{path} is a database of another version: format {found}, this arena reads and writes format {FORMAT}"
        )
    for table, columns in _COLUMNS.items():
        there = {row[1] for row in database.execute(f"pragma table_info({table})")}
        if not columns <= there:
            raise RunError(f"{path} is damaged: its table {table} lacks {', '.join(sorted(columns - there))}")


def _with_paths(entrants: tuple[Entrant, ...], old: str, new: str) -> tuple[Entrant, ...]:
    """The entrants with what begins with `old` beginning with `new`: a run can be moved and still be resumed."""

    def moved(word: str) -> str:
        return new + word[len(old) :] if word.startswith(old) else word

    return tuple(
        replace(
            entrant,
            command=tuple(map(moved, entrant.command)),
            folder=None if entrant.folder is None else moved(entrant.folder),
        )
        for entrant in entrants
    )


def _taken(run_dir: Path) -> int:
    """Its lock. Raises RunError alone."""
    with _telling(run_dir):
        return run_lock.take(run_dir)


@contextlib.contextmanager
def _telling(run_dir: Path) -> Iterator[None]:
    """Turn what the disk or the database refuses into one line."""
    try:
        yield
    except OSError as problem:
        what = "cannot be written: " if problem.errno in _NOT_WRITABLE else ""
        raise RunError(f"{run_dir}: {what}{(problem.strerror or str(problem)).lower()}") from None
    except sqlite3.DatabaseError as problem:
        raise RunError(f"{run_dir}: {_words(problem, run_dir)}") from None


def _words(problem: sqlite3.DatabaseError, run_dir: Path) -> str:
    code = getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    match code:
        case sqlite3.SQLITE_FULL:
            return f"the disk is full; what is stored is safe (free some space, then --resume {run_dir})"
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return "the database cannot be written (read-only)"
        case sqlite3.SQLITE_CANTOPEN:
            return "the database cannot be opened (permissions? an interrupted run needs a directory it can write to)"
        case sqlite3.SQLITE_IOERR:
            return f"the disk reports an error ({problem}); what is stored is safe"
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return "the database is held by another program"
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return f"arena.db is damaged or no database ({problem})"
        case _ if str(problem).startswith("Could not decode"):  # Python's own, of text that is no UTF-8
            return "arena.db is damaged: it holds text that is none"
        case _:
            raise problem  # a mistake in our own statements
