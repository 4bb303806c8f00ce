"""Programs get their execute bits after a build that could not give them."""

import os
import shutil
import stat
from pathlib import Path

import pytest

from arena.bots.isolation import built
from tests.bots.isolation.confined import USERS, Ground
from tests.needs import needs


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def test_programs_get_execute_bits_where_they_can_be_read(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_bytes(b"\x7fELFx")
    outside.chmod(0o600)
    folder = tmp_path / "bot"
    (folder / "deep").mkdir(parents=True)
    for name, content, mode in [
        ("program", b"\x7fELF...", 0o640),
        ("deep/script", b"#!/bin/sh\n", 0o604),
        ("data", b"# no program", 0o644),
        ("empty", b"", 0o644),
    ]:
        (folder / name).write_bytes(content)
        (folder / name).chmod(mode)
    (folder / "link").symlink_to(outside)
    os.mkfifo(folder / "pipe", 0o600)
    built.make_programs_executable(str(folder))
    names = ["program", "deep/script", "data", "empty", "pipe"]
    assert [mode_of(folder / name) for name in names] == [0o750, 0o705, 0o644, 0o644, 0o600]
    assert mode_of(outside) == 0o600


@needs("gcc")
@needs("make")
@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize("level", ["auto", pytest.param("strong", marks=needs("bwrap"))])
def test_a_build_writes_its_copy_and_its_program_runs(ground: Ground, level: str, user: str) -> None:
    folder = ground.folder(user)
    source = folder / "bot.c"
    source.write_text('#include <stdio.h>\nint main(void) { puts("built"); return 0; }\n')
    script = "cd $0 && cp -p bot.c main.c && chmod 644 main.c && touch -d 2020-01-01 main.c && make main"
    outside = ground.folder("own")
    outside.chmod(0o777)
    argv = ["/bin/sh", "-c", f"{script} && tar cf a.tar main.c && tar xf a.tar; echo x > {outside}/new", str(folder)]
    ended = ground.run(argv, level, user=user, folder=folder, write=[str(folder)], memory_mb=2048)
    assert (ended.status, "new: " in ended.err) == (2, True), ended.err
    assert list(outside.iterdir()) == []
    program = folder / "main"
    assert (mode_of(program) & 0o111 != 0) is (level == "strong")
    built.make_programs_executable(str(folder))
    assert ground.run([str(program)], level, user=user, folder=folder).out == "built\n"


@needs("bwrap")
def test_a_boxed_build_changes_modes_of_what_it_writes_alone(ground: Ground) -> None:
    folder, other = ground.folder("own"), ground.folder("own") / "kept"
    for path in (other, folder / "inside", folder / "rooted"):
        path.write_text("")
        path.chmod(0o640)
    null = mode_of(Path("/dev/null")), os.stat("/dev/null").st_mtime_ns
    script = f"""
        chmod 700 {folder}/inside; chmod 4755 {folder}/rooted && echo unchanged
        for path in {other} /dev/null /dev/tty /dev /usr /proc/cpuinfo /proc /etc/ld.so.cache; do
            chmod 777 $path 2> /dev/null && echo changed $path
            touch -c -d 2001-01-01 $path 2> /dev/null && [ -e $path ] && echo touched $path
        done
        echo gone > /dev/null && head -c 3 /dev/zero | wc -c
    """
    argv = ["/bin/sh", "-c", script]
    ended = ground.run(argv, "strong", folder=folder, read=[str(folder), str(other)], write=[str(folder)])
    assert (ended.out, ended.err) == ("unchanged\n3\n", "")
    assert [mode_of(path) for path in (folder / "inside", folder / "rooted", other)] == [0o700, 0o640, 0o640]
    assert (mode_of(Path("/dev/null")), os.stat("/dev/null").st_mtime_ns) == null


def test_a_build_changes_no_mode_outside(ground: Ground) -> None:
    folder, other = ground.folder("own"), ground.folder("own") / "kept"
    other.write_text("")
    other.chmod(0o640)
    shutil.copy(other, folder / "inside")
    argv = ["/bin/sh", "-c", f"chmod 777 {other} {folder}/inside"]
    ended = ground.run(argv, "auto", folder=folder, write=[str(folder)])
    assert (ended.status, mode_of(other), mode_of(folder / "inside")) == (0, 0o640, 0o640)
