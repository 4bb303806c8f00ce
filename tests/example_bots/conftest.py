"""Puts the SDK on the import path, as arena does for every Python bot, so that its functions can be tested directly."""

import sys

from tests.example_bots.talking import EXAMPLES

sys.path.insert(0, str(EXAMPLES / "sdk"))
