"""The talk at the table between `arena play` and its person: what happened, the table, the question, the answer.

Shows what the seat may know and nothing more until a deal is over; holds no rule: why an action is illegal is asked of
the deal. Reads lines and prints lines, so that a pipe can play too. Called by `run_play`.
"""

import shutil
from collections.abc import Sequence
from typing import Any, Final

from arena.cli.keyboard import Keyboard
from arena.cli.output import emit
from arena.cli.typed import as_card, is_numbered, meant
from arena.derive import RunFacts, full_record
from arena.games import Deal, Game
from arena.records import MatchSpec, PlayedDeal
from arena.replay import MatchEnds, Step, steps
from arena.reports.neutral import terminal
from arena.reports.seat_view import WIDTH, Places, table, told
from arena.rulings import void_record

_HELP: Final = """\
  an action   by its name (Jh, jh, hj, pass), its number, or how it begins, if one alone begins so
  ?           this help
  ?? ACTION   why it may be chosen or not; ?? alone: of all your cards
  h           what happened in this deal so far
  n           the last deal in the open: all hands, every card, what the bots noted
  q           leave: nothing counts of a match that was not played to its end
  Enter       the table again"""


class PersonLeftError(Exception):
    """The person at the keyboard leaves before the match is over."""


class TableTalk:
    """One match, as its person is told of it. `watch` keeps what happens, `decide` and `hear` tell it."""

    def __init__(self, game: Game, spec: MatchSpec, run: RunFacts, places: Places, keyboard: Keyboard) -> None:
        self._game = game
        self._spec = spec
        self._run = run
        self._places = places
        self._keyboard = keyboard
        self._deals: list[Deal] = []
        self._played: list[PlayedDeal] = []
        self._shown = 0  # lines of the deal that is played

    # ---- what happens

    def watch(self, deal: Deal, played: PlayedDeal) -> None:
        """A deal begins; `played` grows with it."""
        self._deals.append(deal)
        self._played.append(played)
        self._shown = 0

    def hear(self, message: dict[str, Any]) -> None:
        """News from the referee: a deal is over."""
        if message["type"] == "deal_end":
            self._tell_news()
            emit("  (n: all hands and cards of this deal, and what the bots noted)")

    def _steps(self, number: int, seat: int | None) -> list[Step]:
        """Of the match so far, without an end: what `seat` knows of deal `number`, or everything."""
        record = void_record(self._spec, self._game.side_count, "")
        record.deals = self._played
        told_of = steps(full_record(record, self._game, self._run), deal=number, seat=seat)
        return [step for step in told_of if not isinstance(step, MatchEnds)]

    def _so_far(self) -> list[Step]:
        return self._steps(len(self._deals) - 1, self._places.viewer)

    def _tell_news(self) -> None:
        lines = told(self._so_far(), self._places)
        if news := lines[self._shown :]:
            emit("\n".join(news))
        self._shown = len(lines)

    # ---- the question

    async def decide(self, decision: str, legal: Sequence[str], view: dict[str, Any]) -> str:
        """Tell what happened since the last decision, show the table, and ask until the answer is legal."""
        self._tell_news()
        hand = view.get("hand", [])
        dealt = len(self._deals[-1].hands[0])
        width = shutil.get_terminal_size((WIDTH + 1, 0)).columns - 1  # some terminals break a line that fills a row
        lines = table(self._so_far(), hand, legal, self._places, dealt=dealt, numbered=is_numbered(legal), width=width)
        shown = "\n".join(lines)
        emit(shown)
        while True:
            line = await self._line(decision)
            match line.split():
                case []:
                    emit(shown)
                case ["?"]:
                    emit(_HELP)
                case ["??", *words]:
                    emit(self._reasons(" ".join(words), hand, legal))
                case ["h" | "H"]:
                    emit("\n".join(told(self._so_far(), self._places)))
                case ["n" | "N"]:
                    emit(self._last_deal())
                case _:
                    actions = meant(line, legal)
                    if len(actions) == 1:
                        return actions[0]
                    emit(f"  {self._no_answer(line, actions, legal)}")

    async def after(self) -> None:
        """The match is over: let the last deal be looked at until the person leaves."""
        if not self._deals:
            return
        emit("  (n: the last deal in the open, Enter: leave)")
        while True:
            try:
                line = await self._line("over")
            except PersonLeftError:
                return
            if line.strip().lower() not in ("n", "h"):
                return
            emit(self._opened(len(self._deals) - 1))

    async def _line(self, decision: str) -> str:
        """What is typed; raises PersonLeftError at the end of input, and at the second `q` in a row."""
        has_asked = False
        while True:
            emit(f"{decision}> ", "" if self._keyboard.is_terminal else "\n")
            line = await self._keyboard.line()
            if line is None:
                emit("")
                raise PersonLeftError
            if line.strip().lower() != "q":
                return line
            if has_asked:
                raise PersonLeftError
            has_asked = True
            emit("  q once more leaves the match; anything else goes on")

    # ---- answers

    def _why(self, action: str) -> str:
        return terminal(self._deals[-1].why_illegal(action))

    def _no_answer(self, text: str, actions: Sequence[str], legal: Sequence[str]) -> str:
        if actions:
            return f"which one: {', '.join(actions)}?"
        if text.strip().isdecimal() and is_numbered(legal):
            return f"expected a number from 1 to {len(legal)} (? for help)"
        return f"not legal: {self._why(as_card(text, self._game.deck))} (? for help)"

    def _reasons(self, text: str, hand: Sequence[str], legal: Sequence[str]) -> str:
        """Of one action, or of all that may be chosen; where cards are chosen from, of every card in hand."""
        if text:
            actions = meant(text, legal)
            asked = [actions[0] if len(actions) == 1 else as_card(text, self._game.deck)]
        else:
            asked = list(dict.fromkeys([*legal, *(hand if set(legal) & set(hand) else ())]))
        return "\n".join(f"  {terminal(action)}: {self._why(action) or 'legal'}" for action in asked)

    def _last_deal(self) -> str:
        number = len(self._deals) - 2
        return self._opened(number) if number >= 0 else "  no deal is over yet"

    def _opened(self, number: int) -> str:
        return "\n".join(told(self._steps(number, None), self._places))
