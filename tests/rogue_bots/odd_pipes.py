"""Makes its pipes as small as they can be and not blocking, closes its standard error, and plays well."""

import fcntl
import os
import select

from honest import first_legal, play

for pipe in (0, 1, 2):
    fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, 4096)
os.set_blocking(1, False)
os.close(2)
select.select([], [1], [])
play(first_legal)
