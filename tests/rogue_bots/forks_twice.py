"""Forks twice with a session of its own between, so that the grandchild is out of the group; then plays well."""

import os
import time

from honest import first_legal, play

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(2)
    os._exit(0)
os.wait()
play(first_legal)
