"""The demo, built once for the tests that read it."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


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


@dataclass(frozen=True)
class Demo:
    """A built demo: its project folder, its two files, and what the command said."""

    root: Path
    letter: Path
    a4: Path
    run: subprocess.CompletedProcess[str]


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    root = copy_project(tmp_path_factory.mktemp("demo"), "light-vs-darkness")
    run = press(root, "demo")
    assert run.returncode == 0, run.stderr
    folder = root / "output" / "light-vs-darkness" / "demo"
    return Demo(root, folder / "letter-color.pdf", folder / "a4-color.pdf", run)
