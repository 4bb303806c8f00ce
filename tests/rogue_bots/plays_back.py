"""Plays back a script, the JSON in its only argument, and answers well where the script leaves it.

The script: {"before": [bytes, …], "at": {"K": [bytes, …]}, "instead": [K, …], "end": [K, "exit"|"out"|"in"|null]}.
Bytes are hexadecimal, each written at once; K counts the messages that were read, from 1. `before` is written before
anything is read, `at` after message K was read, and where K stands in `instead` there is no answer of its own. At `end`
the process exits, or closes its output or input and stays.
"""

import json
import os
import sys
import time

from honest import READY, first_legal, line_of, read, say

script = json.loads(sys.argv[1])


def write(chunks: list[str]) -> None:
    for number, chunk in enumerate(chunks):
        if number:
            time.sleep(0.002)  # chunks should arrive as such
        data = bytes.fromhex(chunk)
        while data:
            data = data[os.write(1, data) :]


write(script["before"])
count = 0
while True:
    message = read()
    count += 1
    write(script["at"].get(str(count), []))
    if count not in script["instead"]:
        if message["type"] == "match_start":
            say(READY)
        elif message["type"] == "request":
            say(line_of(message, first_legal(message)))
    if script["end"][0] == count:
        if script["end"][1] == "exit":
            sys.exit(0)
        os.close(1 if script["end"][1] == "out" else 0)
        time.sleep(60)
