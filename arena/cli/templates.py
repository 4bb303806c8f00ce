"""What `arena new` does: the template of a language, copied to a place where nothing is. Called by `arena.cli.new`.

The templates stand in `arena/bot_templates`: a script, or a folder with bot.toml, for each language.
"""

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from arena.bot_programs import missing, program_called
from arena.bot_sources import BOT_TOML
from arena.errors import BotFileError, SettingsError
from arena.reports.neutral import terminal
from arena.setting_values import name_fault
from arena.toml_places import as_toml, did_you_mean, read_toml


@dataclass(frozen=True, slots=True)
class Language:
    """`extension`: of its source files. `programs`: what a machine needs to build and play bots in it."""

    extension: str
    programs: tuple[str, ...]
    is_folder: bool = False


LANGUAGES: Final[Mapping[str, Language]] = MappingProxyType(
    {
        "python": Language(".py", ("python",)),
        "javascript": Language(".js", ("node",)),
        "c": Language(".c", ("cc",), is_folder=True),
        "rust": Language(".rs", ("rustc", "cc"), is_folder=True),  # cc links
        "go": Language(".go", ("go",), is_folder=True),
        "java": Language(".java", ("java", "javac"), is_folder=True),
        "bash": Language(".sh", ("bash",)),
    }
)

TEMPLATES: Final = Path(__file__).parents[1] / "bot_templates"
_NAME_IN_TEMPLATES: Final = 'name = "my_bot"\n'


@dataclass(frozen=True, slots=True)
class Written:
    """A bot as written: its script or folder, the build that arena will run there, what this machine lacks for it."""

    path: Path
    build: tuple[str, ...]
    lacking: tuple[str, ...]


def write_bot(name: str, language: str | None) -> Written:
    """Write the bot. SettingsError for a name or language, BotFileError for a place."""
    path = Path(name)
    by_extension = next((key for key, each in LANGUAGES.items() if path.suffix == each.extension), None)
    if language is None:
        if by_extension is None and path.suffix[1:].isalpha():
            known = ", ".join(each.extension for each in LANGUAGES.values())
            raise SettingsError(
                f'NAME: no language here has the extension "{terminal(path.suffix)}" (known: {known}; for others see '
                "docs/languages.md; if it belongs to the bot's name, say --language too)"
            )
        language = by_extension or "python"
    if language not in LANGUAGES:
        raise SettingsError(f'--language: unknown language "{terminal(language)}"{_hint(language)}')
    if by_extension not in (None, language):
        raise SettingsError(f"{terminal(name)}: its extension says {by_extension}, --language says {language}")
    chosen = LANGUAGES[language]
    bots_name = path.name.removesuffix(chosen.extension)
    if fault := name_fault(bots_name):
        raise SettingsError(f"NAME: {fault}")
    build: tuple[str, ...] = ()
    if chosen.is_folder:
        path = path.with_name(bots_name)
        _write(path, {file.name: file.read_bytes() for file in sorted((TEMPLATES / language).iterdir())}, bots_name)
        build = tuple(read_toml(path / BOT_TOML, BotFileError).values["build"])
    else:
        path = path.with_name(bots_name + chosen.extension)
        _write(path, (TEMPLATES / f"{language}{chosen.extension}").read_bytes(), bots_name)
    lacking = tuple(missing(program) for program in chosen.programs if program_called(program) is None)
    return Written(path, build, lacking)


def _hint(language: str) -> str:
    """What was meant by a language that is not there: an extension without its dot, or a slip of the pen."""
    by_extension = [key for key, each in LANGUAGES.items() if f".{language.lower()}" == each.extension]
    return f'; did you mean "{by_extension[0]}"?' if by_extension else did_you_mean(language, LANGUAGES)


def _write(path: Path, content: bytes | Mapping[str, bytes], name: str) -> None:
    """Write a script or a folder's files, all or nothing and never over what is there."""
    if os.path.lexists(path):
        raise BotFileError(f"{terminal(str(path))} is there already; nothing was written (choose another name)")
    try:
        if isinstance(content, bytes):
            with path.open("xb") as file:  # never over what came there meanwhile
                file.write(content)
            path.chmod(0o755)
            return
        path.mkdir()
        try:
            for file_name, text in content.items():
                if file_name == BOT_TOML:
                    text = text.replace(_NAME_IN_TEMPLATES.encode(), f"name = {as_toml(name)}\n".encode())
                (path / file_name).write_bytes(text)
        except OSError:
            shutil.rmtree(path, ignore_errors=True)
            raise
    except OSError as problem:
        fault = (problem.strerror or str(problem)).lower()
        raise BotFileError(f"{terminal(str(path))} cannot be written: {fault}") from None
