"""What every test may ask for: the house's own project, its fonts, outside programs, and a small game to print."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from workshop import Workshop, open_workshop

from pipeline.project import HOUSE, Project
from pipeline.typeset import Fonts, Marks, TextSetter, load_fonts
from tests.projects import once, press_first

_PACKAGES = {
    "pdftotext": "poppler-utils",
    "pdftoppm": "poppler-utils",
    "pdffonts": "poppler-utils",
    "pdfinfo": "poppler-utils",
    "qpdf": "qpdf",
    "mutool": "mupdf-tools",
    "gs": "ghostscript",
    "tesseract": "tesseract-ocr",
    "chromium": "chromium",
    "chromedriver": "chromium-driver",
}


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    """A small game with one card, Ann, that prints without a flaw."""
    return open_workshop(tmp_path)


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for what is made once for all processes of a run: see `once`."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="session")
def first(shared: Path) -> Path:
    """What `press_first` makes."""
    return once(shared, "first", press_first)


@pytest.fixture(scope="session")
def kept(first: Path) -> Path:
    """What is kept of Light VS Darkness when it was printed and checked as it stands: for copies of it to begin with
    where it is not the point that all is made anew. That what is kept gives the same bytes is proven elsewhere."""
    return first / "kept"


@pytest.fixture(scope="session")
def house() -> Project:
    """The checkout itself."""
    return Project(HOUSE)


@pytest.fixture(scope="session")
def fonts(house: Project) -> Fonts:
    return load_fonts(house)


@pytest.fixture
def setter(workshop: Workshop, fonts: Fonts) -> TextSetter:
    """Sets texts with the marks of the small game and the fonts of the house."""
    return TextSetter(fonts, Marks(workshop.project, workshop.game()))


@pytest.fixture(scope="session")
def tool() -> Callable[[str], str]:
    """Gives the path of an outside program. Where it is missing the test is skipped, but fails under CI."""

    def find(name: str) -> str:
        path = shutil.which(name)
        if path is None:
            sentence = f"{name} is not installed: apt-get install {_PACKAGES[name]}"
            if os.environ.get("CI"):
                pytest.fail(sentence)
            pytest.skip(sentence)
        return path

    return find
