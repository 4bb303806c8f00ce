"""Draws the session table (`arena.bots.session.TABLE`) for the page on architecture: a picture and a table.

`python docs/site/session_drawing.py` writes docs/session.svg and the table in docs/architecture.md, which are
committed; a test holds them fresh. What may be said in which state, and what follows, comes from the table alone; here
stand only the places of the boxes, and what arena sends to bring a state about.
"""

from html import escape
from itertools import groupby
from pathlib import Path

from arena.bots.session import TABLE, Said, State, Verdict

DOCS = Path(__file__).parents[1]
PICTURE = DOCS / "session.svg"
PAGE = DOCS / "architecture.md"
BEGIN, END = "<!-- session table: written by docs/site/session_drawing.py -->", "<!-- end of the session table -->"

OWES = {
    State.STARTING: "new process: ready is due",
    State.RETURNING: "further match: ready is due",
    State.QUIET: "nothing is due",
    State.DUE: "an answer is due",
}
_PLACES = {State.STARTING: (10, 10), State.RETURNING: (10, 205), State.QUIET: (410, 135), State.DUE: (790, 135)}
_WIDE, _HEAD, _LINE, _LETTERS = 250, 52, 21, 26
_ASKED = {State.DUE: "arena: request", State.RETURNING: "arena: match_start"}
"""What arena sends while nothing is due, and the state that it brings about."""


def picture() -> str:
    """The whole SVG. Lines and letters have the colour of the text around them."""
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" class="session" viewBox="0 0 1050 362" role="img" '
        'aria-labelledby="session-title" font-family="system-ui, sans-serif" font-size="15" '
        'fill="none" stroke="currentColor">',
        '<title id="session-title">What a bot may say in each state, and what follows</title>',
        "<style>svg.session{color:#222}@media(prefers-color-scheme:dark){svg.session{color:#ddd}}"
        "svg.session text{fill:currentColor;stroke:none}svg.session .head{font-weight:600;font-size:17px}</style>",
        '<defs><marker id="session-tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" '
        'orient="auto-start-reverse"><path d="M0 0 8 4 0 8z" fill="currentColor" stroke="none"/></marker></defs>',
    ]
    for state in State:
        parts += _box(state)
    parts += _arrows()
    return "\n".join([*parts, "</svg>", ""])


def verdicts(state: State) -> list[tuple[str, str]]:
    """What follows in `state` and after which lines, those with one verdict together; what is accepted comes first."""
    rows = sorted(TABLE[state].items(), key=lambda row: (row[1] is not Verdict.ACCEPT, list(Verdict).index(row[1])))
    grouped = [(verdict, [said for said, _ in group]) for verdict, group in groupby(rows, key=lambda row: row[1])]
    return [(", ".join(said), _word(verdict)) for verdict, said in grouped]


def _word(verdict: Verdict) -> str:
    return verdict.value if verdict in (Verdict.ACCEPT, Verdict.DROP) else f"fault {verdict.value}"


def _short(said: str) -> str:
    """A box has room for so many letters: many kinds of lines become `anything else`, all messages `any message`."""
    if said.count(",") < 2:
        return said
    return "anything else" if Said.NONSENSE in said.split(", ") else "any message"


def _height(state: State) -> int:
    return _HEAD + 12 + _LINE * len(_lines(state))


def _lines(state: State) -> list[str]:
    lines = []
    for said, follows in verdicts(state):
        line = f"{_short(said)} → {follows}"
        lines += [line] if len(line) <= _LETTERS else [_short(said), f"   → {follows}"]
    return lines


def _box(state: State) -> list[str]:
    left, top = _PLACES[state]
    parts = [
        f'<rect x="{left}" y="{top}" width="{_WIDE}" height="{_height(state)}" rx="8"/>',
        f'<path d="M{left} {top + _HEAD}h{_WIDE}"/>',
        f'<text class="head" x="{left + 12}" y="{top + 21}">{escape(state.value)}</text>',
        f'<text x="{left + 12}" y="{top + 42}">{escape(OWES[state])}</text>',
    ]
    for place, line in enumerate(_lines(state)):
        indent = 18 if line.startswith(" ") else 0
        words = escape(line.strip())
        parts.append(f'<text x="{left + 12 + indent}" y="{top + _HEAD + 21 + _LINE * place}">{words}</text>')
    return parts


def _arrows() -> list[str]:
    """What is accepted leads to where nothing is due; what arena sends leads away from there."""
    parts = []
    quiet, quiet_top = _PLACES[State.QUIET]
    quiet_end = quiet + _WIDE
    for state in State:
        accepted = [said for said, verdict in TABLE[state].items() if verdict is Verdict.ACCEPT]
        if not accepted:
            continue
        left, top = _PLACES[state]
        label = "bot: " + ", ".join(accepted)
        if left > quiet:
            parts += _arrow(label, (left + quiet_end) // 2, top + 102, f"M{left} {top + 110}H{quiet_end}")
        else:
            turn = f"{quiet + 125}V{quiet_top}" if top < quiet_top else str(quiet)
            parts += _arrow(label, (left + _WIDE + quiet) // 2, top + 27, f"M{left + _WIDE} {top + 35}H{turn}")
    for state, label in _ASKED.items():
        left, top = _PLACES[state]
        if left > quiet:
            parts += _arrow(label, (left + quiet_end) // 2, top + 27, f"M{quiet_end} {top + 35}H{left}")
        else:
            parts += _arrow(label, (left + _WIDE + quiet) // 2, top + 82, f"M{quiet} {top + 90}H{left + _WIDE}")
    return parts


def _arrow(label: str, x: int, y: int, path: str) -> list[str]:
    """A line that ends in a tip, and its words around (x, y)."""
    return [
        f'<path d="{path}" marker-end="url(#session-tip)"/>',
        f'<text x="{x}" y="{y}" text-anchor="middle">{escape(label)}</text>',
    ]


def table() -> str:
    """The same as a table in Markdown: states across, what a line is down."""
    heads = " | ".join(f"`{state.value}`" for state in State)
    owes = " | ".join(OWES[state] for state in State)
    lines = [f"| a line is … | {heads} |", f"|---{'|---' * len(State)}|", f"| | {owes} |"]
    for said in Said:
        cells = " | ".join(_cell(TABLE[state][said]) for state in State)
        lines.append(f"| {said.value} | {cells} |")
    return "\n".join(lines)


def _cell(verdict: Verdict) -> str:
    return f"**{verdict.value}**" if verdict is Verdict.ACCEPT else _word(verdict)


def page(text: str) -> str:
    """The text of the page on architecture, its table fresh."""
    before, _, rest = text.partition(BEGIN)
    _, found, after = rest.partition(END)
    assert found, f"{PAGE}: {BEGIN} … {END} is not there"
    return f"{before}{BEGIN}\n\n{table()}\n\n{END}{after}"


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
