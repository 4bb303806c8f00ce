"""Prints debug text to standard output before its answer."""

from honest import first_legal, line_of, requests, say

for request in requests():
    say("thinking …")
    say(line_of(request, first_legal(request)))
