"""Reads and says nothing."""

from honest import read

while True:
    read()
