"""Never bids unless it must, and always plays its weakest legal card. A yardstick, and a first look at cards."""

import arena_bot
from arena_bot import strengths, suit_of, trump_suit


def choose(request: arena_bot.Message) -> str:
    legal: list[str] = request["legal"]
    if request["decision"] != "play":
        # `legal` starts with `pass`, or with `3` where the dealer must bid; the trump is clubs, whatever it holds
        return legal[0]
    trump = request["view"]["contract"]["trump"]

    def weakness(card: str) -> tuple[bool, int]:
        # what the card would be worth if its own suit were led; trumps are worth more than any other suit
        suit = suit_of(card, trump)
        return suit == trump_suit(trump), strengths(trump, suit)[card]

    return min(legal, key=weakness)


if __name__ == "__main__":
    arena_bot.run(choose, name="Lowest", version="1.0")
