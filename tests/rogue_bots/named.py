"""Introduces itself with the words given (bytes as Python's escapes: name, version, author) and plays well."""

import sys

from honest import first_legal, line_of, read, say

keys = ("name", "version", "author")
words = [word.encode().decode("unicode_escape").encode("latin-1") for word in sys.argv[1:]]
introduction = b",".join(b'"%s":"%s"' % (key.encode(), word) for key, word in zip(keys, words, strict=False))
while True:
    message = read()
    if message["type"] == "match_start":
        say(b'{"type":"ready",' + introduction + b"}")
    elif message["type"] == "request":
        say(line_of(message, first_legal(message)))
