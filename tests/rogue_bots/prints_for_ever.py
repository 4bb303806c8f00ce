"""Prints valid lines for ever once it is ready."""

from honest import begin, say

begin()
while True:
    say('{"type":"action","id":0,"action":"pass"}\n' * 100)
