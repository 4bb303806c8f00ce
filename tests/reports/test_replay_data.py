"""What the page's replayer is given: every step of every view, hands as the rules have them, lines as sent."""

import gzip
import json
from base64 import b64decode
from random import Random
from typing import Any
from urllib.parse import unquote

import pytest

from arena.derive import dealt, full_record
from arena.games import GAMES, game
from arena.records import Clock
from arena.replay import Acted, DealBegins, Faulted, Known, TrickTaken, steps
from arena.reports.html.replay_data import match_data, replay_href, replay_script, requests
from arena.transcript import Sort, lines
from tests.played import good_records, played_match, run_facts, spec

RECORDS = good_records()
CLOCK = Clock(10_000, 1000, 5000, 500)
CLOCKS = {"a": CLOCK, "b": Clock(10_000, None, 0, 500), "c": CLOCK}
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "euchre": [{"preset": "redeal"}, {"joker": True}],
    "euchre-railroad": [{"preset": "redeal", "games": 3, "laps": True, "slam": True}],
    "bid-euchre-double": [{"players": 8}],
}
VARIANTS = [(name, options) for name in GAMES for options in [{}, *OPTIONS.get(name, [])]]


def record_of(name: str, options: dict[str, Any], seed: int = 5) -> dict[str, Any]:
    ruled = game(name, options)
    names = ("a", "b", "c")[: ruled.side_count]
    room = "open" if len(names) == 2 else "abc"
    return full_record(
        played_match(ruled, spec(ruled, 17, room, names), Random(seed), max_deals=8)[0], ruled, run_facts(ruled)
    )


def unpacked(script: str) -> tuple[dict[str, Any], list[str]]:
    told, *sent = gzip.decompress(b64decode(script)).decode().split("\n")
    return json.loads(told), sent


def flat(deal: dict[str, Any], seat: int | None) -> list[Any]:
    """What a view is told of a deal, one after the other: decisions and what followed."""
    told = []
    for place, frame in enumerate(deal["frames"]):
        decision, *news = frame if seat is None else deal["views"][seat].get(str(place), frame)
        told += ([decision] if decision else []) + news
    return told


@pytest.mark.parametrize("ending", RECORDS)
def test_it_comes_out_as_it_went_in_and_is_the_same_each_time(ending: str) -> None:
    script = replay_script(RECORDS[ending], CLOCKS)
    assert script == replay_script(RECORDS[ending], CLOCKS)
    told, sent = unpacked(script)
    assert told == match_data(RECORDS[ending])
    assert sent == requests(RECORDS[ending], CLOCKS)


def test_the_requests_are_those_of_the_transcript_decision_by_decision() -> None:
    record = RECORDS["illegal"]
    wire = {
        (line.deal, line.index): line.line
        for seat, entrant in enumerate(record["seats"])
        for line in lines(record, seat, CLOCKS[record["entrants"][entrant]["name"]], 4096)
        if line.kind is Sort.REQUEST
    }
    due = [(deal, index) for deal, played in enumerate(record["deals"]) for index in range(len(played["actions"]))]
    due.append((record["result"]["fault"]["deal"], record["result"]["fault"]["action_index"]))
    sent = requests(record, CLOCKS)
    assert [(line + "\n").encode() for line in sent] == [wire[place] for place in due]
    assert len(sent) == len(wire)
    assert [json.loads(line)["clock"]["action_ms"] for line in sent[:2]].count(None) == 1  # each by its own clock


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_every_view_tells_the_steps_of_that_view(name: str, options: dict[str, Any]) -> None:
    record = record_of(name, options)
    told = match_data(record)
    for seat in (None, *range(len(record["seats"]))):
        for number, deal in enumerate(told["deals"]):
            expected: list[Any] = []
            for step in steps(record, deal=number, seat=seat):
                match step:
                    case Acted():
                        expected.append([step.seat, step.decision, step.action, step.note, step.ms])
                    case Known():
                        expected.append(["known", dict(step.facts)])
                    case TrickTaken():
                        expected.append(["trick", step.number, step.winner])
            seen = flat(deal, seat)
            assert [one for one in seen if one[0] not in ("contract", "scored", "fault")] == expected
            assert [one[0] for one in seen].count("scored") == 1


def test_notes_and_hidden_cards_of_others_are_in_no_other_view() -> None:
    record = record_of("euchre", {})
    secrets = 0
    for number, deal in enumerate(match_data(record)["deals"]):
        for place, (decision, *_) in enumerate(deal["frames"][1:], 1):
            record["deals"][number]["notes"][str(place - 1)] = f"thought of {decision[0]}"
    for deal in match_data(record)["deals"]:
        for decision, *_ in deal["frames"][1:]:
            assert decision[3] == f"thought of {decision[0]}"
        for seat, view in enumerate(deal["views"]):
            for place, (whole, *_) in enumerate(deal["frames"][1:], 1):
                seen, *_ = view.get(str(place), deal["frames"][place])
                own = whole[0] == seat
                assert seen[3] == (whole[3] if own else None)
                assert seen[2] == (whole[2] if own or whole[1] != "discard" else None)
                secrets += not own and whole[1] == "discard"
    assert secrets


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_hands_follow_from_the_deal_what_was_laid_down_and_what_is_told(name: str, options: dict[str, Any]) -> None:
    record = record_of(name, options)
    ruled = game(name, options)
    before = None
    exchanged = 0
    for number, deal in enumerate(match_data(record)["deals"]):
        played = dealt(ruled, record["board_key"], 17 % ruled.seats, number, before)
        hands = [list(hand) for hand in deal["hands"]]
        for place, action in enumerate(record["deals"][number]["actions"], 1):
            seat = deal["frames"][place][0][0]
            if action in hands[seat]:
                hands[seat].remove(action)
            for other, hand in deal["held"].get(str(place), {}).items():
                hands[int(other)] = list(hand)
            exchanged += str(place) in deal["held"]
            played.apply(action)
            assert hands == [played.view(each)["hand"] for each in range(ruled.seats)]
        before = played
    assert bool(exchanged) == name.startswith("euchre")


def test_a_dealer_who_has_not_seen_its_cards_is_told_apart() -> None:
    blind = []
    for seed in range(8):
        record = record_of("euchre", {"joker": True}, seed)
        record["deals"] = record["deals"][:20]
        for deal in match_data(record)["deals"]:
            joker = deal["frames"][0][1][1]["up_card"] == "Jo"
            assert deal["blind"] == ([deal["dealer"]] if joker else [])
            blind += deal["blind"]
    assert blind


@pytest.mark.parametrize("ending", [ending for ending in RECORDS if RECORDS[ending]["result"]["fault"]])
def test_a_fault_stands_where_it_happened_and_is_whole_for_its_seat_alone(ending: str) -> None:
    record = RECORDS[ending]
    told = match_data(record)
    fault = record["result"]["fault"]
    if fault["deal"] is None:
        shown, views = told["faults"], told["fault_views"]
        assert len(shown) == len([step for step in steps(record) if isinstance(step, Faulted)])
        seen = [view[0] for view in views]
    else:
        deal = told["deals"][-1]
        place = fault["action_index"] + 1
        assert len(deal["frames"]) == place + 1
        assert deal["due"] is None
        shown = [deal["frames"][place][1][1]]
        seen = [view.get(str(place), deal["frames"][place])[1][1] for view in deal["views"]]
    assert (shown[0]["seat"], shown[0]["kind"], shown[0]["detail"]) == (fault["seat"], fault["kind"], fault["detail"])
    assert [one["detail"] != "" for one in seen] == [seat == fault["seat"] for seat in range(len(record["seats"]))]
    assert [one["reply"] for one in seen if not one["detail"]] == [None] * 3


def test_what_breaks_off_without_a_fault_says_who_was_to_act() -> None:
    record = RECORDS["void"]
    *whole, cut = match_data(record)["deals"]
    assert cut["due"] is not None
    assert cut["due"][1] == "play"
    assert [deal["due"] for deal in whole] == [None] * len(whole)
    assert match_data(RECORDS["void_at_once"])["deals"][0]["due"][1] == "bid"


def test_text_of_bots_is_neutral() -> None:
    record = json.loads(json.dumps(RECORDS["illegal"]))
    evil = "\x1b[2J\u202e</script>\nü"
    record["entrants"][0]["name"] = "a\u202e"
    record["deals"][0]["notes"] = {"2": evil}
    record["result"]["fault"] |= {"detail": evil, "reply": evil, "stderr": f"one\n{evil}"}
    told, _ = unpacked(replay_script(record, {"a\u202e": CLOCK, "b": CLOCK}))
    shown = "\\x1b[2J\\u202e</script>"
    assert "a\\u202e" in told["bots"]
    assert told["deals"][0]["frames"][3][0][3] == f"{shown}\\x0aü"
    fault = told["deals"][-1]["frames"][-1][1][1]
    assert (fault["detail"], fault["stderr"]) == (f"{shown}\\x0aü", f"one\n{shown}\nü")


def test_hands_of_others_are_hidden_by_the_steps_as_by_the_page() -> None:
    # the page hides every hand but the viewer's own; that is what the steps of the view say
    for step in steps(RECORDS["target"], seat=2):
        if isinstance(step, DealBegins):
            assert [hand is not None for hand in step.hands] == [False, False, True, False]


def test_a_match_is_small() -> None:
    record = record_of("bid-euchre", {})
    decisions = sum(len(deal["actions"]) for deal in record["deals"])
    assert decisions > 200
    # 10 KB for ten deals; made-up times and random play fold worse than those of real bots
    assert len(replay_script(record, CLOCKS)) < 45 * decisions


def test_links() -> None:
    assert replay_href("a~b/17/open") == "#replay=a~b%2F17%2Fopen"
    assert replay_href("a~b/17/open", 0, 0, 2) == "#replay=a~b%2F17%2Fopen&deal=0&card=0&seat=2"
    odd = "a&b=c#d %~<é>/0/open"
    place, _, rest = replay_href(odd, 1).partition("&")
    assert (unquote(place), rest) == (f"#replay={odd}", "deal=1")
