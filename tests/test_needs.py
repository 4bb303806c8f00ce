"""`needs` skips where a program is missing, unless nothing may be skipped."""

import pytest

from tests.needs import needs

ABSENT = "no-such-program-anywhere"


@pytest.mark.parametrize(
    ("tool", "setting", "skipped"),
    [
        ("sh", "", False),
        ("sh", "all", False),
        (ABSENT, "", True),
        (ABSENT, "some", True),
        (ABSENT, "all", False),
    ],
)
def test_only_what_is_missing_is_skipped(
    monkeypatch: pytest.MonkeyPatch, tool: str, setting: str, skipped: bool
) -> None:
    monkeypatch.setenv("ARENA_NEEDS", setting)
    mark = needs(tool).mark
    assert mark.args == (skipped,)
    assert tool in mark.kwargs["reason"]
