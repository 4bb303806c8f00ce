"""Answers request 3 with the id given."""

import sys

from honest import first_legal, line_of, requests, say

for request in requests():
    if request["id"] == 3:
        request["id"] = int(sys.argv[1])
    say(line_of(request, first_legal(request)))
