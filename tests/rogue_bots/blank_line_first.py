"""Writes a line of white space, waits, and answers well."""

import time

from honest import first_legal, line_of, requests, say

for request in requests():
    say(" \t\v\f ")
    time.sleep(0.002)
    say(line_of(request, first_legal(request)))
