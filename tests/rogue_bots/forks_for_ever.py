"""Leaves an orphan each millisecond, which ends at once, and takes more and more memory when an answer is due."""

import os
import time

from honest import next_request

next_request()
held: list[bytearray] = []
while True:
    if os.fork() == 0:
        if os.fork() == 0:
            time.sleep(0.001)
        os._exit(0)
    os.wait()
    if len(held) < 40:
        held.append(bytearray(b"x") * (4 << 20))
