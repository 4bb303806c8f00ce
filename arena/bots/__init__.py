"""Programs met as streams: a bot process is started, told news, asked for decisions and ended here.

A bot never sees a game: an action is an opaque string. Pure parts (`framing`, `session`, `clock`, `errlog`) hold no
I/O; `process` starts and ends processes; `bot` joins them under trio. Called by `referee` and `executors`.
"""
