"""Starts so many children, which end at once, and never hears of their end; then waits when an answer is due."""

import os
import sys
import time

from honest import next_request

next_request()
for _ in range(int(sys.argv[1])):
    if os.fork() == 0:
        os._exit(0)
time.sleep(60)
