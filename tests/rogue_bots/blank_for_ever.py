"""Writes blank lines for ever once it is ready."""

import os

from honest import begin

begin()
while True:
    os.write(1, b"\n \t\r\n" * 10_000)
