"""Forks twice with a session of its own between (where it is let), so that the grandchild is out of the group; then
plays well, or with `exits` exits when an answer is due.
"""

import contextlib
import os
import sys
import time

from honest import first_legal, next_request, play

if os.fork() == 0:
    with contextlib.suppress(PermissionError):
        os.setsid()
    if os.fork() == 0:
        time.sleep(60)
    os._exit(0)
os.wait()
if sys.argv[1:] == ["exits"]:
    next_request()
    sys.exit(0)
play(first_legal)
