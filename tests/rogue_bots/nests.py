"""Nests so many folders in its scratch directory, or with `wide` makes so many empty files there; then plays well."""

import os
import sys

from honest import first_legal, play

home = os.getcwd()
for number in range(int(sys.argv[1])):
    if sys.argv[2:]:
        os.close(os.open(str(number), os.O_CREAT | os.O_WRONLY))
    else:
        os.mkdir("d", 0o700)
        os.chdir("d")
os.chdir(home)
play(first_legal)
