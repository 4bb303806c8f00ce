"""Plays its first card again."""

from honest import Message, first_legal, play

played: list[str] = []


def choose(request: Message) -> str:
    if request["decision"] != "play":
        return first_legal(request)
    played.append(first_legal(request))
    return played[0]


play(choose)
