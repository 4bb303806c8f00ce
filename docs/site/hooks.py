"""What the manual shows besides the pages of docs/: files that stand elsewhere in the repository, and what code tells.

mkdocs calls `on_…`. Nothing is copied by hand: the specification, the changelog and the example bots' page are shown
from where they stand, a link to any other file of the repository leads to a page with its text, and the page of
commands is written from the command line itself. Holds no text of the manual but the opening of such pages.
"""

import posixpath
import re
import sys
from collections.abc import Callable
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from pygments.lexers import find_lexer_class_for_filename  # type: ignore[import-untyped]

sys.path.insert(0, str(Path(__file__).parent))

import command_pages

ROOT = Path(__file__).parents[2]
DECISIONS = ROOT / "docs" / "decisions"

DECIDED = """# Decisions

Half a page for each question that was argued about: what was decided, and why.
"""

SHOWN = {
    "protocol/SPEC.md": "protocol.md",
    "CHANGELOG.md": "changelog.md",
    "README.md": "index.md",
    "example_bots/README.md": "examples.md",
    **{f"protocol/schema/{each.name}": f"schema/{each.name}" for each in (ROOT / "protocol" / "schema").iterdir()},
}
"""Where a file that stands outside docs/ is found in the site."""

_CODE = re.compile(r"(^ *(`{3,})[^\n]*\n.*?^ *\2`*$|(?<!`)(`+)(?!`).*?(?<!`)\3(?!`))", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(\]\()([^)\s#:]+)(#[^)\s]*)?(\))")
_PICTURE = re.compile(r'<p><img alt="([^"]*)" src="([\w-]+\.svg)" ?/?></p>')
_VIEW_FENCE = re.compile(r"^(```json) view.*$", re.MULTILINE)
_TEXT_FENCE = re.compile(r"^```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_ALL_COMMANDS = "`arena --help`"
_LONG_LINE = 200  # letters: a line of a conversation rather than of a table


def on_config(config: MkDocsConfig) -> None:
    """Write the list of decisions out."""
    for part in config.nav or []:
        for items in part.values():
            if isinstance(items, list) and {"Decisions": "decisions/"} in items:
                pages = ["decisions/index.md", *(f"decisions/{each.name}" for each in _decisions())]
                items[items.index({"Decisions": "decisions/"})] = {"Decisions": pages}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what stands elsewhere."""
    for name, shown in SHOWN.items():
        if shown != "index.md":
            files.append(File.generated(config, shown, content=(ROOT / name).read_text(encoding="utf-8")))
    files.append(File.generated(config, "commands.md", content=command_pages.page()))
    titles = [f"- [{each.read_text(encoding='utf-8').splitlines()[0][2:]}]({each.name})" for each in _decisions()]
    files.append(File.generated(config, "decisions/index.md", content="\n".join([DECIDED, *titles, ""])))
    for name in sorted(_linked(files)):
        files.append(File.generated(config, _source_page(name), content=_source_text(name)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let links into the repository lead to where the site shows the file, and views be JSON like any other."""
    here = page.file.src_uri

    def led(link: re.Match[str]) -> str:
        place = _place(_resolved(_stands(here), link[2]))
        if place is None:
            return link[0]
        return f"{link[1]}{posixpath.relpath(place, posixpath.dirname(here) or '.')}{link[3] or ''}{link[4]}"

    markdown = _outside_code(markdown, lambda text: _LINK.sub(led, text))
    if here == "index.md":  # a page that only the site has
        markdown = markdown.replace(_ALL_COMMANDS, f"[{_ALL_COMMANDS}](commands.md)")
    return _TEXT_FENCE.sub(_wrapped, _VIEW_FENCE.sub(r"\1", markdown))


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Put drawings into the page, so that they take its colours."""

    def drawn(picture: re.Match[str]) -> str:
        file = Path(config.docs_dir) / posixpath.dirname(page.file.src_uri) / picture[2]
        return f'<div class="picture" tabindex="0">{file.read_text(encoding="utf-8")}</div>'

    return _PICTURE.sub(drawn, html)


def _decisions() -> list[Path]:
    return sorted(DECISIONS.glob("*.md"))


def _wrapped(fence: re.Match[str]) -> str:
    """A block of text whose long lines are to be broken, where it has any."""
    is_long = any(len(line) > _LONG_LINE for line in fence[1].splitlines())
    return f"``` {{.text .wrapped}}\n{fence[1]}```" if is_long else fence[0]


def _outside_code(markdown: str, change: Callable[[str], str]) -> str:
    """`change` applied to all that is no code."""
    parts, end = [], 0
    for code in _CODE.finditer(markdown):
        parts += [change(markdown[end : code.start()]), code[0]]
        end = code.end()
    return "".join([*parts, change(markdown[end:])])


def _stands(here: str) -> str:
    """Where a page of the site stands in the repository."""
    return next((name for name, shown in SHOWN.items() if shown == here != "index.md"), f"docs/{here}")


def _resolved(stands: str, target: str) -> str:
    """A link's target as a path in the repository."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(stands), target))


def _place(name: str) -> str | None:
    """Where the site shows a file of the repository; None where there is no such file."""
    if name in SHOWN:
        return SHOWN[name]
    if name == "docs/decisions":
        return "decisions/index.md"
    if name.startswith("docs/"):
        return name.removeprefix("docs/")
    return _source_page(name) if (ROOT / name).is_file() else None


def _source_page(name: str) -> str:
    return f"source/{name}.md"


def _source_text(name: str) -> str:
    text = (ROOT / name).read_text(encoding="utf-8").rstrip()
    lexer = find_lexer_class_for_filename(name)
    language = lexer.aliases[0] if lexer else "text"
    settings = "---\nhide: [navigation, toc]\nsearch: { exclude: true }\n---\n\n"
    return f"{settings}# `{name}`\n\n`````` {language}\n{text}\n``````\n"


def _linked(files: Files) -> set[str]:
    """The files of the repository that a page links to and that the site does not show otherwise."""
    found = set()
    for file in files.documentation_pages():
        prose = _CODE.sub("", file.content_string)
        for link in _LINK.finditer(prose):
            name = _resolved(_stands(file.src_uri), link[2])
            if _place(name) == _source_page(name):
                found.add(name)
    return found
