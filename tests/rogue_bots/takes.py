"""Uses so many milliseconds of processor for each of its first answers: `takes MS COUNT`."""

import sys
import time

from honest import first_legal, line_of, requests, say

seconds, count = int(sys.argv[1]) / 1000, int(sys.argv[2])
for number, request in enumerate(requests()):
    until = time.process_time() + seconds
    while number < count and time.process_time() < until:
        pass
    say(line_of(request, first_legal(request)))
