"""Answers at once, then computes for so many milliseconds on the others' turns; with `child`, a child does so too."""

import os
import sys
import time

from honest import first_legal, line_of, requests, say

seconds = int(sys.argv[1]) / 1000
if sys.argv[2:] and os.fork() == 0:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        pass
    os._exit(0)
for request in requests():
    say(line_of(request, first_legal(request)))
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        pass
