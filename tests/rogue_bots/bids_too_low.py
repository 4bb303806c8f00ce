"""Bids 4, and 3 where its partner has bid 4."""

from honest import Message, first_legal, play


def choose(request: Message) -> str:
    if request["decision"] != "bid":
        return first_legal(request)
    return "4" if "4" in request["legal"] else "3"


play(choose)
