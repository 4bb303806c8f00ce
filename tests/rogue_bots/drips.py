"""Answers a byte every 50 ms."""

import os
import time

from honest import first_legal, line_of, next_request

request = next_request()
for byte in line_of(request, first_legal(request)).encode():
    os.write(1, bytes([byte]))
    time.sleep(0.05)
time.sleep(60)
