"""Says ready and exits."""

import sys

from honest import begin

begin()
sys.exit(3)
