"""The duplex test: behind each cross lies the zero of a ruler, whichever edge the sheet is flipped on."""

import io
from pathlib import Path

import numpy as np
import pypdfium2 as pdfium
import pytest
from numpy.typing import NDArray

from pipeline.outputs.calibrate import calibration_pdf
from pipeline.outputs.sheets import load_sheet
from pipeline.project import HOUSE, Project
from pipeline.typeset import load_fonts
from tests.projects import press_anew

DOTS = 300 / 25.4


@pytest.fixture(scope="module")
def pages() -> list[NDArray[np.bool_]]:
    """Ink of the four pages on A4 at 300 dpi."""
    project = Project(HOUSE)
    document = pdfium.PdfDocument(io.BytesIO(calibration_pdf(load_sheet(project, "a4"), load_fonts(project))))
    return [page.render(scale=300 / 72).to_numpy()[:, :, 0] < 128 for page in document]


def long_lines(ink: NDArray[np.bool_], axis: int) -> list[float]:
    """Where the lines that cross the middle of the page stand, in millimetres: along x (axis 1) or y (axis 0)."""
    middle = [round(size / 2) for size in ink.shape]
    half = round(14 * DOTS)
    window = ink[middle[0] - half : middle[0] + half, middle[1] - half : middle[1] + half]
    share = window.mean(axis=1 - axis) if axis else window.mean(axis=1)
    strong = np.flatnonzero(share > 0.5 * share.max())
    start = (middle[1] if axis else middle[0]) - half
    return [float((start + at) / DOTS) for at in (strong.min(), strong.max())]


def test_the_front_cross_and_the_back_ruler_share_their_middle(pages: list[NDArray[np.bool_]]) -> None:
    for front, back in ((pages[0], pages[1]), (pages[2], pages[3])):
        for axis, size in ((1, 210.0), (0, 297.0)):
            cross = long_lines(front, axis)
            assert cross == pytest.approx([size / 2] * 2, abs=0.15)
            square = long_lines(back, axis)
            assert square == pytest.approx([size / 2 - 6, size / 2 + 6], abs=0.2)


def test_corner_rulers_lie_behind_corner_crosses(pages: list[NDArray[np.bool_]]) -> None:
    """The crosses are spread evenly, so each flip finds a ruler behind each cross."""
    for front, flipped in ((pages[0], np.fliplr(pages[1])), (pages[2], np.flipud(pages[3]))):
        for x, y in ((42.0, 59.4), (168.0, 59.4), (42.0, 237.6), (168.0, 237.6)):
            at = round(y * DOTS), round(x * DOTS)
            reach = round(8 * DOTS)
            near = np.s_[at[0] - reach : at[0] + reach, at[1] - reach : at[1] + reach]
            assert front[near].any() and flipped[near].any()
            for axis in (0, 1):
                sides = np.flatnonzero(flipped[near].mean(axis=axis) > 0.5)
                assert (sides.min() + sides.max()) / 2 == pytest.approx(reach, abs=3)


def test_the_command_writes_a_test_for_each_paper(tmp_path: Path) -> None:
    (tmp_path / "card_data").mkdir()
    run = press_anew(tmp_path, "calibrate", "--paper", "letter")
    assert run.returncode == 0, run.stderr
    document = pdfium.PdfDocument(run.stdout.strip())
    assert len(document) == 4 and document[0].get_size() == (612, 792)
    text = document[3].get_textpage().get_text_range()
    assert "flip on the short edge" in text and "--offset" in text
