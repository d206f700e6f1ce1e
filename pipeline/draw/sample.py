"""Drawings as arrays of pixels: for checks that measure, and for pictures of exactly so many pixels."""

from collections.abc import Sequence

import numpy as np
import pypdfium2 as pdfium
from numpy.typing import NDArray
from pypdfium2 import raw

from pipeline.draw.pdf import PdfDocument, Placement
from pipeline.drawing import Drawing
from pipeline.typeset import Fonts
from pipeline.units import Box


def png_rows(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Pixels of `rgba`, without their coverage, or of RGB, as the rows of a PNG: each after a zero, for no filter."""
    height, width, _ = pixels.shape
    rows = np.empty((height, 1 + 3 * width), np.uint8)
    rows[:, 0] = 0
    for channel in range(3):  # each by itself: copied three bytes at a time they take five times as long
        rows[:, 1 + channel :: 3] = pixels[:, :, channel]
    return rows


class Sampler:
    """Parts of drawings, numbered from 0 in the order given, each drawn when its pixels are asked for. It is closed
    after use, as a context."""

    def __init__(self, fonts: Fonts, shown: Sequence[tuple[Drawing, Box]]) -> None:
        document = PdfDocument("samples", "en", fonts.files())
        for drawing, part in shown:
            document.page(part.width, part.height, [Placement(drawing, (1, 0, 0, 1, -part.x, -part.y))])
        self._file = pdfium.PdfDocument(document.data())

    def __enter__(self) -> "Sampler":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def rgba(self, index: int, width: int, height: int) -> NDArray[np.uint8]:
        """`height` x `width` x 4: colors with their coverage, on nothing."""
        pixels = np.zeros((height, width, 4), np.uint8)
        self.lay_on(pixels, index)
        return pixels

    def lay_on(self, pixels: NDArray[np.uint8], index: int) -> None:
        """Draw over pixels of `rgba`, stretched to their size."""
        height, width, _ = pixels.shape
        bitmap = raw.FPDFBitmap_CreateEx(width, height, raw.FPDFBitmap_BGRA, pixels.ctypes.data, width * 4)
        try:
            flags = raw.FPDF_PRINTING | raw.FPDF_REVERSE_BYTE_ORDER
            raw.FPDF_RenderPageBitmap(bitmap, self._file[index], 0, 0, width, height, 0, flags)
        finally:
            raw.FPDFBitmap_Destroy(bitmap)
