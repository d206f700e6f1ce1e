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

_WHITE = 255


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
        self._draw(index, width, height, raw.FPDFBitmap_BGRA, pixels, width * 4)
        return pixels

    def rows(self, index: int, width: int, height: int) -> NDArray[np.uint8]:
        """RGB on white as PNG has it: `height` rows of a zero, for no filter, and three bytes a pixel."""
        pixels = np.full((height, 1 + 3 * width), _WHITE, np.uint8)
        pixels[:, 0] = 0
        # pdfium draws right between the zeros: the first pixel stands one byte after the start.
        self._draw(index, width, height, raw.FPDFBitmap_BGR, pixels, 1 + 3 * width, 1)
        return pixels

    def _draw(
        self, index: int, width: int, height: int, kind: int, pixels: NDArray[np.uint8], stride: int, start: int = 0
    ) -> None:
        bitmap = raw.FPDFBitmap_CreateEx(width, height, kind, pixels.ctypes.data + start, stride)
        try:
            flags = raw.FPDF_PRINTING | raw.FPDF_REVERSE_BYTE_ORDER
            raw.FPDF_RenderPageBitmap(bitmap, self._file[index], 0, 0, width, height, 0, flags)
        finally:
            raw.FPDFBitmap_Destroy(bitmap)
