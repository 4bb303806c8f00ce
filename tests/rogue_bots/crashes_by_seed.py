"""Crashes at its second request in one match of ten, chosen by its own seed; otherwise it plays well."""

import sys

from honest import READY, first_legal, line_of, read, say

one_in = int(sys.argv[1]) if sys.argv[1:] else 10
unlucky = False
while True:
    message = read()
    if message["type"] == "match_start":
        unlucky = int(message["seed"], 16) % one_in == 0
        say(READY)
    elif message["type"] == "request":
        if unlucky and message["id"] == 2:
            raise SystemError("one in so many")
        say(line_of(message, first_legal(message)))
