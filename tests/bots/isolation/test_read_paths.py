"""Which paths a command makes readable: interpreters' prefixes and the bot's own files, never a home."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from arena.bots.isolation import read_paths as module
from arena.bots.isolation.read_paths import read_paths


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's home directory, where everything else of these tests is too."""
    made = tmp_path / "home" / "ann"
    made.mkdir(parents=True)
    monkeypatch.setattr(module, "_homes", lambda: (str(made),))
    module._found.cache_clear()
    return made


BINARY = "\x7fELF"


def program(path: Path, content: str = BINARY) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    path.chmod(0o755)
    return path


def readable(*command: object, folder: Path | None = None, env: Mapping[str, str] | None = None) -> set[str]:
    return set(read_paths([str(word) for word in command], str(folder) if folder else None, env or {}))


def paths(*given: Path) -> set[str]:
    return {str(path) for path in given}


def test_virtual_environment_and_its_base(home: Path) -> None:
    base = home / ".pyenv" / "versions" / "3.12.1"
    interpreter = program(base / "bin" / "python3.12")
    (base / "lib" / "python3.12").mkdir(parents=True)
    (base / "bin" / "python3").symlink_to("python3.12")
    project = home / "work"  # `python -m venv .`
    (project / "bin").mkdir(parents=True)
    (project / "bin" / "python").symlink_to(base / "bin" / "python3")
    (project / "pyvenv.cfg").write_text(f"home = {base}/bin\nversion = 3.12.1\n")
    for name in ("src", "etc", "secrets"):
        (project / name).mkdir()
    found = readable(project / "bin" / "python", "bot.py")
    python = {project / "bin" / "python", base / "bin" / "python3", interpreter}
    assert found == paths(project / "bin", project / "pyvenv.cfg", base / "bin", base / "lib", *python)
    assert readable(project / "bin" / "python", "bot.py", folder=home / "bot") == found | paths(home / "bot")


def test_link_in_local_bin_leads_to_the_interpreters_prefix(home: Path) -> None:
    prefix = home / ".local" / "share" / "uv" / "python" / "cpython-3.12"
    interpreter = program(prefix / "bin" / "python3.12")
    (prefix / "lib" / "python3.12").mkdir(parents=True)
    (home / ".local" / "lib" / "python3.12").mkdir(parents=True)  # what pip --user leaves
    link = home / ".local" / "bin" / "python3.12"
    link.parent.mkdir()
    link.symlink_to(interpreter)
    assert readable(link) == paths(link, prefix / "bin", prefix / "lib", interpreter)


@pytest.mark.parametrize(
    ("where", "mark"),
    [
        (".nvm/versions/node/v20", "lib/node_modules"),
        ("miniconda3/envs/bots", "conda-meta"),
        (".sdkman/candidates/java/21", "lib/modules"),
        ("perl5/perlbrew/perls/5.38", "lib/perl5"),
        ("go", "src/runtime"),
    ],
)
def test_prefix_of_an_interpreter(home: Path, where: str, mark: str) -> None:
    prefix = home / where
    interpreter = program(prefix / "bin" / "tool")
    (prefix / "notes").mkdir()
    assert readable(interpreter) == paths(interpreter)
    module._found.cache_clear()
    (prefix / mark).mkdir(parents=True)
    assert readable(interpreter) == paths(interpreter, prefix / "bin", prefix / mark.split("/")[0])


def test_dotnet_stands_beside_what_it_shares(home: Path) -> None:
    tool = program(home / ".dotnet" / "dotnet")
    (home / ".dotnet" / "shared" / "Microsoft.NETCore.App").mkdir(parents=True)
    assert readable(tool) == paths(tool, home / ".dotnet" / "shared")


def test_pyenv_shims_find_their_versions(home: Path) -> None:
    root = home / ".pyenv"
    (root / "versions").mkdir(parents=True)
    shim = program(root / "shims" / "python3", "#!/bin/sh\n")
    assert readable(shim) == paths(shim, root / "shims", root / "versions")


@pytest.mark.parametrize("where", ["bin/bot", ".local/bin/bot"])
def test_program_in_a_home_is_readable_alone(home: Path, where: str) -> None:
    bot = program(home / where)
    (home / "lib" / "python3.12").mkdir(parents=True)
    (home / ".local" / "lib" / "python3.12").mkdir(parents=True)
    assert readable(bot) == paths(bot)


def test_virtual_environment_that_is_a_home_is_not_granted(home: Path) -> None:
    (home / "pyvenv.cfg").write_text("home = /nowhere/bin\n")
    interpreter = program(home / "bin" / "python")
    assert readable(interpreter) == paths(interpreter)


def test_system_programs_need_nothing(home: Path) -> None:
    assert readable("/bin/sh", "-c", "true") == set()
    assert readable("sh", env={"PATH": "/usr/bin:/bin"}) == set()


def test_link_to_a_system_program_is_seen(home: Path) -> None:
    link = home / "bin" / "shell"
    link.parent.mkdir()
    link.symlink_to("/bin/sh")
    assert readable(link) == paths(link)
    assert readable(link, folder=home / "bot") == paths(link, home / "bot")


def test_script_brings_the_interpreters_of_its_first_line(home: Path) -> None:
    prefix = home / "tools"
    (prefix / "lib" / "node_modules").mkdir(parents=True)
    node = program(prefix / "bin" / "node-x")
    both = paths(node, prefix / "bin", prefix / "lib")
    direct = program(home / "direct", f"#!{node}\n")
    assert readable(direct) == both | paths(direct)
    by_env = program(home / "by_env", "#!/usr/bin/env -S A=b node-x --flag\n")
    assert readable(by_env, env={"PATH": f"{prefix}/bin"}) == both | paths(by_env)
    bot = home / "bot"
    inside = program(bot / "run", f"#!{node}\n")
    assert readable(inside, folder=bot) == both | paths(bot)


def test_scripts_that_name_each_other_end(home: Path) -> None:
    one, two = home / "one", home / "two"
    program(one, f"#!{two}\n")
    program(two, f"#!{one}\n")
    assert readable(one) == paths(one, two)


def test_interpreters_on_the_bots_path_are_readable(home: Path) -> None:
    prefix = home / "py"
    (prefix / "lib" / "python3.12").mkdir(parents=True)
    python = program(prefix / "bin" / "python3")
    expected = paths(python, prefix / "bin", prefix / "lib")
    assert readable("/bin/sh", env={"PATH": f"{prefix}/bin:/usr/bin"}) == expected


def test_files_that_the_organiser_names_are_readable_alone(home: Path) -> None:
    script, model = home / "secret folder" / "bot.py", home / "model.bin"
    program(script, "#!/bin/sh\n")
    program(model, "")
    found = readable("/bin/sh", script, f"--model={model}", "relative", "--level=3", home, "-v")
    assert found == paths(script, model)
    assert readable(script) == paths(script)


def test_an_author_makes_nothing_of_the_organisers_readable(home: Path) -> None:
    """By naming it in bot.toml, by a link, by a first line, by the settings of a virtual environment."""
    bot, secret = home / "bot", program(home / "bin" / "deploy", "#!/bin/sh\npassword=...\n")
    (bot / "bin").mkdir(parents=True)
    (bot / "link").symlink_to(secret)
    (bot / "pyvenv.cfg").write_text(f"home = {home}/bin\nexecutable = {secret}\n")
    (home / "bin" / "python3").symlink_to(secret)
    python = program(bot / "bin" / "python")
    script = program(bot / "run", f"#!{secret}\n")
    inside = {str(bot)}
    for command in ([secret], [bot / "link"], [script], ["/bin/sh", secret], ["/bin/sh", f"-x={secret}"], [python]):
        own = {path for path in readable(*command, folder=bot) if not path.startswith(f"{bot}/")}
        assert own == inside


def test_folder_and_modules(home: Path) -> None:
    folder, sdk = home / "bots" / "a", home / "bots" / "sdk"
    env = {"PYTHONPATH": f"{sdk}:relative:{home}"}
    assert readable("/bin/sh", folder=folder, env=env) == paths(folder, sdk)


def test_running_interpreter_finds_its_modules() -> None:
    found = [os.path.realpath(path) for path in read_paths([sys.executable], None, {})]
    for needed in (sys.executable, os.__file__):
        real = os.path.realpath(needed)
        assert real.startswith("/usr/") or any(real == path or real.startswith(path + "/") for path in found)


@pytest.mark.parametrize("folder", ["/", "/home", "/opt", "/root"])
def test_wide_folders(folder: str) -> None:
    assert module._is_wide(folder)


def test_homes_are_known() -> None:
    assert os.path.realpath(os.path.expanduser("~")) in module._homes()
    assert "/" not in module._homes()
