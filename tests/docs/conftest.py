"""The manual built as a site, once for all tests that look at it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs import pages


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site; mkdocs itself refuses what its strict mode warns of (not with --quiet)."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", str(pages.CONFIG)]
    done = subprocess.run(
        [*command, "--site-dir", str(folder)],
        cwd=folder.parent,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder
