"""Answers well with the bytes given before and after every line (escapes as in Python)."""

import os
import sys

from honest import READY, first_legal, line_of, read

before, after = (text.encode().decode("unicode_escape").encode("latin-1") for text in sys.argv[1:])
while True:
    message = read()
    if message["type"] == "match_start":
        os.write(1, before + READY.encode() + after)
    elif message["type"] == "request":
        os.write(1, before + line_of(message, first_legal(message)).encode() + after)
