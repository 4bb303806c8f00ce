"""What a person types for an action, and which action is meant: by name, by number, by a card's other spellings.

Pure, and knows no rule: which actions are legal is given, why another is not is the game's to say. Called by
`table_talk`.
"""

from collections.abc import Iterable, Sequence


def is_numbered(legal: Sequence[str]) -> bool:
    """Whether actions may be chosen by number, from 1: not where some are numbers themselves, as bids are."""
    return not any(action.isdecimal() for action in legal)


def meant(text: str, legal: Sequence[str]) -> list[str]:
    """The legal actions that `text` can stand for: none, one, or all that begin so where none is called so.

    >>> meant("JH", ["9c", "Jh"]), meant("2", ["9c", "Jh"]), meant("hj", ["9c", "Jh"]), meant("10D", ["Td"])
    (['Jh'], ['Jh'], ['Jh'], ['Td'])
    >>> meant("4", ["pass", "4", "5"]), meant("p", ["pass", "4", "5"]), meant("h", ["hearts", "high"])
    (['4'], ['pass'], ['hearts', 'high'])
    """
    wanted = _plain(text)
    if same := [action for action in legal if _plain(action) == wanted]:
        return same[:1]
    if wanted.isdecimal() and len(wanted) <= 3 and is_numbered(legal):
        number = int(wanted)
        return [legal[number - 1]] if 1 <= number <= len(legal) else []
    if cards := [action for action in legal if wanted in _spellings(action)]:
        return cards
    return [action for action in legal if wanted and _plain(action).startswith(wanted)]


def as_card(text: str, deck: Iterable[str]) -> str:
    """The card of the deck that `text` spells, else `text` as it is.

    >>> as_card(" 10h", ["9h", "Th"]), as_card("hearts", ["9h", "Th"])
    ('Th', 'hearts')
    """
    wanted = _plain(text)
    for card in deck:
        if _plain(card) == wanted or wanted in _spellings(card):
            return card
    return text.strip()


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def _spellings(action: str) -> tuple[str, ...]:
    """Of a card: its suit first, ten as a number."""
    if len(action) != 2:
        return ()
    rank, suit = action[0].lower(), action[1].lower()
    ranks = ("t", "10") if rank == "t" else (rank,)
    return tuple(f"{one}{suit}" for one in ranks) + tuple(f"{suit}{one}" for one in ranks)
