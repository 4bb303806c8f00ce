"""What is enforced is measured for every level that is played at, said, stored, and held against what is required."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from arena.cli import enforced as module
from arena.cli.enforced import enforced
from arena.cli.freedoms import measured_part
from arena.errors import SettingsError
from arena.tournament_file import BotEntry, Settings

ENFORCED = {"strong": {"net", "files", "names"}, "auto": {"net", "files"}, "limits": set(), "none": set()}


class Facts:
    """Stands for what is measured on a real machine."""

    asked: list[str] = []  # noqa: RUF012 - emptied by the fixture

    gaps: list[str] = []  # noqa: RUF012 - emptied by the fixture

    def __init__(self, level: str, place: Path | None) -> None:
        self.asked.append(str(level))
        self.level = str(level)
        self.place = place

    def text(self, *, by: bool = True) -> str:
        return ("<{}>" if by else "[{}]").format(" ".join(sorted(ENFORCED[self.level])))

    def broken(self) -> list[str]:
        return [f"{gap} in {self.place}" for gap in self.gaps]

    def missing(self, required: Iterable[str]) -> tuple[str, ...]:
        return tuple(word for word in required if word not in ENFORCED[self.level])


@pytest.fixture(autouse=True)
def _measured(monkeypatch: pytest.MonkeyPatch) -> None:
    Facts.asked, Facts.gaps = [], []
    monkeypatch.setattr(module, "measured", Facts)


def tournament(level: str = "auto", required: tuple[str, ...] = (), **of_b: object) -> Settings:
    """Three bots, and what the entry of `b` says more."""
    bots = [{"name": name, "path": f"/{name}"} | (of_b if name == "b" else {}) for name in "abc"]
    return Settings.model_validate({"isolation": level, "require_isolation": required, "bots": bots})


def test_one_level_is_measured_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert enforced(tournament()) == "auto: <files net>"
    assert Facts.asked == ["auto"]
    assert capsys.readouterr().err == "arena: isolation auto: [files net]\n"


def test_a_claim_that_does_not_hold_where_the_run_is_is_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    Facts.gaps = ["files: read-secret"]
    assert enforced(tournament(), Path("/usr/src/run")) == "auto: <files net>"
    assert capsys.readouterr().err.splitlines()[1:] == [
        "arena: warning: isolation auto does not hold what it claims here: files: read-secret in /usr/src/run "
        "(docs/security.md)"
    ]


def test_a_bot_of_another_level_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    settings = tournament("strong", isolation="none")
    loose = BotEntry.model_construct(name="\u2603\u202e", path="/d", isolation="none")
    text = 'strong: <files names net>; none of "b", "\u2603\\u202e": <>'
    found = enforced(settings.model_copy(update={"bots": (*settings.bots, loose)}))
    assert found == f'{text}; by the settings: "b": isolation none; "\u2603\\u202e": isolation none'
    assert measured_part(found) == text
    assert Facts.asked == ["strong", "none"]
    said = text.replace("<", "[").replace(">", "]").split("; ")
    assert capsys.readouterr().err.splitlines() == [f"arena: isolation {part}" for part in said]


def test_a_level_of_which_no_bot_is_does_not_pass_for_theirs() -> None:
    settings = tournament("strong", isolation="auto")
    only = settings.model_copy(update={"bots": settings.bots[1:2]})
    assert measured_part(enforced(only)) == 'auto of "b": <files net>'
    assert Facts.asked == ["auto"]


def test_freedoms_stand_in_the_records() -> None:
    settings = tournament(
        network=True,
        pondering=True,
        clock={"action_ms": "untimed"},
        limits={"memory_mb": 2048},
        env={"KEY": "x"},
        args=["y"],
    )
    own = '"b": network, pondering, action_ms untimed, memory_mb 2048'
    assert enforced(settings) == f"auto: <files net>; by the settings: {own}"
    trusting = settings.model_copy(update={"trust_builds": True})
    trust = "trust_builds: the bots' build commands run unconfined"
    assert enforced(trusting) == f"auto: <files net>; by the settings: {trust}; {own}"
    assert measured_part(enforced(tournament())) == "auto: <files net>"


REQUIRED: list[tuple[str, tuple[str, ...], dict[str, object], str]] = [
    # level, required, the middle bot -> the one line
    ("auto", ("net", "files"), {}, ""),
    ("strong", ("names",), {}, ""),
    ("auto", ("net", "names"), {}, "require_isolation: not enforced here at isolation auto: names ("),
    ("none", ("net", "files"), {}, "require_isolation: not enforced here at isolation none: net, files ("),
    (
        "strong",
        ("names",),
        {"isolation": "auto"},
        'require_isolation: not enforced here at isolation auto of "b": names (',
    ),
    ("auto", ("files",), {"network": True}, ""),
    ("auto", ("net",), {"network": True}, 'bot "b" has network = true, and require_isolation asks for net'),
    (
        "auto",
        ("files", "channels", "net"),
        {"network": True},
        'bot "b" has network = true, and require_isolation asks for channels, net',
    ),
]


@pytest.mark.parametrize(("level", "required", "of_b", "said"), REQUIRED)
def test_what_is_required(level: str, required: tuple[str, ...], of_b: dict[str, object], said: str) -> None:
    if not said:
        enforced(tournament(level, required, **of_b))
        return
    with pytest.raises(SettingsError) as caught:
        enforced(tournament(level, required, **of_b))
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)
