"""Writes so many files of a MiB to its scratch directory when an answer is due, or with `start` before it is ready."""

import sys
import time

from honest import next_request, read

when, mib = sys.argv[1:]
if when == "request":
    next_request()
else:
    read()
for number in range(int(mib)):
    with open(f"file{number}", "wb") as file:
        file.write(b"x" * (1 << 20))
time.sleep(60)
