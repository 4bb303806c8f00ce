"""What several modules of end-to-end tests share: one tournament of rogues with its report."""

import pytest

from tests.e2e.report_of_rogues import ReportedRun, played_run


@pytest.fixture(scope="session")
def reported(tmp_path_factory: pytest.TempPathFactory) -> ReportedRun:
    """A tournament of rogues and honest bots, played once, with its report on disk."""
    return played_run(tmp_path_factory.mktemp("reported"))
