"""The command to try next, where it has options. Called by the verb `replay`."""

import shlex


def replay_command(run: str, match: str, *options: str) -> str:
    """`arena replay` for a shell: each word is one there, and neither run nor match is taken for an option.

    >>> print(replay_command("runs/friday", "a~b/0/open", "--deal", "3"))
    arena replay runs/friday 'a~b/0/open' --deal 3
    """
    words = (run, match)
    if any(word.startswith("-") for word in words):
        return shlex.join(["arena", "replay", *options, "--", *words])
    return shlex.join(["arena", "replay", *words, *options])


def feed_command(run: str, match: str, bot: str) -> str:
    """The command that puts a match's questions to `bot` again."""
    options = [f"--feed={bot}"] if bot.startswith("-") else ["--feed", bot]
    return replay_command(run, match, *options)
