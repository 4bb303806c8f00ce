"""Every illegal action is refused with the rule in words, and leaves the deal as it was."""

import pytest

from arena.games.game import IllegalAction
from tests.games.tables import started

HANDS = [
    ["Jd", "Ah", "9s", "Ts", "Ks", "Qs"],
    ["9c", "Kc", "Ac", "9d", "Kd", "Jh"],
    ["Tc", "Jc", "Td", "9h", "Th", "Js"],
    ["Qc", "Qd", "Ad", "Qh", "Kh", "As"],
]
TRUMPS = "clubs, diamonds, hearts, spades, high, low"
NO_CARD = "not a card: cards are written rank (9 T J Q K A) and suit (c d h s), e.g. Td"
BIDDEN = "pass pass 4 pass"


@pytest.mark.parametrize(
    ("actions", "action", "why"),
    [
        # calls, dealer 3
        ("", "2", "'2' is not a call: calls are pass and the bids 3, 4, 5 and 6"),
        ("", "7", "'7' is not a call: calls are pass and the bids 3, 4, 5 and 6"),
        ("", "", "'' is not a call: calls are pass and the bids 3, 4, 5 and 6"),
        ("", "PASS", "'PASS' must be written exactly: pass"),
        ("", " 4", "' 4' must be written exactly: 4"),
        ("", "Jo", "'Jo' is not a call: calls are pass and the bids 3, 4, 5 and 6"),
        ("", "Jd", "a bid is due, not a card: Jd cannot be played before four calls and the trump"),
        ("", "high", "a bid is due and names no suit: high may be named by the declarer after four calls"),
        ("4", "3", "bid not high enough: 3 does not exceed the high bid 4"),
        ("4", "4", "only the dealer may equal the high bid 4: bid higher or pass"),
        ("6 pass", "6", "only the dealer may equal the high bid 6: bid higher or pass"),
        ("pass 4 pass", "3", "bid not high enough: 3 is below the high bid 4"),
        ("pass pass pass", "pass", "the dealer must bid: nobody else has"),
        (
            "",
            "p" * 100_000,
            f"'{'p' * 40}'… (100000 characters) is not a call: calls are pass and the bids 3, 4, 5 and 6",
        ),
        ("", "\x00\ud800", "'\\x00\\ud800' is not a call: calls are pass and the bids 3, 4, 5 and 6"),
        # trump, declarer 2
        (BIDDEN, "pass", f"the trump is due, not a call: the declarer must name one of {TRUMPS}"),
        (BIDDEN, "5", f"the trump is due, not a call: the declarer must name one of {TRUMPS}"),
        (BIDDEN, "Js", f"the trump is due, not a card: name one of {TRUMPS} before Js can be led"),
        (BIDDEN, "Hearts", "'Hearts' must be written exactly: hearts"),
        (BIDDEN, "h", f"'h' names no trump: expected one of {TRUMPS}"),
        (BIDDEN, "no trump", f"'no trump' names no trump: expected one of {TRUMPS}"),
        (BIDDEN, " " * 100_000, f"'{' ' * 40}'… (100000 characters) names no trump: expected one of {TRUMPS}"),
        # cards, declarer 2 leads
        (f"{BIDDEN} hearts", "pass", "a card is due, not pass: the auction is over"),
        (f"{BIDDEN} hearts", "6", "a card is due, not 6: the auction is over"),
        (f"{BIDDEN} hearts", "hearts", "a card is due, not hearts: the auction is over"),
        (f"{BIDDEN} hearts", "Ah", "you do not hold Ah"),
        (f"{BIDDEN} hearts", "7h", f"'7h' is {NO_CARD}"),
        (f"{BIDDEN} hearts", "Jo", f"'Jo' is {NO_CARD}"),
        (
            f"{BIDDEN} hearts",
            "js",
            "'js' is not a card: cards are written rank in upper case, suit in lower case, here Js",
        ),
        (f"{BIDDEN} hearts", "10h", "'10h' is not a card: ten is written T, here Th"),
        (f"{BIDDEN} hearts", "Jh" * 50_000, f"'{'Jh' * 20}'… (100000 characters) is {NO_CARD}"),
        (f"{BIDDEN} hearts 9h", "9h", "9h was already played, to trick 1"),
        (f"{BIDDEN} hearts 9h Qh Jd Jh 9c", "Jh", "Jh was already played, to trick 1"),
        (f"{BIDDEN} hearts 9h Qh Jd Jh 9c", "9c", "9c was already played, to trick 2"),
        (f"{BIDDEN} hearts 9h Qh Jd Jh 9c Tc", "Ah", "you do not hold Ah"),
        # following
        (f"{BIDDEN} spades Js", "Qd", "must follow spades: holds As"),
        (f"{BIDDEN} hearts 9h", "Qd", "must follow hearts: holds Qh, Kh"),
        (f"{BIDDEN} hearts 9h Qh", "Ks", "must follow hearts: holds Ah, Jd (the left bower)"),
        (f"{BIDDEN} diamonds Td Qd", "9s", "must follow diamonds: holds Jd"),
        (f"{BIDDEN} diamonds Td Qd Jd", "9c", "must follow diamonds: holds 9d, Kd, Jh (the left bower)"),
        (
            f"{BIDDEN} spades Jc",
            "Qc",
            "must follow spades: holds As; Jc, which was led, is the left bower and belongs to spades",
        ),
        (f"{BIDDEN} diamonds 9h Qh", "Jd", "must follow hearts: holds Ah"),
        (f"{BIDDEN} high Td Qd Jd", "Jh", "must follow diamonds: holds 9d, Kd"),
    ],
    ids=lambda text: text[:30],
)
def test_why(actions: str, action: str, why: str) -> None:
    deal = started(3, actions.split(), hands=HANDS)
    before = ([deal.view(seat) for seat in range(4)], deal.legal(), deal.to_act)
    assert deal.why_illegal(action) == why
    with pytest.raises(IllegalAction) as raised:
        deal.apply(action)
    assert str(raised.value) == why
    assert ([deal.view(seat) for seat in range(4)], deal.legal(), deal.to_act) == before


def test_the_left_bower_alone_must_follow() -> None:
    hands = [["9h", "Th", "Qh", "Kh", "Ah", "Jh"], ["Jd", "9c", "Tc", "Jc", "Qc", "Kc"]]
    hands += [["9s", "Ts", "Js", "Qs", "Ks", "As"], ["9d", "Td", "Qd", "Kd", "Ad", "Ac"]]
    deal = started(0, ["pass", "pass", "pass", "3", "hearts", "9h"], hands=hands)
    assert deal.legal() == ["Jd"]
    assert deal.why_illegal("9c") == "must follow hearts: holds Jd, the left bower"


def test_the_left_bower_does_not_follow_its_printed_suit() -> None:
    hands = [["9d", "Td", "Qd", "Kd", "Ad", "Jh"], ["9h", "Jd", "9c", "Tc", "Jc", "Qc"]]
    hands += [["9s", "Ts", "Js", "Qs", "Ks", "As"], ["Th", "Qh", "Kh", "Ah", "Kc", "Ac"]]
    deal = started(0, ["pass", "pass", "pass", "3", "diamonds", "Jh"], hands=hands)
    assert deal.legal() == ["Jd"]
    deal = started(0, ["pass", "pass", "pass", "3", "hearts", "Qd"], hands=[hands[0], *hands[1:]])
    assert deal.legal() == list(deal.hands[1])
    hands[1], hands[0] = ["9d", "9h", "Jd", "9c", "Tc", "Jc"], ["Qc", "Td", "Qd", "Kd", "Ad", "Jh"]
    deal = started(0, ["pass", "pass", "pass", "3", "hearts", "Qd"], hands=hands)
    assert deal.legal() == ["9d"]
    assert deal.why_illegal("Jd") == "must follow diamonds: holds 9d; Jd is the left bower and belongs to hearts"


def test_a_legal_action_has_no_reason() -> None:
    assert started(3, [], hands=HANDS).why_illegal("pass") == ""
