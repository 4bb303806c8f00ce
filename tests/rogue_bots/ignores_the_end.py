"""Plays well, ignores SIGTERM and end of file."""

import signal
import time

from honest import first_legal, play

signal.signal(signal.SIGTERM, signal.SIG_IGN)
try:
    play(first_legal)
finally:
    time.sleep(60)
