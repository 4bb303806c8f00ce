"""Answers every request after so many seconds."""

import sys
import time

from honest import Message, first_legal, play


def choose(request: Message) -> str:
    time.sleep(float(sys.argv[1]))
    return first_legal(request)


play(choose)
