"""Starts so many threads when an answer is due, or as many as it is let, and then waits."""

import _thread
import sys
import time

from honest import next_request

next_request()
_thread.stack_size(32768)
for _ in range(int(sys.argv[1])):
    try:
        _thread.start_new_thread(time.sleep, (60,))
    except RuntimeError:
        break
time.sleep(60)
