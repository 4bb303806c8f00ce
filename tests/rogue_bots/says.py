"""Answers its first request, or with `start` the match start, with the bytes given: Python's escapes, {id} the id."""

import sys
import time

from honest import next_request, read, say

when, text = sys.argv[1:]
request = next_request() if when == "request" else read()
say(text.replace("{id}", str(request.get("id", 0))).encode().decode("unicode_escape").encode("latin-1"))
time.sleep(60)
