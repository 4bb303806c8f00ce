"""Runs `attacked` as another user: `attacking.py LEVEL` prints {key: [got_through, how]} as one JSON line.

Standard library only and nothing of arena that needs more, so that the system's Python can run it.
"""

import json
import sys

from arena.bots.isolation.facts import declared, tried


def main() -> None:
    result = tried(sys.argv[1], quick=False)
    found = {key: [each.got_through, declared(key, result.level), each.how] for key, each in result.outcomes.items()}
    print(json.dumps(found))


main()
