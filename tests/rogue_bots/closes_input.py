"""Closes its standard input and answers."""

import os
import time

from honest import first_legal, line_of, next_request, say

request = next_request()
os.close(0)
say(line_of(request, first_legal(request)))
time.sleep(60)
