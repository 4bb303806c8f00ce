"""Takes a second to start, more than an action may, and plays well."""

import time

from honest import first_legal, play

time.sleep(1)
play(first_legal)
