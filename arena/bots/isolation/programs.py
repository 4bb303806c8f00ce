"""Finding programs: by a word on a PATH, and by the first line of a script.

Looks at the file system, starts nothing. Called by `read_paths` and `bubblewrap`.
"""

import os
import shlex


def first_line(path: str) -> list[str]:
    """The words of a script's `#!` line, none where it is no script or cannot be read."""
    try:
        with open(path, "rb") as file:
            line = file.readline(1024)
    except OSError:
        return []
    if not line.startswith(b"#!"):
        return []
    text = os.fsdecode(line[2:]).rstrip("\n")
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def is_binary(path: str) -> bool:
    """Whether a path leads to a program that is no script."""
    if not os.path.isfile(path) or not os.access(path, os.X_OK):
        return False
    try:
        with open(path, "rb") as file:
            return file.read(4) == b"\x7fELF"
    except OSError:
        return True  # what cannot be read can be told nothing of


def which(word: str, search: str) -> str | None:
    """Where a program is: the word itself if it is a path, else the first executable in the folders of `search`."""
    if "/" in word:
        return word if os.path.exists(word) else None
    for folder in search.split(os.pathsep):
        place = os.path.join(folder, word)
        if folder and os.path.isfile(place) and os.access(place, os.X_OK):
            return place
    return None
