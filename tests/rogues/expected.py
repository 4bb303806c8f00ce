"""What each bot of `tournaments/rogues.toml` must be ruled to have done. The honest ones are those not named here."""

from arena.records import FaultKind

NOT_READY, TIMEOUT, CRASHED, LIMIT = FaultKind.NOT_READY, FaultKind.TIMEOUT, FaultKind.CRASHED, FaultKind.LIMIT

# in every match against a bot that breaks no rule
ALWAYS: dict[str, FaultKind] = {
    "exits_before_ready 4": NOT_READY,
    "never_ready": NOT_READY,
    "never_flushes": NOT_READY,
    "needs_a_module": NOT_READY,
    "syntax_error.txt": NOT_READY,
    "hangs_mid_deal": TIMEOUT,
    "drips": TIMEOUT,
    "never_reads": TIMEOUT,
    "stops_itself request": TIMEOUT,
    "late 0.5": TIMEOUT,
    "blank_for_ever": TIMEOUT,
    "exits_after_ready": CRASHED,
    "exits_after_answer": CRASHED,
    "closes_output request": CRASHED,
    "closes_input": CRASHED,
    "crashes 11": CRASHED,
    "leaves_a_child exits": CRASHED,
    "allocates request 2048": LIMIT,
    "fork_bomb request 50": LIMIT,
    "forks_for_ever": LIMIT,
    "fills_scratch request 24": LIMIT,
    "leaves_zombies 1000": LIMIT,
    "many_threads 2000": LIMIT,
    "long_line request 67108864": FaultKind.FLOODED,
    "prints_debug": FaultKind.MALFORMED,
    "says request []": FaultKind.MALFORMED,
    "says request \\xef\\xbb\\xbf{}": FaultKind.MALFORMED,
    "prints_for_ever": FaultKind.UNEXPECTED,
    "answers_twice": FaultKind.UNEXPECTED,
    "answers_early": FaultKind.UNEXPECTED,
    "wrong_id 2": FaultKind.UNEXPECTED,
    "card_not_held": FaultKind.ILLEGAL,
    "card_played_twice": FaultKind.ILLEGAL,
    "says_action play 10h": FaultKind.ILLEGAL,
}

# where there is an occasion
SOMETIMES: dict[str, FaultKind] = {
    "crashes_by_seed 10": CRASHED,
    "bids_too_low": FaultKind.ILLEGAL,
    "revokes any": FaultKind.ILLEGAL,
    "left_bower_as_its_print": FaultKind.ILLEGAL,
}

# odd, and in order
NEVER: set[str] = {
    "exits_after_match 0",
    "chats_after_the_match",
    "prints_between_matches",
    "blank_line_first",
    "line_ends \\x20 \\r\\n",
    "extra_fields",
    "named \\\\u001b[2J\\\\u0007 =1+1",
    "ignores_the_end",
    "forks_twice",
    "burns_off_turn 3 child",
    "writes_to_stderr 20",
    "opens_files 500",
    "odd_pipes",
    "nests 100",
    "notes 1000",
    "slow_import 1.2",
}
