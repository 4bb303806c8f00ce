"""The fault suite: the programs of `tests/rogue_bots`, each with the exact ruling that it gets."""
