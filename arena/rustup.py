"""Rust as rustup installs it: what its `rustc` and `cargo` stand for.

These are links to rustup, which looks for the real program by the home directory of whoever calls it. A bot and its
build have neither that home nor the right to read it, so the real program is named in its place. Reads rustup's
settings, starts nothing. Called by `bot_programs`.
"""

import os
import tomllib
from pathlib import Path
from typing import Any


def real_program(found: str) -> str:
    """The program of the default toolchain behind a link to rustup; `found` itself if it is none or there is none."""
    path = Path(found)
    try:
        if path.name == "rustup" or not path.samefile(path.parent / "rustup"):
            return found
    except OSError:
        return found
    home = Path(os.environ.get("RUSTUP_HOME") or Path.home() / ".rustup")
    settings = _settings(home / "settings.toml")
    name = os.environ.get("RUSTUP_TOOLCHAIN") or settings.get("default_toolchain")
    host = settings.get("default_host_triple")
    for toolchain in (name, f"{name}-{host}"):
        program = home / "toolchains" / str(toolchain) / "bin" / path.name
        if name and os.access(program, os.X_OK):
            return str(program.absolute())
    return found


def _settings(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
