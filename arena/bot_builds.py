"""The build of a bot's folder: a stranger's command, run by a warden on the run's own copy, which it may write.

Confined like the bot, with time, memory, room and output bounded; trusted builds run as the organiser would run them.
Knows nothing of settings. Errors are words without an address (`BotFileError`). Called through `bot_files`.
"""

import contextlib
import json
import os
import select
import shlex
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from arena.bots.errlog import ErrorLog
from arena.bots.isolation import IsolationError, bubblewrap
from arena.bots.isolation.built import make_programs_executable
from arena.bots.isolation.confinement import Spec
from arena.bots.isolation.read_paths import read_paths
from arena.bots.process import ending
from arena.bots.process_tree import folder_bytes
from arena.bots.scratch import remove
from arena.bots.warden import HostTroubleError, Refused, Warden
from arena.errors import BotFileError
from arena.records import Isolation, Limits
from arena.toml_places import printable

BUILD_SECONDS: Final = 120.0
# compilers and linkers take more than bots
MEMORY_MB: Final = 4_096
SCRATCH_MB: Final = 4_096
COPY_MB: Final = 4_096
FILE_MB: Final = 1_024
FILES: Final = 1_024
PROCESSES: Final = 256
LOG_BYTES: Final = 1 << 20

_SHOWN_LINES: Final = 5
_SHOWN_COMMAND: Final = 100
_LOOK_AFTER_S: Final = 1.0
_END_S: Final = 10.0
_MB: Final = 1 << 20
_IN_FOLDER: Final = ("/bin/sh", "-c", 'cd "$0" && exec "$@"')


@dataclass(frozen=True, slots=True)
class Build:
    """A build and what it may do: `command` has an absolute program; `env` is the bot's own, for no scratch yet.

    `limits` are the bot's; a build may use at least as much as is usual for builds.
    """

    command: tuple[str, ...]
    env: Mapping[str, str]
    isolation: Isolation
    network: bool
    limits: Limits


def level_for_builds(isolation: Isolation) -> Isolation:
    """The level at which a bot of `isolation` is built: in a box, where there is one, a build may change file modes."""
    if isolation is Isolation.AUTO:
        with contextlib.suppress(IsolationError):
            bubblewrap.program()
            return Isolation.STRONG
    return isolation


def run_build(build: Build, copy: Path) -> None:
    """Run it in the copy; its output stays beside the copy, its processes do not stay. Raises BotFileError."""
    log = copy.with_name(copy.name + ".build.log")
    output = ErrorLog(LOG_BYTES)
    scratch = tempfile.mkdtemp(prefix=f"arena-{os.urandom(16).hex()}-")
    try:
        with Warden() as warden:
            fault = _ran(build, copy, scratch, warden, output)
    except HostTroubleError as trouble:
        raise BotFileError(f"its build: {trouble}") from None
    finally:
        remove(scratch)
        log.write_text(output.text(), encoding="utf-8")
    if not fault and build.isolation is Isolation.AUTO:
        make_programs_executable(str(copy))
    if fault:
        command = printable(shlex.join(build.command))
        command = command if len(command) <= _SHOWN_COMMAND else f"{command[:_SHOWN_COMMAND]}…"
        raise BotFileError(f"its build {fault}: {_last_lines(output)} (build: {command}; all of its output: {log})")


def _ran(build: Build, copy: Path, scratch: str, warden: Warden, output: ErrorLog) -> str | None:
    """Run it to its end; what is to be said of that, None if it succeeded."""
    env = {**build.env, "HOME": scratch, "TMPDIR": scratch}
    spec = Spec(
        level=build.isolation.value,
        read=read_paths(build.command, str(copy), env),
        scratch=scratch,
        write=(str(copy),),
        network=build.network,
        memory_mb=max(MEMORY_MB, build.limits.memory_mb),
        files=max(FILES, build.limits.files),
        processes=max(PROCESSES, build.limits.processes),
        file_mb=FILE_MB,
    )
    scratch_mb = max(SCRATCH_MB, build.limits.scratch_mb)
    nothing = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)
    said, says = os.pipe2(os.O_CLOEXEC)
    ended, ends = os.pipe2(os.O_CLOEXEC)
    try:
        try:
            argv = [*_IN_FOLDER, str(copy), *build.command]
            pid = warden.start(argv, env, spec, scratch_mb, None, [nothing, says, says, ends])
        except Refused as refused:
            return f"cannot be started at isolation {build.isolation}: {printable(str(refused))}"
        finally:
            for descriptor in (nothing, says, ends):
                os.close(descriptor)
        os.set_blocking(said, False)
        cut_short = _watched(said, ended, copy, output)
        if cut_short:
            warden.end(pid)
        report = _report(ended)
        _drain(said, output)
    finally:
        os.close(said)
        os.close(ended)
    if cut_short:
        return cut_short
    if report["limit"]:
        limit = report["limit"]
        return f"was ended: {limit['name']} reached {limit['reached']}, {limit['allowed']} allowed"
    status: int = report["status"]
    if build.isolation is Isolation.STRONG:
        status = bubblewrap.exit_code_inside(status)
    return ending(status) if status else None


def _watched(said: int, ended: int, copy: Path, output: ErrorLog) -> str | None:
    """Keep what it says until it ends; why it has to be ended before that, None if it need not be."""
    deadline = time.monotonic() + BUILD_SECONDS
    look = time.monotonic() + _LOOK_AFTER_S
    sources = [said, ended]
    while True:
        now = time.monotonic()
        if now >= deadline:
            return f"took longer than {BUILD_SECONDS:g} s"
        if now >= look:
            if folder_bytes(str(copy)) > COPY_MB * _MB:
                return f"filled its folder with more than {COPY_MB} MiB"
            look = time.monotonic() + _LOOK_AFTER_S
        ready, _, _ = select.select(sources, [], [], max(0.0, min(deadline, look) - now))
        if said in ready and not _drain(said, output):
            sources.remove(said)
        if ended in ready:
            return None


def _drain(said: int, output: ErrorLog) -> bool:
    """Take what is there; False at the end of it."""
    taken = 0
    with contextlib.suppress(BlockingIOError):
        while taken < LOG_BYTES:  # what never stops speaking must not keep us from looking at the time
            data = os.read(said, 65_536)
            if not data:
                return False
            output.feed(data)
            taken += len(data)
    return True


def _report(ended: int) -> dict[str, Any]:
    ready, _, _ = select.select([ended], [], [], _END_S)
    line = os.read(ended, 4_096) if ready else b""
    if not line:
        raise HostTroubleError("the process that runs it was lost")
    report: dict[str, Any] = json.loads(line)
    return report


def _last_lines(output: ErrorLog) -> str:
    lines = [line.strip() for line in output.text()[-2_000:].splitlines() if line.strip()]
    return " | ".join(map(printable, lines[-_SHOWN_LINES:])) or "it said nothing"
