"""Projects for tests to work on, and the command line run on them as a user does."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def copy_project(root: Path, *games: str) -> Path:
    """A project folder of its own with the records and layouts of `games`; fonts and papers are the house's."""
    for game in games:
        shutil.copytree(ROOT / "card_data" / game, root / "card_data" / game)
        shutil.copytree(ROOT / "layouts" / game, root / "layouts" / game)
    return root


def press(root: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """`cardpress` in a process of its own, as a user runs it."""
    return subprocess.run(
        [sys.executable, "-m", "pipeline", "--root", str(root), *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
