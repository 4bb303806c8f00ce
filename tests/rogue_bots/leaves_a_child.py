"""Forks a child that keeps its pipes; then plays on, or with `exits` exits when an answer is due."""

import os
import sys
import time

from honest import first_legal, next_request, play

if os.fork() == 0:
    time.sleep(60)
    os._exit(0)
if sys.argv[1] == "exits":
    next_request()
    sys.exit(0)
play(first_legal)
