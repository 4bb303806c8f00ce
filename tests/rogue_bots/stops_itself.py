"""Stops itself when an answer is due, or with `start` before it is ready."""

import os
import signal
import sys

from honest import next_request, read

if sys.argv[1] == "request":
    next_request()
else:
    read()
os.kill(os.getpid(), signal.SIGSTOP)
