"""Answers with a line of so many bytes, or with `start` begins with one."""

import os
import sys
import time

from honest import next_request, read, say

when, size = sys.argv[1:]
if when == "request":
    next_request()
else:
    read()
left = int(size)
while left > 0:
    left -= os.write(1, b"x" * min(left, 1 << 16))
say("")
time.sleep(60)
