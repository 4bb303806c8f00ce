"""Plays one match and exits with the status given."""

import sys

from honest import READY, first_legal, line_of, read, say

while (message := read())["type"] != "match_end":
    if message["type"] == "match_start":
        say(READY)
    elif message["type"] == "request":
        say(line_of(message, first_legal(message)))
sys.exit(int(sys.argv[1]))
