"""Plays any legal action at random, and so plays any game. The smallest bot, and the one to beat first."""

import random  # `run` seeds it with the match's seed: the same match again is played the same way

import arena_bot


def choose(request: arena_bot.Message) -> str:
    legal: list[str] = request["legal"]
    return random.choice(legal)


if __name__ == "__main__":
    arena_bot.run(choose, name="Random", version="1.0")
