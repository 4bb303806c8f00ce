"""For every test: two run at once where all are run, one marked `alone` beside no other, and an interrupt reaches
what tests start, also where they run in the background themselves.

A shell starts background commands with SIGINT ignored, and what is ignored is inherited.
"""

import fcntl
import os
import signal
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Whoever names tests wants to look at them. More than two: many play tournaments, which take all cores anyway."""
    everything = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    return min(2, len(os.sched_getaffinity(0))) if everything else 0


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Hold a lock while a test runs, with others that may run beside it or without any."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID")
    if run is None:  # one test after the other
        return (yield)
    with Path(tempfile.gettempdir(), f"arena-tests-{run}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX if item.get_closest_marker("alone") else fcntl.LOCK_SH)
        return (yield)
