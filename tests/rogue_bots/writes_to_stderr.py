"""Writes 20 MB to standard error on the opponent's turn, once."""

import os

from honest import first_legal, line_of, requests, say

for request in requests():
    say(line_of(request, first_legal(request)))
    if request["id"] == 1:
        for _ in range(320):
            os.write(2, b"noise\n" * 10_923)
