"""Raises, or with a number sends itself that signal, when an answer is due."""

import os
import sys

from honest import next_request

request = next_request()
if sys.argv[1] != "raise":
    os.kill(os.getpid(), int(sys.argv[1]))
raise ValueError("no plan for " + request["decision"])
