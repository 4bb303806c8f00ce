"""The ground of an attack: stand-ins for everything that a bot must not reach, and the hostile program as a bot's copy.

The host's side: a private folder like a run's, with a secret, a database, another bot, listening sockets. Called by
`attack_run`; starts nothing.
"""

import os
import pwd
import shutil
import socket
import sys
import sysconfig
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from arena.bots.isolation.attacks import MEMORY_MB, PROCESSES, SCRATCH_MB, Targets
from arena.bots.warden import Warden
from arena.records import Clock, Entrant, Isolation, Limits

_HERE: Final = Path(__file__).resolve().parent
_CLOCK: Final = Clock(start_ms=10_000, action_ms=None, bank_ms=0, exit_ms=100)


class Ground:
    """Use as a context manager; everything is gone afterwards, by the `warden` if this process is killed."""

    def __init__(self, warden: Warden, place: Path | None = None) -> None:
        """In `place` or the closest folder above it that can be written, for what bots can reach depends on where."""
        self.token = os.urandom(16).hex()
        self._private = self._folder(warden, _writable(place))
        self._sockets: list[socket.socket] = []
        try:
            self._lay_out()
        except BaseException:
            self._clear()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._clear()

    @staticmethod
    def _folder(warden: Warden, place: Path) -> Path:
        made = place / f"arena-doctor-{os.urandom(4).hex()}"
        warden.look_after(str(made))
        made.mkdir(mode=0o700)
        return made

    def _clear(self) -> None:
        for listening in self._sockets:
            listening.close()
        shutil.rmtree(self._private, ignore_errors=True)

    def _lay_out(self) -> None:
        self.bots = self._private / "run" / "bots"
        self.own = self.bots / "attack"
        package = self.own / "arena" / "bots" / "isolation"
        package.mkdir(parents=True)
        for folder in (package, *package.parents[:2]):
            (folder / "__init__.py").touch()
        for module in _HERE.glob("attacks*.py"):
            shutil.copyfile(module, package / module.name)
        shutil.copyfile(_HERE / "attack.py", self.own / "attack.py")
        self._shared = self.own / "shared"
        Path(f"{self._shared}.read").write_text("x")
        with self._shared.open("wb") as file:
            file.write(bytes(16384))
            file.flush()
            os.fsync(file)  # what is on the disk already can be put out of memory
        (self.bots / "other").mkdir()
        self.other_bot = self.bots / "other" / "other.sh"
        self.other_bot.write_text("#!/bin/sh\nexit 0\n")
        self.other_bot.chmod(0o755)
        self.database = self._private / "run" / "arena.db"
        self.database.write_text("the seed of every deal\n")
        self.secret = self._private / "secret.txt"
        self.secret.write_text("a private key\n")
        self.tcp = self._listening(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)).getsockname()[1]
        self.udp = self._listening(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)).getsockname()[1]
        self.socket_path, self.datagram_path = (str(self._private / name) for name in ("stream", "datagram"))
        handle = os.open(self._private, os.O_PATH)
        try:  # by a short name: an address holds 107 bytes, whatever the length of the path
            self._listening(socket.AF_UNIX, socket.SOCK_STREAM, f"/proc/self/fd/{handle}/stream")
            self._listening(socket.AF_UNIX, socket.SOCK_DGRAM, f"/proc/self/fd/{handle}/datagram")
        finally:
            os.close(handle)
        self._listening(socket.AF_UNIX, socket.SOCK_STREAM, f"\0arena-{self.token}")

    def _listening(self, family: int, kind: int, address: tuple[str, int] | str) -> socket.socket:
        made = socket.socket(family, kind)
        self._sockets.append(made)
        made.bind(address)
        if kind == socket.SOCK_STREAM:
            made.listen(16)
        return made

    @property
    def shared(self) -> Targets:
        """What a listening seat is told."""
        return Targets(token=self.token, shared=str(self._shared))

    def entrant(self, level: str, alone: bool) -> Entrant:
        """The hostile program as a bot; `alone` with limits that are easily passed."""
        limits = (
            Limits(1 << 20, 1 << 16, MEMORY_MB, SCRATCH_MB, 256, PROCESSES)
            if alone
            else Limits(1 << 20, 1 << 16, scratch_mb=64)
        )
        command = (sys.executable, str(self.own / "attack.py"), self.token)
        return Entrant("attack", "", command, str(self.own), _CLOCK, limits, isolation=Isolation(level))

    def targets(
        self, pids: dict[str, int], sibling_scratch: str, environment: tuple[str, ...], hold_s: float
    ) -> Targets:
        """All that a hostile seat is told. The other seat's scratch directory gets a file to be read."""
        sibling_file = Path(sibling_scratch) / "notes.txt"
        sibling_file.write_text("my cards\n")
        return Targets(
            token=self.token,
            own=str(self.own),
            secret=str(self.secret),
            private=str(self._private),
            database=str(self.database),
            other_bot=str(self.other_bot),
            sibling_scratch=sibling_scratch,
            sibling_file=str(sibling_file),
            home=pwd.getpwuid(os.getuid()).pw_dir if _has_entry() else "/",
            library=sysconfig.get_path("stdlib"),
            shared=self.shared.shared,
            socket_path=self.socket_path,
            datagram_path=self.datagram_path,
            pids=pids,
            ports={"tcp": self.tcp, "udp": self.udp},
            environment=environment,
            hold_s=hold_s,
        )


def _writable(place: Path | None) -> Path:
    if place is not None:
        place = place.resolve()
        for folder in (place, *place.parents):
            if folder.is_dir():
                if os.access(folder, os.W_OK | os.X_OK):
                    return folder
                break
    return Path(tempfile.gettempdir()).resolve()


def _has_entry() -> bool:
    """Whether this user is in the password file: one of a container may not be."""
    try:
        pwd.getpwuid(os.getuid())
    except KeyError:
        return False
    return True
