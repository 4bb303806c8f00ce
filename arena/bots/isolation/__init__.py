"""What keeps a bot's processes to what is theirs: Landlock, seccomp, privileges, resource limits, bubblewrap.

Standard library only and nothing of arena outside this package: the warden imports it, and what it does happens in a
forked child before the bot's program starts. What tries it out stands above it and is not imported by it: `facts`,
`attack_run` and the hostile program, `attack`. `confinement` joins the mechanisms into levels, `read_paths` says what a
bot must be able to read: none of these starts a bot or judges one.
"""


class IsolationError(Exception):
    """A level cannot be had on this machine; the text says which mechanism is missing and what to do about it."""
