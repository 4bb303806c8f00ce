"""Temporary, until the mechanisms land."""
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


class IsolationError(Exception):
    pass


@dataclass(frozen=True)
class Spec:
    level: str
    read: tuple[str, ...]
    scratch: str
    write: tuple[str, ...] = ()
    network: bool = False
    memory_mb: int = 512
    files: int = 256
    processes: int = 64
    file_mb: int = 64


class Confinement:
    keep: tuple[int, ...] = ()

    def __init__(self, spec: Spec, argv: Sequence[str], env: Mapping[str, str]) -> None:
        self.argv = list(argv)

    def apply(self) -> None:
        pass

    def close(self) -> None:
        pass
