"""Opens so many files, says on standard error where that ended, and plays well; with `exits` it exits after ready."""

import errno
import os
import sys

from honest import begin, first_legal, play

count, *then = sys.argv[1:]
held: list[int] = []
try:
    while len(held) < int(count):
        held.append(os.open(".", os.O_RDONLY))
except OSError as problem:
    print(f"{errno.errorcode[problem.errno or 0]} after {len(held)} files", file=sys.stderr, flush=True)
    for descriptor in held:
        os.close(descriptor)
if then:
    begin()
    sys.exit(1)
play(first_legal)
