"""The ground on which confined programs run, one for each test session."""

import shutil
from collections.abc import Iterator

import pytest

from tests.bots.isolation.confined import Ground


@pytest.fixture(scope="session")
def ground() -> Iterator[Ground]:
    made = Ground()
    yield made
    shutil.rmtree(made.path)
