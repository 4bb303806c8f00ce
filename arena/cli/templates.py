"""What `arena new` does: the template of a language, copied to a place where nothing is. Called by `arena.cli.new`.

The templates stand in `arena/bot_templates`, a script or folder for each language.
"""

import shutil
from pathlib import Path
from typing import Final

from arena.errors import BotFileError, SettingsError
from arena.reports.neutral import terminal
from arena.setting_values import name_fault
from arena.toml_places import did_you_mean

LANGUAGES: Final = {"python": ".py", "javascript": ".js", "bash": ".sh", "c": ""}
"""Language -> extension of its script; "" is a folder with bot.toml."""

_TEMPLATES: Final = Path(__file__).parents[1] / "bot_templates"


def write_bot(name: str, language: str | None) -> Path:
    """Write the bot; its script or folder. SettingsError for a name or language, BotFileError for a place."""
    path = Path(name)
    by_extension = next((one for one, ending in LANGUAGES.items() if ending and path.suffix == ending), None)
    if language is None:
        language = by_extension or "python"
    if language not in LANGUAGES:
        hint = did_you_mean(language, LANGUAGES)
        raise SettingsError(f'--language: unknown language "{terminal(language)}"{hint}')
    if by_extension not in (None, language):
        raise SettingsError(f"{terminal(name)}: its extension says {by_extension}, --language says {language}")
    ending = LANGUAGES[language]
    if by_extension is None:
        path = path.with_name(path.name + ending) if path.name else path
    if fault := name_fault(path.name.removesuffix(ending)):
        raise SettingsError(f"NAME: {fault}")
    _copy(_TEMPLATES / f"{language}{ending}", path)
    return path


def _copy(template: Path, path: Path) -> None:
    if path.exists() or path.is_symlink():
        raise BotFileError(f"{path} is there already; nothing was written (choose another name)")
    try:
        if template.is_dir():
            shutil.copytree(template, path, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            with path.open("xb") as file:  # never over what came there meanwhile
                file.write(template.read_bytes())
            path.chmod(0o755)
    except OSError as problem:
        raise BotFileError(f"{path} cannot be written: {(problem.strerror or str(problem)).lower()}") from None
