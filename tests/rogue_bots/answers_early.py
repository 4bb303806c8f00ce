"""Answers before it is asked."""

import time

from honest import READY, read, say

read()
say(READY + '\n{"type":"action","id":1,"action":"pass"}')
time.sleep(60)
