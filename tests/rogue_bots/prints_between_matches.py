"""Plays a match, then prints valid lines for ever, but never the `ready` of the next."""

from honest import first_legal, line_of, read, say

say('{"type":"ready"}')
while (message := read())["type"] != "match_end":
    if message["type"] == "request":
        say(line_of(message, first_legal(message)))
while True:
    say('{"type":"action","id":1,"action":"pass"}\n' * 100)
