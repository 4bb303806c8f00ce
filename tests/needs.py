"""Marks for tests that need a program from outside (node, a compiler, bash, bubblewrap).

`needs("node")` skips with its reason where the program is missing. With ARENA_NEEDS=all in the environment (CI
installs them all) nothing is skipped: the test runs and fails where it starts what is not there.
"""

import os
import shutil

import pytest


def needs(tool: str) -> pytest.MarkDecorator:
    """A mark for a test, a module (`pytestmark`) or a parameter set; `tool` is a program looked up in PATH."""
    missing = shutil.which(tool) is None
    everything = os.environ.get("ARENA_NEEDS") == "all"
    return pytest.mark.skipif(missing and not everything, reason=f"needs {tool}, which is not in PATH")
