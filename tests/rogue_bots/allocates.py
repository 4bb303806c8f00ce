"""Takes and uses so many MiB, when an answer is due or with `start` before it is ready; with `child`, a child does."""

import os
import sys
import time

from honest import next_request, read

when, mib, *who = sys.argv[1:]
if when == "request":
    next_request()
else:
    read()
if who and os.fork():
    os.wait()
    time.sleep(60)
held = []
for _ in range(int(mib) // 16):
    held.append(bytearray(b"x") * (16 << 20))
    time.sleep(0.005)
time.sleep(60)
