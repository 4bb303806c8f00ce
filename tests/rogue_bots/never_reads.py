"""Says ready and never reads its input."""

import time

from honest import READY, say

say(READY)
time.sleep(60)
