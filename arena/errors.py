"""The user's mistakes, as a tree. Each says what, where and what was expected, in one line.

Only `arena.cli` catches them (exit status 2). A bot's fault is not an error but a value (`records.Fault`),
and a bug of our own is caught by nobody. Imports nothing of ours.
"""

from typing import TypeVar


class UserError(Exception):
    """Something the person at the keyboard can mend; `str(error)` is the one line to show."""

    exit_status = 2


class SettingsError(UserError):
    """A wrong key or value in a tournament file or on the command line."""


class OptionError(SettingsError):
    """A rule option that a game does not know or does not accept."""


class BotFileError(UserError):
    """A bot that cannot be found, read, copied, built or named."""


class BrokenBotError(UserError):
    """A bot that could not be started in the self-check."""


class RunError(UserError):
    """A run directory that cannot be used: missing, in use, of another version, not writable, full."""


class RecordError(UserError):
    """A match or record that cannot be read or does not exist."""


Kind = TypeVar("Kind", bound=BaseException)


def all_of_kind(group: BaseExceptionGroup[BaseException], kind: type[Kind]) -> Kind | None:
    """The first exception in `group` if every one in it, at any depth, is of `kind`; else None.

    Parallel tasks raise groups even when each had the same single trouble (a full disk, say).
    """
    same, others = group.split(kind)
    found: BaseException | None = None if others is not None else same
    while isinstance(found, BaseExceptionGroup):
        found = found.exceptions[0]
    return found if isinstance(found, kind) else None
