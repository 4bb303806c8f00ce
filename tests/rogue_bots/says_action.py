"""Says the action given at its first decision of the kind given."""

import sys

from honest import first_legal, play

decision, action = sys.argv[1:]
play(lambda request: action if request["decision"] == decision else first_legal(request))
