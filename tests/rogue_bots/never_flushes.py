"""Prints into a buffer: nothing arrives."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "match_start":
        print('{"type":"ready"}')
