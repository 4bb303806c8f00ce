"""Reading a TOML file so that every complaint about it can name its line.

`tomllib` gives values without positions, so a scanner walks the (already valid) text once more and notes the
line of every key. Writes values as TOML, too. Knows nothing of what the keys mean. Called by
`tournament_file` and `bot_files`.
"""

import json
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from arena.errors import UserError

Place = tuple[str | int, ...]
"""Where a value stands: keys and list indices from the top, e.g. ("bots", 2, "command")."""

_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)")
_BLANK = re.compile(r"(?:[ \t\n]|#[^\n]*)+")
_KEY_PART = re.compile(r"""[ \t]*("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[A-Za-z0-9_-]+)[ \t]*""")
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}' + r"|'''.*?'{3,5}" + r'|"(?:[^"\\\n]|\\.)*"' + r"|'[^'\n]*'",
    re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}\n#]*")

_EXPECTED = {
    "int": "a whole number",
    "string": "a text in quotes",
    "bool": "true or false",
    "tuple": "a list",
    "list": "a list",
    "dict": "a table",
    "model": "a table",
}


@dataclass(frozen=True, slots=True)
class TomlFile:
    """The values of a file and the line (from 1) of each key; `shown` is the path as the user knows it."""

    shown: str
    values: dict[str, Any]
    lines: dict[Place, int] = field(compare=False)

    def address(self, place: Sequence[str | int], named: Sequence[str | int] | None = None) -> str:
        """`tournaments/a.toml:12: bots[2].command`: the line of `place`, or of the nearest key that is there.

        `named` is what stands behind the line number, if not `place` itself.
        """
        line = self.line(place)
        name = dotted(place if named is None else named)
        return ": ".join(part for part in (f"{self.shown}:{line}" if line else self.shown, name) if part)

    def line(self, place: Sequence[str | int]) -> int | None:
        """The line of `place`, or of the nearest table or list around it; None if even that is not in the file."""
        for length in range(len(place), 0, -1):
            if (line := self.lines.get(tuple(place[:length]))) is not None:
                return line
        return None


def read_toml(path: Path, error: type[UserError]) -> TomlFile:
    """Read and parse `path`; whatever is wrong with it is raised as `error`, one line with path and line number."""
    try:
        text = path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as problem:
        line = path.read_bytes()[: problem.start].count(b"\n") + 1
        raise error(f"{path}:{line}: not UTF-8 text (byte 0x{problem.object[problem.start]:02x})") from None
    except OSError as problem:
        raise error(f"{path}: {_reason(problem)}") from None
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise error(_syntax_fault(path, str(problem), text)) from None
    except RecursionError:
        raise error(f"{path}: nested too deeply") from None
    except ValueError:  # Python converts integers of up to 4300 digits
        raise error(f"{path}: not TOML: a number of too many digits") from None
    return TomlFile(str(path), values, lines_of(text))


def _reason(problem: OSError) -> str:
    if isinstance(problem, FileNotFoundError):
        return "no such file"
    if isinstance(problem, IsADirectoryError):
        return "is a folder, not a file"
    return (problem.strerror or str(problem)).lower()


def _syntax_fault(path: Path, message: str, text: str) -> str:
    found = _AT_LINE.search(message)
    line = int(found.group(1)) if found else text.rstrip("\n").count("\n") + 1
    words = _AT_LINE.sub("", message).replace(" (at end of document)", ", at the end of the file")
    return f"{path}:{line}: not TOML: {words[:1].lower()}{words[1:]}"


def dotted(place: Iterable[str | int]) -> str:
    """`bots[2].command` for ("bots", 2, "command")."""
    text = ""
    for part in place:
        text += f"[{part}]" if isinstance(part, int) else f".{toml_key(part)}" if text else toml_key(part)
    return text


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`; did you mean "boards"?`, or the known words if none is near."""
    known = list(known)
    near = get_close_matches(word.lower(), known, n=1, cutoff=0.6)
    return f'; did you mean "{near[0]}"?' if near else f" (known: {', '.join(known)})"


# ---- lines of keys


def lines_of(text: str) -> dict[Place, int]:
    """The line (from 1) where each key, table and list element of the valid TOML `text` begins.

    >>> lines_of('a = 1\\n[[b]]\\nc = [\\n 2]')[("b", 0, "c", 0)]
    4
    """
    return _Scanner(text).lines


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.line_at = (0, 1)
        self.lines: dict[Place, int] = {}
        self.table: Place = ()
        self.counts: dict[Place, int] = {}
        self.skip_blank()
        while self.at < len(text):
            if text[self.at] == "[":
                self.header()
            else:
                self.assignment(self.table)
            self.skip_blank()

    def note(self, place: Place) -> None:
        offset, line = self.line_at
        line += self.text.count("\n", offset, self.at)
        self.line_at = (self.at, line)
        self.lines.setdefault(place, line)

    def skip_blank(self) -> None:
        if found := _BLANK.match(self.text, self.at):
            self.at = found.end()

    def header(self) -> None:
        is_array = self.text.startswith("[[", self.at)
        here = self.at
        self.at += 2 if is_array else 1
        keys = self.key()
        after = self.at + (2 if is_array else 1)
        self.at = here
        place: Place = ()
        for key in keys[:-1]:
            self.note((*place, key))
            place = self.last_of((*place, key))
        place = (*place, keys[-1])
        self.note(place)
        if is_array:
            self.counts[place] = self.counts.get(place, -1) + 1
            place = self.last_of(place)
            self.note(place)
        self.table = place
        self.at = after

    def last_of(self, place: Place) -> Place:
        """The newest element, where `place` is an array of tables."""
        return (*place, self.counts[place]) if place in self.counts else place

    def assignment(self, table: Place) -> None:
        here = self.at
        keys = self.key()
        after, self.at = self.at + 1, here
        for length in range(1, len(keys) + 1):
            self.note((*table, *keys[:length]))
        self.at = after
        self.value((*table, *keys))

    def key(self) -> list[str]:
        keys = []
        while True:
            found = _KEY_PART.match(self.text, self.at)
            assert found, "the text has been parsed before"
            self.at = found.end()
            part = found.group(1)
            keys.append(next(iter(tomllib.loads(f"{part} = 0"))))
            if not self.text.startswith(".", self.at):
                return keys
            self.at += 1

    def value(self, place: Place) -> None:
        self.skip_blank()
        opening = self.text[self.at]
        if opening in "[{":
            self.collection(place, closing="]" if opening == "[" else "}")
        else:
            found = _STRING.match(self.text, self.at) or _SCALAR.match(self.text, self.at)
            assert found, "a scalar may be empty to its pattern"
            self.at = found.end()

    def collection(self, place: Place, closing: str) -> None:
        self.at += 1
        index = 0
        while True:
            self.skip_blank()
            if self.text[self.at] == closing:
                break
            if self.text[self.at] == ",":
                self.at += 1
                continue
            if closing == "}":
                self.assignment(place)
            else:
                self.note((*place, index))
                self.value((*place, index))
                index += 1
        self.at += 1


# ---- what pydantic found, in our words


def first_fault(
    file: TomlFile | None,
    model: type[BaseModel],
    problem: ValidationError,
    refused: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """The fault that stands first in the file (or, without a file, the first found), as one line.

    `refused`: what to say of a key that has a meaning, but not here or not yet.
    """

    def position(fault: ErrorDetails) -> int:
        return (file.line(fault["loc"]) if file else None) or 0

    fault = min(problem.errors(include_url=False), key=position)
    place = fault["loc"]
    unknown = fault["type"] == "extra_forbidden" and place[-1] not in refused
    named = place[:-1] if unknown else place  # the unknown key itself is in the words
    where = (file.address(place, named) if file else dotted(named)) or None
    words = _words(fault, place, model, refused)
    return f"{where}: {words}" if where else words


def _words(fault: ErrorDetails, place: Place, model: type[BaseModel], refused: Mapping[str, str]) -> str:
    kind, given = fault["type"], fault["input"]
    if kind == "extra_forbidden":
        key = str(place[-1])
        if key in refused:
            return refused[key]
        return f'unknown key "{printable(key)}"{did_you_mean(key, keys_at(model, place[:-1]))}'
    if kind == "value_error":
        return str(fault["ctx"]["error"])
    if kind in ("greater_than_equal", "less_than_equal"):
        bound = fault["ctx"].get("ge", fault["ctx"].get("le"))
        return f"expected {'at least' if kind.startswith('g') else 'at most'} {bound}, got {shown(given)}"
    if kind == "literal_error":
        return f"expected {fault['ctx']['expected'].replace(chr(39), chr(34))}, got {shown(given)}"
    expected = _EXPECTED.get(kind.removesuffix("_type").removesuffix("_parsing").removesuffix("_from_float"))
    if expected:
        return f"expected {expected}, got {shown(given)}"
    return f"{fault['msg'][:1].lower()}{fault['msg'][1:]}, got {shown(given)}"


def keys_at(model: type[BaseModel], place: Place) -> list[str]:
    """The keys that `model` knows in the table at `place`."""
    for part in place:
        if isinstance(part, str):
            model = _models_in(model.model_fields[part].annotation)[0]
    return list(model.model_fields)


def _models_in(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for part in getattr(annotation, "__args__", ()) for model in _models_in(part)]


def shown(value: object) -> str:
    """A value as it would stand in TOML, cut to what fits a message."""
    if isinstance(value, bool):
        text = "true" if value else "false"
    elif isinstance(value, str):
        text = f'"{printable(value)}"'
    elif isinstance(value, dict):
        return "a table"
    elif isinstance(value, list | tuple):
        return "a list"
    else:
        text = str(value)
    return text if len(text) <= 60 else text[:57] + "…"


def printable(text: str) -> str:
    """`text` with what a terminal would obey, or could not show, escaped."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


# ---- writing


def toml_key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else as_toml(key)


def as_toml(value: object) -> str:
    """A value in TOML. A JSON string is a TOML basic string but for DEL, which TOML wants escaped."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):  # a surrogate cannot stand in TOML, and comes from file names alone
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{toml_key(key)} = {as_toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(as_toml, value)) + "]"
    return repr(value)
