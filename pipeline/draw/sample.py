"""A drawing as an array of pixels: for checks that measure, and for pictures that are exactly so many pixels."""

import numpy as np
import pypdfium2 as pdfium
from numpy.typing import NDArray
from pypdfium2 import raw

from pipeline.draw.pdf import PdfDocument, Placement
from pipeline.drawing import Drawing
from pipeline.typeset import Fonts
from pipeline.units import Box


def sample(drawing: Drawing, fonts: Fonts, part: Box, width: int, height: int, ground: int = 0) -> NDArray[np.uint8]:
    """RGBA of a part of a drawing, `width` x `height` pixels, on nothing; or on white where `ground` is 255."""
    document = PdfDocument("sample", "en", fonts.files())
    document.page(part.width, part.height, [Placement(drawing, (1, 0, 0, 1, -part.x, -part.y))])
    pixels = np.full((height, width, 4), ground, np.uint8)
    file = pdfium.PdfDocument(document.data())
    bitmap = raw.FPDFBitmap_CreateEx(width, height, raw.FPDFBitmap_BGRA, pixels.ctypes.data, width * 4)
    try:
        flags = raw.FPDF_PRINTING | raw.FPDF_REVERSE_BYTE_ORDER
        raw.FPDF_RenderPageBitmap(bitmap, file[0], 0, 0, width, height, 0, flags)
    finally:
        raw.FPDFBitmap_Destroy(bitmap)
        file.close()
    return pixels
