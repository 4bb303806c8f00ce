"""Does not follow suit when it could. With `left` only where its left bower is the card that follows."""

import sys

from honest import Message, first_legal, play

LEFT = {"clubs": "Js", "diamonds": "Jh", "hearts": "Jd", "spades": "Jc"}


def choose(request: Message) -> str:
    legal: list[str] = request["legal"]
    view = request["view"]
    if request["decision"] == "play":
        others: list[str] = [card for card in view["hand"] if card not in legal]
        left = LEFT.get(view["contract"]["trump"], "")
        if others and (sys.argv[1] != "left" or legal == [left]):
            return others[0]
    return first_legal(request)


play(choose)
