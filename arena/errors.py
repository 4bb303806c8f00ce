"""The user's mistakes, as a tree. Each says what, where and what was expected, in one line.

Only `arena.cli` catches them (exit status 2). A bot's fault is not an error but a value (`records.Fault`),
and a bug of our own is caught by nobody. Imports nothing of ours.
"""


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
