"""Answers its first request twice at once."""

from honest import first_legal, line_of, requests, say

for request in requests():
    line = line_of(request, first_legal(request))
    say(line + "\n" + line if request["id"] == 1 else line)
