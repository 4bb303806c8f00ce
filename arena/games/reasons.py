"""Why an action is illegal, in words that the games of this family share.

Text alone: whether an action is legal is decided by each game's own tables. What a bot sent may be anything, so it is
quoted, escaped and cut here. Called by the games' `why_illegal`.
"""

from collections.abc import Sequence

from arena.games.cards import JOKER, SUIT_NAMES
from arena.games.tricks import SUIT, left_bower

_SHOWN = 40


def shown(action: object) -> str:
    """Anything that a bot or a user sent, quoted, escaped and short."""
    text = action if isinstance(action, str) else str(action)
    if len(text) > _SHOWN:
        return f"{text[:_SHOWN]!r}… ({len(text)} characters)"
    return repr(action)


def why_not_written(action: str, words: Sequence[str]) -> str:
    """What is wrong with the writing if `action` is one of `words` but for case or spaces, else ""."""
    meant = action[: _SHOWN + 1].strip().lower()
    if len(action) > _SHOWN or meant not in words:
        return ""
    return f"{shown(action)} must be written exactly: {meant}"


def why_not_following(action: str, legal: Sequence[str], led: str, trump: str) -> str:
    """Why the card `action` is no answer to `led` for a seat whose `legal` cards follow it."""
    special = {left_bower(trump): "the left bower", JOKER: "the joker"}
    # those last whose suit is not the printed one, so that the sentence can end by naming them
    held = sorted(legal, key=lambda card: card in special)
    if len(held) == 1 and held[0] in special:
        cards = f"{held[0]}, {special[held[0]]}"
    else:
        cards = ", ".join(f"{card} ({special[card]})" if card in special else card for card in held)
    why = f"must follow {SUIT_NAMES[SUIT[trump][led]]}: holds {cards}"
    if led in special:
        why += f"; {led}, which was led, is {special[led]} and belongs to {trump}"
    elif action in special:
        why += f"; {action} is {special[action]} and belongs to {trump}"
    return why
