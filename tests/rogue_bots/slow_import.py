"""Takes so many seconds to start, more than an action may, and plays well."""

import sys
import time

from honest import first_legal, play

time.sleep(float(sys.argv[1]))
play(first_legal)
