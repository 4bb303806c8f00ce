"""A page as a parser sees it: its elements with their attributes and text, its policy, its packed data."""

import base64
import gzip
import json
import re
from dataclasses import dataclass, field
from hashlib import sha256
from html.parser import HTMLParser
from typing import Any

VOID = {"meta", "br", "wbr", "img", "input", "link", "hr"}


@dataclass
class Element:
    """`text` is all that stands in it, also deeper."""

    tag: str
    attributes: dict[str, str | None]
    text: str = ""
    parents: tuple["Element", ...] = field(default=(), repr=False)

    def has(self, classes: str) -> bool:
        return set(classes.split()) <= set((self.attributes.get("class") or "").split())


class Page(HTMLParser):
    """Every element, in order; AssertionError for one that is not closed where it should be."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self._open: list[Element] = []
        self.feed(html)
        self.close()
        assert self._open == [], self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs), attrs
        element = Element(tag, dict(attrs), parents=tuple(self._open))
        self.elements.append(element)
        if tag not in VOID and not (self._open and self._open[-1].tag == "svg"):
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1].tag == "svg" and tag in ("path", "circle", "text"):
            return
        assert self._open, f"</{tag}> closes nothing"
        assert self._open[-1].tag == tag, (self._open[-1], tag)
        self._open.pop()

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text += data

    def all(self, tag: str, classes: str = "") -> list[Element]:
        return [each for each in self.elements if each.tag == tag and each.has(classes)]

    def inside(self, element: Element, tag: str) -> list[Element]:
        return [each for each in self.elements if each.tag == tag and element in each.parents]

    def with_id(self, identity: str) -> Element:
        (found,) = [each for each in self.elements if each.attributes.get("id") == identity]
        return found

    @property
    def policy(self) -> str:
        (meta,) = [each for each in self.all("meta") if "http-equiv" in each.attributes]
        return str(meta.attributes["content"])

    # ---- what a report holds

    def encounters(self) -> list[dict[str, Any]]:
        """The packed boards of every encounter."""
        return [unpacked(script.text) for script in self.all("script", "packed")]

    def matches(self) -> dict[str, dict[str, Any]]:
        """By match id: names in the encounter's order, winner, scores, reason and the faults by name and kind."""
        found = {}
        for whole in self.encounters():
            names = whole["names"]
            for board, _, rooms in whole["boards"]:
                for room, (winner, scores, reason, faults, *_) in zip(whole["rooms"], rooms, strict=True):
                    found[f"{whole['encounter']}/{board}/{room}"] = {
                        "names": names,
                        "winner": None if winner < 0 else names[winner],
                        "scores": scores,
                        "reason": reason,
                        "faults": [(names[whose], kind) for whose, kind in faults],
                    }
        return found

    @property
    def replays(self) -> dict[str, dict[str, Any]]:
        """By match id what a packed replay tells, without the requests in it."""
        return {
            str(script.attributes["data-match"]): json.loads(lines(script.text)[0])
            for script in self.all("script", "replay")
        }


def lines(packed: str) -> list[str]:
    return gzip.decompress(base64.b64decode(packed)).decode().split("\n")


def unpacked(packed: str) -> Any:
    return json.loads(gzip.decompress(base64.b64decode(packed)))


def assert_closed(html: str) -> None:
    """Nothing runs or is styled but what the policy names by its digest, and nothing is asked of any network."""
    page = Page(html)
    directives = dict(part.strip().split(" ", 1) for part in page.policy.split(";"))
    assert directives["default-src"] == "'none'"
    for directive, tag in (("script-src", "script"), ("style-src", "style")):
        found = [each for each in page.all(tag) if "type" not in each.attributes]
        digests = [f"'sha256-{base64.b64encode(sha256(each.text.encode()).digest()).decode()}'" for each in found]
        assert directives[directive].split() == digests
    for element in page.elements:
        for name, value in element.attributes.items():
            assert name != "style", element
            assert not name.startswith("on"), element
            if name in ("src", "href", "srcset", "action", "data", "poster"):
                assert name == "href", element
                assert (value or "").startswith("#"), element
    (outside,) = {*re.findall(r"[a-z]+://[^\s\"'`]+", html), "http://www.w3.org/2000/svg"}
    assert outside.startswith("http://www.w3.org/")
