"""Forks so many children that stay, when an answer is due or with `start` before it is ready; then waits.

`orphans`: the children are its grandchildren, whose parent has ended. `plays`: it plays on, if it is let.
"""

import os
import sys
import time

from honest import READY, first_legal, line_of, next_request, play, read, say

when, count, *how = sys.argv[1:]
request = next_request() if when == "request" else read()
for _ in range(int(count)):
    if os.fork() == 0:
        if "orphans" in how and os.fork():
            os._exit(0)
        time.sleep(60)
        os._exit(0)
    if "orphans" in how:
        os.wait()
if "plays" not in how:
    time.sleep(60)
say(line_of(request, first_legal(request)) if when == "request" else READY)
play(first_legal)
