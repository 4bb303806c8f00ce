"""Goals of speed, as commands that print a ratio within one run and exit 1 below the gate.

Only ratios count: both sides run in turn, in the same process or beside each other, and medians are compared.
"""
