"""Answers twice, then never again."""

import time

from honest import first_legal, line_of, requests, say

for request in requests():
    if request["id"] == 3:
        time.sleep(60)
    say(line_of(request, first_legal(request)))
