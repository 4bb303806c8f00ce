"""Where matches are played: sittings go in, match records come out.

`sitting` plays one in this process, `local` spreads them over worker processes (`worker`), one a core. An executor
knows no schedule and no store; called by `director`.
"""
