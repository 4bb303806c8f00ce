"""Follows the suit printed on its left bower with it, holding a card of that suit."""

from honest import Message, first_legal, play

LEFT = {"clubs": "Js", "diamonds": "Jh", "hearts": "Jd", "spades": "Jc"}


def choose(request: Message) -> str:
    legal: list[str] = request["legal"]
    view = request["view"]
    if request["decision"] == "play":
        left = LEFT.get(view["contract"]["trump"], "")
        if left in view["hand"] and left not in legal and legal[0][1] == left[1]:
            return left
    return first_legal(request)


play(choose)
