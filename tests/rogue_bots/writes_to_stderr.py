"""Writes so many MiB to standard error on the opponent's turn, once; with `crashes` it ends at its second request."""

import os
import sys

from honest import first_legal, line_of, requests, say

mib, *then = sys.argv[1:]
for request in requests():
    if then and request["id"] == 2:
        sys.exit("the last words")
    say(line_of(request, first_legal(request)))
    if request["id"] == 1:
        os.write(2, b"the first words\n")
        for _ in range(int(mib) * 16):
            os.write(2, b"noise 7\n" * 8192)
