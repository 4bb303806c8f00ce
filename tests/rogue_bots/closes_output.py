"""Closes its standard output but lives: at once, or with `request` when an answer is due."""

import os
import sys
import time

from honest import next_request

if sys.argv[1] == "request":
    next_request()
os.close(1)
time.sleep(60)
