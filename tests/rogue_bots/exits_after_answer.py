"""Answers the first request as it should and exits: the answer counts."""

import sys

from honest import first_legal, line_of, next_request, say

request = next_request()
say(line_of(request, first_legal(request)))
sys.exit(0)
