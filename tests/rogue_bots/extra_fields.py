"""Answers well, with odd things in fields that are ignored."""

from honest import first_legal, line_of, requests, say

for request in requests():
    line = line_of(request, first_legal(request))
    say(line[:-1] + ', "x": NaN, "y": [-Infinity, 1e999, {"z": null}], "id": 7, "x": 1, "id": ' + f"{request['id']}}}")
