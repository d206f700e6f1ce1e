"""The demo, built once for the tests that read it."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.projects import copy_project, press


@dataclass(frozen=True)
class Demo:
    """A built demo: its project folder, its color files, and what the command said."""

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
