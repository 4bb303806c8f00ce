"""What is installed from a wheel, away from any checkout, does the main job with the bundled bots."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_wheel_runs_a_tournament_in_an_empty_folder(tmp_path: Path) -> None:
    def run(*words: str | Path, cwd: Path = tmp_path) -> str:
        env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        done = subprocess.run(list(map(str, words)), cwd=cwd, env=env, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", tmp_path / "wheels", ROOT)
    (wheel,) = (tmp_path / "wheels").glob("arena_referee-*.whl")
    run(sys.executable, "-m", "venv", tmp_path / "venv")
    python = tmp_path / "venv" / "bin" / "python"
    run(python, "-m", "pip", "install", "-q", wheel)
    folder = tmp_path / "empty"
    folder.mkdir()
    out = run(tmp_path / "venv" / "bin" / "arena", "tournament", "--boards", "2", "--report", cwd=folder)
    assert "thinking_bot" in out
    (report,) = folder.glob("runs/*/report.html")
    assert "thinking_bot" in report.read_text(encoding="utf-8")
    where = run(python, "-c", "import arena, protocol; print(arena.__file__, protocol.__file__)", cwd=folder)
    assert str(ROOT) not in where
