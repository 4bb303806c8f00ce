"""A bot's files on disk: their list and digest, the run's copy of them, its check.

Knows nothing of commands' meaning, names or settings. Errors are words without an address (`BotFileError`);
`bot_files` puts the address before them.
"""

import hashlib
import json
import os
import shutil
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from arena.errors import BotFileError
from arena.toml_places import printable

LEFT_OUT: Final = frozenset({".git", "__pycache__", ".venv", "node_modules", "target"})
"""Folders that are neither copied nor part of the digest, wherever they stand; so is any virtual environment."""

_MANIFEST_FORMAT: Final = "arena-bot-copy/1"


class FileRow(NamedTuple):
    """One file: path relative to the folder with `/`, execute bit, SHA-256 of its content (or `link:TARGET`)."""

    path: str
    executable: bool
    sha256: str


def rows_in(folder: Path) -> list[FileRow]:
    """The files of a bot's folder that are copied, sorted by path. Raises BotFileError for what cannot be copied."""
    root = folder.resolve()
    return sorted(file_row(folder, path) for path in _files(folder, root))


def _files(folder: Path, root: Path) -> Iterator[str]:
    waiting = [""]
    while waiting:
        here = waiting.pop()
        try:
            entries = sorted(os.scandir(folder / here), key=lambda entry: entry.name)
        except OSError as problem:
            raise BotFileError(f'"{printable(here)}" cannot be read ({problem.strerror})') from None
        for entry in entries:
            path = f"{here}/{entry.name}" if here else entry.name
            if entry.is_dir() and (entry.name in LEFT_OUT or is_virtual_environment(Path(entry.path))):
                continue
            if entry.is_symlink():
                _check_link(Path(entry.path), path, root)
            if entry.is_dir():
                waiting.append(path)
            elif entry.is_file():
                yield path
            else:
                raise BotFileError(f'"{printable(path)}" is neither a file nor a folder')


def _check_link(link: Path, path: str, root: Path) -> None:
    target = Path(os.path.realpath(link))
    if not target.is_relative_to(root):
        raise BotFileError(f'"{printable(path)}" is a link out of the folder, to {target}; only the folder is copied')
    if not target.exists():
        raise BotFileError(f'"{printable(path)}" is a link to nothing')
    if target.is_dir():
        raise BotFileError(f'"{printable(path)}" is a link to a folder; links to files alone are copied')


def is_virtual_environment(folder: Path) -> bool:
    return (folder / "pyvenv.cfg").is_file()


def file_row(folder: Path, path: str) -> FileRow:
    """The row of one file, links followed."""
    try:
        path.encode()
    except UnicodeEncodeError:
        raise BotFileError(f'the file name "{printable(path)}" is not UTF-8') from None
    try:
        with open(folder / path, "rb") as file:
            executable = bool(os.fstat(file.fileno()).st_mode & 0o111)
            return FileRow(path, executable, hashlib.file_digest(file, "sha256").hexdigest())
    except OSError as problem:
        raise BotFileError(f'"{printable(path)}" cannot be read ({problem.strerror})') from None


def digest_of(rows: Iterable[FileRow]) -> str:
    """`sha256:` and the SHA-256 of the sorted rows as JSON: [[path, execute bit, SHA-256 of content], …]."""
    text = json.dumps(sorted(rows), ensure_ascii=False, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


# ---- the run's copy


def copy_of(digest: str, bots_dir: Path) -> Path:
    """Where the copy of the bot with `digest` stands."""
    return bots_dir / digest.removeprefix("sha256:")


def manifest_of(copy: Path) -> Path:
    """Beside the copy, written last: a copy without it is unfinished, from a run that was killed."""
    return copy.with_name(copy.name + ".json")


def copy_rows(
    rows: Sequence[FileRow], folder: Path, digest: str, bots_dir: Path, build: Callable[[Path], None] | None
) -> Path:
    """Copy the files under `bots_dir` and `build` on the copy, once: a finished copy is returned as it stands.

    Raises BotFileError when files change meanwhile, the disk refuses or the build fails.
    """
    copy = copy_of(digest, bots_dir)
    if manifest_of(copy).exists():
        return copy
    try:
        bots_dir.mkdir(parents=True, exist_ok=True)
        fresh = copy.with_name(f".{copy.name}.part")
        _remove(copy)
        _remove(fresh)
        try:
            for row in rows:
                target = fresh / row.path
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(folder / row.path, target)
                target.chmod(0o755 if row.executable else 0o644)
            if digest_of(file_row(fresh, row.path) for row in rows) != digest:
                raise BotFileError("its files changed while they were copied; try again")
            fresh.rename(copy)
        finally:
            _remove(fresh)
        if build is not None:
            copy.chmod(0o700)  # nobody else may start what a build gives an owner's rights, until they are taken
            build(copy)
        _protect(copy)
        copy.chmod(0o755)
        _write_manifest(copy, digest, rows, build is not None)
    except OSError as problem:
        raise BotFileError(f"cannot be copied to {copy} ({problem.strerror or problem})") from None
    return copy


def _remove(folder: Path) -> None:
    if folder.exists():
        shutil.rmtree(folder)


def _protect(copy: Path) -> None:
    """Take write permission and set-id bits from files (not from folders: the run must stay removable)."""
    for path in copy.rglob("*"):
        if path.is_file() and not path.is_symlink():
            path.chmod(stat.S_IMODE(path.stat().st_mode) & 0o555)


def _write_manifest(copy: Path, digest: str, rows: Sequence[FileRow], built: bool) -> None:
    manifest = manifest_of(copy)
    text = json.dumps(
        {
            "format": _MANIFEST_FORMAT,
            "digest": digest,
            "built": built,
            "copied": sorted(rows),
            "files": contents(copy),
        },
        indent=1,
    )
    fresh = manifest.with_name(f".{manifest.name}.new")
    fresh.write_text(text, encoding="utf-8")
    fresh.rename(manifest)


def contents(copy: Path) -> list[FileRow]:
    """Everything that stands in a copy, what a build made included; links by their target, Python's caches left out."""
    found = []
    for here, folders, files in os.walk(copy):
        folders[:] = [name for name in folders if name != "__pycache__"]
        for name in [*files, *(name for name in folders if os.path.islink(os.path.join(here, name)))]:
            path = Path(here, name)
            relative = path.relative_to(copy).as_posix()
            if path.is_symlink():
                found.append(FileRow(relative, False, f"link:{os.readlink(path)}"))
            elif path.is_file():
                found.append(file_row(copy, relative))
    return sorted(found)


def copy_fault(digest: str, bots_dir: Path) -> str | None:
    """What is wrong with the run's copy of the bot with `digest`, as the end of a sentence; None if nothing is."""
    copy = copy_of(digest, bots_dir)
    try:
        manifest = json.loads(manifest_of(copy).read_bytes())
        then = [FileRow(*row) for row in manifest["files"]]
        copied = [FileRow(*row) for row in manifest["copied"]]
        built = bool(manifest["built"])
    except FileNotFoundError:
        return f"is missing from {bots_dir}"
    except (OSError, ValueError, KeyError, TypeError):
        return f"has an unreadable list of files, {manifest_of(copy)}"
    now = contents(copy)
    changed = {row.path for row in set(then) ^ set(now)}
    if changed:
        return f"has changed since the run began: {printable(min(changed))}"
    if digest_of(copied) != digest or (not built and digest_of(now) != digest):
        return "has changed since the run began: its list of files does not fit its digest"
    return None
