"""Plays well, with a note of so many characters, each four bytes long, beside each action."""

import sys

from honest import first_legal, line_of, requests, say

note = "\U0001f0a1" * int(sys.argv[1])
for request in requests():
    say(line_of(request, first_legal(request))[:-1] + f', "note": "{note}"}}')
