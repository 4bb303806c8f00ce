"""Real programs under a confinement, as this user and, for root, as an ordinary one too.

`Ground` is a folder under the system's temporary one that every user can read: a copy of the isolation package, bots'
folders, scratch directories. Tests get one as the fixture `ground`.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

PACKAGE: Final = Path(__file__).parents[3] / "arena" / "bots" / "isolation"
HERE: Final = Path(__file__).parent
NOBODY: Final = 65534
SYSTEM_PYTHON: Final = "/usr/bin/python3"
DEADLINE_S: Final = 120

_cannot_be_nobody = os.getuid() != 0 or shutil.which("setpriv") is None or not os.path.exists(SYSTEM_PYTHON)
USERS: Final = [
    pytest.param("own", id="own"),
    pytest.param(
        "nobody",
        id="nobody",
        marks=pytest.mark.skipif(_cannot_be_nobody, reason=f"needs root, setpriv and {SYSTEM_PYTHON}"),
    ),
]


@dataclass(frozen=True)
class Ended:
    """How a program ended (negative: signal), what it wrote, what the confinement said was missing."""

    status: int
    out: str
    err: str
    missing: tuple[str, ...]


class Refused(Exception):
    """The confinement could not be made; `of` names the exception's type."""

    def __init__(self, of: str, text: str) -> None:
        super().__init__(text)
        self.of = of


class Ground:
    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="arena-isolation-"))
        self.path.chmod(0o755)
        package = self.path / "package" / "arena" / "bots" / "isolation"
        shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
        for folder in (package.parent, package.parent.parent):
            (folder / "__init__.py").touch()
        shutil.copy(HERE / "launch.py", self.path)
        self._count = 0

    def folder(self, user: str) -> Path:
        """A new folder that belongs to the user."""
        self._count += 1
        made = self.path / f"{self._count}-{os.urandom(8).hex()}"
        made.mkdir()
        self.give(made, user)
        return made

    def give(self, path: Path, user: str) -> None:
        if user == "nobody":
            os.chown(path, NOBODY, NOBODY)

    def python(self, user: str) -> str:
        """The interpreter that the user can execute."""
        return SYSTEM_PYTHON if user == "nobody" else sys.executable

    def run(
        self,
        argv: Sequence[str],
        level: str = "auto",
        *,
        user: str = "own",
        folder: Path | None = None,
        stdin: str = "",
        env: Mapping[str, str] | None = None,
        landlock: int | None = None,
        seccomp: bool = True,
        **spec: Any,
    ) -> Ended:
        """Run a program in a scratch directory of its own; `landlock` is a version to pretend. Refused if it cannot."""
        scratch = str(self.folder(user))
        path = f"{os.path.dirname(self.python(user))}:/usr/local/bin:/usr/bin:/bin"
        values = {"PATH": path, "HOME": scratch, "TMPDIR": scratch, "LANG": "C.UTF-8", **(env or {})}
        request = {
            "package": str(self.path / "package"),
            "argv": list(argv),
            "env": values,
            "folder": str(folder) if folder else None,
            "landlock": landlock,
            "seccomp": seccomp,
            "spec": {"level": level, "scratch": scratch, **spec},
        }
        before = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"] if user == "nobody" else []
        reads, writes = os.pipe()
        try:
            ended = subprocess.run(
                [*before, self.python(user), str(self.path / "launch.py"), str(writes), json.dumps(request)],
                input=stdin,
                capture_output=True,
                text=True,
                pass_fds=[writes],
                cwd="/",
                timeout=DEADLINE_S,
                check=False,
            )
        finally:
            os.close(writes)
            with open(reads, encoding="utf-8") as file:
                text = file.read()
        if not text:
            raise AssertionError(f"the launcher failed: {ended.stderr}")
        report = json.loads(text)
        if "error" in report:
            raise Refused(report["of"], report["error"])
        return Ended(report["status"], ended.stdout, ended.stderr, tuple(report["missing"]))
