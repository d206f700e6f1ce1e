"""The installed package, without the checkout: what belongs to the house travels with it."""

import os
import subprocess
import sys
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from tests.projects import ROOT, copy_project

GAME = "battle-for-souls"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with Cardpress installed from a wheel, not linked to the checkout."""
    folder = tmp_path_factory.mktemp("site")
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--target", folder]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, ROOT], check=True, cwd=folder)
    return folder


def run(site: Path, project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "import sys; from pipeline.cli import main; main(sys.argv[1:])", *arguments],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_prints_from_a_designers_folder(site: Path, tmp_path: Path) -> None:
    project = copy_project(tmp_path, GAME)
    where = run(site, project, "--version")
    assert where.returncode == 0, where.stderr
    made = run(site, project, "sheets", GAME, "--deck", "proof", "--paper", "a4")
    assert made.returncode == 0, made.stderr
    document = pdfium.PdfDocument(made.stdout.strip())
    assert document[0].get_size() == pytest.approx((595.28, 841.89), abs=0.01)


def test_the_projects_own_paper_goes_before_the_houses(site: Path, tmp_path: Path) -> None:
    project = copy_project(tmp_path, GAME)
    (project / "layouts" / "sheets").mkdir()
    own = (ROOT / "layouts" / "sheets" / "a4.toml").read_text("utf-8").replace("height = 297.0", "height = 300.0")
    (project / "layouts" / "sheets" / "a4.toml").write_text(own, "utf-8")
    made = run(site, project, "sheets", GAME, "--deck", "proof", "--paper", "a4")
    assert made.returncode == 0, made.stderr
    document = pdfium.PdfDocument(made.stdout.strip())
    assert document[0].get_height() == pytest.approx(300 * 72 / 25.4, abs=0.01)


def test_the_package_is_used_and_not_the_checkout(site: Path, tmp_path: Path) -> None:
    code = "import pipeline.project as p; print(p.__file__); print(p.HOUSE)"
    told = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert all(Path(line).is_relative_to(site) for line in told)
    assert (Path(told[1]) / "fonts" / "fonts.toml").is_file()
    assert (Path(told[1]) / "layouts" / "sheets" / "letter.toml").is_file()
