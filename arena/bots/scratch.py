"""The end of a bot's scratch directory, whatever the bot made of it.

Standard library only. Called by `process` and `warden_process` once the bot's processes are gone.
"""

import contextlib
import os


def remove(folder: str) -> None:
    """Remove a folder whatever its depth and its modes: `shutil.rmtree` gives up on either. What cannot go stays.

    Folders are moved up to the top one by one, so that no path grows long and nothing is nested in this process.
    """
    number = 0
    with contextlib.suppress(OSError):
        if os.path.islink(folder):  # a bot without a guard may put one in its place
            os.unlink(folder)
            return
        os.chmod(folder, 0o700)
        while found := _entries(folder):
            for entry in found:
                if not entry.is_dir(follow_symlinks=False):
                    os.unlink(entry.path)
                    continue
                os.chmod(entry.path, 0o700)
                for inner in _entries(entry.path):
                    if inner.is_dir(follow_symlinks=False):
                        os.chmod(inner.path, 0o700)  # its parent is written in it
                        number += 1
                        os.rename(inner.path, os.path.join(folder, f".up-{number}-{os.urandom(8).hex()}"))
                    else:
                        os.unlink(inner.path)
                os.rmdir(entry.path)
        os.rmdir(folder)


def _entries(folder: str) -> list[os.DirEntry[str]]:
    with os.scandir(folder) as found:
        return list(found)
