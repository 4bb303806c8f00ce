"""Answers with a line of so many bytes, or with `start` begins with one."""

import sys
import time

from honest import next_request, read, say

when, size = sys.argv[1:]
if when == "request":
    next_request()
else:
    read()
say("x" * int(size))
time.sleep(60)
