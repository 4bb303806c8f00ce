"""`arena play` without processes: whole matches of every game by a person who types, and mistakes."""

import contextlib
import io
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
import trio
import trio.testing

from arena.bots.person import Person
from arena.cli.keyboard import Keyboard
from arena.cli.run_play import Wishes, _digest, _Match, _option, _teams, _words_by_seat
from arena.cli.table_talk import PersonLeftError, TableTalk
from arena.derive import full_record
from arena.games import GAMES, Game, game
from arena.records import Clock, Entrant, Limits, MatchRecord
from arena.referee import Seated, play_match
from arena.reports.seat_view import Places
from arena.tournament_file import Settings
from arena.verify import first_difference
from tests.cli.in_process import arena
from tests.test_referee import Scripted, at_random

PLAYED: list[tuple[str, Mapping[str, Any]]] = [(name, {}) for name in GAMES] + [("bid-euchre-double", {"players": 8})]
WISHES = Wishes(("b",), 0, 3, "c0ffee", None, None, (), "you", None, None)


class Typed(Keyboard):
    """What a person types, line after line; the end of input when there is nothing more."""

    def __init__(self, lines: Iterator[str]) -> None:
        super().__init__()
        self._lines = lines

    @property
    def is_terminal(self) -> bool:
        return False

    async def line(self) -> str | None:
        await trio.lowlevel.checkpoint()
        return next(self._lines, None)


def entrant(name: str) -> Entrant:
    digest = "sha256:" + name.encode().hex().zfill(64)
    return Entrant(name, digest, (), None, Clock(1, None, 0, 0), Limits(65536, 0))


def match_of(ruled: Game, seat: int = 0, **more: Any) -> _Match:
    people = [None if each == seat else entrant(f"bot {each % 2}") for each in range(ruled.seats)]
    settings = Settings(game=ruled.name, options=dict(ruled.options), common_deals=True, **more)
    return _Match.of(ruled, settings, people, WISHES, "c0ffee".zfill(64))


class Talkative(Scripted):
    """A bot that notes what nobody may read before the deal is over."""

    async def ask(self, decision: str, legal: Sequence[str], view_json: bytes, /) -> Any:
        answer = await super().ask(decision, legal, view_json)
        self.note = f"secret {decision}"
        return answer


class Played:
    """A match of one person and scripted bots: `out` is what was shown, `record` None if the person left."""

    def __init__(
        self, match: _Match, lines: Callable[["Played"], Iterator[str]], bots: Callable[[int], Seated]
    ) -> None:
        self.viewer = match.people.index(None)
        names = tuple("me" if one is None else one.name for one in match.people)
        self.screen = io.StringIO()
        self.talk = TableTalk(
            match.game, match.spec, match.run, Places(self.viewer, names, match.game.sides), Typed(lines(self))
        )
        person = Person("me", "sha256:" + "0" * 64, self.talk.decide, self.talk.hear)
        seats = [person if one is None else bots(seat) for seat, one in enumerate(match.people)]
        self.record: MatchRecord | None = None

        async def play() -> None:
            with contextlib.suppress(PersonLeftError):
                self.record = await play_match(
                    match.game, match.spec, seats, match.max_deals, {}, watch=self.talk.watch
                )

        with contextlib.redirect_stdout(self.screen):
            trio.run(play)

    @property
    def out(self) -> str:
        return self.screen.getvalue()


def restless(random: Random) -> Callable[[Played], Iterator[str]]:
    """Types whatever comes to mind, legal or not, and looks at everything."""

    def lines(game: Played) -> Iterator[str]:
        while True:
            words = (
                "?",
                "??",
                "h",
                "n",
                "",
                "q",
                "1",
                "2",
                "3",
                "4",
                "5",
                "6",
                "7",
                "8",
                "pass",
                "jh",
                "clubs",
                "x\x1b[2J",
            )
            yield random.choice(words)
            yield "1" if random.random() < 0.5 else random.choice(("p", "high", "6", "8", "together", "order up", "2"))

    return lines


@pytest.mark.parametrize(("name", "options"), PLAYED)
def test_a_match_of_any_game_is_played_to_its_end(name: str, options: Mapping[str, Any]) -> None:
    ruled = game(name, options)
    random = Random(name)
    seat = random.randrange(ruled.seats)
    match = match_of(ruled, seat, max_deals=4)
    for _ in range(20):  # until the restless one has not typed q twice
        table = Played(match, restless(random), lambda each: Scripted(at_random(each)))
        if table.record is not None:
            break
    assert table.record is not None
    assert first_difference(full_record(table.record, ruled, match.run)) is None
    assert table.record.result.fault is None
    assert "not legal: " in table.out
    assert table.out.count("(n: all hands and cards") == len(table.record.deals)
    assert all(line.isprintable() for line in table.out.split("\n"))


BID = game("bid-euchre", {})


def scripted(*lines: str) -> Callable[[Played], Iterator[str]]:
    return lambda _: iter(lines)


def test_an_illegal_choice_is_explained_and_asked_again() -> None:
    # board 3: the person deals and calls last; the modest bots before pass
    table = Played(
        match_of(BID, 3), scripted("pass", "jh", "hearts", "9", "?? pass", "3", "??", "q", "q"), lambda _: Scripted()
    )
    assert table.record is None
    shown = [line for line in table.out.split("\n") if line.startswith("  not legal") or ": the dealer must" in line]
    assert shown == [
        "  not legal: the dealer must bid: nobody else has (? for help)",
        "  not legal: a bid is due, not a card: Jh cannot be played before four calls and the trump (? for help)",
        "  not legal: a bid is due and names no suit: hearts may be named by the declarer after four calls "
        "(? for help)",
        "  not legal: '9' is not a call: calls are pass and the bids 3, 4, 5 and 6 (? for help)",
        "  pass: the dealer must bid: nobody else has",
    ]
    assert "trump> \n  clubs: legal\n" in table.out
    assert table.out.endswith("  q once more leaves the match; anything else goes on\ntrump> \n")


def test_one_q_does_not_leave_and_a_prefix_must_be_clear() -> None:
    table = Played(match_of(BID, 3), scripted("q", "", "3", "h", "he", "c", "q", "h", "q"), lambda _: Scripted())
    assert "which one: hearts, high?" not in table.out  # h is the history
    assert "contract: you, 3 hearts" in table.out
    table = Played(match_of(BID, 3), scripted("3", "H", "?? h", "hearts"), lambda _: Scripted())
    assert "  h: 'h' names no trump" in table.out
    assert table.record is None  # the input is at its end


def test_notes_are_told_when_the_deal_is_over_and_never_before() -> None:
    def lines(table: Played) -> Iterator[str]:
        while "(n: all hands" not in table.out:
            yield from ("n", "h", "pass", "3", "1")
            assert "secret" not in table.out or "(n: all hands" in table.out
        assert "held" not in table.out.split("(n: all hands")[0]
        yield "n"

    table = Played(match_of(BID, 1), lines, lambda _: Talkative())
    opened = table.out.split("(n: all hands")[1]
    assert opened.count("held") == 4
    assert 'right noted: "secret bid"' in opened
    assert opened.count("secret play") >= 12


def test_what_happened_is_told_once() -> None:
    table = Played(match_of(BID, 0), lambda _: iter(["pass", *["1"] * 40]), lambda _: Scripted())
    lines = table.out.split("\n")
    first_deal = lines[: lines.index("  (n: all hands and cards of this deal, and what the bots noted)")]
    for trick in range(1, 7):
        assert sum(line.startswith(f"  trick {trick}:") for line in first_deal) == 1
    assert sum(line.startswith("deal 0: ") for line in lines) == 1


@pytest.mark.parametrize(
    ("names", "sides", "teams"),
    [
        (("you", "a", "a", "a"), (0, 1, 0, 1), ["you + a", "a"]),
        (("you", "a", "b", "c"), (0, 1, 0, 1), ["you + b", "a + c"]),
        (("you", "a", "a"), (0, 1, 2), ["you", "a", "a 2"]),
        (("you", "you"), (0, 1), ["you", "you 2"]),
        (("x" * 64, "x" * 64, "y", "y"), (0, 1, 0, 1), ["x" * 64, "x" * 62 + " 2"]),
    ],
)
def test_the_names_of_sides(names: tuple[str, ...], sides: tuple[int, ...], teams: list[str]) -> None:
    assert _teams(names, sides) == teams


def test_a_sides_digest_is_its_bots_own_where_it_has_one_bot() -> None:
    assert _digest(["sha256:1", "sha256:1"]) == "sha256:1"
    two = _digest(["sha256:1", "sha256:2"])
    assert len(two) == 71
    assert two != _digest(["sha256:2", "sha256:1"])


def test_the_same_deals_whoever_plays() -> None:
    keys = {match_of(BID, seat).spec.board_key for seat in range(4)}
    assert len(keys) == 1
    assert match_of(BID).spec.first_dealer == 3


@pytest.mark.parametrize(
    ("name", "seat", "bots", "by_seat"),
    [
        ("bid-euchre", 0, "x", ",x,x,x"),
        ("bid-euchre", 0, "l p r", ",l,p,r"),
        ("bid-euchre", 2, "l p r", "p,r,,l"),
        ("euchre-two-handed", 1, "x", "x,"),
        ("euchre-cutthroat", 1, "l r", "r,,l"),
        ("bid-euchre-double", 0, "a b c d e", ",a,b,c,d,e"),
    ],
)
def test_who_sits_where(name: str, seat: int, bots: str, by_seat: str) -> None:
    wishes = Wishes(tuple(bots.split()), seat, 0, None, None, name, (), "you", None, None)
    assert ",".join(_words_by_seat(wishes, game(name, {}))) == by_seat


@pytest.mark.parametrize(
    ("text", "option"), [("a=11", ("a", 11)), ("a=-1", ("a", -1)), ("a=true", ("a", True)), ("a=x=y", ("a", "x=y"))]
)
def test_options(text: str, option: tuple[str, Any]) -> None:
    assert _option(text) == option


MISTAKES = [
    (["b", "b"], "play bid-euchre: expected 1 bot (it sits in all 3 other seats), or 3: left, partner, right, got 2"),
    (["b", "b", "--game", "euchre-two-handed"], "play euchre-two-handed: expected 1 bot (it sits opposite), got 2"),
    (["b"] * 4 + ["--game", "euchre-cutthroat"], "in all 2 other seats), or 2: clockwise from your left, got 4"),
    (["b"] * 3 + ["--game", "bid-euchre-double"], "in all 5 other seats), or 5: clockwise from your left, got 3"),
    (["b", "--game", "bid-euchre-double", "--option", "players=7"], "options.players: expected"),
    (["b", "--option", "players"], '--option: expected KEY=VALUE, such as target=11, got "players"'),
    (["b", "--seat", "4"], "--seat: expected a seat from 0 to 3 in bid-euchre, got 4"),
    (["b", "--game", "chess"], 'unknown game "chess"'),
    (["BOT", "--seed", ""], "seed: expected 1 to 64 hex digits, got ''"),
    (["b", "--game", "euchr"], '--game: unknown game "euchr"; did you mean "euchre"?'),
    (["b", "--game", ""], '--game: unknown game "" (known: bid-euchre'),
    (["BOT", "--name", "a/b"], '--name: the name "a/b" contains "/"'),
    (["BOT", "--record", "nowhere/x"], "--record: nowhere/x: no such file or directory"),
    (["BOT", "--record", "there"], "--record: there is there already: give the name of a new file"),
    (["nowhere.py"], "nowhere.py"),
]


@pytest.mark.parametrize(("words", "message"), MISTAKES, ids=[message[:30] for _, message in MISTAKES])
def test_mistakes(words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").write_text("mine")
    bot = Path(__file__).parents[2] / "example_bots" / "python" / "lowest_bot.py"
    said = arena("play", *(str(bot) if word == "BOT" else word for word in words), status=2)
    assert message in said.last
    assert (tmp_path / "there").read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["there"]


def test_lines_from_a_pipe_come_as_they_are_written(tmp_path: Path) -> None:
    read, write = os.pipe()
    keyboard = Keyboard(read)

    async def type_and_read() -> list[str | None]:
        lines: list[str | None] = []
        async with trio.open_nursery() as nursery:

            async def listen() -> None:
                while (line := await keyboard.line()) is not None:
                    lines.append(line)

            nursery.start_soon(listen)
            await trio.testing.wait_all_tasks_blocked()
            os.write(write, b"on")
            await trio.testing.wait_all_tasks_blocked()
            assert lines == []
            os.write(write, "e\ntwo\n\nü\xff half".encode("latin-1"))
            os.close(write)
        return lines

    assert trio.run(type_and_read) == ["one", "two", "", "\ufffd\ufffd half"]
    os.close(read)
    file = tmp_path / "lines"
    file.write_bytes(b"a\n" + b"x" * 10_000 + b"\n")
    with file.open("rb") as opened:
        keyboard = Keyboard(opened.fileno())

        async def all_lines() -> list[str]:
            return [line async for line in _lines(keyboard)]

        lines = trio.run(all_lines)
    assert lines[0] == "a"
    assert "".join(lines[1:]) == "x" * 10_000


async def _lines(keyboard: Keyboard) -> Any:
    while (line := await keyboard.line()) is not None:
        yield line
